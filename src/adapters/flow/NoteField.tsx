import { useEffect, useRef } from "react";
import type { NoteDoings } from "#adapters/flow/noteDoings.ts";
import { type Note, NOTE_COLOURS } from "#core/layout/arrangement/arrangement.ts";
import styles from "#adapters/flow/canvas.module.css";

/** The text of a note while it is written, over what stands beside it. Leaving it takes the text, Escape leaves all as it was. */
export function NoteField({ note, doings }: { note: Note; doings: NoteDoings }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    const text = field.current;
    // Whatever opened it gives the focus back first.
    const later = setTimeout(() => {
      text?.focus();
      text?.select();
    });
    return () => clearTimeout(later);
  }, []);
  const end = (text: string | undefined) => {
    if (ended.current) return;
    ended.current = true;
    doings.endEdit(note.id, text);
  };
  const now = () => field.current?.value ?? note.text;
  return (
    <div
      className={`${styles["noteField"]} nopan nowheel`}
      data-aside
      onKeyDown={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) end(now());
      }}
    >
      <textarea
        ref={field}
        defaultValue={note.text}
        aria-label={doings.words.edit}
        placeholder={doings.words.hint}
        rows={Math.max(3, note.text.split("\n").length)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") end(undefined);
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) end(now());
        }}
      />
      <div className={styles["noteTools"]} role="group" aria-label={doings.words.colour}>
        {NOTE_COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            data-colour={colour}
            aria-pressed={(note.colour ?? "yellow") === colour}
            aria-label={doings.words.colours[colour]}
            title={doings.words.colours[colour]}
            onClick={() => doings.colour(note.id, colour, now())}
          />
        ))}
        <button
          type="button"
          className={styles["noteDelete"]}
          aria-label={doings.words.delete}
          title={doings.words.delete}
          onClick={() => {
            ended.current = true;
            doings.remove(note.id);
          }}
        >
          ✕
        </button>
      </div>
    </div>
  );
}
