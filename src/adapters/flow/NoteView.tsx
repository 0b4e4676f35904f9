import type { NodeProps } from "@xyflow/react";
import { type KeyboardEvent, memo } from "react";
import type { NoteFlowNode } from "#adapters/flow/flowGraph.ts";
import { useNoteActions } from "#adapters/flow/noteActions.ts";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import { useLateViews } from "#adapters/flow/useLateViews.ts";
import { pathOf } from "#core/chart/places.ts";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import { noteContent } from "#core/layout/content/noteContent.ts";
import { iconOf } from "#core/layout/icons.ts";
import styles from "#adapters/flow/notes.module.css";

/** A remark beside the state that it is about, with a tip that points there. */
export const NoteView = memo(function NoteView({ data }: NodeProps<NoteFlowNode>) {
  const { drawn, tip } = data;
  return <NoteCard note={drawn.note} lines={drawn.lines} tip={tip} />;
});

/** The notes that a sign stands for, opened. */
export function NoteCards({ notes }: { notes: readonly Note[] }) {
  return notes.map((note) => <NoteCard key={note.id} note={note} lines={noteContent(note.text).lines} />);
}

interface CardProps {
  readonly note: Note;
  readonly lines: readonly string[];
  readonly tip?: NoteFlowNode["data"]["tip"];
}

function NoteCard({ note, lines, tip }: CardProps) {
  const actions = useNoteActions();
  const { names } = useCanvas();
  const path = pathOf(note.at);
  const about = names.state(path, path.at(-1) ?? "");
  const writing = actions?.editing === note.id;
  const { NoteField } = useLateViews(writing) ?? {};
  const canEdit = actions !== undefined && !actions.readOnly;
  const onKeyDown = (event: KeyboardEvent) => {
    if (writing || !canEdit || event.nativeEvent.isComposing) return;
    const edits = event.key === "Enter" || event.key === "F2";
    const removes = event.key === "Delete" || event.key === "Backspace";
    if (!edits && !removes) return;
    event.preventDefault();
    event.stopPropagation();
    if (edits) actions.edit(note.id);
    else actions.remove(note.id);
  };
  return (
    <div
      className={`${styles["noteCard"]} nodrag`}
      data-colour={note.colour ?? "yellow"}
      data-note={note.id}
      data-about={note.at}
      data-block={`note ${note.id}`}
      data-writing={writing || undefined}
      role="note"
      aria-label={actions?.words.note.replace("{state}", about) || about}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is edited and deleted by keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => {
        event.stopPropagation();
        if (canEdit) actions.edit(note.id);
      }}
    >
      {tip ? <span className={styles["noteTip"]} data-side={tip.side} style={{ top: tip.y }} /> : null}
      <svg className={styles["noteSign"]} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path fillRule="evenodd" d={iconOf({ kind: "note" })} />
      </svg>
      {writing && actions && NoteField ? (
        <NoteField note={note} actions={actions} />
      ) : (
        <div title={note.text}>
          {lines.map((line, i) => (
            <div key={i} className={styles["noteLine"]}>
              {line}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
