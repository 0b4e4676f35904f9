import type { Action, Chart, Guard, StateNode, Transition } from "#core/chart/chart.ts";
import { places, transitionId } from "#core/chart/places.ts";
import { wordsOf } from "#core/semantics/behaviorPrint.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { guardOutcomeId, type Coverage } from "#core/run/debugging/coverage.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";

/** A machine as read, with the consts and helpers of its module: what decides how a scenario goes. */
export interface MachineReading {
  readonly chart: Chart;
  readonly consts: readonly Const[];
}

/** The parts of a chart that an edit may have given another behavior, by the ids of either reading. */
export interface TouchedParts {
  /** By path id; "" for the machine itself, such as its context at the start. */
  readonly states: ReadonlySet<string>;
  /** By transition id. */
  readonly transitions: ReadonlySet<string>;
}

/**
 * What differs between two readings of a machine: states and transitions whose own code differs, and those that use a guard, action, delay,
 * const or helper that differs, however indirectly. White space is not a difference. A transition that is only in one of the readings touches its state
 * too. Code is compared by the names in it and not evaluated, so that more may be touched than behaves otherwise.
 */
export function touchedParts(before: MachineReading, after: MachineReading): TouchedParts {
  const names = changedNames(before, after);
  const [old, now] = [partsOf(before.chart, names), partsOf(after.chart, names)];
  const transitions = differing(old.transitions, now.transitions);
  const states = differing(old.states, now.states);
  for (const id of transitions) {
    const source = (old.transitions.get(id) ?? now.transitions.get(id))?.source;
    const isInBoth = old.transitions.has(id) && now.transitions.has(id);
    if (!isInBoth && source !== undefined) states.add(source);
  }
  return { states, transitions };
}

interface Part {
  readonly code: string;
  readonly usesChanged: boolean;
  readonly source?: string;
}

function differing(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): Set<string> {
  return new Set(
    [...new Set([...before.keys(), ...after.keys()])].filter((id) => {
      const part = after.get(id);
      return part?.usesChanged === true || part?.code !== before.get(id)?.code;
    }),
  );
}

function partsOf(chart: Chart, names: ReadonlySet<string>) {
  const [states, transitions] = [new Map<string, Part>(), new Map<string, Part>()];
  const usesChanged = (code: string) => names.size > 0 && wordsOf(code).some((word) => names.has(word));
  for (const [id, { node, path }] of places(chart)) {
    const code = stateCode(node);
    states.set(id, { code, usesChanged: usesChanged(code) });
    for (const transition of node.transitions) {
      const own = transitionCode(transition);
      const isDelayed = transition.slot === "after" && names.has(transition.event ?? "");
      transitions.set(transitionId({ ...transition, source: path }), {
        code: own,
        usesChanged: isDelayed || usesChanged(own),
        source: id,
      });
    }
  }
  return { states, transitions };
}

const bare = (text: string): string => text.replaceAll(/\s/g, "");
const actionCode = ({ text }: Action): string => bare(text);
const guardCode = (guard: Guard | undefined): string => bare(guard?.text ?? "");

const transitionCode = ({ targets, guard, actions, reenter, meta, form }: Transition): string =>
  JSON.stringify([
    targets.map(({ text }) => text),
    guardCode(guard),
    actions.map(actionCode),
    reenter,
    meta.clauses,
    form === "null",
  ]);

const stateCode = ({ type, history, initial, entry, exit, invoke, output, ...more }: StateNode): string =>
  JSON.stringify([
    [type, history, initial?.value, initial?.actions?.map(actionCode)],
    [entry.map(actionCode), exit.map(actionCode)],
    [...invoke, output, more.context].map((part) => bare(part?.text ?? "")),
    [more.historyTargets?.map(({ text }) => text), more.meta.clauses],
  ]);

/** Names of consts, helpers and implementations whose text differs, or that use one whose text does. */
function changedNames(before: MachineReading, after: MachineReading): ReadonlySet<string> {
  const [old, now] = [textsOf(before), textsOf(after)];
  const changed = new Set(
    [...new Set([...old.keys(), ...now.keys()])].filter(
      (name) => bare(old.get(name) ?? "") !== bare(now.get(name) ?? ""),
    ),
  );
  if (changed.size === 0) return changed;
  const users = [...now].map(([name, text]) => ({ name, words: wordsOf(text) }));
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const { name, words } of users) if (words.some((word) => changed.has(word))) changed.add(name);
  }
  return changed;
}

/** By name the texts; a const and a guard of one name stand together. */
function textsOf({ chart: { setup }, consts }: MachineReading): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = ({ name, text }: Const) => void texts.set(name, `${texts.get(name) ?? ""}\n${text}`);
  consts.forEach(add);
  for (const table of ["guards", "actions", "actors", "delays"] as const) setup?.[table].forEach(add);
  return texts;
}

/** Whether a scenario that covered this passes what was touched. */
export function passes({ states, transitions, guards }: Coverage, touched: TouchedParts): boolean {
  const isEvaluated = (id: string) =>
    transitions.has(id) ||
    guards.has(guardOutcomeId(id, [], true)) ||
    guards.has(guardOutcomeId(id, [], false));
  return (
    [...touched.states].some((id) => id === "" || states.has(id)) ||
    [...touched.transitions].some(isEvaluated)
  );
}

/** Whether a scenario that was not played yet names what was touched: it sends an event of a touched transition or expects a touched state. */
function names({ steps }: Scenario, { states, transitions }: TouchedParts): boolean {
  const events = new Set([...transitions].flatMap((id) => id.split("|on|")[1]?.replace(/\|\d+$/, "") ?? []));
  return steps.some(
    ({ send, expect }) =>
      (send && events.has(send.type)) || expect?.in?.some((path) => states.has(path)) === true,
  );
}

/**
 * The order in which scenarios are replayed after an edit: those that pass what it touched by their last coverage, or name it where they have none,
 * before the others; each kind in the order given.
 */
export function touchedFirst(
  scenarios: Readonly<Record<string, Scenario>>,
  coverage: ReadonlyMap<string, Coverage>,
  touched: TouchedParts,
): readonly string[] {
  const isTouched = (name: string) => {
    const last = coverage.get(name);
    return last ? passes(last, touched) : names(scenarios[name] as Scenario, touched);
  };
  const all = Object.keys(scenarios);
  const first = new Set(all.filter(isTouched));
  return [...first, ...all.filter((name) => !first.has(name))];
}
