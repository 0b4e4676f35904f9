import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isDeviceName, isGameId } from "#core/project/gameFiles.ts";
import { newGameFiles } from "#core/project/newGame.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { dropFlows } from "#app/panels/canvas/storedFlows.ts";
import { gameIdOf } from "#app/studio/gameIdOf.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { codeOf, factsOf, type Question } from "#app/studio/StudioState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Dialogs.module.css";

/** A question that a name answers. */
type NameQuestion = Extract<
  Question,
  { kind: "new-game" | "rename-game" | "duplicate-game" | "delete-game" }
>;

/** Asks for the id of a new, renamed or duplicated game. */
export function NameDialog({ question }: { question: NameQuestion }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const games = useStudio((s) => s.games) ?? [];
  const [id, setId] = useState(
    question.kind === "new-game"
      ? ""
      : question.kind === "duplicate-game"
        ? `${question.game}-copy`
        : question.game,
  );
  const [fault, setFault] = useState<string | null>(null);
  const isNew = question.kind === "new-game";
  const [title, setTitle] = useState("");
  /** The id was typed, and follows the title no longer. */
  const [hasOwnId, setHasOwnId] = useState(false);
  const nameIt = (text: string) => {
    setTitle(text);
    setFault(null);
    if (!hasOwnId)
      setId(text.trim() === "" ? "" : gameIdOf(text, (other) => games.some((game) => game.id === other)));
  };
  const isTaken =
    games.some((g) => g.id === id) && !(question.kind === "rename-game" && id === question.game);
  const bad =
    id !== "" && !isGameId(id)
      ? t("games.bad-id")
      : isDeviceName(id)
        ? t("games.device", { id })
        : isTaken
          ? t("games.taken", { id })
          : null;
  const close = () => studio.window.set({ question: null });
  const submit = async () => {
    if (id === "" || bad) return;
    const failure = await giveName(studio, question, { id, title: title.trim() });
    if (failure) setFault(t(failure.key, failure.facts ?? {}));
  };
  return (
    <DialogFrame
      title={t(`dialog.${question.kind}`)}
      onClose={close}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={close}>
            {t("cancel")}
          </button>
          <button type="submit" form="name-form" className="btn" disabled={id === "" || bad !== null}>
            {t(`dialog.${question.kind}-do`)}
          </button>
        </>
      }
    >
      <form
        id="name-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isNew && (
          <label className={css.label}>
            {t("games.name")}
            <input
              className="field"
              value={title}
              onChange={(event) => nameIt(event.target.value)}
              autoComplete="off"
              autoFocus
            />
          </label>
        )}
        <label className={css.label}>
          {t("games.id")}
          <input
            className="field mono"
            value={id}
            onChange={(event) => {
              setId(event.target.value);
              setHasOwnId(event.target.value !== "");
              setFault(null);
            }}
            aria-invalid={bad !== null}
            aria-describedby="name-hint"
            spellCheck={false}
            autoComplete="off"
            autoFocus={!isNew}
          />
        </label>
        <p id="name-hint" className={css.hint} data-bad={bad || fault ? true : undefined}>
          {fault ?? bad ?? t("games.id-hint")}
        </p>
      </form>
    </DialogFrame>
  );
}

/** Why a game did not get its name. */
interface NameFailure {
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** Makes, copies or renames a game, and opens it. What is on disk is what is copied or renamed: unsaved work goes there first. */
async function giveName(
  studio: Studio,
  question: NameQuestion,
  { id, title }: { readonly id: string; readonly title: string },
): Promise<NameFailure | undefined> {
  try {
    if (question.kind === "new-game") {
      const words = title === "" ? undefined : { title, language: studio.get().uiLanguage };
      await studio.store.create(id, newGameFiles(id, words));
    } else {
      const { project, files } = studio.get();
      if (project?.id === question.game && (files?.dirty.length ?? 0) > 0) {
        await studio.editor.save();
        // Another program wrote it too, or the save was refused: that work would be left out, and with a rename lost.
        if ((studio.get().files?.dirty.length ?? 0) > 0) return { key: "games.not-saved" };
      }
      if (question.kind === "duplicate-game") await studio.store.duplicate(question.game, id);
      else if (id !== question.game) await studio.store.rename(question.game, id);
    }
    studio.window.set({ question: null });
    await studio.refreshGames();
    await studio.openGame(id);
    if (question.kind === "rename-game" && id !== question.game) {
      await studio.closeGame(question.game, "forget");
      dropFlows(question.game);
    }
    return undefined;
  } catch (error) {
    return { key: `store.${codeOf(error)}`, facts: factsOf(error) };
  }
}
