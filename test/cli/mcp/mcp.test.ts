import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "#core/edit/commands.ts";
import { MAX_PLAY_SESSIONS } from "#cli/mcp/PlaySessions.ts";
import { MAX_CALLS_AT_ONCE } from "#cli/mcp/serveMcp.ts";
import { MAX_ANSWER_LENGTH } from "#cli/mcp/tool.ts";
import { builtStudio, home } from "#test/support/builtStudio.ts";
import { turnwright } from "#test/support/commandLine.ts";
import { patience } from "#test/support/patience.ts";
import { hostileCall } from "#test/cli/mcp/hostileCalls.ts";
import { McpDriver, RawServer } from "#test/cli/mcp/McpDriver.ts";

const CALLS = process.env["LONG"] ? 10_000 : 600;
/** Calls that are under way at once. */
const AT_ONCE = 20;

let folder: string;
let server: McpDriver;
beforeAll(async () => {
  await builtStudio();
  folder = await mkdtemp(join(tmpdir(), "turnwright-mcp-"));
  await turnwright(["new", "small"], { cwd: folder });
  await cp(join(home, "machines/haikyu-break.machine.ts"), join(folder, "machines/haikyu-break.machine.ts"));
  await cp(join(home, "rulesets/haikyu-break"), join(folder, "rulesets/haikyu-break"), { recursive: true });
  server = new McpDriver(folder);
  await server.start();
}, patience(300_000));
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const fileOf = (path: string) => readFile(join(folder, path), "utf8");

test("the server says what it is, and what each tool may change", async () => {
  const { tools } = await server.client.listTools();

  expect(server.client.getInstructions()).toContain("list");
  expect(tools.map(({ name }) => name)).toEqual([
    "list",
    "read",
    "check",
    "commands",
    "edit",
    "play",
    "why",
    "scenarios",
  ]);
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  for (const name of ["list", "read", "check", "commands", "why"])
    expect(hints[name]).toMatchObject({ readOnlyHint: true, openWorldHint: false });
  expect(hints["edit"]).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  // They run the code of the game, which nobody may do without a person's leave.
  for (const name of ["play", "scenarios"])
    expect(hints[name]).toMatchObject({ readOnlyHint: false, destructiveHint: false });
});

describe("reading", () => {
  test("list and check give what the commands give", async () => {
    const list = await turnwright(["list", "--json"], { cwd: folder });
    const check = await turnwright(["check", "haikyu-break", "--json"], { cwd: folder });

    expect((await server.call("list")).json).toEqual(JSON.parse(list.out));
    expect((await server.call("check", { game: "haikyu-break" })).json).toEqual(JSON.parse(check.out));
  });

  test("each part of a game is there, of a small one and of a real one", async () => {
    const outline = await turnwright(["export", "haikyu-break", "--to", "outline"], { cwd: folder });
    for (const game of ["small", "haikyu-break"]) {
      for (const part of ["outline", "map", "svg", "clauses", "moves", "scenarios", "machine", "code"]) {
        const { isError, texts } = await server.call("read", { game, part });
        expect([game, part, isError]).toEqual([game, part, false]);
        expect(texts.join("").length, `${game} ${part}`).toBeGreaterThan(5);
      }
    }
    expect((await server.call("read", { game: "haikyu-break" })).texts[0]).toBe(outline.out);
  });

  test("the pages of a long part are the whole, and none is longer than an answer may be", async () => {
    const { out } = await turnwright(["read", "haikyu-break"], { cwd: folder });
    let whole = "";
    for (let pages = 0; whole.length < out.length && pages < 100; pages++) {
      const { texts } = await server.call("read", {
        game: "haikyu-break",
        part: "machine",
        offset: whole.length,
      });
      expect(texts[0]?.length).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
      expect(texts[1]).toContain(`of ${out.length}; `);
      whole += texts[0];
    }
    expect(whole).toBe(out);
  });

  test("clauses come in a language of the rules, with what carries them", async () => {
    const { texts } = await server.call("read", { game: "small", part: "clauses", locale: "ja" });
    const [clause] = (texts[0] ?? "").trim().split("\n");
    expect(JSON.parse(clause ?? "")).toMatchObject({
      id: "C-1",
      carriedBy: expect.arrayContaining(["turn"]),
    });
    expect(clause).toContain("ターン");

    const other = await server.call("read", { game: "small", part: "clauses", locale: "de" });
    expect(other).toMatchObject({
      isError: true,
      json: { error: { message: expect.stringContaining("en, ja") } },
    });
  });

  test("resources are listed for each game, and are what read gives", async () => {
    const { resources } = await server.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain("turnwright://games/haikyu-break/outline");
    expect(uris).toContain("turnwright://games/small/clauses/zh-Hant");

    for (const uri of uris.filter((one) => one.includes("/small/"))) {
      const [, part = "", locale] = /small\/(\w+)(?:\/(.+))?$/.exec(uri) ?? [];
      const { contents } = await server.client.readResource({ uri });
      const { texts } = await server.call("read", { game: "small", part, ...(locale ? { locale } : {}) });
      expect((contents[0] as { text: string }).text, uri).toBe(texts[0]);
    }
    await expect(server.client.readResource({ uri: "turnwright://games/smal/outline" })).rejects.toThrow(
      "Did you mean small?",
    );
  });

  test("every command is listed, each with the schema that it is checked by", async () => {
    const { texts } = await server.call("commands");
    for (const id of commands.keys()) expect(texts[0]).toContain(id);
    for (const [id, { args }] of commands)
      expect((await server.call("commands", { command: id })).json).toMatchObject({
        id,
        args: JSON.parse(JSON.stringify(args)),
      });
  });
});

describe("edit", () => {
  const rename = (from: string, to: string) => ({
    game: "small",
    command: "state.rename",
    args: { state: ["turn", from], to },
  });

  test("an edit is shown and not written, then written, then undone to the byte", async () => {
    const paths = [
      "machines/small.machine.ts",
      ...["en", "ja", "zh-Hant"].map((locale) => `rulesets/small/labels/${locale}.json`),
    ];
    const before = await Promise.all(paths.map(fileOf));

    const shown = await server.call("edit", rename("main", "act"));
    expect(shown).toMatchObject({
      isError: false,
      json: { written: [], pathMap: { "turn.main": "turn.act" }, warnings: [] },
    });
    const changed = shown.json.wouldChange.map(({ file }: { file: string }) => file);
    // The names follow, in every language.
    expect(changed).toEqual(expect.arrayContaining(paths));
    expect(shown.json.wouldChange[0].patch).toContain("+        act: {");
    expect(await Promise.all(paths.map(fileOf))).toEqual(before);

    const { json } = await server.call("edit", { ...rename("main", "act"), write: true });
    expect(json.written).toHaveLength(changed.length);
    expect(await fileOf("machines/small.machine.ts")).toContain('target: "act"');
    expect((await server.call("read", { game: "small" })).texts[0]).toContain("  act\n");
    expect((await server.call("check", { game: "small" })).json).toMatchObject({ errors: 0 });

    await server.call("edit", { ...rename("act", "main"), write: true });
    expect(await Promise.all(paths.map(fileOf))).toEqual(before);
  });

  test("a refusal says what, where and what would be right, and nothing is written", async () => {
    const before = await fileOf("machines/small.machine.ts");

    expect(await server.call("edit", { ...rename("mian", "act"), write: true })).toMatchObject({
      isError: true,
      json: {
        refused: { code: "state-not-found", at: { line: expect.any(Number) } },
        states: expect.arrayContaining([["turn", "main"]]),
      },
    });
    expect(await server.call("edit", { ...rename("main", "draw"), write: true })).toMatchObject({
      isError: true,
      json: { refused: { code: expect.any(String), message: expect.stringContaining("draw") } },
    });
    expect(
      await server.call("edit", { game: "small", command: "state.rename", args: { state: "main" } }),
    ).toMatchObject({
      isError: true,
      json: { refused: { code: "bad-arguments" }, expected: { required: ["state", "to"] } },
    });
    const slip = await server.call("edit", { game: "small", command: "state.renam" });
    expect(slip.json.error.message).toContain("did you mean state.rename?");
    const misspelt = await server.call("edit", { ...rename("main", "act"), wirte: true });
    expect(misspelt).toMatchObject({ isError: true });
    expect(misspelt.texts[0]).toContain("did you mean write?");
    expect(await fileOf("machines/small.machine.ts")).toBe(before);
  });

  test("nothing outside of the folder is read or written, by name or over a link", async () => {
    const outside = await mkdtemp(join(tmpdir(), "turnwright-mcp-outside-"));
    const file = join(outside, "lamp.machine.ts");
    const text = `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "a", states: { a: {} } });\n`;
    await writeFile(file, text);
    const own = join(folder, "linked");
    await mkdir(join(own, "machines"), { recursive: true });
    await symlink(file, join(own, "machines/lamp.machine.ts"));
    const linked = new McpDriver(own);
    await linked.start();
    try {
      const edit = { command: "state.rename", args: { state: ["a"], to: "b" }, write: true };
      for (const game of [file, "machines/lamp.machine.ts", "lamp"])
        for (const call of [
          linked.call("edit", { game, ...edit }),
          linked.call("read", { game, part: "code" }),
          linked.call("play", { game }),
          linked.call("check", { game }),
          linked.call("scenarios", { game }),
        ])
          expect([game, (await call).isError]).toEqual([game, true]);
      expect(await readFile(file, "utf8")).toBe(text);
    } finally {
      await linked.close();
      await rm(outside, { recursive: true, force: true });
    }
  });
});

describe("play", () => {
  test("a game is played, a refused event is explained, and it goes back to a state that was saved", async () => {
    const started = await server.call("play", { game: "small" });
    const { session } = started.json;
    expect(started.json).toMatchObject({ in: ["turn", "turn.draw"], may: { P1: ["DRAW"] }, refused: false });

    const { json: saved } = await server.call("play", { session, do: "save" });
    const { json: moves } = await server.call("play", { session, do: "legal" });
    const [event] = moves.legal[0].events;
    expect(event).toEqual({ type: "DRAW", by: "P1" });

    const other = { type: "DRAW", by: "P2" };
    expect((await server.call("play", { session, do: "send", event: other })).json).toMatchObject({
      refused: true,
      in: ["turn", "turn.draw"],
      reasons: [{ code: "guard", guard: "isTurnPlayer" }],
    });
    expect((await server.call("why", { session, event: other })).json).toMatchObject({
      can: false,
      reasons: [{ guard: "isTurnPlayer" }],
      levels: expect.any(Array),
    });
    expect((await server.call("why", { session, event })).json).toMatchObject({ can: true });
    expect((await server.call("play", { session, do: "send", event })).json).toMatchObject({
      refused: false,
      in: ["turn", "turn.main"],
    });
    expect((await server.call("play", { session, only: ["in"] })).json).toEqual({
      session,
      in: ["turn", "turn.main"],
    });
    expect((await server.call("play", { session, do: "restore", state: saved.state })).json).toMatchObject({
      in: ["turn", "turn.draw"],
    });
    await server.call("play", { session, do: "end" });
    expect(await server.call("play", { session })).toMatchObject({ isError: true });
  });

  test("a real game is played by what it offers", async () => {
    const { json } = await server.call("play", { game: "haikyu-break" });
    const { session } = json;
    for (let step = 0; step < 5; step++) {
      const { json: moves } = await server.call("play", { session, do: "legal" });
      const [event] = moves.legal[0].events;
      const { json: after } = await server.call("play", { session, do: "send", event });
      expect([event, after.refused]).toEqual([event, false]);
    }
    const described = await server.call("play", { session, do: "describe" });
    expect(JSON.stringify(described.json).length).toBeLessThanOrEqual(MAX_ANSWER_LENGTH + 500);
    await server.call("play", { session, do: "end" });
  });

  test("of more plays than may go on at once the next is refused, and goes on when one has ended", async () => {
    const starts = [];
    for (let i = 0; i < MAX_PLAY_SESSIONS; i++) starts.push(await server.call("play", { game: "small" }));
    const [first, ...others] = starts.map(({ json }) => json.session);

    const full = await server.call("play", { game: "small" });
    expect(full).toMatchObject({ isError: true });
    expect(full.json.error.message).toContain(first);

    await server.call("play", { session: first, do: "end" });
    const next = await server.call("play", { game: "small" });
    expect(next.isError).toBe(false);
    for (const session of [...others, next.json.session]) await server.call("play", { session, do: "end" });
  });
});

describe("scenarios", () => {
  test("all or some are replayed, and one that goes otherwise is told with its step", async () => {
    const all = await server.call("scenarios", { game: "haikyu-break" });
    expect(all.json.played).toBeGreaterThan(3);
    expect(all.json).toMatchObject({ asExpected: all.json.played, stopped: 0, otherwise: [] });
    const some = await server.call("scenarios", { game: "haikyu-break", names: ["receive-and-attack"] });
    expect(some.json).toMatchObject({ played: 1, asExpected: 1 });
    const slip = await server.call("scenarios", { game: "haikyu-break", names: ["recieve-and-attack"] });
    expect(slip.json.error.message).toContain("did you mean receive-and-attack?");

    await mkdir(join(folder, "rulesets/small/scenarios"), { recursive: true });
    await writeFile(
      join(folder, "rulesets/small/scenarios/wrong.json"),
      JSON.stringify({
        format: 1,
        title: { en: "Wrong" },
        steps: [{ send: { type: "DRAW", by: "P1" }, expect: { in: ["turn.end"] } }],
      }),
    );
    const wrong = await server.call("scenarios", { game: "small" });
    expect(wrong.json).toMatchObject({
      played: 1,
      asExpected: 0,
      otherwise: [{ name: "wrong", divergence: { step: 1, what: "in" } }],
    });
    await rm(join(folder, "rulesets/small/scenarios"), { recursive: true });
  });

  test("a long run is ended when it is cancelled, and the server goes on", async () => {
    // Each step is at work for a while, so that the whole would take minutes.
    const module = `import { createMachine } from "xstate";
export const machine = createMachine({ initial: "a", states: { a: { on: { GO: { actions: () => { for (let i = 0; i < 1e6; i++) Math.sqrt(i); } } } } } });
`;
    const steps = Array.from({ length: 5_000 }, () => ({ send: { type: "GO" } }));
    await mkdir(join(folder, "rulesets/slow/scenarios"), { recursive: true });
    await writeFile(join(folder, "machines/slow.machine.ts"), module);
    await writeFile(
      join(folder, "rulesets/slow/scenarios/long.json"),
      JSON.stringify({ format: 1, title: { en: "Long" }, steps }),
    );
    const cancel = new AbortController();

    // As many as run at once: what is called then waits until one of them has ended.
    const runs = Array.from({ length: MAX_CALLS_AT_ONCE }, () =>
      server.call("scenarios", { game: "slow" }, cancel.signal),
    );
    const ends = Promise.allSettled(runs);
    // By then they have begun: requests are taken up in their order.
    await server.client.listTools();
    cancel.abort();

    expect((await ends).map(({ status }) => status)).toEqual(runs.map(() => "rejected"));
    expect((await server.call("list")).isError).toBe(false);
    await rm(join(folder, "rulesets/slow"), { recursive: true });
    await rm(join(folder, "machines/slow.machine.ts"));
  });
});

test("the talk in the developers' guide is what the tools answer", async () => {
  const guide = await readFile(join(home, "docs/guide-developers.md"), "utf8");
  const talk = (/```text\n(> .*?)```/s.exec(guide)?.[1] ?? "").split(/^> /m).slice(1);
  const fresh = await mkdtemp(join(tmpdir(), "turnwright-mcp-guide-"));
  await turnwright(["new", "my-game"], { cwd: fresh });
  const driver = new McpDriver(fresh);
  await driver.start();
  try {
    expect(talk.length).toBeGreaterThan(5);
    for (const exchange of talk) {
      const [, name = "", args = "", answer = ""] = /^(\w+) (.*)\n([^]*)$/.exec(exchange) ?? [];
      const { texts } = await driver.call(name, JSON.parse(args) as object);
      expect(texts.map((text) => text.trimEnd()).join("\n")).toBe(answer.trimEnd());
    }
  } finally {
    await driver.close();
    await rm(fresh, { recursive: true, force: true });
  }
});

test("a client of the newest version of the protocol has the same tools", async () => {
  const driver = new McpDriver(folder, [], { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await driver.start();
  expect(driver.client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  expect((await driver.client.listTools()).tools).toEqual((await server.client.listTools()).tools);
  const { json } = await driver.call("play", { game: "small", only: ["in"] });
  expect(await driver.call("play", { session: json.session, only: ["in"] })).toMatchObject({
    json: { in: ["turn", "turn.draw"] },
  });
  await driver.close();
});

test("a folder without games shows the samples, and edits none of them", async () => {
  const empty = await mkdtemp(join(tmpdir(), "turnwright-mcp-empty-"));
  const driver = new McpDriver(empty);
  await driver.start();
  try {
    const { texts } = await driver.call("list");
    expect(texts[0]).toContain("haikyu-break");
    expect(texts[1]).toContain("samples");
    const edit = { game: "haikyu-break", command: "state.delete", args: { state: ["x"] }, write: true };
    expect(await driver.call("edit", edit)).toMatchObject({ isError: true });
  } finally {
    await driver.close();
    await rm(empty, { recursive: true, force: true });
  }
});

test("with --read-only an edit is shown and never written", async () => {
  const driver = new McpDriver(folder, ["--read-only"]);
  await driver.start();
  const before = await fileOf("machines/small.machine.ts");
  const edit = { game: "small", command: "state.rename", args: { state: ["turn", "main"], to: "act" } };

  expect((await driver.call("edit", edit)).json.wouldChange).not.toEqual([]);
  expect(await driver.call("edit", { ...edit, write: true })).toMatchObject({ isError: true });
  expect(await fileOf("machines/small.machine.ts")).toBe(before);
  await driver.close();
});

test("words of refusals are in the language of --lang", async () => {
  const driver = new McpDriver(folder, ["--lang", "ja"]);
  await driver.start();
  const { json } = await driver.call("edit", {
    game: "small",
    command: "state.rename",
    args: { state: ["x"], to: "y" },
  });
  expect(json.refused.message).toMatch(/[ぁ-ん]/);
  await driver.close();
});

test("the output carries the protocol alone, and the process ends with its input", async () => {
  const raw = new RawServer(folder);
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  };
  raw.write(`${JSON.stringify(initialize)}\n`);
  expect(await raw.answerTo(1)).toMatchObject({ result: { serverInfo: { name: "turnwright" } } });

  for (const line of [
    "",
    "{",
    "[]",
    "null",
    '"x"',
    "[".repeat(100_000),
    `{"jsonrpc":"2.0","id":2}`,
    "\u0000",
  ])
    raw.write(`${line}\n`);
  raw.write(new Uint8Array([0xff, 0xfe, 0x0a]));
  // Longer than a message may be: it is passed over.
  raw.write(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"${"x".repeat(5_000_000)}"}}\n`);
  raw.write(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list","arguments":{}}}\n`);

  expect(await raw.answerTo(4)).toMatchObject({ result: { content: [{ type: "text" }] } });
  expect(await raw.end()).toBe(0);
  for (const line of raw.out.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
});

test(
  "whatever is called is answered, no answer is too long, and nothing is written but what was to be",
  async () => {
    const { seed = 0 } = fc.readConfigureGlobal();
    const calls = fc.sample(hostileCall, { numRuns: CALLS, seed });
    const folder = await mkdtemp(join(tmpdir(), "turnwright-mcp-hostile-"));
    await turnwright(["new", "small"], { cwd: folder });
    const server = new McpDriver(folder);
    await server.start();
    const outcomes = { answers: 0, errors: 0 };
    try {
      const waiting = calls.entries();
      const ask = async () => {
        for (const [i, { name, args }] of waiting) {
          const about = `seed ${seed}, call ${i}: ${name} ${JSON.stringify(args)}`;
          // A tool that there is not is an error of the protocol.
          const { isError, texts } = await server.call(name, args).catch((error: unknown) => {
            expect(String(error), about).toMatch(/not found|Invalid|Unknown/i);
            return { isError: true, texts: ["refused"] };
          });
          expect(texts.join("").length, about).toBeGreaterThan(0);
          expect(texts[0]?.length, about).toBeLessThanOrEqual(MAX_ANSWER_LENGTH + 500);
          // What is wrong is said in words of ours, not by a fault of this program.
          if (isError)
            expect(texts[0], about).not.toMatch(/"code":"failed"|TypeError|is not a function|undefined \(/);
          outcomes[isError ? "errors" : "answers"]++;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      expect((await server.call("list")).isError).toBe(false);
      expect(server.complaints).toBe("");
    } finally {
      await server.close();
    }
    // Both kinds came, else the calls were too tame or too wild.
    expect(outcomes.answers).toBeGreaterThan(CALLS / 10);
    expect(outcomes.errors).toBeGreaterThan(CALLS / 10);
    expect((await readdir(folder)).toSorted()).toEqual(["machines", "rulesets"]);
    const check = await turnwright(["check", "small", "--json"], { cwd: folder });
    expect(JSON.parse(check.out)).toHaveProperty("games");
    expect(await readFile(join(folder, "machines/small.machine.ts"), "utf8")).toContain("createMachine");
    await rm(folder, { recursive: true });
  },
  patience(120_000),
);
