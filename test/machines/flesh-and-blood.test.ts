import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createActor, initialTransition, transition, type AnyMachineSnapshot } from "xstate";
import { parseExpr } from "#core/expr/parse.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { readModule } from "#core/read/readModule.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { activePaths, askedSeats, chartOf } from "#test/machines/support/chartOf.ts";
import { Coverage } from "#test/machines/support/Coverage.ts";
import { randomMove } from "#test/machines/support/randomMove.ts";
import { replayScenario } from "#test/machines/support/replayScenario.ts";
import { locales, rulesetFiles } from "#test/machines/support/rulesetFiles.ts";
import { machine, type Context, type Event, type Input } from "../../machines/flesh-and-blood.machine.ts";

const { json, scenarios } = rulesetFiles("flesh-and-blood");
const nodes = chartOf(machine);
const guards = machine.implementations.guards;
const moves: Moves = json("moves.json");
const clauses: { id: string; place: { line: number }; imported?: string; notModelled?: string }[] =
  json("clauses.json").clauses;
const start = (input: Input = {}) => initialTransition(machine, input)[0];

describe("scenarios", () => {
  const coverage = new Coverage(machine);

  test.each(scenarios)("%s replays", (_, scenario) => replayScenario(machine, scenario, coverage));
  test("there are 25 or more, each with a title in each language", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(25);
    for (const [, { title }] of scenarios) expect(Object.keys(title)).toEqual(locales);
  });
  test("take every transition", () => expect(coverage.missedTransitions()).toEqual([]));
  // A step of the action phase is asked first and hands a pass on to the phase, whose guards are then seen under that step.
  test("see every guard of every transition say yes and no", () =>
    expect(
      coverage
        .missedOutcomes()
        .filter((one) => !/^game\.turn\.actionPhase PASS (byPriorityHolder|lastToPass) /.test(one)),
    ).toEqual([]));
  test("save and restore in set-up, in combat, while a layer resolves, while triggers wait for an order and in the end phase", () => {
    const at = scenarios.flatMap(([, { steps }]) =>
      steps.filter((s) => s.restore).flatMap((s) => s.expect?.in ?? []),
    );

    for (const path of [
      "game.startOfGame.present.handle",
      "game.turn.actionPhase.combat.layer",
      "game.turn.actionPhase.combat.defend.declare",
      "game.settle.resolve",
      "game.settle.order",
      "game.settle.pickFirst",
      "game.turn.endPhase.arsenal",
      "game.turn.endPhase.pitch",
    ])
      expect(at).toContain(path);
  });
});

describe("the machine and the clauses", () => {
  const ids = clauses.map((c) => c.id);
  const cited = new Set(
    nodes.flatMap((n) => [n.meta, ...n.transitions.map((t) => t.meta)]).flatMap((m) => m?.clauses ?? []),
  );

  test("there are 79 clauses in the order of the document, and then those of other chapters", () => {
    const own = clauses.filter((c) => !c.imported);
    const lines = own.map((c) => c.place.line);

    expect(new Set(ids).size).toBe(ids.length);
    expect(own).toHaveLength(79);
    expect(own).toEqual(clauses.slice(0, 79));
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    expect(own.every((c) => c.id.startsWith("FAB-4."))).toBe(true);
  });
  test("every clause is carried out by the machine or says why not", () => {
    expect(clauses.filter((c) => !cited.has(c.id) && !c.notModelled)).toEqual([]);
    expect(clauses.filter((c) => cited.has(c.id) && c.notModelled)).toEqual([]);
  });
  test("the machine, the readings and the scenarios cite clauses that exist", () => {
    const all = [
      ...cited,
      ...json("readings.json").readings.flatMap((r: { clauses: string[] }) => r.clauses),
      ...scenarios.flatMap(([, s]) => [
        ...(s.clauses ?? []),
        ...s.steps.flatMap((step) => step.clauses ?? []),
      ]),
    ];

    expect(all.filter((id) => !ids.includes(id))).toEqual([]);
  });
  test("every clause is shown by a scenario", () => {
    const shown = new Set(
      scenarios.flatMap(([, s]) => [...(s.clauses ?? []), ...s.steps.flatMap((x) => x.clauses ?? [])]),
    );

    expect(ids.filter((id) => !shown.has(id))).toEqual([]);
  });
  test("every state and every transition with an event names a clause or a reason", () => {
    const bare = nodes.flatMap((n) => [
      ...(n.meta?.clauses?.length || n.meta?.structural ? [] : [n.path]),
      ...n.transitions
        .filter((t) => t.eventType !== "" && !t.meta?.clauses?.length && !t.meta?.structural)
        .map((t) => `${n.path} ${t.eventType}`),
    ]);

    expect(bare).toEqual([]);
  });
  test("every clause has a wording in each language", () => {
    for (const locale of locales) {
      const { text } = json(`text/${locale}.json`);
      expect(Object.keys(text)).toEqual(ids);
      expect(Object.values(text)).not.toContain("");
    }
  });
});

describe("what the machine tells its users", () => {
  test("a state that waits says for whom, and no other state does", () => {
    const waits = nodes.filter((n) => n.leaf && !n.final && n.transitions.some((t) => t.eventType !== ""));

    expect(nodes.filter((n) => n.meta?.asks).map((n) => n.path)).toEqual(waits.map((n) => n.path));
  });
  test.each(locales)("labels are complete and none is stale: %s", (locale) => {
    const labels: Record<string, string> = json(`labels/${locale}.json`).labels;
    const of = (kind: string) =>
      Object.keys(labels).flatMap((k) => (k.startsWith(`${kind}:`) ? [k.slice(kind.length + 1)] : []));

    expect(of("state")).toEqual(nodes.map((n) => n.path));
    expect(of("event").toSorted()).toEqual(machine.events.toSorted());
    expect(of("guard").toSorted()).toEqual(Object.keys(guards).toSorted());
    expect(of("action").toSorted()).toEqual(Object.keys(machine.implementations.actions).toSorted());
    expect(of("context").toSorted()).toEqual(Object.keys(start().context).toSorted());
    expect(of("input").toSorted()).toEqual(
      ["seats", ...Object.keys(start().context.rules), ...Object.keys(start().context.readings)].toSorted(),
    );
    expect(Object.entries(labels).filter(([, label]) => !label.trim())).toEqual([]);
  });
  test.each(locales)(
    "every field that a move fills has a label, and so has each named value: %s",
    (locale) => {
      const labels: Record<string, string> = json(`labels/${locale}.json`).labels;
      const used = Object.entries(moves.moves).flatMap(([type, all]) =>
        all.flatMap((m) => Object.entries(m.fields ?? {}).map(([field, f]) => ({ type, field, f }))),
      );

      for (const { type, field, f } of used.filter((one) => one.field !== "by")) {
        expect(labels).toHaveProperty([`field:${type}.${field}`]);
        if (["hero", "name", "effect"].includes(field)) continue;
        for (const value of (f.values ?? []).filter((one) => typeof one === "string"))
          expect(labels).toHaveProperty([`value:${type}.${field}.${value}`]);
      }
    },
  );
  test("a switchable reading offers the values of its input field and chose its default", () => {
    const switched = json("readings.json").readings.filter((r: { input?: string }) => r.input);

    expect(switched.map((r: { input: string }) => r.input).toSorted()).toEqual(
      Object.keys(start().context.readings).toSorted(),
    );
    for (const reading of switched) {
      expect(start().context.readings).toHaveProperty(reading.input, reading.chosen);
      for (const { id } of reading.options) expect(start({ [reading.input]: id }).status).toBe("active");
    }
  });
  test("its comments cite readings that exist", () => {
    const text = readFileSync(new URL("../../machines/flesh-and-blood.machine.ts", import.meta.url), "utf8");
    const cited = [...text.matchAll(/[Rr]eading (A-F\d+)/g)].map(([, n]) => n);
    const known = json("readings.json").readings.map((r: { id: string }) =>
      r.id.split("-").slice(0, 2).join("-"),
    );

    expect(cited.filter((n) => !known.includes(n))).toEqual([]);
  });
  test("at least 95 % of guards and actions can be read as formulas", () => {
    const text = readFileSync(new URL("../../machines/flesh-and-blood.machine.ts", import.meta.url), "utf8");
    const { guards: asked = [], actions: done = [] } = readModule(text).charts[0]!.setup!;
    const code = [...asked, ...done].map((one) => one.text.replace(/^assign\(([^]*)\)$/, "$1"));
    const unread = code.filter((one) => !parseExpr(one).expr);

    expect(unread.length / code.length).toBeLessThanOrEqual(0.05);
  });
});

describe("input", () => {
  test("may be left out", () => {
    expect(createActor(machine).start().getSnapshot().context.seats).toEqual(["P1", "P2"]);
  });
  test.each([
    ["seats", { seats: ["only one"] }],
    ["seats", { seats: ["same", "same"] }],
    ["seats", { seats: ["P1", "table"] }],
    ["games", { games: 0 }],
    ["deckSize", { deckSize: 61, deckPool: 60 }],
    ["weaponZones", { weaponZones: 0.5 }],
    ["arenaPool", { arenaPool: "many" }],
    ["deathCheck", { deathCheck: "never" }],
    ["deathcheck", { deathcheck: "atOnce" }],
  ])("at fault is named: %s %j", (field, input) => {
    const { status, error } = start(input as Input);

    expect(status).toBe("error");
    expect(String(error)).toContain(`input.${field}:`);
  });
});

// ---- Random play ----

type Seat = Context["players"][number];

/** Cards of a player, wherever they are and whoever controls them. */
const cardsOf = (c: Context, p: Seat) =>
  p.poolArena +
  p.poolDeck +
  p.arms +
  p.chest +
  p.head +
  p.legs +
  p.weapons +
  p.startingDeck +
  p.elsewhere +
  p.inventory +
  p.deck +
  p.hand +
  p.arsenal +
  p.pitch.length +
  p.graveyard +
  p.banished +
  p.removed +
  [...c.permanents, ...c.chain.cards].reduce((sum, o) => sum + (o.owner === p.id ? o.cards : 0), 0) +
  [...c.stack, c.resolving].filter((o) => o?.card && o.owner === p.id).length;

/** What went wrong between two moments of a play, by what was to hold. */
type Wrong = Record<
  "cards" | "limits" | "turns" | "priority" | "gone" | "asks" | "shape" | "deadEnd" | "end",
  string[]
>;

const isIn = (c: Context, seat: string | null) => c.players.some((p) => p.id === seat && !p.out);

/** Who comes next clockwise among those still in the game. */
const after = (c: Context, seat: string) => {
  const i = c.seats.indexOf(seat);
  return [...c.seats.slice(i + 1), ...c.seats.slice(0, i)].find((s) => isIn(c, s));
};

function look(was: Context, event: Event, now: AnyMachineSnapshot, wrong: Wrong, where: string) {
  const is: Context = now.context;
  for (const p of is.players) {
    if (cardsOf(is, p) !== is.rules.arenaPool + is.rules.deckPool) wrong.cards.push(where);
    const counts = Object.values(p).filter((one) => typeof one === "number");
    if (counts.some((n) => n < 0 || n % 1 !== 0)) wrong.limits.push(where);
    if (Math.max(p.arms, p.chest, p.head, p.legs) > 1 || p.weapons > is.rules.weaponZones)
      wrong.limits.push(where);
    if (is.turnNo > 0 && p.id !== is.turnPlayer && p.actionPoints > 0) wrong.limits.push(where);
    if (p.out && (p.hand > 0 || p.actionPoints > 0 || p.hero !== null)) wrong.gone.push(where);
  }
  const owned = [...is.stack, ...is.permanents, ...is.chain.cards, ...(is.resolving ? [is.resolving] : [])];
  if (owned.some((o) => !isIn(is, o.owner) || !isIn(is, o.controller))) wrong.gone.push(where);
  if (is.stack.length > 0 && is.stack.some((o, i) => is.stack.findIndex((x) => x.id === o.id) !== i))
    wrong.gone.push(where);
  if (is.gameNo === was.gameNo && is.turnNo > was.turnNo && was.turnNo > 0) {
    if (is.turnNo !== was.turnNo + 1) wrong.turns.push(where);
    if (is.turnPlayer !== after(is, was.turnPlayer)) wrong.turns.push(where);
    const cutShort = is.readings.turnOfLoser === "nextTurn" && is.lost.length > was.lost.length;
    if (is.chain.open || (!cutShort && is.players.some((p) => p.pitch.length > 0))) wrong.turns.push(where);
  }
  const { holder, next, passes } = is.priority;
  const paths = activePaths(now);
  if (holder !== null && (is.phase !== "action" || !isIn(is, holder) || next !== null))
    wrong.priority.push(where);
  if (passes >= is.players.filter((p) => !p.out).length) wrong.priority.push(where);
  if (
    event.type === "PASS" &&
    holder !== null &&
    passes > 0 &&
    holder !== after(is, was.priority.holder ?? "")
  )
    wrong.priority.push(where);
  const inCombat = paths.includes("game.turn.actionPhase.combat");
  if (is.chain.open !== inCombat && paths.includes("game") && !paths.includes("game.settle"))
    wrong.priority.push(where);
  const seats = now.status === "active" ? askedSeats(now) : ["table"];
  if (seats.length === 0 || seats.some((s) => s !== "chance" && s !== "table" && !isIn(is, s)))
    wrong.asks.push(where);
  if (Object.keys(is).join() !== Object.keys(was).join()) wrong.shape.push(where);
}

const GAMES = process.env["LONG"] ? 2000 : 300;

describe(`in ${GAMES} random plays under changing readings`, () => {
  const reached = new Set<unknown>();
  const three = ["P1", "P2", "P3"];
  const inputs: Input[] = [
    {},
    { openingDraw: "equal", weaponZones: 1, deckSize: 40, deckPool: 45, arsenalZones: 2 },
    { seats: three, turnOfLoser: "nextTurn", stalemateBy: "judge" },
    { deathCheck: "atOnce", arsenalZones: 0 },
    { seats: [...three, "P4"], games: 2, chooserWithoutLoser: "ruling", deathCheck: "atOnce" },
    { seats: three, games: 2 },
  ];
  const wrong: Wrong = {
    cards: [],
    limits: [],
    turns: [],
    priority: [],
    gone: [],
    asks: [],
    shape: [],
    deadEnd: [],
    end: [],
  };
  const endings = new Set<string>();
  let longest = 0;

  beforeAll(() => {
    for (let seed = 1; seed <= GAMES; seed++) {
      const random = randomSource(seed);
      const input = inputs[seed % inputs.length]!;
      const actor = createActor(machine, {
        input,
        inspect: (e) => {
          if (e.type === "@xstate.microstep")
            for (const node of (e.snapshot as AnyMachineSnapshot)._nodes) reached.add(node);
        },
      }).start();
      let now = actor.getSnapshot();
      for (let count = 0; now.status === "active" && count < 3000; count++) {
        const where = `seed ${seed}, move ${count}, ${JSON.stringify(now.value)}`;
        const event = randomMove(now, moves, { ...input }, random) as Event | undefined;
        if (!event) {
          wrong.deadEnd.push(where);
          break;
        }
        actor.send(event);
        const was = now.context;
        now = actor.getSnapshot();
        longest = Math.max(longest, now.context.turnNo);
        look(was, event, now, wrong, `${where}, ${JSON.stringify(event)}`);
      }
      const record = now.output?.record ?? [];
      if (now.status !== "done" || record.length !== (input.games ?? 1)) wrong.end.push(`seed ${seed}`);
      for (const game of record) {
        endings.add(`${game.winner === null ? "draw" : "win"} ${game.how}`);
        const left = now.context.seats.filter((s) => !game.lost.flat().includes(s));
        if (game.how === "lastOneLeft" && left.join() !== game.winner) wrong.end.push(`seed ${seed}`);
        if (game.how !== "lastOneLeft" && left.length < 2) wrong.end.push(`seed ${seed}`);
      }
    }
  }, 600_000);

  test("every card of every player stays in the game or is removed", () => expect(wrong.cards).toEqual([]));
  test("numbers stay whole and within their limits", () => expect(wrong.limits).toEqual([]));
  test("turns go clockwise past those who have lost, and end tidily", () => expect(wrong.turns).toEqual([]));
  test("priority has one holder, in the action phase, and goes clockwise", () =>
    expect(wrong.priority).toEqual([]));
  test("nothing is left of a player who has lost", () => expect(wrong.gone).toEqual([]));
  test("whoever is asked is still in the game", () => expect(wrong.asks).toEqual([]));
  test("the context keeps its shape", () => expect(wrong.shape).toEqual([]));
  test("a move is always left until the end", () => expect(wrong.deadEnd).toEqual([]));
  test("the match ends after its games, won and drawn in many ways", () => {
    expect(wrong.end).toEqual([]);
    for (const ending of ["win lastOneLeft", "win effect", "draw effect", "draw agreement", "draw deadlock"])
      expect(endings).toContain(ending);
    expect(longest).toBeGreaterThan(3);
  });
  test("every state is reached", () => {
    const found = chartOf(machine).map((n) => n.path);
    const known = new Set([...reached].map((node) => (node as { path: string[] }).path.join(".")));

    expect(found.filter((path) => !known.has(path))).toEqual([]);
  });
});

test("guards refuse an event without fields in every state of a game, and none throws", () => {
  const random = randomSource(7);
  const bare = ["PASS", "CONCEDE", "EQUIP", "STORE_CARD", "SKIP_ARSENAL", "RESOLVE_LAYER"];
  const open = [...bare, "CLOSE_CHAIN", "DRAW_BY_EFFECT", "WITHDRAW_DRAW"];
  let now = start();
  while (now.status === "active") {
    for (const type of machine.events)
      for (const by of ["P1", "P2", "chance", "table", undefined])
        if (now.can({ type, by } as Event)) expect(open).toContain(type);
    now = transition(machine, now, randomMove(now, moves, {}, random) as Event)[0];
  }
});

test("only the asked seats may act, but for card effects, conceding and consent to a draw", () => {
  const random = randomSource(11);
  const anyone = ["CONCEDE", "AGREE_TO_DRAW", "WITHDRAW_DRAW"];
  let now = start();
  while (now.status === "active") {
    const event = randomMove(now, moves, {}, random) as Event;
    if (!anyone.includes(event.type)) {
      const may = event.by === "table" ? ["table"] : askedSeats(now);
      expect(may).toContain(event.by);
      for (const by of ["P1", "P2", "chance", "table", "nobody"].filter((seat) => !may.includes(seat)))
        expect(now.can({ ...event, by } as Event), `${by} ${JSON.stringify(event)}`).toBe(false);
    } else expect(now.can({ ...event, by: "nobody" } as Event)).toBe(false);
    now = transition(machine, now, event)[0];
  }
});
