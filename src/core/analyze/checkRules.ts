import type { Transition, Asks } from "#core/chart/chart.ts";
import { absolute, places, type PlacedState } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import { itemsWithId } from "#core/ruleset/jsonText.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { fewOf, inFile, knowsClauses, type GameSubject } from "#core/analyze/gameSubject.ts";
import { entriesOf } from "#core/syntax/property.ts";
import { itemsOf, type Syntax } from "#core/analyze/literal.ts";
import { spanOf, stringOf } from "#core/syntax/node.ts";
import { about, actionsOf, nameAt, sayState, upFrom } from "#core/analyze/subject.ts";
import type { Span } from "#core/text/textEdit.ts";
import { addAll } from "#core/text/addAll.ts";

const ASKS = ["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"];
const META = ["clauses", "asks", "structural"];

/** Whether something is written for `asks`, be it wrong: that is reported there. */
const isAsked = (place: PlacedState): boolean =>
  upFrom(place).some(({ node }) => /\basks["']?\s*:/.test(node.meta.text ?? ""));

/** Whether the machine carries its rules, and says of each waiting state for whom it waits (FORMATS "A machine module"). */
export function checkRules(game: GameSubject, syntax: Syntax | undefined): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const place of places(game.chart).values()) {
    addAll(diagnostics, checkMeta(place, place.node.meta.at, game, syntax));
    for (const transition of place.node.transitions)
      addAll(diagnostics, checkMeta(place, transition.meta.at, game, syntax));
    if (isWaiting(place)) {
      if (asksOf(place) === undefined && !isAsked(place))
        diagnostics.push(about(place, "asks-missing", "error", nameAt(place), { state: sayState(place) }));
      if (
        knowsClauses(game) &&
        place.node.meta.clauses.length === 0 &&
        place.node.meta.structural === undefined
      )
        diagnostics.push(
          about(place, "state-without-clause", "warning", nameAt(place), { state: sayState(place) }),
        );
    }
    if (knowsClauses(game)) addAll(diagnostics, checkBranches(place));
    for (const action of actionsOf(place))
      if (action.kind === "builtin" && action.name === "raise")
        diagnostics.push(about(place, "raise-in-game", "warning", action.at, { state: sayState(place) }));
  }
  return [...diagnostics, ...(knowsClauses(game) ? checkSilentWays(game) : []), ...checkCoverage(game)];
}

/** A list of clauses that is not there although the machine, the wordings or the readings name clauses: none of them is checked then. */
export function checkClausesThere(game: GameSubject, files: ReadonlyMap<string, string>): Diagnostic[] {
  if (files.has("clauses")) return [];
  const { carriers } = clauseLinks(game.chart);
  const { text, readings } = game.ruleset;
  const named = new Set([
    ...carriers.keys(),
    ...Object.values(text).flatMap((texts) => Object.keys(texts)),
    ...readings.flatMap((reading) => reading.clauses),
  ]);
  if (named.size === 0) return [];
  const facts = { count: named.size, clauses: fewOf([...named]) };
  return [{ code: "clauses-missing", severity: "error", file: "clauses", facts }];
}

/** `meta` keys that are nearly known, an `asks` that means nobody, clause ids that do not exist. */
function checkMeta(
  place: PlacedState,
  at: Span | undefined,
  game: GameSubject,
  syntax: Syntax | undefined,
): Diagnostic[] {
  const object = at && syntax?.objectAt(absolute(place, at).from);
  if (!object || !syntax) return [];
  const diagnostics: Diagnostic[] = [];
  const tell = (code: DiagnosticCode, span: Span, facts: Diagnostic["facts"]) =>
    diagnostics.push({ code, severity: "error", file: "machine", at: span, path: place.path, facts });
  for (const { name: key, key: written, value } of entriesOf(object)) {
    const node = syntax.resolve(value);
    const span = { from: value.start, to: value.end };
    if (key === "asks") {
      const word = stringOf(node);
      if (word !== undefined && !ASKS.includes(word))
        tell("asks-unknown", span, { asks: word, expected: ASKS, near: near(word, ASKS) });
      const whom =
        node.type === "ObjectExpression"
          ? entriesOf(node).find((entry) => entry.name === "context")
          : undefined;
      if (node.type === "ObjectExpression" && !whom)
        tell("asks-unknown", span, { asks: "{…}", expected: [...ASKS, "{ context }"], near: [] });
      const field = whom && stringOf(whom.value)?.split(".")[0];
      const fields = game.chart.context?.map((item) => item.name);
      if (whom && field !== undefined && fields && !fields.includes(field))
        tell(
          "asks-unknown-context",
          { from: whom.value.start, to: whom.value.end },
          { field, near: near(field, fields) },
        );
    } else if (key === "clauses") {
      const ids = game.ruleset.clauses.map((clause) => clause.id);
      if (node.type !== "ArrayExpression" && syntax.kind(node) !== "code")
        tell("wrong-type", span, { key, got: String(stringOf(node) ?? ""), expected: "string[]" });
      for (const item of itemsOf(node["elements"])) {
        const id = stringOf(syntax.resolve(item));
        if (id !== undefined && knowsClauses(game) && !ids.includes(id))
          tell("clause-unknown", { from: item.start, to: item.end }, { clause: id, near: near(id, ids) });
      }
    } else if (!META.includes(key)) {
      const meant = near(key, META);
      if (meant.length > 0) tell("unknown-meta-key", spanOf(written), { key, near: meant });
    }
  }
  return diagnostics;
}

/** Where play branches, a rule should say so: on the transition, or on the state that it leaves. */
function checkBranches(place: PlacedState): Diagnostic[] {
  const groups = new Map<string, Transition[]>();
  for (const transition of place.node.transitions) {
    const key = `${transition.slot}|${transition.event ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), transition]);
  }
  if (namesClauses(place.node)) return [];
  return [...groups.values()].flatMap((group) => {
    const silent = group.length > 1 ? group.find((transition) => !namesClauses(transition)) : undefined;
    if (!silent) return [];
    return [
      about(place, "branch-without-clause", "warning", silent.at, {
        state: sayState(place),
        event: silent.event ?? silent.slot,
      }),
    ];
  });
}

/**
 * A way of an event that names no clause although all others of that event do: as where the event was let into one more step, which no
 * scenario need notice.
 */
function checkSilentWays({ chart }: GameSubject): Diagnostic[] {
  const ways = new Map<string, { readonly place: PlacedState; readonly transition: Transition }[]>();
  for (const place of places(chart).values())
    for (const transition of place.node.transitions)
      if (transition.slot === "on" && transition.event !== undefined)
        ways.set(transition.event, [...(ways.get(transition.event) ?? []), { place, transition }]);
  return [...ways].flatMap(([event, all]) => {
    const [silent, ...more] = all.filter(({ transition }) => !namesClauses(transition));
    if (!silent || more.length > 0 || all.length < 2) return [];
    const facts = { state: sayState(silent.place), event };
    return [about(silent.place, "way-without-clause", "warning", silent.transition.at, facts)];
  });
}

/** Whether a state or transition says which rule it carries out, or that it carries out none. */
const namesClauses = ({ meta }: Pick<Transition, "meta">): boolean =>
  meta.clauses.length > 0 || meta.structural !== undefined;

/** Clauses that nothing carries, and two of one id. */
function checkCoverage(game: GameSubject): Diagnostic[] {
  const { carriers } = clauseLinks(game.chart);
  const node = game.nodes.get("clauses");
  const ids = new Set<string>();
  return game.ruleset.clauses.flatMap(({ id, notModelled }): Diagnostic[] => {
    if (ids.has(id)) return [];
    ids.add(id);
    const [first = 0, ...more] = itemsWithId(node, "clauses", id);
    const tell = (code: DiagnosticCode, severity: Severity, index = first) =>
      inFile(game, "clauses", ["clauses", index, "id"], code, severity, { clause: id });
    const repeated = more.map((index) => tell("clause-repeated", "error", index));
    if (carriers.has(id) && notModelled !== undefined)
      return [...repeated, tell("clause-carried-anyway", "warning")];
    if (!carriers.has(id) && notModelled === undefined)
      return [...repeated, tell("clause-not-carried", "error")];
    return repeated;
  });
}

/**
 * Whether play rests in a state until somebody sends an event: a leaf that does not go on by itself and in which an event can
 * arrive, its own or one of its ancestors up to the region it lies in.
 */
function isWaiting(place: PlacedState): boolean {
  if (place.node.type !== "atomic") return false;
  const always = place.node.transitions.filter(({ slot }) => slot === "always");
  if (always.some(({ guard }) => !guard)) return false;
  const isHandler = handles(place);
  if (isHandler || always.length > 0 || place.node.invoke.length > 0) return isHandler;
  if (place.node.transitions.some(({ slot }) => slot === "after")) return false;
  for (const up of upFrom(place)) {
    if (handles(up)) return true;
    if (up.parent?.node.type === "parallel") return false;
  }
  return false;
}

const handles = (place: PlacedState): boolean =>
  place.node.transitions.some(({ slot, form }) => slot === "on" && form !== "null");

/** For whom a state waits: its own `meta.asks`, else the nearest ancestor's. */
const asksOf = (place: PlacedState): Asks | undefined =>
  upFrom(place).find((state) => state.node.meta.asks !== undefined)?.node.meta.asks;
