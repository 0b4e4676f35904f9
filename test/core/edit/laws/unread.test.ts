import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 10_000 : 500;

interface Tree {
  readonly key: string;
  readonly children: readonly Tree[];
}
type Path = readonly string[];

/** A tree of states whose keys come again and again, so that what moves meets others of its name. */
const tree: fc.Arbitrary<readonly Tree[]> = fc.letrec<{ states: readonly Tree[] }>((tie) => ({
  states: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom("a", "b", "c", "d"),
      children: fc.oneof({ maxDepth: 3 }, fc.constant([]), tie("states")),
    }),
    { minLength: 1, maxLength: 4, selector: ({ key }) => key },
  ),
})).states;

const pathsOf = (states: readonly Tree[], at: Path = []): Path[] =>
  states.flatMap(({ key, children }) => [[...at, key], ...pathsOf(children, [...at, key])]);

/** Ways to say a target that no reader can see. */
const WAYS = [
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
function moduleOf(states: readonly Tree[], source: Path, code: string): string {
  const print = ({ key, children }: Tree, at: Path): string => {
    const path = [...at, key];
    const [first] = children;
    const inner = children.map((child) => print(child, path)).join(", ");
    const props = [
      ...(path.join(".") === source.join(".") ? [code] : []),
      ...(first ? [`initial: "${first.key}"`, `states: { ${inner} }`] : []),
    ];
    return `${key}: { ${props.join(", ")} }`;
  };
  const all = states.map((one) => print(one, [])).join(", ");
  return `import { createMachine } from "xstate";\n${HELPERS}export const machine = createMachine({ id: "m", initial: "${states[0]?.key}", states: { ${all} } });\n`;
}

/** The texts by which a source names a goal: from beside it, and from above. */
function textsOf(source: Path, goal: Path): string[] {
  const around = source.slice(0, -1);
  const under = (path: Path, top: Path) => top.every((key, i) => path[i] === key);
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
      fc.property(tree, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (states, one, two, three, four) => {
        const paths = pathsOf(states);
        const source = paths[one % paths.length] as Path;
        const goals = paths.flatMap((goal) => textsOf(source, goal).map((text) => ({ goal, text })));
        fc.pre(goals.length > 0);
        const { goal, text: told } = goals[two % goals.length] as (typeof goals)[number];
        const text = moduleOf(states, source, (WAYS[three % WAYS.length] as (text: string) => string)(told));
        const state = paths[four % paths.length] as Path;
        const parent = [[], ...paths][(three + two) % (paths.length + 1)] as Path;
        const [id, args] = (
          [
            ["state.move", { state, parent }],
            ["state.wrap", { state }],
            [
              "state.extract",
              {
                states: [
                  state,
                  ...paths
                    .filter(
                      (path) =>
                        path.length === state.length &&
                        path.slice(0, -1).join() === state.slice(0, -1).join() &&
                        path !== state,
                    )
                    .slice(0, 1),
                ],
              },
            ],
            ["state.rename", { state, to: "renamed" }],
            ["state.delete", { state }],
          ] as const
        )[(one + two + four) % 5] as readonly [string, object];
        const chart = readModule(text).charts[0];
        if (!chart) expect.fail(text);

        const change = runCommand(id, text, chart, args);

        if ("refused" in change) return;
        applied++;
        const after = applyEdits(text, change.edits);
        const follow = (path: Path) => {
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
