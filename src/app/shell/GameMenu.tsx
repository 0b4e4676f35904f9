import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { GameChip } from "#app/shell/GameChip.tsx";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/shell/Menu.module.css";

/** Opens another game; makes, renames, duplicates and deletes games. */
export function GameMenu() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const games = useStudio((s) => s.games) ?? [];
  const current = useStudio((s) => s.route.game);
  const language = useStudio((s) => s.uiLanguage);
  const known = current !== undefined && games.some((g) => g.id === current);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <GameChip />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="start" sideOffset={5} collisionPadding={8}>
          <DropdownMenu.Label className={css.label}>{t("games.title")}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={current ?? ""} onValueChange={(id) => void studio.openGame(id)}>
            {games.map((game) => (
              <DropdownMenu.RadioItem key={game.id} value={game.id} className={css.item}>
                <span className={css.mark}>
                  <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                </span>
                <span>{game.title[language] ?? game.title["en"] ?? game.id}</span>
                <small>{game.id}</small>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {games.length === 0 && <p className={css.none}>{t("games.none")}</p>}
          <DropdownMenu.Separator className={css.line} />
          <DropdownMenu.Item
            className={css.item}
            onSelect={() => studio.set({ question: { kind: "new-game" } })}
          >
            <span className={css.mark} />
            {t("games.new")}
          </DropdownMenu.Item>
          {known &&
            (["rename", "duplicate", "delete"] as const).map((what) => (
              <DropdownMenu.Item
                key={what}
                className={css.item}
                data-danger={what === "delete" || undefined}
                onSelect={() => studio.set({ question: { kind: `${what}-game`, game: current } })}
              >
                <span className={css.mark} />
                {t(`games.${what}`)}
              </DropdownMenu.Item>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
