import { lazy, type KeyboardEvent, type RefObject, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isDeviceName, isGameId } from "#core/project/gameFiles.ts";
import { DialogFrame, FormFoot } from "#app/kit/DialogFrame.tsx";
import type { GivenFiles } from "#app/roof/fromFile/useGivenFiles.ts";
import { useGivenFiles } from "#app/roof/fromFile/useGivenFiles.ts";
import type { ImportedFile } from "#app/roof/fromFile/useImportedFile.ts";
import { type Beginning, BEGINNINGS, giveName, type NameQuestion } from "#app/roof/giveName.ts";
import type { OutlineText } from "#app/roof/outlineFiles.ts";
import { gameIdOf } from "#app/studio/gameIdOf.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Dialogs.module.css";

const OutlineBeginning = lazy(() =>
  import("#app/roof/OutlineBeginning.tsx").then((m) => ({ default: m.OutlineBeginning })),
);

const FileBeginning = lazy(() =>
  import("#app/roof/fromFile/FileBeginning.tsx").then((m) => ({ default: m.FileBeginning })),
);

/** Asks for the id of a new, renamed or duplicated game. */
export function NameDialog({ question }: { question: NameQuestion }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const isNew = question.kind === "new-game";
  const name = useGameName(question);
  const [fault, setFault] = useState<string | null>(null);
  const start = useNewGame(isNew, () => setFault(null));
  const cannot = name.id === "" || name.bad !== null || start.isMissing;
  const titleField = useRef<HTMLInputElement>(null);
  const close = () => {
    // Escape ends what an input method is writing, and not the dialog.
    if (document.querySelector("[data-composing]")) return;
    studio.window.set({ question: null });
  };
  const submit = async () => {
    // Ctrl+Enter works without an id too: the keys go to the field that lacks it.
    if (name.id === "") titleField.current?.focus();
    if (cannot) return;
    const game = { id: name.id, title: name.title.trim(), ...start.game };
    const failure = await giveName(studio, question, game);
    if (failure === "outline") start.countAttempt();
    else if (failure) setFault(t(failure.key, failure.facts ?? {}));
  };
  const takeByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  const isWide = isNew && (start.game.beginning === "text" || start.game.beginning === "file");
  return (
    <DialogFrame
      wide={isWide}
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
        className={isWide ? css.sideBySide : undefined}
        onKeyDown={takeByKeys}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <NameFields
          name={name}
          isNew={isNew}
          titleField={titleField}
          fault={fault}
          onTyped={() => setFault(null)}
        />
        {isNew && <BeginningFields start={start} name={name} />}
      </form>
    </DialogFrame>
  );
}

/** The title of a new game and the id, with what is wrong with it below. */
function NameFields({
  name,
  isNew,
  titleField,
  fault,
  onTyped,
}: {
  name: GameName;
  isNew: boolean;
  titleField: RefObject<HTMLInputElement | null>;
  /** Why the last attempt failed. */
  fault: string | null;
  onTyped: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {isNew && (
        <label className={css.label}>
          {t("games.name")}
          <input
            ref={titleField}
            className="field"
            value={name.title}
            onChange={(event) => {
              name.nameIt(event.target.value);
              onTyped();
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
          value={name.id}
          onChange={(event) => {
            name.setId(event.target.value);
            onTyped();
          }}
          aria-invalid={name.bad !== null}
          aria-describedby="name-hint"
          spellCheck={false}
          autoComplete="off"
          autoFocus={!isNew}
        />
      </label>
      <p id="name-hint" className={css.hint} data-bad={name.bad || fault ? true : undefined}>
        {fault ?? name.bad ?? t("games.id-hint")}
      </p>
    </>
  );
}

/** What a new game begins with: a choice, and the text or the file where it is one. */
function BeginningFields({ start, name }: { start: NewGame; name: GameName }) {
  const { t } = useTranslation();
  const { beginning } = start.game;
  const loading = <div className="empty" role="status" aria-label={t("loading")} />;
  return (
    <>
      <Beginnings value={beginning} onChange={start.begin} />
      {beginning === "text" && (
        <Suspense fallback={loading}>
          <OutlineBeginning
            value={start.outline}
            onChange={start.write}
            title={name.title.trim()}
            attempts={start.attempts}
          />
        </Suspense>
      )}
      {beginning === "file" && (
        <Suspense fallback={loading}>
          <FileBeginning
            given={start.given}
            isOver={start.isOver}
            title={name.title.trim()}
            onGiven={start.give}
            onRead={(file) => {
              start.read(file);
              if (file) name.proposeTitle(file.machine.name || fileStem(file.name ?? ""));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type NewGame = ReturnType<typeof useNewGame>;
type GameName = ReturnType<typeof useGameName>;

/** How a new game begins, with the text or the file that holds it. @param onChange is called when the text or the file is another one */
function useNewGame(isNew: boolean, onChange: () => void) {
  // A text that was closed with the dialog is there again.
  const [outline, setOutline] = useState<OutlineText>(() => ({ text: readPreference("outline") ?? "" }));
  const [beginning, setBeginning] = useState<Beginning>(
    isNew && outline.text.trim() !== "" ? "text" : "turn",
  );
  const [attempts, setAttempts] = useState(0);
  const [given, setGiven] = useState<GivenFiles>();
  const [imported, setImported] = useState<ImportedFile>();
  const give = (files: GivenFiles) => {
    setBeginning("file");
    setGiven(files);
    setImported(undefined);
    onChange();
  };
  const isOver = useGivenFiles(isNew, give);
  const isFromText = isNew && beginning === "text";
  const isFromFile = isNew && beginning === "file";
  return {
    game: {
      beginning,
      ...(isFromText ? { outline } : {}),
      ...(isFromFile && imported ? { imported: imported.text } : {}),
    },
    /** Whether the game begins with a text or a file, and there is none yet. */
    isMissing: (isFromText && outline.text.trim() === "") || (isFromFile && !imported),
    outline,
    attempts,
    given,
    isOver,
    give,
    begin: setBeginning,
    read: setImported,
    countAttempt: () => setAttempts((count) => count + 1),
    write(next: OutlineText): void {
      setOutline(next);
      onChange();
      writePreference("outline", next.text);
    },
  };
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
