import { propertyOf } from "#core/syntax/property.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { absolute, placeOf, type PlacedState } from "#core/chart/places.ts";
import { quoteLike, quoteText } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { givenTexts } from "#core/edit/follow/givenTexts.ts";
import { isNothing } from "#core/edit/gestures/transitionConfig.ts";
import type { Spellings } from "#core/edit/follow/spellings.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { isWrittenIn } from "#core/edit/follow/sharedCode.ts";
import { addProperty } from "#core/edit/pen/properties.ts";
import { child, literalText, spanOf, unwrap, type Node } from "#core/syntax/node.ts";

/** What names the parent's initial child, a literal or the name of a const; refuses when it stands elsewhere. */
export function initialNode(draft: Draft, parent: PlacedState): Node {
  const initial = parent.node.initial;
  const property = propertyOf(draft.holderOf(parent, "initial"), "initial");
  const at = initial && absolute(parent, initial.valueAt);
  if (!at || !property)
    refuse("initial-not-written-here", property ? spanOf(property) : draft.nameSpan(parent));
  const node = draft.tree.nodeAt(at);
  if (!node || !isWrittenIn(draft, at)) refuse("initial-not-written-here", at);
  return unwrap(node);
}

/**
 * Sees to an initial state that code gives: a parameter, or a choice. Refuses where that may name one of the states that go, move or are
 * renamed and does not follow; where it certainly names others nothing is to be done.
 * @param to the new name; undefined where the states are not to be found under any
 */
export function followGivenInitial(
  draft: Draft,
  parent: PlacedState,
  keys: readonly string[],
  to?: string,
): void {
  if (parent.node.initial) return;
  const property = propertyOf(draft.holderOf(parent, "initial"), "initial");
  const written = property && child(property, "value");
  if (!property || !written) return;
  const target =
    unwrap(written).type === "ObjectExpression" ? propertyOf(unwrap(written), "target") : undefined;
  const code = (target && child(target, "value")) ?? written;
  if (isNothing(unwrap(code))) return;
  const texts = givenTexts(draft.tree, code);
  const keyTexts = texts?.filter(({ text }) => keys.includes(text));
  if (keyTexts?.length === 0) return;
  const literals = keyTexts?.map((keyText) => keyText.literals);
  if (to === undefined || !literals || literals.includes(undefined))
    refuse("initial-not-written-here", spanOf(code));
  for (const literal of new Set(literals.flatMap((textLiterals) => textLiterals ?? [])))
    draft.replace(spanOf(literal), quoteLike(draft.slice(literal), to, draft.style));
}

/** Has `initial` name a child by its new key: where it is written, or beside a spread that brings it and can be read. */
export function renameInitial(draft: Draft, parent: PlacedState, to: string, spellings: Spellings): void {
  const object = draft.holderOf(parent, "initial");
  const isBrought = !propertyOf(object, "initial") && draft.isBrought(object, "initial", true);
  const isUnread = parent.node.opaque.some(({ what }) => what === "spread" || what === "computedKey");
  if (isBrought && !isUnread) return writeInitial(draft, parent, to);
  const initial = initialNode(draft, parent);
  const old = textAt(draft.tree, initial);
  if (old === undefined) refuse("initial-not-written-here", spanOf(initial));
  if (literalText(initial) === undefined) spellings.want(initial, old, to);
  else draft.replace(spanOf(initial), quoteLike(draft.slice(initial), to, draft.style));
}

/** Makes a child the initial one: in the literal that is there, or in a new property. */
export function writeInitial(draft: Draft, parent: PlacedState, key: string): void {
  const object = draft.holderOf(parent, "initial");
  if (!propertyOf(object, "initial")) {
    const text = quoteText(key, draft.style.quote);
    addProperty(draft, object, "state", "initial", withBroughtActions(draft, parent, object, text));
    return;
  }
  const old = initialNode(draft, parent);
  const isNamed = literalText(old) === undefined;
  // `initial: Phase.Draw` beside `[Phase.Play]: {}`: the other one is named in the same way.
  const named = isNamed ? nameOfKey(draft, [...parent.path, key], old) : undefined;
  draft.replaceValue(spanOf(old), named ?? quoteLike(draft.slice(old), key, draft.style));
}

/**
 * The initial state with what is done on the way to it, where a spread brings that: the property beside the spread takes its place. Refuses
 * where that code would mean something else here.
 */
function withBroughtActions(draft: Draft, parent: PlacedState, holder: Node, target: string): string {
  const { initial } = parent.node;
  if (!initial?.actions?.length) return target;
  const { tree } = draft;
  const old = tree.nodeAt(absolute(parent, initial.valueAt));
  const property = old && tree.parentOf(old);
  const object = property && tree.parentOf(property);
  const isInObject = old && object?.type === "ObjectExpression" && literalText(old) === initial.value;
  if (!isInObject || !draft.isMovable(object, holder))
    refuse("initial-not-written-here", draft.nameSpan(parent));
  const code = draft.slice(object);
  return code.slice(0, old.start - object.start) + target + code.slice(old.end - object.start);
}

/** The code that a state's computed key is taken from, `Phase.Draw` of `[Phase.Draw]`, where it means the same at another place. */
export function nameOfKey(draft: Draft, path: StatePath, at: Node): string | undefined {
  const place = placeOf(draft.chart, path);
  const property = place && draft.tree.propertyAt(place.origin);
  const key = property?.["computed"] === true ? child(property, "key") : undefined;
  return key && literalText(key) === undefined && draft.isMovable(key, at) ? draft.slice(key) : undefined;
}
