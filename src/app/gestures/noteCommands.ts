import { pathOf, placeOf } from "#core/chart/places.ts";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import { freshNoteId } from "#core/layout/arrangement/noteText.ts";
import type { Selection } from "#app/studio/route.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** What can be done with the notes of what is selected. */
export interface NoteCommand {
  readonly id: "note.add" | "note.edit" | "note.delete";
  readonly run: () => void;
}

/** For the selected state, or for the machine when nothing is selected. A transition has no notes. */
export function noteCommands(studio: Studio, selection: Selection): NoteCommand[] {
  const { graph, project, route } = studio.get();
  const chart = graph?.chart;
  const at = selection?.kind === "state" ? selection.id : "";
  const isState = selection === null || selection.kind === "state";
  if (!chart || !project || graph.stale || route.view !== "design" || !isState || !placeOf(chart, pathOf(at)))
    return [];
  const { notes } = project.arrangement();
  const notesHere = notes.filter((note) => note.at === at);
  const last = notesHere.at(-1);
  const add = { id: "note.add", run: () => writeNote(studio, at) } as const;
  if (!last) return [add];
  return [
    add,
    { id: "note.edit", run: () => studio.window.set({ note: last }) },
    { id: "note.delete", run: () => removeNotes(studio, new Set(notesHere.map(({ id }) => id))) },
  ];
}

/** Begins a note: it is in the file once something is written. */
function writeNote(studio: Studio, at: string): void {
  const notes = studio.get().project?.arrangement().notes ?? [];
  studio.window.set({ note: { id: freshNoteId(notes), at, text: "" } });
}

/** The text and colour of a note; without a text it goes, or never comes. */
export function setNote(studio: Studio, note: Note): void {
  const notes = studio.get().project?.arrangement().notes ?? [];
  const text = note.text.trim();
  if (text === "") return removeNotes(studio, new Set([note.id]));
  const next = { ...note, text };
  const known = notes.find(({ id }) => id === note.id);
  if (known?.text === text && known.colour === note.colour) return;
  studio.editor.setNotes(
    known ? notes.map((other) => (other === known ? next : other)) : [...notes, next],
    known ? "note" : "note-added",
  );
}

export function removeNotes(studio: Studio, ids: ReadonlySet<string>): void {
  const notes = studio.get().project?.arrangement().notes ?? [];
  if (notes.some(({ id }) => ids.has(id)))
    studio.editor.setNotes(
      notes.filter(({ id }) => !ids.has(id)),
      "note-deleted",
    );
}
