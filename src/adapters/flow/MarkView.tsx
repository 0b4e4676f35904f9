import { useReactFlow, ViewportPortal } from "@xyflow/react";
import { useEffect, useId, useRef, useState } from "react";
import { useNoteActions } from "#adapters/flow/noteActions.ts";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import { NoteCards } from "#adapters/flow/NoteView.tsx";
import type { Mark } from "#core/layout/content/stateContent.ts";
import type { Point } from "#core/layout/geometry.ts";
import { iconOf } from "#core/layout/icons.ts";
import styles from "#adapters/flow/MarkView.module.css";
import signs from "#adapters/flow/signs.module.css";

/** Signs beside a name: who decides, what stays, how much is closed. Their words come on hover, and are read aloud. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  return (
    <>
      {marks.map((mark) =>
        mark.kind === "note" ? (
          <NoteMark key={mark.kind} mark={mark} />
        ) : (
          <span
            key={`${mark.kind} ${mark.who}`}
            className={signs["mark"]}
            data-mark={mark.kind}
            title={mark.title}
          >
            <Sign mark={mark} />
          </span>
        ),
      )}
    </>
  );
}

function Sign({ mark }: { mark: Mark }) {
  return (
    <>
      <svg viewBox="0 0 12 12" width="12" height="12" role="img" aria-label={mark.title}>
        <path fillRule="evenodd" d={iconOf(mark)} />
      </svg>
      {mark.text === "" ? null : <span aria-hidden="true">{mark.text}</span>}
    </>
  );
}

/** The sign of notes that have no room: it opens under the pointer, on focus, and while one of them is written. */
function NoteMark({ mark }: { mark: Mark }) {
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
      <button ref={sign} type="button" className={`${styles["noteMark"]} nodrag`} data-mark="note">
        <Sign mark={mark} />
      </button>
      {at || writing ? (
        <ViewportPortal>
          <div
            ref={cards}
            className={styles["openNotes"]}
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
