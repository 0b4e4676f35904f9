import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMachine, type AnyStateMachine, type StateNode } from "xstate";
import { stripTypes, toCommonJs } from "#adapters/sandbox/stripTypes.ts";
import { exporterOf, exporters } from "#core/export/exporters.ts";
import { toXStateJson } from "#core/export/toXStateJson.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { readModule } from "#core/read/readModule.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { type BookSource, printGame } from "#core/project/gameBook.ts";
import { playerRules } from "#core/project/gamePlayer.ts";
import { packageRules } from "#core/project/gamePackage.ts";
import { bookWords } from "#cli/books.ts";
import { drawing } from "#cli/drawing.ts";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";

const games = readdirSync("machines").flatMap((name) => /^(.+)\.machine\.ts$/.exec(name)?.[1] ?? []);
const showcase = readFileSync("test/golden/showcase.machine.ts", "utf8");
const chartOf = (text: string) => {
  const chart = readModule(text).charts[0];
  if (!chart) throw new Error("no machine was read");
  return chart;
};
const picture = () => drawing(chartOf(showcase), loadRuleset(new Map()).ruleset, {});
/** What the showcase is tested by, where it is exported as tests. */
const scenarios: Record<string, Scenario> = {
  drawn: {
    format: 1,
    title: { en: "Cards are drawn, and the game pauses" },
    input: { seats: ["A", "B"] },
    steps: [
      { send: { type: "DRAW", by: "P1", count: 3 }, expect: { refused: true, in: ["turn.draw"] } },
      {
        send: { type: "DRAW", by: "P1", count: 2 },
        expect: { in: ["turn.play.left.open"], context: { cards: 2 } },
      },
      { save: "drawn" },
      { send: { type: "PAUSE", by: "table" }, expect: { in: ["paused"], notIn: ["turn"] } },
      { restore: "drawn", expect: { in: ["turn.play"], can: [{ type: "PASS", by: "P1" }] } },
    ],
  },
};
/** The rules of the showcase, where it is exported as a book. */
const book = (): BookSource => {
  const { ruleset } = loadRuleset(new Map());
  const [chart, { consts = [] }] = [chartOf(showcase), readModule(showcase)];
  return {
    id: "showcase",
    chart,
    consts,
    scenarios,
    arrangement: NO_ARRANGEMENT,
    words: bookWords,
    ruleset: {
      ...ruleset,
      info: { ...ruleset.info, title: { en: "Showcase", ja: "見本" }, locales: ["en", "ja"] },
      clauses: [
        { id: "S-1", kind: "structure", place: { section: "1" } },
        { id: "S-2", kind: "obligation", place: { section: "1" } },
        { id: "S-3", kind: "definition", place: { section: "Words 1" }, notModelled: "It only explains." },
      ],
      text: {
        en: {
          "S-1": "A turn begins with a draw.",
          "S-2": "A player may pass.",
          "S-3": "A draw is two cards.",
        },
        ja: { "S-1": "ターンは引くことから始まる。", "S-3": "引くのは2枚。" },
      },
      terms: [{ id: "draw", terms: { en: "draw", ja: "引く" }, definition: { en: "Take cards." } }],
      readings: [
        {
          id: "R-1",
          clauses: ["S-2"],
          question: { en: "May a player pass twice?" },
          options: [{ id: "yes", text: { en: "Yes." } }],
          chosen: "yes",
          why: "Nothing forbids it.",
        },
      ],
    },
  };
};
const exported = (id: string, text: string) => exportOf(id, text).text;
const exportOf = (id: string, text: string) =>
  exporterOf(id)!.run({
    chart: chartOf(text),
    text,
    lang: "ts",
    strip: stripTypes,
    draw: picture,
    print: (form) => printGame(book(), form, ["en", "ja"]),
    packageRules: packageRules(book(), ["ja", "en"]),
    player: {
      ...playerRules(book(), ["ja", "en"]),
      program: "/* the program of the page */",
      toCommonJs,
    },
    ...(text === showcase ? { id: "showcase", scenarios } : {}),
  });

const modules = import.meta.glob(["../../../machines/*.machine.ts", "../../golden/*.machine.ts"]);

let folder: ConsumerFolder;
beforeAll(async () => {
  folder = await consumerFolder();
});
afterAll(() => folder.remove());

test.each(exporters.map((one) => [one.id, one.extension]))(
  "the showcase as %s is as the golden file",
  async (id, extension) => {
    await expect(exported(id, showcase)).toMatchFileSnapshot(`../../golden/showcase${extension}`);
  },
);

test("the files of a package that no other export has are as in the golden file", async () => {
  const { beside = [], gaps } = exportOf("package", showcase);
  const own = beside.filter(({ path }) => !/^(chart|machine|kit|tests\/scenarios\.js)/.test(path));
  const whole = own.map(({ path, text }) => `==== ${path}\n${text}`).join("\n");

  await expect(whole).toMatchFileSnapshot("../../golden/showcase.package.txt");
  expect(gaps).toEqual(["licence", "view", "saves"]);
});

test("the showcase's code beside its JSON is as the golden file, and with it the showcase runs", async () => {
  const { beside } = await writeJson("showcase", showcase);
  await folder.write(
    "runShowcase.js",
    `import { createActor, SimulatedClock } from "xstate"; import { machine } from "./showcase.fromJson.js";
     const clock = new SimulatedClock();
     const actor = createActor(machine, { clock, input: { seats: ["A", "B"] } }).start();
     const seen = () => [JSON.stringify(actor.getSnapshot().value), actor.getSnapshot().context.cards];
     const all = [];
     for (const send of [{ type: "DRAW", by: "P1", count: 3 }, { type: "DRAW", by: "P1", count: 2 }, { type: "PASS", by: "P1" }, { type: "PAUSE", by: "table" }, { type: "PASS", by: "P1" }])
       { actor.send(send); all.push(seen()); }
     clock.increment(2000); all.push(seen());
     console.log(JSON.stringify(all));`,
  );

  await expect(beside[0]!.text).toMatchFileSnapshot("../../golden/showcase.implementations.js");
  expect(JSON.parse(await folder.node("runShowcase.js"))).toEqual([
    ['{"turn":"draw"}', 0],
    ['{"turn":{"play":{"left":"open","right":"open"}}}', 2],
    ['{"turn":{"play":{"left":"shut","right":"open"}}}', 2],
    ['"paused"', 2],
    ['{"turn":{"play":{"left":"shut","right":"open"}}}', 0],
    ['{"turn":{"play":{"left":"shut","right":"open"}}}', 0],
  ]);
});

test("the TypeScript export is the module, byte by byte, and compiles strictly in an app", async () => {
  expect(exported("ts", showcase)).toBe(showcase);
  const app = (send: string) => `import { createActor } from "xstate";
    import { machine } from "./showcase.machine.js";
    createActor(machine, { input: { seats: ["A", "B"] } }).start().send(${send});`;
  await folder.write("showcase.machine.ts", exported("ts", showcase));
  await folder.write("good.ts", app(`{ type: "PASS", by: "A" }`));
  await folder.write("bad.ts", app(`{ type: "PASSS", by: "A" }`));

  expect(await folder.tsc("good.ts")).toBe("");
  expect(await folder.tsc("bad.ts")).toContain("PASSS");
});

/** Plays all scenarios of a game against a module of the folder, under plain Node; `passed` stands for every snapshot on the way. */
async function playAll(game: string, module: string) {
  const scenarios = readdirSync(`rulesets/${game}/scenarios`).map(
    (name) => [name, JSON.parse(readFileSync(`rulesets/${game}/scenarios/${name}`, "utf8"))] as const,
  );
  await folder.write("scenarios.json", JSON.stringify(Object.fromEntries(scenarios)));
  await folder.write("runScenarios.js", readFileSync("test/core/export/runScenarios.js", "utf8"));
  const done = JSON.parse(await folder.node("runScenarios.js", `./${module}`, "./scenarios.json"));
  expect(done.scenarios).toBe(scenarios.length);
  expect(done.steps).toBeGreaterThan(scenarios.length);
  return done as { readonly steps: number; readonly passed: string };
}

test.each(games)("%s as JavaScript plays all its scenarios under plain Node", async (game) => {
  await folder.write(`${game}.js`, exported("js", readFileSync(`machines/${game}.machine.ts`, "utf8")));

  await playAll(game, `${game}.js`);
});

/** The JSON with the code beside it, put together as the guide says. */
const fromJson = (id: string) => `import { readFileSync } from "node:fs";
import { createMachine } from "xstate";
import { implementations, parts } from "./${id}.implementations.js";
const json = JSON.parse(readFileSync(new URL("./${id}.machine.json", import.meta.url), "utf8"));
export const machine = createMachine({ ...json, ...parts }).provide(implementations);
`;

async function writeJson(id: string, text: string) {
  const {
    text: json,
    beside = [],
    ...rest
  } = exporterOf("json")!.run({
    chart: chartOf(text),
    text,
    lang: "ts",
    strip: stripTypes,
    id,
  });
  await folder.write(`${id}.machine.json`, json);
  for (const file of beside) await folder.write(file.path, file.text);
  await folder.write(`${id}.fromJson.js`, fromJson(id));
  return { json, beside, ...rest };
}

test.each(games)(
  "%s as JSON with its implementations is the machine: every scenario, step by step",
  async (game) => {
    const text = readFileSync(`machines/${game}.machine.ts`, "utf8");
    const { lacks, beside } = await writeJson(game, text);
    await folder.write(`${game}.js`, exported("js", text));

    const [json, js] = [await playAll(game, `${game}.fromJson.js`), await playAll(game, `${game}.js`)];

    expect(json).toEqual(js);
    expect(lacks?.omitted).toEqual([]);
    expect(beside.map(({ path }) => path)).toEqual([`${game}.implementations.js`]);
    // The states are in the JSON alone.
    expect(beside[0]!.text).not.toMatch(/^import .*(createMachine|setup)/m);
    expect(beside[0]!.text).not.toMatch(/\binitial:|\bstates:/);
  },
);

test("the JavaScript export keeps comments, imports of values and line numbers", () => {
  const js = exported("js", showcase);

  expect(js).toContain('// A word about "quotes", `backticks` and ${holes}.');
  expect(js).toContain("/** One of everything that an export has to carry. */");
  expect(js.split("\n").findIndex((line) => line.includes('id: "showcase"'))).toBe(
    showcase.split("\n").findIndex((line) => line.includes('id: "showcase"')),
  );
});

/** Everything that leads somewhere, by state: what two machines must share to walk the same way. */
const shape = (machine: AnyStateMachine) => {
  const all: Record<string, unknown> = {};
  const visit = (node: StateNode) => {
    const ways = [...node.transitions.values(), node.always ?? []].flat().map((one) => ({
      event: one.eventType,
      target: one.target?.map((target) => target.id),
      guarded: one.guard !== undefined,
      actions: one.actions.length,
      reenter: one.reenter,
    }));
    all[node.id] = {
      type: node.type,
      history: node.history,
      tags: node.tags,
      meta: node.meta,
      initial: node.initial.target?.map((t) => t.id),
      entry: node.entry.length,
      exit: node.exit.length,
      ways,
    };
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return all;
};

test.each(["showcase", ...games])(
  "%s as JSON makes a machine with the same states and ways",
  async (game) => {
    const path = game === "showcase" ? "test/golden/showcase" : `machines/${game}`;
    const key = game === "showcase" ? "../../golden/showcase" : `../../../machines/${game}`;
    const { machine } = (await modules[`${key}.machine.ts`]!()) as { machine: AnyStateMachine };
    const json = JSON.parse(exported("json", readFileSync(`${path}.machine.ts`, "utf8")));

    expect(shape(createMachine(json))).toEqual(shape(machine));
  },
);

test("JSON names every piece of code by its parts, and what the machine itself has goes beside it", () => {
  const { json, stubs, parts, omitted } = toXStateJson(chartOf(showcase), showcase);

  expect(stubs.guards.map((stub) => [stub.name, stub.from])).toEqual([
    ['!stateIn("#wholeTurn")', "inline"],
    ["atMost", "setup"],
    ["byTurnPlayer", "setup"],
    ['byTurnPlayer&atMost({"most":2})', "inline"],
    [expect.stringMatching(/^guard-\w{8}$/), "inline"],
  ]);
  expect(stubs.actions.map((stub) => stub.name)).toEqual([
    expect.stringMatching(/^assign-\w{8}$/),
    "draw",
    "note",
  ]);
  expect(stubs.delays).toEqual([{ name: "thinking", code: "2000", from: "setup" }]);
  expect(parts).toEqual(["context"]);
  expect(omitted).toEqual([]);
  expect(JSON.stringify(json)).not.toContain("=>");
});

const machineOf = (
  config: string,
  given = "",
  before = "",
) => `import { and, assign, not, or, setup } from "xstate";
${before}
export const machine = setup({ types: {} as { context: { n: number } }, ${given} }).createMachine(${config});
`;
const jsonOf = (text: string) => toXStateJson(chartOf(text), text);

test("moving a transition changes no name of code, and the same code is one stub", () => {
  const guard = "guard: and(['mayGo', or(['a', not('b')])])";
  const set = "actions: assign({ n: 1 })";
  const given = "guards: { mayGo: () => true, a: () => true, b: () => false }";
  const before = machineOf(
    `{ initial: "x", states: { x: { on: { GO: { ${guard}, ${set} } } }, y: {} } }`,
    given,
  );
  const after = machineOf(
    `{ initial: "x", states: { x: { on: { ON: {} } }, y: { on: { A: {}, GO: [{}, {\n${guard},\n${set} }] }, entry: assign({ n: 1 }) } } }`,
    given,
  );

  const [one, other] = [jsonOf(before).stubs, jsonOf(after).stubs];

  expect(one.guards.map(({ name }) => name)).toContain("mayGo&(a|!b)");
  expect(other.guards.map(({ name }) => name)).toEqual(one.guards.map(({ name }) => name));
  expect(other.actions).toEqual(one.actions);
  expect(other.actions).toHaveLength(1);
});

test("constants that are literals are written as parameters; other parameters are code of their own", async () => {
  const text = machineOf(
    `{ context: { n: 0 }, initial: "x", options: { maxIterations: 7 }, states: { x: {
      entry: { type: "list", params: { names: TASKS, first: TASKS[0] } },
      on: { GO: { guard: { type: "isMore", params: ({ context }) => ({ n: context.n + LEAST }) }, actions: { type: "add", params: ({ context }) => ({ by: 2 - context.n }) } } } } } }`,
    `guards: { isMore: (_, p: { n: number }) => p.n > 2 }, actions: { list: () => {}, add: assign({ n: ({ context }, p: { by: number }) => context.n + p.by }) }`,
    `// The tasks, in order.\nconst TASKS = ["a", "b"] as const;\nconst LEAST = 3; // as the rules say\nconst unused = 4;\nexport const parts = [LEAST];`,
  );
  const { json, beside } = await writeJson("small", text);
  await folder.write(
    "small.js",
    `import { createActor } from "xstate"; import { machine } from "./small.fromJson.js";
     const a = createActor(machine).start(); a.send({ type: "GO" });
     console.log(JSON.stringify([a.getSnapshot().context, machine.options]));`,
  );

  expect(JSON.parse(json).states.x.entry).toEqual([
    { type: "list", params: { names: ["a", "b"], first: "a" } },
  ]);
  expect(JSON.parse(await folder.node("small.js"))).toEqual([{ n: 2 }, { maxIterations: 7 }]);
  expect(beside[0]!.text).toContain("const LEAST = 3; // as the rules say");
  expect(beside[0]!.text).not.toContain("unused");
});

test("whatever way code is written, what it needs comes along", async () => {
  const text = `import { assign as set, setup, fromPromise, raise } from "xstate";
import type { Nothing } from "./nowhere";
import * as paths from "node:path";
enum Size { Small = 1, Large = 5 }
const shared = {
  /** Is it large? */
  isLarge({ context }: { context: { n: number } }) { return context.n >= Size.Large; }, // as said
};
type Count = number;
function twice(n: Count): Count { return helper(n) * 2; }
function helper(n: number) { return n; }
const table: Record<string, number> = {};
table["step"] = 2;
const unused = () => machine;
const implementations = { step: table["step"]! };
const base = setup({
  types: {} as { context: { n: number; at: string } },
  guards: { ...shared, ["is" + "Odd"]: ({ context }) => context.n % 2 === 1, isOdd2: (({ context }) => context.n > 100) satisfies unknown },
  actions: {
    // Adds a step.
    add: set({ n: ({ context }) => context.n + implementations.step! }),
    double: set({ n: ({ context }) => twice(context.n) }),
    name: set({ at: () => paths.posix.join("a", "b") }),
  },
  actors: { wait: fromPromise(async () => 7) },
  delays: { soon: () => 1 },
});
export const machine = base.createMachine({
  id: "odd",
  context: () => ({ n: 1, at: "" }),
  initial: "a",
  states: {
    a: { entry: "name", on: { ADD: { actions: "add" }, DOUBLE: { actions: ["double", raise({ type: "NEXT" })] }, NEXT: { guard: "isLarge", target: "b" } } },
    b: { invoke: { src: "wait", onDone: { actions: base.assign({ n: ({ event }) => event.output }), target: "c" } } },
    c: { after: { soon: "d" } },
    d: { type: "final" },
  },
  output: ({ context }) => ({ n: context.n, at: context.at }),
});
`;
  const { beside, lacks } = await writeJson("odd", text);
  await folder.write(
    "runOdd.js",
    `import { createActor, toPromise } from "xstate"; import { machine } from "./odd.fromJson.js";
     const a = createActor(machine).start();
     for (const type of ["ADD", "NEXT", "DOUBLE"]) a.send({ type });
     console.log(JSON.stringify(await toPromise(a)));`,
  );

  expect(JSON.parse(await folder.node("runOdd.js"))).toEqual({ n: 7, at: "a/b" });
  expect(lacks?.omitted).toEqual([]);
  for (const kept of ["// Adds a step.", "/** Is it large? */", "// as said"])
    expect(beside[0]!.text).toContain(kept);
  for (const gone of ["unused", "nowhere", "satisfies"]) expect(beside[0]!.text).not.toContain(gone);
});

test("code that only a function around the machine could run is said not to be there", async () => {
  const text = `import { setup } from "xstate";
export function make(limit: number) {
  return setup({ guards: { isLess: () => limit > 2 } }).createMachine({ initial: "x", states: { x: { on: { GO: { guard: "isLess" } } } } });
}
`;

  const { beside, noCode } = await writeJson("made", text);

  expect(beside).toEqual([]);
  expect(noCode).toEqual({ none: "local", names: ["limit"] });
});

test("Mermaid has signs for and, or, not in every language, and leaves letters and marks of the labels as they are", () => {
  const text = machineOf(
    `{ initial: "x", states: { x: { on: { GO: { guard: or([and(["a", "b"]), not(and(["a", "c"]))]), target: "y" } } }, y: {} } }`,
    "guards: { a: () => true, b: () => true, c: () => true }",
  );
  const names: Record<string, string> = {
    "guard:a": "手番、または「先攻」",
    "guard:b": "場に３枚以上～",
    "guard:c": "c; --> d",
    "event:GO": "進む",
    "state:x": "あ\u202eい",
  };

  const mermaid = exporterOf("mermaid")!.run({
    chart: chartOf(text),
    text,
    lang: "ts",
    strip: stripTypes,
    label: (key) => names[key] ?? key,
  }).text;

  expect(mermaid).toContain(
    "x --> y : 進む [(手番、または「先攻」 ∧ 場に３枚以上～) ∨ ¬(手番、または「先攻」 ∧ c#59; --#62; d)]",
  );
  expect(mermaid).toContain('"あ#8238;い"');
});

test("Mermaid tells the outer levels that can be read, or as many as are asked for", () => {
  const text = readFileSync("machines/haikyu-break.machine.ts", "utf8");
  const run = (levels?: number) =>
    exporterOf("mermaid")!.run({
      chart: chartOf(text),
      text,
      lang: "ts",
      strip: stripTypes,
      ...(levels === undefined ? {} : { levels }),
    });
  const states = (mermaid: string) => mermaid.split('state "').length - 1;

  expect(run().levels).toEqual({ shown: 2, of: 5 });
  expect(states(run().text)).toBeLessThanOrEqual(25);
  expect(states(run(Infinity).text)).toBe(75);
  expect(states(run(1).text)).toBeLessThan(states(run().text));
});

test("a transition that is decided in code is no arrow to its own state", () => {
  const text = machineOf(
    `{ initial: "x", states: { x: { on: { GO: decide } }, y: {} } }`,
    "",
    `const decide = pick();`,
  );

  const mermaid = exported("mermaid", text);

  expect(mermaid).not.toContain("x --> x");
  expect(mermaid).toContain("note right of x : GO (code)");
});

const hostile = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      "`",
      "*/",
      "/*",
      "//",
      "\n",
      "\r",
      "\u2028",
      "${",
      "}",
      "\\",
      "</script>",
      "<!--",
      ";",
      ":",
      "#",
      "%%",
      "-->",
      "[*]",
      "end",
      "state",
      "note",
      "--",
      "{",
      "一",
      "😀",
      "é",
      "a",
      "B",
      " ",
      "\0",
      "__proto__",
      "constructor",
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(""))
  .filter((name) => name !== "__proto__" && !/[.#\\]/.test(name) && name !== "*");

const moduleOf = (names: readonly string[]) => {
  const quoted = names.map((name) => JSON.stringify(name));
  const states = quoted.map(
    (name, i) => `${name}: { description: ${name}, on: { ${name}: ${quoted[(i + 1) % names.length]} } }`,
  );
  return `import { createMachine } from "xstate";\nexport const machine = createMachine({ id: "m", initial: ${quoted[0]}, states: { ${states.join(", ")} } });\n`;
};

test("hostile names are data in every export", async () => {
  const lists = fc.sample(fc.uniqueArray(hostile, { minLength: 2, maxLength: 5 }), {
    numRuns: 300,
    seed: 19,
  });
  const wanted: string[][] = [];
  for (const [i, names] of lists.entries()) {
    const text = moduleOf(names);
    await folder.write(`hostile${i}.js`, exported("js", text));
    wanted.push(names);
    const made = createMachine(JSON.parse(exported("json", text)));
    expect(Object.keys(made.states).toSorted()).toEqual(names.toSorted());
    expect(
      Object.values(made.states)
        .map((node) => node.description)
        .toSorted(),
    ).toEqual(names.toSorted());
    for (const line of exported("mermaid", text).split("\n"))
      expect(line).toMatch(
        /^(stateDiagram-v2|\s*(\[\*\] --> \w+|state "([^"{}<>;:]|#\d+;)*" as \w+|\w+ --> \w+( : ([^:;{}<>]|#\d+;)+)?)?)$/u,
      );
  }
  await folder.write(
    "hostile.js",
    `const all = []; for (let i = 0; i < ${lists.length}; i++) all.push(Object.keys((await import("./hostile" + i + ".js")).machine.states));
     console.log(JSON.stringify(all));`,
  );

  const got = JSON.parse(await folder.node("hostile.js")) as string[][];

  expect(got.map((names) => names.toSorted())).toEqual(wanted.map((names) => names.toSorted()));
});
