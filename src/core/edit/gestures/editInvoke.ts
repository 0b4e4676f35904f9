import { propertyOf } from "#core/syntax/property.ts";
import { pathId, type PlacedState } from "#core/chart/places.ts";
import { args, index, nullable, statePath, string, type ArgShape } from "#core/edit/argShape.ts";
import { behaviorCode, codeOf, type Behavior } from "#core/edit/pen/behaviorCode.ts";
import { printCode, quoteLike, quoteText, type Code } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { addProperty, replaceProperty, setProperty } from "#core/edit/pen/properties.ts";
import { wrapInArray } from "#core/edit/gestures/putTransition.ts";
import { child, literalText, nodesOf, spanOf, type Node, walk } from "#core/syntax/node.ts";
import { followActorIds } from "#core/edit/follow/defaultIds.ts";
import { isNothing } from "#core/edit/gestures/transitionConfig.ts";
import { invokeObject } from "#core/edit/gestures/transitionSite.ts";

/** What is said of an invoked actor; `input` is code. In `invoke.edit` what is left out stays, null is taken away. */
interface InvokeParts {
  readonly src?: Behavior;
  readonly id?: string | null;
  readonly systemId?: string | null;
  readonly input?: string | null;
}

const actor: ArgShape<Behavior> = {
  anyOf: [args({ name: { type: "string", minLength: 1 } }), args({ text: string("code") })],
};
const name = string("key", { minLength: 1 });
const code = string("code");

/** Has a state invoke one more actor: one of `setup` by name, or code. */
export const addInvoke = defineCommand(
  "invoke.add",
  args({ state: statePath, src: actor, "id?": name, "systemId?": name, "input?": code }),
  (draft, { state, ...parts }) => {
    const place = draft.state(state);
    const { type } = place.node;
    if (type === "history" || type === "final") refuse("cannot-invoke", draft.nameSpan(place), { type });
    const object = partsCode(draft, parts).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    putInvoke(draft, draft.holderOf(place, "invoke"), { object });
  },
);

/** Changes what is said of an invoked actor. */
export const editInvoke = defineCommand(
  "invoke.edit",
  args({
    state: statePath,
    index,
    "src?": actor,
    "id?": nullable(name),
    "systemId?": nullable(name),
    "input?": nullable(code),
  }),
  (draft, { state, index: at, ...parts }) => {
    const place = draft.state(state);
    const object = editableInvoke(draft, place, at);
    const given = partsCode(draft, parts);
    const { id } = parts;
    if (typeof id === "string") followActorIds(draft, place, (i, old) => (i === at ? id : old));
    const gone = given.flatMap(([key, value]) => {
      const old = value === undefined ? propertyOf(object, key) : undefined;
      return old && !draft.hidden(object, old) ? [old] : [];
    });
    for (const [key, value] of given) {
      const old = propertyOf(object, key);
      const text = old && literalText(child(old, "value"));
      if (key === "id" && text !== undefined && text !== parts.id) warnOfId(draft, object, text);
      if (value === undefined) {
        if (!old || draft.hidden(object, old)) setProperty(draft, object, "invoke", key, undefined);
        continue;
      }
      const like = old && typeof parts[key] === "string" && key !== "input" ? child(old, "value") : undefined;
      const written = like ? quoteLike(draft.slice(like), parts[key] as string, draft.style) : value;
      // What is new takes the place of what goes: put beside it, it would be cut along with its line.
      const instead = old ? undefined : gone.pop();
      if (instead) replaceProperty(draft, instead, key, written);
      else setProperty(draft, object, "invoke", key, written);
    }
    for (const item of gone) draft.remove({ list: object, item, property: true });
  },
);

/** Takes an invoked actor away, with what follows when it is done. */
export const removeInvoke = defineCommand(
  "invoke.remove",
  args({ state: statePath, index }),
  (draft, { state, index: at }) => {
    const place = draft.state(state);
    editableInvoke(draft, place, at);
    const object = draft.holderOf(place, "invoke");
    const item =
      propertyOf(object, "invoke") ??
      refuse("invoke-not-found", draft.nameSpan(place), { index: String(at) });
    const value = child(item, "value");
    const list = value && draft.follow(value);
    const whole = { list: object, item };
    for (const { slot, event, targets } of place.node.transitions)
      if (slot.startsWith("invoke.") && event === String(at) && targets.length > 0)
        draft.warn("transition-removed", spanOf(item), { source: pathId(place.path) });
    followActorIds(draft, place, (i, id) =>
      i < at ? id : i === at ? undefined : `${i - 1}${id.slice(String(i).length)}`,
    );
    if (list?.type !== "ArrayExpression") return draft.remove(whole);
    const gone = nodesOf(list["elements"])[at];
    if (gone) draft.remove({ list, item: gone, up: whole });
  },
);

type Part = keyof InvokeParts;

/** The parts that are given, in the order in which they are written; undefined for what is taken away. */
function partsCode(draft: Draft, parts: InvokeParts): [Part, Code | undefined][] {
  const given: [Part, Code | undefined][] = [];
  const text = (value: string | null) => (value === null ? undefined : quoteText(value, draft.style.quote));
  if (parts.id !== undefined) given.push(["id", text(parts.id)]);
  if (parts.systemId !== undefined) given.push(["systemId", text(parts.systemId)]);
  if (parts.src !== undefined) given.push(["src", behaviorCode(draft, parts.src, "actors")]);
  if (parts.input !== undefined)
    given.push(["input", parts.input === null ? undefined : codeOf(draft, parts.input)]);
  return given;
}

/** The config of the invoke with that index; refuses where the list is written elsewhere. */
function editableInvoke(draft: Draft, place: PlacedState, at: number): Node {
  if (at >= place.node.invoke.length)
    refuse("invoke-not-found", draft.nameSpan(place), { index: String(at) });
  return invokeObject(draft, place, String(at));
}

function putInvoke(draft: Draft, object: Node, invoke: Code): void {
  const property = propertyOf(object, "invoke");
  if (!property) return addProperty(draft, object, "state", "invoke", invoke);
  const written = child(property, "value");
  const value = written && draft.follow(written);
  if (!written || !value || property["shorthand"] === true)
    refuse("value-not-literal", spanOf(property), { name: "invoke" });
  if (isNothing(value)) return setProperty(draft, object, "state", "invoke", invoke);
  const item = {
    code: ({ head = "", ...place }: { indent: string; oneLine: boolean; head?: string }) =>
      head + printCode(invoke, draft.style, place),
    bare: false,
  };
  if (value.type === "ArrayExpression") return draft.insert(value, nodesOf(value["elements"]).length, [item]);
  if (value.type !== "ObjectExpression") refuse("value-not-literal", spanOf(value), { name: "invoke" });
  wrapInArray(draft, written, false, item, false);
}

/** Other code that spells the id of an actor, to send it something: it is shown, not changed. */
function warnOfId(draft: Draft, invoke: Node, id: string): void {
  walk(draft.tree.program, (node) => {
    if (node === invoke) return false;
    const text =
      node.type === "StringLiteral" || node.type === "TemplateLiteral" ? literalText(node) : undefined;
    if (text === id || text?.endsWith(`.actor.${id}`)) draft.warn("name-spelled", spanOf(node), { name: id });
  });
}
