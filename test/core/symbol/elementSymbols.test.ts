import { expect, test } from "vitest";
import { placeOf } from "#core/chart/places.ts";
import { symbolsOfState, symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import { chart, chartOf } from "#test/core/edit/applyCommand.ts";

const game = chartOf(
  chart(`a: {
    tags: ['t'],
    entry: ['enter', { type: 'log' }],
    exit: ['log', () => {}],
    invoke: { src: 'bot' },
    on: { GO: { guard: and(['x', not('y'), 'x']), actions: ['log', assign({})] }, '*': 'a', 'card.*': 'a' },
    after: { soon: 'a', 100: 'a' },
  }`),
);
const node = placeOf(game, ["a"])!.node;
const said = (symbols: readonly { kind: string; name: string }[]) =>
  symbols.map(({ kind, name }) => `${kind} ${name}`);

test("a state has its own name, its actions, actors and tags, each once", () => {
  expect(said(symbolsOfState("a", node))).toEqual([
    "state a",
    "action enter",
    "action log",
    "actor bot",
    "tag t",
  ]);
  expect(said(symbolsOfState("", game.root))).toEqual([]);
});

test("a transition has its event, the guards within and/or/not, and its actions", () => {
  expect(node.transitions.map((one) => said(symbolsOfTransition(one)))).toEqual([
    ["event GO", "guard x", "guard y", "action log"],
    [],
    [],
    ["delay soon"],
    [],
  ]);
});
