import fc from "fast-check";
import { expect, test } from "vitest";
import * as six from "xstate-6";
import type { Guard, Transition } from "#core/chart/chart.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { patience } from "#test/support/patience.ts";

const machineWith = (go: string, more = "") => `import { createMachine } from "xstate";
export const machine = createMachine({
  initial: "a", context: { n: 0 },
  states: { a: { ${more} on: { GO: ${go} } }, b: {}, c: {} },
});
`;
const candidatesOf = (text: string): readonly Transition[] =>
  readModule(text).charts[0]?.root.children[0]?.transitions ?? [];
const linesOf = (text: string): readonly string[] =>
  candidatesOf(text).map(({ slot, event, form, guard, targets, actions }) =>
    [
      slot === "always" ? "always" : `${slot} ${event}`,
      ...(guard ? [`[${guard.text}]`] : []),
      form === "other" ? "decided in code" : `-> ${targets.map((target) => target.text).join(" ")}`.trimEnd(),
      ...actions.map((action) => `/ ${action.text}`),
    ].join(" "),
  );

test.each([
  ["one object", `() => ({ target: "b" })`, ["on GO -> b"]],
  [
    "a condition and what it leaves",
    `({ context }) => context.n > 0 ? { target: "b" } : { target: "c" }`,
    ["on GO [context.n > 0] -> b", "on GO -> c"],
  ],
  [
    "a condition without another way",
    `({ context }) => { if (context.n > 0) return { target: "b" }; }`,
    ["on GO [context.n > 0] -> b"],
  ],
  [
    "a way that takes nothing stays a condition of those behind it",
    `({ context }) => { if (context.n > 3) return; return { target: "b" }; }`,
    ["on GO [!(context.n > 3)] -> b"],
  ],
  [
    "nested conditions",
    `({ context, event }) => { if (event.ok) { if (context.n > 0) return { target: "b" }; } return { target: "c" }; }`,
    ["on GO [event.ok && context.n > 0] -> b", "on GO [event.ok] -> c", "on GO -> c"],
  ],
  [
    "a switch",
    `({ event }) => { switch (event.to) { case "b": return { target: "b" }; case "c": return { target: "c" }; } }`,
    [`on GO [event.to === "b"] -> b`, `on GO [event.to === "c"] -> c`],
  ],
  [
    "effects and context on their ways",
    `({ context }, enq) => { if (context.n > 0) { enq.raise({ type: "X" }); return { target: "b", context: { n: 1 } }; } enq(log); }`,
    [`on GO [context.n > 0] -> b / enq.raise({ type: "X" }); / context: { n: 1 }`, "on GO -> / enq(log);"],
  ],
  [
    "a method",
    `"b", PASS({ guards }) { return guards.ready() && { target: "c" }; }`,
    ["on GO -> b", "on PASS [guards.ready()] -> c"],
  ],
  ["an object with `to`", `{ to: () => ({ target: "b" }), description: "on" }`, ["on GO -> b"]],
  [
    "a loop is decided in code",
    `({ context }) => { for (const x of context.l) if (x) return { target: "b" }; }`,
    ["on GO decided in code"],
  ],
  ["a call is decided in code", `(args) => decide(args)`, ["on GO decided in code"]],
  ["a target that is worked out", `({ event }) => ({ target: event.to })`, ["on GO decided in code"]],
  [
    "a parameter hides what the module calls so",
    `({ b }) => ({ target: b }) } } , z: { on: { GO: "c"`,
    ["on GO decided in code"],
  ],
])("a transition that is a function has a candidate for each way through it: %s", (_, go, lines) => {
  const text = machineWith(go).replace("export", `const b = "c";\nexport`);

  expect(linesOf(text)).toEqual(lines);
});

test("a choice goes on by itself, a timeout comes after its delay, and an error is an event", () => {
  const text = `import { createMachine } from "xstate";
    createMachine({ initial: "a", states: {
      a: { timeout: 500, onTimeout: { target: "b" }, onError: () => ({ target: "c" }) },
      b: { type: "choice", choice: ({ context }) => context.n > 0 ? { target: "a" } : { target: "c" } },
      c: { invoke: { src: "work", timeout: 20, onTimeout: () => ({ target: "b" }) } },
    } });`;

  const { children } = readModule(text).charts[0]!.root;

  const ways = children.map(({ transitions }) =>
    transitions.map(({ slot, event, guard, targets }) => [
      slot,
      event,
      guard?.text,
      targets[0]?.resolved?.[0],
    ]),
  );
  expect(ways).toEqual([
    [
      ["after", "500", undefined, "b"],
      ["on", "xstate.error.*", undefined, "c"],
    ],
    [
      ["always", undefined, "context.n > 0", "a"],
      ["always", undefined, undefined, "c"],
    ],
    [["after", "20", undefined, "b"]],
  ]);
});

test("every command refuses a module of XState 6 and says what tells of it", () => {
  const text = machineWith(`() => ({ target: "b" })`);
  const { charts } = readModule(text);

  const outcome = runCommand("state.rename", text, charts[0]!, { state: ["a"], to: "z" });

  expect(outcome).toMatchObject({
    refused: { code: "xstate-6", facts: { sign: expect.stringContaining("GO:") } },
  });
  expect([...commands.keys()].length).toBeGreaterThan(50);
});

/** A function body as a tree, so that the law's modules have every shape that is read: early returns, else, switch, conditional values. */
type Body =
  | { readonly kind: "go"; readonly target: string | null; readonly raises: boolean }
  | { readonly kind: "nothing" }
  | {
      readonly kind: "if" | "ternary" | "and";
      readonly test: string;
      readonly consequent: Body;
      readonly alternate: Body;
    }
  | { readonly kind: "switch"; readonly cases: readonly Body[]; readonly alternate: Body };

const condition = fc.constantFrom(
  "event.x > 1",
  "context.n === 2",
  "event.x === context.n",
  "!event.ok",
  "guards.odd({ context, event })",
);
const { body } = fc.letrec<{ body: Body }>((tie) => ({
  body: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({
      kind: fc.constant("go" as const),
      target: fc.constantFrom("a", "b", "c", "d", null),
      raises: fc.boolean(),
    }),
    fc.constant({ kind: "nothing" as const }),
    fc.record({
      kind: fc.constantFrom("if" as const, "ternary" as const, "and" as const),
      test: condition,
      consequent: tie("body"),
      alternate: tie("body"),
    }),
    fc.record({
      kind: fc.constant("switch" as const),
      cases: fc.array(tie("body"), { minLength: 1, maxLength: 3 }),
      alternate: tie("body"),
    }),
  ),
}));

/** A value where the tree below needs no statements, else undefined. */
function valueOf(tree: Body): string | undefined {
  if (tree.kind === "nothing") return "undefined";
  if (tree.kind === "go") return tree.raises ? undefined : objectOf(tree.target);
  if (tree.kind === "ternary") {
    const [then, otherwise] = [valueOf(tree.consequent), valueOf(tree.alternate)];
    return then && otherwise && `(${tree.test} ? ${then} : ${otherwise})`;
  }
  const then = tree.kind === "and" ? valueOf(tree.consequent) : undefined;
  return then && `(${(tree as { test: string }).test} && ${then})`;
}
const objectOf = (target: string | null) =>
  target === null ? "{ context: { n: 2 } }" : `{ target: ${JSON.stringify(target)} }`;

function statementsOf(tree: Body): string {
  const value = valueOf(tree);
  if (value !== undefined) return `return ${value};`;
  if (tree.kind === "go") return `enq.raise({ type: "NOTED" }); return ${objectOf(tree.target)};`;
  if (tree.kind === "switch")
    return `switch (event.x) { ${tree.cases.map((one, i) => `case ${i}: { ${statementsOf(one)} }`).join(" ")} default: ${statementsOf(tree.alternate)} }`;
  if (tree.kind === "if" || tree.kind === "ternary" || tree.kind === "and")
    return `if (${tree.test}) { ${statementsOf(tree.consequent)} } ${tree.kind === "if" ? `else { ${statementsOf(tree.alternate)} }` : statementsOf(tree.alternate)}`;
  return "return;";
}

const args = "{ context, event, guards }";
/** What XState 6 itself does with the function. */
function stateAfter(fn: string, event: { readonly x: number; readonly ok: boolean }, n: number): string {
  const go = new Function(`return (${args}, enq) => { ${fn} }`)() as never;
  const machine = six.createMachine({
    initial: "a",
    context: { n, at: 0 },
    guards: { odd: ({ context }: { context: { n: number } }) => context.n % 2 === 1 },
    states: { a: { on: { GO: go, NOTED: {} } }, b: {}, c: {}, d: {} },
  } as never);
  const actor = six.createActor(machine as never).start() as unknown as {
    send(event: object): void;
    getSnapshot(): { value: string; context: { n: number } };
  };
  actor.send({ type: "GO", ...event });
  const { value, context } = actor.getSnapshot();
  return context.n === n ? value : `${value} n=${context.n}`;
}

/** What the candidates of the chart say, in their order. */
function stateByChart(ways: readonly Transition[], event: object, n: number): string {
  const guards = { odd: () => n % 2 === 1 };
  const holds = ({ kind, of = [], text }: Guard): boolean => {
    if (kind === "not") return !of.every(holds);
    if (kind === "and") return of.every(holds);
    return Boolean(new Function("context", "event", "guards", `return ${text};`)({ n }, event, guards));
  };
  const way = ways.find(
    ({ guard }) =>
      !guard || holds({ ...guard, text: guard.kind === "named" ? `guards.${guard.name}()` : guard.text }),
  );
  const sets = way?.actions.some(({ text }) => text.startsWith("context:")) === true && n !== 2;
  return `${way?.targets[0]?.text ?? "a"}${sets ? " n=2" : ""}`;
}

test("the candidates of random functions lead where XState 6 goes", { timeout: patience(60_000) }, () => {
  let read = 0;
  fc.assert(
    fc.property(body, (tree) => {
      const fn = statementsOf(tree);
      const ways = candidatesOf(machineWith(`(${args}, enq) => { ${fn} }`)).filter(
        ({ event }) => event === "GO",
      );
      if (ways.some(({ form }) => form === "other")) return;
      read++;
      for (const x of [0, 1, 2, 3])
        for (const ok of [true, false])
          for (const n of [1, 2])
            expect([fn, x, ok, n, stateByChart(ways, { x, ok }, n)]).toEqual([
              fn,
              x,
              ok,
              n,
              stateAfter(fn, { x, ok }, n),
            ]);
    }),
    { numRuns: process.env["LONG"] ? 10_000 : 200 },
  );
  expect(read).toBeGreaterThan(150);
});
