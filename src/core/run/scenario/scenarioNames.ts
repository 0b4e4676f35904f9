import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import { newPath, type Rename } from "#core/run/scenario/saves.ts";
import type { Expectation, Scenario } from "#core/run/scenario/scenario.ts";

/** A name in a scenario that the machine no longer has, and what it is called now. */
export interface Renamed {
  readonly kind: "state" | "event";
  readonly from: string;
  readonly to: string;
}

/** What tells how something is called now. */
export interface NameNews {
  readonly chart: Chart;
  /** `renames.json` of the machine. */
  readonly renames?: readonly Rename[];
  /** `labels/<locale>.json`, by locale. */
  readonly labels?: Readonly<Record<string, Texts>>;
}

/**
 * The names of a scenario that the machine has no more and that are known to be called otherwise: by `renames.json`, by a label that the new
 * name has taken over, or because one name alone is so near to it that it was meant.
 */
export function renamedIn(
  scenario: Scenario,
  { chart, renames = [], labels = {} }: NameNews,
): readonly Renamed[] {
  const states = new Set(places(chart).keys());
  const events = eventTypes(chart);
  const used = namesIn(scenario);
  const sameLabel = (kind: Renamed["kind"], from: string, known: ReadonlySet<string>): string | undefined => {
    for (const texts of Object.values(labels)) {
      const text = texts[`${kind}:${from}`];
      const same = text ? [...known].filter((name) => texts[`${kind}:${name}`] === text) : [];
      if (same.length === 1) return same[0];
    }
    return undefined;
  };
  const only = (names: readonly string[]) => (names.length === 1 ? names[0] : undefined);
  const inNow = (path: string) => {
    const now = renames.reduce((so, { states: moved = {} }) => newPath(moved, so), path);
    return now !== path && states.has(now) ? now : undefined;
  };
  const renamed = (kind: Renamed["kind"], from: string, to: string | undefined): Renamed[] =>
    to === undefined ? [] : [{ kind, from, to }];
  return [
    ...used.states.flatMap((path) =>
      states.has(path)
        ? []
        : renamed("state", path, inNow(path) ?? sameLabel("state", path, states) ?? only(near(path, states))),
    ),
    ...used.events.flatMap((type) =>
      events.has(type)
        ? []
        : renamed("event", type, sameLabel("event", type, events) ?? only(near(type, events))),
    ),
  ];
}

/** The scenario in the names of today. */
export function withNames(scenario: Scenario, renamed: readonly Renamed[]): Scenario {
  const of = (kind: Renamed["kind"]) =>
    new Map(renamed.flatMap((item) => (item.kind === kind ? [[item.from, item.to] as const] : [])));
  const [states, events] = [of("state"), of("event")];
  const event = (playEvent: PlayEvent): PlayEvent => ({
    ...playEvent,
    type: events.get(playEvent.type) ?? playEvent.type,
  });
  const path = (id: string) => states.get(id) ?? id;
  const expectation = (expect: Expectation): Expectation => ({
    ...expect,
    ...(expect.in ? { in: expect.in.map(path) } : {}),
    ...(expect.notIn ? { notIn: expect.notIn.map(path) } : {}),
    ...(expect.can ? { can: expect.can.map(event) } : {}),
    ...(expect.cannot ? { cannot: expect.cannot.map(event) } : {}),
  });
  return {
    ...scenario,
    steps: scenario.steps.map((step) => ({
      ...step,
      ...(step.send ? { send: event(step.send) } : {}),
      ...(step.answer?.event ? { answer: { ...step.answer, event: event(step.answer.event) } } : {}),
      ...(step.edit?.in ? { edit: { ...step.edit, in: step.edit.in.map(path) } } : {}),
      ...(step.expect ? { expect: expectation(step.expect) } : {}),
    })),
  };
}

/** The event types of a chart: declared ones, and those that a transition waits for. */
export const eventTypes = (chart: Chart): ReadonlySet<string> =>
  new Set([
    ...(chart.events ?? []).map(({ type }) => type),
    ...[...places(chart).values()].flatMap(({ node }) =>
      node.transitions.flatMap(({ slot, event }) =>
        slot === "on" && event !== undefined && !event.includes("*") ? [event] : [],
      ),
    ),
  ]);

function namesIn({ steps }: Scenario): {
  readonly states: readonly string[];
  readonly events: readonly string[];
} {
  const states = new Set<string>();
  const events = new Set<string>();
  for (const { send, answer, edit, expect } of steps) {
    if (send) events.add(send.type);
    if (answer?.event) events.add(answer.event.type);
    for (const path of [...(edit?.in ?? []), ...(expect?.in ?? []), ...(expect?.notIn ?? [])])
      states.add(path);
    // An event that is impossible may be one that no machine ever had.
    for (const { type } of expect?.can ?? []) events.add(type);
  }
  return { states: [...states], events: [...events] };
}
