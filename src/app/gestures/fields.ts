import type { Action, Chart, Implementation, StatePath } from "#core/chart/chart.ts";
import { pathId, pathOf, places } from "#core/chart/places.ts";
import { behaviorText } from "#app/gestures/behaviorText.ts";
import type { Field, Option } from "#app/studio/offer.ts";

type More = Partial<Omit<Field, "name" | "kind">>;

const field =
  (kind: Field["kind"]) =>
  (name: string, label: string, more: More = {}) =>
    ({ name, label, kind, value: "", ...more }) satisfies Field;
export const textField = field("text");
export const codeField = field("code");
export const wordsField = field("words");
/** A choice stands on its first option at first. */
export const choiceField = (
  name: string,
  label: string,
  options: readonly Option[],
  more: More = {},
): Field => field("choice")(name, label, { value: options[0]?.value ?? "", options, ...more });
export const severalField = field("several");

export const named = (all: readonly { readonly name: string }[] | undefined): Option[] =>
  (all ?? []).map(({ name }) => ({ value: name }));
/** What was chosen in a field of several. */
export const chosenOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");
/** What was typed as a list, without the empty ones. */
export const listed = (text: string): string[] =>
  text
    .split(/[\n,、，]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const STAYS = "stays";
/** All states as targets, and none. */
export const targetOptions = (chart: Chart): Option[] => [
  { value: STAYS, say: "inspector.stays" },
  ...[...places(chart).keys()].map((id) => ({ value: `to:${id}`, text: id || chart.root.key })),
];
export const targetValue = (path: StatePath | undefined): string => (path ? `to:${pathId(path)}` : STAYS);
/** The state that was chosen as a parent. */
export const parentOf = (value: string): StatePath => pathOf(value.slice("to:".length));
export const targetOf = (value: string): StatePath | null =>
  value === STAYS ? null : pathOf(value.slice("to:".length));

/** Actions by their place. */
export const actionOptions = (actions: readonly Action[]): Option[] =>
  actions.map((action, i) => ({ value: String(i), text: `${i + 1}. ${short(behaviorText(action))}` }));
export const actionField = (value: string, known: readonly Implementation[] | undefined): Field =>
  codeField("action", "ask.action", { value, options: named(known) });

/** Longer code gets a field of several lines: about this many characters fit into the dialog's width. */
const MAX_ONE_LINE_CHARACTERS = 60;
export const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > MAX_ONE_LINE_CHARACTERS ? `${line.slice(0, MAX_ONE_LINE_CHARACTERS)}…` : line;
};
