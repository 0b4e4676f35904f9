import { expressionOf } from "#core/syntax/expressionOf.ts";
import { applyEdits, sortEdits, type Span, type TextEdit } from "#core/text/textEdit.ts";
import type { Implementation, StatePath } from "#core/chart/chart.ts";
import { absolute, places, stateSpan, type PlacedState } from "#core/chart/places.ts";
import { isUnder, samePath } from "#core/chart/targetText.ts";
import { args, list, statePath } from "#core/edit/argShape.ts";
import { joinClips, printClip, TABLES, type ClipHead, type Table } from "#core/edit/clip/clip.ts";
import { quoteText } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import type { Draft } from "#core/edit/draft.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { targetSites } from "#core/edit/follow/targetSites.ts";
import { stateMentions } from "#core/edit/follow/stateMentions.ts";
import { reindentEdits } from "#core/edit/pen/reindent.ts";
import { writeKey } from "#core/edit/follow/spellings.ts";
import { child, literalText, spanOf } from "#core/syntax/node.ts";
import { stateItem } from "#core/edit/gestures/stateItem.ts";
import { namespaceOf } from "#core/edit/pen/xstateImports.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";

/**
 * Copies a state as text: the code of it with its comments, and what another machine must have for it. Changes nothing; the
 * text is the `clip` of what comes of it. With others in `also` it holds all of them in the machine's order; what is in one of
 * them comes along with that.
 */
export const copyState = defineCommand(
  "state.copy",
  args({ state: statePath, "also?": list(statePath) }),
  (draft, { state, also = [] }) => {
    const chosen = [state, ...also].map((path) => draft.state(path));
    const outer = chosen.filter(
      ({ path }) => !chosen.some((item) => item.path.length < path.length && isUnder(path, item.path)),
    );
    const order = [...places(draft.chart).values()].map(({ path }) => path);
    const rank = ({ path }: PlacedState) => order.findIndex((item) => samePath(item, path));
    const all = [...new Map(outer.map((item) => [rank(item), item])).entries()].toSorted(([a], [b]) => a - b);
    draft.clip = joinClips(all.map(([, place]) => clipText(draft, place)));
  },
);

function clipText(draft: Draft, place: PlacedState): string {
  const { states, item } = stateItem(draft, place);
  const listItem = draft.list(states).items.find(({ node }) => node === item);
  const span = { from: listItem?.lead ?? item.start, to: listItem?.tail ?? item.end };
  return printClip({
    head: headOf(draft, place),
    body: portable(draft, span, inPlace(draft, place.path)),
  });
}

/**
 * Edits that spell out targets and initial states which stand in a const: it would not come along. Refuses where a whole state
 * or transition stands elsewhere.
 */
function inPlace(draft: Draft, top: StatePath): TextEdit[] {
  const whole = stateSpan(draft.anyState(top));
  return draft.apart(() => {
    for (const place of places(draft.chart).values()) {
      if (!isUnder(place.path, top)) continue;
      const { node } = place;
      /** Whether an object that is spread stands in the copied state, or in no place of this module that is known. */
      const isBroughtAlong = (at: Span) => {
        const spread = draft.tree.nodeAt(absolute(place, at));
        const object = spread && draft.tree.resolve(spread);
        return object?.type !== "ObjectExpression" || isIn(spanOf(object), whole);
      };
      if (node.origin === "shared" || !isIn(absolute(place, node.valueAt), whole)) draft.refuseShared(place);
      for (const transition of node.transitions) {
        const { form, shared, at } = transition;
        // A target alone is spelled out like any other, unless a spread brings it.
        const alone =
          form.endsWith("string") &&
          isOneValue(draft, absolute(place, at), stateSpan(place)) &&
          !(shared && isInCall(draft, absolute(place, at), stateSpan(place)));
        if ((shared || !isIn(absolute(place, at), whole)) && !alone) draft.refuseShared(place, transition);
        // What a spread brings would not come along.
        if (transition.props.some((prop) => prop.name === "..." && !isBroughtAlong(prop.valueAt)))
          draft.refuseShared(place, transition);
        for (const target of transition.targets) {
          if (!target.shared) continue;
          if (!isOneValue(draft, absolute(place, target.at), whole)) draft.refuseShared(place, transition);
          spellOut(draft, absolute(place, target.at), target.text);
        }
      }
      for (const { text, at, shared } of node.historyTargets ?? []) {
        if (!shared) continue;
        if (!isOneValue(draft, absolute(place, at), whole)) draft.refuseShared(place);
        spellOut(draft, absolute(place, at), text);
      }
      const item = draft.tree.propertyAt(place.origin);
      if (item?.["computed"] === true && literalText(child(item, "key")) === undefined)
        writeKey(draft, item, node.key);
      // An id that is put together says the same in two states: a copy can only have another if it is a text.
      const id = node.id === undefined ? undefined : node.props.find(({ name }) => name === "id");
      if (id && node.id !== undefined && isOneValue(draft, absolute(place, id.valueAt), whole))
        spellOut(draft, absolute(place, id.valueAt), node.id);
      if (!node.initial) continue;
      if (!isOneValue(draft, absolute(place, node.initial.valueAt), whole)) draft.refuseShared(place);
      spellOut(draft, absolute(place, node.initial.valueAt), node.initial.value);
    }
  });
}

/** Is it what a call gives, or an argument of one? What the call makes of it is not known where its function is not. */
function isInCall({ tree }: Draft, at: Span, state: Span): boolean {
  const node = tree.nodeAt(at);
  for (let up = node; up && isIn({ from: up.start, to: up.end }, state); up = tree.parentOf(up))
    if (up.type === "CallExpression") return true;
  return false;
}

/** Does it stand in a state, and for one value there? What a spread stands for is an object, of which the value is a part. */
function isOneValue({ tree }: Draft, at: Span, state: Span): boolean {
  if (!isIn(at, state)) return false;
  let node = tree.nodeAt(at);
  while (node && !/Property$|^ArrayExpression$/.test(node.type)) {
    if (node.type === "SpreadElement") return false;
    node = tree.parentOf(node);
  }
  return true;
}

const isIn = (inner: Span, outer: Span): boolean => outer.from <= inner.from && inner.to <= outer.to;

function spellOut(draft: Draft, at: Span, text: string): void {
  const written = expressionOf(draft.text.slice(at.from, at.to));
  if (written && literalText(written) !== text) draft.replace(at, quoteText(text, draft.style.quote));
}

function headOf(draft: Draft, place: PlacedState): ClipHead {
  const { chart, text, tree, style } = draft;
  const { path } = place;
  const namespace = namespaceOf(text, tree.program);
  const targets = targetSites(draft).flatMap(({ place: source, target }) =>
    isUnder(source.path, path) && target.resolved
      ? [[source.path.slice(path.length), target.text, target.resolved] as const]
      : [],
  );
  return {
    format: 1,
    machine: {
      ...(chart.id === undefined ? {} : { id: chart.id }),
      ...(chart.ref.name === undefined ? {} : { name: chart.ref.name }),
    },
    path,
    indent: style.unit,
    ...(namespace === undefined ? {} : { namespace }),
    targets: unique(targets),
    stateIn: unique(stateMentions(draft, stateSpan(place))),
    needs: needsOf(draft, stateSpan(place)),
  };
}

const unique = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

const KINDS = { guard: "guards", action: "actions", actor: "actors", delay: "delays" } as const;

/** The names of setup in a stretch of code, and those that their own code takes. */
function needsOf(draft: Draft, span: Span): ClipHead["needs"] {
  const { chart, text } = draft;
  const { sites } = symbolTable(text, chart);
  const needs: Record<Table, Record<string, string | null>> = {
    guards: {},
    actions: {},
    actors: {},
    delays: {},
  };
  const queue: Span[] = [span];
  for (let at = queue.shift(); at; at = queue.shift())
    for (const site of sites) {
      if (site.at.from < at.from || site.at.to > at.to || !Object.hasOwn(KINDS, site.kind)) continue;
      const table = KINDS[site.kind as keyof typeof KINDS];
      if (Object.hasOwn(needs[table], site.name) || site.name === "__proto__") continue;
      const known = chart.setup?.[table].find(({ name }) => name === site.name);
      needs[table][site.name] = known ? codeOf(draft, known) : null;
      if (known && !known.elsewhere) queue.push(known.valueAt);
    }
  for (const table of TABLES) needs[table] = Object.fromEntries(Object.entries(needs[table]).toSorted());
  return needs;
}

const codeOf = (draft: Draft, { elsewhere, valueAt }: Implementation): string | null =>
  elsewhere ? null : portable(draft, valueAt);

/** A stretch of code from the left margin, with line feeds. */
function portable({ text, tree }: Draft, span: Span, edits: readonly TextEdit[] = []): string {
  const lines = reindentEdits(text, tree, span, lineIndent(text, span.from), "");
  const inside = sortEdits([...edits, ...lines]).map((edit) => ({
    ...edit,
    from: edit.from - span.from,
    to: edit.to - span.from,
  }));
  return applyEdits(text.slice(span.from, span.to), inside).replaceAll("\r\n", "\n");
}
