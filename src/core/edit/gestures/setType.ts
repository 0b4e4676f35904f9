import { STATE_TYPES } from "#core/syntax/stateTypes.ts";
import { propertyOf } from "#core/syntax/property.ts";
import type { StateType } from "#core/chart/chart.ts";
import type { PlacedState } from "#core/chart/places.ts";
import { args, key, oneOf, statePath } from "#core/edit/argShape.ts";
import { printCode, property, quoteText, type Code } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { writeInitial } from "#core/edit/gestures/initial.ts";
import { addProperties, newProperty, removeBrought, setProperty } from "#core/edit/pen/properties.ts";
import { literalText, spanOf, type Node } from "#core/syntax/node.ts";

/** Makes a state atomic, compound, parallel, final or history; refuses what the state's content does not allow. */
export const setType = defineCommand(
  "state.setType",
  args({
    state: statePath,
    type: oneOf(...STATE_TYPES),
    "history?": oneOf("shallow", "deep"),
    "initial?": key,
  }),
  (draft, { state, type, history, initial }) => {
    const place = draft.state(state);
    requireFit(draft, place, type);
    if (history !== undefined && type !== "history")
      refuse("bad-arguments", draft.nameSpan(place), { command: "state.setType", at: "history" });
    if (initial !== undefined && type !== "compound")
      refuse("bad-arguments", draft.nameSpan(place), { command: "state.setType", at: "initial" });
    const depth = type === "history" ? (history ?? place.node.history ?? "shallow") : undefined;
    if (place.node.type === type && place.node.history === depth && initial === undefined) return;
    if (place.node.type === type && initial !== undefined) {
      if (place.node.initial?.value !== initial)
        writeInitial(draft, place, firstChild(draft, place, initial));
      return;
    }
    const object = typeHolder(draft, place);
    const text = (value: string): Code => quoteText(value, draft.style.quote);
    const wanted = new Map<string, Code>();
    if (type === "parallel" || type === "final" || type === "history") wanted.set("type", text(type));
    // Shallow is what XState takes when nothing is written.
    if (depth === "deep" || (depth && history)) wanted.set("history", text(depth));
    if (type === "compound") wanted.set("initial", text(firstChild(draft, place, initial)));
    else if (place.node.initial?.actions?.length)
      draft.warn("initial-actions-removed", draft.nameSpan(place), { state: place.node.key });
    writeProperties(
      draft,
      object,
      ["type", "history", ...(type === "history" ? [] : ["target"]), "initial"],
      wanted,
    );
  },
);

/** The object that says of what type a state is: the config, or one in a const that it spreads; refuses when both do. */
function typeHolder(draft: Draft, place: PlacedState): Node {
  const written = ["type", "history", "target", "initial"].flatMap((name) => {
    const holder = draft.holderOf(place, name);
    return propertyOf(holder, name) ? [holder] : [];
  });
  if (written.some((node) => node !== written[0]))
    refuse("not-written-here", draft.nameSpan(place), { name: "type" });
  return written[0] ?? draft.objectOf(place);
}

function requireFit(draft: Draft, place: PlacedState, type: StateType): void {
  const { node, parent } = place;
  const at = draft.nameSpan(place);
  const children = node.children.length > 0;
  const leaf = type === "final" || type === "history";
  if (leaf && !parent) refuse("is-root", at);
  if (type === "compound" && !children) refuse("no-children", at);
  if (children && (leaf || type === "atomic")) refuse("has-children", at, { type });
  if (leaf && node.transitions.length > 0) refuse("has-transitions", at, { type });
  if (type !== "history") return;
  if (node.entry.length + node.exit.length + node.invoke.length > 0) refuse("has-behavior", at, { type });
  if (parent?.node.initial?.value === node.key) refuse("history-cannot-be-initial", at);
}

/** The initial child a state gets when it stops being parallel. */
function firstChild(draft: Draft, place: PlacedState, wanted: string | undefined): string {
  const able = place.node.children.filter((state) => state.type !== "history");
  if (wanted !== undefined && !able.some((child) => child.key === wanted))
    refuse("state-not-found", draft.nameSpan(place), { state: wanted });
  if (wanted !== undefined) return wanted;
  const written = place.node.children.find((child) => child.key === place.node.initial?.value);
  const child = written ?? able[0];
  if (!child) refuse("no-initial-left", draft.nameSpan(place), { state: place.node.key });
  if (!written) draft.warn("initial-changed", draft.nameSpan(place), { from: "", to: child.key });
  return child.key;
}

/** Gives the named properties the wanted values and takes the others out; what goes makes place for what comes. */
function writeProperties(
  draft: Draft,
  object: Node,
  names: readonly string[],
  wanted: ReadonlyMap<string, Code>,
): void {
  const present = names.flatMap((name) => propertyOf(object, name) ?? []);
  const nameOf = new Map(names.map((name) => [propertyOf(object, name), name]));
  const missing = [...wanted].filter(([name]) => !propertyOf(object, name));
  for (const old of present) {
    const name = nameOf.get(old) ?? "";
    const value = old["value"] as Node | undefined;
    const code = wanted.get(name);
    if (draft.overridden(object, old)) {
      setProperty(draft, object, "state", name, code);
      continue;
    }
    if (value && code !== undefined) {
      if (literalText(value) !== undefined && quoteless(code) === literalText(value)) continue;
      draft.replace(spanOf(value), printCode(code, draft.style, { indent: "", oneLine: true }));
      continue;
    }
    const next = draft.hidden(object, old) ? undefined : missing.shift();
    if (next)
      draft.replace(spanOf(old), property(next[0], next[1], draft.style, { indent: "", oneLine: true }));
    else draft.remove({ list: object, item: old, property: true });
  }
  for (const name of names)
    if (!wanted.has(name) && !propertyOf(object, name)) removeBrought(draft, object, name);
  addProperties(
    draft,
    object,
    "state",
    missing.map(([name, code]) => ({ name, item: newProperty(draft, name, code) })),
  );
}

const quoteless = (code: Code): string => (typeof code === "string" ? code.slice(1, -1) : "");
