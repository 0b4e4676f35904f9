import type { Chart } from "#core/chart/chart.ts";
import { absolute, pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { DifferencePlace } from "#core/run/scenario/differencePlace.ts";
import type { DifferenceText } from "#core/run/scenario/differenceText.ts";

/** A scenario as a diagnostic names it. */
export interface ReplayedName {
  /** Its name among those of the game. */
  readonly file: string;
  /** Its title, in the language of the reader. */
  readonly title: string;
  /** Number of the step as a person counts it (`stepNumber`). */
  readonly step: number;
}

/** A difference in the words of the reader. */
export interface DifferenceFacts extends DifferenceText {
  readonly what: string;
}

/**
 * A scenario that goes otherwise than it expects, as a diagnostic of the machine at the place where it left the expectation: a badge on the
 * graph and a row of Problems. Its facts `file` and `transition` name the scenario's file and the transition, where that is known.
 * @param chart undefined while the text cannot be read: the diagnostic has no place in the text then
 * @param machine place of the chart among those of the file, when there are several
 */
export function differenceDiagnostic(
  { file, title, step }: ReplayedName,
  { what, expected, got }: DifferenceFacts,
  { state, transition }: DifferencePlace,
  chart: Chart | undefined,
  machine?: number,
): Diagnostic {
  const at = chart && spanOf(chart, { state, ...(transition === undefined ? {} : { transition }) });
  return {
    code: "scenario-differs",
    severity: "error",
    file: "machine",
    ...(at ? { at } : {}),
    ...(machine === undefined ? {} : { machine }),
    ...(state === "" ? {} : { path: pathOf(state) }),
    facts: {
      scenario: title,
      step,
      what,
      expected,
      got,
      file,
      ...(transition === undefined ? {} : { transition }),
    },
  };
}

/** A scenario whose replay was stopped for too much work or time: neither as expected nor otherwise. @param why in the words of the reader */
export const stopDiagnostic = ({ file, title, step }: ReplayedName, why: string): Diagnostic => ({
  code: "scenario-stopped",
  severity: "info",
  file: `scenarios/${file}`,
  facts: { scenario: title, step, why, file },
});

/** No scenario can be played, as the machine does not load. @param why as the machine, or whoever runs it, says it */
export const notPlayedDiagnostic = (count: number, why: string, machine?: number): Diagnostic => ({
  code: "scenarios-not-played",
  severity: "error",
  file: "machine",
  ...(machine === undefined ? {} : { machine }),
  facts: { count, why },
});

/** The key of the transition, or of the state; undefined for what is written in another file, and for the machine as a whole. */
function spanOf(chart: Chart, { state, transition }: DifferencePlace): Span | undefined {
  const ref = transition === undefined ? undefined : transitionRef(transition);
  const placed = ref && transitionOf(chart, ref);
  if (placed && !placed.transition.shared && !placed.transition.elsewhere)
    return absolute(placed.place, placed.transition.keyAt);
  const place = placeOf(chart, pathOf(state));
  return place?.node.keyAt && absolute(place, place.node.keyAt);
}

/** Whether a diagnostic is of one replayed scenario. */
export const isOfReplay = ({ code }: Pick<Diagnostic, "code">): boolean =>
  code === "scenario-differs" || code === "scenario-stopped";
