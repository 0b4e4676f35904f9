import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, type PlacedState } from "#core/chart/places.ts";
import { samePath } from "#core/chart/targetText.ts";
import { args, key, list, statePath } from "#core/edit/argShape.ts";
import { keyText, quoteText } from "#core/edit/pen/codeText.ts";
import type { ItemPlace, NewItem } from "#core/edit/pen/commaList.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { followReferences } from "#core/edit/follow/followReferences.ts";
import { followGivenInitial, writeInitial } from "#core/edit/gestures/initial.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { movedItem } from "#core/edit/pen/reindent.ts";
import { stateItem, type StateItem } from "#core/edit/gestures/stateItem.ts";
import { freeKey, requireKey, warnOfBroughtState } from "#core/edit/gestures/stateKeys.ts";
import { gatheredTree } from "#core/edit/follow/stateTree.ts";

/** Puts a new compound state around a state. What led to the state still leads to it. */
export const wrapState = defineCommand(
  "state.wrap",
  args({ state: statePath, "key?": key }),
  (draft, { state, key: wanted }) => gather(draft, [state], wanted, undefined, "compound"),
);

/**
 * Puts siblings into a new state where the first of them stands. All targets keep naming the same states. Regions of a parallel
 * state stay regions of a parallel one; else the initial state is the given one, the parent's, or the first.
 */
export const extractStates = defineCommand(
  "state.extract",
  args({ states: list(statePath), "key?": key, "initial?": key }),
  (draft, { states, key: wanted, initial }) => gather(draft, states, wanted, initial),
);

function gather(
  draft: Draft,
  paths: readonly StatePath[],
  wanted: string | undefined,
  initial: string | undefined,
  type?: "compound",
): void {
  const places = siblings(draft, paths);
  const items = places.map((place) => stateItem(draft, place));
  const [first] = items;
  if (!first) return;
  const { parent } = first;
  const apart = places.find((_, i) => items[i]?.states !== first.states);
  if (apart) draft.refuseShared(apart);
  const name = wanted ?? freeKey(parent.node);
  const keys = places.map(({ node }) => node.key);
  followGivenInitial(draft, parent, keys);
  requireKey(parent.node, name, draft.nameSpan(parent));
  warnOfBroughtState(draft, parent, first.states, name);
  for (const [i, { states, item }] of items.entries())
    draft.requireAlone(states, item, places[i]?.node.key ?? name);
  const isParallel = type === undefined && parent.node.type === "parallel";
  if (isParallel && initial !== undefined) refuse("parent-is-parallel", draft.nameSpan(parent));
  const start = isParallel ? undefined : initialOf(draft, parent, places, initial);
  const wasInitial = keys.includes(parent.node.initial?.value ?? "");
  for (const { path, node } of places) {
    draft.mapPaths(path, [...parent.path, name, node.key]);
    warnOf(draft, parent, node, path);
  }
  followReferences(draft, gatheredTree(draft.chart.root, parent.path, keys, name));
  if (wasInitial) writeInitial(draft, parent, name);
  putAround(draft, items, name, isParallel ? ["type", "parallel"] : ["initial", start ?? ""]);
}

/** The states, in the order of the text; refuses unless they are different children of one parent. */
function siblings(draft: Draft, paths: readonly StatePath[]): PlacedState[] {
  const places = paths.map((path) => draft.anyState(path));
  const [first] = places;
  if (!first) refuse("bad-arguments", undefined, { command: "state.extract", at: "states" });
  const { parent } = first;
  if (!parent) refuse("is-root", draft.nameSpan(first));
  const stranger = places.find((place) => !samePath(place.parent?.path, parent.path));
  if (stranger) refuse("not-siblings", draft.nameSpan(stranger), { state: pathId(stranger.path) });
  return [...new Set(places)].toSorted((a, b) => a.origin - b.origin);
}

function initialOf(
  draft: Draft,
  parent: PlacedState,
  places: readonly PlacedState[],
  wanted: string | undefined,
): string {
  const able = places.filter(({ node }) => node.type !== "history").map(({ node }) => node.key);
  if (wanted !== undefined && !able.includes(wanted))
    refuse("state-not-found", draft.nameSpan(parent), { state: wanted });
  const named = able.find((item) => item === parent.node.initial?.value);
  return wanted ?? named ?? able[0] ?? refuse("first-child-history", draft.nameSpan(parent));
}

/** What a state means that depends on its parent: whose end it is, whose past it remembers. */
function warnOf(draft: Draft, parent: PlacedState, node: StateNode, path: StatePath): void {
  const at = draft.nameSpan(draft.anyState(path));
  const facts = { state: pathId(path), parent: pathId(parent.path) || draft.chart.root.key };
  if (node.type === "final") draft.warn("end-moved", at, facts);
  if (node.type === "history") draft.warn("history-moved", at, facts);
}

/** Writes the new state over the first item, with all of them inside, and takes the others away. */
function putAround(
  draft: Draft,
  items: readonly StateItem[],
  name: string,
  [property, value]: readonly [string, string],
): void {
  const [first, ...others] = items;
  const at = first && draft.list(first.states).items.find(({ node }) => node === first.item);
  if (!first || !at) return;
  const inner = items.map(({ states, item }) => movedItem(draft, { list: states, item }));
  const { quote } = draft.style;
  const head = `${property}: ${quoteText(value, quote)}`;
  const oneLine = !(at.startsLine && at.endsLine) && !inner.some((item) => item.ownLine);
  const insert = around(draft, `${keyText(name, quote)}: `, head, inner, {
    indent: lineIndent(draft.text, at.lead),
    oneLine,
  });
  draft.edits.push({ from: at.lead, to: at.lead, insert });
  const cut = (from: number, to: number) => draft.edits.push({ from, to, insert: "" });
  cut(at.lead, at.to);
  // The comments after it went inside; the comma stays.
  cut(at.to, at.comma >= 0 ? at.comma : at.tail);
  if (at.comma >= 0) cut(at.comma + 1, at.tail);
  for (const { states, item } of others) draft.remove({ list: states, item, state: true });
}

function around(
  { style }: Draft,
  key: string,
  head: string,
  inner: readonly NewItem[],
  { indent, oneLine }: ItemPlace,
): string {
  const { eol, unit, pad, trailingComma } = style;
  const tail = (item: NewItem) => (item.tail ? ` ${item.tail}` : "");
  if (oneLine) {
    const items = inner.map((item) => item.code({ indent, oneLine }) + tail(item));
    return `${key}{${pad}${head}, states: {${pad}${items.join(", ")}${pad}}${pad}}`;
  }
  const comma = trailingComma ? "," : "";
  const [indent1, indent2] = [indent + unit, indent + unit + unit];
  const items = inner.map((item, i) => {
    const code = item.code({ indent: indent2, oneLine: false });
    return `${indent2}${code}${i < inner.length - 1 ? "," : comma}${tail(item)}${eol}`;
  });
  return `${key}{${eol}${indent1}${head},${eol}${indent1}states: {${eol}${items.join("")}${indent1}}${comma}${eol}${indent}}`;
}
