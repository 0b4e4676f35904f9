/**
 * Small machines that each show one thing, as module texts. `chart` makes one of a few lines; the named ones are read by the
 * tests of every layer.
 */

/** A module whose machine `m` has these states; the first one is initial. */
export function chart(states: string, rest = ""): string {
  const first = /^\s*(?:["']([^"']+)["']|([\p{L}\p{N}_$]+))\s*:/u.exec(states);
  const initial = JSON.stringify(first?.[1] ?? first?.[2] ?? "");
  return `import { createMachine } from "xstate";

export const machine = createMachine({
  id: "m",
  initial: ${initial},
  ${rest}
  states: {
    ${states}
  },
});
`;
}

/** Draw, play, pass: the least that is a turn. */
export const turn = `import { assign, setup } from "xstate";

interface Context {
  seats: string[];
  turnPlayer: string;
}

type Event = { type: "DRAW"; by: string } | { type: "PASS"; by: string };

/** Two players take turns. */
export const machine = setup({
  types: {} as { context: Context; events: Event; input: { seats?: string[] } },
  guards: {
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
  },
  actions: {
    passTurn: assign({
      turnPlayer: ({ context }) => context.seats.find((s) => s !== context.turnPlayer)!,
    }),
  },
}).createMachine({
  id: "turn",
  context: ({ input }) => ({ seats: input.seats ?? ["P1", "P2"], turnPlayer: "P1" }),
  initial: "draw",
  states: {
    // Nobody may look at the deck.
    draw: {
      meta: { clauses: ["T-1"], asks: "turnPlayer" },
      on: { DRAW: { guard: "byTurnPlayer", target: "main", meta: { clauses: ["T-1"] } } },
    },
    main: {
      description: "The turn player plays cards",
      meta: { clauses: ["T-2"], asks: "turnPlayer" },
      on: { PASS: [{ guard: "byTurnPlayer", target: "draw", actions: "passTurn" }] },
    },
  },
});
`;

/** Every way in which a target can be written, at home. */
export const targets = `import { createMachine } from "xstate";

export const machine = createMachine({
  id: "root",
  initial: "a",
  on: { TOP: ".b", HOME: { target: ".a.deep" }, ROOT: "#root" },
  states: {
    a: {
      id: "first",
      initial: "deep",
      on: { SIBLING: "b", CHILD: ".deep", DOTTED: "b.inner", SELF: ".", ID: "#second", IDPATH: "#second.inner", AUTO: "#root.c", OWN: "a" },
      states: { deep: { on: { OUT: "#first", NEXT: "other", DOT: "." } }, other: {} },
    },
    b: { id: "second", initial: "inner", states: { inner: { always: { target: "#first.other", guard: "never" } } } },
    c: { on: { MANY: { target: ["d.x.x2", "d.y.y2"] }, NONE: { target: undefined }, FORBIDDEN: undefined } },
    d: {
      type: "parallel",
      onDone: "c",
      states: {
        x: { initial: "x1", states: { x1: { on: { GO: "x2" } }, x2: { type: "final" } } },
        y: { initial: "y1", states: { y1: { after: { 100: "y2", LONG: { target: "y2" } } }, y2: { type: "final" } } },
      },
    },
    e: { invoke: { src: "ask", onDone: "a", onError: [{ target: "b" }], onSnapshot: { target: ".", reenter: true } } },
  },
});
`;

/** Shallow and deep history, with and without a default. */
export const history = `import { createMachine } from "xstate";

export const machine = createMachine({
  id: "h",
  initial: "off",
  states: {
    off: { on: { ON: "on.hist", DEEP: "on.deep", PLAIN: "on.plain" } },
    on: {
      initial: "one",
      on: { OFF: "off" },
      states: {
        one: { on: { NEXT: "two" } },
        two: { initial: "x", states: { x: { on: { Y: "y" } }, y: {} } },
        hist: { type: "history", target: "two" },
        deep: { type: "history", history: "deep", target: "two.y" },
        plain: { history: true },
      },
    },
  },
});
`;

/** Names, comments and strings of every script. */
export const scripts = `import { setup } from "xstate";

// 😀 before everything
export const machine = setup({ guards: { 手番: () => true } }).createMachine({
  id: "多言語", /* 🏐🏐 */ initial: "抽牌",
  states: {
    抽牌: { description: "カードを引く 😀", on: { "PASS 😀": { guard: "手番", target: "主要 階段" } } },
    "主要 階段": { meta: { clauses: ["條-1"] }, on: { BACK: "抽牌" } },
  },
});
`;

export const named: Readonly<Record<string, string>> = {
  turn,
  targets,
  history,
  scripts,
  crlf: turn.replaceAll("\n", "\r\n"),
  tabs: targets.replaceAll("  ", "\t"),
};
