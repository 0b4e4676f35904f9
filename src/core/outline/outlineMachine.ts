import { joinKeys } from "#core/chart/targetText.ts";
import { type Around, aroundAll, waysOf, whoIn, whoTakes, type WholeWay } from "#core/outline/defaultWays.ts";
import type { Outline, OutlineState, Who } from "#core/outline/outline.ts";
import { GUARD_CODE, GUARD_OF, PASS_TURN } from "#core/outline/outlineCode.ts";

/** Which clause a state carries out; the empty path is what may happen at any time. */
export type ClauseOf = (path: readonly string[]) => string;

/** The machine module of an outline, by the conventions of a game. @param id of the machine */
export function outlineMachine(outline: Outline, id: string, clauseOf: ClauseOf): string {
  const all = aroundAll(outline);
  const used = new Used();
  const around = new Map(all.map((one) => [one.state, one]));
  const body = outline.states.map((state) => stateText({ id, around, used, clauseOf }, state, "    "));
  const rootWays = outline.ways.map((way) => wayText(used, id, [], way, way.who ?? whoTakes(undefined)));
  const on = propText("on", groupWays(rootWays.filter(({ slot }) => slot === "on")), "  ");
  const after = propText("after", groupWays(rootWays.filter(({ slot }) => slot === "after")), "  ");
  const meta = outline.ways.length > 0 ? `  meta: { clauses: ["${clauseOf([])}"] },\n` : "";
  const initial = (outline.states.find(({ starts }) => starts) ?? outline.states[0])?.key ?? "";
  const events = [...used.events].map((type) => `  | { type: ${JSON.stringify(type)}; by: string }`);
  const done = used.isEach
    ? "  /** Who has done what each player does in this step. */\n  done: string[];\n"
    : "";
  const guards = [...used.guards].map((name) => `    ${name}: ${GUARD_CODE[name]},\n`).join("");
  const actions = [
    ...(used.passes ? [`    passTurn: ${PASS_TURN},\n`] : []),
    ...(used.isEach
      ? [
          "    noteDone: assign({ done: ({ context, event }) => [...context.done, event.by] }),\n",
          "    clearDone: assign({ done: [] }),\n",
        ]
      : []),
  ].join("");
  return `import { ${actions === "" ? "" : "assign, "}setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
  turn: number;
${done}}

type Event =${events.length === 0 ? " { type: never; by: string }" : `\n${events.join("\n")}`};

interface Input {
  seats?: string[];
}

interface Meta {
  clauses?: string[];
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
  structural?: string;
}

export const machine = setup({
  types: {} as { context: Context; events: Event; input: Input; meta: Meta },
${guards === "" ? "" : `  guards: {\n${guards}  },\n`}${actions === "" ? "" : `  actions: {\n${actions}  },\n`}}).createMachine({
  id: ${JSON.stringify(id)},
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    seats: input?.seats ?? ["P1", "P2"],
    turnPlayer: (input?.seats ?? ["P1", "P2"])[0] ?? "P1",
    turn: 1,
${used.isEach ? "    done: [],\n" : ""}  }),
${meta}  initial: ${JSON.stringify(initial)},
${on}${after}  states: {
${body.join("")}  },
});
`;
}

/** What the states of a machine use. */
class Used {
  readonly events = new Set<string>();
  readonly guards = new Set<string>();
  passes = false;
  isEach = false;
}

interface Writing {
  readonly id: string;
  readonly around: ReadonlyMap<OutlineState, Around>;
  readonly used: Used;
  readonly clauseOf: ClauseOf;
}

function stateText(writing: Writing, state: OutlineState, indent: string): string {
  const { id, around, used, clauseOf } = writing;
  const inner = `${indent}  `;
  const place = around.get(state) as Around;
  const isLeaf = state.children.length === 0;
  const ways = waysOf(place).map((way) => wayText(used, id, state.path, way, way.who ?? whoTakes(place)));
  const asks = isLeaf && state.kind !== "final" && ways.some(({ slot }) => slot === "on");
  const slot = (name: Slot) => ways.filter((way) => way.slot === name);
  const initial = state.children.find(({ starts }) => starts) ?? state.children[0];
  const lines = [
    state.kind === "plain" ? "" : `${inner}type: ${JSON.stringify(state.kind)},\n`,
    state.text === undefined ? "" : `${inner}description: ${JSON.stringify(state.text)},\n`,
    `${inner}meta: { ${asks ? `asks: "${whoIn(place)}", ` : ""}clauses: ["${clauseOf(state.path)}"] },\n`,
    initial && state.kind !== "parallel" ? `${inner}initial: ${JSON.stringify(initial.key)},\n` : "",
    propText("on", groupWays(slot("on")), inner),
    propText("after", groupWays(slot("after")), inner),
    ...slot("always").map(({ text }) => `${inner}always: ${text},\n`),
    ...slot("onDone").map(({ text }) => `${inner}onDone: ${text},\n`),
    isLeaf
      ? ""
      : `${inner}states: {\n${state.children.map((one) => stateText(writing, one, `${inner}  `)).join("")}${inner}},\n`,
  ];
  return `${indent}${isPlain(state.key) ? state.key : JSON.stringify(state.key)}: {\n${lines.join("")}${indent}},\n`;
}

type Slot = "on" | "after" | "always" | "onDone";
interface WayText {
  readonly slot: Slot;
  readonly key: string;
  readonly text: string;
}

function wayText(used: Used, id: string, source: readonly string[], way: WholeWay, who: Who): WayText {
  const { trigger, target, passes, each } = way;
  if (passes) used.passes = true;
  const leads = target ? [`target: ${JSON.stringify(targetOf(id, source, target))}`] : [];
  const pass = passes ? [`"passTurn"`] : [];
  const object = (parts: readonly string[]) => (parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`);
  const acts = pass.length > 0 ? [`actions: ${pass[0]}`] : [];
  if (trigger === "done") return { slot: "onDone", key: "", text: object([...leads, ...acts]) };
  if (trigger === "at once") return { slot: "always", key: "", text: object([...leads, ...acts]) };
  if ("afterMs" in trigger)
    return { slot: "after", key: String(trigger.afterMs), text: object([...leads, ...acts]) };
  used.events.add(trigger.on);
  if (each) {
    used.isEach = true;
    used.guards.add("isLastToDo").add("isYetToDo");
    const last = [`guard: "isLastToDo"`, ...leads, `actions: [${['"clearDone"', ...pass].join(", ")}]`];
    const text = `[${object(last)}, { guard: "isYetToDo", actions: "noteDone" }]`;
    return { slot: "on", key: trigger.on, text };
  }
  used.guards.add(GUARD_OF[who]);
  return { slot: "on", key: trigger.on, text: object([`guard: "${GUARD_OF[who]}"`, ...leads, ...acts]) };
}

/** A sibling by its key, all else by the id of the machine. */
const targetOf = (id: string, source: readonly string[], target: readonly string[]): string =>
  source.length > 0 &&
  source.length === target.length &&
  source.slice(0, -1).every((key, i) => key === target[i])
    ? joinKeys([target.at(-1) ?? ""])
    : `#${joinKeys([id, ...target])}`;

const isPlain = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key) || /^(?:0|[1-9]\d*)$/.test(key);

const groupWays = (ways: readonly WayText[]): string[] =>
  ways.map(({ key, text }) => `${isPlain(key) ? key : JSON.stringify(key)}: ${text}`);

const propText = (name: string, entries: readonly string[], indent: string): string =>
  entries.length === 0
    ? ""
    : `${indent}${name}: {\n${entries.map((entry) => `${indent}  ${entry},\n`).join("")}${indent}},\n`;
