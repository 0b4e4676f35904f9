import fc from "fast-check";
import { transform } from "sucrase";
import { expect, test } from "vitest";
import * as xstate from "xstate";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { modelOf } from "#test/core/edit/laws/model.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";

const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 300;
const timeout = long > 0 ? 3_600_000 : 120_000;

/** What a formula is made of, with what it comes to: the words are no part of that. */
interface Term {
  readonly text: string;
  of(given: Given): unknown;
}
interface Given {
  readonly context: Readonly<Record<string, unknown>>;
  readonly event: Readonly<Record<string, unknown>>;
}

/** The context begins as one of these. A field may be called as XState calls something. */
const CONTEXTS = [
  { turn: 1, stop: 2, by: "P9", open: false, seats: ["P1", "P2"] },
  { turn: 3, stop: -1, by: "P1", open: true, seats: [] },
];
const EVENT = { type: "GO", seat: "P1", count: 2 };
type Field = keyof (typeof CONTEXTS)[0] | "seat" | "count";
const NUMBERS: readonly Field[] = ["turn", "stop", "count"];

/** How the module has XState's makers, and what it has of its own under their names. */
const IMPORTS = [
  { head: `import { createMachine, assign, not, and, or } from "xstate";`, own: [] },
  { head: `import { createMachine } from "xstate";`, own: [] },
  { head: `import * as xs from "xstate";`, own: [], whole: "xs." },
  { head: `import * as xs from "xstate";\nconst { assign: set } = xs;`, own: [], whole: "xs." },
  { head: `const { createMachine } = require("xstate");`, own: [] },
  { head: `import { createMachine, assign as set, not as isNot } from "xstate";`, own: [], not: "isNot" },
  {
    head: `import { createMachine } from "xstate";\nconst assign = (one) => one;\nfunction not(one) { return [one]; }`,
    own: ["assign", "not"],
  },
  {
    head: `import { createMachine } from "xstate";\nimport { assign, not } from "./own";`,
    own: ["assign", "not"],
  },
  {
    head: `const { createMachine } = require("xstate");\nconst { assign, not, assignXState } = require("./own");`,
    own: ["assign", "not"],
  },
  { head: `import { createMachine, assign } from "xstate";\nimport { not } from "./own";`, own: ["not"] },
] as const;

/** Whatever it is given is true to it: other than XState's `not` in every case but that. */
const OWN = { assign: (one: unknown) => one, not: (one: unknown) => [one], assignXState: 1 };

function numberTerm(r: Random, depth = 0): Term {
  if (depth > 2 || r.chance(0.4)) {
    const field = r.pick(NUMBERS);
    const n = r.below(5);
    return r.chance(0.6) ? fieldTerm(r, field) : { text: String(n), of: () => n };
  }
  const [left, right] = [numberTerm(r, depth + 1), numberTerm(r, depth + 1)];
  const [signs, does] = r.pick<[string[], (a: number, b: number) => number]>([
    [["+"], (a, b) => a + b],
    [["-", "−"], (a, b) => a - b],
    [["*", "·"], (a, b) => a * b],
  ]);
  return {
    text: `(${left.text} ${r.pick(signs)} ${right.text})`,
    of: (given) => does(left.of(given) as number, right.of(given) as number),
  };
}

function fieldTerm(r: Random, field: Field): Term {
  const owner = field === "seat" || field === "count" ? "event" : "context";
  return { text: r.chance(0.2) ? `${owner}.${field}` : field, of: (given) => given[owner][field] };
}

function claim(r: Random, depth = 0): Term {
  const way = depth > 2 ? r.below(3) : r.below(6);
  if (way === 0) return fieldTerm(r, "open");
  if (way === 1) {
    const [list, one] = [fieldTerm(r, "seats"), fieldTerm(r, r.pick(["seat", "by"] as const))];
    return {
      text: r.chance(0.5)
        ? `${list.text}.includes(${one.text})`
        : `${list.text}.some((it) => it === ${one.text})`,
      of: (given) => (list.of(given) as unknown[]).includes(one.of(given)),
    };
  }
  if (way === 2) {
    const [left, right] = [numberTerm(r), numberTerm(r)];
    const [signs, does] = r.pick<[string[], (a: number, b: number) => boolean]>([
      [[">"], (a, b) => a > b],
      [["<=", "≤"], (a, b) => a <= b],
      [["===", "="], (a, b) => a === b],
      [["!==", "≠"], (a, b) => a !== b],
    ]);
    return {
      text: `${left.text} ${r.pick(signs)} ${right.text}`,
      of: (given) => does(left.of(given) as number, right.of(given) as number),
    };
  }
  const [left, right] = [claim(r, depth + 1), claim(r, depth + 1)];
  if (way === 3) return { text: `!(${left.text})`, of: (given) => !left.of(given) };
  const isAnd = way === 4;
  return {
    text: `(${left.text}) ${r.pick(isAnd ? ["&&", "∧"] : ["||", "∨"])} (${right.text})`,
    of: (given) => (isAnd ? left.of(given) && right.of(given) : left.of(given) || right.of(given)),
  };
}

/** One module and what is typed into it. */
class Case {
  readonly r: Random;
  readonly imports: (typeof IMPORTS)[number];
  readonly text: string;
  /** @param guards that the transition may have already, as code */
  constructor(seed: number, guards: readonly string[]) {
    const r = random(seed);
    this.r = r;
    this.imports = r.pick(IMPORTS);
    const whole = "whole" in this.imports ? this.imports.whole : "";
    const guard = r.pick(["", "", ...guards.map((one) => `guard: ${one}`)]);
    const actions = r.pick(["", "", `actions: () => {}`, `actions: [() => {} /* c0 */]`, `actions: []`]);
    const props = [`target: "b"`, guard, actions].filter((one) => one !== "");
    const there = r.pick([
      props.length === 1 && r.chance(0.6) ? `"b"` : `{ ${props.join(", ")} }`,
      `{\n      // c1\n${props.map((one) => `      ${one}, // c2`).join("\n")}\n    }`,
      `[{ ${props.join(", ")} } /* c3 */]`,
    ]);
    const context = JSON.stringify(r.pick(CONTEXTS));
    const types = `types: {} as { context: { turn: number; stop: number; by: string; open: boolean; seats: string[] }; events: { type: "GO"; seat: string; count: number } },`;
    const lines = [
      this.imports.head,
      "// c5",
      `export const machine = ${whole}createMachine({`,
      `  ${types} // c6`,
      `  context: ${r.chance(0.5) ? context : `() => (${context})`},`,
      `  initial: "a",`,
      `  states: { a: { on: { GO: ${there} } }, b: {} },`,
      `});`,
      "",
    ];
    this.text = lines.join("\n").replaceAll("\n", r.chance(0.25) ? "\r\n" : "\n");
  }
}

const SITE = { source: ["a"], slot: "on", event: "GO", index: 0 } as const;
const remarks = (text: string) => text.match(/\/\/ c\d+|\/\*.*?\*\//g) ?? [];
const goOf = (chart: Chart) => chart.root.children[0]?.transitions[0] as Transition;

/** The machine of a text, made by XState. */
function machineOf(text: string): xstate.AnyStateMachine {
  const { code } = transform(text, { transforms: ["typescript", "imports"] });
  const exports: { machine?: xstate.AnyStateMachine } = {};
  const require = (name: string): unknown => (name === "xstate" ? xstate : OWN);
  new Function("require", "exports", code)(require, exports);
  if (!exports.machine) throw new Error(`No machine in:\n${text}`);
  return exports.machine;
}

/** What the machine of a text does at the event. */
function sent(text: string): { readonly state: unknown; readonly context: Record<string, unknown> } {
  const actor = xstate.createActor(machineOf(text)).start();
  actor.send(EVENT);
  const { value, context } = actor.getSnapshot();
  return { state: value, context: context as Record<string, unknown> };
}

/** Runs the command and holds what every change has to be. */
function changed(text: string, id: string, args: object): string | { readonly refused: string } {
  const before = chartOf(text);
  const change = runCommand(id, text, before, args);
  if ("refused" in change) return { refused: change.refused.code };
  const after = applyEdits(text, change.edits);
  const both = () => `${JSON.stringify(args)}\n${text}\n--- after\n${after}`;
  const { parsed, charts } = readModule(after);
  const [chart] = charts;
  if (!parsed || !chart) expect.fail(both());
  expect(applyEdits(after, invertEdits(text, change.edits)), both()).toBe(text);
  expect(remarks(after), both()).toEqual(remarks(text));
  if (text.includes("\r\n")) expect(/[^\r]\n/.test(after), both()).toBe(false);
  // All that is taken away is the guard that was there.
  const gone = change.edits.map(({ from, to }) => text.slice(from, to)).filter((one) => /\S/.test(one));
  expect(id === "transition.guard" ? [goOf(before).guard?.text] : [], both()).toEqual(
    expect.arrayContaining(gone),
  );
  const bare = (one: Chart) => {
    const model = modelOf(one);
    const go = model.root.children[0]?.events[0]?.candidates[0];
    if (go) Object.assign(go, { guard: undefined, actions: [] });
    return model;
  };
  expect(bare(chart), both()).toEqual(bare(before));
  return after;
}

test(
  "a guard typed as a formula: the machine does what it says, every other byte kept, the way back",
  () => {
    let applied = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const { r, text, imports } = new Case(seed, ["() => true", "({ event }) => event.count > 5"]);
        let said = claim(r);
        let typed = said.text;
        const inner = said;
        const name = "not" in imports ? imports.not : "whole" in imports ? `${imports.whole}not` : "not";
        const isOwn = (imports.own as readonly string[]).includes(name);
        // A call of the module's own that speaks of no field makes a guard, as `above(3)` does, and `=` sets in it.
        const isCode = isOwn && (!/[a-z]/.test(typed) || / = /.test(typed));
        // A call of XState's, by the name that the module has for it, or of the module's own, which is no guard of XState's.
        if (!isCode && r.chance(0.4)) {
          typed = `${name}(${typed})`;
          said = { text: typed, of: (given) => isOwn || !inner.of(given) };
        }
        const after = changed(text, "transition.guard", { transition: SITE, guard: { text: typed } });
        if (typeof after !== "string") expect.fail(`${typed}\n${text}\n--- after\n${JSON.stringify(after)}`);
        applied++;
        const { state, context } = sent(after);
        expect(state, `${typed}\n${after}`).toBe(said.of({ context, event: EVENT }) ? "b" : "a");
      }),
      { numRuns },
    );
    expect(applied).toBe(numRuns);
  },
  timeout,
);

test(
  "an action typed as a formula: the context becomes what it says, every other byte kept, the way back",
  () => {
    let applied = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const { r, text, imports } = new Case(seed, ["() => true", "({ event }) => event.count > 0"]);
        const fields = (["turn", "stop"] as const).filter(() => r.chance(0.7));
        const said = fields.map((field) => {
          // What one sets the other cannot read: all are taken at once.
          const value = fieldTerm(r, "count");
          const own = fieldTerm(r, field);
          const [text, of] = r.pick<[string, (now: number, by: number) => number]>([
            [`${own.text} := ${value.text}`, (_, by) => by],
            [`${own.text} = ${value.text} + 1`, (_, by) => by + 1],
            [`${own.text} += ${value.text}`, (now, by) => now + by],
            [`${own.text} -= ${value.text} - 1`, (now, by) => now - (by - 1)],
            [`${own.text} *= ${value.text}`, (now, by) => now * by],
            [`${own.text}++`, (now) => now + 1],
            [`${own.text} := 7`, () => 7],
          ]);
          return { field, text, of };
        });
        const whole = "whole" in imports ? imports.whole : "";
        const isCall =
          fields.length > 0 && !(imports.own as readonly string[]).includes("assign") && r.chance(0.3);
        const named = imports.head.includes("assign as set") && r.chance(0.5) ? "set" : `${whole}assign`;
        const typed = isCall
          ? `${named}({ ${fields.map((field) => `${field}: ${field} + count`).join(", ")} })`
          : said.map((one) => one.text).join("; ");
        const after = changed(text, "transition.addAction", { transition: SITE, action: { text: typed } });
        const told = () => `${typed}\n${text}\n--- after\n${JSON.stringify(after)}`;
        if (typeof after !== "string") {
          expect([after.refused, typed], told()).toEqual(["not-an-action", ""]);
          return;
        }
        applied++;
        const was = xstate.createActor(machineOf(text)).getSnapshot().context as Record<string, number>;
        const wanted = { ...was };
        for (const { field, of } of said)
          wanted[field] = isCall ? Number(was[field]) + EVENT.count : of(Number(was[field]), EVENT.count);
        expect(sent(after), `${typed}\n${after}`).toEqual({ state: "b", context: wanted });
      }),
      { numRuns },
    );
    expect(applied).toBeGreaterThan(numRuns / 2);
  },
  timeout,
);
