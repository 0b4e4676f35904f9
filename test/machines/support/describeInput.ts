import { expect, test } from "vitest";
import { createActor, initialTransition } from "xstate";
import type { GameFiles } from "#test/machines/support/gameTest.ts";

export function describeInput<C, I extends object>({ machine, faultyInputs }: GameFiles<C, I>): void {
  test("may be left out", () => {
    expect(createActor(machine).start().getSnapshot().context.seats).toEqual(["P1", "P2"]);
  });
  test.each(faultyInputs)("at fault is named: %s %j", (field, input) => {
    const { status, error } = initialTransition(machine, input)[0];

    expect(status).toBe("error");
    expect(String(error)).toContain(`input.${field}:`);
  });
}
