import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createActor, initialTransition, transition, type AnyMachineSnapshot } from "xstate";
import { parseExpr } from "#core/expr/parse.ts";
import { readModule } from "#core/read/readModule.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { activePaths, askedSeats, chartOf } from "#test/machines/support/chartOf.ts";
import { Coverage } from "#test/machines/support/Coverage.ts";
import { randomMove } from "#test/machines/support/randomMove.ts";
import { replayScenario } from "#test/machines/support/replayScenario.ts";
import { locales, rulesetFiles } from "#test/machines/support/rulesetFiles.ts";
import { machine, type Context, type Event, type Input } from "../../machines/chrono-card.machine.ts";

const { json, scenarios } = rulesetFiles("chrono-card");
const source = readFileSync(new URL("../../machines/chrono-card.machine.ts", import.meta.url), "utf8");
const nodes = chartOf(machine);
/** History is a place to return to, never an active state. */
const states = nodes.filter((n) => n.path !== "turn.mainPhase.resume");
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
  test("save and restore in an order choice, in declarations, in each wait of a Charm and in a discard", () => {
    const at = scenarios.flatMap(([, { steps }]) =>
      steps.filter((s) => s.restore).flatMap((s) => s.expect?.in ?? []),
    );

    for (const path of [
      "order",
      "window",
      "resolve",
      "round",
      "open",
      "defence",
      "effect",
      "damage",
      "discard",
    ])
      expect(
        at.some((one) => one.endsWith(`.${path}`)),
        path,
      ).toBe(true);
  });
});

describe("the machine and the clauses", () => {
  const ids = clauses.map((c) => c.id);
  const cited = new Set(
    nodes.flatMap((n) => [n.meta, ...n.transitions.map((t) => t.meta)]).flatMap((m) => m?.clauses ?? []),
  );

  test("there are 57 clauses in the order of the document", () => {
    const lines = clauses.map((c) => c.place.line);

    expect(new Set(ids).size).toBe(57);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });
  test("every clause is carried out by the machine", () => {
    expect(clauses.filter((c) => !cited.has(c.id) || c.notModelled)).toEqual([]);
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
  test("every automatic state has a way out that no guard can close, but for those that wait too", () => {
    const stuck = nodes.filter(
      (n) => n.transitions.some((t) => t.eventType === "") && n.transitions.every((t) => t.guard),
    );

    expect(stuck.map((n) => n.path)).toEqual(
      ["start", "draw", "charm", "end"].map((p) => `turn.${p}Phase.order`),
    );
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
      ["seats", "cards", "hand", ...Object.keys(start().context.readings)].toSorted(),
    );
    expect(Object.entries(labels).filter(([, label]) => !label.trim())).toEqual([]);
  });
  test.each(locales)(
    "every field that a move fills has a label, and so has each value of a fixed list: %s",
    (locale) => {
      const labels: Record<string, string> = json(`labels/${locale}.json`).labels;
      const used = Object.entries(moves.moves).flatMap(([type, all]) =>
        all.flatMap((m) => Object.entries(m.fields ?? {}).map(([field, f]) => ({ type, field, f }))),
      );

      for (const { type, field, f } of used.filter((one) => one.field !== "by")) {
        expect(labels).toHaveProperty([`field:${type}.${field}`]);
        if (["effect", "kind", "phase"].includes(field))
          for (const value of f.values ?? [])
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
    const cited = [...source.matchAll(/[Rr]eading (\d+)/g)].map(([, n]) => n);
    const known = json("readings.json").readings.map((r: { id: string }) => r.id.split("-")[0]);

    expect(cited.filter((n) => !known.includes(n))).toEqual([]);
  });
  test("at least 95 % of guards and actions can be read as formulas", () => {
    const { guards: asked = [], actions: done = [] } = readModule(source).charts[0]!.setup!;
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
    ["seats", { seats: ["1", "2", "3", "4", "5", "6", "7"] }],
    ["cards", { cards: -1 }],
    ["hand", { hand: 1.5 }],
    ["hand", { cards: 4, hand: 5 }],
    ["effectRound", { effectRound: "anyhow" }],
    ["effectround", { effectround: "goOn" }],
  ])("at fault is named: %s %j", (field, input) => {
    const { status, error } = start(input as Input);

    expect(status).toBe("error");
    expect(String(error)).toContain(`input.${field}:`);
  });
});

// ---- Random play ----

/** Cards of each player wherever they are, the Heroine not counted. */
const cardsOf = ({ players, chain }: Context) =>
  players.map(
    (p) =>
      p.deck +
      p.hand +
      p.discard +
      p.field.filter((c) => c.kind !== "heroine").length +
      chain.stack.filter(
        (d) => d.by === p.id && d.status === "declared" && (d.kind === "card" || d.kind === "event"),
      ).length,
  );

/** What went wrong between two moments of a play, by what was to hold. */
type Wrong = Record<
  "cards" | "limits" | "turns" | "ep" | "charm" | "chain" | "round" | "shape" | "deadEnd" | "end",
  string[]
>;

function look(
  before: AnyMachineSnapshot,
  after: AnyMachineSnapshot,
  cards: number,
  wrong: Wrong,
  where: string,
) {
  const was: Context = before.context;
  const is: Context = after.context;
  const active = activePaths(after);
  const inPhase = (name: string) => active.includes(`turn.${name}`);
  const phaseOf = (paths: string[]) => paths.find((p) => /^turn\.\w+Phase$/.test(p));

  if (cardsOf(is).some((count) => count !== cards)) wrong.cards.push(where);
  const names = is.players.flatMap((p) => p.field.map((c) => c.name));
  if (new Set(names).size !== names.length) wrong.cards.push(where);
  if (is.players.some((p) => p.field.filter((c) => c.kind === "heroine").length !== 1))
    wrong.cards.push(where);
  for (const p of is.players) {
    if (Math.min(p.deck, p.hand, p.discard, p.handLimit, p.ep) < 0) wrong.limits.push(where);
    if (p.field.some((c) => c.tokens < 0 || c.damage < 0)) wrong.limits.push(where);
  }

  // A turn ends with a hand within the limit, no damage, nothing face down but Heroines, and the next player.
  if (is.turnNo !== was.turnNo) {
    const past = is.players.find((p) => p.id === was.turnPlayer)!;
    const left = is.players.filter((p) => !p.out).map((p) => p.id);
    const order = [...is.seats, ...is.seats];
    const next = order.slice(order.indexOf(was.turnPlayer) + 1).find((seat) => left.includes(seat));
    if (is.turnNo !== was.turnNo + 1 || is.turnPlayer !== next || is.charmUsed) wrong.turns.push(where);
    const cleared =
      is.triggers.length === was.triggers.length && is.tasks.todo.every((t) => t.name !== "draw");
    if (!past.out && past.hand > past.handLimit && cleared) wrong.turns.push(where);
  } else if (
    is.turnPlayer !== was.turnPlayer ||
    (was.charmUsed && !is.charmUsed && is.readings.failedCharm === "spent")
  )
    wrong.turns.push(where);

  const came = phaseOf(active);
  const suspended =
    is.readings.charmSwitch === "noChange" && (came === "turn.charmPhase" || was.charm.target !== null);
  if (came && phaseOf(activePaths(before)) && came !== phaseOf(activePaths(before)) && !suspended)
    if (is.players.some((p) => p.ep > 0 || (p.defeated && !p.out))) wrong.ep.push(where);

  if (after.status !== "active") return;
  if (inPhase("charmPhase") && (is.charm.target === null || !is.charmUsed)) wrong.charm.push(where);
  if (inPhase("mainPhase") && (is.charm.target !== null || is.chain.stack.length > 0))
    wrong.charm.push(where);
  if (inPhase("chain") !== is.chain.stack.length > 0) wrong.chain.push(where);
  if (
    inPhase("chain") &&
    (is.chain.waiting.length === 0 || is.chain.waiting.includes(is.chain.stack.at(-1)!.by))
  )
    wrong.chain.push(where);
  if (is.chain.stack.slice(0, -1).some((d) => d.status !== "declared")) wrong.chain.push(where);
  const asks = [is.round.asked, ...is.round.after].filter((seat) => seat !== null);
  if (new Set(asks).size !== asks.length || (active.at(-1)!.endsWith("effect") && asks.length === 0))
    wrong.round.push(where);
  if (Object.keys(is).join() !== Object.keys(was).join()) wrong.shape.push(where);
}

const GAMES = process.env["LONG"] ? 2000 : 300;

describe(`in ${GAMES} random plays under changing readings`, () => {
  const reached = new Set<string>();
  const inputs: Input[] = [
    {},
    { seats: ["P1", "P2", "P3"], effectRound: "goOn", support: "withHeroine" },
    { cards: 12, failedCharm: "free", startCards: "everyone", defenders: "unchecked" },
    { charmSwitch: "noChange", restriction: "nothing" },
    { seats: ["A", "B", "C", "D"], cards: 20, hand: 7 },
  ];
  const wrong: Wrong = {
    cards: [],
    limits: [],
    turns: [],
    ep: [],
    charm: [],
    chain: [],
    round: [],
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
            for (const path of activePaths(e.snapshot as AnyMachineSnapshot)) reached.add(path);
        },
      }).start();
      let now = actor.getSnapshot();
      for (let count = 0; now.status === "active" && count < 5000; count++) {
        const where = `seed ${seed}, move ${count}, ${JSON.stringify(now.value)}`;
        const event = randomMove(now, moves, { ...input }, random) as Event | undefined;
        if (!event) {
          wrong.deadEnd.push(where);
          break;
        }
        actor.send(event);
        const before = now;
        now = actor.getSnapshot();
        look(before, now, input.cards ?? 40, wrong, `${where}, ${JSON.stringify(event)}`);
      }
      const left = now.context.players.filter((p) => !p.out).map((p) => p.id);
      if (now.status !== "done" || left.length > 1 || now.output?.winner !== (left[0] ?? null))
        wrong.end.push(`seed ${seed} ${now.status}`);
      endings.add(now.output?.winner === null ? "nobody" : "winner");
      longest = Math.max(longest, now.context.turnNo);
    }
  }, 240_000);

  test("every card is in one place, and no two on the fields share a name", () =>
    expect(wrong.cards).toEqual([]));
  test("every number stays within its limits", () => expect(wrong.limits).toEqual([]));
  test("turns go round those who are left, with a hand within the limit and one Charm at most", () =>
    expect(wrong.turns).toEqual([]));
  test("a new phase begins without stored EP and without an unseen defeat", () =>
    expect(wrong.ep).toEqual([]));
  test("there is a Charm in the Charm phase, and in Main neither Charm nor declaration", () =>
    expect(wrong.charm).toEqual([]));
  test("declarations wait for others than their maker, and one at a time is processed", () =>
    expect(wrong.chain).toEqual([]));
  test("nobody is asked twice in a round", () => expect(wrong.round).toEqual([]));
  test("the context keeps its shape", () => expect(wrong.shape).toEqual([]));
  test("a move is always left until the end", () => expect(wrong.deadEnd).toEqual([]));
  test("the game ends when one player at most is left, who has won", () => {
    expect(wrong.end).toEqual([]);
    expect(endings).toEqual(new Set(["nobody", "winner"]));
    expect(longest).toBeGreaterThan(5);
  });
  test("every state is reached", () => {
    expect(states.map((n) => n.path).filter((path) => !reached.has(path))).toEqual([]);
  });
});

test("guards refuse an event without fields in every state of a game, and none throws", () => {
  const random = randomSource(7);
  const bare = ["PROCESS_AS_LISTED", "END_MAIN", "DECLARE_NO_DEFENCE", "PASS", "CONFIRM", "ACCEPT"];
  let now = start();
  while (now.status === "active") {
    for (const type of machine.events)
      for (const by of ["P1", "P2", "chance", "table", undefined])
        if (now.can({ type, by } as Event)) expect(bare).toContain(type);
    now = transition(machine, now, randomMove(now, moves, {}, random) as Event)[0];
  }
});

test("only the asked seats may act, but for EP, events and A.Skills in Main and facts from the table", () => {
  const random = randomSource(11);
  let now = start({ seats: ["P1", "P2", "P3"] });
  while (now.status === "active") {
    const event = randomMove(now, moves, {}, random) as Event;
    const free =
      event.type === "MAKE_EP" ||
      (activePaths(now).includes("turn.mainPhase") &&
        (event.type === "USE_EVENT" || event.type === "USE_SKILL"));
    const may = free ? [event.by] : event.by === "table" ? ["table"] : askedSeats(now);
    const others = free ? ["chance", "table", "nobody"] : ["P1", "P2", "P3", "chance", "table", "nobody"];

    expect(may).toContain(event.by);
    for (const by of others.filter((seat) => !may.includes(seat)))
      expect(now.can({ ...event, by } as Event), `${by} ${JSON.stringify(event)}`).toBe(false);
    now = transition(machine, now, event)[0];
  }
});
