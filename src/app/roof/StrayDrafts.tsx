import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GameEntry } from "#core/project/store.ts";
import type { LeftDraft } from "#adapters/storage/drafts.ts";
import { codeOf, factsOf } from "#app/studio/StudioState.ts";
import { nameOf } from "#app/studio/useGameName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/roof/StrayDrafts.module.css";
import list from "#app/roof/Welcome.module.css";

/**
 * Unsaved work that pages left behind on games that are no longer here: another tab or program renamed or removed them meanwhile. It
 * is restored into a game that is here, after a look at the difference, or as a game of its own when its machine is among the files.
 */
export function StrayDrafts({ games }: { games: readonly GameEntry[] }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const [drafts, setDrafts] = useState<readonly LeftDraft[]>([]);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    let isStale = false;
    // The list in the window is empty when it could not be read: then nothing would seem to be here.
    studio.store
      .list()
      .then((entries) => studio.drafts.strayDrafts(entries.map(({ id }) => id)))
      .then(
        (found) => isStale || setDrafts(found),
        () => undefined,
      );
    return () => {
      isStale = true;
    };
  }, [studio, games, changes]);
  if (drafts.length === 0) return null;
  return (
    <section className={list.games} aria-label={t("welcome.stray")}>
      <h4>{t("welcome.stray")}</h4>
      <p className={list.hint}>{t("welcome.stray-text")}</p>
      <ul>
        {drafts.map((draft) => (
          <StrayDraft
            key={`${draft.game} ${draft.page}`}
            draft={draft}
            games={games}
            onChange={() => setChanges(changes + 1)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Where a draft is restored to when it becomes a game of its own. No game has this id. */
const OWN = "";

function StrayDraft({
  draft,
  games,
  onChange,
}: {
  draft: LeftDraft;
  games: readonly GameEntry[];
  onChange: () => void;
}) {
  const { t, i18n } = useTranslation();
  const studio = useStudioActions();
  const names = useStudio((s) => s.labelLanguage);
  const language = useStudio((s) => s.uiLanguage);
  const files = draft.files.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
  const isWhole = files.some(({ name }) => name === "machine");
  const [chosen, setChosen] = useState<string>();
  const target = chosen ?? (isWhole ? OWN : games[0]?.id);
  const restore = async () => {
    if (target === undefined) return;
    if (target !== OWN) {
      await studio.openGame(target);
      return studio.window.set({ question: { kind: "draft", game: target, draft } });
    }
    try {
      await studio.store.create(draft.game, files);
      await studio.drafts.dropDraft(draft.game, draft.page);
      await studio.refreshGames();
      await studio.openGame(draft.game);
    } catch (error) {
      studio.window.notice("error", `store.${codeOf(error)}`, factsOf(error));
    }
  };
  const discard = async () => {
    await studio.drafts.dropDraft(draft.game, draft.page).catch(() => undefined);
    onChange();
  };
  return (
    <li className={css.draft}>
      <b>{draft.game}</b>
      <span>
        {t("welcome.stray-kept", {
          at: new Date(draft.at).toLocaleString(i18n.language),
          files: new Intl.ListFormat(i18n.language).format(draft.files.map(({ name }) => name)),
        })}
      </span>
      <div className={css.commands}>
        <label>
          {t("welcome.stray-into")}
          <select className="field" value={target} onChange={(event) => setChosen(event.target.value)}>
            {isWhole && <option value={OWN}>{t("welcome.stray-own")}</option>}
            {games.map((game) => (
              <option key={game.id} value={game.id}>
                {nameOf(game, names, language)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="btn" disabled={target === undefined} onClick={() => void restore()}>
          {t("dialog.draft-take")}
        </button>
        <button type="button" className="btn quiet" onClick={() => void discard()}>
          {t("dialog.draft-drop")}
        </button>
      </div>
    </li>
  );
}
