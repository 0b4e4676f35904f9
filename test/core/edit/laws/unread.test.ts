import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";
import {
  restructuring,
  stateTree,
  statesCode,
  treePaths,
  type StateTree,
  type TreePath,
} from "#test/core/edit/laws/stateTrees.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 10_000 : 500;

/** Ways to say a target that no reader can see: the code in the state, what stands before the machine, and in the class around it. */
const WAYS: readonly ((text: string) => string | readonly [code: string, before: string, field?: string])[] =
  [
    (text) => ["after: later", `const later = {};\nlater[5] = "${text}";`],
    (text) => ["after: { 5: later }", `const later = [];\nlater.push({ target: "${text}" });`],
    (text) => ["after: Kit.later", `class Kit { static later = {}; }\nKit.later[5] = "${text}";`],
    (text) => ["after: this.later", "", `later = { 5: "${text}" };`],
    (text) => ["...this.give()", "", `give() { return { after: { 5: "${text}" } }; }`],
    (text: string) => `...timeout("${text}")`,
    (text: string) => `after: told("${text}")`,
    (text: string) => `after: { 5: pick("x", "${text}") }`,
    (text: string) => `after: Object.assign({}, { 5: "${text}" })`,
    (text: string) => `get after() { while (false); return { 5: "${text}" }; }`,
    (text: string) => `after: { 5: Date.now() > 0 ? "${text}" : undefined }`,
  ];
const HELPERS = `const timeout = (to) => ({ after: { 5: to } });
const told = (to) => ({ 5: to });
function pick(_, to) { return { target: to }; }
`;

/** A module in which one state leads to another by code that cannot be read. */
function moduleOf(
  states: readonly StateTree[],
  source: TreePath,
  way: ReturnType<(typeof WAYS)[number]>,
): string {
  const [code, before, field] = typeof way === "string" ? [way, ""] : way;
  const all = statesCode(states, (path) => (path.join(".") === source.join(".") ? [code] : []));
  const made = `createMachine({ id: "m", ${all} })`;
  const machine =
    field === undefined
      ? `export const machine = ${made};\n`
      : `class Around { ${field} machine = ${made}; }\nexport const { machine } = new Around();\n`;
  return `import { createMachine } from "xstate";\n${HELPERS}${before}\n${machine}`;
}

/** The texts by which a source names a goal: from beside it, and from above. */
function textsOf(source: TreePath, goal: TreePath): string[] {
  const around = source.slice(0, -1);
  const under = (path: TreePath, top: TreePath) => top.every((key, i) => path[i] === key);
  return [
    ...(goal.length > around.length && under(goal, around) ? [goal.slice(around.length).join(".")] : []),
    ...(goal.length > source.length && under(goal, source)
      ? [`.${goal.slice(source.length).join(".")}`]
      : []),
  ];
}

test(
  "a target that no reader sees leads where it led, or the command says so, or refuses",
  () => {
    let applied = 0;
    let broken = 0;
    fc.assert(
      fc.property(stateTree, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (states, one, two, three, four) => {
        const paths = treePaths(states);
        const source = paths[one % paths.length] as TreePath;
        const goals = paths.flatMap((goal) => textsOf(source, goal).map((text) => ({ goal, text })));
        fc.pre(goals.length > 0);
        const { goal, text: told } = goals[two % goals.length] as (typeof goals)[number];
        const text = moduleOf(states, source, (WAYS[three % WAYS.length] as (typeof WAYS)[number])(told));
        const [id, args] = restructuring(paths, [four, three + two, one + two + four]);
        const chart = readModule(text).charts[0];
        if (!chart) expect.fail(text);

        const change = runCommand(id, text, chart, args);

        if ("refused" in change) return;
        applied++;
        const after = applyEdits(text, change.edits);
        const follow = (path: TreePath) => {
          const now = change.pathMap[path.join(".")];
          return now === null ? undefined : (now ?? path.join("."));
        };
        const from = follow(source);
        if (from === undefined || leads(after)?.[from]?.includes(follow(goal) ?? "?")) return;
        broken++;
        const codes = change.warnings.map(({ code }) => code);
        expect(
          codes.some((code) => code === "targets-unread" || code === "state-spelled"),
          `${id} ${JSON.stringify(args)}: ${codes.join()}\n${text}\n${after}`,
        ).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(applied).toBeGreaterThan(RUNS / 3);
    expect(broken).toBeGreaterThan(RUNS / 20);
  },
  patience(120_000),
);

/** Where each state leads, as XState has it; undefined when it does not take the machine. */
function leads(text: string): Record<string, string[]> | undefined {
  try {
    return builtTargets(buildMachine(text));
  } catch {
    return undefined;
  }
}
