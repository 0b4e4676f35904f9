import { expect, test } from "vitest";
import { createPlayer, PlayError, type PlayEvent, type Player, type PlayState } from "#core/entries/play.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { createTable, type TableGame, type TableStore } from "#table/index.ts";
import { gameIds, tableGame, type GameId } from "#test/table/games.ts";
import { openPart } from "#test/table/secrets.ts";

// Two worlds that differ in what a seat may not see: that seat is sent the same bytes. `TABLE_GAMES=10000` plays so many games of each.
const games = Number(process.env["TABLE_GAMES"] ?? 12);
const STEPS = 60;
const SECRET = "5e".repeat(32);

const storeOf = (machine: string): TableStore => ({
  load: async () => ({ meta: { format: 1, machine, input: {}, secret: SECRET }, log: [] }),
  create: async () => {},
  append: async () => {},
});

/** A game by chance, as the events that were accepted. */
function randomGame(player: Player, seed: number): PlayEvent[] {
  let { state } = player.start({});
  const log: PlayEvent[] = [];
  for (let i = 0; i < STEPS; i++) {
    const event = player.random(state, seed * 7_919 + i);
    if (!event) break;
    state = player.send(state, event).state;
    log.push(event);
  }
  return log;
}

type Change = (event: PlayEvent) => PlayEvent;

/** Another world: what happens in secret is changed, by chance. */
const changeOf: Partial<
  Record<GameId, (log: readonly PlayEvent[], random: () => number, start: JsonObject) => Change>
> = {
  "vf-card": (log, random) => {
    const cards = log.flatMap((event) =>
      event.type === "DEAL" || event.type === "DRAW" ? [String(event["card"])] : [],
    );
    const names = new Map(cards.filter(() => random() < 0.4).map((card, i) => [card, `other ${i}`]));
    const renamed = renameAll(names);
    return (event) => {
      const isSecret = names.has(String(event["card"])) && event["kind"] !== undefined && random() < 0.3;
      return renamed(isSecret ? { ...event, kind: "effect", usableIn: [] } : event);
    };
  },
  "fate-ace-royal": (_, random, start) => {
    const names = new Map<string, string>();
    for (const pool of ["spiritPool", "classPool"]) {
      const all = (start[pool] as unknown as { name: string }[]).map(({ name }) => name);
      const shift = Math.floor(random() * all.length);
      if (random() < 0.8)
        for (const [i, name] of all.entries()) names.set(name, all[(i + shift) % all.length]!);
    }
    return renameAll(names);
  },
  "flesh-and-blood": (log, random) => {
    const chosen = log.filter(({ type }) => type.startsWith("CHOOSE_"));
    const secret = chosen[Math.floor(random() * chosen.length)];
    return (event) =>
      event === secret
        ? (Object.fromEntries(
            Object.entries(event).map(([name, held]) => [
              name,
              typeof held === "number" && random() < 0.6
                ? Math.max(0, held + (random() < 0.5 ? -1 : 1))
                : held,
            ]),
          ) as PlayEvent)
        : event;
  },
};

const renameAll =
  (names: ReadonlyMap<string, string>): Change =>
  (event) =>
    JSON.parse(JSON.stringify(event), (key, held: unknown) =>
      typeof held === "string" && key !== "type" && key !== "by" ? (names.get(held) ?? held) : held,
    ) as PlayEvent;

interface Worlds {
  readonly a: PlayEvent[];
  readonly b: PlayEvent[];
  /** Steps after which something differed that the seat does not see. */
  readonly apart: number;
  readonly ends: readonly [PlayState, PlayState];
}

/** The steps of both worlds as long as a seat cannot tell them apart by what the rules let it see. */
function worldsOf(
  id: GameId,
  player: Player,
  log: readonly PlayEvent[],
  change: Change,
  seat: string | null,
): Worlds {
  const a: PlayEvent[] = [];
  const b: PlayEvent[] = [];
  let [one, two] = [player.start({}).state, player.start({}).state];
  let apart = 0;
  for (const event of log) {
    const other = change(event);
    // What a seat does itself it knows.
    if (event["by"] === seat && JSON.stringify(event) !== JSON.stringify(other)) break;
    const next = player.send(one, event);
    const nextOther = tried(() => player.send(two, other));
    if (!nextOther || nextOther.refused) break;
    const open = (state: PlayState) =>
      JSON.stringify([state.snapshot["value"], openPart(id, state.snapshot["context"] as JsonObject, seat)]);
    if (open(next.state) !== open(nextOther.state)) break;
    [one, two] = [next.state, nextOther.state];
    a.push(event);
    b.push(other);
    if (JSON.stringify(one.snapshot) !== JSON.stringify(two.snapshot)) apart++;
  }
  return { a, b, apart, ends: [one, two] };
}

function tried<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof PlayError) return undefined;
    throw error;
  }
}

/** All that a seat is sent: step by step, again after it comes back, whole, and the answers to what it asks and tries. */
async function trafficOf(
  game: TableGame,
  log: readonly PlayEvent[],
  seat: string | null,
  tries: readonly object[],
) {
  const table = await createTable(game, { store: storeOf(game.kit.machine), plays: [], now: () => 0 });
  const lines: string[] = [];
  const send = (text: string) => void lines.push(text);
  const key = seat === null ? {} : { key: table.keyOf(seat) };
  const player = table.join({ ...key, send });
  for (const event of log) expect(await table.act(event as Parameters<typeof table.act>[0])).toBeUndefined();
  expect(table.n).toBe(log.length);
  player.leave();
  table.join({ ...key, send, since: { table: table.id, n: 0 } }).leave();
  const guest = table.join({ ...key, send });
  for (const message of tries) {
    await guest.receive(JSON.stringify(message));
    // What is accepted may uncover something.
    if (table.n > log.length) break;
  }
  return lines.join("\n");
}

test.each(gameIds)(
  "%s: what a seat is sent says nothing of what it may not see",
  async (id) => {
    const game = await tableGame(id);
    const player = createPlayer(game.machine, game.kit.spec, game.derived);
    const change = changeOf[id];
    if (!change) {
      // Nothing is hidden in these games: the law has nothing to change.
      expect(new Set(Object.values(game.kit.view!.view))).toEqual(new Set(["everyone"]));
      return;
    }
    let [apart, bytes] = [0, 0];
    for (let seed = 1; seed <= games; seed++) {
      const log = randomGame(player, seed);
      const start = player.start({}).state.snapshot["context"] as JsonObject;
      for (const seat of [...(start["seats"] as string[]), null]) {
        const random = randomSource(seed);
        const worlds = worldsOf(id, player, log, change(log, random, start), seat);
        if (worlds.apart === 0) continue;
        apart += worlds.apart;
        const tries = triesOf(game, player, worlds.ends, seat ?? "P1", seed);
        const traffic = await trafficOf(game, worlds.a, seat, tries);
        expect(await trafficOf(game, worlds.b, seat, tries), `game ${seed}, seat ${seat}`).toBe(traffic);
        bytes += traffic.length;
      }
    }
    console.log(`${id}: ${games} games, ${apart} steps in worlds apart, ${bytes} bytes compared`);
    expect(apart).toBeGreaterThan(games);
  },
  30_000 + games * 20_000,
);

/** What a curious client asks: the moves of each event, and events that name cards of one of the worlds. */
function triesOf(
  game: TableGame,
  player: Player,
  ends: readonly PlayState[],
  seat: string,
  seed: number,
): object[] {
  const events = game.kit.spec.events ?? [];
  const names = ends.flatMap(({ snapshot }) => [...textsIn(snapshot["context"] as Json)]);
  const random = randomSource(seed);
  const any = () => names[Math.floor(random() * names.length)]!;
  const guesses = events.map(({ type, fields }) => ({
    send: {
      type,
      ...Object.fromEntries(
        fields.flatMap(({ name, type: { kind } }) =>
          name === "type" || name === "by"
            ? []
            : [[name, kind === "array" ? [any()] : kind === "number" ? 1 : any()]],
        ),
      ),
    },
  }));
  return [
    ...events.map(({ type }) => ({ moves: { type } })),
    ...guesses.map((guess, id) => ({ id, ...guess })),
    { moves: { type: "NO_SUCH" } },
    { send: { type: "DEAL", by: seat === "P1" ? "P2" : "P1" } },
  ];
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const held of Object.values(value)) yield* textsIn(held);
}
