import type { CanQuery } from "#core/run/scenario/expectations.ts";
import type { Outcome, PlayEvent } from "#core/run/play/play.ts";
import type { Expectation } from "#core/run/scenario/scenario.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * What is expected, said again so that it fits what came: of the same things and of no more. A list of states that named only the innermost
 * ones names the innermost ones again; parts of the context that are gone are no longer expected.
 */
export async function actualExpectation(
  expect: Expectation,
  { view, refused, reasons }: Outcome,
  sent: boolean,
  ask: CanQuery,
): Promise<Expectation> {
  const {
    in: wanted,
    notIn,
    context,
    can,
    cannot,
    status,
    output: _output,
    refused: _refused,
    ...more
  } = expect;
  const guard = reasons.find((reason) => reason.code === "guard")?.guard;
  const active = new Set(view.in);
  const [possible, not] = await split([...(can ?? []), ...(cannot ?? [])], ask);
  const parts = context && partsNow(context, view.context, view.cut);
  const away = notIn?.filter((path) => !active.has(path));
  return {
    ...(sent && refused ? { refused: guard === undefined ? true : { guard } } : {}),
    ...(wanted ? { in: statesNow(wanted, view.in) } : {}),
    ...(away && away.length > 0 ? { notIn: away } : {}),
    ...(parts && Object.keys(parts).length > 0 ? { context: parts } : {}),
    ...(possible.length > 0 ? { can: possible } : {}),
    ...(not.length > 0 ? { cannot: not } : {}),
    ...(status === undefined ? {} : { status: view.status }),
    ...(expect.output === undefined || view.output === undefined ? {} : { output: view.output }),
    ...more,
  };
}

async function split(events: readonly PlayEvent[], ask: CanQuery): Promise<[PlayEvent[], PlayEvent[]]> {
  const [can, cannot]: [PlayEvent[], PlayEvent[]] = [[], []];
  for (const event of events) ((await ask(event)).can ? can : cannot).push(event);
  return [can, cannot];
}

/** Those that are still active, and for those that are not the innermost ones that nobody named; all, when all were named. */
function statesNow(wanted: readonly string[], active: readonly string[]): readonly string[] {
  const isWhole = wanted.some((path) => wanted.some((other) => other.startsWith(`${path}.`)));
  if (isWhole) return active;
  const present = wanted.filter((path) => active.includes(path));
  if (present.length === wanted.length) return wanted;
  const isInner = (path: string) => !active.some((other) => other.startsWith(`${path}.`));
  const isNamed = (path: string) =>
    present.some((prefix) => path === prefix || path.startsWith(`${prefix}.`));
  return [...present, ...active.filter((path) => isInner(path) && !isNamed(path))];
}

/** The named parts as they are now. What is shown cut is not the value itself: it cannot be expected. */
function partsNow(wanted: JsonObject, context: JsonObject, cut: readonly string[] = []): JsonObject {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      const now = Object.hasOwn(context, name) ? context[name] : undefined;
      if (now === undefined || cut.includes(name)) return [];
      const isBoth = isObject(value) && isObject(now);
      return [[name, isBoth ? partsNow(value, now) : now]];
    }),
  );
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
