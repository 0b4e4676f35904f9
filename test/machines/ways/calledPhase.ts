import type { Action, Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { Called } from "#test/machines/ways/golden.ts";
import { isWithin } from "#test/machines/ways/blocks.ts";
import { movesOf } from "#test/machines/ways/rowSteps.ts";

/** A transition into or out of a called phase, with the values of the parameter that it notes or asks for. */
export interface Link {
  readonly source: string;
  readonly target: string;
  readonly values: readonly string[];
}

/** `{ to: "layer" }` says "layer" for `to`. */
function valueOf({ name, params }: Pick<Action, "name" | "params">, called: string, param: string): string[] {
  const found = name === called ? new RegExp(`\\b${param}:\\s*"(\\w+)"`).exec(params?.text ?? "") : null;
  return found ? [found[1]!] : [];
}

/** All ways into a called phase; what is noted on entering the caller counts as noted on leaving it. */
export const callsOf = (chart: Chart, { state, by }: Called): Link[] =>
  movesOf(chart)
    .filter(({ source, targets }) => !isWithin(source, state) && targets.some((id) => isWithin(id, state)))
    .map(({ source, transition }) => {
      const actions = [...(places(chart).get(source)?.node.entry ?? []), ...transition.actions];
      return {
        source,
        target: state,
        values: actions.flatMap((action) => valueOf(action, by.action, by.param)),
      };
    });

/** All ways out of a called phase; without values where its guard does not ask for the caller. */
export const returnsOf = (chart: Chart, { state, by }: Called): Link[] =>
  movesOf(chart)
    .filter(({ source }) => isWithin(source, state))
    .flatMap(({ source, transition, targets }) =>
      targets
        .filter((target) => !isWithin(target, state))
        .map((target) => ({
          source,
          target,
          values: transition.guard ? valueOf(transition.guard, by.guard, by.asks) : [],
        })),
    );

/**
 * The pairs of caller and continuation that the machine itself binds by a value. The last return, which asks for nothing, is meant for
 * the value that no other asks for.
 */
export function boundPairs(chart: Chart, phase: Called): [caller: string, continuation: string][] {
  const returns = returnsOf(chart, phase);
  const asked = new Set(returns.flatMap(({ values }) => values));
  const last = returns.at(-1);
  const targetsFor = (value: string) =>
    asked.has(value)
      ? returns.filter(({ values }) => values.includes(value)).map(({ target }) => target)
      : last?.values.length === 0
        ? [last.target]
        : [];
  const pairs = callsOf(chart, phase).flatMap(({ source, values }) =>
    values.flatMap((value) => targetsFor(value).map((target) => [source, target] as [string, string])),
  );
  return [...new Map(pairs.map((pair) => [pair.join(" "), pair])).values()];
}
