import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import type { FieldOffer, MoveOffer, PlayEvent, PlayState } from "#core/run/play/play.ts";
import type { Derived } from "#core/simulate/derive.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import type { Player } from "#core/simulate/player.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import type { Json } from "#core/text/json.ts";
import { shippedGame } from "#test/cli/play/tools.ts";
import { patience } from "#test/support/patience.ts";

const games = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"];
/** How often a client tries, asking anew for what depends on what it has chosen. */
const TRIES = 60;

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T | undefined =>
  list[Math.floor(random() * list.length)];

function chosen(
  { kind, of = [], range, min = 0, max = of.length }: FieldOffer,
  random: Random,
): Json | undefined {
  if (kind === "one") return pick(of, random);
  if (kind === "range") return range && range[0] + Math.floor(random() * (range[1] - range[0] + 1));
  const mixed = of.toSorted(() => random() - 0.5);
  const some = mixed.slice(0, min + Math.floor(random() * (max - min + 1)));
  return kind === "order" ? some : of.filter((one) => some.includes(one));
}

/** A payload as a client makes it that knows nothing but the offers: by weight, field by field. */
function filled(player: Player, state: PlayState, type: string, random: Random): PlayEvent {
  let event: PlayEvent = { type };
  const ask = (at: number): MoveOffer | undefined => player.moves(state, event)[at];
  const offers = player.moves(state, event);
  const total = offers.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  const at = Math.max(
    0,
    offers.findIndex(({ weight }) => (left -= weight) < 0),
  );
  const first = ask(at);
  const by = first && pick(first.by, random);
  if (by !== undefined) event = { ...event, by };
  for (const name of Object.keys(first?.fields ?? {})) {
    const field = ask(at)?.fields[name];
    const value = !field || (field.optional && random() < 0.5) ? undefined : chosen(field, random);
    if (value !== undefined) event = { ...event, [name]: value };
  }
  return event;
}

test.each(games)(
  "a client finds a legal payload for every enabled event of %s from the offers alone",
  { timeout: patience(240_000) },
  async (id) => {
    const { machine } = (await import(`../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };
    const player = createParsingPlayer(machine, shippedGame(id).spec);
    const random = randomSource(5);
    let outcome = player.start({});
    const found = new Set<string>();
    const lacking: string[] = [];

    for (let i = 0; i < 100; i++) {
      const { view, state } = outcome;
      for (const { type } of view.enabled) {
        if (found.has(type)) continue;
        const legal = Array.from({ length: TRIES }, () => filled(player, state, type, random)).find(
          (event) => player.can(state, event).can,
        );
        if (legal) found.add(type);
        else lacking.push(`${type} at ${view.in.at(-1)}`);
      }
      const move = player.random(state, Math.floor(random() * 2 ** 32));
      outcome = move ? player.send(state, move) : player.start({});
    }

    expect(lacking).toEqual([]);
    expect(found.size).toBeGreaterThan(8);
  },
);

/** Events that a rule lets anybody send at any time, of which no state asks. */
const anyTime: Record<string, (type: string, path: string) => boolean> = {
  // A battle waits for its result; cards may be used meanwhile (reading 20).
  "vf-card": (type, path) => type.startsWith("USE_") && path.endsWith("battle"),
  "chrono-card": (type) => type === "MAKE_EP",
};

test.each(Object.keys(anyTime))("every player who may act is asked in %s", async (id) => {
  const { machine } = (await import(`../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };
  const player = createParsingPlayer(machine, shippedGame(id).spec);
  const random = randomSource(9);
  let outcome = player.start({});
  const unasked = new Set<string>();
  let others = 0;

  for (let i = 0; i < 400; i++) {
    const { view, state } = outcome;
    const { turnPlayer } = view.context;
    const players = view.context["seats"] as string[];
    for (const [seat, types] of Object.entries(player.may(state)))
      for (const type of players.includes(seat) ? types : []) {
        if (seat !== turnPlayer) others++;
        if (!view.asks.includes(seat) && !anyTime[id]?.(type, view.in.at(-1) ?? ""))
          unasked.add(`${seat === turnPlayer ? "turn player" : "other"} ${type} at ${view.in.at(-1)}`);
      }
    const move = player.random(state, Math.floor(random() * 2 ** 32));
    outcome = move ? player.send(state, move) : player.start({});
  }

  expect([...unasked]).toEqual([]);
  expect(others).toBeGreaterThan(20);
});

test.each(games)("before the first turn of %s nothing says whose turn it is", async (id) => {
  const { machine } = (await import(`../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };

  const { in: active, context } = createParsingPlayer(machine, shippedGame(id).spec).start({}).view;

  // Chrono Card begins with a turn.
  if (id === "chrono-card") expect([active[0], context["turnPlayer"]]).toEqual(["turn", "P1"]);
  else expect(context).toMatchObject({ turnPlayer: "", ...("turnNo" in context ? { turnNo: 0 } : {}) });
});

test.each(games)("what %s works out is there by name, with a label in each language", async (id) => {
  const { machine, derived } = (await import(`../../machines/${id}.machine.ts`)) as {
    machine: AnyStateMachine;
    derived: Derived;
  };
  const { spec, ruleset } = shippedGame(id);
  const player = createParsingPlayer(machine, spec, derived);
  const random = randomSource(3);
  let outcome = player.start({});
  const seen = new Set<string>();

  for (let i = 0; i < 1_500; i++) {
    for (const name of Object.keys(outcome.view.derived ?? {})) seen.add(name);
    const move = player.random(outcome.state, Math.floor(random() * 2 ** 32));
    outcome = move ? player.send(outcome.state, move) : player.start({});
  }

  expect([...seen].toSorted()).toEqual(Object.keys(derived).toSorted());
  for (const labels of Object.values(ruleset?.labels ?? {}))
    expect(Object.keys(derived).filter((name) => !labels[`derived:${name}`]?.trim())).toEqual([]);
});

/** Something that hardly fits, of the same kind. */
const spoiled = (value: Json | undefined): Json =>
  typeof value === "number"
    ? -3
    : typeof value === "string"
      ? "zz"
      : Array.isArray(value)
        ? ["zz", "zz"]
        : null;

test.each(games)("a guard of %s that refuses an event names the field that does not fit", async (id) => {
  const { machine } = (await import(`../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };
  const player = createParsingPlayer(machine, shippedGame(id).spec);
  const random = randomSource(4);
  let outcome = player.start({});
  let refusals = 0;
  const silent: string[] = [];

  for (let i = 0; i < 300; i++) {
    const move = player.random(outcome.state, Math.floor(random() * 2 ** 32));
    if (!move) {
      outcome = player.start({});
      continue;
    }
    const fields = Object.keys(move).filter((name) => name !== "type");
    const field = fields[i % fields.length] ?? "by";
    const { reasons } = player.can(outcome.state, { ...move, [field]: spoiled(move[field]) });
    const guards = reasons.filter(({ code }) => code === "guard");
    if (guards.length > 0) refusals++;
    if (guards.length > 0 && !guards.some((reason) => reason.fields?.includes(field)))
      silent.push(`${field}: ${guards.map(({ guard }) => guard).join(", ")}`);
    outcome = player.send(outcome.state, move);
  }

  expect(refusals).toBeGreaterThan(80);
  expect(silent.length / refusals, silent.join("; ")).toBeLessThan(0.02);
});
