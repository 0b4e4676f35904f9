import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { say, sentenceContext, type DiagnosticWords } from "#core/diagnostic/say.ts";
import { readModule } from "#core/read/readModule.ts";
import { readJson } from "#core/ruleset/jsonText.ts";
import en from "#locales/diagnostics/en.json";
import ja from "#locales/diagnostics/ja.json";
import zhHant from "#locales/diagnostics/zh-Hant.json";
import { faults, machine, sound, type FaultyGame } from "#test/core/analyze/faults.ts";

const textsOf = (files: FaultyGame["files"]) =>
  new Map(
    Object.entries(files).flatMap(([name, file]) =>
      file === undefined ? [] : [[name, typeof file === "string" ? file : JSON.stringify(file)] as const],
    ),
  );
const check = (files: FaultyGame["files"]) => {
  const texts = textsOf(files);
  return { texts, found: diagnose(readModule(texts.get("machine") ?? ""), texts) };
};
const codes = (config: string, setup?: string) =>
  check({ machine: machine(config, setup) }).found.map((one) => one.code);
const words: Record<string, DiagnosticWords> = {
  en: en.diagnostic,
  ja: ja.diagnostic,
  "zh-Hant": zhHant.diagnostic,
};

test("a sound game has no diagnostics", () => {
  expect(check(sound).found).toEqual([]);
});

test.each(
  faults.map((fault) => ({
    ...fault,
    name: `${fault.code} under ${fault.under?.slice(0, 40) ?? "nothing"}`,
  })),
)("$name is told where it is", ({ code, files, in: file = "machine", under, near }) => {
  const { texts, found } = check(files);

  const told = found.filter((one) => one.code === code && one.file === file);
  const places = told.map(({ at }) => at && texts.get(file)?.slice(at.from, at.to));
  expect(places).toContain(under);
  if (near) expect(told[places.indexOf(under)]?.facts["near"]).toEqual(near);
});

test("every code has words in three languages, and every sentence has an example", () => {
  const examples = new Set(faults.flatMap(({ files }) => check(files).found.map((one) => one.code)));
  // What the type checker tells has its examples in explainTypeError.test.ts.
  // What the page says of a reading or checks that it stopped has them in stopped.test.ts and stopped.browser.test.tsx.
  // How a scenario was replayed has its examples in run/scenario/scenarioDiagnostics.test.ts.
  // What a JSON text lacks is no sentence: see below.
  const plain = Object.keys(en.diagnostic).filter(
    (key) =>
      !key.includes("_") &&
      !/^(?:type|expected)-/.test(key) &&
      !key.endsWith("-stopped") &&
      !/^scenarios?-(?:differs|not-played)$/.test(key),
  );

  expect([...examples].toSorted()).toEqual(plain.toSorted());
  for (const language of Object.values(words))
    expect(Object.keys(language).toSorted()).toEqual(Object.keys(en.diagnostic).toSorted());
});

test("all that a JSON text may lack has words, and nothing else has", () => {
  const texts = [
    `"\\q"`,
    `"a`,
    `{a: 1}`,
    `{"a": 1 2}`,
    `[1 2]`,
    "[".repeat(100),
    `{"a" 1}`,
    `{"a": }`,
    `1 2`,
  ];
  const lacking = texts.map((text) => {
    const read = readJson(text);
    return "fault" in read ? `expected-${read.fault.expected}` : text;
  });

  expect(lacking.toSorted()).toEqual(
    Object.keys(en.diagnostic)
      .filter((key) => key.startsWith("expected-"))
      .toSorted(),
  );
});

test("every sentence is filled with facts that are there, in the same number in each language", () => {
  const holes = (sentence: string) =>
    [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((hole) => hole[1]).toSorted();
  for (const { files } of faults)
    for (const diagnostic of check(files).found)
      for (const language of Object.values(words)) {
        const context = sentenceContext(diagnostic);
        const sentence = language[`${diagnostic.code}_${context}`] ?? language[diagnostic.code] ?? "";
        expect(Object.keys(diagnostic.facts)).toEqual(expect.arrayContaining(holes(sentence)));
        expect(say(diagnostic, language)).not.toMatch(/\{\{/);
        expect(Object.values(diagnostic.facts)).not.toContain(undefined);
      }
  for (const [key, sentence] of Object.entries(words["en"]!))
    for (const language of Object.values(words))
      expect([key, holes(language[key] ?? "")]).toEqual([key, holes(sentence)]);
});

test("no code is written in the sources without words", () => {
  const sources = ["src/core/analyze", "src/core/ruleset", "src/core/read"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
  );
  const written = sources.flatMap((text) =>
    [...text.matchAll(/code: "([a-z-]+)"/g)].map((found) => found[1] ?? ""),
  );
  const known = Object.keys(en.diagnostic);

  expect(written.length).toBeGreaterThan(5);
  expect(written.filter((code) => !known.includes(code) && code !== "invoke")).toEqual([]);
});

test("valid machines of many shapes are left alone", () => {
  const quiet = (config: string, setup?: string) => expect(codes(config, setup)).toEqual([]);

  quiet(`initial: "a", states: { a: { on: { GO: undefined, "*": "b" } }, b: { type: "final" } }`);
  quiet(
    `initial: { target: "a" }, states: { a: { after: { 100: "b" }, tags: "x" }, b: { type: "final", output: 5 } }`,
  );
  quiet(
    `type: "parallel", states: { a: {}, b: { initial: "c", states: { c: { on: { GO: [".d", { guard: isReady }] }, initial: "d", states: { d: {} } } } } }`.replace(
      '[".d", { guard: isReady }]',
      '[{ guard: isReady, target: ".d" }, "c"]',
    ),
  );
  quiet(
    `initial: "a", states: { a: { always: [{ guard: isReady, target: "b" }, { target: "c" }] }, b: { always: "c" }, c: { on: { GO: "a" } } }`,
  );
  quiet(
    `initial: "a", states: { a: { entry: [assign({}), { type: "x" }], exit: () => {}, invoke: { src: fromPromise(isReady), onDone: "b" } }, b: { type: "final" } }`,
    "actions: { x: () => {} }",
  );
  quiet(
    `initial: "a", options: { maxIterations: 1000 }, context: ({ input }) => ({ input }), states: { a: { on: { GO: { target: ["p.x.y", "p.z.w"] } } }, p: { type: "parallel", on: { BACK: { target: "a", meta: { any: 1 } } }, states: { x: { initial: "y", states: { y: {} } }, z: { initial: "w", states: { w: {} } } } } }`,
  );
  quiet(
    `initial: "a", states: { a: { on: { GO: "h" } }, b: { initial: "c", on: { OUT: "a" }, states: { c: {}, h2: { type: "history", history: "deep", target: "c" } } }, h: { always: "b.h2" } }`,
  );
});

test("a ring of always that a guard can stop is not called endless", () => {
  expect(
    codes(`initial: "a", states: { a: { always: "b" }, b: { always: { guard: isReady, target: "a" } } }`),
  ).not.toContain("always-loop");
});

test("constants in the same file are looked into", () => {
  const text = `import { createMachine } from "xstate";
    const go = { gaurd: "x", target: "a" };
    export const machine = createMachine({ initial: "a", states: { a: { on: { GO: go } } } });`;

  expect(check({ machine: text }).found.map((one) => one.code)).toEqual(["unknown-transition-key"]);
});

test("a file without rules is checked as a machine, not as a game", () => {
  expect(codes(`initial: "a", states: { a: { on: { GO: { target: "b" } } }, b: { type: "final" } }`)).toEqual(
    [],
  );
});

test("a state that is written twice does not hide what else is wrong with its neighbours", () => {
  const found = codes(
    `initial: "d", states: { a: { on: { GO: "b" } }, b: { on: { GO: "a", GO: "a" } }, c: { initial: "x", on: { GO: "a" }, states: { x: {}, lone: {} } }, a: { on: { GO: "b" } } }`,
  );

  expect(found).toEqual(expect.arrayContaining(["duplicate-key", "initial-not-found", "state-unreachable"]));
});

test("a name that is missing is told once, at its first use", () => {
  const found = check({
    machine: machine(`initial: "a", states: { a: { entry: [log("x"), log("y")] } }`),
  }).found;

  expect(found.filter((one) => one.code === "import-missing")).toHaveLength(1);
});
