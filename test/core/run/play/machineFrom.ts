import { and, assign, not, or, setup, stateIn, type AnyStateMachine } from "xstate";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";
import { gameChart } from "#core/analyze/check.ts";
import type { Chart } from "#core/chart/chart.ts";
import { readModule } from "#core/read/readModule.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import { playerAsk } from "#test/core/run/play/playerAsk.ts";

/** A machine with its chart, both from one text of a module. */
export function machineFrom(text: string): {
  readonly chart: Chart;
  readonly machine: AnyStateMachine;
  readonly ask: Runner["ask"];
} {
  const reading = readModule(text);
  const chart = gameChart(reading);
  if (!chart) throw new Error("no machine was read");
  const code = stripTypes(text)
    .replace(/^import[^\n]*\n/, "")
    .replace("export const machine =", "return");
  const machine = new Function("and", "assign", "not", "or", "setup", "stateIn", code)(
    and,
    assign,
    not,
    or,
    setup,
    stateIn,
  ) as AnyStateMachine;
  return { chart, machine, ask: playerAsk(machine, playSpecOf(chart, reading.consts)) };
}
