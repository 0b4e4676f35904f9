import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";
import { scrollWithin } from "#app/kit/scrollWithin.ts";
import { useGameName } from "#app/studio/useGameName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/roof/Tabs.module.css";

/** The open games side by side. Delete or the middle button closes, Alt+Shift+1 to 9 switches. */
export function Tabs() {
  const { t } = useTranslation();
  const tabs = useStudio((s) => s.tabs);
  return (
    <nav className={css.tabs} aria-label={t("tabs.title")}>
      <ul>
        {tabs.map(({ game, dirty }, i) => (
          <GameTab key={game} game={game} dirty={dirty} nth={i} />
        ))}
      </ul>
    </nav>
  );
}

function GameTab({ game, dirty, nth }: { game: string; dirty: boolean; nth: number }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const name = useGameName(game);
  const current = useStudio((s) => s.route.game === game);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const strip = item.current?.parentElement;
    if (current && strip && item.current) scrollWithin(strip, item.current);
  }, [current]);
  const close = () => void studio.closeGame(game);
  return (
    <li ref={item} className={css.tab} data-current={current || undefined}>
      <button
        type="button"
        aria-current={current ? "page" : undefined}
        title={nth < 9 ? `${name} (Alt+Shift+${nth + 1})` : name}
        onClick={() => void studio.openGame(game)}
        onAuxClick={(event) => event.button === 1 && close()}
        onKeyDown={(event) => event.key === "Delete" && close()}
      >
        <span>{name}</span>
        {dirty && <i role="img" aria-label={t("tabs.unsaved")} title={t("tabs.unsaved")} />}
      </button>
      <button
        type="button"
        className={css.close}
        aria-label={t("tabs.close", { game: name })}
        title={t("tabs.close", { game: name })}
        onClick={close}
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}
