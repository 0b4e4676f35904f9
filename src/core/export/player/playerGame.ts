import type { Kit } from "#core/run/play/kit.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";

/** A game as a page that plays it has it, beside its code: plain JSON. */
export interface PlayerGame {
  readonly id: string;
  /** `version 3, sha256:…`; left out when it is not known. */
  readonly edition?: string;
  readonly title: Texts;
  /** The languages of the page, at least one. It opens in the one that fits the reader best. */
  readonly locales: readonly string[];
  /** With the words of all these languages. */
  readonly kit: Kit;
  /** By language, the map as an SVG whose states have their path ids (`data-state`). */
  readonly maps: Readonly<Record<string, string>>;
  /** By name. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** The modules of a game as functions of CommonJS, by path relative to the main one; that one is called `main`. */
export interface PlayerModules {
  readonly main: string;
  /** The name under which the main module exports the machine. */
  readonly machine: string;
  readonly modules: Readonly<
    Record<
      string,
      (
        require: (name: string) => unknown,
        module: { exports: Record<string, unknown> },
        exports: Record<string, unknown>,
      ) => void
    >
  >;
}
