import type { Chart } from "#core/chart/chart.ts";
import type { Kit } from "#core/run/play/kit.ts";
import type { Ruleset } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";

/** A file of a package; its path is relative to the folder of the package. */
export interface PackageFile {
  readonly path: string;
  readonly text: string;
}

/** What a package says of the rules, and in which words. */
export interface PackageRules {
  readonly ruleset: Ruleset;
  /** The languages that go in, at least one. */
  readonly locales: readonly string[];
  /** The language of the README. */
  readonly reader: string;
  /** Words of the studio in the language of the README: `export.readme.use`. */
  readonly say: (key: string, facts?: Readonly<Record<string, string>>) => string;
  /** Draws the map of the machine, as an SVG. */
  readonly picture: () => string;
  /** How the game may be used, where its project says so: the text of its licence, and what its package.json says. */
  readonly licence?: { readonly text?: string; readonly name?: string };
}

/** What a package is composed of: parts that are exports of their own. */
export interface PackageParts extends PackageRules {
  readonly chart: Chart;
  /** Name of the package. */
  readonly id: string;
  /** The name under which the module exports the machine. */
  readonly exportName: string;
  /** The JavaScript export: the module first, named `ID.machine.js`, and the files that go with it. */
  readonly modules: readonly PackageFile[];
  /** `ID.saves.js`; undefined where nothing is known of the edition. */
  readonly saves: string | undefined;
  readonly kit: Kit;
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** Takes the types out of TypeScript. */
  readonly strip: (text: string) => string;
  /** Digest of the module, and how many renames lie before it. */
  readonly edition?: { readonly digest: string; readonly version: number };
}

/** What a package comes without, because the game does not have it. */
export type PackageGap =
  | "licence"
  | "scenarios"
  | "clauses"
  | "readings"
  | "view"
  | "events"
  | "seats"
  | "saves";
