import type { Action, Chart, Guard, StateNode, Target, Transition } from "#core/chart/chart.ts";

/** What a chart says, without where it is written: places, forms and what is shared are left out. */
export const bare = (chart: Chart) => ({
  ref: chart.ref.name,
  id: chart.id,
  root: state(chart.root),
  setup: chart.setup && {
    guards: chart.setup.guards.map((one) => one.name),
    actions: chart.setup.actions.map((one) => one.name),
    actors: chart.setup.actors.map((one) => one.name),
    delays: chart.setup.delays.map((one) => one.name),
  },
});

function state(node: StateNode): unknown {
  return {
    key: node.key,
    type: node.type,
    history: node.history,
    id: node.id,
    initial: node.initial?.value,
    description: node.description?.value,
    tags: node.tags,
    meta: [node.meta.clauses, node.meta.asks, node.meta.structural],
    entry: node.entry.map(behavior),
    exit: node.exit.map(behavior),
    invoke: node.invoke.map(({ id, src }) => ({ id, src })),
    output: node.output?.text,
    historyTargets: node.historyTargets?.map(target),
    transitions: node.transitions.map(transition),
    children: node.children.map(state),
    opaque: node.opaque.map(({ what, text }) => ({ what, text })),
  };
}

const transition = (one: Transition) => ({
  slot: one.slot,
  event: one.event,
  index: one.index,
  targets: one.targets.map(target),
  guard: one.guard && behavior(one.guard),
  actions: one.actions.map(behavior),
  reenter: one.reenter,
  description: one.description?.value,
  clauses: one.meta.clauses,
});

const target = ({ text, resolved }: Target) => ({ text, resolved });

const behavior = (one: Action | Guard): unknown => ({
  kind: one.kind,
  name: one.name,
  params: one.params?.text,
  ...("of" in one && one.of ? { of: one.of.map(behavior) } : { text: one.kind === "code" ? one.text : "" }),
});
