import { cutLarge, cutValue } from "#core/run/play/cutView.ts";
import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";
import type { Outcome, PlayEvent, Reason } from "#core/run/play/play.ts";
import type { Divergence, Expectation } from "#core/run/scenario/scenario.ts";

/** Asks the machine, beside the step itself, whether it takes an event. */
export type CanQuery = (
  event: PlayEvent,
) => Promise<{ readonly can: boolean; readonly reasons: readonly Reason[] }>;

/**
 * The first thing in which an outcome differs from what is expected, or undefined. Objects in `context` are compared in the named
 * parts, arrays whole (FORMATS). A step that expects nothing about refusal must be accepted.
 */
export async function compare(
  step: number,
  expect: Expectation,
  outcome: Outcome,
  sent: boolean,
  ask: CanQuery,
): Promise<Divergence | undefined> {
  const refusal = sent ? compareRefusal(step, expect, outcome) : refusalOfNothing(step, expect);
  if (refusal) return refusal;
  const { view } = outcome;
  const active = new Set(view.in);
  const lacking = expect.in?.find((path) => !active.has(path));
  if (lacking !== undefined)
    return { step, what: "in", expected: [...(expect.in ?? [])], got: [...view.in], at: lacking };
  const unwanted = expect.notIn?.find((path) => active.has(path));
  if (unwanted !== undefined)
    return { step, what: "notIn", expected: unwanted, got: [...view.in], at: unwanted };
  if (expect.context) {
    // What is cut bears a digest: the expected value, cut likewise, tells whether it is the same.
    const wanted = view.cut ? cutLike(expect.context, view.cut) : expect.context;
    const other = differing(wanted, view.context, "");
    if (other) return { step, what: "context", ...other };
  }
  if (expect.status !== undefined && expect.status !== view.status)
    return { step, what: "status", expected: expect.status, got: view.status };
  if (expect.output !== undefined && !jsonEqual(cutLarge(expect.output), cutLarge(view.output ?? null)))
    return { step, what: "output", expected: expect.output, got: view.output ?? null };
  for (const event of expect.can ?? [])
    if (!(await ask(event)).can) return { step, what: "can", expected: event, got: false };
  for (const event of expect.cannot ?? [])
    if ((await ask(event)).can) return { step, what: "cannot", expected: event, got: true };
  return undefined;
}

const cutLike = (context: JsonObject, cut: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(context).map(([name, value]) => [name, cut.includes(name) ? cutValue(value) : value]),
  );

function compareRefusal(step: number, expect: Expectation, outcome: Outcome): Divergence | undefined {
  const reasons = outcome.reasons.map(reasonJson);
  if (expect.refused === undefined || expect.refused === false)
    return outcome.refused ? { step, what: "accepted", expected: true, got: reasons } : undefined;
  if (!outcome.refused) return { step, what: "refused", expected: expect.refused as Json, got: false };
  if (expect.refused === true) return undefined;
  const { guard, clause } = expect.refused;
  const named =
    (guard === undefined || outcome.reasons.some((r) => r.guard === guard)) &&
    (clause === undefined || outcome.reasons.some((r) => r.clauses?.includes(clause)));
  return named ? undefined : { step, what: "refused", expected: expect.refused as Json, got: reasons };
}

/** Only what is sent can be refused: an expectation of it elsewhere is never met. */
const refusalOfNothing = (step: number, { refused }: Expectation): Divergence | undefined =>
  refused ? { step, what: "refused", expected: refused as Json, got: false } : undefined;

const reasonJson = ({ code, state, event, guard }: Reason): Json =>
  Object.fromEntries(
    Object.entries({ code, state, event, guard }).filter(([, value]) => value !== undefined),
  ) as JsonObject;

/** The first place where `got` lacks or changes what `expected` names. */
export function differing(
  expected: Json,
  actual: Json | undefined,
  at: string,
): { at: string; expected: Json; got: Json } | undefined {
  if (typeof expected === "object" && expected !== null && !Array.isArray(expected)) {
    if (typeof actual !== "object" || actual === null || Array.isArray(actual))
      return { at, expected, got: actual ?? null };
    for (const [key, value] of Object.entries(expected)) {
      const other = differing(value as Json, (actual as JsonObject)[key], at === "" ? key : `${at}.${key}`);
      if (other) return other;
    }
    return undefined;
  }
  return jsonEqual(expected, actual) ? undefined : { at, expected, got: actual ?? null };
}
