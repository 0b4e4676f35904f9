import fc from "fast-check";
import { transform } from "sucrase";
import { expect, test } from "vitest";
import * as xstate from "xstate";
import type { AnyStateMachine } from "xstate";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import {
  restructuring,
  stateTree,
  statesCode,
  treePaths,
  type TreePath,
} from "#test/core/edit/laws/stateTrees.ts";
import { patience } from "#test/support/patience.ts";

const RUNS =
  Number(process.env["LONG"] ?? 0) > 1 ? Number(process.env["LONG"]) : process.env["LONG"] ? 10_000 : 500;

/** A way to ask for a state: code of a guard, what it needs at the top of the module, and what another file says. */
interface Way {
  readonly guard: string;
  readonly top?: string;
  readonly far?: string;
}

/** Ways to give a value to `stateIn`, seen and unseen; `value` is the code of a text or object. */
const WAYS: readonly ((value: string) => Way)[] = [
  (value) => ({ guard: `stateIn(${value})` }),
  (value) => ({ guard: `(stateIn as any)(${value})` }),
  (value) => ({ guard: `inState(${value})` }),
  (value) => ({ guard: `XS.stateIn(${value})` }),
  (value) => ({ guard: `XS.not(XS.not(XS.stateIn(${value})))` }),
  (value) => ({ guard: `ask(${value})`, top: `const ask = stateIn;` }),
  (value) => ({ guard: `stateIn(GOAL)`, top: `const GOAL = ${value};` }),
  (value) => ({ guard: `stateIn(Goals.own)`, top: `const Goals = { own: ${value}, other: "nowhere" };` }),
  (value) => ({ guard: `when(${value})`, top: `const when = (s: any) => stateIn(s);` }),
  (value) => ({ guard: `when(${value})`, top: `export function when(s: any) { return XS.stateIn(s); }` }),
  (value) => ({ guard: `when()`, top: `const when = (s: any = ${value}) => stateIn(s);` }),
  (value) => ({
    guard: `outer(${value})`,
    top: `const when = (s: any) => stateIn(s);\nfunction outer(t: any) { return when(t); }`,
  }),
  (value) => ({
    guard: `when(${value})`,
    top: `const said: any[] = [];\nconst when = (s: any) => (said.push(s), stateIn(s));`,
  }),
  (value) => ({ guard: `[${value}].map((s: any) => stateIn(s))[0]` }),
  (value) => ({ guard: `stateIn(Math.max(1, 2) > 1 ? ${value} : "nowhere")` }),
  (value) => ({
    guard: `stateIn(pick())`,
    top: `const pick = (): any => { let all = ${value}; return all; };`,
  }),
  (value) => ({ guard: `is.in(${value})`, top: `const is = { in: (s: any) => stateIn(s) };` }),
  (value) => ({
    guard: `guards.own`,
    top: `const guards: any = Object.fromEntries([["own", ${value}]].map(([k, s]) => [k, stateIn(s)]));`,
  }),
  (value) => ({
    guard: `stateIn(FAR)`,
    top: `import { FAR } from "./far";`,
    far: `export const FAR = ${value};`,
  }),
  (value) => ({
    guard: `stateIn(far.Names.own)`,
    top: `import * as far from "./far";`,
    far: `export const Names = { own: ${value} };`,
  }),
  (value) => ({
    guard: `ask(${value})`,
    top: `import { ask } from "./far";`,
    far: `import { stateIn } from "xstate";\nexport const ask = (s: any) => stateIn(s);`,
  }),
];

/** How a value names a state. */
const FORMS: readonly ((path: TreePath) => string)[] = [
  (path) => JSON.stringify(path.join(".")),
  (path) => JSON.stringify(`#m.${path.join(".")}`),
  (path) =>
    path.reduceRight((inner, key) => (inner === "" ? JSON.stringify(key) : `{ ${key}: ${inner} }`), ""),
  (path) => path.reduceRight((inner, key) => `{ ${key}: ${inner} }`, "{}"),
];

/** Code that says a word and has nothing to do with the machine, as far as anybody can tell. */
const OTHERS: readonly ((word: string) => string)[] = [
  (word) => `export const other = ["${word}"];`,
  (word) => `export const other = { ${word}: 1 };`,
  (word) =>
    `const WORD = "${word}";\nexport const other = [((e: any) => e.matches(WORD))({ matches: (x: any) => x })];`,
  (word) => `export const other = [((s: any) => s.value === "${word}")({ value: "${word}" })];`,
  (word) => `const stateOf = { stateIn: (x: any) => x };\nexport const other = stateOf.stateIn("${word}");`,
  (word) => `export const other = new Set(["${word}"]).size + "m.${word}";`,
  (word) => `function stateIn2(x: string) { return x; }\nexport const other = stateIn2("${word}");`,
];
/** Another machine in the file, or none. */
const SECOND = ["", `export const second = createMachine({ id: "n", initial: "x", states: { x: {} } });`];

interface Exports {
  readonly machine: AnyStateMachine;
  readonly other: unknown;
}

/** Runs a module beside the other file. */
function run(text: string, far: string): Exports {
  const load = (code: string): Record<string, unknown> => {
    const exports: Record<string, unknown> = {};
    const script = transform(code, { transforms: ["typescript", "imports"] }).code;
    new Function("require", "exports", script)(
      (name: string) => (name === "./far" ? load(far) : xstate),
      exports,
    );
    return exports;
  };
  return load(text) as unknown as Exports;
}

const nodeAt = (machine: AnyStateMachine, path: TreePath) =>
  path.reduce<AnyStateMachine["root"] | undefined>((node, key) => node?.states[key], machine.root);

/** The path of the state that the guard of a transition asks for; undefined where there is none. */
function askedBy(machine: AnyStateMachine, source: TreePath): string | undefined {
  const [transition] = nodeAt(machine, source)?.transitions.get("ASK") ?? [];
  let guard: unknown = transition?.guard;
  while ((guard as { guards?: unknown[] } | undefined)?.guards)
    [guard] = (guard as { guards: unknown[] }).guards;
  const value = (guard as { stateValue?: unknown } | undefined)?.stateValue;
  if (typeof value === "string" && value.startsWith("#")) {
    const found = Object.values(allNodes(machine)).find(({ id }) => id === value.slice(1));
    return found?.path.join(".");
  }
  const path: string[] = [];
  for (let at = value; at !== undefined;) {
    if (typeof at === "string") {
      path.push(...at.split("."));
      break;
    }
    const [entry] = Object.entries(at as object);
    if (!entry) break;
    path.push(entry[0]);
    at = entry[1];
  }
  return nodeAt(machine, path) ? path.join(".") : undefined;
}

function allNodes(machine: AnyStateMachine): Record<string, AnyStateMachine["root"]> {
  const all: Record<string, AnyStateMachine["root"]> = {};
  const visit = (node: AnyStateMachine["root"]): void => {
    all[node.path.join(".")] = node;
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return all;
}

test(
  "what asks for a state, or is named by its id, follows it or is told; all other code says what it said, and where it spells the state that is told",
  () => {
    const stats = { applied: 0, refused: 0, followed: 0, told: 0, spelled: 0, named: 0 };
    const numbers = fc.array(fc.nat(), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(stateTree, numbers, (states, choices) => {
        const pick = <T>(list: readonly T[], i: number): T => list[(choices[i] ?? 0) % list.length] as T;
        const paths = treePaths(states);
        const [source, goal, counted, word] = [
          pick(paths, 0),
          pick(paths, 1),
          pick(paths, 2),
          pick(paths, 3),
        ];
        const { guard, top = "", far = "" } = pick(WAYS, 4)(pick(FORMS, 5)(goal));
        const all = statesCode(states, (path) =>
          path.join(".") === source.join(".") ? [`on: { ASK: { guard: ${guard} } }`] : [],
        );
        const event = `xstate.done.state.m.${counted.join(".")}`;
        const spelled = word.at(-1) ?? "";
        const text = `import { createMachine, stateIn, stateIn as inState } from "xstate";
import * as XS from "xstate";
${top}
export const machine = createMachine({ id: "m", on: { "${event}": {} }, ${all} } as any);
${pick(OTHERS, 6)(spelled)}
${pick(SECOND, 9)}
`;
        const modules = (specifier: string) =>
          specifier === "./far" && far !== "" ? { path: "far.ts", text: far } : undefined;
        const read = (code: string) => readModule(code, { path: "machine.ts", modules }).charts;
        const [id, args] = restructuring(paths, [choices[1] ?? 0, choices[7] ?? 0, choices[8] ?? 0]);
        const chart = read(text)[0];
        if (!chart) expect.fail(text);
        const before = run(text, far);
        if (askedBy(before.machine, source) !== goal.join(".")) expect.fail(text);

        const change = runCommand(id, text, chart, args, read);

        if ("refused" in change) {
          stats.refused++;
          return;
        }
        stats.applied++;
        const after = applyEdits(text, change.edits);
        const codes = change.warnings.map(({ code }) => code);
        const told = () =>
          `${id} ${JSON.stringify(args)}: ${JSON.stringify(change.warnings)}\n${text}\n--- after\n${after}\n--- far\n${far}`;
        const now = run(after, far);
        const follow = (path: TreePath) => {
          const to = change.pathMap[path.join(".")];
          return to === null ? undefined : (to ?? path.join("."));
        };
        expect(JSON.stringify(now.other), told()).toBe(JSON.stringify(before.other));
        const from = follow(source);
        if (from !== undefined) {
          if (askedBy(now.machine, from.split(".")) === follow(goal)) stats.followed++;
          else {
            stats.told++;
            expect(
              codes.some((code) => /^(?:targets-unread|state-spelled|state-in-gone)$/.test(code)),
              told(),
            ).toBe(true);
          }
        }
        const newId =
          follow(counted) === undefined ? undefined : allNodes(now.machine)[follow(counted) ?? ""]?.id;
        const isNamed = newId !== undefined && now.machine.root.transitions.has(`xstate.done.state.${newId}`);
        if (isNamed && newId !== `m.${counted.join(".")}`) stats.named++;
        if (!isNamed) expect(codes, told()).toContain("state-spelled");
        const isGone = !Object.keys(allNodes(now.machine)).some((path) => path.split(".").at(-1) === spelled);
        if (isGone) {
          stats.spelled++;
          expect(codes, told()).toContain("state-spelled");
        }
      }),
      { numRuns: RUNS },
    );
    expect(stats.applied).toBeGreaterThan(RUNS / 3);
    expect(stats.followed).toBeGreaterThan(RUNS / 5);
    for (const count of [stats.told, stats.spelled, stats.named]) expect(count).toBeGreaterThan(RUNS / 50);
  },
  patience(240_000),
);
