import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { RenameSymbolDialog } from "#app/gestures/names/RenameSymbolDialog.tsx";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { DiffText } from "#app/kit/DiffText.tsx";
import { NameDialog } from "#app/roof/NameDialog.tsx";
import { fileTitle } from "#app/studio/fileTitle.ts";
import { codeOf, factsOf, type Question } from "#app/studio/StudioState.ts";
import { useGameName } from "#app/studio/useGameName.ts";
import { dropFlows } from "#app/panels/canvas/storedFlows.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Dialogs.module.css";

const PasteDialog = lazy(() =>
  import("#app/gestures/bring/PasteDialog.tsx").then((m) => ({ default: m.PasteDialog })),
);
const InspectDialog = lazy(() =>
  import("#app/views/inspect/InspectDialog.tsx").then((m) => ({ default: m.InspectDialog })),
);
const ScenariosDialog = lazy(() =>
  import("#app/panels/play/scenarios/ScenariosDialog.tsx").then((m) => ({ default: m.ScenariosDialog })),
);
const ExchangeDialog = lazy(() =>
  import("#app/views/rules/ExchangeDialog.tsx").then((m) => ({ default: m.ExchangeDialog })),
);
const CommandDialog = lazy(() =>
  import("#app/gestures/CommandDialog.tsx").then((m) => ({ default: m.CommandDialog })),
);
const PreviewDialog = lazy(() =>
  import("#app/gestures/PreviewDialog.tsx").then((m) => ({ default: m.PreviewDialog })),
);

const ShortcutSheet = lazy(() =>
  import("#app/roof/ShortcutSheet.tsx").then((m) => ({ default: m.ShortcutSheet })),
);

/** The dialog of the question that waits for an answer. */
export function Dialogs() {
  const question = useStudio((s) => s.question);
  switch (question?.kind) {
    case "new-game":
    case "rename-game":
    case "duplicate-game":
      return <NameDialog key={question.kind} question={question} />;
    case "delete-game":
      return <DeleteDialog game={question.game} />;
    case "draft":
      return <DraftDialog question={question} />;
    case "close":
      return <CloseDialog game={question.game} />;
    case "paste":
      return (
        <Suspense fallback={null}>
          <PasteDialog text={question.text} />
        </Suspense>
      );
    case "exchange":
      return (
        <Suspense fallback={null}>
          <ExchangeDialog />
        </Suspense>
      );
    case "conflict":
      return <ConflictDialog question={question} />;
    case "command":
      return (
        <Suspense fallback={null}>
          <CommandDialog offer={question.offer} revision={question.revision} />
        </Suspense>
      );
    case "preview":
      return (
        <Suspense fallback={null}>
          <PreviewDialog request={question.request} />
        </Suspense>
      );
    case "inspect":
      return (
        <Suspense fallback={null}>
          <InspectDialog />
        </Suspense>
      );
    case "scenarios":
      return (
        <Suspense fallback={null}>
          <ScenariosDialog />
        </Suspense>
      );
    case "shortcuts":
      return (
        <Suspense fallback={null}>
          <ShortcutSheet />
        </Suspense>
      );
    case "rename-symbol":
      return <RenameSymbolDialog symbol={question.symbol} />;
    default:
      return null;
  }
}

function DeleteDialog({ game }: { game: string }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const keptAs = useStudio((s) => s.games?.find(({ id }) => id === game)?.kept);
  // A file that was brought stays where it is: only the list forgets it.
  const verb = keptAs === "file" || keptAs === "folder" ? "forget" : keptAs === "copy" ? "drop" : "delete";
  const [fault, setFault] = useState<string | null>(null);
  const close = () => studio.window.set({ question: null });
  const remove = async () => {
    try {
      await studio.store.remove(game);
      close();
      await studio.refreshGames();
      await studio.closeGame(game, "forget");
      dropFlows(game);
    } catch (error) {
      setFault(t(`store.${codeOf(error)}`, factsOf(error)));
    }
  };
  return (
    <DialogFrame
      title={t(`dialog.${verb}-game`, { game })}
      onClose={close}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={close} autoFocus>
            {t("cancel")}
          </button>
          <button type="button" className="btn danger" onClick={() => void remove()}>
            {t(`dialog.${verb}-game-do`)}
          </button>
        </>
      }
    >
      <p>{t(`dialog.${verb}-game-text`)}</p>
      {fault && (
        <p className={css.hint} data-bad>
          {fault}
        </p>
      )}
    </DialogFrame>
  );
}

/** A game with unsaved work is to be closed. */
function CloseDialog({ game }: { game: string }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const name = useGameName(game);
  const close = () => studio.window.set({ question: null });
  return (
    <DialogFrame
      title={t("dialog.close-game", { game: name })}
      onClose={close}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={close}>
            {t("cancel")}
          </button>
          <button type="button" className="btn quiet" onClick={() => void studio.closeGame(game, "forget")}>
            {t("dialog.close-game-forget")}
          </button>
          <button type="button" className="btn" onClick={() => void studio.closeGame(game, "save")} autoFocus>
            {t("dialog.close-game-save")}
          </button>
        </>
      }
    >
      <p>{t("dialog.close-game-text")}</p>
    </DialogFrame>
  );
}

/** Unsaved work from before a crash or a closed page: what it would change, and take it or not. */
function DraftDialog({ question }: { question: Extract<Question, { kind: "draft" }> }) {
  const { t, i18n } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const at = new Date(question.draft.at).toLocaleString(i18n.language);
  const changedSince = question.draft.files.filter(
    ({ name, base }) => project?.keeps(name) && (project.storedHash(name) ?? null) !== base,
  );
  return (
    <DialogFrame
      wide
      title={t("dialog.draft")}
      onClose={() => studio.window.set({ question: null })}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={() => void studio.settleDraft(false)}>
            {t("dialog.draft-drop")}
          </button>
          <button type="button" className="btn" onClick={() => void studio.settleDraft(true)} autoFocus>
            {t("dialog.draft-take")}
          </button>
        </>
      }
    >
      <p>{t("dialog.draft-text", { at })}</p>
      {changedSince.length > 0 && (
        <p role="alert">
          {t("dialog.draft-older", {
            files: new Intl.ListFormat(i18n.language).format(
              changedSince.map(({ name }) => fileTitle(project, name)),
            ),
          })}
        </p>
      )}
      {question.draft.files.map(({ name, text }) => (
        <DiffText
          key={name}
          name={fileTitle(project, name)}
          before={project?.text(name) ?? ""}
          after={text ?? ""}
        />
      ))}
    </DialogFrame>
  );
}

/** Another program wrote a file that has unsaved work here: both are shown, the person chooses, and undo leads back. */
function ConflictDialog({ question }: { question: Extract<Question, { kind: "conflict" }> }) {
  const { file } = question;
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const theirs = useStudio((s) => s.files?.conflicts.get(file)?.text ?? null);
  const settle = (version: "mine" | "theirs") => {
    project?.settle(file, version, Date.now());
    const saves = question.saves === true || version === "mine";
    const next = project ? [...project.state().conflicts.keys()][0] : undefined;
    studio.window.set({ question: next ? { kind: "conflict", file: next, saves } : null });
    // Of several files the last answer saves what is kept.
    if (next === undefined && saves) void studio.editor.save();
  };
  return (
    <DialogFrame
      wide
      title={t("dialog.conflict", { file: fileTitle(project, file) })}
      onClose={() => studio.window.set({ question: null })}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={() => studio.window.set({ question: null })}>
            {t("dialog.conflict-later")}
          </button>
          <button type="button" className="btn quiet" onClick={() => settle("theirs")}>
            {t("dialog.conflict-theirs")}
          </button>
          <button type="button" className="btn" onClick={() => settle("mine")}>
            {t("dialog.conflict-mine")}
          </button>
        </>
      }
    >
      <p>{t(theirs === null ? "dialog.conflict-gone" : "dialog.conflict-text")}</p>
      <DiffText name={fileTitle(project, file)} before={theirs ?? ""} after={project?.text(file) ?? ""} />
    </DialogFrame>
  );
}
