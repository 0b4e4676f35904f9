import { useMemo, useState } from "react";
import type { MoveField } from "#core/entries/kit.ts";
import type { PlayerOutcome } from "#core/entries/play.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import type { Entered, Move, RefusalLine } from "#react/moves.ts";

/** A field of a form, with what stands in it. */
export interface FormField extends MoveField {
  readonly label: string;
  readonly value: Json | undefined;
  /** Whether the last refusal was because of this field. */
  readonly invalid: boolean;
  /** The name of one of its values. */
  valueLabel(value: Json): string;
  /** @param value undefined empties the field */
  set(value: Json | undefined): void;
}

/** The form of a move. */
export interface MoveFormState {
  readonly move: Move;
  /** What can be chosen in them is asked again after every change, so that it fits what is chosen in the others. */
  readonly fields: readonly FormField[];
  readonly values: JsonObject;
  /** Why the event as it stands would be refused. */
  readonly problems: readonly RefusalLine[];
  /** Whether it would be accepted. One that is not can be submitted all the same, to see why. */
  readonly valid: boolean;
  /** Why it was refused when it was sent last. */
  readonly refused: readonly RefusalLine[];
  /** Sends it. Undefined when the machine failed. */
  submit(): PlayerOutcome | undefined;
  /** Takes back what was entered. */
  reset(): void;
}

const NOTHING: Entered = {};
const NO_VALUES: JsonObject = {};

/** The state of a form for a move. Once the game has gone on it begins again. */
export function useMove(move: Move): MoveFormState {
  const { position, words } = move;
  const [entry, setEntry] = useState({ entered: NOTHING, before: NO_VALUES, position });
  const { entered, before } = entry.position === position ? entry : { entered: NOTHING, before: NO_VALUES };
  const form = useMemo(
    () => move.form(entered, before),
    // A move that was refused is another object of the same position.
    // oxlint-disable-next-line react/exhaustive-deps
    [move.id, position, entered, before],
  );
  // oxlint-disable-next-line react/exhaustive-deps
  const problems = useMemo(() => move.problems(form.values), [form, words]);
  const faulty = new Set(move.refused.flatMap(({ fields }) => fields));
  return {
    move,
    values: form.values,
    fields: form.fields.map((field) => ({
      ...field,
      label: words.field(move.type, field.name),
      value: form.values[field.name],
      invalid: faulty.has(field.name),
      valueLabel: (value) => words.value(move.type, field.name, value),
      set: (value) =>
        setEntry((now) => ({
          entered: { ...(now.position === position ? now.entered : NOTHING), [field.name]: value },
          before: form.values,
          position,
        })),
    })),
    problems,
    valid: problems.length === 0,
    refused: move.refused,
    submit: () => move.send(form.values),
    reset: () => setEntry({ entered: NOTHING, before: NO_VALUES, position }),
  };
}
