import { expect, test, vi, beforeEach, afterEach } from "vitest";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { lawWalk, ownPlayer } from "#test/core/simulate/law.ts";
import { gameGiven, GAMES, madeGiven } from "#test/core/simulate/lawGiven.ts";
import { patience } from "#test/support/patience.ts";

/** `LONG=1` plays a million steps on 2,000 machines and the games; an everyday run ten thousand. */
const LONG = process.env["LONG"] !== undefined;
const MACHINES = LONG ? 2_000 : 120;
const STEPS = LONG ? 450 : 45;
const GAME_STEPS = LONG ? 20_000 : 1_000;

// XState warns of events to actors that have stopped: those are part of what is tried.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

test(
  "a player goes as a real actor of XState does, on made machines",
  { timeout: patience(7_200_000) },
  async () => {
    const differences: string[] = [];
    const causes = new Set<string>();
    let steps = 0;
    let microsteps = 0;

    for (let seed = 0; seed < MACHINES && differences.length < 8; seed++) {
      const given = madeGiven(seed, STEPS);
      const made = await lawWalk(given, ownPlayer(createParsingPlayer(given.machine, {})));
      if (made.difference) differences.push(made.difference);
      steps += made.steps;
      microsteps += made.microsteps;
      for (const cause of made.causes) causes.add(cause);
    }

    console.info(`${steps} steps, ${microsteps} microsteps on ${MACHINES} machines`);
    expect(differences).toEqual([]);
    expect([...causes].sort()).toEqual(["actor", "always", "delay", "done", "event", "raised", "start"]);
  },
);

test.each(GAMES)(
  "a player goes as a real actor of XState does, in %s",
  { timeout: patience(7_200_000) },
  async (id) => {
    const given = await gameGiven(id, 7, GAME_STEPS);
    const made = await lawWalk(given, ownPlayer(createParsingPlayer(given.machine, given.spec ?? {})));

    expect(made.difference).toBeUndefined();
    expect(made.steps).toBe(GAME_STEPS);
  },
);
