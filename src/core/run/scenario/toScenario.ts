import { jsonEqual } from "#core/text/json.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";
import {
  offersOf,
  refusalOffers,
  withChosen,
  type ExpectationOffer,
} from "#core/run/scenario/expectationOffers.ts";
import type { RefusedEvent } from "#core/run/scenario/replay.ts";
import { sentWith, verdictsOf } from "#core/run/play/verdict.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import type { Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { way } from "#core/run/timeline/timeline.ts";

/** A step that a scenario may have, and what may be expected of it. */
export interface ScenarioOffer {
  /** What it does: nothing at the start, which only expects. */
  readonly deed: ScenarioStep;
  /** The step of the run; of an event that was refused the one at which it was sent. */
  readonly step: Step;
  readonly refused?: RefusedEvent;
  /** A name under which the play is saved here, because a later step goes back to it. */
  readonly save?: string;
  readonly offers: readonly ExpectationOffer[];
}

/** What is expected when nobody chooses: all that came of each step, where the play ended, or nothing. */
export type UsualChoice = "all" | "ends" | "none";

/** The way in view as steps of a scenario, with the events that were refused on it. */
export function scenarioOffers(run: Run, refusals: readonly RefusedEvent[] = []): readonly ScenarioOffer[] {
  const steps = way(run);
  const { saves, restored } = savesOn(steps);
  return steps.flatMap((step): ScenarioOffer[] => {
    const save = saves.get(step);
    return [
      {
        deed: deedOf(step, restored.get(step)),
        step,
        ...(save === undefined ? {} : { save }),
        offers: offersOf(run, step),
      },
      ...refusals.flatMap((refused): ScenarioOffer[] =>
        refused.after === step.id
          ? [
              {
                deed: { send: refused.event, ...sentWith(refused) },
                step,
                refused,
                offers: refusalOffers(refused),
              },
            ]
          : [],
      ),
    ];
  });
}

/**
 * The usual expectations of each of these steps. A refused event is part of the scenario when its refusal is expected.
 * @param refusals the refused events that may become part of it
 */
export function usualOffers(
  steps: readonly ScenarioOffer[],
  usual: UsualChoice,
  refusals: boolean,
): readonly (readonly ExpectationOffer[])[] {
  const last = steps.findLastIndex(({ refused }) => !refused);
  return steps.map(({ refused, offers }, i) => {
    if (refused) return refusals ? offers.slice(0, 1) : [];
    if (usual === "none") return [];
    return usual === "all" || i === last ? offers : offers.filter(({ kind }) => kind === "end");
  });
}

/** The scenario of a run with what was chosen of each step; `chosen` goes with `scenarioOffers`. */
export function chosenScenario(
  run: Run,
  title: Texts,
  steps: readonly ScenarioOffer[],
  chosen: readonly (readonly ExpectationOffer[])[],
): Scenario {
  const all = way(run);
  const start = all[0];
  const clauses = [
    ...new Set(all.flatMap((s) => s.outcome.microsteps.flatMap((m) => m.taken.flatMap((x) => x.clauses)))),
  ];
  return {
    format: 1,
    title,
    input: start?.do.kind === "start" ? start.do.input : {},
    machine: run.machineHash,
    ...(clauses.length > 0 ? { clauses } : {}),
    ...(start?.do.kind === "start" ? verdictsOf(start.do) : {}),
    steps: steps.flatMap(({ deed, refused, save }, i): ScenarioStep[] => {
      const offers = chosen[i] ?? [];
      // Without a word of its refusal a replay would take it for one that has to be accepted.
      if (refused && offers.length === 0) return [];
      const isNothing = Object.keys(deed).length === 0 && offers.length === 0;
      return [...(isNothing ? [] : [withChosen(deed, offers)]), ...(save === undefined ? [] : [{ save }])];
    }),
  };
}

/** The way in view as a scenario: what was sent, and where it led (states; top-level fields of the context that changed; the end). */
export function toScenario(run: Run, title: Texts): Scenario {
  const steps = scenarioOffers(run);
  return chosenScenario(run, title, steps, usualOffers(steps, "all", false));
}

/** The saves that restores go back to: a run keeps every state, so it knows of a save only afterwards. */
function savesOn(steps: readonly Step[]) {
  const saves = new Map<Step, string>();
  const restored = new Map<Step, string>();
  for (const [i, step] of steps.entries()) {
    if (step.do.kind !== "restore") continue;
    const { state } = step.outcome;
    const origin = steps.slice(0, i).findLast((item) => jsonEqual(item.outcome.state, state));
    if (!origin) continue;
    const name = saves.get(origin) ?? unused(step.do.name, [...saves.values()]);
    saves.set(origin, name);
    restored.set(step, name);
  }
  return { saves, restored };
}

function unused(name: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} ${n}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

function deedOf(step: Step, restored?: string): ScenarioStep {
  switch (step.do.kind) {
    case "start":
      return {};
    case "send":
      return { send: step.do.event, ...sentWith(step.do) };
    case "advance":
      return { advance: step.do.ms, ...verdictsOf(step.do) };
    case "answer":
      return { answer: step.do.answer, ...verdictsOf(step.do) };
    case "edit":
      return { edit: step.do.edit };
    case "restore":
      return { restore: restored ?? step.do.name };
  }
}
