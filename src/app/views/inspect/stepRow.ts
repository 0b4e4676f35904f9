import { placeIds } from "#core/inspect/activePaths.ts";
import { payloadOf, type ListedStep } from "#app/views/inspect/shownSteps.ts";
import { changes } from "#core/run/play/contextChange.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/** A name of the machine, with what the game calls it. */
export interface Named {
  readonly id: string;
  readonly label?: string;
}

/** What the log's row of a step says, uncut. */
export interface StepRow {
  readonly time: string;
  readonly event: Named;
  /** As JSON; absent for none. */
  readonly payload?: string;
  /** Where it led, innermost states; none where it stays. */
  readonly to: readonly Named[];
  readonly changed: readonly { readonly at: string; readonly value: string }[];
}

export const named = (label: LabelOf, kind: "state" | "event", id: string): Named => {
  const found = label(`${kind}:${id}`);
  return found === undefined || found === id ? { id } : { id, label: found };
};

/** @param label of the game of the step's machine */
export function stepRow({ step }: ListedStep, label: LabelOf): StepRow {
  const { before, after, refused } = step;
  const payload = payloadOf(step.event);
  const moved =
    !refused && after && JSON.stringify(before?.value) !== JSON.stringify(after.value)
      ? placeIds(after.value)
      : [];
  const changed = !refused && before?.context && after?.context ? changes(before.context, after.context) : [];
  return {
    time: new Date(step.at).toLocaleTimeString(undefined, { hour12: false }),
    event: named(label, "event", step.event.type),
    ...(Object.keys(payload).length > 0 ? { payload: JSON.stringify(payload) } : {}),
    to: moved.map((id) => named(label, "state", id)),
    changed: changed.map(({ at, after: now }) => ({
      at,
      value: typeof now === "string" ? now : (JSON.stringify(now) ?? ""),
    })),
  };
}

/** A row is computed once for each step, however often the log is searched. */
const rows = new WeakMap<LabelOf, WeakMap<ListedStep["step"], { row: StepRow; text: string }>>();

function known(shown: ListedStep, label: LabelOf): { row: StepRow; text: string } {
  const byStep = rows.get(label) ?? new WeakMap<ListedStep["step"], { row: StepRow; text: string }>();
  rows.set(label, byStep);
  const before = byStep.get(shown.step);
  if (before) return before;
  const row = stepRow(shown, label);
  const entry = { row, text: textOf(row).toLowerCase() };
  byStep.set(shown.step, entry);
  return entry;
}
const words = ({ id, label = "" }: Named): string => `${label} ${id}`;
const textOf = ({ time, event, payload = "", to, changed }: StepRow): string =>
  [
    time,
    words(event),
    payload,
    ...(to.length > 0 ? ["→", ...to.map(words)] : []),
    changed.map(({ at, value }) => `${at}: ${value}`).join(", "),
  ].join(" ");

export const rowOf = (shown: ListedStep, label: LabelOf): StepRow => known(shown, label).row;
/** All that the row says, in lower case. */
export const rowText = (shown: ListedStep, label: LabelOf): string => known(shown, label).text;
