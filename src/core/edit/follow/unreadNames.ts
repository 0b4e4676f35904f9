import type { Guard, Opaque, StateNode, Verbatim } from "#core/chart/chart.ts";
import { holderOf } from "#core/chart/opaqueParts.ts";
import { absolute, places, type PlacedState } from "#core/chart/places.ts";
import type { Draft } from "#core/edit/draft.ts";
import { inShort, reached } from "#core/edit/follow/followUnread.ts";
import type { MachineSymbol, SymbolKind } from "#core/symbol/symbol.ts";
import { literalText, spanOf } from "#core/syntax/node.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import type { Span } from "#core/text/textEdit.ts";

/** What a transition may name, besides its event or delay. */
const OF_TRANSITION: readonly SymbolKind[] = ["guard", "action", "clause"];

/** The names that a property of a state may say; one that is not listed, such as a spread, may say any. */
const NAMES_IN: Readonly<Record<string, readonly SymbolKind[]>> = {
  on: ["event", ...OF_TRANSITION],
  after: ["delay", ...OF_TRANSITION],
  always: OF_TRANSITION,
  onDone: OF_TRANSITION,
  route: OF_TRANSITION,
  invoke: ["actor", ...OF_TRANSITION],
  entry: ["action"],
  exit: ["action"],
  initial: ["action"],
  tags: ["tag"],
  meta: ["clause"],
  ...Object.fromEntries(["type", "id", "history", "target", "description"].map((key) => [key, []])),
};

/** The kinds of symbols that functions of other files are searched for (`farSpellingsOf`). */
const SEARCHED: readonly SymbolKind[] = ["event", "guard", "action", "actor", "delay"];

/**
 * Warns of code in the config that cannot be read and may name an event, guard, action, actor, delay, tag or clause that is renamed: there
 * the old name would stay. Where texts of this file alone go into it, only those are pointed at that have the name in them; what is spelled
 * in a file that the module imports is found there (`farSpellingsOf`).
 */
export function warnOfUnreadNames(draft: Draft, symbol: MachineSymbol): void {
  const { importers } = draft;
  const isSearched = (from: string) =>
    SEARCHED.includes(symbol.kind) && importers?.imports.has(from) === true;
  const warn = (at: Span, code: string) => {
    if (!draft.isWarnedOf(at))
      draft.warn("name-may-be-there", at, { name: symbol.name, code: inShort(code) });
  };
  for (const place of places(draft.chart).values())
    for (const { at, text } of [...unreadParts(place, symbol.kind), ...codeOf(draft, place, symbol.kind)]) {
      const { texts, beyond, isComposed } = reached(draft, absolute(place, at), isSearched);
      if (beyond || isComposed) warn(absolute(place, at), text);
      // A text that is the name, and no more, is spelled: that has a warning of its own.
      for (const node of texts)
        if (literalText(node) !== symbol.name && hasWord(literalText(node) ?? "", symbol.name))
          warn(spanOf(node), draft.slice(node));
    }
}

/** The parts of a state that were not read and may say a name of the kind. */
const unreadParts = ({ node }: PlacedState, kind: SymbolKind): readonly Opaque[] =>
  node.opaque.filter((part) => {
    if (part.what === "target" || part.what === "overwritten") return false;
    const holder = holderOf(node, part);
    const kinds = holder === undefined ? undefined : NAMES_IN[holder];
    return kinds === undefined || kinds.includes(kind);
  });

/** Guards, actions and actors that are neither a name nor a function: what they come to may be a name. */
function codeOf(draft: Draft, place: PlacedState, kind: SymbolKind): readonly Verbatim[] {
  const { node } = place;
  const all = kind === "guard" ? guardsOf(node) : kind === "action" ? actionsOf(node) : [];
  const actors = kind === "actor" ? node.invoke.filter(({ src }) => src === undefined) : [];
  return [...all, ...actors.flatMap(({ srcCode }) => srcCode ?? [])].filter(({ at }) => {
    const code = draft.tree.nodeAt(absolute(place, at));
    const value = code && draft.tree.resolve(code);
    return value !== undefined && !FUNCTION.test(value.type);
  });
}

const actionsOf = ({ entry, exit, initial, transitions }: StateNode): Verbatim[] =>
  [...entry, ...exit, ...(initial?.actions ?? []), ...transitions.flatMap(({ actions }) => actions)].filter(
    (action) => action.kind === "code",
  );

const guardsOf = ({ transitions }: StateNode): Verbatim[] => {
  const codes = (guard: Guard): Guard[] =>
    guard.kind === "code" ? [guard] : (guard.of ?? []).flatMap(codes);
  return transitions.flatMap(({ guard }) => (guard ? codes(guard) : []));
};

/** Whether a text has a name in it as a word of its own, as JSON has. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  return false;
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
