import type { Chart, Implementation } from "#core/chart/chart.ts";
import { places, transitionId } from "#core/chart/places.ts";
import type { GuardCode } from "#core/run/play/formulaTrial.ts";

/** The code of a chart's guards, of those that are written in its own module. @param consts those of the module */
export function guardCodeOf(chart: Chart, consts: readonly Implementation[] = []): GuardCode {
  const guards: Record<string, string> = {};
  for (const { name, text, elsewhere } of chart.setup?.guards ?? []) if (!elsewhere) guards[name] = text;
  for (const { node, path } of places(chart).values())
    for (const { slot, event, index, guard } of node.transitions)
      if (guard?.kind === "code")
        guards[transitionId({ source: path, slot, ...(event === undefined ? {} : { event }), index })] =
          guard.text;
  return {
    guards,
    consts: consts.filter(({ elsewhere }) => !elsewhere).map(({ name, text }) => ({ name, text })),
  };
}
