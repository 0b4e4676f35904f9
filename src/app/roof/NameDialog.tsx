import { lazy, type KeyboardEvent, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isDeviceName, isGameId } from "#core/project/gameFiles.ts";
import { newGameFiles } from "#core/project/newGame.ts";
import { DialogFrame, FormFoot } from "#app/kit/DialogFrame.tsx";
import { focusCanvasNow } from "#app/kit/focusCanvas.ts";
import { dropFlows } from "#app/panels/canvas/storedFlows.ts";
import type { GivenFiles } from "#app/roof/fromFile/GivenFile.ts";
import { useGivenFiles } from "#app/roof/fromFile/useGivenFiles.ts";
import type { ImportedFile } from "#app/roof/fromFile/useImportedFile.ts";
import type { OutlineText } from "#app/roof/outlineFiles.ts";
import { gameIdOf } from "#app/studio/gameIdOf.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { codeOf, factsOf, type Question } from "#app/studio/StudioState.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Dialogs.module.css";

const OutlineBeginning = lazy(() =>
  import("#app/roof/OutlineBeginning.tsx").then((m) => ({ default: m.OutlineBeginning })),
);

const FileBeginning = lazy(() =>
  import("#app/roof/fromFile/FileBeginning.tsx").then((m) => ({ default: m.FileBeginning })),
);

/** What a new game begins with. */
const BEGINNINGS = ["turn", "empty", "text", "file"] as const;
type Beginning = (typeof BEGINNINGS)[number];

/** A question that a name answers. */
type NameQuestion = Extract<
  Question,
  { kind: "new-game" | "rename-game" | "duplicate-game" | "delete-game" }
>;

/** Asks for the id of a new, renamed or duplicated game. */
export function NameDialog({ question }: { question: NameQuestion }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const isNew = question.kind === "new-game";
  const { id, title, bad, nameIt, proposeTitle, setId } = useGameName(question);
  const [fault, setFault] = useState<string | null>(null);
  // A text that was closed with the dialog is there again.
  const [outline, setOutline] = useState<OutlineText>(() => ({ text: readPreference("outline") ?? "" }));
  const [beginning, setBeginning] = useState<Beginning>(
    isNew && outline.text.trim() !== "" ? "text" : "turn",
  );
  const [attempts, setAttempts] = useState(0);
  const isFromText = isNew && beginning === "text";
  const isFromFile = isNew && beginning === "file";
  const [given, setGiven] = useState<GivenFiles>();
  const [imported, setImported] = useState<ImportedFile>();
  const give = (files: GivenFiles) => {
    setBeginning("file");
    setGiven(files);
    setImported(undefined);
    setFault(null);
  };
  const isOver = useGivenFiles(isNew, give);
  const write = (next: OutlineText) => {
    setOutline(next);
    setFault(null);
    writePreference("outline", next.text);
  };
  const cannot =
    id === "" || bad !== null || (isFromText && outline.text.trim() === "") || (isFromFile && !imported);
  const close = () => {
    // Escape ends what an input method is writing, and not the dialog.
    if (document.querySelector("[data-composing]")) return;
    studio.window.set({ question: null });
  };
  const titleField = useRef<HTMLInputElement>(null);
  const submit = async () => {
    // Ctrl+Enter works without an id too: the keys go to the field that lacks it.
    if (id === "") titleField.current?.focus();
    if (cannot) return;
    const failure = await giveName(studio, question, {
      id,
      title: title.trim(),
      beginning,
      ...(isFromText ? { outline } : {}),
      ...(isFromFile && imported ? { imported: imported.text } : {}),
    });
    if (failure === "outline") setAttempts((count) => count + 1);
    else if (failure) setFault(t(failure.key, failure.facts ?? {}));
  };
  const takeByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <DialogFrame
      wide={isFromText || isFromFile}
      title={t(`dialog.${question.kind}`)}
      onClose={close}
      foot={
        <FormFoot
          form="name-form"
          words={t(`dialog.${question.kind}-do`)}
          disabled={cannot}
          onCancel={close}
        />
      }
    >
      <form
        id="name-form"
        className={isFromText || isFromFile ? css.sideBySide : undefined}
        onKeyDown={takeByKeys}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isNew && (
          <label className={css.label}>
            {t("games.name")}
            <input
              ref={titleField}
              className="field"
              value={title}
              onChange={(event) => {
                nameIt(event.target.value);
                setFault(null);
              }}
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
        {isNew && <Beginnings value={beginning} onChange={setBeginning} />}
        {isFromText && (
          <Suspense fallback={<div className="empty" role="status" aria-label={t("loading")} />}>
            <OutlineBeginning value={outline} onChange={write} title={title.trim()} attempts={attempts} />
          </Suspense>
        )}
        {isFromFile && (
          <Suspense fallback={<div className="empty" role="status" aria-label={t("loading")} />}>
            <FileBeginning
              given={given}
              isOver={isOver}
              title={title.trim()}
              onGiven={give}
              onRead={(file) => {
                setImported(file);
                if (file) proposeTitle(file.machine.name || fileStem(file.name ?? ""));
              }}
            />
          </Suspense>
        )}
      </form>
    </DialogFrame>
  );
}

/** The name of a file without its extension. */
const fileStem = (name: string): string => name.replace(/\.[^.]*$/, "");

/** The title and the id that are typed; the id of a new game follows its title until it is typed itself. `bad` says what an id is not. */
function useGameName(question: NameQuestion) {
  const { t } = useTranslation();
  const games = useStudio((s) => s.games) ?? [];
  const [title, setTitle] = useState("");
  const [proposal, setProposal] = useState("");
  const [hasOwnId, setHasOwnId] = useState(false);
  const [id, setId] = useState(
    question.kind === "new-game"
      ? ""
      : question.kind === "duplicate-game"
        ? `${question.game}-copy`
        : question.game,
  );
  const isThere = (name: string) => games.some((game) => game.id === name);
  const isTaken = isThere(id) && !(question.kind === "rename-game" && id === question.game);
  const bad =
    id !== "" && !isGameId(id)
      ? t("games.bad-id")
      : isDeviceName(id)
        ? t("games.device", { id })
        : isTaken
          ? t("games.taken", { id })
          : null;
  const nameIt = (text: string) => {
    setTitle(text);
    if (!hasOwnId) setId(text.trim() === "" ? "" : gameIdOf(text, isThere));
  };
  return {
    id,
    title,
    bad,
    nameIt,
    /** Takes a title where the person has typed none. */
    proposeTitle(text: string): void {
      if (title.trim() !== "" && title !== proposal) return;
      setProposal(text);
      nameIt(text);
    },
    setId(text: string): void {
      setId(text);
      setHasOwnId(text !== "");
    },
  };
}

function Beginnings({ value, onChange }: { value: Beginning; onChange: (choice: Beginning) => void }) {
  const { t } = useTranslation();
  return (
    <div className={css.choices} role="radiogroup" aria-label={t("fromText.begin")}>
      <span aria-hidden>{t("fromText.begin")}</span>
      {BEGINNINGS.map((choice) => (
        <label key={choice}>
          <input type="radio" name="beginning" checked={value === choice} onChange={() => onChange(choice)} />
          {t(`fromText.${choice}`)}
        </label>
      ))}
    </div>
  );
}

/** Why a game did not get its name. */
interface NameFailure {
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** What a game is to be called, and the text of a new one. */
interface NamedGame {
  readonly id: string;
  readonly title: string;
  readonly outline?: OutlineText;
  readonly beginning: Beginning;
  /** The text of a file from another program. */
  readonly imported?: string;
}

/** Makes, copies or renames a game, and opens it. What is on disk is what is copied or renamed: unsaved work goes there first. */
async function giveName(
  studio: Studio,
  question: NameQuestion,
  { id, title, outline, imported, beginning }: NamedGame,
): Promise<NameFailure | "outline" | undefined> {
  try {
    if (question.kind === "new-game" && outline) {
      const { filesFromText } = await import("#app/roof/outlineFiles.ts");
      const { files } = filesFromText(id, outline, title);
      // The dialog says what is wrong with the text, and where.
      if (!files) return "outline";
      await studio.store.create(id, files);
      writePreference("outline", "");
    } else if (question.kind === "new-game" && imported !== undefined) {
      const { filesFromImport } = await import("#app/roof/fromFile/readImported.ts");
      await studio.store.create(id, await filesFromImport(id, imported, title));
    } else if (question.kind === "new-game") {
      const words = title === "" ? undefined : { title, language: studio.get().uiLanguage };
      await studio.store.create(id, newGameFiles(id, words, beginning === "empty" ? "empty" : "turn"));
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
    // The menu that led here gets the keys back; a new chart is what one works on next.
    if (question.kind === "new-game") setTimeout(focusCanvasNow);
    if (question.kind === "rename-game" && id !== question.game) {
      await studio.closeGame(question.game, "forget");
      dropFlows(question.game);
    }
    return undefined;
  } catch (error) {
    return { key: `store.${codeOf(error)}`, facts: factsOf(error) };
  }
}
