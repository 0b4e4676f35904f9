import { useTranslation } from "react-i18next";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";

/** What stands in the window while no game is open: it is being read, cannot be read, or there is none yet. */
export function Welcome() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const opening = useStudio((s) => s.opening);
  const failure = useStudio((s) => s.failure);
  const games = useStudio((s) => s.games);
  const wanted = useStudio((s) => s.route.game);
  if (opening === "opening" || games === null)
    return <div className="empty" role="status" aria-label={t("loading")} />;
  return (
    <div className="empty">
      <h2>{opening === "failed" ? t("welcome.failed", { game: wanted ?? "" }) : t("welcome.none")}</h2>
      {opening === "failed" && <p>{t(`store.${failure ?? "unknown"}`)}</p>}
      <div style={{ display: "flex", gap: 8, flexWrap: "wrap", justifyContent: "center" }}>
        {games.map((game) => (
          <button
            key={game.id}
            type="button"
            className="btn quiet"
            onClick={() => void studio.openGame(game.id)}
          >
            {game.title[studio.get().uiLanguage] ?? game.title["en"] ?? game.id}
          </button>
        ))}
        <button type="button" className="btn" onClick={() => studio.set({ question: { kind: "new-game" } })}>
          {t("games.new")}
        </button>
      </div>
    </div>
  );
}
