import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHash } from "node:crypto";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";
import { turnwright as run } from "#test/support/commandLine.ts";

const quiz = `import { assign, setup } from "xstate";
interface Player { id: string; points: number; hand?: string[] }
export const machine = setup({
  types: {} as { context: { players: Player[]; asked: number; winner: string | null }; events: { type: "ASK" } | { type: "BREAK" } | { type: "GO_ON" } },
  actions: { ask: assign({ asked: ({ context }) => context.asked + 1 }) },
}).createMachine({
  id: "quiz",
  context: { players: [{ id: "P1", points: 0 }], asked: 0, winner: null },
  initial: "game",
  on: { BREAK: ".pause" },
  states: {
    game: {
      initial: "on",
      states: {
        on: {
          type: "parallel",
          states: {
            round: { initial: "opening", states: { opening: { on: { ASK: { target: "question", actions: "ask" } } }, question: { id: "asking", on: { ASK: { actions: "ask" } } } } },
            clock: { initial: "runs", states: { runs: {} } },
          },
        },
        last: { type: "history", history: "deep", target: "on" },
      },
    },
    pause: { on: { GO_ON: "game.last" } },
  },
});
`;

let folder: string;
let app: ConsumerFolder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-saves-"));
  app = await consumerFolder();
  await mkdir(join(folder, "machines"));
  await mkdir(join(folder, "rulesets/quiz"), { recursive: true });
  await writeFile(join(folder, "machines/quiz.machine.ts"), quiz);
  await writeFile(
    join(folder, "rulesets/quiz/ruleset.json"),
    `{ "format": 1, "id": "quiz", "title": { "en": "Quiz" }, "machine": "machines/quiz.machine.ts", "players": { "min": 1, "max": 1 }, "locales": ["en"], "sourceLocale": "en", "sources": [] }\n`,
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.remove();
});

const turnwright = (...words: string[]) => run(words, { cwd: folder });
const change = async (command: string, args: object) => {
  const done = await turnwright(
    "edit",
    "machines/quiz.machine.ts",
    "--command",
    command,
    "--args",
    JSON.stringify(args),
    "--write",
  );
  expect(done.code, done.err).toBe(0);
};
/** Exports into a folder of the app, one for each version that was shipped. */
const ship = async (to: string, name: string) => {
  const { code, err } = await turnwright("export", "quiz", "--to", to, "--out", `${join(app.path, name)}/`);
  expect(code, err).toBe(0);
};

/** Plays, saves and prints what an app of a version would keep. */
const play = `import { createActor } from "xstate";
const [folder, ...events] = process.argv.slice(2);
const { machine } = await import(folder + "/quiz.machine.js");
const { stamped } = await import(folder + "/quiz.saves.js");
const actor = createActor(machine).start();
for (const type of events) actor.send({ type });
const plain = actor.getPersistedSnapshot();
console.log(JSON.stringify({ plain, stamped: stamped(plain) }));`;
/** Goes on with a save, if the version can. */
const goOn = `import { createActor } from "xstate";
const [folder, saved, ...events] = process.argv.slice(2);
const { machine } = await import(folder + "/quiz.machine.js");
const { canRestore } = await import(folder + "/quiz.saves.js");
const answer = canRestore(JSON.parse(saved));
if (!answer.ok) console.log(JSON.stringify(answer));
else {
  const actor = createActor(machine, { snapshot: answer.snapshot }).start();
  for (const type of events) actor.send({ type });
  console.log(JSON.stringify({ value: actor.getSnapshot().value, context: actor.getSnapshot().context }));
}`;

test("saves of older versions are led over renames and moves of the studio, and what cannot be led is named", async () => {
  await app.write("play.js", play);
  await app.write("goOn.js", goOn);
  const saveOf = async (version: string, ...events: string[]) =>
    JSON.parse(await app.node("play.js", `./${version}`, ...events)) as {
      plain: object;
      stamped: { version: number; digest: string };
    };
  const restored = async (version: string, save: object, ...events: string[]) =>
    JSON.parse(await app.node("goOn.js", `./${version}`, JSON.stringify(save), ...events));

  await ship("js", "first");
  const first = await saveOf("first", "ASK");
  const paused = await saveOf("first", "ASK", "BREAK");
  const text = await readFile(join(folder, "machines/quiz.machine.ts"), "utf8");
  expect(first.stamped).toMatchObject({
    version: 0,
    digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
  });
  expect(await restored("first", first.plain, "ASK")).toMatchObject({ context: { asked: 2 } });

  await change("state.rename", { state: ["game", "on", "round", "question"], to: "answering" });
  await change("state.rename", { state: ["game"], to: "match" });
  await ship("js", "second");
  const value = { match: { on: { round: "answering", clock: "runs" } } };
  for (const save of [first.plain, first.stamped])
    expect(await restored("second", save, "ASK")).toMatchObject({ value, context: { asked: 2 } });
  // What a history state remembers is led over as well.
  for (const save of [paused.plain, paused.stamped])
    expect(await restored("second", save, "GO_ON")).toMatchObject({ value });
  const second = await saveOf("second", "ASK");
  expect(second.stamped.version).toBe(2);

  // A name that is used again: only the stamp tells which of the two a save means.
  await change("state.rename", { state: ["pause"], to: "question" });
  await change("state.rename", { state: ["match", "on", "round", "answering"], to: "pause" });
  await ship("js", "third");
  expect(await restored("third", second.stamped)).toMatchObject({
    value: { match: { on: { round: "pause", clock: "runs" } } },
  });
  expect(await restored("third", paused.stamped, "GO_ON")).toMatchObject({
    value: { match: { on: { round: "pause", clock: "runs" } } },
  });

  // Changes that no gesture made: a state that is gone, and a new field.
  const now = await readFile(join(folder, "machines/quiz.machine.ts"), "utf8");
  await writeFile(
    join(folder, "machines/quiz.machine.ts"),
    now
      .replace("points: number;", "points: number; name: string;")
      .replace("points: 0", 'points: 0, name: "A"')
      .replace("clock: {", "hour: {"),
  );
  await ship("js", "fourth");
  expect(await restored("fourth", first.stamped)).toEqual({
    ok: false,
    missing: { states: ["match.on.clock"], inside: [], context: ["players[].name"] },
  });
  expect(await restored("fourth", { hello: 1 })).toMatchObject({ ok: false, noSnapshot: true });
});

test("the saves of a TypeScript export compile strictly beside it, and say the digest of the very module", async () => {
  await ship("ts", "typed");
  await app.write(
    "typed/app.ts",
    `import { createActor } from "xstate";
     import { machine } from "./quiz.machine.js";
     import { canRestore, digest, stamped, version } from "./quiz.saves.js";
     const actor = createActor(machine).start();
     const kept: { version: number; digest: string } = stamped(actor.getPersistedSnapshot());
     const answer = canRestore(JSON.parse(JSON.stringify(kept)));
     if (answer.ok) createActor(machine, { snapshot: answer.snapshot }).start();
     else console.log(answer.missing.states.join(), answer.missing.context.length, version.toFixed(), digest.length);`,
  );

  expect(await app.tsc("typed/app.ts")).toBe("");
  const text = await readFile(join(app.path, "typed/quiz.machine.ts"));
  expect(await readFile(join(app.path, "typed/quiz.saves.ts"), "utf8")).toContain(
    createHash("sha256").update(text).digest("hex"),
  );
});

test("every export says its version and digest", async () => {
  for (const to of ["js", "json", "mermaid", "svg"]) {
    const { out } = await turnwright("export", "quiz", "--to", to);
    expect(out).toMatch(/version \d+, sha256:[0-9a-f]{64}/);
  }
  const json = JSON.parse((await turnwright("export", "quiz", "--to", "json")).out);
  expect(json.version).toMatch(/^version \d+, sha256:/);
});

test("--out makes folders, takes a folder, and names what shows names by its language", async () => {
  const { code, err } = await turnwright(
    "export",
    "quiz",
    "--to",
    "svg",
    "--lang",
    "ja",
    "--out",
    "out/of/here/",
  );
  await turnwright("export", "quiz", "--to", "mermaid", "--lang", "zh-Hant", "--out", "out/of/here");
  await turnwright("export", "quiz", "--to", "json", "--lang", "ja", "--out", "out/of/here");
  await turnwright("export", "quiz", "--to", "js", "--out", "out/deep/er/x.js");

  expect(code, err).toBe(0);
  expect(await readdir(join(folder, "out/of/here"))).toEqual([
    "quiz.implementations.js",
    "quiz.ja.svg",
    "quiz.machine.json",
    "quiz.saves.js",
    "quiz.zh-Hant.mmd",
  ]);
  expect(await readdir(join(folder, "out/deep/er"))).toEqual(["quiz.saves.js", "x.js"]);
});

test("a file beside an export that somebody wrote is left alone", async () => {
  await mkdir(join(folder, "mine"));
  await writeFile(join(folder, "mine/quiz.implementations.js"), "export const mine = 1;\n");

  const { code, err } = await turnwright("export", "quiz", "--to", "json", "--out", "mine/");

  expect(code).toBe(1);
  expect(err).toContain("Not written, because another file of that name is there: quiz.implementations.js");
  expect(await readFile(join(folder, "mine/quiz.implementations.js"), "utf8")).toBe(
    "export const mine = 1;\n",
  );
});
