import { actions, actors, guards } from "#test/charts/generated/addWays.ts";
import { below, type MadeState, type MadeWay, pathOfMade } from "#test/charts/generated/madeChart.ts";

/** The events that a chart knows, in the order of the code; neither the wildcard nor delays. */
export const eventsOf = (root: MadeState): string[] => [
  ...new Set(
    [root, ...below(root)].flatMap(({ ways }) =>
      ways.flatMap(({ under, event }) => (under === "on" && event && event !== "*" ? [event] : [])),
    ),
  ),
];

/** The module of a chart, as a person would write it. */
export function printModule(root: MadeState): string {
  const types = eventsOf(root).map((event) => `{ type: "${event}" }`);
  const listed = (names: readonly string[], value: (name: string, i: number) => string) =>
    names.map((name, i) => `    ${name}: ${value(name, i)},`).join("\n");
  return `import { assign, fromPromise, setup } from "xstate";

type Event = ${types.length > 0 ? types.join(" | ") : `{ type: "NONE" }`};

export const machine = setup({
  types: {} as { context: { cards: number; point: string }; events: Event },
  guards: {
${listed(guards, (_, i) => `({ context }) => context.cards > ${i}`)}
    calledAt: ({ context }, params: { point: string }) => context.point === params.point,
  },
  actions: {
${listed(actions, (_, i) => `assign({ cards: ({ context }) => context.cards + ${i} })`)}
    call: assign({ point: (_, params: { point: string }) => params.point }),
  },
  actors: {
${listed(actors, () => "fromPromise(async () => 1)")}
  },
}).createMachine({
  id: ${JSON.stringify(root.key)},
  context: { cards: 0, point: "" },
${inside(root, root.key, "  ")}
});
`;
}

/** The properties of a state, indented. */
function inside(state: MadeState, id: string, indent: string): string {
  const { kind, children, asks, clause } = state;
  const first = children.find((child) => child.kind === "atomic" || child.children.length > 0);
  const meta = [
    ...(clause === undefined ? [] : [`clauses: ["${clause}"]`]),
    ...(asks === undefined ? [] : [`asks: "${asks}"`]),
  ];
  const lines = [
    ...(kind === "parallel" || kind === "final" ? [`type: "${kind}",`] : []),
    ...(kind === "history" ? [`type: "history",`] : []),
    ...(kind === "deepHistory" ? [`type: "history",`, `history: "deep",`] : []),
    ...(kind === "compound" && first ? [`initial: "${first.key}",`] : []),
    ...(meta.length > 0 ? [`meta: { ${meta.join(", ")} },`] : []),
    ...(state.entry.length > 0 ? [`entry: ${list(state.entry.map((name) => `"${name}"`))},`] : []),
    ...invokes(state, id),
    ...group("always", of(state, "always"), state, id),
    ...keyed("on", of(state, "on"), state, id),
    ...keyed("after", of(state, "after"), state, id),
    ...group("onDone", of(state, "onDone"), state, id),
  ].map((line) => `${indent}${line}`);
  const states = children.map(
    (child) => `${indent}  ${child.key}: {\n${inside(child, id, `${indent}    `)}\n${indent}  },`,
  );
  return [...lines, ...(states.length > 0 ? [`${indent}states: {`, ...states, `${indent}},`] : [])].join(
    "\n",
  );
}

const of = (state: MadeState, under: MadeWay["under"]) => state.ways.filter((way) => way.under === under);
const list = (texts: readonly string[]) => (texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`);

/** `name: one` or `name: [several]`, or nothing. */
const group = (name: string, ways: readonly MadeWay[], from: MadeState, id: string): string[] =>
  ways.length === 0 ? [] : [`${name}: ${list(ways.map((way) => candidate(way, from, id)))},`];

/** `on` and `after`: the candidates of each key together. */
function keyed(name: string, ways: readonly MadeWay[], from: MadeState, id: string): string[] {
  if (ways.length === 0) return [];
  const keys = [...new Set(ways.map(({ event = "" }) => event))];
  const own = (key: string) => ways.filter(({ event }) => event === key);
  const spelled = (key: string) => (/^\w+$/.test(key) ? key : JSON.stringify(key));
  return [`${name}: {`, ...keys.flatMap((key) => group(`  ${spelled(key)}`, own(key), from, id)), "},"];
}

function invokes(state: MadeState, id: string): string[] {
  return state.invokes.map((src) => {
    const ends = (["invoke.onDone", "invoke.onError"] as const).flatMap((under) =>
      group(under.slice("invoke.".length), of(state, under), state, id),
    );
    return `invoke: { src: "${src}", ${ends.join(" ")} },`;
  });
}

function candidate({ targets, guard, action, reenter }: MadeWay, from: MadeState, id: string): string {
  const goal = (to: MadeState) =>
    JSON.stringify(from.parent && to.parent === from.parent ? to.key : `#${id}.${pathOfMade(to)}`);
  if (targets.length === 0 && action === undefined) return "undefined";
  const parts = [
    ...(guard === undefined ? [] : [`guard: ${guard}`]),
    ...(targets.length === 0
      ? []
      : [`target: ${targets.length === 1 ? list(targets.map(goal)) : `[${targets.map(goal).join(", ")}]`}`]),
    ...(reenter ? ["reenter: true"] : []),
    ...(action === undefined ? [] : [`actions: ${action.startsWith("{") ? action : JSON.stringify(action)}`]),
  ];
  return targets.length === 1 && parts.length === 1
    ? goal(targets[0] as MadeState)
    : `{ ${parts.join(", ")} }`;
}
