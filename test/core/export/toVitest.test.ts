import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";
import { exporterOf } from "#core/export/exporters.ts";
import { readModule } from "#core/read/readModule.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { shippedGame } from "#test/cli/play/tools.ts";
import { patience } from "#test/support/patience.ts";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";

let app: ConsumerFolder;
beforeAll(async () => {
  app = await consumerFolder();
});
afterAll(() => app.remove());

/** Writes the export of a module into a folder of its own, as `--out` does. */
async function written(id: string, text: string, scenarios: Record<string, Scenario>) {
  const chart = readModule(text).charts[0]!;
  const { text: tests, goesWith } = exporterOf("vitest")!.run({
    chart,
    text,
    lang: "ts",
    strip: stripTypes,
    id,
    scenarios,
  });
  await mkdir(join(app.path, id));
  await app.write(`${id}/${id}.scenarios.test.ts`, tests);
  for (const file of goesWith?.files ?? []) await app.write(`${id}/${file.path}`, file.text);
  return { tests, machine: join(app.path, id, `${id}.machine.ts`) };
}
interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
/** Vitest in the folder, as its owner runs it. */
async function vitest(...ids: string[]): Promise<Report> {
  const [id = ""] = ids;
  await app
    .node(
      "node_modules/vitest/vitest.mjs",
      "run",
      "--root",
      ".",
      ...ids,
      "--reporter=json",
      "--outputFile",
      `${id}.json`,
    )
    .catch(() => undefined);
  return JSON.parse(await readFile(join(app.path, `${id}.json`), "utf8")) as Report;
}
const failures = ({ testResults }: Report) =>
  testResults.flatMap(({ message, assertionResults }) => [
    ...(message === "" ? [] : [message]),
    ...assertionResults.flatMap(({ status, title, failureMessages }) =>
      status === "passed" ? [] : [`${title}: ${failureMessages[0]?.split("\n")[0]}`],
    ),
  ]);

const lamp = `import { and, assign, fromObservable, fromPromise, setup } from "xstate";
export const machine = setup({
  types: {} as { context: { n: number; by: { name: string; seen: string[] } }; events: { type: "PRESS"; by: string } | { type: "ASK" } | { type: "HOLD" } | { type: "WATCH" } },
  actors: { look: fromPromise(async () => { throw new Error("this code does not run in a test"); }), count: fromObservable(() => { throw new Error("nor does this"); }) },
  guards: { isMine: ({ event }) => event.type === "PRESS" && event.by === "P1", isFew: ({ context }) => context.n < 2, may: and(["isMine", "isFew"]) },
}).createMachine({
  id: "lamp", context: { n: 0, by: { name: "", seen: [] } }, initial: "off", output: ({ context }) => ({ n: context.n }),
  states: {
    off: { on: { PRESS: { guard: "may", target: "on", meta: { clauses: ["L-1"] }, actions: assign({ n: ({ context }) => context.n + 1, by: ({ context, event }) => ({ name: event.by, seen: [...context.by.seen, event.by] }) }) }, ASK: "asking", WATCH: "watching" } },
    on: { meta: { clauses: ["L-2"] }, after: { 500: "off" }, on: { PRESS: { guard: ({ event }) => event.by === "P2", target: "off" } } },
    asking: { invoke: { id: "look", src: "look", onDone: { target: "gone", actions: assign({ n: ({ event }) => event.output as number }) }, onError: "off" } },
    watching: { invoke: { id: "count", src: "count", onSnapshot: { actions: assign({ n: ({ event }) => event.snapshot.context as number }) } }, on: { ASK: "off" } },
    gone: { type: "final" },
  },
});
`;
const press = (by: string) => ({ type: "PRESS", by });
const whole: Scenario = {
  format: 1,
  title: { en: "Everything a scenario may say" },
  steps: [
    { expect: { in: ["off"], notIn: ["on"], can: [press("P1")], cannot: [press("P2"), { type: "NONE" }] } },
    { send: press("P2"), note: "by\nthe guard", expect: { refused: { guard: "isMine", clause: "L-1" } } },
    { send: press("P1"), expect: { in: ["on"], context: { n: 1, by: { name: "P1", seen: ["P1"] } } } },
    { send: press("P1"), expect: { refused: { clause: "L-2" } } },
    { send: { type: "PRESS" }, expect: { refused: true } },
    { advance: 300, expect: { in: ["on"] } },
    { save: "lit" },
    { advance: 200, expect: { in: ["off"] } },
    { restore: "lit", expect: { in: ["on"] } },
    { advance: 199, expect: { in: ["on"] } },
    { advance: 1, expect: { in: ["off"], status: "active" } },
    { send: { type: "ASK" }, expect: { in: ["asking"] } },
    { answer: { actor: "look", error: "busy" }, expect: { in: ["off"] } },
    { send: { type: "WATCH" }, expect: { in: ["watching"] } },
    { answer: { actor: "count", next: 5 }, expect: { in: ["watching"], context: { n: 5 } } },
    { answer: { actor: "count", event: { type: "ASK" } }, expect: { in: ["off"] } },
    { send: { type: "ASK" } },
    { answer: { value: 7 }, expect: { status: "done", output: { n: 7 }, context: { by: {} } } },
  ],
};

test("everything that a scenario may say becomes a test that passes in a folder with xstate and vitest alone", async () => {
  const byHand: Scenario = { format: 1, title: { en: "Off at once" }, steps: [{ edit: { in: ["on"] } }] };
  const { tests } = await written("lamp", lamp, { whole, byHand });

  await expect(tests).toMatchFileSnapshot("../../golden/lamp.scenarios.txt");
  const report = await vitest("lamp");
  // What is changed by hand no machine does by itself: it is told as something to do.
  expect([report.success, failures(report)]).toEqual([
    true,
    ["byHand: Off at once (step 1 changes the play by hand): undefined"],
  ]);
  expect(await app.tsc("lamp/lamp.scenarios.test.ts")).toBe("");
});

const games = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"];

test(
  "all scenarios of the five games pass as tests, and fail where a machine is spoilt",
  async () => {
    const machines = new Map<string, string>();
    let count = 0;
    for (const game of games) {
      const { moduleText, scenarios } = shippedGame(game);
      const own = Object.fromEntries(scenarios.map(({ name, scenario }) => [name, scenario]));
      const { machine } = await written(game, moduleText, own);
      machines.set(game, machine);
      count += scenarios.length;
    }

    const report = await vitest(...games);
    expect([report.success, failures(report)]).toEqual([true, []]);
    expect(report.numPassedTests).toBe(count);

    const machine = machines.get("haikyu-break")!;
    await writeFile(machine, spoilt(await readFile(machine, "utf8")));
    const after = await vitest("haikyu-break");
    expect(after.success).toBe(false);
    expect(failures(after).length).toBeGreaterThan(10);
    expect(failures(after)[0]).toMatch(/ (is refused|is taken|expected) /);
  },
  patience(240_000),
);

/** The module with one comparison the other way round: the first of those in its guards. */
function spoilt(text: string): string {
  const at = text.indexOf("context.turnPlayer ===", text.indexOf("guards: {"));
  const [from, to] =
    at >= 0
      ? ["context.turnPlayer ===", "context.turnPlayer !=="]
      : ["=== context.turnPlayer", "!== context.turnPlayer"];
  const made = text.slice(0, Math.max(0, at)) + text.slice(Math.max(0, at)).replace(from, to);
  if (made === text) throw new Error("nothing was spoilt");
  return made;
}

test("a module that keeps its machine to itself, or a game without scenarios, cannot be exported so", () => {
  const run = (text: string, scenarios: Record<string, Scenario>) => () =>
    exporterOf("vitest")!.run({
      chart: readModule(text).charts[0]!,
      text,
      lang: "ts",
      strip: stripTypes,
      id: "lamp",
      scenarios,
    });

  expect(run(lamp, {})).toThrow("lamp has no scenarios");
  expect(run(lamp.replace("export const", "const"), { whole })).toThrow(
    "does not export the machine machine",
  );
  expect(
    run(lamp.replace("export const machine =", "const lamp =") + "export { lamp as light };\n", { whole })()
      .text,
  ).toContain(`import { light as machine } from "./lamp.machine.js";`);
});
