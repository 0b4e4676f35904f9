import type { Action, Chart, Guard, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf } from "#core/chart/places.ts";
import { type Around, again, onward, whoIn, whoTakes, type WholeWay } from "#core/outline/defaultWays.ts";
import { WHO, type Who } from "#core/outline/outline.ts";
import { GUARD_CODE, GUARD_OF, PASS_TURN } from "#core/outline/outlineCode.ts";
import { outlineWords } from "#core/outline/outlineWords.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";

/** A transition as an outline says it. */
export interface StatedWay {
  readonly transition: Transition;
  /** Whether it is read back as this way; else it is only a comment. */
  readonly isSayable: boolean;
  /** Who may take it, where that is not whoever acts in the state. */
  readonly who: Who | undefined;
  readonly passes: boolean;
  /** What the notation has no words for: conditions, actions. */
  readonly extras: readonly string[];
}

export interface ReadWays {
  readonly repeats: boolean;
  readonly waits: boolean;
  /** Those that need lines of their own. */
  readonly stated: readonly StatedWay[];
}

/** The ways of a state, without those that its place in the outline says. */
export function sayable(
  chart: Chart,
  node: StateNode,
  around: Around,
  label: (key: LabelKey) => string,
): ReadWays {
  const { state } = around;
  const isLeaf = state.children.length === 0 && state.kind !== "final";
  const all = node.transitions;
  const repeats = isLeaf && all.length > 0 && areSame(chart, all.slice(0, 1), [again(state)], around, label);
  const rest = repeats ? all.slice(1) : all;
  const usual = onward({ ...around, state: { ...state, repeats } });
  if (areSame(chart, rest, usual, around, label)) return { repeats, waits: false, stated: [] };
  const stated = statedWays(chart, { ...node, transitions: rest }, around, label);
  const waits = usual.length > 0 && !stated.some(({ isSayable }) => isSayable);
  return { repeats, waits, stated };
}

/** All ways of a state as lines of their own. */
export function statedWays(
  chart: Chart,
  node: StateNode,
  around: Around | undefined,
  label: (key: LabelKey) => string,
): StatedWay[] {
  const seen = new Set<string>();
  const isLeaf = around?.state.children.length === 0;
  return node.transitions.map((transition): StatedWay => {
    const { slot, event = "", targets, form, guard, actions, reenter, description } = transition;
    const key = `${slot} ${event}`;
    const [target, ...more] = targets;
    const isPlain =
      !seen.has(key) &&
      more.length === 0 &&
      form !== "null" &&
      form !== "other" &&
      around?.state.kind !== "final" &&
      (!target || isState(chart, target.resolved)) &&
      ((slot === "on" && !/[*{}]|^xstate\.|^$/.test(event)) ||
        (slot === "after" && /^\d{1,9}$/.test(event)) ||
        (slot === "always" && target !== undefined && !guard) ||
        (slot === "onDone" && target !== undefined && !guard && !isLeaf));
    if (isPlain) seen.add(key);
    const own = guard && slot === "on" ? whoOf(chart, guard, whoTakes(around)) : undefined;
    const passes = actions.some((action) => isPass(chart, action));
    const acts = actions.filter((action) => !isPass(chart, action));
    return {
      transition,
      isSayable: isPlain,
      who: own === whoTakes(around) ? undefined : own,
      passes,
      extras: [
        ...(guard && own === undefined ? [`if ${guardText(guard, label)}`] : []),
        ...acts.map(({ kind, name, text }) => `does: ${kind === "named" ? label(`action:${name}`) : text}`),
        ...(reenter ? ["leaves the state and enters it again"] : []),
        ...(description ? [`about it: ${description.value}`] : []),
        ...(form === "null" ? ["forbidden here"] : form === "other" ? ["decided in code"] : []),
      ],
    };
  });
}

function isState(chart: Chart, path: readonly string[] | null): boolean {
  const place = path && path.length > 0 ? placeOf(chart, path) : undefined;
  return place !== undefined && place.node.type !== "history";
}

const implemented = (chart: Chart, table: "guards" | "actions", name: string | undefined) =>
  chart.setup?.[table].find((one) => one.name === name)?.text;
const closeUp = (code: string | undefined) => code?.replaceAll(/\s+/g, "");

/** Who a guard lets act, when its code is the one that an outline's machine has for it. @param hint taken where two have the same guard */
function whoOf(chart: Chart, guard: Guard, hint: Who): Who | undefined {
  if (guard.kind !== "named" || guard.params || guard.name === undefined) return undefined;
  if (closeUp(implemented(chart, "guards", guard.name)) !== closeUp(GUARD_CODE[guard.name])) return undefined;
  return [hint, ...WHO].find((who) => GUARD_OF[who] === guard.name);
}

const isPass = (chart: Chart, { kind, name }: Action): boolean =>
  kind === "named" &&
  name === "passTurn" &&
  closeUp(implemented(chart, "actions", name)) === closeUp(PASS_TURN);

const guardText = (guard: Guard, label: (key: LabelKey) => string): string =>
  guard.kind === "named" ? label(`guard:${guard.name}`) : guard.text;

/** Whether these transitions are what an outline makes of these ways: then its lines need not say them. */
function areSame(
  chart: Chart,
  actual: readonly Transition[],
  ways: readonly WholeWay[],
  around: Around,
  label: (key: LabelKey) => string,
): boolean {
  const expected = ways.flatMap((way) => signsOf(way, around));
  return (
    actual.length === expected.length &&
    actual.every((transition, i) => signOf(chart, transition) === expected[i]) &&
    ways.every(
      ({ trigger }) =>
        typeof trigger === "string" ||
        !("on" in trigger) ||
        isUsualName(label(`event:${trigger.on}`), trigger.on, around.state.name),
    )
  );
}

/** The name that an event has from its step, or none of its own. */
const isUsualName = (name: string, type: string, state: string): boolean =>
  name === type ||
  name === state ||
  Object.values(outlineWords).some(({ end }) => name === end.replace("{{name}}", () => state));

const sign = (
  slot: string,
  event: string,
  target: readonly string[] | undefined,
  guard: string,
  actions: readonly string[],
) => JSON.stringify([slot, event, target ? pathId(target) : null, guard, actions]);

function signsOf({ trigger, target, passes, each }: WholeWay, around: Around): string[] {
  const pass = passes ? ["passTurn"] : [];
  if (trigger === "done") return [sign("onDone", "", target, "", pass)];
  if (trigger === "at once") return [sign("always", "", target, "", pass)];
  if ("afterMs" in trigger) return [sign("after", String(trigger.afterMs), target, "", pass)];
  if (!each) return [sign("on", trigger.on, target, GUARD_OF[whoIn(around)], pass)];
  return [
    sign("on", trigger.on, target, "isLastToDo", ["clearDone", ...pass]),
    sign("on", trigger.on, undefined, "isYetToDo", ["noteDone"]),
  ];
}

/** The same of a transition; undefined for what no outline makes. */
function signOf(chart: Chart, transition: Transition): string | undefined {
  const { slot, event = "", targets, guard, actions, reenter, description, form } = transition;
  if (targets.length > 1 || reenter || description || form === "null" || form === "other") return undefined;
  if (targets[0] && !targets[0].resolved) return undefined;
  const named = actions.map((action) =>
    action.kind === "named" && !action.params ? (action.name ?? "") : `code ${action.text}`,
  );
  if (named.includes("passTurn") && !actions.some((action) => isPass(chart, action))) return undefined;
  let name = "";
  if (guard) {
    if (guard.kind !== "named" || guard.params || guard.name === undefined) return undefined;
    if (closeUp(implemented(chart, "guards", guard.name)) !== closeUp(GUARD_CODE[guard.name]))
      return undefined;
    name = guard.name;
  }
  return sign(slot, event, targets[0]?.resolved ?? undefined, name, named);
}
