import { expect, test, vi, beforeEach, afterEach } from "vitest";
import { createPlayer } from "#core/simulate/player.ts";
import type { PlayEvent } from "#core/run/play.ts";
import { lawWalk, type LawGiven } from "#test/core/simulate/law.ts";
import { routesOf, wholeMachine, WHOLE_EVENTS } from "#test/core/simulate/wholeMachine.ts";
import { patience } from "#test/support/patience.ts";

/** `LONG=1` plays a million steps on 2,000 machines and the games; an everyday run ten thousand. */
const LONG = process.env["LONG"] !== undefined;
const MACHINES = LONG ? 2_000 : 420;
const STEPS = LONG ? 400 : 25;

// XState warns of events to actors that have stopped: those are part of what is tried.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

export function madeGiven(seed: number, steps: number): LawGiven {
  const machine = wholeMachine(seed);
  const routes = routesOf(machine);
  const probes: PlayEvent[] = [
    ...WHOLE_EVENTS.map((type) => ({ type })),
    { type: "nowhere" },
    ...routes.slice(0, 2).map((id) => ({ type: "xstate.route", to: `#${id}` })),
  ];
  return {
    name: "machine",
    machine,
    probes,
    event: (random) => probes[Math.floor(random() * probes.length)] as PlayEvent,
    seed,
    steps,
  };
}

test(
  "a player goes as a real actor of XState does, on made machines",
  { timeout: patience(7_200_000) },
  () => {
    const differences: string[] = [];
    const causes = new Set<string>();
    let steps = 0;
    let microsteps = 0;

    for (let seed = 0; seed < MACHINES && differences.length < 8; seed++) {
      const made = lawWalk(createPlayer, madeGiven(seed, STEPS));
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
