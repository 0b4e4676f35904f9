import type { Chart } from "#core/chart/chart.ts";
import { chartAt } from "#core/chart/machineKey.ts";
import { absolute, placeOf, type PlacedState } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix, FixCommand, FixStep } from "#core/diagnostic/fix.ts";
import type { Syntax } from "#core/analyze/literal.ts";
import type { Node } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A diagnostic with the text that it was reported on and what can be read there. */
export interface FixSite {
  readonly diagnostic: Diagnostic;
  readonly text: string;
  readonly at: Span;
  /** Of the machine's module while it can be parsed. */
  readonly syntax?: Syntax;
  /** The machine that it is reported on, and the state. */
  readonly chart?: Chart;
  readonly place?: PlacedState;
}

type Words = Fix["facts"];
/** Only the few obvious fixes pass `obvious`. */
const make = (
  { diagnostic }: FixSite,
  id: string,
  facts: Words,
  change: Fix["change"],
  obvious: boolean,
): Fix => ({
  id,
  facts,
  obvious,
  file: diagnostic.file,
  change,
});

export const bySteps = (
  site: FixSite,
  id: string,
  facts: Words,
  steps: readonly FixStep[],
  obvious = false,
): Fix => make(site, id, facts, { kind: "steps", steps }, obvious);

export function byCommand(
  site: FixSite,
  id: string,
  facts: Words,
  command: Omit<FixCommand, "machine">,
  obvious = false,
): Fix[] {
  const machine = site.chart?.ref.ordinal;
  if (machine === undefined) return [];
  return [make(site, id, facts, { kind: "command", command: { ...command, machine } }, obvious)];
}

/** A fact of the diagnostic that is a text; empty when it has none of that name. */
export const fact = ({ diagnostic }: FixSite, name: string): string => {
  const value = diagnostic.facts[name];
  return typeof value === "string" ? value : "";
};

/** The suggestions of the diagnostic. */
export const nearOf = ({ diagnostic }: FixSite): readonly string[] => {
  const { near } = diagnostic.facts;
  return Array.isArray(near) ? (near as readonly string[]) : [];
};

export const spanOf = (node: Node): Span => ({ from: node.start, to: node.end });

/** A text for a button: on one line, not too long. */
export const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 37)}…` : line;
};

/** The property of an object literal whose key, value or whole stands at the diagnostic, with the object. */
export function propertyAt(site: FixSite): { readonly property: Node; readonly object: Node } | undefined {
  for (const node of site.syntax?.exactly(site.at) ?? []) {
    const property = isProperty(node) ? node : site.syntax?.parentOf(node);
    const object = property && isProperty(property) ? site.syntax?.parentOf(property) : undefined;
    if (property && object?.type === "ObjectExpression") return { property, object };
  }
  return undefined;
}

const isProperty = (node: Node): boolean => node.type === "ObjectProperty" || node.type === "ObjectMethod";

/** The state's transition that is written at the diagnostic. */
export const transitionAt = ({ place, at }: FixSite) =>
  place?.node.transitions.find((transition) => {
    const span = absolute(place, transition.at);
    return !transition.elsewhere && span.from === at.from && span.to === at.to;
  });

/** A property of the state's own config, absolute; undefined when it is written elsewhere. */
export function propertySpan(place: PlacedState | undefined, name: string): Span | undefined {
  if (!place || place.node.origin !== "here") return undefined;
  const prop = place.node.props.find((item) => item.name === name);
  return prop && absolute(place, prop.at);
}

/** The first of `x`, `x2`, `x3` ... that is not taken. */
export function freshName(wanted: string, taken: ReadonlySet<string>): string {
  const stem = wanted.replace(/\d+$/, "") || wanted;
  if (!taken.has(wanted)) return wanted;
  for (let i = 2; ; i++) if (!taken.has(stem + i)) return stem + i;
}

const onlyOf = (charts: readonly Chart[]) => (charts.length === 1 ? charts[0] : undefined);

/** The machine whose text holds the diagnostic, and its state there. */
export function siteIn(charts: readonly Chart[], diagnostic: Diagnostic): Pick<FixSite, "chart" | "place"> {
  // A config may lie in consts outside of the call.
  const chart =
    charts[diagnostic.machine ?? -1] ?? chartAt(charts, diagnostic.at?.from ?? -1) ?? onlyOf(charts);
  const place = chart && diagnostic.path && placeOf(chart, diagnostic.path);
  return { ...(chart ? { chart } : {}), ...(place ? { place } : {}) };
}
