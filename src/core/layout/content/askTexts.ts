import type { Action, Chart, Guard, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf, places } from "#core/chart/places.ts";
import type { Expr } from "#core/expr/expr.ts";
import { assignments } from "#core/expr/formula.ts";
import { parseExpr } from "#core/expr/parse.ts";
import type { ChartNames } from "#core/layout/names.ts";

/** Actions that are listed. */
const MAX_LISTED_ACTIONS = 3;

/**
 * How it came about whom a state asks, where it asks somebody whom the context names: the actions that write the name on the way into the
 * state, or on entering it. "Players still to act" alone does not say that everybody was asked.
 */
export function questionsOf(chart: Chart, node: StateNode, path: StatePath, names: ChartNames): string[] {
  const { asks } = node.meta;
  if (asks === undefined || typeof asks === "string") return [];
  const keys = asks.context.split(".").filter((key) => !/^\d+$/.test(key));
  const written = new Set<string>();
  const tell = (actions: readonly Action[]) => {
    for (const action of actions) if (writes(chart, action, keys)) written.add(names.action(action));
  };
  tell(node.entry);
  // fields that are written on the way are only listed where their name alone says so
  if (written.size === 0 && keys.length === 1) for (const actions of waysInto(chart, path)) tell(actions);
  return written.size > 0
    ? [...written].slice(0, MAX_LISTED_ACTIONS)
    : writtenAround(chart, path, keys, names);
}

/** Longest formula that is shown, in characters. */
const MAX_FORMULA_CHARACTERS = 140;

/** What is written once for many steps, on entering a phase around them, as a formula: the action's name says nothing of it there. */
function writtenAround(chart: Chart, path: StatePath, keys: readonly string[], names: ChartNames): string[] {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const phase = placeOf(chart, path.slice(0, depth));
    const action = phase?.node.entry.find((item) => writes(chart, item, keys));
    if (!action) continue;
    const formula = keys.length === 1 ? formulaFor(codeOf(chart, action) ?? "", keys[0] ?? "") : undefined;
    const assignment =
      formula !== undefined && formula.length <= MAX_FORMULA_CHARACTERS ? formula : undefined;
    return [[names.action(action), assignment].filter((text) => text !== undefined).join(": ")];
  }
  return [];
}

/** What `assign` gives a field, as a formula. */
function formulaFor(code: string, field: string): string | undefined {
  const { expr } = parseExpr(code);
  if (expr?.kind !== "call" || expr.name !== "assign") return undefined;
  const [given] = expr.args;
  const start = `${field} := `;
  const assignment = given && assignments(given as Expr, {})?.find((text) => text.startsWith(start));
  return assignment?.slice(start.length);
}

/** A table that states something has no other sign than this in the code of games. */
const BY_TABLE = /\bevent\.by\s*===?\s*["']table["']|["']table["']\s*===?\s*event\.by\b/;

/** Whether a state that waits for a player also takes an event from the table: then it waits for both. */
export function asksTableToo({ setup }: Chart, { meta: { asks }, transitions }: StateNode): boolean {
  if (asks === undefined || asks === "table") return false;
  const isByTable = (guard: Guard): boolean =>
    guard.kind === "and"
      ? (guard.of ?? []).some(isByTable)
      : BY_TABLE.test(
          (guard.kind === "named"
            ? setup?.guards.find(({ name }) => name === guard.name)?.text
            : guard.text) ?? "",
        );
  return transitions.some(({ slot, guard }) => slot === "on" && guard !== undefined && isByTable(guard));
}

/** The actions of each transition that leads to a state. */
function waysInto(chart: Chart, path: StatePath): (readonly Action[])[] {
  const id = pathId(path);
  return [...places(chart).values()].flatMap(({ node }) =>
    node.transitions.flatMap(({ targets, actions }) =>
      targets.some(({ resolved }) => resolved && pathId(resolved) === id) ? [actions] : [],
    ),
  );
}

const codeOf = ({ setup }: Chart, { kind, name, text }: Action): string | undefined =>
  kind === "named" ? setup?.actions.find((impl) => impl.name === name)?.text : text;

/** Whether an action gives a field a value, as `assign({ toAct: ... })` does. */
function writes(chart: Chart, action: Action, keys: readonly string[]): boolean {
  const body = codeOf(chart, action);
  return body !== undefined && keys.every((key) => new RegExp(`\\b${key}\\s*:`).test(body));
}
