import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { newMachine, TEMPLATES } from "#core/edit/gestures/newMachine.ts";
import { readModule } from "#core/read/readModule.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";

test.each(TEMPLATES)(
  "the template %s is a machine that is read whole, has no fault and is built by XState",
  (template) => {
    const text = newMachine(template, "my-game");

    const reading = readModule(text);
    const faults = diagnose(reading, new Map([["machine", text]])).filter(
      ({ severity }) => severity === "error",
    );
    expect(reading.charts[0]).toMatchObject({ id: "my-game", root: { opaque: [] } });
    expect(faults).toEqual([]);
    expect(buildMachine(text).id).toBe("my-game");
  },
);
