import type { EventType, Field } from "#core/chart/payload.ts";
import type { Chart, Implementation } from "#core/chart/chart.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import type { GuardCode } from "#core/run/play/formulaTrial.ts";
import type { Json } from "#core/text/json.ts";
import { places, transitionId } from "#core/chart/places.ts";

/** Expressions as JSON, by the text or the short name that stands in the spec instead; without their offsets, as there is no text to point at. */
type CompiledFormulas = Readonly<Record<string, Json>>;

/** What a player needs beside the machine itself: payload types to check events against, and moves to try. */
export interface PlaySpec {
  readonly events?: readonly EventType[];
  readonly input?: readonly Field[];
  /** Fields of the context, to check a saved play against; without them it is compared with the context of a new play. */
  readonly context?: readonly Field[];
  readonly moves?: Moves;
  /** The code of its guards, so that a trial of one can tell its parts; it decides nothing. */
  readonly code?: GuardCode;
  /** The formulas of moves and code, compiled (`compileSpec`); without them they are texts, which take a parser. */
  readonly formulas?: CompiledFormulas;
}

/** What a player needs of a chart. @param consts those of its module */
export const playSpecOf = (chart: Chart, consts?: readonly Implementation[], moves?: Moves): PlaySpec => ({
  ...(chart.events ? { events: chart.events } : {}),
  ...(chart.input ? { input: chart.input } : {}),
  ...(chart.context ? { context: chart.context } : {}),
  ...(moves ? { moves } : {}),
  code: guardCodeOf(chart, consts),
});

/** The code of a chart's guards, of those that are written in its own module. @param consts those of the module */
function guardCodeOf(chart: Chart, consts: readonly Implementation[] = []): GuardCode {
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
