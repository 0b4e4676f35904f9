import { describe, expect, test } from "vitest";
import { randomSource } from "#core/simulate/randomSource.ts";
import { playStdio } from "#cli/play/stdio.ts";
import { turn } from "#test/charts/charts.ts";
import { givenOf, shippedGame, talk } from "#test/cli/play/tools.ts";

const moves = { format: 1, moves: { DRAW: [{}], PASS: [{}] } } as const;
const plain = givenOf(turn);
const game = { ...plain, spec: { ...plain.spec, moves } };
const draw = { type: "DRAW", by: "P1" };
const pass = { type: "PASS", by: "P1" };
const start = { input: {} };

describe("one answer per request", () => {
  test("an input starts the play and tells all about it", async () => {
    const { answers, code } = await talk(game, [{ input: { seats: ["A", "B"] } }]);

    expect(code).toBe(0);
    expect(answers).toEqual([
      {
        ok: true,
        value: "draw",
        in: ["draw"],
        context: { seats: ["A", "B"], turnPlayer: "P1" },
        status: "active",
        asks: ["P1"],
        enabled: [{ type: "DRAW", example: draw, clauses: ["T-1"] }],
        candidates: ["DRAW"],
        may: { P1: ["DRAW"] },
        refused: false,
        reasons: [],
        microsteps: [
          {
            event: "xstate.init",
            cause: "start",
            considered: [],
            taken: [],
            exits: [],
            entries: [{ state: "draw", clauses: ["T-1"] }],
            actions: [],
            effects: [],
            changes: [
              { at: "seats", after: ["A", "B"] },
              { at: "turnPlayer", after: "P1" },
            ],
            in: ["draw"],
          },
        ],
        considered: [],
      },
    ]);
  });

  test("a why tells every candidate, and changes nothing", async () => {
    const { answers } = await talk(game, [
      start,
      { why: pass, id: 1 },
      { send: draw },
      { why: { type: "PASS", by: "P2" } },
    ]);

    expect(answers[1]).toEqual({
      id: 1,
      ok: true,
      event: pass,
      enabled: false,
      reasons: [{ code: "not-here", event: "PASS" }],
      levels: [],
      elsewhere: ["main"],
    });
    expect(answers[3]).toMatchObject({
      enabled: false,
      levels: [
        { state: "main", candidates: [{ asked: true, verdict: false, guard: { name: "byTurnPlayer" } }] },
      ],
    });
  });

  test("actors are listed, and answer", async () => {
    const jury = givenOf(
      `import { createMachine, fromPromise } from "xstate";
      export const machine = createMachine(
        { initial: "asked", states: { asked: { invoke: { id: "jury", src: "jury", onDone: "over" } }, over: {} } },
        { actors: { jury: fromPromise(() => new Promise(() => undefined)) } },
      );`,
    );

    const { answers } = await talk(jury, [
      start,
      { answer: { actor: "nobody", value: 1 } },
      { answer: "jury" },
      { answer: { actor: "jury", value: "guilty" } },
    ]);

    expect(answers[0]?.["actors"]).toEqual([
      { id: "jury", kind: "promise", src: "jury", state: "asked", status: "waiting", heard: false },
    ]);
    expect(answers[1]).toMatchObject({ ok: false, error: { code: "bad-request" } });
    expect(answers[2]).toMatchObject({ ok: false, error: { code: "bad-request" } });
    expect(answers[3]).toMatchObject({ ok: true, in: ["over"] });
    expect(answers[3]).not.toHaveProperty("actors");
  });

  test("an event is taken, a wrong one is refused with its reasons and changes nothing", async () => {
    const { answers } = await talk(game, [
      start,
      { send: draw },
      { send: { type: "PASS", by: "P2" } },
      { send: draw },
      { send: { type: "PASS" } },
      { send: { type: "xstate.stop" } },
      { send: pass },
    ]);

    expect(answers.map(({ in: at, refused }) => [at, refused])).toEqual([
      [["draw"], false],
      [["main"], false],
      [["main"], true],
      [["main"], true],
      [["main"], true],
      [["main"], true],
      [["draw"], false],
    ]);
    expect(answers[2]?.["reasons"]).toEqual([
      {
        code: "guard",
        state: "main",
        event: "PASS",
        index: 0,
        guard: "byTurnPlayer",
        clauses: ["T-2"],
        fields: ["by"],
      },
    ]);
    expect(answers[3]?.["reasons"]).toEqual([{ code: "not-here", event: "DRAW" }]);
    expect(answers[4]?.["reasons"]).toMatchObject([
      { code: "payload", faults: [{ at: "by", code: "missing" }] },
    ]);
    expect(answers[5]?.["reasons"]).toEqual([{ code: "reserved", event: "xstate.stop" }]);
  });

  test("can asks and changes nothing", async () => {
    const { answers } = await talk(game, [start, { can: draw }, { can: pass }, { can: draw }]);

    expect(answers.map(({ can, refused, in: at }) => [can, refused, at])).toEqual([
      [undefined, false, ["draw"]],
      [true, false, ["draw"]],
      [false, true, ["draw"]],
      [true, false, ["draw"]],
    ]);
    expect(answers[2]?.["reasons"]).toEqual([{ code: "not-here", event: "PASS" }]);
  });

  test("a snapshot is restored in another process and goes on there", async () => {
    const first = await talk(game, [{ input: { seats: ["P1", "P2"] } }, { send: draw }, { save: true }]);
    const snapshot = first.answers[2]?.["snapshot"];

    const second = await talk(game, [{ restore: snapshot }, { send: pass }, { save: true }]);
    const straight = await talk(game, [
      { input: { seats: ["P1", "P2"] } },
      { send: draw },
      { send: pass },
      { save: true },
    ]);

    expect(second.answers[1]).toMatchObject({ ok: true, in: ["draw"], context: { turnPlayer: "P2" } });
    expect(second.answers[2]?.["snapshot"]).toEqual(straight.answers[3]?.["snapshot"]);
  });

  test("time passes only when it is told to, and delayed events come in order", async () => {
    const timed = givenOf(`import { createMachine } from "xstate";
export const machine = createMachine({ id: "t", initial: "a", states: { a: { after: { 100: "b" } }, b: { after: { 50: "c" } }, c: { type: "final" } } });`);

    const { answers } = await talk(timed, [
      start,
      { advance: 99 },
      { advance: 1 },
      { advance: 1000 },
      { send: { type: "X" } },
    ]);

    expect(answers.map(({ value, status }) => [value, status])).toEqual([
      ["a", "active"],
      ["a", "active"],
      ["b", "active"],
      ["c", "done"],
      ["c", "done"],
    ]);
    expect(answers[4]).toMatchObject({ refused: true, reasons: [{ code: "done", event: "X" }] });
  });

  test("describe gives schemas, seats, words and clauses, before a start and after", async () => {
    const shipped = shippedGame("haikyu-break");

    const { answers } = await talk(shipped, [{ describe: true, id: "d" }, { input: {} }, { describe: true }]);

    const [before] = answers;
    expect(before).toMatchObject({
      id: "d",
      ok: true,
      seats: ["P1", "P2"],
      events: {
        DEPLOY: {
          type: "object",
          properties: { type: { const: "DEPLOY" }, points: { type: "number" } },
          additionalProperties: false,
        },
      },
      input: { type: "object", required: [] },
    });
    expect(before?.["clauses"]).toHaveLength(66);
    expect(before?.["clauses"][0]).toMatchObject({
      id: expect.stringMatching(/^HV-/),
      text: { en: expect.any(String), ja: expect.any(String) },
    });
    expect(before?.["readings"]).toContainEqual(
      expect.objectContaining({
        input: "serveBlock",
        question: expect.objectContaining({ en: expect.any(String), ja: expect.any(String) }),
        default: "allowed",
        options: [
          { id: "allowed", label: expect.objectContaining({ en: expect.any(String) }) },
          { id: "forbidden", label: expect.objectContaining({ "zh-Hant": expect.any(String) }) },
        ],
      }),
    );
    expect(Object.keys(before?.["labels"])).toEqual(expect.arrayContaining(["en", "ja", "zh-Hant"]));
    expect({ ...answers[2], id: "d" }).toEqual(before);
  });

  test("moves tells what the fields of an event may be, with the weights; what is chosen narrows the rest", async () => {
    const { answers } = await talk(shippedGame("haikyu-break"), [
      start,
      { moves: "PRESENT_DECK" },
      { moves: { type: "PRESENT_DECK", by: "P2", cards: 41 } },
      { moves: "PRESENT_DEKC" },
      { moves: 1 },
    ]);

    const offer = answers[1]?.["moves"]?.[0];
    expect(offer).toMatchObject({
      type: "PRESENT_DECK",
      weight: expect.any(Number),
      by: ["P1", "P2"],
      accepted: true,
      example: { type: "PRESENT_DECK", by: "P1", cards: 40 },
      fields: { cards: { kind: expect.any(String), optional: false } },
    });
    expect(answers[2]?.["moves"][0]).toMatchObject({
      accepted: false,
      by: ["P2"],
      example: { by: "P2", cards: 41 },
    });
    expect(answers[3]).toMatchObject({
      ok: false,
      error: { code: "bad-request", message: expect.stringContaining("did you mean PRESENT_DECK?") },
    });
    expect(answers[4]).toMatchObject({ ok: false, error: { code: "bad-request" } });
  });

  test("all moves of the moment, or of a seat, are one request", async () => {
    const { answers } = await talk(shippedGame("haikyu-break"), [
      start,
      { moves: true },
      { moves: { by: "P2" } },
      { moves: { by: "P2", cards: 40 } },
      { moves: { by: 2 } },
    ]);

    expect(answers[1]?.["moves"]).toMatchObject([{ type: "PRESENT_DECK", by: ["P1", "P2"] }]);
    expect(answers[2]?.["moves"]).toMatchObject([{ type: "PRESENT_DECK", by: ["P2"], accepted: true }]);
    for (const answer of answers.slice(3))
      expect(answer).toMatchObject({
        ok: false,
        error: { code: "bad-request", message: expect.stringContaining('{"by":SEAT} for a seat') },
      });
  });

  test("legal moves are payloads that are accepted; what stands beside the request is checked", async () => {
    const { answers } = await talk(shippedGame("haikyu-break"), [
      start,
      { legal: true },
      { legal: { type: "PRESENT_DECK", by: "P2" }, limit: 3 },
      { legal: "PASS" },
      { legal: "PASSS" },
      { legal: true, limit: "3" },
      { legal: true, limit: 0 },
      { moves: true, limit: 3 },
      { can: true, only: "can" },
    ]);

    const all = answers[1]?.["legal"][0];
    expect(all).toMatchObject({ type: "PRESENT_DECK", complete: true });
    expect(all.events).toHaveLength(18);
    const some = answers[2]?.["legal"][0];
    expect(some).toMatchObject({ complete: false, events: Array(3).fill({ by: "P2", cards: 40 }) });
    expect(answers[3]).toEqual({ ok: true, legal: [] });
    expect(answers.slice(4).map((answer) => answer["error"]?.message)).toEqual([
      expect.stringContaining("did you mean PASS"),
      "limit: expected how many payloads of one move at most",
      "legal: limit is a whole number from 1 to 1000",
      "limit: moves has no limit",
      expect.stringContaining("only: expected a list of names"),
    ]);
  });

  test("of an answer only the parts that are wanted are sent", async () => {
    const { answers } = await talk(game, [
      { ...start, id: 7, only: ["asks", "status", "may"] },
      { send: draw, only: ["in", "nothing"] },
      { send: draw, only: [] },
      { send: { type: "X" }, only: ["refused"] },
    ]);

    expect(answers).toEqual([
      { id: 7, ok: true, asks: ["P1"], status: "active", may: { P1: ["DRAW"] } },
      { ok: true, in: ["main"] },
      { ok: true },
      { ok: true, refused: true },
    ]);
  });

  test("what the rules work out is there by name", async () => {
    const { answers } = await talk(shippedGame("fate-ace-royal"), [start]);

    expect(answers[0]?.["derived"]).toMatchObject({
      codeCap: [
        { id: "P1", codes: 0, cap: 4 },
        { id: "P2", codes: 0, cap: 4 },
      ],
      deathState: [],
    });
    // There is no battle yet.
    expect(answers[0]?.["derived"]).not.toHaveProperty("damageToCome");
  });

  test("who may do what is told of every seat, whoever is waited for", async () => {
    const { answers } = await talk(shippedGame("haikyu-break"), [
      start,
      { send: { type: "PRESENT_DECK", by: "P1", cards: 40, eventCards: 4 } },
    ]);

    expect(answers[0]?.["may"]).toEqual({ P1: ["PRESENT_DECK"], P2: ["PRESENT_DECK"] });
    expect(answers[1]?.["may"]).toEqual({ P2: ["PRESENT_DECK"] });
  });

  test("ids of any kind are echoed, and none where there was none", async () => {
    const ids = [0, "seven", null, { a: [1] }, [], false];

    const { answers } = await talk(game, [...ids.map((id) => ({ ...start, id })), start, { id: 9 }]);

    expect(answers.slice(0, 6).map(({ id }) => id)).toEqual(ids);
    expect(Object.hasOwn(answers[6] ?? {}, "id")).toBe(false);
    expect(answers[7]).toMatchObject({ id: 9, ok: false, error: { code: "bad-request" } });
  });
});

describe("a wrong request is told and the play goes on", () => {
  test.each([
    ["no JSON", "{"],
    ["an empty line", ""],
    ["a list", "[]"],
    ["a text", `"send"`],
    ["null", "null"],
    ["nothing asked", "{}"],
    ["an unknown request", { sned: draw }],
    ["two requests", { send: draw, can: draw }],
    ["describe without true", { describe: false }],
    ["save without true", { save: 1 }],
    ["an input that is a list", { input: [] }],
    ["an event without a type", { send: { by: "P1" } }],
    ["an event that is a text", { send: "DRAW" }],
    ["an event type that is a number", { send: { type: 5 } }],
    ["an event type of 100,000 characters", { send: { type: "A".repeat(100_000) } }],
    ["time that goes back", { advance: -1 }],
    ["time without end", `{"advance":1e999}`],
    ["time as a text", { advance: "5" }],
    ["65 levels", `{"send":{"type":"DRAW","by":${"[".repeat(65)}${"]".repeat(65)}}}`],
    ["300,000 levels", `{"send":${"[".repeat(300_000)}${"]".repeat(300_000)}}`],
    ["a line of more than a megabyte", `{"send":{"type":"DRAW","by":"${"x".repeat(1_000_000)}"}}`],
    ["fewer characters than that in more bytes", `{"send":{"type":"DRAW","by":"${"手".repeat(400_000)}"}}`],
  ])("%s", async (_, line) => {
    const { answers, code } = await talk(game, [start, { send: draw }, line, { can: pass }]);

    expect(answers[2]).toMatchObject({
      ok: false,
      error: { code: "bad-request", message: expect.stringMatching(/\w/) },
    });
    expect(answers[3]).toMatchObject({ ok: true, can: true, in: ["main"] });
    expect(code).toBe(0);
  });

  test.each([{ send: draw }, { can: draw }, { advance: 1 }, { save: true }])(
    "%j before a start",
    async (line) => {
      const { answers } = await talk(game, [line, start]);

      expect(answers).toMatchObject([{ ok: false, error: { code: "not-started" } }, { ok: true }]);
    },
  );

  test.each([
    ["a number of seats", { seats: 2 }, "input.seats"],
    ["an unknown field", { seat: ["P1"] }, "input.seat"],
  ])("an input with %s names the field", async (_, input, field) => {
    const { answers } = await talk(game, [start, { send: draw }, { input }, { send: pass }]);

    expect(answers[2]).toMatchObject({
      ok: false,
      error: { code: "bad-input", message: expect.stringContaining(field) },
    });
    expect(answers[3]).toMatchObject({ ok: true, refused: false });
  });

  test("the game's own word on a bad input comes through", async () => {
    const { answers } = await talk(shippedGame("haikyu-break"), [{ input: { seats: ["P1", "P1"] } }, start]);

    expect(answers[0]).toMatchObject({
      ok: false,
      error: { code: "bad-input", message: expect.stringMatching(/^input\.seats: /) },
    });
    expect(answers[1]).toMatchObject({ ok: true });
  });

  test("snapshots that are none are refused, each with what is wrong", async () => {
    const { answers: saved } = await talk(game, [start, { save: true }]);
    const good = saved[1]?.["snapshot"];
    const bogus: unknown[] = [
      null,
      5,
      "x",
      [],
      {},
      { snapshot: {} },
      { ...good, clock: "now" },
      { ...good, clock: -1 },
      { ...good, timers: [{ id: "x" }] },
      { ...good, timers: 3 },
      { ...good, snapshot: { ...good.snapshot, value: "nowhere" } },
      { ...good, snapshot: { ...good.snapshot, value: "constructor" } },
      { ...good, snapshot: { ...good.snapshot, value: {} } },
      { ...good, snapshot: { ...good.snapshot, status: "bogus" } },
      { ...good, snapshot: { ...good.snapshot, status: "done" } },
      { ...good, snapshot: { ...good.snapshot, context: null } },
      { ...good, snapshot: { ...good.snapshot, context: {} } },
      { ...good, snapshot: { ...good.snapshot, context: { seats: "P1", turnPlayer: "P1" } } },
      { ...good, snapshot: { ...good.snapshot, historyValue: { x: [{ id: "turn.draw" }] } } },
      { ...good, snapshot: { ...good.snapshot, children: 5 } },
    ];

    const { answers } = await talk(game, [
      start,
      { send: draw },
      ...bogus.map((restore) => ({ restore })),
      { can: pass },
    ]);

    const refusals = answers.slice(2, -1);
    expect(refusals.map(({ error }, i) => [i, error?.code])).toEqual(
      bogus.map((_, i) => [i, "bad-snapshot"]),
    );
    expect(new Set(refusals.map(({ error }) => error.message)).size).toBeGreaterThan(10);
    expect(answers.at(-1)).toMatchObject({ ok: true, can: true, in: ["main"] });
  });

  test("a key that would change a prototype is dropped", async () => {
    const spread = givenOf(`import { assign, createMachine } from "xstate";
export const machine = createMachine({ id: "s", context: { all: {} }, initial: "a", states: { a: {
  on: { PUT: { actions: assign({ all: ({ event }) => ({ ...event.data }) }) },
        ASK: { guard: ({ context }) => context.all.evil === true || ({}).evil === true, target: "b" } } }, b: {} } });`);

    const { answers } = await talk(spread, [
      start,
      `{"send":{"type":"PUT","data":{"__proto__":{"evil":true},"kept":1}}}`,
      { can: { type: "ASK" } },
      { save: true },
    ]);

    expect(answers[1]?.["context"]).toEqual({ all: { kept: 1 } });
    expect(answers[2]).toMatchObject({ can: false });
    const snapshot = JSON.stringify(answers[3]?.["snapshot"]).replace(
      `"kept":1`,
      `"__proto__":{"evil":true}`,
    );
    const again = await talk(spread, [`{"restore":${snapshot}}`, { can: { type: "ASK" } }]);
    expect(again.answers[1]).toMatchObject({ ok: true, can: false });
  });
});

describe("a machine that misbehaves does no harm to the play", () => {
  const bad = givenOf(`import { assign, createMachine } from "xstate";
console.log("a machine that talks");
export const machine = createMachine({ id: "bad", context: { n: 0, list: [1] }, initial: "a", states: { a: { on: {
  HANG: { guard: () => { for (;;); }, target: "b" },
  THROW: { guard: function broken() { throw new Error("no such card"); }, target: "b" },
  WRITE: { guard: ({ context }) => { context.n = 5; return true; }, target: "b" },
  BREAK: { actions: assign({ n: ({ context }) => context.nobody.hand }), target: "b" },
  LOOP: "x",
  OK: { actions: assign({ n: ({ context }) => context.n + 1 }) },
} }, b: {}, x: { always: "y" }, y: { always: "x" } } });`);
  const ok = { send: { type: "OK" } };
  const errorOf = async (type: string) => {
    const { answers, code } = await talk({ ...bad, budgetMs: 500 }, [start, ok, { send: { type } }, ok]);
    expect(answers).toHaveLength(4);
    expect(answers[3]).toMatchObject({ ok: true, in: ["a"], context: { n: 2, list: [1] } });
    expect(code).toBe(0);
    return answers[2];
  };

  test("one that never answers is stopped, and the next request is answered", async () => {
    expect(await errorOf("HANG")).toMatchObject({ ok: false, error: { code: "over-budget" } });
  });
  test("a guard that throws is told with its state, guard and event", async () => {
    expect(await errorOf("THROW")).toMatchObject({
      ok: false,
      error: { code: "machine-error", message: "no such card", state: "a", guard: "broken", event: "THROW" },
    });
  });
  test("a guard that writes to the context is told", async () => {
    expect(await errorOf("WRITE")).toMatchObject({
      ok: false,
      error: {
        code: "machine-error",
        message: expect.stringContaining("must not change the context"),
        state: "a",
      },
    });
  });
  test("an assign that throws is told with its state", async () => {
    expect(await errorOf("BREAK")).toMatchObject({
      ok: false,
      error: { code: "machine-error", state: "a", event: "BREAK" },
    });
  });
  test("automatic states that go round for ever are told by name", async () => {
    expect(await errorOf("LOOP")).toMatchObject({
      ok: false,
      error: { code: "machine-error", message: expect.stringMatching(/x -> y -> x|y -> x -> y/) },
    });
  });

  test("a module that cannot be loaded answers each line with that, tells it once on stderr and ends with 1", async () => {
    const { answers, code, errors } = await talk(
      givenOf(`import fs from "node:fs"; export const machine = fs;`),
      [start, "{", ok],
    );

    expect(answers.map(({ ok: fine, error }) => [fine, error.code])).toEqual([
      [false, "load-error"],
      [false, "bad-request"],
      [false, "load-error"],
    ]);
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(errors).toContain("node:fs");
    expect(code).toBe(1);
  });
});

test("2,000 lines of rubbish and requests get 2,000 answers, in order", async () => {
  const random = randomSource(5);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const scraps = [
    "{",
    "}",
    "[",
    "]",
    '"send"',
    ":",
    ",",
    "null",
    "1e999",
    '"type"',
    '"\\ud800"',
    "手",
    "\u0000",
    "\\",
    '"__proto__"',
    "true",
  ];
  const json = (depth: number): unknown =>
    depth === 0 || random() < 0.4
      ? pick([
          null,
          true,
          0,
          -1.5,
          1e21,
          "",
          "DRAW",
          "P1",
          "constructor",
          "__proto__",
          "xstate.init",
          "*",
          "\ud800",
          "手番",
        ])
      : random() < 0.5
        ? Array.from({ length: Math.floor(random() * 3) }, () => json(depth - 1))
        : Object.fromEntries(
            Array.from({ length: Math.floor(random() * 3) }, () => [
              pick(["type", "by", "snapshot", "clock", "timers", "status", "a"]),
              json(depth - 1),
            ]),
          );
  const line = (id: number): string => {
    const good: object[] = [
      start,
      { send: draw },
      { send: pass },
      { can: draw },
      { advance: 10 },
      { save: true },
      { describe: true },
    ];
    const kind = random();
    if (kind < 0.35) return JSON.stringify({ id, ...pick(good) });
    if (kind < 0.7)
      return JSON.stringify({
        id,
        [pick(["input", "send", "can", "advance", "restore", "save", "x"])]: json(4),
      });
    if (kind < 0.8) {
      const text = JSON.stringify({ id, ...pick(good) });
      const at = Math.floor(random() * text.length);
      return text.slice(0, at) + pick(scraps) + text.slice(at + 1);
    }
    if (kind < 0.95) return Array.from({ length: Math.floor(random() * 12) }, () => pick(scraps)).join("");
    return `{"id":${id},"send":{"type":"${"x".repeat(Math.floor(random() * 5000))}","d":${"[".repeat(70)}${"]".repeat(70)}}}`;
  };
  const lines = Array.from({ length: 2000 }, (_, id) => line(id).replaceAll("\n", " "));

  const { answers, code, errors } = await talk(game, lines);

  expect(answers).toHaveLength(2000);
  expect(answers.filter(({ ok }) => typeof ok !== "boolean")).toEqual([]);
  const wrong = answers.filter(
    (answer, i) => Object.hasOwn(answer, "id") && lines[i]?.startsWith(`{"id":${i},`) && answer["id"] !== i,
  );
  expect(wrong).toEqual([]);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(500);
  const codes = new Set(answers.flatMap(({ error }) => error?.code ?? []));
  expect([...codes].sort()).toEqual(expect.arrayContaining(["bad-input", "bad-request", "bad-snapshot"]));
  expect(errors).toBe("");
  expect(code).toBe(0);
});

test("a guard that the machine does not work out is asked, and taken from beside the request for that request alone", async () => {
  const duel = givenOf(`import { createMachine } from "xstate";
export const machine = createMachine({
  id: "duel",
  initial: "ready",
  states: {
    ready: { on: { HIT: { guard: { type: "hits", params: { by: "sword" } }, target: "won", meta: { clauses: ["D-1"] } } } },
    won: {},
  },
});
`);
  const hit = { type: "HIT" };
  const yes = [{ guard: "hits", params: { by: "sword" }, verdict: true }];
  const no = [{ guard: "hits", params: { by: "sword" }, verdict: false }];

  const { answers } = await talk(duel, [
    start,
    { send: hit },
    { can: hit, verdicts: yes },
    { send: hit, verdicts: no },
    { send: hit, verdicts: "yes" },
    { save: true, verdicts: yes },
    { send: hit, verdicts: yes },
  ]);

  expect(answers[1]).toEqual({
    ok: false,
    error: {
      code: "unanswered",
      message: expect.stringContaining("hits"),
      guard: "hits",
      params: { by: "sword" },
      event: "HIT",
      state: "ready",
      clauses: ["D-1"],
    },
  });
  expect(answers[2]).toMatchObject({ ok: true, can: true, in: ["ready"] });
  expect(answers[3]).toMatchObject({ ok: true, refused: true, reasons: [{ code: "guard", guard: "hits" }] });
  expect(answers.slice(4, 6).map(({ error }) => error?.code)).toEqual(["bad-request", "bad-request"]);
  expect(answers[6]).toMatchObject({
    ok: true,
    refused: false,
    in: ["won"],
    microsteps: [{ considered: [{ guard: { verdict: true, given: true } }] }],
  });
});

test("answers come as the requests do, not at the end", async () => {
  const answers: string[] = [];
  const seen: number[] = [];
  async function* input() {
    for (const line of [start, { send: draw }, { send: pass }]) {
      yield `${JSON.stringify(line)}\n`;
      seen.push(answers.length);
    }
  }

  await playStdio({ ...game, input: input(), out: (text) => void answers.push(text), err: () => undefined });

  expect(seen).toEqual([1, 2, 3]);
});
