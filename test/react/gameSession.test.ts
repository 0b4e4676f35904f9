import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { gameWords, kitOf } from "#core/entries/kit.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { Game } from "#react/game.ts";
import { browserStore, type GameStore, type SavedGame } from "#react/gameStore.ts";
import { GameSession } from "#react/GameSession.ts";
import { movesNow } from "#react/moves.ts";
import { turnwright } from "#test/support/commandLine.ts";
import * as chronoCard from "../../machines/chrono-card.machine.ts";
import * as fateAceRoyal from "../../machines/fate-ace-royal.machine.ts";
import * as fleshAndBlood from "../../machines/flesh-and-blood.machine.ts";
import * as haikyuBreak from "../../machines/haikyu-break.machine.ts";
import * as vfCard from "../../machines/vf-card.machine.ts";

const modules = {
  "chrono-card": chronoCard,
  "fate-ace-royal": fateAceRoyal,
  "flesh-and-blood": fleshAndBlood,
  "haikyu-break": haikyuBreak,
  "vf-card": vfCard,
};
type Id = keyof typeof modules;

async function gameOf(id: Id): Promise<Game> {
  const { out } = await turnwright(["export", id, "--to", "kit"], { cwd: process.cwd() });
  return { ...modules[id], kit: kitOf(JSON.parse(out)) } as Game;
}

/** A store whose answers come when they are asked for. */
function slowStore(first?: unknown) {
  const saved: unknown[] = [];
  const waiting: (() => void)[] = [];
  const store: GameStore = {
    load: () => Promise.resolve(first),
    save(game) {
      saved.push(game);
      return new Promise<void>((done) => waiting.push(done));
    },
  };
  const settle = async () => {
    waiting.shift()?.();
    await new Promise((done) => setTimeout(done));
  };
  return { store, saved, settle };
}

/** A `Storage` of one page. */
function memory(): Storage {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
  } as unknown as Storage;
}

/** What some forms are filled in with is accepted, step by step. @returns how many forms were looked at */
function playByForms(session: GameSession, game: Game, steps: number): number {
  const words = gameWords(game.kit, "ja");
  let forms = 0;
  for (let i = 0; i < steps && session.state.outcome.view.status === "active"; i++) {
    const moves = movesNow(session, game.kit, words, undefined).moves.filter(({ accepted }) => accepted);
    if (moves.length === 0) break;
    for (const move of moves) {
      const { values, fields } = move.form({}, {});
      forms++;
      expect([move.id, move.problems(values)]).toEqual([move.id, []]);
      const names = fields.map(({ name }) => name);
      expect([move.id, Object.keys(values).filter((name) => !names.includes(name))]).toEqual([move.id, []]);
    }
    const event = session.player.random(session.state.outcome.state, i);
    expect(event && session.send(event)?.refused).toBe(false);
  }
  return forms;
}

test.each(Object.keys(modules) as Id[])(
  "%s: what a form of a move is filled in with is accepted, undo takes every step back",
  async (id) => {
    const game = await gameOf(id);
    const session = new GameSession(game, undefined, {});
    const start = session.state.outcome.state;

    expect(playByForms(session, game, 25)).toBeGreaterThan(20);
    while (session.state.canUndo) session.undo();

    expect(session.state.outcome.state).toEqual(start);
  },
);

test("a stored game goes on in another session, and its forms are the same", async () => {
  const game = await gameOf("haikyu-break");
  const store = browserStore("game", memory());
  const first = new GameSession(game, store, {});
  playByForms(first, game, 9);
  const second = new GameSession(game, store, {});
  const idsOf = (session: GameSession) =>
    movesNow(session, game.kit, gameWords(game.kit, "en"), undefined).moves.map(({ id }) => id);

  expect(second.state.outcome.state).toEqual(JSON.parse(JSON.stringify(first.state.outcome.state)));
  expect(idsOf(second)).toEqual(idsOf(first));
});

test.each([
  [1, /object with snapshot and play/],
  [{ play: {}, snapshot: {} }, /./],
  [{ play: { clock: 0, timers: [] }, snapshot: { value: "gone", status: "active", context: {} } }, /./],
])("what is no save is left in the store until the new game goes on (%#)", async (saved, message) => {
  const game = await gameOf("haikyu-break");
  const storage = memory();
  storage.setItem("game", JSON.stringify(saved));
  const session = new GameSession(game, browserStore("game", storage), {});

  expect(session.state.unrestored).toEqual({ code: "unreadable", message: expect.stringMatching(message) });
  session.send({ type: "PRESENT_DECK", by: "P1", cards: 39, eventCards: 0 });
  expect(JSON.parse(storage.getItem("game")!)).toEqual(saved);
  session.send({ type: "PRESENT_DECK", by: "P1", cards: 40, eventCards: 0 });
  expect(session.state.unrestored).toBeUndefined();
  expect(
    new GameSession(game, browserStore("game", storage), {}).state.outcome.view.context["toPresent"],
  ).toEqual(["P2"]);
});

test("a save of a later version is taken only on request", async () => {
  const game = await gameOf("haikyu-break");
  const storage = memory();
  playByForms(new GameSession(game, browserStore("game", storage), {}), game, 1);
  const later: Game = {
    ...game,
    canRestore: (saved) => ({ ok: true, newer: true, snapshot: (saved as { snapshot: object }).snapshot }),
  };
  const session = new GameSession(later, browserStore("game", storage), {});
  expect(session.state.outcome.view.context["toPresent"]).toEqual(["P1", "P2"]);

  session.state.unrestored!.restore!();

  expect(session.state.outcome.view.context["toPresent"]).toHaveLength(1);
});

test("a slow store gets one save at a time, and the newest at last; until it has loaded nothing is sent", async () => {
  const game = await gameOf("haikyu-break");
  const { store, saved, settle } = slowStore();
  const session = new GameSession(game, store, {});
  const deck = (by: string): JsonObject & { type: string } => ({
    type: "PRESENT_DECK",
    by,
    cards: 40,
    eventCards: 0,
  });
  expect(() => session.send(deck("P1"))).toThrow(/loaded/);
  await settle();
  session.send(deck("P1"));
  session.send(deck("P2"));
  session.send({ type: "PICK_DECIDER", by: "chance", player: "P2" });

  expect(saved).toHaveLength(1);
  await settle();
  expect(saved).toHaveLength(2);
  expect((saved[1] as { play: unknown }).play).toBe(session.state.outcome.state);
  await settle();
  expect(saved).toHaveLength(2);
});

test("a store that is full is reported, and the game goes on", async () => {
  const game = await gameOf("haikyu-break");
  const full: GameStore = {
    load: () => null,
    save() {
      throw new Error("quota exceeded");
    },
  };
  const session = new GameSession(game, full, {});
  session.send({ type: "PRESENT_DECK", by: "P1", cards: 40, eventCards: 0 });

  expect(session.state.saveFault?.message).toBe("quota exceeded");
  expect(session.state.canUndo).toBe(true);
});

/** The game with a guard that throws, once it is named. */
function withFault(game: Game): {
  readonly game: Game;
  guard: string | undefined;
  readonly guards: string[];
} {
  const machine = game.machine as unknown as AnyStateMachine;
  const guards = Object.entries(machine.implementations.guards);
  const faulty = { game, guard: undefined as string | undefined, guards: guards.map(([name]) => name) };
  const wrapped = guards.map(([name, guard]) => [
    name,
    (...args: readonly never[]) => {
      if (name === faulty.guard) throw new Error(`${name} fails`);
      return Boolean((guard as (...given: readonly never[]) => unknown)(...args));
    },
  ]);
  const provided = machine.provide({ guards: Object.fromEntries(wrapped) });
  return Object.assign(faulty, { game: { ...game, machine: provided } as unknown as Game });
}

test.each(Object.keys(modules) as Id[])(
  "%s: whatever guard fails, a stored game is drawn, and the fault is told",
  async (id) => {
    const faulty = withFault(await gameOf(id));
    const { game, guards } = faulty;
    const words = gameWords(game.kit, "en");
    const first = new GameSession(game, undefined, {});
    let faults = 0;
    for (let i = 0; i < 12; i++) {
      const { state } = first.state.outcome;
      // Neighbours are much alike.
      for (const guard of i % 4 === 3 ? guards : []) {
        faulty.guard = undefined;
        const load = () => {
          faulty.guard = guard;
          return { snapshot: state.snapshot, play: state };
        };
        const session = new GameSession(game, { load, save: () => undefined }, {});
        if (session.state.unrestored) continue;
        const { moves, fault } = movesNow(session, game.kit, words, undefined);
        if (fault) faults++;
        for (const move of moves) move.problems(move.form({}, {}).values);
      }
      faulty.guard = undefined;
      const event = first.player.random(state, i);
      if (event) first.send(event);
    }

    expect(faults).toBeGreaterThan(0);
  },
);

/** As libraries of databases have them: no promise of this window, and nothing is done before it is awaited. */
const lazily = <T>(work: () => T): PromiseLike<T> => ({
  // oxlint-disable-next-line unicorn/no-thenable -- a thenable is what is tried
  then: (done, failed) => new Promise<T>((answer) => answer(work())).then(done, failed),
});

test("a store may answer with the promises of its library", async () => {
  const game = await gameOf("haikyu-break");
  let held: unknown;
  const store: GameStore = {
    load: () => lazily(() => held),
    save: (saved) => lazily(() => void (held = JSON.parse(JSON.stringify(saved)))),
  };
  const loaded = () => new Promise((done) => setTimeout(done));
  const first = new GameSession(game, store, {});
  await loaded();
  playByForms(first, game, 3);
  await loaded();
  const second = new GameSession(game, store, {});
  await loaded();

  expect(second.state.unrestored).toBeUndefined();
  expect(second.state.outcome.state).toEqual(held && (held as SavedGame).play);
  expect(second.state.outcome.state).toEqual(first.state.outcome.state);
});

test("a game that is begun while the stored one is still loaded stays", async () => {
  const game = await gameOf("haikyu-break");
  const before = new GameSession(game, undefined, {});
  playByForms(before, game, 3);
  const { state } = before.state.outcome;
  const { store, saved } = slowStore({ snapshot: state.snapshot, play: state });
  const session = new GameSession(game, store, {});
  session.start({});
  const { outcome } = session.state;
  await new Promise((done) => setTimeout(done));

  expect(session.state).toMatchObject({ outcome, loading: false });
  expect((saved[0] as SavedGame).play).toBe(outcome.state);
});

test("a save of a later version that does not fit is told as unreadable", async () => {
  const game = await gameOf("haikyu-break");
  const later: Game = { ...game, canRestore: () => ({ ok: true, newer: true, snapshot: {} }) };
  const store = { load: () => ({ snapshot: {}, play: {} }), save: () => undefined };

  expect(new GameSession(later, store, {}).state.unrestored?.code).toBe("unreadable");
});

test("the history has each step with its event, and the game goes back to any of them", async () => {
  const game = await gameOf("haikyu-break");
  const session = new GameSession(game, undefined, {});
  const outcomes = [session.state.outcome];
  for (let seed = 0; seed < 5; seed++) {
    const { state } = session.state.outcome;
    const event = session.player.random(state, seed);
    if (!event) throw new Error("Nothing can be done");
    session.send(event);
    outcomes.push(session.state.outcome);
    expect(session.state.history.at(-1)).toEqual({ event, outcome: session.state.outcome });
  }
  session.send({ type: "NOTHING" });

  expect(session.state.history).toHaveLength(5);

  session.backTo(5);
  session.backTo(-1);
  expect(session.state.outcome).toBe(outcomes[5]);
  session.backTo(2);
  expect(session.state.outcome).toBe(outcomes[2]);
  expect(session.state.history.map(({ outcome }) => outcome)).toEqual(outcomes.slice(1, 3));
  session.undo();
  expect(session.state.outcome).toBe(outcomes[1]);
  session.start({});
  expect([session.state.canUndo, session.state.history]).toEqual([false, []]);
});
