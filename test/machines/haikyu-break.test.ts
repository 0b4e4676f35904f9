import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createActor, initialTransition, transition } from "xstate";
import { machine, type Context, type Event, type Input } from "../../machines/haikyu-break.machine.ts";

// ---- The ruleset as plain JSON ----

const folder = new URL("../../rulesets/haikyu-break/", import.meta.url);
const json = (file: string) => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
const locales = ["en", "ja", "zh-Hant"];

interface Step {
  send?: Event;
  save?: string;
  restore?: string;
  clauses?: string[];
  expect?: {
    in?: string[];
    notIn?: string[];
    context?: Record<string, unknown>;
    can?: Event[];
    cannot?: Event[];
    refused?: boolean | { guard: keyof typeof guards };
    status?: string;
    output?: unknown;
  };
}
interface Scenario {
  title: Record<string, string>;
  input: Input;
  clauses?: string[];
  steps: Step[];
}
const scenarios: [string, Scenario][] = readdirSync(new URL("scenarios/", folder)).map((file) => [
  file.replace(".json", ""),
  json(`scenarios/${file}`),
]);

// ---- The machine as data ----

type Snapshot = ReturnType<typeof initialTransition<typeof machine>>[0];
const guards = machine.implementations.guards;
const start = (input: Input = {}) => initialTransition(machine, input)[0];

interface Node {
  path: string;
  meta: { clauses?: string[]; asks?: unknown; structural?: string } | undefined;
  children: Node[];
  final: boolean;
  transitions: { event: string; guarded: boolean; meta: Node["meta"] }[];
}
const nodeOf = (node: typeof machine.root, path: string[] = []): Node => ({
  path: path.join("."),
  meta: node.meta,
  children: Object.entries(node.states).map(([key, child]) => nodeOf(child, [...path, key])),
  final: node.type === "final",
  transitions: [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map((t) => ({
    event: t.eventType,
    guarded: t.guard !== undefined,
    meta: t.meta,
  })),
});
const flat = (node: Node): Node[] => [node, ...node.children.flatMap(flat)];
const nodes = flat(nodeOf(machine.root)).slice(1);

/** All active paths of a state value, ancestors included. */
const paths = (value: unknown, above = ""): string[] =>
  typeof value === "string"
    ? [above + value]
    : Object.entries(value as object).flatMap(([key, child]) => [
        above + key,
        ...paths(child, `${above}${key}.`),
      ]);

describe("a scenario of the ruleset replays", () => {
  test.each(scenarios)("%s", (_, { input, steps }) => {
    let now: Snapshot = start(input);
    const saved: Record<string, string> = {};
    steps.forEach(({ send, save, restore, expect: wanted = {} }, i) => {
      const where = `step ${i} ${JSON.stringify(send ?? save ?? restore)}`;
      if (save) saved[save] = JSON.stringify(machine.getPersistedSnapshot(now));
      if (restore)
        now = createActor(machine, { snapshot: JSON.parse(saved[restore]!) })
          .start()
          .getSnapshot();
      if (send) {
        const before = JSON.stringify(machine.getPersistedSnapshot(now));
        expect(now.can(send), where).toBe(!wanted.refused);
        if (typeof wanted.refused === "object")
          expect(guards[wanted.refused.guard]!({ context: now.context, event: send }, undefined), where).toBe(
            false,
          );
        now = transition(machine, now, send)[0];
        if (wanted.refused) expect(JSON.stringify(machine.getPersistedSnapshot(now)), where).toBe(before);
      }
      const active = paths(now.value);
      for (const path of wanted.in ?? []) expect(active, where).toContain(path);
      for (const path of wanted.notIn ?? []) expect(active, where).not.toContain(path);
      if (wanted.context) expect(now.context, where).toMatchObject(wanted.context);
      for (const event of wanted.can ?? []) expect(now.can(event), JSON.stringify(event)).toBe(true);
      for (const event of wanted.cannot ?? []) expect(now.can(event), JSON.stringify(event)).toBe(false);
      expect(now.status, where).toBe(wanted.status ?? (active.includes("gameOver") ? "done" : "active"));
      if (wanted.output) expect(now.output, where).toEqual(wanted.output);
    });
  });
});

describe("the machine and the clauses", () => {
  const clauses: { id: string; notModelled?: string }[] = json("clauses.json").clauses;
  const ids = clauses.map((c) => c.id);
  const cited = new Set(
    nodes.flatMap((n) => [n.meta, ...n.transitions.map((t) => t.meta)]).flatMap((m) => m?.clauses ?? []),
  );

  test("there are 66 clauses in the order of the document", () => {
    const lines = json("clauses.json").clauses.map((c: { place: { line: number } }) => c.place.line);

    expect(new Set(ids).size).toBe(66);
    expect(lines).toEqual(lines.toSorted((a: number, b: number) => a - b));
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
  test("every state and every transition with an event names a clause or a reason", () => {
    const bare = nodes.flatMap((n) => [
      ...(n.meta?.clauses?.length || n.meta?.structural ? [] : [n.path]),
      ...n.transitions
        .filter((t) => t.event !== "" && !t.meta?.clauses?.length && !t.meta?.structural)
        .map((t) => `${n.path} ${t.event}`),
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
    const leaves = nodes.filter((n) => n.children.length === 0 && !n.final);

    const automatic = (n: Node) =>
      n.transitions.some((t) => t.event === "") && n.transitions.every((t) => t.event === "");
    expect(leaves.filter((n) => (n.meta?.asks === undefined) !== automatic(n)).map((n) => n.path)).toEqual(
      [],
    );
  });
  test("every automatic state has a way out that no guard can close, but for presentDecks which also waits", () => {
    const stuck = nodes.filter(
      (n) => n.transitions.some((t) => t.event === "") && n.transitions.every((t) => t.guarded),
    );

    expect(stuck.map((n) => n.path)).toEqual(["setup.presentDecks"]);
  });
  test.each(locales)("labels are complete and none is stale: %s", (locale) => {
    const labels: Record<string, string> = json(`labels/${locale}.json`).labels;
    const keys = Object.keys(labels);
    const of = (kind: string) =>
      keys.filter((k) => k.startsWith(`${kind}:`)).map((k) => k.slice(kind.length + 1));

    expect(of("state")).toEqual(nodes.map((n) => n.path));
    expect(of("event").toSorted()).toEqual(machine.events.toSorted());
    expect(of("guard").toSorted()).toEqual(Object.keys(guards).toSorted());
    expect(of("action").toSorted()).toEqual(Object.keys(machine.implementations.actions).toSorted());
    expect(of("context").toSorted()).toEqual(Object.keys(start().context).toSorted());
    expect(of("input").toSorted()).toEqual(["seats", ...Object.keys(start().context.readings)].toSorted());
    expect(Object.entries(labels).filter(([, label]) => !label.trim())).toEqual([]);
  });
  test.each(locales)(
    "every field that a scenario or a move uses has a label, and so has each named value: %s",
    (locale) => {
      const labels: Record<string, string> = json(`labels/${locale}.json`).labels;
      const moves: Record<string, Move[]> = json("moves.json").moves;
      const used = [
        ...scenarios.flatMap(([, s]) =>
          s.steps.flatMap(({ send }) => (send ? Object.keys(send).map((f) => [send.type, f]) : [])),
        ),
        ...Object.entries(moves).flatMap(([type, all]) =>
          all.flatMap((m) => Object.keys(m.fields ?? {}).map((f) => [type, f])),
        ),
      ].filter(([, field]) => field !== "type" && field !== "by");

      expect(used.filter(([type, field]) => !labels[`field:${type}.${field}`])).toEqual([]);
      for (const [type, field] of [
        ["CHOOSE_DEFENSE", "defense"],
        ["USE_SKILL", "stat"],
        ["USE_SKILL", "scope"],
        ["USE_EVENT_CARD", "stat"],
        ["RESOLVE_SKILL", "scope"],
        ["REPORT_SKILL", "moment"],
        ["DECIDE_SERVE", "choice"],
      ] as const)
        for (const value of moves[type]!.flatMap((m) => m.fields?.[field]?.values ?? []))
          expect(labels).toHaveProperty([`value:${type}.${field}.${value}`]);
    },
  );
  test("a switchable reading offers the values of its input field and chose its default", () => {
    for (const reading of json("readings.json").readings) {
      expect(reading.options.map((o: { id: string }) => o.id)).toContain(reading.chosen);
      if (!reading.input) continue;
      expect(start().context.readings).toHaveProperty(reading.input, reading.chosen);
      for (const { id } of reading.options) expect(start({ [reading.input]: id }).status).toBe("active");
    }
  });
  test("the places that terms name exist", () => {
    const keys = Object.keys(json("labels/en.json").labels);

    expect(
      json("terms.json")
        .terms.flatMap((t: { at: string[] }) => t.at)
        .filter((at: string) => !keys.includes(at)),
    ).toEqual([]);
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
    ["serveBlock", { serveBlock: "sometimes" }],
    ["serveblock", { serveblock: "allowed" }],
  ])("at fault is named: %s %j", (field, input) => {
    const { status, error } = start(input as Input);

    expect(status).toBe("error");
    expect(String(error)).toContain(`input.${field}:`);
  });
});

// ---- Random play ----

interface MoveField {
  values?: unknown[];
  range?: [unknown, unknown];
  each?: unknown;
  subset?: unknown;
  min?: unknown;
  max?: unknown;
}
interface Move {
  weight?: number;
  in?: string;
  fields?: Record<string, MoveField>;
}

/** mulberry32 */
const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/** A literal, or what an expression over context and input gives. */
const worth = (value: unknown, context: Context, input: Input): unknown =>
  typeof value === "string" ? new Function("context", "input", `return (${value})`)(context, input) : value;
const list = (value: unknown, context: Context, input: Input) => worth(value, context, input) as unknown[];
const bound = (value: unknown, context: Context, input: Input) => worth(value, context, input) as number;

/** The seats that the active leaf asks, or nobody. */
const asked = (now: Snapshot): string[] => {
  const { context } = now;
  const asks = nodes.find((n) => n.path === paths(now.value).at(-1))?.meta?.asks as
    | string
    | { context: string }
    | undefined;
  if (asks === "turnPlayer") return [context.turnPlayer];
  if (asks === "opponent") return context.seats.filter((s) => s !== context.turnPlayer);
  if (typeof asks === "string") return [asks];
  if (!asks) return [];
  const found = asks.context
    .split(".")
    .reduce((at: unknown, key) => (at as Record<string, unknown>)[key], context);
  return [found].flat() as string[];
};

/** Event types that an active state handles. */
const candidates = (now: Snapshot) => {
  const active = paths(now.value);
  return new Set(
    nodes.filter((n) => active.includes(n.path)).flatMap((n) => n.transitions.map((t) => t.event)),
  );
};

const allMoves: [string, Move][] = Object.entries(json("moves.json").moves as Record<string, Move[]>).flatMap(
  ([type, moves]) => moves.map((move): [string, Move] => [type, move]),
);

/** A legal move, drawn by weight; undefined when a thousand draws found none. */
const pick = (now: Snapshot, input: Input, random: () => number): Event | undefined => {
  const { context } = now;
  const any = <T>(list: T[]) => list[Math.floor(random() * list.length)]!;
  const fill = (f: MoveField) => {
    if (f.values) return any(f.values);
    if (f.each) return any(list(f.each, context, input));
    if (f.range) {
      const a = bound(f.range[0], context, input);
      const b = bound(f.range[1], context, input);
      return a + Math.floor(random() * (b - a + 1));
    }
    const items = list(f.subset, context, input).toSorted(() => random() - 0.5);
    return items.slice(0, bound(f.min, context, input));
  };
  const active = paths(now.value);
  const seats = asked(now);
  const open = allMoves.filter(([type, m]) => candidates(now).has(type) && (!m.in || active.includes(m.in)));
  const total = open.reduce((sum, [, m]) => sum + (m.weight ?? 1), 0);
  for (let tries = 0; tries < 1000; tries++) {
    let rest = random() * total;
    const [type, move] = open.find(([, m]) => (rest -= m.weight ?? 1) < 0)!;
    const fields = Object.entries(move.fields ?? {}).map(([name, f]) => [name, fill(f)]);
    const event = { type, by: any(seats), ...Object.fromEntries(fields) } as Event;
    if (now.can(event)) return event;
  }
  return undefined;
};

const cardsOf = (p: Context["players"][number]) =>
  p.deck +
  p.hand +
  p.setCards +
  p.drop +
  [p.serve, p.block, p.receive, p.toss, p.attack].reduce((sum, a) => sum + a.characters.length + a.under, 0);

describe("in 300 random plays under changing readings", () => {
  const reached = new Set<string>();
  const causes = new Set<string>();
  const readings: Input[] = [
    {},
    { voluntaryLost: "freeStep", finalLost: "afterLostSet" },
    { intervalOrder: "setCardFirst", serveBlock: "forbidden", checkOrder: "anyOrder" },
  ];
  /** What went wrong, by what was to hold. */
  const wrong: Record<"cards" | "limits" | "shape" | "deadEnd" | "end", string[]> = {
    cards: [],
    limits: [],
    shape: [],
    deadEnd: [],
    end: [],
  };
  const look = ({ context }: Snapshot, keys: string, where: string) => {
    for (const p of context.players) {
      if (context.setNo > 0 && cardsOf(p) !== 40) wrong.cards.push(where);
      if (Math.min(p.deck, p.hand, p.setCards, p.drop, p.eventCards) < 0) wrong.limits.push(where);
      if (p.setCards > 2 || p.block.characters.length > 3) wrong.limits.push(where);
      if (context.lostLog.filter((l) => l.player === p.id).length > 3) wrong.limits.push(where);
    }
    if (Object.keys(context).join() !== keys) wrong.shape.push(where);
  };

  beforeAll(() => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = dice(seed);
      const input = readings[seed % readings.length]!;
      const actor = createActor(machine, {
        input,
        inspect: (e) => {
          if (e.type === "@xstate.microstep")
            for (const path of paths((e.snapshot as Snapshot).value)) reached.add(path);
        },
      }).start();
      let now = actor.getSnapshot();
      const keys = Object.keys(now.context).join();
      for (let moves = 0; now.status === "active" && moves < 2000; moves++) {
        const where = `seed ${seed}, move ${moves}, ${JSON.stringify(now.value)}`;
        const event = pick(now, input, random);
        if (!event) {
          wrong.deadEnd.push(where);
          break;
        }
        actor.send(event);
        now = actor.getSnapshot();
        look(now, keys, `${where}, ${JSON.stringify(event)}`);
      }
      const { lostLog, loser } = now.context;
      if (now.status !== "done" || lostLog.filter((l) => l.player === loser).length !== 3)
        wrong.end.push(`seed ${seed} ${now.status}`);
      for (const { cause } of lostLog) causes.add(cause);
    }
  }, 60_000);

  test("no card is lost or made", () => expect(wrong.cards).toEqual([]));
  test("every number stays within its limits", () => expect(wrong.limits).toEqual([]));
  test("the context keeps its shape", () => expect(wrong.shape).toEqual([]));
  test("a move is always left until the end", () => expect(wrong.deadEnd).toEqual([]));
  test("the game ends with the third Lost of one player", () => expect(wrong.end).toEqual([]));
  test("every state is reached", () => {
    expect(nodes.map((n) => n.path).filter((path) => !reached.has(path))).toEqual([]);
  });
  test("every cause of a Lost occurs", () => {
    expect(causes).toEqual(
      new Set([
        "noServer",
        "noBlocker",
        "noReceiver",
        "noTosser",
        "noAttacker",
        "failedBlock",
        "failedReceive",
        "voluntary",
      ]),
    );
  });
});

test("guards refuse an event without fields in every state of a game, and none throws", () => {
  const random = dice(7);
  let now = start();
  while (now.status === "active") {
    for (const type of machine.events)
      for (const by of ["P1", "P2", "chance", "table", undefined]) {
        const bare = { type, by } as Event;
        const legal = now.can(bare);
        if (legal) expect(["DEPLOY_NOBODY", "PASS", "DECLARE_LOST"]).toContain(type);
      }
    now = transition(machine, now, pick(now, {}, random)!)[0];
  }
});

test("nobody but the seats that are asked may act, save for facts from the table", () => {
  const random = dice(11);
  let now = start();
  while (now.status === "active") {
    const event = pick(now, {}, random)!;
    if (event.type !== "REPORT_SKILL") {
      expect(asked(now)).toContain(event.by);
      for (const by of ["P1", "P2", "chance", "table", "nobody"].filter((s) => !asked(now).includes(s)))
        expect(now.can({ ...event, by } as Event), `${by} ${JSON.stringify(event)}`).toBe(false);
    }
    now = transition(machine, now, event)[0];
  }
});
