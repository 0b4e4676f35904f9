import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Arrangement, NOTE_COLOURS } from "#core/layout/arrangement/arrangement.ts";
import type { NoteActions, NoteWords } from "#adapters/flow/noteActions.ts";
import { removeNotes, setNote } from "#app/gestures/noteCommands.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

/** The arrangement with the note that is being written, which has its room before it is in the file, and what is done to notes. */
export function useNotes(
  arrangement: Arrangement,
  readOnly: boolean,
): { readonly arrangement: Arrangement; readonly actions: NoteActions } {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const written = useStudio((s) => s.note);
  const shown = useMemo<Arrangement>(() => {
    if (!written || readOnly) return arrangement;
    const known = arrangement.notes.some(({ id }) => id === written.id);
    return {
      ...arrangement,
      notes: known
        ? arrangement.notes.map((note) => (note.id === written.id ? written : note))
        : [...arrangement.notes, written],
    };
  }, [arrangement, written, readOnly]);
  const words = useMemo<NoteWords>(
    () => ({
      note: t("note.about", { skipInterpolation: true }),
      edit: t("note.text"),
      delete: t("command.note.delete"),
      colour: t("note.colour"),
      hint: t("note.hint"),
      colours: Object.fromEntries(
        NOTE_COLOURS.map((colour) => [colour, t(`note.colours.${colour}`)]),
      ) as NoteWords["colours"],
    }),
    [t],
  );
  const actions = useMemo<NoteActions>(() => {
    const find = (id: string) => shown.notes.find((note) => note.id === id);
    return {
      words,
      readOnly,
      editing: readOnly ? undefined : written?.id,
      edit: (id) => studio.window.set({ note: find(id) ?? null }),
      endEdit: (id, text) => {
        const note = find(id);
        studio.window.set({ note: null });
        if (note && text !== undefined) setNote(studio, { ...note, text });
      },
      colour: (id, colour, text) => {
        const note = find(id);
        if (note) studio.window.set({ note: { ...note, colour, text } });
      },
      remove: (id) => {
        studio.window.set({ note: null });
        removeNotes(studio, new Set([id]));
      },
    };
  }, [shown, words, readOnly, written, studio]);
  return { arrangement: shown, actions };
}
