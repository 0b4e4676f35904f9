import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import type { RenamableSymbol } from "#core/symbol/symbol.ts";
import { goToDefinition, listReferences } from "#app/gestures/names/goTo.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import menu from "#app/kit/Menu.module.css";
import css from "#app/gestures/names/NameChips.module.css";

/** The names that an element consists of; each leads to its definition and its references, and can be renamed. */
export function NameChips({ symbols, locked }: { symbols: readonly RenamableSymbol[]; locked: boolean }) {
  const { t } = useTranslation();
  if (symbols.length === 0) return null;
  return (
    <>
      <span>{t("names.title")}</span>
      <span className={css.chips}>
        {symbols.map((symbol) => (
          <NameChip key={`${symbol.kind}:${symbol.name}`} symbol={symbol} locked={locked} />
        ))}
      </span>
    </>
  );
}

function NameChip({ symbol, locked }: { symbol: RenamableSymbol; locked: boolean }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const shown = symbol.kind === "state" ? (symbol.name.split(".").at(-1) ?? "") : symbol.name;
  const kind = t(`symbol.kind.${symbol.kind}`);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className={css.chip}
        disabled={locked}
        aria-label={`${kind} ${shown}`}
        title={kind}
      >
        {shown}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="start" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.Label className={menu.label}>
            {kind} {shown}
          </DropdownMenu.Label>
          <DropdownMenu.Item className={menu.item} onSelect={() => goToDefinition(studio, symbol)}>
            {t("names.definition")}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.item} onSelect={() => listReferences(studio, symbol)}>
            {t("names.references")}
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={menu.item}
            onSelect={() => studio.window.set({ question: { kind: "rename-symbol", symbol } })}
          >
            {t("names.rename")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
