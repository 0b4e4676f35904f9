import { createActor, type AnyStateMachine, type InspectionEvent } from "xstate";
import { expect, test } from "vitest";
import { pictureNames } from "#cli/pictureNames.ts";
import { places } from "#core/chart/places.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { drawChart } from "#core/project/drawChart.ts";
import { Inspection } from "#core/inspect/inspection.ts";
import { readDefinition } from "#core/inspect/definition.ts";
import { statelyInspector, xstate4Inspector } from "#test/core/inspect/wireMessages.ts";
import { machine as chrono } from "../../../machines/chrono-card.machine.ts";
import { machine as haikyu } from "../../../machines/haikyu-break.machine.ts";

/** The picture of a machine that only an app knows. */
function pictureOf(
  machine: AnyStateMachine,
  wire: "stately" | "xstate4",
): { svg: string; states: number; cut: number } {
  const seen = new Inspection();
  seen.open("a", { wire, origin: "", at: 0 });
  const send = (message: unknown) => void seen.receive("a", message, { origin: "", at: 0 });
  const [inspect, flush] =
    wire === "stately" ? statelyInspector("window", send) : [xstate4Inspector(send), () => {}];
  createActor(machine, { input: {}, inspect: (event: InspectionEvent) => inspect(event) })
    .start()
    .stop();
  flush();
  const session = seen.session(seen.app("a")?.sessions[0] ?? "");
  const definition = readDefinition(session?.definition, wire);
  if (!definition) throw new Error("no machine was told");
  const { chart } = definition;
  const svg = drawChart(chart, pictureNames(chart, { labels: {} }, "en"), NO_ARRANGEMENT, {
    detail: "full",
  });
  return { svg, states: places(chart).size, cut: definition.cut.size };
}

test.each([
  ["haikyu-break", haikyu],
  ["chrono-card", chrono],
] as const)("a machine that only the app knows can be drawn: %s", (_, machine) => {
  const whole = pictureOf(machine, "xstate4");
  const torn = pictureOf(machine, "stately");

  expect(whole.svg).toContain("</svg>");
  expect(whole.svg).not.toMatch(/NaN|undefined/);
  expect(torn.svg).not.toMatch(/NaN|undefined/);
  expect(whole.states).toBeGreaterThan(40);
  // What the wire cut off is not drawn.
  expect(torn.cut).toBeGreaterThan(0);
  expect(torn.states).toBeLessThanOrEqual(whole.states);
});
