import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { inTurn } from "#adapters/disk/inTurn.ts";
import { editAndSave, previewEdit, type FileEdit } from "#cli/edit/editFile.ts";
import type { McpHost } from "#cli/mcp/host.ts";
import { MAX_PLAY_SESSIONS, PlaySessions } from "#cli/mcp/PlaySessions.ts";
import { mcpTools } from "#cli/mcp/serveMcp.ts";
import { turnwright } from "#test/support/commandLine.ts";

// The tools in this process: what they share with each other is seen here, the protocol in `mcp.test.ts`.

beforeAll(() => loadGraphCommands());
let folder: string;
let sessions: PlaySessions;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "turnwright-tools-")));
  await turnwright(["new", "small"], { cwd: folder });
  sessions = new PlaySessions();
});
afterEach(async () => {
  sessions.endAll();
  await rm(folder, { recursive: true, force: true });
});

const hostOf = (at = folder): McpHost => ({
  folder: at,
  home: process.cwd(),
  language: "en",
  sessions,
  readOnly: false,
});

/** Calls a tool. */
async function call(name: string, args: object, host = hostOf(), signal = new AbortController().signal) {
  const tool = mcpTools.find((item) => item.name === name);
  const { isError = false, content } = (await tool?.run(args, host, signal)) ?? { content: [] };
  const [text] = content;
  return { isError, json: JSON.parse(text?.type === "text" ? text.text : "null") };
}

const rename = (game: string, to = "act") => ({
  game,
  command: "state.rename",
  args: { state: ["turn", "main"], to },
  write: true,
});
const MACHINE = "machines/small.machine.ts";
const LABELS = "rulesets/small/labels/en.json";
const fileOf = (path: string) => readFile(join(folder, path), "utf8");

describe("edit writes nothing outside of its folder", () => {
  test("over the folder of machines alone, rules beside it stay as they are", async () => {
    const labels = await fileOf(LABELS);

    const { isError, json } = await call(
      "edit",
      rename("small.machine.ts"),
      hostOf(join(folder, "machines")),
    );

    expect([isError, json.written]).toEqual([false, ["small.machine.ts"]]);
    expect(await fileOf(MACHINE)).toContain("act: {");
    expect(await fileOf(LABELS)).toBe(labels);
  });

  test("over a folder that is reached by a link as well", async () => {
    const labels = await fileOf(LABELS);
    await symlink(join(folder, "machines"), join(folder, "linked"));

    const { isError } = await call("edit", rename("small.machine.ts"), hostOf(join(folder, "linked")));

    expect(isError).toBe(false);
    expect(await fileOf(LABELS)).toBe(labels);
  });

  test("the rules follow where the whole game lies in the folder, at its top or below", async () => {
    await mkdir(join(folder, "games"));
    for (const name of ["machines", "rulesets"])
      await cp(join(folder, name), join(folder, "games", name), { recursive: true });

    await call("edit", rename("small"));
    await call("edit", rename("games/machines/small.machine.ts"));

    for (const path of [LABELS, `games/${LABELS}`]) expect(await fileOf(path)).toContain("state:turn.act");
  });

  test("a block brings its code alone where the rules are out of reach", async () => {
    const labels = await fileOf(LABELS);
    const insert = {
      game: "small.machine.ts",
      command: "block.insert",
      args: { block: "hand-limit", state: ["turn", "main"] },
      write: true,
    };

    const { json } = await call("edit", insert, hostOf(join(folder, "machines")));

    expect(json.written).toEqual(["small.machine.ts"]);
    expect(await fileOf(LABELS)).toBe(labels);
  });

  test("a plan with a file outside is refused with the file and the folder", async () => {
    const other = join(folder, "rulesets");
    const before = await fileOf(MACHINE);

    for (const run of [editAndSave, previewEdit])
      await expect(run({ ...edit(), within: other })).rejects.toThrow(
        `${join(folder, MACHINE)} lies outside of ${other}`,
      );
    expect(await fileOf(MACHINE)).toBe(before);
  });
});

describe("a call that was cancelled is not carried out", () => {
  const cancelled = AbortSignal.abort();

  test("one that waited until it was cancelled", async () => {
    const before = await fileOf(MACHINE);

    expect(await call("edit", rename("small"), hostOf(), cancelled)).toMatchObject({ isError: true });
    expect(await call("list", {}, hostOf(), cancelled)).toMatchObject({ isError: true });
    expect(await fileOf(MACHINE)).toBe(before);
  });

  test("an edit that waits for another, or that is worked out when it is cancelled", async () => {
    const before = await fileOf(MACHINE);
    const cancel = new AbortController();
    let end = () => {};
    void inTurn(`edit ${folder}`, () => new Promise<void>((resolve) => (end = resolve)));
    const waiting = call("edit", rename("small"), hostOf(), cancel.signal);
    cancel.abort();
    await Promise.resolve();
    end();
    expect(await waiting).toMatchObject({ isError: true });

    const late = new AbortController();
    const judge: FileEdit["judge"] = (changed) => {
      late.abort();
      return Promise.resolve(changed);
    };
    await expect(editAndSave({ ...edit(), judge, ended: late.signal })).rejects.toThrow(/abort/i);
    expect(await fileOf(MACHINE)).toBe(before);
  });

  test("a play that starts: it is ended, so that as many as may can start", async () => {
    for (let i = 0; i < MAX_PLAY_SESSIONS; i++) {
      const cancel = new AbortController();
      const start = sessions.start.bind(sessions);
      const starting = call("play", { game: "small" }, hostOf(), cancel.signal);
      // Half of them are cancelled before there is a play, half when there is one.
      if (i % 2 === 0) cancel.abort();
      else
        sessions.start = (given) => {
          const id = start(given);
          cancel.abort();
          return id;
        };
      expect(await starting).toMatchObject({ isError: true });
      sessions.start = start;
    }

    const { isError, json } = await call("play", { game: "small", only: ["in"] });
    expect([isError, json.in]).toEqual([false, ["turn", "turn.draw"]]);
    // None goes on beside it.
    const { json: slip } = await call("play", { session: "none" });
    expect(slip.error.message).toMatch(new RegExp(`there is ${json.session}$`));
  });

  test("an event that waits behind another request", async () => {
    const { json } = await call("play", { game: "small", only: ["in"] });
    const { session } = json;
    const cancel = new AbortController();
    const first = call("play", { session, do: "legal" });
    const send = { session, do: "send", event: { type: "DRAW", by: "P1" } };
    const second = call("play", send, hostOf(), cancel.signal);
    cancel.abort();

    expect((await first).isError).toBe(false);
    expect((await second).isError).toBe(true);
    expect((await call("play", { session, only: ["in"] })).json.in).toEqual(["turn", "turn.draw"]);
  });
});

test("why is about one state of the play, whatever is sent meanwhile", async () => {
  const { json } = await call("play", { game: "small", only: ["in"] });
  const { session } = json;
  const event = { type: "DRAW", by: "P1" };
  const alone = await call("why", { session, event });

  const [why, sent] = await Promise.all([
    call("why", { session, event }),
    call("play", { session, do: "send", event, only: ["in", "refused"] }),
  ]);

  expect(sent.json).toMatchObject({ refused: false, in: ["turn", "turn.main"] });
  expect(why).toEqual(alone);
});

/** A rename as the tool hands it on. */
const edit = (): FileEdit => ({
  file: MACHINE,
  cwd: folder,
  machine: 0,
  command: "state.rename",
  args: { state: ["turn", "main"], to: "act" },
  language: "en",
  anyway: false,
  judge: (changed) => Promise.resolve(changed),
});
