import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { GameChip } from "#app/roof/GameChip.tsx";
import type { LateMenuProps } from "#app/kit/LateMenu.tsx";
import { nameOf } from "#app/studio/useGameName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Menu.module.css";

const gameActions = ["rename", "duplicate", "delete"] as const;
const picking = {
  "open-file": async () => (await import("#app/gestures/bring/pick.ts")).pickFiles(),
  "open-folder": async () => (await import("#app/gestures/bring/pick.ts")).pickFolder(),
};

/** Opens another game or a file from outside; makes, renames, duplicates and deletes games. */
export function GameMenu({ defaultOpen, trigger }: LateMenuProps) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const games = useStudio((s) => s.games) ?? [];
  const current = useStudio((s) => s.route.game);
  const language = useStudio((s) => s.uiLanguage);
  const labels = useStudio((s) => s.labelLanguage);
  const entry = games.find((g) => g.id === current);
  const isBrought = entry?.kept === "file" || entry?.kept === "folder" || entry?.kept === "copy";
  // What was opened by path is named, copied and removed where it lies.
  const actions = !entry || entry.kept === "path" ? [] : isBrought ? gameActions.slice(1) : gameActions;
  return (
    <DropdownMenu.Root defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild ref={trigger}>
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
                <span>{nameOf(game, labels, language)}</span>
                <small>{game.machines?.join(", ") || game.id}</small>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {games.length === 0 && <p className={css.none}>{t("games.none")}</p>}
          <DropdownMenu.Separator className={css.line} />
          <DropdownMenu.Item
            className={css.item}
            onSelect={() => studio.window.set({ question: { kind: "new-game" } })}
          >
            <span className={css.mark} />
            {t("games.new")}
          </DropdownMenu.Item>
          {(["open-file", "open-folder"] as const).map((verb) => (
            <DropdownMenu.Item
              key={verb}
              className={css.item}
              onSelect={() => void studio.bring(picking[verb])}
            >
              <span className={css.mark} />
              {t(`games.${verb}`)}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Item className={css.item} onSelect={() => studio.showStart()}>
            <span className={css.mark} />
            {t("games.start")}
          </DropdownMenu.Item>
          {actions.length > 0 && <DropdownMenu.Separator className={css.line} />}
          {current !== undefined &&
            actions.map((verb) => (
              <DropdownMenu.Item
                key={verb}
                className={css.item}
                data-danger={verb === "delete" || undefined}
                onSelect={() => studio.window.set({ question: { kind: `${verb}-game`, game: current } })}
              >
                <span className={css.mark} />
                {t(isBrought ? `games.brought-${verb}` : `games.${verb}`)}
              </DropdownMenu.Item>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
