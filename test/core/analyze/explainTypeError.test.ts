import { beforeAll, expect, test } from "vitest";
import { checkGame } from "#core/analyze/check.ts";
import { explainTypeError } from "#core/analyze/explainTypeError.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import { readModule } from "#core/read/readModule.ts";
import en from "#locales/diagnostics/en.json";
import { typeChecker } from "#test/support/typeChecker.ts";

interface Parts {
  readonly guard?: string;
  readonly action?: string;
  readonly on?: string;
  readonly draw?: string;
  readonly context?: string;
  readonly after?: string;
}

const machine = ({ guard = "", action = "", on = "", draw = "", context, after = "" }: Parts): string =>
  `import { and, assign, createActor, enqueueActions, fromPromise, not, raise, setup } from "xstate";
export const machine = setup({
  types: {} as {
    context: { count: number; seats: string[] };
    events: { type: "PASS"; by: string } | { type: "DRAW"; n: number };
    input: { seats: string[] };
    meta: { clauses?: string[] };
    tags: "busy" | "idle";
  },
  guards: { isTurn: () => true, atLeast: (_, params: { n: number }) => params.n > 0, ${guard} },
  actions: {
    score: () => {},
    add: assign({ count: ({ context }, params: { by: number }) => context.count + params.by }),
    ${action}
  },
  actors: { dealer: fromPromise<number, { deck: string[] }>(async () => 1) },
}).createMachine({
  id: "game",
  context: ${context ?? "({ input }) => ({ count: 0, seats: input.seats })"},
  initial: "draw",
  states: { draw: { on: { ${on} }, ${draw} }, main: {} },
});
${after}
`;

/** The one type error of a machine: the piece of code it is told at, its key and facts. */
function told(parts: Parts) {
  const text = machine(parts);
  const errors = check(text);
  expect(errors, JSON.stringify(errors)).toHaveLength(1);
  const explained = explainTypeError(text, readModule(text).charts, errors[0]!);
  return (
    explained && {
      at: text.slice(explained.at.from, explained.at.to),
      code: explained.code,
      facts: explained.facts,
    }
  );
}

const unknownGuard = {
  at: `"isTrun"`,
  code: "guard-not-found",
  facts: { name: "isTrun", near: ["isTurn"] },
};
const unknownAction = {
  at: `"scoer"`,
  code: "action-not-found",
  facts: { name: "scoer", near: ["score"] },
};
const unknownEvent = { code: "event-not-declared", facts: { event: "PAS", near: ["PASS"] } };

type Row = [what: string, parts: Parts, explained?: object];

const unknownNames: Row[] = [
  ["a guard in a transition", { on: `PASS: { guard: "isTrun", target: "main" }` }, unknownGuard],
  ["a guard as an object", { on: `PASS: { guard: { type: "isTrun" } }` }, unknownGuard],
  ["a guard in and()", { on: `PASS: { guard: and(["isTurn", "isTrun"]) }` }, unknownGuard],
  ["a guard in not()", { on: `PASS: { guard: not("isTrun") }` }, unknownGuard],
  [
    "a guard in a list",
    { on: `PASS: [{ guard: "isTrun", target: "main" }, { target: "main" }]` },
    unknownGuard,
  ],
  ["a guard in always", { draw: `always: { guard: "isTrun", target: "main" }` }, unknownGuard],
  ["a guard in setup", { guard: `both: and(["isTurn", "isTrun"])` }, unknownGuard],
  [
    "a guard in check()",
    { draw: `entry: enqueueActions(({ check }) => { check("isTrun"); })` },
    unknownGuard,
  ],
  [
    "a guard before a wrong action",
    { on: `PASS: { guard: "isTrun", actions: ["score", "scoer"] }` },
    unknownGuard,
  ],
  ["an action in a transition", { on: `PASS: { actions: "scoer" }` }, unknownAction],
  ["an action in a list", { on: `PASS: { actions: ["score", "scoer"] }` }, unknownAction],
  ["an action as an object", { on: `PASS: { actions: { type: "scoer" } }` }, unknownAction],
  ["an action on entry", { draw: `entry: "scoer"` }, unknownAction],
  ["an action in a list on entry", { draw: `entry: ["score", "scoer"]` }, unknownAction],
  [
    "an action in enqueue()",
    { draw: `entry: enqueueActions(({ enqueue }) => { enqueue("scoer"); })` },
    unknownAction,
  ],
  [
    "an action of an invoked actor",
    { draw: `invoke: { src: "dealer", input: { deck: [] }, onDone: { actions: "scoer", target: "main" } }` },
    unknownAction,
  ],
  [
    "an actor",
    { draw: `invoke: { src: "delaer", input: { deck: [] } }` },
    { at: `"delaer"`, code: "actor-not-found", facts: { name: "delaer", near: ["dealer"] } },
  ],
  ["an event", { on: `PAS: "main"` }, { at: "PAS", ...unknownEvent }],
  [
    "an event that is compared with",
    { guard: `x: ({ event }) => event.type === "PAS"` },
    { at: `"PAS"`, ...unknownEvent },
  ],
  ["an event that is raised", { draw: `entry: raise({ type: "PAS" })` }, { at: `"PAS"`, ...unknownEvent }],
  [
    "an event that is sent",
    { after: `createActor(machine, { input: { seats: [] } }).send({ type: "PAS" });` },
    { at: `"PAS"`, ...unknownEvent },
  ],
];

const faults: Row[] = [
  [
    "a guard without the params it wants",
    { on: `PASS: { guard: "atLeast" }` },
    { at: `"atLeast"`, code: "type-params-missing", facts: { name: "atLeast", params: "{ n: number }" } },
  ],
  [
    "a guard as an object without the params it wants",
    { on: `PASS: { guard: { type: "atLeast" } }` },
    { at: `"atLeast"`, code: "type-params-missing", facts: { name: "atLeast", params: "{ n: number }" } },
  ],
  [
    "an action without the params it wants",
    { draw: `entry: "add"` },
    { at: `"add"`, code: "type-params-missing", facts: { name: "add", params: "{ by: number }" } },
  ],
  [
    "a guard's param of another type",
    { on: `PASS: { guard: { type: "atLeast", params: { n: "x" } }, target: "main" }` },
    { at: `"x"`, code: "type-mismatch", facts: { got: "string", expected: "number" } },
  ],
  [
    "an action's param of another type",
    { draw: `entry: { type: "add", params: { by: "x" } }` },
    { at: `"x"`, code: "type-mismatch", facts: { got: "string", expected: "number" } },
  ],
  [
    "an actor without the input it wants",
    { draw: `invoke: { src: "dealer" }` },
    { at: `"dealer"`, code: "type-missing", facts: { names: ["input"], of: "dealer" } },
  ],
  [
    "an actor's input of another type",
    { draw: `invoke: { src: "dealer", input: { deck: 1 } }` },
    { at: "1", code: "type-mismatch", facts: { got: "number", expected: "string[]" } },
  ],
  [
    "an event that is raised without a field",
    { draw: `entry: raise({ type: "PASS" })` },
    { at: `"PASS"`, code: "type-missing", facts: { names: ["by"], of: "PASS" } },
  ],
  [
    "assign to a field that is not there",
    { on: `PASS: { actions: assign({ cout: 1 }) }` },
    { at: "cout", code: "context-unknown", facts: { field: "cout", near: ["count"] } },
  ],
  [
    "assign in setup to a field that is not there",
    { action: `x: assign({ cout: 1 })` },
    { at: "cout", code: "context-unknown", facts: { field: "cout", near: ["count"] } },
  ],
  [
    "assign of another type",
    { action: `x: assign({ count: "x" })` },
    { at: `"x"`, code: "type-mismatch", facts: { got: "string", expected: "number" } },
  ],
  [
    "assign by a function that gives another type",
    { action: `x: assign({ count: () => "x" })` },
    { at: `"x"`, code: "type-mismatch", facts: { got: "string", expected: "number" } },
  ],
  [
    "assign of a whole object with another type",
    { action: `x: assign(() => ({ count: "x" }))` },
    { at: `"x"`, code: "type-mismatch", facts: { got: "string", expected: "number" } },
  ],
  [
    "a field of the context that is not there",
    { guard: `x: ({ context }) => context.cout > 0` },
    { at: "cout", code: "context-unknown", facts: { field: "cout", near: ["count"] } },
  ],
  [
    "a field that only another event has",
    { guard: `x: ({ event }) => event.n > 0` },
    { at: "n", code: "type-not-every-event", facts: { field: "n", events: ["DRAW"] } },
  ],
  [
    "a field that no event has",
    { guard: `x: ({ event }) => event.bi === ""` },
    { at: "bi", code: "type-no-event-has", facts: { field: "bi", near: ["by"] } },
  ],
  [
    "a context without a field",
    { context: `{ count: 0 }` },
    { at: "context", code: "type-missing", facts: { names: ["seats"], of: "context" } },
  ],
  [
    "a context made without a field",
    { context: `({ input }) => ({ count: 0 })` },
    { at: "context", code: "type-missing", facts: { names: ["seats"], of: "context" } },
  ],
  [
    "a context of another type",
    { context: `{ count: "0", seats: [] }` },
    { at: `"0"`, code: "type-mismatch", facts: { got: "string", expected: "number" } },
  ],
  [
    "an input that is left out",
    { after: `createActor(machine);` },
    { at: "createActor", code: "type-input-missing", facts: { machine: "machine", names: ["seats"] } },
  ],
  [
    "a target that is no text",
    { on: `PASS: { target: 5 }` },
    { at: "5", code: "type-mismatch", facts: { got: "number", expected: "string" } },
  ],
  [
    "reenter that is no boolean",
    { on: `PASS: { reenter: "yes" }` },
    { at: `"yes"`, code: "type-mismatch", facts: { got: "string", expected: "boolean" } },
  ],
  [
    "a tag that is not declared",
    { draw: `tags: ["bsy"]` },
    {
      at: `"bsy"`,
      code: "type-unknown-value",
      facts: { got: "bsy", expected: ["busy", "idle"], near: ["busy"] },
    },
  ],
  [
    "a tag alone that is not declared",
    { draw: `tags: "bsy"` },
    {
      at: `"bsy"`,
      code: "type-unknown-value",
      facts: { got: "bsy", expected: ["busy", "idle"], near: ["busy"] },
    },
  ],
  [
    "a type of state that there is not",
    { draw: `type: "finale"` },
    {
      at: `"finale"`,
      code: "type-unknown-value",
      facts: {
        got: "finale",
        expected: ["history", "atomic", "compound", "parallel", "final"],
        near: ["final"],
      },
    },
  ],
  [
    "a key of meta that there is not",
    { draw: `meta: { clause: ["x"] }` },
    { at: "clause", code: "type-unknown-key", facts: { key: "clause", near: ["clauses"] } },
  ],
  [
    "clauses that are no list",
    { draw: `meta: { clauses: "x" }` },
    { at: `"x"`, code: "type-mismatch", facts: { got: "string", expected: "string[]" } },
  ],
];

const others: Row[] = [
  ["an error of other code", { after: `const n: number = "x"; export { n };` }],
  ["a name that is not declared", { after: `nowhere();` }],
  ["a call with too few arguments", { after: `((a: number) => a)();` }],
];

const sound = machine({ on: `PASS: { guard: "isTurn", actions: "score", target: "main" }` });
const severalFaults = machine({
  on: `PAS: "main", PASS: { guard: "isTrun", target: "main" }`,
  draw: `entry: "scoer", invoke: { src: "delaer", input: { deck: [] } }`,
});

let check: (text: string) => TypeError[];
beforeAll(async () => {
  const rows = [...unknownNames, ...faults, ...others];
  check = await typeChecker([sound, severalFaults, ...rows.map(([, parts]) => machine(parts))]);
}, 120_000);

test("a sound machine has no type errors", () => {
  expect(check(sound)).toEqual([]);
});

test.each(unknownNames)("an unknown name is told on the name: %s", (_, parts, explained) => {
  expect(told(parts)).toEqual(explained);
});

test.each(faults)("the fault is told in few words where it is: %s", (_, parts, explained) => {
  expect(told(parts)).toEqual(explained);
});

test.each(others)("%s stays as TypeScript tells it", (_, parts) => {
  const text = machine(parts);

  const explained = check(text).map((error) => explainTypeError(text, readModule(text).charts, error));

  expect(explained.length).toBe(1);
  // Few words about a plain type may be said of any code; the place is then the value.
  if (explained[0]) expect(explained[0].code).toBe("type-mismatch");
});

test("what the studio's own checks tell of a name is told by TypeScript at the same word", () => {
  const text = severalFaults;
  const reading = readModule(text);

  const own = checkGame({ reading, files: new Map([["machine", text]]) });
  const explained = check(text).flatMap((error) => explainTypeError(text, reading.charts, error) ?? []);

  expect(explained.length).toBeGreaterThan(2);
  for (const one of explained) expect(own.map(({ code }) => code)).toContain(one.code);
});

test("every sentence for a type error has an example", () => {
  const examples = new Set(faults.map(([, , explained]) => (explained as { code: string }).code));
  const sentences = Object.keys(en.diagnostic).filter((key) => key.startsWith("type-") && !key.includes("_"));

  expect([...examples].filter((code) => code.startsWith("type-")).toSorted()).toEqual(
    sentences.filter((code) => code !== "type-error").toSorted(),
  );
});
