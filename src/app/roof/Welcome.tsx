import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GameEntry } from "#core/project/store.ts";
import { placeWords } from "#app/studio/usePlace.ts";
import { nameOf } from "#app/studio/useGameName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { Samples } from "#app/roof/Samples.tsx";
import css from "#app/roof/Welcome.module.css";

const StrayDrafts = lazy(() =>
  import("#app/roof/StrayDrafts.tsx").then(({ StrayDrafts }) => ({ default: StrayDrafts })),
);

const ELSEWHERE = "npx turnwright open PATH";

/** What stands in the window while no game is shown: why one cannot be read, and everything that can be opened. */
export function Welcome() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const opening = useStudio((s) => s.opening);
  const games = useStudio((s) => s.games);
  if (games === null) return null;
  const found = games.filter((game) => game.found);
  const ownGames = games.filter((game) => !game.found && (!game.foreign || game.kept === undefined));
  const broughtGames = games.filter((game) => !game.found && !ownGames.includes(game));
  // A folder that has games is not looked through for other machines.
  const looksNoFurther = found.length === 0 && ownGames.some(({ kept }) => kept === undefined);
  return (
    <div className={css.start}>
      <div className={css.page}>
        {opening === "failed" ? <Failure /> : <h2>{t("welcome.none")}</h2>}
        <div className={css.commandRow}>
          <button
            type="button"
            className="btn"
            onClick={() => studio.window.set({ question: { kind: "new-game" } })}
          >
            {t("games.new")}
          </button>
          <button
            type="button"
            className="btn quiet"
            onClick={() =>
              void studio.bring(async () => (await import("#app/gestures/bring/pick.ts")).pickFiles())
            }
          >
            {t("games.open-file")}
          </button>
          <button
            type="button"
            className="btn quiet"
            onClick={() =>
              void studio.bring(async () => (await import("#app/gestures/bring/pick.ts")).pickFolder())
            }
          >
            {t("games.open-folder")}
          </button>
        </div>
        <p className={css.hint}>{t("welcome.bring")}</p>
        <Suspense>
          <StrayDrafts games={games} />
        </Suspense>
        <Games title={t("games.title")} games={ownGames} />
        {looksNoFurther && <p className={css.hint}>{t("welcome.elsewhere", { command: ELSEWHERE })}</p>}
        <Games title={t("welcome.found", { count: found.length })} games={found} />
        {found.length > 0 && <p className={css.hint}>{t("welcome.found-text")}</p>}
        {ownGames.length + broughtGames.length === 0 && <Samples />}
        <Games title={t("welcome.brought")} games={broughtGames} />
        <Others />
      </div>
    </div>
  );
}

/** A game that could not be opened, why, and what can be done. */
function Failure() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const failure = useStudio((s) => s.failure);
  const facts = useStudio((s) => s.failureFacts);
  const wanted = useStudio((s) => s.route.game);
  const allow = async () => {
    if (wanted !== undefined && (await studio.store.allow(wanted).catch(() => false)))
      await studio.openGame(wanted);
  };
  return (
    <>
      <h2>{wanted === undefined ? "Turnwright" : t("welcome.failed", { game: wanted })}</h2>
      <p>{t(`store.${failure ?? "unknown"}`, facts ?? {})}</p>
      {failure === "permission" && (
        <button type="button" className="btn" onClick={() => void allow()} autoFocus>
          {t("welcome.allow")}
        </button>
      )}
    </>
  );
}

function Games({ title, games }: { title: string; games: readonly GameEntry[] }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const names = useStudio((s) => s.labelLanguage);
  const language = useStudio((s) => s.uiLanguage);
  if (games.length === 0) return null;
  return (
    <section className={css.games} aria-label={title}>
      <h4>{title}</h4>
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <button type="button" onClick={() => void studio.openGame(game.id)}>
              <b>{nameOf(game, names, language)}</b>
              <span>
                {game.machines && game.machines.length > 1
                  ? t("bring.machines", { count: game.machines.length, machines: game.machines.join(", ") })
                  : ""}
              </span>
              <small>{game.kept === undefined || game.found ? game.path : placeWords(game, t)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Scripts of the folder that was opened in which there is no machine: they were seen, and why they are not above. */
function Others() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    let isStale = false;
    studio.store.others().then(
      (found) => isStale || setOthers(found),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [studio]);
  if (others.length === 0) return null;
  return (
    <details className={css.others}>
      <summary>{t("welcome.others", { count: others.length })}</summary>
      <p>{t("welcome.looked")}</p>
      <ul>
        {others.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </details>
  );
}
