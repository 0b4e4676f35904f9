import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";
import type { Run, Step } from "#core/run/run.ts";
import type { Expectation, Scenario, ScenarioStep } from "#core/run/scenario.ts";
import { changes } from "#core/run/contextChange.ts";
import { stepOf, way } from "#core/run/timeline.ts";

/** The way in view as a scenario: what was sent, and where it led (states; top-level fields of the context that changed; the end). */
export function toScenario(run: Run, title: Texts): Scenario {
  const steps = way(run);
  const start = steps[0];
  const clauses = [
    ...new Set(steps.flatMap((s) => s.outcome.microsteps.flatMap((m) => m.taken.flatMap((x) => x.clauses)))),
  ];
  return {
    format: 1,
    title,
    input: start?.do.kind === "start" ? start.do.input : {},
    machine: run.machineHash,
    ...(clauses.length > 0 ? { clauses } : {}),
    steps: scenarioSteps(run, steps),
  };
}

/** The steps with the saves that their restores go back to: a run keeps every state, so it knows of a save only afterwards. */
function scenarioSteps(run: Run, steps: readonly Step[]): ScenarioStep[] {
  const saves = new Map<Step, string>();
  const restored = new Map<Step, string>();
  for (const [i, step] of steps.entries()) {
    if (step.do.kind !== "restore") continue;
    const { state } = step.outcome;
    const origin = steps.slice(0, i).findLast((one) => jsonEqual(one.outcome.state, state));
    if (!origin) continue;
    const name = saves.get(origin) ?? unused(step.do.name, [...saves.values()]);
    saves.set(origin, name);
    restored.set(step, name);
  }
  return steps.flatMap((step): ScenarioStep[] => {
    const name = saves.get(step);
    const made = scenarioStep(run, step, restored.get(step));
    return name === undefined ? [made] : [made, { save: name }];
  });
}

function unused(name: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${name} ${n}`;
    if (!taken.includes(one)) return one;
  }
}

function scenarioStep(run: Run, step: Step, restored?: string): ScenarioStep {
  const before = step.parent === null ? undefined : stepOf(run, step.parent)?.outcome.view.context;
  const { view } = step.outcome;
  const changed = before ? changes(before, view.context).map((c) => c.at.split(/[.[]/)[0] ?? "") : [];
  // What is shown cut is not the value that a replay will find.
  const names = new Set(changed.filter((name) => !view.cut?.includes(name)));
  const context: JsonObject = Object.fromEntries(
    [...names].filter((n) => Object.hasOwn(view.context, n)).map((n) => [n, view.context[n] as Json]),
  );
  const expect: Expectation = {
    in: view.in,
    ...(names.size > 0 ? { context } : {}),
    ...(view.status === "active"
      ? {}
      : { status: view.status, ...(view.output === undefined ? {} : { output: view.output }) }),
  };
  switch (step.do.kind) {
    case "start":
      return { expect };
    case "send":
      return { send: step.do.event, expect };
    case "advance":
      return { advance: step.do.ms, expect };
    case "answer":
      return { answer: step.do.answer, expect };
    case "edit":
      return { edit: step.do.edit, expect };
    case "restore":
      return { restore: restored ?? step.do.name, expect };
  }
}
