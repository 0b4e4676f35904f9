import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { stateNames } from "#app/studio/useStateNames.ts";

test("the names of a chart's states are worked out once, however many rows ask for them", () => {
  const states = Array.from({ length: 40 }, (_, i) => `s${i}: {}`).join(", ");
  const text = `import { createMachine } from "xstate";
    export const m = createMachine({ id: "m", initial: "s0", states: { ${states} } });`;
  const read = () => readModule(text).charts[0]!;
  const chart = read();
  let asked = 0;
  const label = (key: string) => {
    asked++;
    return key === "state:s1" ? "First step" : undefined;
  };

  const rows = Array.from({ length: 300 }, () => stateNames(chart, label));

  expect(asked).toBe(41);
  expect(new Set(rows).size).toBe(1);
  expect(["s1", "s2"].map(stateNames(chart, label))).toEqual(["First step", "s2"]);
  // other labels and another reading have their own
  expect(stateNames(chart, () => "Step")("s2")).toBe("Step");
  expect(stateNames(read(), label)("s1")).toBe("First step");
  expect(asked).toBe(82);
});
