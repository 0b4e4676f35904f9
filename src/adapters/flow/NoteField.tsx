import { useEffect, useRef } from "react";
import type { NoteActions } from "#adapters/flow/noteActions.ts";
import { type Note, NOTE_COLOURS } from "#core/layout/arrangement/arrangement.ts";
import styles from "#adapters/flow/notes.module.css";

/** The text of a note while it is written, over what stands beside it. Leaving it takes the text, Escape leaves all as it was. */
export function NoteField({ note, actions }: { note: Note; actions: NoteActions }) {
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
    actions.endEdit(note.id, text);
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
        aria-label={actions.words.edit}
        placeholder={actions.words.hint}
        rows={Math.max(3, note.text.split("\n").length)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") end(undefined);
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) end(now());
        }}
      />
      <div className={styles["noteTools"]} role="group" aria-label={actions.words.colour}>
        {NOTE_COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            data-colour={colour}
            aria-pressed={(note.colour ?? "yellow") === colour}
            aria-label={actions.words.colours[colour]}
            title={actions.words.colours[colour]}
            onClick={() => actions.colour(note.id, colour, now())}
          />
        ))}
        <button
          type="button"
          className={styles["noteDelete"]}
          aria-label={actions.words.delete}
          title={actions.words.delete}
          onClick={() => {
            ended.current = true;
            actions.remove(note.id);
          }}
        >
          ✕
        </button>
      </div>
    </div>
  );
}
