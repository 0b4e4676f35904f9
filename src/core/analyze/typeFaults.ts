import type { Chart } from "#core/chart/chart.ts";
import { chartAt } from "#core/chart/machineKey.ts";
import { stateAt } from "#core/chart/places.ts";
import { isSameFault, type Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import { explainTypeError } from "#core/analyze/explainTypeError.ts";
import { trustedErrors } from "#core/analyze/trustedErrors.ts";
import type { Span } from "#core/text/textEdit.ts";

/**
 * What the type checker says of a machine file as diagnostics, each once: in the words of `explainTypeError`, else in TypeScript's
 * own.
 * @param text the text that was checked
 * @param charts a reading of that very text
 * @param alone the files around it cannot be read
 */
export function typeFaults(
  text: string,
  charts: readonly Chart[],
  errors: readonly TypeError[],
  alone = false,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const error of trustedErrors(text, errors, alone)) {
    const explanation = explainTypeError(text, charts, error) ?? {
      code: "type-error",
      at: error.at,
      facts: { message: messageOf(error) },
    };
    const fault = placed({ severity: "error", file: "machine", ...explanation }, charts);
    if (
      !diagnostics.some((diagnostic) => isSameFault(diagnostic, fault) && isSameWord(diagnostic.at, fault.at))
    )
      diagnostics.push(fault);
  }
  return diagnostics;
}

/** The same with the machine and the state that it stands in now. */
export function placed(fault: Diagnostic, charts: readonly Chart[]): Diagnostic {
  const { machine: _machine, path: _path, ...rest } = fault;
  const chart = fault.at && chartAt(charts, fault.at.from);
  const state = chart && fault.at && stateAt(chart, fault.at.from);
  return {
    ...rest,
    ...(chart && charts.length > 1 ? { machine: chart.ref.ordinal } : {}),
    ...(state ? { path: state.path } : {}),
  };
}

/** Of a value; TypeScript tells them of its key. */
const OF_VALUE: ReadonlySet<string> = new Set(["wrong-type", "actor-not-found"]);

/** Whether one of the faults is reported on this word already, or of the value of this key. Notes do not count. */
export const isReported = (at: Span, faults: readonly Diagnostic[]): boolean =>
  faults.some(
    (diagnostic) =>
      diagnostic.file === "machine" &&
      diagnostic.severity !== "info" &&
      (isSameWord(diagnostic.at, at) || (OF_VALUE.has(diagnostic.code) && follows(diagnostic.at, at))),
  );

/** A colon and a space between them, as most write it. */
const follows = (value: Span | undefined, key: Span): boolean =>
  value !== undefined && value.from >= key.to && value.from - key.to <= 2;

/** Quotes may belong to the one and not to the other. */
const isSameWord = (a: Span | undefined, b: Span | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a.from - b.from) <= 1 && Math.abs(a.to - b.to) <= 1;

/** Types of XState fill pages: of a long message, the beginning and the conclusion are kept. */
const MAX_MESSAGE_CHARACTERS = 200;
const cut = (text: string): string =>
  text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…` : text;

function messageOf({ chain }: TypeError): string {
  const [first, last] = [chain[0], chain.at(-1)];
  if (!first || !last) return "";
  return first === last ? cut(first.text) : `${cut(first.text)} ${cut(last.text)}`;
}
