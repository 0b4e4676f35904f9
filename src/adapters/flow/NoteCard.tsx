import { useReactFlow, ViewportPortal } from "@xyflow/react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { NoteFlowNode } from "#adapters/flow/flowGraph.ts";
import { useNoteActions } from "#adapters/flow/noteActions.ts";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import { Sign } from "#adapters/flow/Sign.tsx";
import { NoteField } from "#adapters/flow/NoteField.tsx";
import { pathOf } from "#core/chart/places.ts";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import { noteContent } from "#core/layout/content/noteContent.ts";
import type { Mark } from "#core/layout/content/stateContent.ts";
import type { Point } from "#core/layout/geometry.ts";
import { iconOf } from "#core/layout/icons.ts";
import markStyles from "#adapters/flow/MarkView.module.css";
import styles from "#adapters/flow/notes.module.css";

/** The notes that a sign stands for, opened. */
function NoteCards({ notes }: { notes: readonly Note[] }) {
  return notes.map((note) => <NoteCard key={note.id} note={note} lines={noteContent(note.text).lines} />);
}

interface CardProps {
  readonly note: Note;
  readonly lines: readonly string[];
  readonly tip?: NoteFlowNode["data"]["tip"];
}

/** A remark about a state, with a tip that points there where it stands beside it. */
export function NoteCard({ note, lines, tip }: CardProps) {
  const actions = useNoteActions();
  const { names } = useCanvas();
  const path = pathOf(note.at);
  const about = names.state(path, path.at(-1) ?? "");
  const writing = actions?.editing === note.id;
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
      {writing && actions ? (
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

/** The sign of notes that have no room: it opens under the pointer, on focus, and while one of them is written. */
export function NoteMark({ mark }: { mark: Mark }) {
  const flow = useReactFlow();
  const { rest } = useCanvas();
  const id = useId();
  const actions = useNoteActions();
  const sign = useRef<HTMLButtonElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Point | undefined>();
  const notes = mark.notes ?? [];
  const writing = notes.some(({ id }) => id === actions?.editing);
  const open = () => {
    const box = sign.current?.getBoundingClientRect();
    if (box) setAt(flow.screenToFlowPosition({ x: box.right, y: box.top - 4 }));
  };
  useEffect(() => {
    if (!writing) return;
    const box = sign.current?.getBoundingClientRect();
    if (box) setAt(flow.screenToFlowPosition({ x: box.right, y: box.top - 4 }));
  }, [writing, flow]);
  const leave = () =>
    setTimeout(() => {
      const now = document.activeElement;
      if (now !== sign.current && !cards.current?.contains(now)) setAt(undefined);
    });
  return (
    <span
      onMouseEnter={() => rest.point(id, open)}
      onMouseLeave={() => {
        rest.leave(id);
        leave();
      }}
      onFocus={open}
      onBlur={leave}
    >
      <button ref={sign} type="button" className={`${markStyles["noteMark"]} nodrag`} data-mark="note">
        <Sign mark={mark} />
      </button>
      {at || writing ? (
        <ViewportPortal>
          <div
            ref={cards}
            className={markStyles["openNotes"]}
            style={{
              transform: `translate(${at?.x ?? 0}px, ${at?.y ?? 0}px) scale(var(--k))`,
              transformOrigin: "0 0",
            }}
            data-aside
          >
            <NoteCards notes={notes} />
          </div>
        </ViewportPortal>
      ) : null}
    </span>
  );
}
