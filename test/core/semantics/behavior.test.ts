import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Behaviors, type GuardBehavior } from "#core/semantics/behavior.ts";
import { candidateRole } from "#core/chart/candidateRole.ts";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { readModule } from "#core/read/readModule.ts";

function read(text: string): { chart: Chart; consts: readonly Const[]; behaviors: Behaviors } {
  const { charts, consts = [] } = readModule(text);
  const [chart] = charts;
  if (!chart) throw new Error("no machine");
  return { chart, consts, behaviors: new Behaviors(chart, consts) };
}

const MODULE = `
import { setup, assign, and, not } from "xstate";
const MAX = 3; // as it is played
const LOW = -1;
const SUITS = ["red", "blue"];
const handOf = (context: Context, seat: string) => context.hands.find((h) => h.seat === seat)?.size ?? LOW;
const isFull = (context: Context, seat: string) => handOf(context, seat) >= MAX;
const strange = (n: number) => { let sum = 0; for (const x of [n]) sum += x; return sum; };
export const m = setup({
  guards: {
    mine: ({ context, event }) => event.by === context.player,
    mayDraw: ({ context, event }) => event.type === "DRAW" && !isFull(context, event.by),
    bySuit: ({ event }, params: { suit: string }) => event.suit === params.suit && SUITS.includes(params.suit),
    both: and(["mine", not("mayDraw")]),
    odd: ({ context }) => strange(context.n) > 1,
    loops: ({ context }) => context.MAX > MAX && context.list.some((MAX) => MAX > 0),
  },
  actions: {
    draw: assign({ n: ({ context }) => context.n + MAX, last: ({ event }) => event.by }),
    settle: assign(({ context }) => reset(context)),
  },
}).createMachine({ id: "m", initial: "a", states: { a: { on: {
  DRAW: [
    { guard: and(["mine", "mayDraw"]), target: "b", actions: "draw" },
    { guard: { type: "bySuit", params: { suit: "red" } }, target: "b" },
    { guard: ({ context }) => context.n > MAX, actions: "settle" },
    { actions: "nowhere" },
  ],
  PASS: { guard: "both" }, ODD: { guard: "odd" }, LOOP: { guard: "loops" } } }, b: {} } });
const reset = (context: Context) => ({ n: 0, last: null });
`;

const told = (one: GuardBehavior): string =>
  one.sign === "formula" ? (one.text ?? "?") : `${one.sign}(${one.of.map(told).join(", ")})`;

describe("what guards and actions do", () => {
  const { chart, behaviors } = read(MODULE);
  const a = chart.root.children[0] as StateNode;
  const on = (event: string, index = 0) =>
    a.transitions.find((one) => one.event === event && one.index === index) as StateNode["transitions"][0];
  const guardOf = (event: string, index = 0) => {
    const { guard } = on(event, index);
    if (!guard) throw new Error("no guard");
    return behaviors.guard(guard, event);
  };

  test("parts of and/or/not stand by themselves, with their names; the known type of the event is left out", () => {
    const guard = guardOf("DRAW");

    expect(guard.sign).toBe("and");
    expect(guard.of.map(({ name, text }) => [name, text])).toEqual([
      ["mine", "by = player"],
      ["mayDraw", "¬isFull(by)"],
    ]);
    expect(told(guardOf("PASS"))).toBe("and(by = player, not(false))");
  });

  test("parameters are filled in, constants show their value", () => {
    expect(told(guardOf("DRAW", 1))).toBe("suit = “red” ∧ “red” ∈ SUITS");
    expect(told(guardOf("DRAW", 2))).toBe("n > 3");
    expect(told(guardOf("LOOP"))).toBe("context.MAX > 3 ∧ (∃ MAX ∈ list: MAX > 0)");
  });

  test("helpers are opened once each, with what they name in turn", () => {
    const definitions = behaviors.definitions([guardOf("DRAW"), guardOf("DRAW", 1), guardOf("ODD")]);

    expect(definitions.map(({ head, text }) => `${head} = ${text}`)).toEqual([
      "isFull(seat) = handOf(seat) ≥ 3",
      "handOf(seat) = hands.find(h ↦ h.seat = seat).size else −1",
      "SUITS = [“red”, “blue”]",
      "strange = (n: number) => { let sum = 0; for (const x of [n]) sum += x; return sum; }",
    ]);
    expect(definitions.map(({ readable }) => readable)).toEqual([true, true, true, false]);
  });

  test("actions read as assignments", () => {
    const [draw] = on("DRAW").actions.map((one) => behaviors.action(one, "DRAW"));
    const [settle] = on("DRAW", 2).actions.map((one) => behaviors.action(one, "DRAW"));
    const [nowhere] = on("DRAW", 3).actions.map((one) => behaviors.action(one, "DRAW"));

    expect(draw).toMatchObject({ name: "draw", lines: ["n := n + 3", "last := by"], readable: true });
    expect(settle?.lines).toEqual(["context := reset"]);
    expect(behaviors.definitions(settle ? [settle] : []).map(({ head, text }) => [head, text])).toEqual([
      ["reset", "{ n: 0, last: none }"],
    ]);
    expect(nowhere).toEqual({ name: "nowhere", lines: [], readable: false, uses: [], reads: [] });
  });

  test("candidates are told in the order in which they are tried", () => {
    expect([0, 1, 2, 3].map((index) => candidateRole(on("DRAW", index), a))).toEqual([
      "if",
      "else-if",
      "else-if",
      "else",
    ]);
  });

  test("the fingerprint knows the code of helpers and constants, and no spaces, comments or types", () => {
    const print = (text: string) => read(text).behaviors.fingerprintOf("guard", "mayDraw");
    const first = print(MODULE);

    expect(print(MODULE.replace("MAX = 3; // as it is played", "MAX = 3;"))).toBe(first);
    expect(
      print(MODULE.replace("(context: Context, seat: string) =>", "(context: Any, seat: Seat) =>\n  ")),
    ).toBe(first);
    expect(print(MODULE.replace("MAX = 3", "MAX = 4"))).not.toBe(first);
    expect(print(MODULE.replace("h.seat === seat", "h.seat !== seat"))).not.toBe(first);
    expect(read(MODULE).behaviors.fingerprintOf("guard", "nobody")).toBeUndefined();
  });
});

/** What is shown of one transition or state. */
type Look = (chart: Chart, behaviors: Behaviors) => string;

/** All that does something: each transition with its guard and actions, each entry and exit. */
function looksOf(chart: Chart): readonly Look[] {
  const looks: Look[] = [];
  const visit = (node: StateNode): void => {
    for (const { guard, actions, event } of node.transitions)
      looks.push((_, behaviors) => {
        const all = [
          ...(guard ? [behaviors.guard(guard, event)] : []),
          ...actions.map((action) => behaviors.action(action, event)),
        ];
        return JSON.stringify([all, behaviors.definitions(all)]);
      });
    for (const action of [...node.entry, ...node.exit])
      looks.push((_, behaviors) => {
        const one = behaviors.action(action);
        return JSON.stringify([one, behaviors.definitions([one])]);
      });
    node.children.forEach(visit);
  };
  visit(chart.root);
  return looks;
}

/** Slips of a hand in code: another comparison, another number, another joint, one of all for all. */
const SLIPS: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/>=|<=|===|!==/g, (found) => ({ ">=": ">", "<=": "<", "===": "!==", "!==": "===" })[found] ?? found],
  [/\b\d+\b/g, (found) => String(Number(found) + 1)],
  [/&&|\|\|/g, (found) => (found === "&&" ? "||" : "&&")],
  [/\.some\(|\.every\(/g, (found) => (found === ".some(" ? ".every(" : ".some(")],
];

describe("the games: whatever is changed in the code of a rule can be seen", () => {
  test.each(readdirSync("machines").filter((file) => file.endsWith(".machine.ts")))("%s", (file) => {
    const { chart, consts, behaviors } = read(readFileSync(`machines/${file}`, "utf8"));
    const { setup } = chart;
    if (!setup) throw new Error("no setup");
    const looks = looksOf(chart).map((look) => ({ look, before: look(chart, behaviors) }));
    const unseen: string[] = [];
    let slips = 0;
    for (const part of [...setup.guards, ...setup.actions, ...consts]) {
      // Where it is shown at all: what nothing uses is no rule.
      const change = (text: string) => {
        const swap = <T extends { readonly name: string; readonly text: string }>(list: readonly T[]) =>
          list.map((one) => ((one as unknown) === part ? { ...one, text } : one));
        const next = {
          ...chart,
          setup: { ...setup, guards: swap(setup.guards), actions: swap(setup.actions) },
        };
        return { chart: next, behaviors: new Behaviors(next, swap(consts)) };
      };
      const where = looks.filter(({ before }) => before.includes(`"${part.name}"`));
      if (where.length === 0) continue;
      for (const [sign, slip] of SLIPS)
        for (const { index, 0: found } of part.text.matchAll(sign)) {
          // TypeScript wants to be told the type of an event: on a transition it is known
          if (part.text.slice(0, index).trimEnd().endsWith("event.type")) continue;
          const wrong = change(
            part.text.slice(0, index) + slip(found) + part.text.slice(index + found.length),
          );
          slips++;
          if (where.every(({ look, before }) => look(wrong.chart, wrong.behaviors) === before))
            unseen.push(`${part.name}, ${found} in ${part.text.slice(Math.max(0, index - 40), index + 20)}`);
        }
    }

    expect(slips).toBeGreaterThan(100);
    expect(unseen).toEqual([]);
  });
});
