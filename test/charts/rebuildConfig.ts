import type { Chart, StateNode, Target, Transition } from "#core/chart/chart.ts";

type Config = Record<string, unknown>;

/** A config that has the structure of the chart and nothing else: guards hold, actions are left out. */
export function rebuildConfig(chart: Chart): Config {
  return { id: chart.id, ...state(chart.root) };
}

function state(node: StateNode): Config {
  const { transitions } = node;
  return {
    ...(node.id === undefined ? {} : { id: node.id }),
    ...(node.type === "compound" || node.type === "atomic" ? {} : { type: node.type }),
    ...(node.history ? { history: node.history } : {}),
    ...(node.historyTargets ? { target: texts(node.historyTargets) } : {}),
    ...(node.initial ? { initial: node.initial.value } : {}),
    ...group(transitions, "on"),
    ...group(transitions, "after"),
    ...list(transitions, "always"),
    ...list(transitions, "onDone"),
    ...(node.invoke.length === 0
      ? {}
      : { invoke: node.invoke.map((invoke, i) => ({ ...invoke, ...held(transitions, String(i)) })) }),
    ...(node.children.length === 0
      ? {}
      : { states: Object.fromEntries(node.children.map((child) => [child.key, state(child)])) }),
  };
}

const held = (all: readonly Transition[], index: string): Config =>
  Object.fromEntries(
    (["onDone", "onError", "onSnapshot"] as const).flatMap((key) => {
      const own = all.filter((t) => t.slot === `invoke.${key}` && t.event === index);
      return own.length === 0 ? [] : [[key, own.map(transition)]];
    }),
  );

function group(all: readonly Transition[], slot: "on" | "after"): Config {
  const byEvent: Record<string, Config[]> = {};
  for (const one of all.filter((t) => t.slot === slot))
    (byEvent[one.event ?? ""] ??= []).push(transition(one));
  return Object.keys(byEvent).length === 0 ? {} : { [slot]: byEvent };
}

function list(all: readonly Transition[], slot: "always" | "onDone"): Config {
  const own = all.filter((t) => t.slot === slot);
  return own.length === 0 ? {} : { [slot]: own.map(transition) };
}

const texts = (targets: readonly Target[]) =>
  targets.length === 1 ? targets[0]?.text : targets.map((t) => t.text);

const transition = (one: Transition): Config => ({
  ...(one.targets.length === 0 ? {} : { target: texts(one.targets) }),
  ...(one.reenter ? { reenter: true } : {}),
  ...(one.guard ? { guard: () => true } : {}),
});
