import { placeOf, pathOf } from "#core/chart/places.ts";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import { MARK_GAP, markWidth } from "#core/layout/content/mapContent.ts";
import { NOTE, noteContent } from "#core/layout/content/noteContent.ts";
import type { Mark, StateContent } from "#core/layout/content/stateContent.ts";
import type { DrawnNote, Item, Scene } from "#core/layout/scene/scene.ts";

/** How notes are drawn on the map: beside their states, or as signs that open, where room is scarce. */
export type NotesAs = "cards" | "marks";

/**
 * A scene with the notes on its states. At flow and full they stand beside their states. One about what is not drawn is a sign on
 * the closed state that holds it; one about what the chart lacks is not shown.
 */
export function withNotes(scene: Scene, notes: readonly Note[], as: NotesAs): Scene {
  if (notes.length === 0) return scene;
  const beside = new Map<string, DrawnNote[]>();
  const signs = new Map<string, Note[]>();
  const keep = <T>(all: Map<string, T[]>, id: string, item: T) => all.set(id, [...(all.get(id) ?? []), item]);
  for (const note of notes) {
    const item = drawnFor(scene, note.at);
    if (!item) continue;
    const hidden = item.id !== note.at;
    const asSign = hidden || (as === "marks" && item.level === "map" && item.id !== scene.root);
    if (asSign) keep(signs, item.id, note);
    else
      keep(beside, item.id, {
        note,
        ...noteContent(note.text, item.level === "map" ? NOTE.mostOnMap : NOTE.most),
      });
  }
  if (signs.size === 0) return beside.size === 0 ? scene : { ...scene, notes: beside };
  const items = new Map(scene.items);
  for (const [id, list] of signs) {
    const item = items.get(id) as Item;
    items.set(id, { ...item, content: withSign(item.content, list) });
  }
  return { ...scene, items, notes: beside };
}

/** The state itself, or the closed one that holds it. */
function drawnFor({ chart, items }: Scene, at: string): Item | undefined {
  if (!placeOf(chart, pathOf(at))) return undefined;
  for (let id = at; ; id = id.slice(0, Math.max(0, id.lastIndexOf(".")))) {
    const item = items.get(id);
    if (item) return id === at || item.folded ? item : undefined;
    if (id === "") return undefined;
  }
}

const known = new WeakMap<StateContent, { notes: readonly Note[]; content: StateContent }>();

/** What is written in a state, with the sign of its notes. What stays the same stays the same object. */
function withSign(content: StateContent, notes: readonly Note[]): StateContent {
  const last = known.get(content);
  if (last && last.notes.length === notes.length && last.notes.every((note, i) => note === notes[i]))
    return last.content;
  const mark: Mark = {
    kind: "note",
    text: notes.length > 1 ? String(notes.length) : "",
    title: notes.map((note) => note.text).join("\n\n"),
    notes,
  };
  const w = content.size.w + Math.ceil(markWidth(mark) + MARK_GAP);
  const next = { ...content, marks: [...content.marks, mark], size: { ...content.size, w } };
  known.set(content, { notes, content: next });
  return next;
}
