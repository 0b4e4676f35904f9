import { expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { newFault } from "#core/project/dryRun.ts";
import { Project } from "#core/project/Project.ts";
import { verdictOf } from "#core/project/trial.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { resolveMachines } from "#adapters/sandbox/loadMachine.ts";

await loadGraphCommands();
const open = (text: string) =>
  new Project("m", [
    { name: "machine", text: `import { createMachine } from "xstate";\n${text}`, hash: "h" },
  ]);
const asked = { at: 0 };

/** A machine of which one target is known only when it runs. */
const unread = `export const m = createMachine({ id: "a", initial: "p", states: { p: { on: { GO: "q" } }, q: { on: JSON.parse('{"BACK":"p"}') } } });
`;

/** What reading finds wrong with the result of an edit in a module, as far as it was not wrong before. */
function faultAfter(before: string, from: string, to: string) {
  const at = before.indexOf(from);
  const edits = [{ from: at, to: at + from.length, insert: to }];
  const [was, now] = [readModule(before), readModule(applyEdits(before, edits))];
  return newFault(was, now, { edits, pathMap: {} }, was.charts[0]!);
}

const two = `const config = { id: "a", initial: "one", states: { one: { on: { GO: "two" } }, two: {} } };
export const m = createMachine(config);
export const m2 = createMachine({ ...config, id: "b" });
`;

test.each([
  [
    "a target",
    '"two"',
    '"#a.two"',
    { code: "would-lose-target", facts: { state: "m2: one", target: "#a.two" } },
  ],
  [
    "an initial state",
    '"one", states',
    '"uno", states',
    { code: "would-lose-initial", facts: { initial: "uno" } },
  ],
  ["no initial state", 'initial: "one", ', "", { code: "would-lose-initial", facts: { state: "m: a" } }],
  ["an id", "one: {", 'one: { id: "x", ', undefined],
  ["an id twice", "two: {}", 'two: { id: "a.one" }', { code: "would-share-id", facts: { id: "a.one" } }],
])("what XState would throw at is found in whichever machine of the module: %s", (_, from, to, fault) => {
  const found = faultAfter(two, from, to);

  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject({ ...fault, anyway: true });
});

test("what XState alone can say is asked of it before the change is made", async () => {
  const project = open(unread);

  const change = project.preview("state.rename", { state: ["p"], to: "zz" });

  const refused =
    change.ok && change.trial && (await verdictOf(change.trial, async (code) => resolveMachines(code, "ts")));
  expect(refused).toMatchObject({ code: "would-throw", anyway: true });
  expect(refused && refused.facts?.["message"]).toContain("Child state 'p' does not exist");
});

test("XState has nothing against what runs as before", async () => {
  const project = open(unread);

  const change = project.preview("state.rename", { state: ["q"], to: "zz" });

  expect(change.ok && change.trial).toBeTruthy();
  if (!change.ok || !change.trial) return;
  expect(await verdictOf(change.trial, async (code) => resolveMachines(code, "ts"))).toBeUndefined();
});

test("of a module that does not run as it is XState has no say, and the doubt of reading stands", async () => {
  const doubt = { code: "may-not-start", anyway: true } as const;
  const never = () => Promise.reject(new Error("no such import"));

  expect(await verdictOf({ before: "", after: "", doubt }, never)).toBe(doubt);
  expect(await verdictOf({ before: "", after: "" }, never)).toBeUndefined();
});

test("faults that were there before are no reason to refuse", () => {
  const project = open(
    `export const m = createMachine({ id: "a", initial: "p", states: { p: { on: { GO: "nowhere" } }, q: {} } });\n`,
  );

  expect(project.command("state.rename", { state: ["p"], to: "zz" }, asked).ok).toBe(true);
  expect(project.command("state.delete", { state: ["q"] }, asked).ok).toBe(true);
});

/** What XState says of a command in a module whose code may run, and what is said where it may not. */
async function judged(text: string, id: string, args: object) {
  const project = open(text);
  const change = project.preview(id, args);
  if (!change.ok) return { refused: change.refused.code };
  const verdict =
    change.trial && (await verdictOf(change.trial, async (code) => resolveMachines(code, "ts")));
  project.make(change, { label: id, at: 0 });
  return { refused: verdict?.code, doubt: change.trial?.doubt?.code, text: project.text("machine") };
}

const moved = (on: string) =>
  `const f = () => JSON.parse('{"GO":"c"}');\nexport const m = createMachine({ id: "m", initial: "a", states: { a: { on: ${on} }, b: {}, c: {} } });\n`;

test.each([`{ GO: f().GO }`, `{ GO: { target: f().GO, guard: () => true } }`])(
  "a transition that nobody can read is tried where it goes: %s",
  async (on) => {
    const transition = { source: ["a"], slot: "on", event: "GO", index: 0 };

    const result = await judged(moved(on), "transition.retarget", { transition, source: [] });

    expect(result).toMatchObject({ refused: "would-throw", doubt: "may-not-start" });
  },
);

test.each([`{ GO: f().GO }`, `f()`, `{ ...f() }`])(
  "a state that is pasted is tried where its targets cannot be read: %s",
  async (on) => {
    const clip = `a: { on: ${on} }`;

    const result = await judged(moved("{}"), "state.paste", { parent: ["c"], clip, key: "n" });

    expect(result).toMatchObject({ refused: "would-throw", doubt: "may-not-start" });
    expect(await judged(moved("{}"), "state.paste", { parent: [], clip, key: "n" })).toMatchObject({
      refused: undefined,
    });
  },
);

/** A machine of which some states are made when it runs; a transition that is read leads to one of them. */
const made = `const parts: any = {};
for (const key of ["p", "q"]) parts[key] = { on: { GO: key === "p" ? "q" : "p" } };
export const m = createMachine({ id: "m", initial: "s", states: { ...parts, s: { on: { NEXT: "p" } }, t: { initial: "u", states: { u: {} } } } });
`;

test.each([
  [[], `".p"`],
  [["t", "u"], `"#m.p"`],
  [["t"], `"p"`],
] as const)(
  "a target among states that nobody can read leads there from another source, too: %j",
  async (source, target) => {
    const transition = { source: ["s"], slot: "on", event: "NEXT", index: 0 };

    const result = await judged(made, "transition.retarget", { transition, source });

    expect(result.refused).toBeUndefined();
    expect(result.text).toContain(`NEXT: ${target}`);
  },
);

test("a target among states that nobody can read is not lost with its source", async () => {
  const result = await judged(made, "state.move", { state: ["s"], parent: ["t"] });

  expect(result).toEqual({ refused: "would-lose-target" });
});

test("what may no longer start is tried, whatever else could be read", async () => {
  const text = `const loop = { initial: "s", states: { s: { on: { EXIT: "#done" } } } };
export const m = createMachine({ id: "m", initial: "a", states: { a: { id: "a", ...structuredClone(loop) }, done: { id: "done" } } });
export const other = createMachine({ id: "o", initial: "done", states: { done: { id: "done" } } });
`;

  const result = await judged(text, "state.setId", { state: ["done"], id: "" });

  expect(result).toMatchObject({ refused: "would-throw", doubt: "may-not-start" });
});

test.each([
  ["what nobody reads has it as well", `...rest.t.on, EXIT: "s"`],
  ["what is made when it runs has it as well", `...JSON.parse(json), EXIT: "s"`],
])("an event that is renamed is tried where %s", async (_, on) => {
  const text = `const json = '{"EX' + 'IT":"#gone"}';
const s = { on: { GO: "t" } };
const rest: any = {};
for (const key of ["t"]) rest[key] = { on: { EXIT: "#gone" } };
export const m = createMachine({ id: "m", initial: "s", states: { s, t: { on: { ${on} } } } });
`;

  const result = await judged(text, "event.rename", { name: "EXIT", to: "QUIT" });

  expect(result).toMatchObject({ refused: "would-throw", doubt: undefined });
});

const parallel = (initial: string) =>
  `const now = Date.now();\nexport const m = createMachine({ id: "m", type: "parallel", initial: ${initial}, states: { a: {}, b: {}, c: {} } });\n`;

test.each([
  ["state.delete", { state: ["a"] }],
  ["state.move", { state: ["a"], parent: ["b"] }],
  ["state.wrap", { state: ["a"], key: "n" }],
  ["state.extract", { states: [["a"], ["b"]], key: "n" }],
])("what is left of an initial in a parallel state names no region that %s takes away", async (id, args) => {
  const { refused, text = "" } = await judged(parallel('"a"'), id, args);

  expect(refused).toBeUndefined();
  expect(text).not.toMatch(/initial: "a", states: \{ [bn]: /);
  expect(resolveMachines(text, "ts")).toEqual([]);
  expect((await judged(parallel('now > 0 ? "a" : "b"'), id, args)).refused).toBe("initial-not-written-here");
});

test("what a machine does not start with counts as what it is not made with", () => {
  const text = (always: string) =>
    `import { createMachine } from "xstate";\ncreateMachine({ id: "m", initial: "a", states: { a: { ${always} }, b: { always: "a" } } });\n`;

  expect(resolveMachines(text(""), "ts")).toEqual([]);
  expect(resolveMachines(text('always: "b"'), "ts")[0]).toContain("Infinite loop");
  expect(resolveMachines(text('type: "parallel", initial: "x", states: { y: {} }'), "ts")).toHaveLength(1);
});
