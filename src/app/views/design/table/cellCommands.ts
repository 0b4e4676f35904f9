import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf, places, transitionId } from "#core/chart/places.ts";
import { fold } from "#core/find/fold.ts";
import { behaviorOf } from "#app/gestures/behaviorText.ts";
import { listed } from "#app/gestures/fields.ts";
import { commandForField, type FieldReason } from "#app/panels/inspector/commandForField.ts";
import { mayBecomeLocal } from "#app/panels/inspector/mayBecomeLocal.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { Column, TableRow } from "#app/views/design/table/tableRows.ts";

/**
 * What is typed in a cell of the table becomes the command that the inspector runs for the same field; one command is one undo. Actions
 * are a list of fields of their own (`ActionFields`).
 */
export interface CellEdit {
  readonly studio: Studio;
  readonly chart: Chart;
  readonly row: TableRow;
  readonly labelOf: LabelOf;
}

/** Takes what was typed. @returns why it was not taken, undefined where it was */
export function giveCell(
  edit: CellEdit,
  column: Exclude<Column, "actions">,
  typed: string,
): FieldReason | undefined {
  const { studio, chart, row } = edit;
  const text = typed.trim();
  switch (column) {
    case "state":
      return commandForField(studio, "state.rename", { state: row.place.path, to: text });
    case "event":
      return giveEvent(edit, text);
    case "guard": {
      const guard = text === "" ? null : behaviorOf(text, chart.setup?.guards, chart.context);
      return commandForField(studio, "transition.guard", { transition: row.ref, guard });
    }
    case "target": {
      const goals = goalsOf(edit, text);
      return "key" in goals
        ? goals
        : commandForField(studio, "transition.retarget", { transition: row.ref, targets: goals.targets });
    }
    case "clauses":
      return commandForField(studio, "transition.setClauses", {
        transition: row.ref,
        clauses: [...new Set(text.split(/[\s,、，]+/).filter((id) => id !== ""))],
      });
  }
}

/** Gives the transition another event; it stands last among those of that one, and stays selected. */
function giveEvent({ studio, row: { ref } }: CellEdit, event: string): FieldReason | undefined {
  const refused = commandForField(studio, "transition.event", { transition: ref, event });
  if (refused) return refused;
  const chart = studio.editor.graphNow()?.chart;
  const index = (chart ? placeOf(chart, ref.source)?.node.transitions : undefined)
    ?.filter((other) => other.slot === ref.slot && other.event === event)
    .at(-1)?.index;
  if (index !== undefined)
    studio.navigation.select({
      kind: "transition",
      id: transitionId({ ...ref, event, index }),
      renamed: true,
    });
  return undefined;
}

/** The targets that were typed, by their paths, their labels or their last names; none stays where it is. */
function goalsOf(
  { chart, row, labelOf }: CellEdit,
  typed: string,
): FieldReason | { readonly targets: readonly (StatePath | string)[] } {
  const targets: (StatePath | string)[] = [];
  for (const part of typed === "-" ? [] : listed(typed)) {
    const unread = row.transition.targets.find(({ text, resolved }) => !resolved && text === part);
    const [state, ...others] = statesCalled(chart, labelOf, part);
    if (!unread && !state) return { key: "refusal.state-not-found", facts: { state: part } };
    if (!unread && others.length > 0) {
      const states = [state ?? [], ...others].map((path) => pathId(path)).join(", ");
      return { key: "table.several-states", facts: { name: part, states } };
    }
    targets.push(unread ? part : (state ?? []));
  }
  return { targets };
}

function statesCalled(chart: Chart, labelOf: LabelOf, name: string): readonly StatePath[] {
  const all = places(chart);
  const exact = all.get(name);
  if (exact) return [exact.path];
  const query = fold(name);
  return [...all].flatMap(([id, { path, node }]) =>
    fold(node.key) === query || fold(labelOf(`state:${id}`) ?? node.key) === query ? [path] : [],
  );
}

/** The columns in which nothing at all is a value. */
const CLEARABLE: ReadonlySet<Column> = new Set(["guard", "clauses"]);

/** Clears a cell. @returns why it was not cleared */
export function clearCell(edit: CellEdit, column: Column): FieldReason | undefined {
  if (!CLEARABLE.has(column) || column === "actions") return { key: "table.not-cleared" };
  return edit.row.cells[column].code === "" ? undefined : giveCell(edit, column, "");
}

/** The reason why a cell cannot be edited; undefined where it can. @param locked the graph is older than the text */
export function whyFixed(
  studio: Studio,
  row: TableRow,
  column: Column,
  locked: boolean,
): FieldReason | undefined {
  const { place, transition, ref } = row;
  if (locked) return { key: "refusal.graph-stale" };
  if (column === "event" && transition.slot !== "on" && transition.slot !== "after")
    return { key: "table.fixed-event" };
  if (column === "state" && !place.parent) return { key: "table.fixed-machine" };
  if (column === "state") return undefined;
  const isShared = place.node.origin === "shared" || transition.shared === true;
  if (!isShared || mayBecomeLocal(studio.editor.whyNot("transition.own", { transition: ref })))
    return undefined;
  const far = transition.elsewhere ?? place.node.elsewhere;
  return far ? { key: "origin.elsewhere", facts: { file: far.file } } : { key: "origin.shared" };
}
