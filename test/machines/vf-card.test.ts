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
import { machine, type Context, type Event, type Input } from "../../machines/vf-card.machine.ts";

const { json, scenarios } = rulesetFiles("vf-card");
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
  test("save and restore in the middle of effects, of a battle, of stocking and of discarding", () => {
    const at = scenarios.flatMap(([, { steps }]) =>
      steps.filter((s) => s.restore).flatMap((s) => s.expect?.in ?? []),
    );

    for (const path of ["effects", "battle", "mustStock", "discard"])
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

  test("there are 35 clauses in the order of the document", () => {
    const lines = clauses.map((c) => c.place.line);

    expect(new Set(ids).size).toBe(35);
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
      ["seats", "stockCapacity", "drawCount", ...Object.keys(start().context.readings)].toSorted(),
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
        if (field !== "reason")
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
    const text = readFileSync(new URL("../../machines/vf-card.machine.ts", import.meta.url), "utf8");
    const cited = [...text.matchAll(/[Rr]eading (\d+)/g)].map(([, n]) => n);
    const known = json("readings.json").readings.map((r: { id: string }) => r.id.split("-")[0]);

    expect(cited.filter((n) => !known.includes(n))).toEqual([]);
  });
  test("at least 95 % of guards and actions can be read as formulas", () => {
    const text = readFileSync(new URL("../../machines/vf-card.machine.ts", import.meta.url), "utf8");
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
    ["stockCapacity", { stockCapacity: -1 }],
    ["stockCapacity", { stockCapacity: "five" }],
    ["drawCount", { drawCount: 0.5 }],
    ["mandatoryStock", { mandatoryStock: "half" }],
    ["mandatorystock", { mandatorystock: "onlyExcess" }],
  ])("at fault is named: %s %j", (field, input) => {
    const { status, error } = start(input as Input);

    expect(status).toBe("error");
    expect(String(error)).toContain(`input.${field}:`);
  });
});

// ---- Random play ----

const cardsOf = (context: Context) =>
  context.players
    .flatMap((p) => [...p.hand, ...p.stock, ...p.traps, ...p.field, ...p.leavePile])
    .map((c) => c.id);

/** What went wrong between two moments of a play, by what was to hold. */
type Wrong = Record<"cards" | "limits" | "turns" | "marks" | "shape" | "deadEnd" | "end", string[]>;

function look(
  before: AnyMachineSnapshot,
  event: Event,
  after: AnyMachineSnapshot,
  wrong: Wrong,
  where: string,
) {
  const was: Context = before.context;
  const is: Context = after.context;
  const came = event.type === "DEAL" || event.type === "DRAW" ? [event.card] : [];
  const cards = cardsOf(is);
  if (cards.toSorted().join() !== [...cardsOf(was), ...came].toSorted().join()) wrong.cards.push(where);
  if (new Set(cards).size !== cards.length) wrong.cards.push(where);
  for (const p of is.players) {
    if (p.traps.length > 2 || p.stock.length > (is.stockCapacity ?? 0)) wrong.limits.push(where);
    if (p.traps.some((c) => c.kind !== "trap") || p.field.some((c) => c.kind !== "vf"))
      wrong.limits.push(where);
    if (p.stock.some((c) => c.kind !== "magic" && c.kind !== "trap")) wrong.limits.push(where);
    if (p.field.filter((c) => c.cameBy === "normal" && c.cameInTurn === is.turnNo).length > 1)
      wrong.limits.push(where);
  }
  const turned = is.turnNo !== was.turnNo;
  if (turned) {
    const first = was.turnNo === 0;
    const past = is.players.find((p) => p.id === was.turnPlayer)!;
    if (is.turnNo !== was.turnNo + 1) wrong.turns.push(where);
    if (!first && (is.turnPlayer === was.turnPlayer || past.hand.length > past.handLimit))
      wrong.turns.push(where);
    if (is.normalReleaseUsed || [...is.changed, ...is.attacked, ...is.excepted].length > 0)
      wrong.marks.push(where);
  } else if (is.turnPlayer !== was.turnPlayer) wrong.turns.push(where);
  for (const marks of [is.changed, is.attacked, is.excepted])
    if (new Set(marks).size !== marks.length) wrong.marks.push(where);
  if (
    (is.attacker !== null) !== activePaths(after).includes("turn.phases.main.battle") &&
    after.status === "active"
  )
    wrong.marks.push(where);
  if (
    is.due.length > 0 &&
    after.status === "active" &&
    !activePaths(after).some((p) => p.endsWith(".effects"))
  )
    wrong.marks.push(where);
  if (Object.keys(is).join() !== Object.keys(was).join()) wrong.shape.push(where);
}

const GAMES = process.env["LONG"] ? 2000 : 300;

describe(`in ${GAMES} random plays under changing readings`, () => {
  const reached = new Set<string>();
  const inputs: Input[] = [
    {},
    { stockCapacity: 2, mandatoryStock: "onlyExcess" },
    { stockCapacity: 1, drawCount: 2, useFromStock: "forbidden", trapsInOtherTurn: "forbidden" },
    { stockCapacity: 0, turningFaceDown: "forbidden" },
  ];
  const wrong: Wrong = { cards: [], limits: [], turns: [], marks: [], shape: [], deadEnd: [], end: [] };
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
      for (let count = 0; now.status === "active" && count < 2000; count++) {
        const where = `seed ${seed}, move ${count}, ${JSON.stringify(now.value)}`;
        const event = randomMove(now, moves, { ...input }, random) as Event | undefined;
        if (!event) {
          wrong.deadEnd.push(where);
          break;
        }
        actor.send(event);
        const before = now;
        now = actor.getSnapshot();
        look(before, event, now, wrong, `${where}, ${JSON.stringify(event)}`);
      }
      if (now.status !== "done" || now.output?.turns !== now.context.turnNo) wrong.end.push(`seed ${seed}`);
      endings.add(now.output?.winner === null ? "nobody" : "winner");
      longest = Math.max(longest, now.context.turnNo);
    }
  }, 300_000);

  test("every card that came lies in one place", () => expect(wrong.cards).toEqual([]));
  test("stock, trap area and normal release stay within their limits", () =>
    expect(wrong.limits).toEqual([]));
  test("turns alternate, and end with a hand within the limit", () => expect(wrong.turns).toEqual([]));
  test("marks of a turn, a battle and an effect end with it", () => expect(wrong.marks).toEqual([]));
  test("the context keeps its shape", () => expect(wrong.shape).toEqual([]));
  test("a move is always left until the end", () => expect(wrong.deadEnd).toEqual([]));
  test("the game ends when the table says so, with a winner and without", () => {
    expect(wrong.end).toEqual([]);
    expect(endings).toEqual(new Set(["nobody", "winner"]));
    expect(longest).toBeGreaterThan(5);
  });
  test("every state is reached", () => {
    expect(nodes.map((n) => n.path).filter((path) => !reached.has(path))).toEqual([]);
  });
});

test("guards refuse an event without fields in every state of a game, and none throws", () => {
  const random = randomSource(7);
  let now = start();
  while (now.status === "active") {
    for (const type of machine.events)
      for (const by of ["P1", "P2", "chance", "table", undefined])
        if (now.can({ type, by } as Event)) expect(["NEXT_PHASE", "STOP_DRAWING"]).toContain(type);
    now = transition(machine, now, randomMove(now, moves, {}, random) as Event)[0];
  }
});

test("only the asked seats may act, but for what effects bring about and traps in the other player's turn", () => {
  const random = randomSource(11);
  const anyone = ["SPECIAL_RELEASE", "RETURN_TO_FIELD", "USE_TRAP"];
  let now = start();
  while (now.status === "active") {
    const event = randomMove(now, moves, {}, random) as Event;
    const may = anyone.includes(event.type) ? [event.by] : event.by === "table" ? ["table"] : askedSeats(now);
    expect(may).toContain(event.by);
    for (const by of ["P1", "P2", "chance", "table", "nobody"].filter((seat) => !may.includes(seat)))
      expect(now.can({ ...event, by } as Event), `${by} ${JSON.stringify(event)}`).toBe(false);
    now = transition(machine, now, event)[0];
  }
});
