import { createContext, useContext } from "react";
import type { NoteColour } from "#core/layout/arrangement/arrangement.ts";

/** Words of the notes, in the language of the interface. */
export interface NoteWords {
  /** `Note on {state}` */
  readonly note: string;
  readonly edit: string;
  readonly delete: string;
  readonly colour: string;
  /** Before anything is written. */
  readonly hint: string;
  readonly colours: Readonly<Record<NoteColour, string>>;
}

/** What a person does to notes. The canvas reports it; who draws it changes the file. */
export interface NoteActions {
  readonly words: NoteWords;
  readonly readOnly: boolean;
  /** Id of the note whose text is being written. */
  readonly editing: string | undefined;
  edit(id: string): void;
  /** Ends the writing; `text` is undefined when nothing is to change. */
  endEdit(id: string, text: string | undefined): void;
  colour(id: string, colour: NoteColour, text: string): void;
  remove(id: string): void;
}

export const NoteActionsContext = createContext<NoteActions | undefined>(undefined);
/** Undefined where notes are only looked at. */
export const useNoteActions = (): NoteActions | undefined => useContext(NoteActionsContext);
