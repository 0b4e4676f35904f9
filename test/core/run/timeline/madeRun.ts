import type { Outcome } from "#core/run/play/play.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { addStep, moveTo, startRun } from "#core/run/timeline/timeline.ts";
import type { JsonObject } from "#core/text/json.ts";

/** A step that stands in a state with a context; no machine is asked. */
export const standing = (name: string, context: JsonObject = {}): Outcome => ({
  state: { snapshot: { value: name }, clock: 0, timers: [] },
  view: { value: name, in: [name], context, status: "active", asks: [], enabled: [], candidates: [] },
  refused: false,
  reasons: [],
  microsteps: [],
  considered: [],
});

/** The run with an event of this name sent, which leads into a state of this name. */
export const sent = (run: Run, name: string, context: JsonObject = {}): Run =>
  addStep(run, { kind: "send", event: { type: name } }, standing(name, context));

/** start - A(1) - B(2) - C(3), and after a step back to A: D(4) - E(5); at B again: F(6). */
export function forkedRun(): Run {
  let run = startRun("h", { n: 1 }, standing("start"));
  for (const name of ["A", "B", "C"]) run = sent(run, name);
  run = moveTo(run, 1);
  for (const name of ["D", "E"]) run = sent(run, name);
  return sent(moveTo(run, 2), "F");
}

/** A run of steps that each come of one before, given by numbers of any size; the contexts and states repeat. */
export function runOf(parents: readonly number[]): Run {
  let run = startRun("h", {}, standing("s0", { n: 0 }));
  for (const [i, parent] of parents.entries())
    run = sent(moveTo(run, parent % run.steps.length), `s${(i * 7) % 3}`, {
      n: (i * 5) % 4,
      m: { k: i % 2 },
    });
  return run;
}
