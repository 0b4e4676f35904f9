import { expect, test } from "vitest";
import { symbolFacts } from "#core/symbol/symbolFacts.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const chart = chartOf(`import { assign, setup } from "xstate";
interface Context { /** who is on turn */ turnPlayer: string; n: number }
export const machine = setup({
  types: {} as { context: Context; events: { type: "PASS"; by: string } },
  guards: { isTurn: ({ context, event }) => event.by === context.turnPlayer, far: () => new Date() > 0 },
  actions: { count: assign({ n: ({ context }) => context.n + 1 }) },
  delays: { soon: 10 },
}).createMachine({
  id: "game",
  initial: "turn",
  states: { turn: { description: "one turn", meta: { clauses: ["R-1"], structural: "so" }, initial: "a", states: { a: {} } } },
});
`);

test.each<[SymbolKind, string, object]>([
  ["state", "turn", { type: "compound", description: "one turn", clauses: ["R-1"], structural: "so" }],
  ["state", "turn.a", { type: "atomic" }],
  ["state", "gone", {}],
  ["event", "PASS", { fields: [{ name: "by", type: { kind: "string" }, optional: false }] }],
  ["guard", "isTurn", { formula: "by = turnPlayer" }],
  ["guard", "far", { code: "() => new Date() > 0" }],
  ["action", "count", { formula: "n := n + 1" }],
  ["delay", "soon", { code: "10" }],
  ["context", "turnPlayer", { typeText: "string", doc: "who is on turn" }],
  ["tag", "x", {}],
])("%s %s", (kind, name, facts) => {
  expect(symbolFacts(chart, { kind, name })).toEqual({ kind, name, ...facts });
});
