import { expect, test } from "vitest";
import { initialTransition, transition, type AnyMachineSnapshot } from "xstate";
import { randomSource } from "#core/simulate/randomSource.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import { askedSeats } from "#test/machines/support/chartOf.ts";
import type { GameFiles } from "#test/machines/support/gameTest.ts";
import { randomMove } from "#test/machines/support/randomMove.ts";

export function describeRefusals<C, I extends object>(game: GameFiles<C, I>): void {
  const { machine, moves, bareEvents, mayAct } = game;
  const guards = Object.values(machine.implementations.guards);
  /** Every moment of one random play, with the move that is made there. */
  function* moments(seed: number, input: object = {}): Generator<[AnyMachineSnapshot, PlayEvent]> {
    const random = randomSource(seed);
    let now: AnyMachineSnapshot = initialTransition(machine, input)[0];
    while (now.status === "active") {
      const event = randomMove(now, moves, { ...input }, random)!;
      yield [now, event];
      now = transition(machine, now, event)[0];
    }
  }

  test("guards refuse an event without fields in every state of a game, and none throws", () => {
    for (const [now] of moments(7))
      for (const type of machine.events)
        for (const by of ["P1", "P2", "chance", "table", undefined]) {
          const event = { type, by };
          if (now.can(event)) expect(bareEvents).toContain(type);
          // Those with a second argument need parameters, which only their transitions know.
          for (const guard of guards)
            if (typeof guard === "function" && guard.length < 2)
              guard({ context: now.context, event } as never, undefined as never);
        }
  });

  test(`only the asked seats may act, but for ${mayAct.but}`, () => {
    const seats = (now: AnyMachineSnapshot): string[] => (now.context as { seats: string[] }).seats;
    for (const [now, event] of moments(11, mayAct.input)) {
      const by = String(event["by"]);
      const free = mayAct.free?.(event, now);
      const may = free ? [by] : by === "table" ? ["table"] : askedSeats(now);
      const others = free ?? [...seats(now), "chance", "table", "nobody"].filter((one) => !may.includes(one));

      expect(may).toContain(by);
      for (const one of others)
        expect(now.can({ ...event, by: one }), `${one} ${JSON.stringify(event)}`).toBe(false);
    }
  });
}
