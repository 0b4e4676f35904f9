import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editBatch } from "#cli/edit/batch.ts";
import { readingJudge } from "#cli/edit/judge.ts";
import { answerTo, batch, module } from "#test/cli/edit/tools.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-edit-"));
  await writeFile(join(folder, "three.ts"), module("ts"));
  await writeFile(join(folder, "three.mjs"), `\ufeff${module("js", "\r\n")}`);
  await writeFile(join(folder, "latin1.ts"), Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const on = (text: string) => ({ text, command: "state.rename", args: { state: ["on"], to: "lit" } });
const lamp = `import { createMachine } from "xstate";
export const lamp = createMachine({ initial: "off", states: { off: { on: { FLIP: "on" } }, on: {} } });
`;

test("an answer has the whole new text, the edits in offsets of the old one, and the paths", async () => {
  const at = lamp.indexOf(`"on"`);
  const key = lamp.lastIndexOf("on: {}");

  expect(await answerTo({ id: "x", ...on(lamp) })).toEqual({
    id: "x",
    ok: true,
    text: lamp.replace(`FLIP: "on"`, `FLIP: "lit"`).replace("on: {} }", "lit: {} }"),
    edits: [
      { from: at, to: at + 4, insert: `"lit"` },
      { from: key, to: key + 2, insert: "lit" },
    ],
    pathMap: { on: "lit" },
    // Of a text by itself nobody knows who imports it.
    warnings: [expect.objectContaining({ code: "exported-changed", range: { from: 53, to: 57 } })],
  });
});

test("a refusal has a code, a sentence and a range of the old text", async () => {
  const { ok, refused } = await answerTo({ ...on(lamp), args: { state: ["on"], to: "off" } });

  expect(ok).toBe(false);
  expect(refused).toEqual({
    code: "name-taken",
    message: "The name “off” is already taken there.",
    range: { from: lamp.lastIndexOf("on: {}"), to: lamp.lastIndexOf("on: {}") + 2 },
  });
});

test("a refusal without a place of its own is put on the last state above that there is", async () => {
  const text = module("ts");
  const line = {
    text,
    machine: "game",
    command: "state.rename",
    args: { state: ["turn", "nowhere"], to: "x" },
  };
  const { refused } = await answerTo(line);

  expect(refused.code).toBe("state-not-found");
  expect(text.slice(refused.range.from - 3, refused.range.to + 3)).toContain("turn:");
});

test("messages are in the language that is asked for", async () => {
  const line = { ...on(lamp), args: { state: ["on"], to: "off" } };
  const said = async (language: "en" | "ja" | "zh-Hant") =>
    (await batch([line], { language })).answers[0]?.["refused"].message;

  expect(await said("ja")).toMatch(/off.*使われています/);
  expect(await said("zh-Hant")).toMatch(/off/);
  expect(await said("zh-Hant")).not.toBe(await said("en"));
});

test("files are read where they lie, language by ending, and never written", async () => {
  const command = { command: "state.describe", args: { state: ["turn"], text: "t" }, machine: "game" };
  const before = await readFile(join(folder, "three.mjs"), "utf8");

  const { code, answers } = await batch(
    [
      { id: 1, file: "three.ts", ...command },
      { id: 2, file: join(folder, "three.mjs"), ...command },
    ],
    { cwd: folder },
  );

  expect(code).toBe(0);
  expect(answers.map(({ id, ok }) => [id, ok])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(answers[1]?.["text"]).toMatch(/^\ufeffimport [^]*description: 't',\r\n/);
  expect(await readFile(join(folder, "three.mjs"), "utf8")).toBe(before);
});

test("the lines are independent of each other", async () => {
  const { answers } = await batch([on(lamp), on(lamp), on(lamp)]);

  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test.each([
  [undefined, "off"],
  [0, "off"],
  ["lamp", "off"],
  [1, "turn"],
  ["game", "turn"],
  ["1", "turn"],
  [2, "a"],
  ["default", "a"],
])("machine %j is the one with the state %s", async (machine, state) => {
  const line = {
    text: module("ts"),
    machine,
    command: "state.describe",
    args: { state: [state], text: "t" },
  };

  expect((await answerTo(line)).ok).toBe(true);
});

test.each([
  [`const m = createMachine({ initial: "on", states: { on: {} } });\nexport { m as lamp };`, "lamp"],
  [`const m = createMachine({ initial: "on", states: { on: {} } });\nexport default m;`, "default"],
  [`const a = 1, m = createMachine({ initial: "on", states: { on: {} } });\nexport { a, m };`, "m"],
])("an export has its outer name: %s", async (code, machine) => {
  expect((await answerTo({ ...on(`import { createMachine } from "xstate";\n${code}\n`), machine })).ok).toBe(
    true,
  );
});

test("a name that two machines have is not guessed", async () => {
  const text = `import { createMachine } from "xstate";
function a() { const m = createMachine({ initial: "on", states: { on: {} } }); return m; }
function b() { const m = createMachine({ initial: "on", states: { on: {} } }); return m; }
`;

  expect(await answerTo({ ...on(text), machine: "m" })).toMatchObject({
    refused: { code: "machine-ambiguous", message: expect.stringContaining("0, 1") },
  });
  expect((await answerTo({ ...on(text), machine: 1 })).ok).toBe(true);
});

test("of two machines with one name the exported one is meant", async () => {
  const text = `import { createMachine } from "xstate";
function a() { const m = createMachine({ initial: "no", states: { no: {} } }); return m; }
export const m = createMachine({ initial: "on", states: { on: {} } });
`;

  expect((await answerTo({ ...on(text), machine: "m" })).text).toBe(
    text.replaceAll("on: {}", "lit: {}").replace(`"on"`, `"lit"`),
  );
});

test.each([
  [`nope`, "bad-line"],
  [``, "bad-line"],
  [`[1, 2]`, "bad-line"],
  [`null`, "bad-line"],
  ["[".repeat(100_000), "bad-line"],
  [{}, "bad-request"],
  [{ command: "state.add" }, "bad-request"],
  [{ text: lamp }, "bad-request"],
  [{ text: 1, command: "state.add" }, "bad-request"],
  [{ text: lamp, command: ["state.add"] }, "bad-request"],
  [{ ...on(lamp), lang: "py" }, "bad-request"],
  [{ ...on(lamp), machine: {} }, "bad-request"],
  [{ ...on(lamp), machine: 0.5 }, "bad-request"],
  [{ ...on(lamp), machin: 1 }, "bad-request"],
  [{ ...on(lamp), machine: 1 }, "machine-not-found"],
  [{ ...on(lamp), machine: -1 }, "machine-not-found"],
  [{ ...on(lamp), machine: "toString" }, "machine-not-found"],
  [{ ...on("export const a = 1;") }, "no-machine"],
  [{ ...on("export const a = {") }, "text-not-parsed"],
  [{ ...on(lamp), command: "state.explode" }, "unknown-command"],
  [{ ...on(lamp), command: "__proto__" }, "unknown-command"],
  [{ ...on(lamp), args: [] }, "bad-arguments"],
  [{ ...on(lamp), args: "state" }, "bad-arguments"],
  [{ text: lamp, command: "state.rename" }, "bad-arguments"],
  [{ command: "state.add", file: "nowhere.ts" }, "file-not-read"],
  [{ command: "state.add", file: "." }, "file-not-read"],
  [{ command: "state.add", file: "latin1.ts" }, "file-not-read"],
  [{ command: "state.add", file: "a\0b" }, "file-not-read"],
  [{ ...on("import x from 'y';\ncreateMachine(x);") }, "config-not-here"],
])("%.60j is refused with %s", async (line, code) => {
  const answer = await answerTo(line, folder);

  expect(answer).toMatchObject({ ok: false, refused: { code } });
  expect(answer["refused"].message).toMatch(/\S/);
  expect(answer["refused"].message).not.toMatch(/\{\{|undefined/);
});

test("bad lines keep their id, their place in the order and their neighbours", async () => {
  const lines = [{ id: 1, ...on(lamp) }, "{", { id: { deep: [2] }, command: 3 }, { id: null, ...on(lamp) }];

  const { code, answers } = await batch(lines);

  expect(code).toBe(0);
  expect(answers.map(({ id, ok }) => [id, ok])).toEqual([
    [1, true],
    [undefined, false],
    [{ deep: [2] }, false],
    [null, true],
  ]);
});

test("the parser's words and place are told of code that cannot be read", async () => {
  const { refused } = await answerTo({ ...on(`const a = 1;\nconst b = ;\n`) });

  expect(refused).toEqual({
    code: "text-not-parsed",
    message: "The code cannot be read at the moment. Unexpected token",
    range: { from: 23, to: 24 },
  });
});

test("JavaScript is read as JavaScript when the line says so", async () => {
  const text = `const el = <p>x</p>; const n = <T,>(x) => x;\n${lamp}`;
  const code = async (lang: string) => (await answerTo({ ...on(`let a = b as c;\n${lamp}`), lang })).ok;

  expect((await answerTo({ ...on(text), lang: "js" })).ok).toBe(false);
  expect([await code("ts"), await code("js")]).toEqual([true, false]);
});

test("delays and places of invokes may be numbers", async () => {
  const at = (slot: string, event: unknown) => ({
    text: module("ts"),
    machine: "game",
    command: "transition.guard",
    args: { transition: { source: ["pause"], slot, event, index: 0 }, guard: { name: "isOver" } },
  });

  expect((await answerTo(at("after", 1000))).text).toContain("1000: { target: 'turn', guard: 'isOver' }");
  expect((await answerTo(at("invoke.onDone", 0))).text).toContain(
    "onDone: { target: 'turn', guard: 'isOver' }",
  );
});

test("a fault of this program is an answer of its own, and exit 1 at the end", async () => {
  let calls = 0;
  const broken = () => {
    if (calls++ === 1) throw new RangeError("Edit 5..6 lies outside 0..4 of the text");
    const reading = { text: "", lang: "ts", charts: [], diagnostics: [], parsed: true } as const;
    const change = { edits: [], pathMap: {}, warnings: [] };
    const answer = { ok: true, text: "", ...change } as const;
    return { ok: true as const, reading, after: reading, chart: {} as never, change, answer };
  };

  const { code, answers } = await batch(
    [1, 2, 3].map((id) => ({ id, ...on(lamp) })),
    { edit: broken },
  );

  expect(code).toBe(1);
  expect(answers.map(({ id, ok }) => [id, ok])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
  expect(answers[1]).toEqual({
    id: 2,
    ok: false,
    fault: "RangeError: Edit 5..6 lies outside 0..4 of the text",
  });
});

test("each answer is given before the next line is there", async () => {
  const seen: string[] = [];
  async function* input() {
    for (const id of [1, 2, 3]) {
      yield `${JSON.stringify({ id, ...on(lamp) })}\n`;
      // Whoever asks sees the answer when asked for the next line.
      seen.push(`asked ${id}`);
    }
  }
  await editBatch({
    input: input(),
    cwd: folder,
    language: "en",
    judge: readingJudge,
    out: (text) => seen.push(`told ${JSON.parse(text).id}`),
  });

  expect(seen).toEqual(["told 1", "asked 1", "told 2", "asked 2", "told 3", "asked 3"]);
});
