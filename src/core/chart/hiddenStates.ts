import type { Chart, Opaque } from "#core/chart/chart.ts";
import { hiddenMachine } from "#core/chart/opaqueParts.ts";
import { absolute, places } from "#core/chart/places.ts";
import type { Span } from "#core/text/textEdit.ts";

/** The code of a part that brings states, on one line and without the key before it. */
export const codeOfStates = ({ what, text }: Opaque): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(what === "states" ? /^(["']?)states\1 ?: ?/ : /^$/, "");

/** Longest piece of code that is quoted in a sentence: about half a line of it. */
const MAX_CODE_CHARACTERS = 60;

/** The code that brings all states of a machine, as a sentence quotes it, and where it is written, absolute. */
export function hiddenStates(chart: Chart): { readonly code: string; readonly at: Span } | undefined {
  const part = hiddenMachine(chart.root);
  const root = part && places(chart).get("");
  if (!root) return undefined;
  const code = codeOfStates(part);
  const isLong = code.length > MAX_CODE_CHARACTERS;
  return {
    code: isLong ? `${code.slice(0, MAX_CODE_CHARACTERS).trimEnd()}…` : code,
    at: absolute(root, part.at),
  };
}
