import { assign } from "xstate";
import { describe, expect, test } from "vitest";
import type { EventType } from "#core/chart/payload.ts";
import { parsedExpr } from "#core/expr/parse.ts";
import type { Move, MoveField } from "#core/ruleset/ruleset.ts";
import { defaultMove } from "#core/simulate/defaultMove.ts";
import { choicesOf, orders, payloads, randomPayload, subsets } from "#core/simulate/moves.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { playerOf } from "#test/core/simulate/tools.ts";

const context = { seats: ["P1", "P2"], turnPlayer: "P2", hand: ["a", "b", "c", "a"], cap: 2 };
const scene = { context, input: { extra: 3 }, active: new Set(["turn"]), exprOf: parsedExpr };
const made = (fields: Record<string, MoveField>, seats: readonly string[] | null = null) =>
  [...payloads("E", { fields }, scene, seats)].map(({ type: _, ...rest }) => rest);

describe("what a field may be chosen from", () => {
  test("is what its moves list, and for a list what its items are taken from; ranges are typed", () => {
    const moves: Move[] = [
      { fields: { a: { each: "context.hand" }, b: { values: ["x"] }, n: { range: [0, 9] } } },
      { fields: { a: { subset: "context.seats" }, b: { each: "[a]" } } },
    ];

    expect(choicesOf(moves, scene, { type: "E", a: "c" })).toEqual({
      a: { of: ["a", "b", "c", "P1", "P2"], here: true },
      b: { of: ["x", "c"], here: false },
    });
  });
});

describe("the payloads of a move", () => {
  test.each<[string, Record<string, MoveField>, object[]]>([
    ["values", { a: { values: ["x", 1, null] } }, [{ a: "x" }, { a: 1 }, { a: null }]],
    ["a range", { a: { range: [1, 3] } }, [{ a: 1 }, { a: 2 }, { a: 3 }]],
    ["a range of expressions", { a: { range: ["context.cap", "input.extra"] } }, [{ a: 2 }, { a: 3 }]],
    ["an empty range", { a: { range: [2, 1] } }, []],
    ["each of a list", { a: { each: "context.seats" } }, [{ a: "P1" }, { a: "P2" }]],
    [
      "subsets have distinct items",
      { a: { subset: "context.hand", min: 2, max: "context.cap" } },
      [{ a: ["a", "b"] }, { a: ["a", "c"] }, { a: ["b", "c"] }],
    ],
    ["orders", { a: { order: ["x", "y"] } }, [{ a: ["x", "y"] }, { a: ["y", "x"] }]],
    ["orders of some", { a: { order: ["x", "y"], min: 1, max: 1 } }, [{ a: ["x"] }, { a: ["y"] }]],
    ["an optional field is left out first", { a: { values: [1], optional: true } }, [{}, { a: 1 }]],
    [
      "fields see those before them, the last turns fastest",
      { a: { range: [1, 2] }, b: { range: [1, "a"] } },
      [
        { a: 1, b: 1 },
        { a: 2, b: 1 },
        { a: 2, b: 2 },
      ],
    ],
    ["an expression that cannot be worked out", { a: { each: "context.nobody.hand" } }, []],
    ["an expression that cannot be read", { a: { each: "for (;;) {}" } }, []],
  ])("%s", (_, fields, expected) => {
    expect(made(fields)).toEqual(expected);
  });

  test("by is each seat that is asked, unless the move names another", () => {
    expect(made({ a: { values: [1] } }, ["P1", "P2"])).toEqual([
      { by: "P1", a: 1 },
      { by: "P2", a: 1 },
    ]);
    expect(made({ by: { values: ["chance"] } }, ["P1"])).toEqual([{ by: "chance" }]);
  });

  test("of one seat are those alone, also of a move that says who may send it", () => {
    const move = { fields: { by: { each: "context.seats" }, a: { values: [1, 2] } } };

    expect([...payloads("E", move, scene, null, "P2")]).toEqual([
      { type: "E", by: "P2", a: 1 },
      { type: "E", by: "P2", a: 2 },
    ]);
    expect([...payloads("E", move, scene, null, "P3")]).toEqual([]);
    expect(randomPayload("E", move, scene, null, () => 0.4, "P2")).toMatchObject({ by: "P2" });
  });

  test("are bounded where the list is long", () => {
    const long = Array.from({ length: 40 }, (_, i) => i);
    expect(subsets(long, 0, 40).length).toBe(256);
    expect(orders(long).length).toBe(256);
    expect(made({ a: { range: [0, 1e9] } }).length).toBeLessThan(2000);
  });
});

describe("an event type that moves.json does not speak of", () => {
  const type = (...fields: EventType["fields"]): EventType => ({ type: "E", fields });
  const literal = (value: string) => ({ kind: "literal" as const, value });

  test("takes the values that its type lists", () => {
    const event = type(
      { name: "by", type: { kind: "string" }, optional: false },
      { name: "side", type: { kind: "union", of: [literal("l"), literal("r")] }, optional: false },
      { name: "sure", type: { kind: "boolean" }, optional: true },
      { name: "note", type: { kind: "string" }, optional: true },
    );

    expect(defaultMove(event)).toEqual({
      fields: { side: { values: ["l", "r"] }, sure: { values: [false, true], optional: true } },
    });
  });

  test("is left to a person when a field may be anything", () => {
    expect(defaultMove(type({ name: "n", type: { kind: "number" }, optional: false }))).toBeUndefined();
  });

  test("keeps chance and the table as those who send it", () => {
    expect(defaultMove(type({ name: "by", type: literal("chance"), optional: false }))).toEqual({
      fields: { by: { values: ["chance"] } },
    });
  });
});

const draft = {
  context: { seats: ["P1", "P2"], turnPlayer: "P1", left: 5 },
  initial: "turn",
  states: {
    turn: {
      meta: { asks: "turnPlayer", clauses: ["D1"] },
      on: {
        TAKE: {
          guard: { type: "may", params: ({ context }: never) => ({ left: context["left"] }) },
          actions: assign({
            left: ({ context, event }) => context.left - event.n,
            turnPlayer: ({ context }) => (context.turnPlayer === "P1" ? "P2" : "P1"),
          }),
        },
        PEEK: { actions: () => undefined, meta: { clauses: ["D2"] } },
      },
    },
  },
};
const may = (
  { context, event }: { context: { turnPlayer: string }; event: { by?: string; n?: number } },
  { left }: { left: number },
) => event.by === context.turnPlayer && (event.n ?? 0) >= 2 && (event.n ?? 0) <= left;
const moves = {
  format: 1 as const,
  moves: { TAKE: [{ weight: 3, fields: { n: { range: [0, 4] as const } } }], PEEK: [{}] },
};
const drafter = () => playerOf(draft, { guards: { may } }, { moves });

describe("the moves of a moment", () => {
  test("enabled ones have the first payload that is accepted, and its clauses", () => {
    expect(drafter().start({}).view.enabled).toEqual([
      { type: "TAKE", example: { type: "TAKE", by: "P1", n: 2 }, clauses: ["D1"] },
      { type: "PEEK", example: { type: "PEEK", by: "P1" }, clauses: ["D2"] },
    ]);
  });

  test("options say for each seat whether it may, else why not", () => {
    const player = drafter();
    const options = player
      .options(player.start({}).state)
      .filter(({ type, by }) => type === "TAKE" && by.startsWith("P"));

    expect(options.map(({ by, accepted, example }) => [by, accepted, example["n"]])).toEqual([
      ["P1", true, 2],
      ["P2", false, 0],
    ]);
    expect(options[1]?.reasons).toMatchObject([{ guard: "may", params: { left: 5 }, clauses: ["D1"] }]);
  });

  test("a machine without seats and types offers each event once", () => {
    const player = playerOf({ initial: "a", states: { a: { on: { GO: "b" } }, b: {} } });

    expect(player.options(player.start({}).state)).toMatchObject([
      { type: "GO", by: "", example: { type: "GO" }, accepted: true },
    ]);
  });

  test("a random one is accepted, is the same for the same seed, and follows the weights", () => {
    const player = drafter();
    const { state } = player.start({});
    const chosen = Array.from({ length: 400 }, (_, seed) => player.random(state, seed));

    expect(chosen.every((event) => event && player.can(state, event).can)).toBe(true);
    expect(chosen.map((_, seed) => player.random(state, seed))).toEqual(chosen);
    expect(new Set(chosen.map((event) => event?.["n"]))).toEqual(new Set([2, 3, 4, undefined]));
    // 3 to 1, of which three in five payloads of TAKE are accepted: 9 to 5.
    const takes = chosen.filter((event) => event?.type === "TAKE").length;
    expect(takes).toBeGreaterThan(400 * 0.5);
    expect(takes).toBeLessThan(400 * 0.8);
  });

  test("legal ones are all payloads that are accepted, by move, with its weight", () => {
    const player = drafter();
    const { state } = player.start({});

    expect(player.legal(state)).toEqual([
      {
        type: "TAKE",
        weight: 3,
        events: [2, 3, 4].map((n) => ({ type: "TAKE", by: "P1", n })),
        complete: true,
      },
      { type: "PEEK", weight: 1, events: [{ type: "PEEK", by: "P1" }], complete: true },
    ]);
    expect(player.legal(state, { by: "P2" })).toMatchObject([{ events: [{ type: "PEEK", by: "P2" }] }]);
    expect(player.legal(state, { event: { type: "TAKE", n: 3 } })).toMatchObject([
      { events: [{ type: "TAKE", by: "P1", n: 3 }], complete: true },
    ]);
    expect(player.legal(state, { event: { type: "TAKE", n: 1 } })).toEqual([]);
    expect(player.legal(state, { event: { type: "TAKE" }, limit: 2 })).toMatchObject([
      { events: [{ n: 2 }, { n: 3 }], complete: false },
    ]);
    expect(() => player.legal(state, { event: { type: "TAKEN" } })).toThrow("legal: there is no event TAKEN");
    for (const limit of [0, 1.5, 1_001, Number.NaN])
      expect(() => player.legal(state, { limit })).toThrow("a whole number from 1 to 1000");
  });

  test("of a move with more payloads than can be tried there is a sample, which is not called complete", () => {
    const many = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`f${n}`, { range: [0, 9] as const }] as const);
    const player = playerOf(
      {
        on: {
          GO: { guard: ({ event }: { event: { f1: number } }) => event.f1 > 4, actions: () => undefined },
        },
      },
      {},
      { moves: { format: 1, moves: { GO: [{ fields: Object.fromEntries(many) }] } } },
    );
    const [go] = player.legal(player.start({}).state);

    expect(go?.complete).toBe(false);
    expect(go?.events).toHaveLength(100);
    // In order, all of these would be 5.
    expect(new Set(go?.events.map((event) => event["f1"]))).toEqual(new Set([5, 6, 7, 8, 9]));
  });

  test("a field names those that its values depend on, and says where its type allows no others", () => {
    const player = playerOf(
      { on: { PLAY: { actions: () => undefined } } },
      {},
      {
        events: [
          {
            type: "PLAY",
            fields: [
              { name: "by", optional: false, type: { kind: "string" } },
              {
                name: "face",
                optional: false,
                type: {
                  kind: "union",
                  of: ["up", "down"].map((value) => ({ kind: "literal" as const, value })),
                },
              },
              { name: "note", optional: false, type: { kind: "string" } },
              { name: "cards", optional: false, type: { kind: "array", of: { kind: "string" } } },
            ],
          },
        ],
        moves: {
          format: 1,
          moves: {
            PLAY: [
              {
                fields: {
                  by: { values: ["P1"] },
                  face: { values: ["up", "down"] },
                  note: { values: ["hello"] },
                  cards: { subset: "[by, face].map((note) => note)", min: 1, max: "[face].length" },
                },
              },
            ],
          },
        },
      },
    );
    const [offer] = player.moves(player.start({}).state);

    expect(offer?.fields).toMatchObject({
      face: { kind: "one", closed: true },
      cards: { kind: "subset", of: ["P1", "up"], dependsOn: ["by", "face"] },
    });
    expect(offer?.fields["note"]).not.toHaveProperty("closed");
    expect(offer?.fields["face"]).not.toHaveProperty("dependsOn");
  });

  test("there is none when nothing is accepted", () => {
    const player = playerOf(
      { on: { GO: { guard: () => false, actions: () => undefined } } },
      {},
      { moves: { format: 1, moves: { GO: [{}] } } },
    );
    expect(player.random(player.start({}).state, 1)).toBeNull();
  });

  test("a guard that throws for a payload does not end the search", () => {
    const guard = ({ event }: { event: { n: number } }) => {
      if (event.n < 2) throw new Error("boom");
      return true;
    };
    const player = playerOf(
      { on: { GO: { guard, actions: () => undefined } } },
      {},
      { moves: { format: 1, moves: { GO: [{ fields: { n: { range: [0, 3] } } }] } } },
    );

    expect(player.start({}).view.enabled[0]?.example).toEqual({ type: "GO", n: 2 });
  });
});

test("the random source gives the numbers of mulberry32", () => {
  const random = randomSource(1);
  expect([random(), random(), random()].map((n) => Math.round(n * 1e6))).toEqual([627074, 2736, 527447]);
});

describe("a field that is chosen already", () => {
  const events: EventType[] = [
    {
      type: "PICK",
      fields: [
        { name: "n", type: { kind: "number" }, optional: false },
        { name: "cards", type: { kind: "array", of: { kind: "string" } }, optional: false },
      ],
    },
  ];
  const moves = { format: 1, moves: { PICK: [{ fields: { n: { range: [1, 500] as [number, number] } } }] } };
  let guardCalls = 0;
  const player = playerOf(
    { initial: "a", states: { a: { on: { PICK: { guard: () => (guardCalls++, false) } } } } },
    {},
    { events, moves } as never,
  );
  const { state } = player.start({});
  const offered = (cards: unknown) => {
    guardCalls = 0;
    const offers = player.moves(state, { type: "PICK", cards } as never);
    return { accepted: offers.map(({ accepted }) => accepted), guardCalls };
  };

  test("and does not fit its type makes no payload worth a try", () => {
    expect(offered(["a"]).guardCalls).toBeGreaterThan(400);
    expect(offered(Array(10_000).fill(1))).toEqual({ accepted: [false], guardCalls: 0 });
    expect(offered("x")).toEqual({ accepted: [false], guardCalls: 0 });
  });

  test("and has very many faults is refused for the first hundred", () => {
    const { reasons } = player.can(state, { type: "PICK", n: 1, cards: Array(10_000).fill(1) } as never);
    expect(reasons.flatMap((reason) => (reason.code === "payload" ? reason.faults : []))).toHaveLength(100);
  });
});
