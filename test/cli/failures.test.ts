import { execFile, spawn } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace } from "#adapters/disk/workspace.ts";
import { sound } from "#test/core/analyze/faults.ts";
import { turnwright as call } from "#test/support/commandLine.ts";
import { encode } from "#test/support/encodedTexts.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-failures-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const turnwright = (words: readonly string[], cwd = folder, isTerminal = false) =>
  call(words, { cwd, isTerminal });

/** A folder with sound games of these names. */
async function games(name: string, ...ids: string[]): Promise<string> {
  const root = join(folder, name);
  for (const id of ids)
    for (const [file, one] of Object.entries(sound)) {
      const path = join(
        root,
        file === "machine" ? `machines/${id}.machine.ts` : `rulesets/${id}/${file}.json`,
      );
      const text = typeof one === "string" ? one : JSON.stringify(one);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(
        path,
        text.replace("machines/m.", `machines/${id}.`).replace(`"id":"m"`, `"id":"${id}"`),
      );
    }
  return root;
}
const module = (key: string) =>
  `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "a", states: { a: {}, ${JSON.stringify(key)}: {} } });\n`;
const big5 = encode(`// 抽牌階段：玩家從牌庫頂端抽兩張牌，然後棄置一張手牌。\n${module("b")}`, "big5");

test.each([["check"], ["read"], ["export", "--to", "ts"], ["export", "--to", "svg"], ["play", "--stdio"]])(
  "%s %s %s refuses a module that is not UTF-8 and names file and encoding",
  async (command, ...more) => {
    await writeFile(join(folder, "big5.ts"), big5);

    const { code, out, err } = await turnwright([command, "big5.ts", ...more]);

    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/big5\.ts is not UTF-8 \(it seems to be Big5\)/);
  },
);

test("a file that is not UTF-8 leaves the games beside it alone", async () => {
  const root = await games("mixed", "good", "odd");
  await writeFile(join(root, "rulesets/odd/terms.json"), Buffer.from([0x22, 0xa9, 0xe2, 0x22]));

  const checked = await turnwright(["check", "--root", root]);
  const listed = await turnwright(["list", "--root", root]);
  const json = await turnwright(["check", "--root", root, "--json"]);
  const lists = await turnwright(["list", "--root", root, "--json"]);

  expect(checked.code).toBe(1);
  expect(checked.out).toMatch(/^rulesets\/odd\/terms\.json {2}error {2}.*not UTF-8.* {2}encoding$/m);
  expect(checked.out).toMatch(/^2 games: 1 error,/m);
  expect((await turnwright(["check", "good", "--root", root])).code).toBe(0);
  expect(listed.out).toMatch(/^good /m);
  expect(listed.err).toMatch(/^odd: rulesets\/odd\/terms\.json is not UTF-8/);
  expect(JSON.parse(json.out)).toMatchObject({
    errors: 1,
    games: [{ id: "good" }, { id: "odd", error: { code: "encoding", file: "rulesets/odd/terms.json" } }],
  });
  expect(JSON.parse(lists.out)).toMatchObject({ games: [{ id: "good" }], unread: [{ id: "odd" }] });
});

test("what could not be done is told in the language that was asked for", async () => {
  await writeFile(join(folder, "big5.ts"), big5);

  expect((await turnwright(["check", "big5.ts", "--lang", "zh-Hant"])).err).toMatch(
    /不是 UTF-8（看起來是 Big5）/,
  );
  expect((await turnwright(["read", "big5.ts", "--lang", "ja"])).err).toMatch(/UTF-8 ではありません/);
});

test.each([
  ["shift_jis", "// 山札の上から二枚のカードを引き、手札を一枚捨てる。", /seems to be Shift_JIS/],
  ["gb18030", "// 抽牌阶段：玩家从牌库顶端抽两张牌，然后弃置一张手牌。", /seems to be GB18030/],
  ["big5", "// 手牌", /its encoding could not be recognised/],
])(
  "edit refuses a module in %s with what it seems to be, like the other commands",
  async (label, line, says) => {
    await writeFile(join(folder, "foreign.ts"), encode(`${line}\n${module("b")}`, label));
    const args = ["--command", "state.rename", "--args", `{"state":["b"],"to":"c"}`];

    const edited = await turnwright(["edit", "foreign.ts", "--write", ...args]);
    const checked = await turnwright(["check", "foreign.ts"]);

    expect([edited.code, checked.code]).toEqual([1, 1]);
    expect(edited.err).toMatch(says);
    expect(checked.err).toMatch(says);
  },
);

test("a scenario that ends within a character is told with the byte where it is cut off", async () => {
  const root = await games("cut", "good");
  const file = "rulesets/good/scenarios/round.json";
  const whole = Buffer.from(`{ "format": 1, "title": { "ja": "山札を切る`);
  await mkdir(join(root, "rulesets/good/scenarios"), { recursive: true });
  await writeFile(join(root, file), whole.subarray(0, -1));
  const at = whole.length - 3;

  const plain = await turnwright(["check", "--root", root]);
  const ja = await turnwright(["check", "--root", root, "--lang", "ja"]);
  const json = await turnwright(["check", "--root", root, "--json"]);

  expect(plain.code).toBe(1);
  expect(plain.out).toContain(`${file} is cut off at byte ${at}, in the middle of a character`);
  expect(ja.out).toContain(`先頭から ${at} バイト`);
  expect(JSON.parse(json.out)).toMatchObject({
    games: [{ id: "good", error: { code: "encoding", file, encoding: "UTF-8", at, isCut: true } }],
  });
});

const faulty = `import { createMachine } from "xstate";\nexport const machine = createMachine({ states: {\n`;

/** The kinds of files that the commands below would change. */
const FOLLOWING = {
  "labels/en": sound["labels/en"],
  moves: sound.moves,
  "scenarios/one": sound["scenarios/one"],
};

test.each(Object.entries(FOLLOWING))("%s of a newer format is written by no command", async (name, text) => {
  const id = `newer-${name.replaceAll(/[^a-z]/g, "-")}`;
  const root = await games(id, "good");
  const path = name === "layout" ? "machines/good.layout.json" : `rulesets/good/${name}.json`;
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...(text as object), format: 99, shiny: true }));
  const before = await readFile(file, "utf8");
  const edits = [
    ["state.rename", `{"state":["turn"],"to":"round"}`],
    ["event.rename", `{"event":"PASS","to":"SKIP"}`],
    ["state.delete", `{"state":["over"]}`],
  ];

  for (const [command, args] of edits)
    await turnwright(
      ["edit", "machines/good.machine.ts", "--write", "--command", command!, "--args", args!],
      root,
    );
  await turnwright(["check", "good", "--labels-fit"], root);
  await turnwright(["check", "good", "--fix"], root);
  await turnwright(["play", "good", "--scenario", "one", "--mend", "first", "--write"], root);

  expect(await readFile(file, "utf8")).toBe(before);
});

test("a command that would write a newer file is refused with its name, and the machine is not written either", async () => {
  const root = await games("newer", "good");
  const labels = join(root, "rulesets/good/labels/en.json");
  const machine = join(root, "machines/good.machine.ts");
  await writeFile(labels, JSON.stringify({ ...sound["labels/en"], format: 99, shiny: true }));
  const before = await readFile(machine, "utf8");
  const args = ["--command", "state.rename", "--args", `{"state":["turn"],"to":"round"}`];

  const edited = await turnwright(["edit", "machines/good.machine.ts", "--write", ...args], root);

  expect(edited.code).toBe(1);
  expect(edited.err).toMatch(/labels\/en has a newer format .* {2}newer-format/);
  expect(await readFile(machine, "utf8")).toBe(before);
});

test("a store saves over no file of a newer format, whoever asks, and neither renames nor copies such a game", async () => {
  const root = await games("newer-store", "good");
  const file = join(root, "rulesets/good/ruleset.json");
  await writeFile(file, JSON.stringify({ ...sound.ruleset, format: 99, shiny: true }));
  const before = await readFile(file, "utf8");
  const store = await openWorkspace(root);
  const { hash } = (await store.read("good")).find(({ name }) => name === "ruleset")!;

  for (const doing of [
    () => store.save("good", [{ name: "ruleset", text: "{}", base: hash }]),
    () => store.save("good", [{ name: "ruleset", text: null, base: hash }]),
    () => store.rename("good", "better"),
    () => store.duplicate("good", "better"),
  ])
    await expect(doing()).rejects.toMatchObject({
      code: "refused",
      message: expect.stringMatching(/ruleset\.json has a newer format/),
    });

  expect(await readFile(file, "utf8")).toBe(before);
  expect((await store.list()).map(({ id }) => id)).toEqual(["good"]);
  await store.close();
});

test.each([
  [["check", "--json"], 2, "usage"],
  [["nothing", "--json"], 2, "usage"],
  [["check", "--jsn", "--json"], 2, "usage"],
  [["check", "nowhere", "--json"], 2, "usage"],
  [["export", "faulty.ts", "--to", "json", "--json"], 1, "faulty"],
  [["export", "faulty.ts", "--to", "nothing", "--json"], 2, "usage"],
  [["export", "ok.ts", "--to", "ts", "--out", "/dev/null/x", "--json"], 1, undefined],
  [["export", "ok.ts", "--to", "ts", "--machine", "no", "--json"], 1, "failed"],
  [["read", "big5.ts", "--json"], 1, "encoding"],
  [["start", "--root", "nowhere", "--no-open", "--json"], 1, "not-found"],
  [["start", "--root", "ok.ts", "--no-open", "--json"], 1, "refused"],
  [["start", "--port", "x", "--json"], 2, "usage"],
  [["open", "nowhere", "--no-open", "--json"], 1, "not-found"],
  [["play", "faulty.ts", "--all", "--json"], 1, "faulty"],
  [["edit", "--json"], 2, "usage"],
])("%j fails in JSON", async (words, expected, errorCode) => {
  await writeFile(join(folder, "faulty.ts"), faulty);
  await writeFile(join(folder, "ok.ts"), module("b"));
  await writeFile(join(folder, "big5.ts"), big5);

  const { code, out } = await turnwright(words);

  const { error } = JSON.parse(out) as { error: { code: string; message: string } };
  expect(code).toBe(expected);
  expect(error.message).toMatch(/\S/);
  if (errorCode === undefined) expect(error.code).toMatch(/\S/);
  else expect(error.code).toBe(errorCode);
});

test("the faults of a module stand in the JSON with their places", async () => {
  await writeFile(join(folder, "faulty.ts"), faulty);

  const { error } = JSON.parse((await turnwright(["export", "faulty.ts", "--to", "svg", "--json"])).out) as {
    error: { diagnostics: object[] };
  };

  expect(error.diagnostics[0]).toMatchObject({ severity: "error", file: "faulty.ts", from: { line: 3 } });
});

test("play --all of a module that cannot be read says why", async () => {
  await writeFile(join(folder, "faulty.ts"), faulty);

  const { code, err } = await turnwright(["play", "faulty.ts", "--all"]);

  expect(code).toBe(1);
  expect(err).toMatch(/^faulty\.ts:3:\d+ {2}error {2}/);
});

const evil = "\u001b[31mRED\u001b]0;pwned\u0007\u202e\u009b";
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("no control character of a file or of what was typed is printed", async () => {
  await writeFile(join(folder, "evil.ts"), module(evil));
  const root = await games("evil", "good");
  const rules = join(root, "rulesets/good/ruleset.json");
  await writeFile(rules, JSON.stringify({ ...sound.ruleset, title: { en: evil } }));
  await writeFile(
    join(root, "rulesets/good/text/en.json"),
    JSON.stringify({ format: 1, locale: "en", text: { [evil]: evil } }),
  );

  for (const words of [
    ["check", "evil.ts"],
    ["check", "evil.ts", "--json"],
    ["read", "evil.ts"],
    ["list", "--root", root],
    ["check", "--root", root],
    ["check", evil],
    [evil],
    ["check", `--${evil}`],
    ["play", "evil.ts", "--scenario", evil],
    ["start", "--port", evil],
  ]) {
    const { out, err } = await turnwright(words);
    expect(out + err, JSON.stringify(words)).not.toMatch(control);
    expect(out + err).toMatch(/\S/);
  }
});

test("a file's text is written byte for byte, but made harmless on a terminal", async () => {
  const text = `// ${evil}\n${module("b")}`;
  await writeFile(join(folder, "evil.ts"), text);

  const piped = await turnwright(["export", "evil.ts", "--to", "ts"]);
  const shown = await turnwright(["export", "evil.ts", "--to", "ts"], folder, true);

  expect(piped.out).toContain(evil);
  expect(shown.out).not.toMatch(control);
  expect(shown.out).toContain("\\u001b[31mRED");
});

test("a language that there is not is refused by every command alike", async () => {
  const root = await games("languages", "good");

  for (const command of ["list", "check"])
    expect((await turnwright([command, "--root", root, "--lang", "xx"])).code, command).toBe(2);
});

const bin = join(process.cwd(), "bin/turnwright.js");
const run = (words: readonly string[], ...flags: string[]) =>
  promisify(execFile)(process.execPath, [...flags, bin, ...words]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

test("an old Node is told in one line", async () => {
  const old = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.8"})`;

  for (const words of [["list"], ["version"], ["start"]])
    expect(await run(words, "--import", old)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^turnwright needs Node\.js 20\.19 or newer; this is 18\.20\.8\..*\n$/),
    });
});

test("the command is written so that an old Node can read it as far as its own age", async () => {
  const text = await readFile(bin, "utf8");
  // Before Node.js 14.8 `await` stood within functions only, as it does in scripts.
  const script = text.replaceAll(/^(?:#!|import ).*$/gm, "").replaceAll("import.meta.url", "''");

  expect(() => new Script(script)).not.toThrow();
  expect(text).not.toMatch(/\?\.|\?\?/);
});

/** A copy of the program that starts the command, with another command to start. */
async function programOf(main: string): Promise<string> {
  const home = join(folder, "home");
  await mkdir(join(home, "dist/cli"), { recursive: true });
  await mkdir(join(home, "bin"), { recursive: true });
  await copyFile(bin, join(home, "bin/turnwright.js"));
  await writeFile(join(home, "package.json"), `{ "type": "module" }`);
  await writeFile(join(home, "dist/cli/main.js"), `export const main = ${main};`);
  return join(home, "bin/turnwright.js");
}

test.each(["stderr", "stderr and stdout"])(
  "a command goes on when nobody reads what it tells: %s",
  async (of) => {
    const proof = join(folder, "proof");
    const program = await programOf(`async () => {
    process.on("uncaughtException", (error) => process.stderr.write(String(error)));
    for (let i = 0; i < 50; i++) {
      process.stderr.write("a fault");
      await new Promise((done) => setTimeout(done, 5));
    }
    (await import("node:fs")).writeFileSync(${JSON.stringify(proof)}, "done");
    return 0;
  }`);
    const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"] });
    child.stderr.destroy();
    if (of !== "stderr") child.stdout.destroy();
    const ended = await new Promise((done) => child.on("close", (code, signal) => done(code ?? signal)));

    expect(ended).toBe(0);
    expect(await readFile(proof, "utf8")).toBe("done");
  },
);

test.runIf(process.platform === "linux")("an answer that the disk does not take is told", async () => {
  const program = await programOf(`async (_, io) => (io.out("x".repeat(100_000)), 0)`);
  const full = await open("/dev/full", "w");
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", full.fd, "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (part: Buffer) => (said += part.toString()));
  const code = await new Promise((done) => child.on("close", done));
  await full.close();

  expect(code).toBe(1);
  expect(said).toMatch(/^turnwright: what it said could not be written \(.*ENOSPC.*\)\n$/);
});

test("a folder that may not be written is named, not the name that a file had for a moment", async () => {
  const at = join(folder, "closed");
  await mkdir(at);
  await writeFile(join(at, "lamp.ts"), module("b"));
  await chmod(at, 0o555);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await chmod(folder, 0o755);
  try {
    if (isRoot) process.seteuid?.(65534);
    const args = ["--command", "state.rename", "--args", `{"state":["b"],"to":"c"}`];

    const { code, err } = await turnwright(["edit", "lamp.ts", "--write", ...args], at);

    expect(code).toBe(1);
    expect(err).toMatch(
      /^turnwright edit: \S*closed cannot be opened or written: the system does not allow it\./,
    );
    expect(err).not.toContain(".tmp");
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(at, 0o755);
  }
});

test("one file that may not be read leaves the other games alone", async () => {
  const root = await games("denied", "good", "odd");
  await chmod(join(root, "rulesets/odd/clauses.json"), 0);
  // Root may read everything: then it is tried as the user nobody.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await chmod(folder, 0o755);
  try {
    if (isRoot) process.seteuid?.(65534);

    const checked = await turnwright(["check", "--root", root]);
    const listed = await turnwright(["list", "--root", root]);
    const read = await turnwright(["export", "odd", "--to", "json", "--root", root, "--json"]);

    expect(checked.out).toMatch(
      /^rulesets\/odd\/clauses\.json {2}error {2}.*does not allow it.* {2}denied$/m,
    );
    expect(checked.out).toMatch(/^2 games: 1 error,/m);
    expect(listed.out).toMatch(/^good /m);
    expect(JSON.parse(read.out)).toMatchObject({
      error: { code: "denied", file: "rulesets/odd/clauses.json" },
    });
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

test.each([
  ["check"],
  ["read"],
  ["export", "--to", "svg"],
  ["play", "--all"],
  ["edit", "--command", "state.add", "--args", "{}"],
])("%s refuses a file above 8 MB by its size, before reading it", async (command, ...more) => {
  const file = await open(join(folder, "giant.ts"), "w");
  // It has holes in place of bytes: reading it would take a gigabyte of memory.
  await file.truncate(3 * 1024 ** 3);
  await file.close();

  const { code, out, err } = await turnwright([command, "giant.ts", ...more]);

  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(
    /giant\.ts.* (has 3221225472 bytes; at most 8388608 are read|is larger than .* \(8 MB\))/,
  );
});

test("a scenario file above 8 MB is refused by its size", async () => {
  const root = await games("scenario-size", "good");
  const file = await open(join(root, "giant.json"), "w");
  await file.truncate(3 * 1024 ** 3);
  await file.close();

  const { code, err } = await turnwright(["play", "good", "--scenario", "giant.json"], root);

  expect(code).toBe(1);
  expect(err).toContain("giant.json has 3221225472 bytes; at most 8388608 are read");
});
