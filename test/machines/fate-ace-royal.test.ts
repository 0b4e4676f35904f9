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
import { machine, type Context, type Event, type Input } from "../../machines/fate-ace-royal.machine.ts";

const { json, scenarios } = rulesetFiles("fate-ace-royal");
const nodes = chartOf(machine);
const guards = machine.implementations.guards;
const moves: Moves = json("moves.json");
const clauses: { id: string; place: { line: number }; notModelled?: string }[] = json("clauses.json").clauses;
const start = (input: Input = {}) => initialTransition(machine, input)[0];

describe("scenarios", () => {
  const coverage = new Coverage(machine);

  test.each(scenarios)("%s replays", (_, scenario) => replayScenario(machine, scenario, coverage));
  test("there are 25 or more, each with a title in each language", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(25);
    for (const [, { title }] of scenarios) expect(Object.keys(title)).toEqual(locales);
  });
  test("take every transition", () => expect(coverage.missedTransitions()).toEqual([]));
  test("see every guard of every transition say yes and no", () =>
    expect(coverage.missedOutcomes()).toEqual([]));
  test("save and restore in the middle of the draft, a ritual, a battle, a robbery and of discarding", () => {
    const at = scenarios.flatMap(([, { steps }]) =>
      steps.filter((s) => s.restore).flatMap((s) => s.expect?.in ?? []),
    );

    for (const path of [
      "drawClasses",
      "swapClasses",
      "drawTwo",
      "engagement",
      "counter",
      "pickCard",
      "endPhase",
    ])
      expect(
        at.some((one) => one.endsWith(path)),
        path,
      ).toBe(true);
  });
});

describe("the machine and the clauses", () => {
  const ids = clauses.map((c) => c.id);
  const cited = new Set(
    nodes.flatMap((n) => [n.meta, ...n.transitions.map((t) => t.meta)]).flatMap((m) => m?.clauses ?? []),
  );

  test("there are 90 clauses in the order of the document", () => {
    const lines = clauses.map((c) => c.place.line);

    expect(new Set(ids).size).toBe(90);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });
  test("every clause is carried out by the machine or says why not", () => {
    expect(clauses.filter((c) => cited.has(c.id) === (c.notModelled !== undefined))).toEqual([]);
    expect(clauses.filter((c) => c.notModelled).map((c) => c.id)).toEqual(["FA-SET-10"]);
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

    expect(clauses.filter((c) => !shown.has(c.id) && !c.notModelled).map((c) => c.id)).toEqual([]);
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
      ["seats", "spirits", "classes", ...Object.keys(start().context.readings)].toSorted(),
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

      const free = ["name", "card", "numbers", "die", "tapThis", "xCost", "toProxy", "needsAptitude"];
      for (const { type, field, f } of used.filter((one) => one.field !== "by")) {
        expect(labels).toHaveProperty([`field:${type}.${field}`]);
        for (const value of free.includes(field) ? [] : (f.values ?? []))
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
    const text = readFileSync(new URL("../../machines/fate-ace-royal.machine.ts", import.meta.url), "utf8");
    const cited = [...text.matchAll(/[Rr]eading (\d+)/g)].map(([, n]) => n);
    const known = json("readings.json").readings.map((r: { id: string }) => r.id.split("-")[0]);

    expect(cited.filter((n) => !known.includes(n))).toEqual([]);
  });
  test("at least 95 % of guards and actions can be read as formulas", () => {
    const text = readFileSync(new URL("../../machines/fate-ace-royal.machine.ts", import.meta.url), "utf8");
    const { guards: asked = [], actions: done = [] } = readModule(text).charts[0]!.setup!;
    const code = [...asked, ...done].map((one) => one.text.replace(/^assign\(([^]*)\)$/, "$1"));
    const unread = code.filter((one) => !parseExpr(one).expr);

    expect(unread.length / code.length).toBeLessThanOrEqual(0.05);
  });
});

const CLASS = {
  name: "Saber",
  stats: { physicalAttack: 1, physicalDefense: 1, magicAttack: 1, magicDefense: 1 },
  skills: [],
  aptSkills: [],
};

describe("input", () => {
  test("may be left out", () => {
    expect(createActor(machine).start().getSnapshot().context.seats).toEqual(["P1", "P2"]);
  });
  test.each([
    ["seats", { seats: ["only one"] }],
    ["seats", { seats: ["same", "same"] }],
    ["seats", { seats: ["P1", "table"] }],
    ["seats", { seats: ["1", "2", "3", "4", "5", "6", "7", "8"] }],
    ["spirits", { spirits: [] }],
    ["spirits", { spirits: [{ name: "A" }, { name: "B" }] }],
    ["classes", { classes: [CLASS] }],
    ["classes", { classes: [CLASS, CLASS] }],
    ["seeThrough", { seeThrough: "half" }],
    ["seethrough", { seethrough: "allCards" }],
  ])("at fault is named: %s %j", (field, input) => {
    const { status, error } = start(input as Input);

    expect(status).toBe("error");
    expect(String(error)).toContain(`input.${field}:`);
  });
});

// ---- Random play ----

const total = (cards: { codes: number; events: number }) => cards.codes + cards.events;

/** Codes and events, wherever they lie: 27 and 49 once the deck is built. */
const deckCards = ({ deck, discard, players }: Context) => ({
  codes: players.reduce(
    (sum, p) => sum + p.hand.codes + p.capCards.codes + p.codes.length,
    deck.codes + discard.codes,
  ),
  events: players.reduce((sum, p) => sum + p.hand.events + p.capCards.events, deck.events + discard.events),
});

const servantCards = ({ spiritPool, classPool, players }: Context) =>
  [
    ...[...spiritPool, ...classPool].map((c) => c.name),
    ...players.flatMap((p) => [p.spirit, p.classCard].flatMap((c) => (c ? [c.name] : []))),
  ]
    .toSorted()
    .join();

/** What went wrong between two moments of a play, by what was to hold. */
type Wrong = Record<"cards" | "limits" | "turns" | "coin" | "out" | "shape" | "deadEnd" | "end", string[]>;

function look(before: AnyMachineSnapshot, after: AnyMachineSnapshot, wrong: Wrong, where: string) {
  const was: Context = before.context;
  const is: Context = after.context;
  const built = total(is.deck) + total(is.discard) > 0;
  const { codes, events } = deckCards(is);
  if (built && (codes !== 27 || events !== 49)) wrong.cards.push(where);
  if (servantCards(is) !== servantCards(was)) wrong.cards.push(where);
  for (const p of is.players) {
    const counts = [p.seals, p.mana, p.hand.codes, p.hand.events, p.tokens.assassination, p.tokens.drain];
    if ([...counts, is.deck.codes, is.deck.events].some((n) => n < 0 || !Number.isInteger(n)))
      wrong.limits.push(where);
    if (p.codes.length > 4 + total(p.capCards) || p.seals > 3) wrong.limits.push(where);
    if (new Set(p.codes.map((c) => c.name)).size !== p.codes.length) wrong.limits.push(where);
    const dead = p.tokens.assassination > total(p.hand) || p.tokens.drain > total(p.hand);
    const free = [...(p.spirit?.skills ?? []), ...(p.classCard?.skills ?? [])].includes("independentAction");
    if (built && !p.out && (p.seals === 0 || p.mana === 0 || (dead && !free))) wrong.out.push(where);
    if (p.out !== is.eliminated.includes(p.id)) wrong.out.push(where);
    if (p.out && total(p.hand) + total(p.capCards) + p.codes.length > 0) wrong.out.push(where);
  }
  if (built && after.status === "active" && is.players.find((p) => p.id === is.turnPlayer)!.out)
    wrong.turns.push(where);
  if (is.turnNo !== was.turnNo) {
    const at = was.seats.indexOf(was.turnPlayer);
    const next = [...was.seats.slice(at + 1), ...was.seats.slice(0, at)].find(
      (s) => !is.players.find((p) => p.id === s)!.out,
    );
    if (is.turnNo !== was.turnNo + 1 || is.turnPlayer !== next) wrong.turns.push(where);
    if (is.boosts.length + is.battle.proxies.length > 0 || is.acted || is.equipped) wrong.turns.push(where);
  } else if (built && total(was.deck) > 0 && is.turnPlayer !== was.turnPlayer) wrong.turns.push(where);
  if (is.coin.turnsHeld > 1 && after.status === "active") wrong.coin.push(where);
  if (is.turnNo === was.turnNo && built && is.coin.holder !== was.coin.holder && after.status === "active")
    wrong.coin.push(where);
  if (Object.keys(is).join() !== Object.keys(was).join()) wrong.shape.push(where);
}

const GAMES = process.env["LONG"] ? 2000 : 300;

describe(`in ${GAMES} random plays of 2 to 7 players under changing readings`, () => {
  const reached = new Set<string>();
  const inputs: Input[] = [
    {},
    { forcedWhenUnable: "battleAnyway", fallenHolder: "noEffects" },
    { seeThrough: "servantOnly", extension: "anAction" },
    { proxyTapping: "spiritOnly", proxyDamage: "doesNotCount" },
  ];
  const wrong: Wrong = {
    cards: [],
    limits: [],
    turns: [],
    coin: [],
    out: [],
    shape: [],
    deadEnd: [],
    end: [],
  };
  const endings = new Set<string>();
  let longest = 0;

  beforeAll(() => {
    for (let seed = 1; seed <= GAMES; seed++) {
      const random = randomSource(seed);
      const seats = ["A", "B", "C", "D", "E", "F", "G"].slice(0, 2 + (seed % 6));
      const input: Input = { ...inputs[seed % inputs.length]!, seats };
      const actor = createActor(machine, {
        input,
        inspect: (e) => {
          if (e.type === "@xstate.microstep")
            for (const path of activePaths(e.snapshot as AnyMachineSnapshot)) reached.add(path);
        },
      }).start();
      let now = actor.getSnapshot();
      for (const path of activePaths(now)) reached.add(path);
      for (let count = 0; now.status === "active" && count < 3000; count++) {
        const where = `seed ${seed}, move ${count}, ${JSON.stringify(now.value)}`;
        const event = randomMove(now, moves, {}, random) as Event | undefined;
        if (!event) {
          wrong.deadEnd.push(where);
          break;
        }
        actor.send(event);
        const before = now;
        now = actor.getSnapshot();
        look(before, now, wrong, `${where}, ${JSON.stringify(event)}`);
      }
      const { players } = now.context;
      const winner = players.find((p) => !p.out)?.id ?? null;
      if (now.status !== "done" || now.output?.winner !== winner) wrong.end.push(`seed ${seed}`);
      if (players.filter((p) => !p.out).length > 1) wrong.end.push(`seed ${seed}`);
      endings.add(winner === null ? "draw" : "winner");
      longest = Math.max(longest, now.context.turnNo);
    }
  }, 300_000);

  test("no card is lost or made", () => expect(wrong.cards).toEqual([]));
  test("counts, seals and equipped codes stay within their limits", () => expect(wrong.limits).toEqual([]));
  test("turns go clockwise, past those who are out, and leave nothing of themselves behind", () =>
    expect(wrong.turns).toEqual([]));
  test("the coin moves between turns only and stays two turns of its holder at most", () =>
    expect(wrong.coin).toEqual([]));
  test("whoever loses is out at once, with no card left", () => expect(wrong.out).toEqual([]));
  test("the context keeps its shape", () => expect(wrong.shape).toEqual([]));
  test("a move is always left until the end", () => expect(wrong.deadEnd).toEqual([]));
  test("the game ends with one player left, or none", () => {
    expect(wrong.end).toEqual([]);
    expect(endings).toEqual(new Set(["draw", "winner"]));
    expect(longest).toBeGreaterThan(10);
  });
  test("every state is reached", () => {
    expect(nodes.map((n) => n.path).filter((path) => !reached.has(path))).toEqual([]);
  });
});

test("guards refuse an event without fields in every state of a game, and none throws", () => {
  const random = randomSource(7);
  const bare = new Set([
    "AGREE",
    "REFUSE",
    "KEEP_CLASS",
    "END_RITUAL",
    "DECLINE",
    "PASS",
    "TAKE_CARD",
    "LEAVE_CARD",
    "SEAL_MANA",
    "SEAL_RESET",
  ]);
  let now = start();
  while (now.status === "active") {
    for (const type of machine.events)
      for (const by of ["P1", "P2", "chance", "table", undefined]) {
        const event = { type, by } as Event;
        if (now.can(event)) expect(bare).toContain(type);
        for (const guard of Object.values(guards))
          guard!({ context: now.context, event } as never, undefined);
      }
    now = transition(machine, now, randomMove(now, moves, {}, random) as Event)[0];
  }
});

test("only the asked seats may act, but for what may be done at any time", () => {
  const random = randomSource(11);
  const anyTime = new Set(nodes.find((n) => n.path === "play")!.transitions.map((t) => t.eventType));
  let now = start();
  while (now.status === "active") {
    const event = randomMove(now, moves, {}, random) as Event;
    if (!anyTime.has(event.type)) {
      expect(askedSeats(now)).toContain(event.by);
      for (const by of ["P1", "P2", "chance", "table", "nobody"].filter((s) => !askedSeats(now).includes(s)))
        expect(now.can({ ...event, by } as Event), `${by} ${JSON.stringify(event)}`).toBe(false);
    }
    now = transition(machine, now, event)[0];
  }
});
