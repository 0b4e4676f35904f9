import type { Chart, Implementation } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import { compileSpec } from "#core/export/compileSpec.ts";
import type { Kit } from "#core/run/play/kit.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";

/** What a kit says that the machine itself does not. */
export interface KitRules extends Pick<Ruleset, "labels" | "text" | "moves" | "view">, Pick<Kit, "words"> {
  /** Consts of the module: guards may use them. */
  readonly consts?: readonly Implementation[] | undefined;
  /** The only language whose words go in; without it all do. */
  readonly locale?: string | undefined;
}

/** The kit of a machine: what the studio knows of it, for an app that plays it. */
export function toKit(chart: Chart, id: string, rules: KitRules, version?: string): Kit {
  const clauses: Record<string, readonly string[]> = {};
  for (const [path, { node }] of places(chart))
    if (node.meta && node.meta.clauses.length > 0) clauses[path] = node.meta.clauses;
  return {
    kit: 1,
    machine: id,
    ...(version === undefined ? {} : { version }),
    spec: compileSpec(playSpecOf(chart, rules.consts, rules.moves)),
    ...(rules.view ? { view: rules.view } : {}),
    clauses,
    labels: inLocale(rules.labels, rules.locale),
    text: inLocale(rules.text, rules.locale),
    words: inLocale(rules.words, rules.locale),
  };
}

/** The part of a table by languages that is of one language. */
const inLocale = <T>(byLocale: Readonly<Record<string, T>>, locale: string | undefined) =>
  locale === undefined
    ? byLocale
    : Object.fromEntries(Object.entries(byLocale).filter(([key]) => key === locale));
