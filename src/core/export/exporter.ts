import type { Chart } from "#core/chart/chart.ts";
import type { BookForm } from "#core/export/book/book.ts";
import type { MatrixForm } from "#core/export/matrix/matrixText.ts";
import type { ExportProject, GoesWith } from "#core/export/goesWith.ts";
import type { PackageGap, PackageRules } from "#core/export/package/packageSource.ts";
import type { PlayerParts } from "#core/export/player/toPlayer.ts";
import type { Implementations } from "#core/export/toImplementations.ts";
import type { StripTypes } from "#core/export/toJavaScript.ts";
import type { KitRules } from "#core/export/toKit.ts";
import type { XStateJson } from "#core/export/toXStateJson.ts";
import type { LabelKey } from "#core/ruleset/labels.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Rename } from "#core/run/scenario/saves.ts";

export interface ExportInput {
  readonly chart: Chart;
  /** The module's text. */
  readonly text: string;
  readonly lang: "ts" | "js";
  readonly strip: StripTypes;
  /** Names to show, where a format shows names. */
  readonly label?: (key: LabelKey) => string;
  /** How many levels of states are exported, where a format may leave out the deeper ones; by default as many as can be read. */
  readonly levels?: number;
  /** Draws the machine as an SVG, where names are placed and boxes known: that is the work of the layout, not of the exporter. */
  readonly draw?: () => string;
  /** Prints the game as a book or a table: for that its rules are needed in the words of a reader, which are not the exporter's. */
  readonly print?: (form: PrintForm) => string;
  /** The module with the files that it imports, when there are any. */
  readonly project?: ExportProject;
  /** File name that the export will have; that of the module when left out. */
  readonly name?: string;
  /** What the files beside the export are called after: `ID.implementations.js`. By default "machine". */
  readonly id?: string;
  /** Scenarios by name, for a format that tells them. */
  readonly scenarios?: Readonly<Record<string, Scenario>>;
  /** What a kit tells of the rules. */
  readonly rules?: KitRules;
  /** What a package says of the rules. */
  readonly packageRules?: PackageRules;
  /** What a page that plays the game is composed of, beside what the other formats need. */
  readonly player?: PlayerParts;
  /** Which text of the game this is; without it the export says nothing of it. */
  readonly edition?: Edition;
}
/** In which forms a game is printed for a reader. */
export type PrintForm = BookForm | MatrixForm;

/** Which text of a game an export is built from. */
export interface Edition {
  /** `sha256:<hex>` of the module's text in UTF-8. */
  readonly digest: string;
  /** What was called otherwise before. How many there are is the version: saves of a lower one are led over. */
  readonly renames: readonly Rename[];
}
export interface Exported {
  readonly text: string;
  /** How many levels of states are exported, when that is not all that the machine says. */
  readonly levels?: { readonly shown: number; readonly of: number };
  /** Files that are created with it and belong in the same folder. */
  readonly beside?: readonly { readonly path: string; readonly text: string }[];
  /** Why the code that the export only names is not beside it. */
  readonly noCode?: Exclude<Implementations, { readonly text: string }>;
  /** What the user of the export has to provide, and what it could not hold. */
  readonly lacks?: Pick<XStateJson, "stubs" | "omitted">;
  /** Files of the project that it does not run without. */
  readonly goesWith?: GoesWith;
  /** What a package comes without, because the game does not have it. */
  readonly gaps?: readonly PackageGap[];
}

/** What an export is called: the language of its names in front of the ending, when it is not the one of the ids. */
export const exportName = (id: string, { extension, speaks }: Exporter, lang?: string): string =>
  `${id}${speaks && lang !== undefined ? `.${lang}` : ""}${extension}`;

/** A format that a machine can be exported to; its words are `export.<id>` in locales. */
export interface Exporter {
  readonly id: string;
  /** Of the file, with the dot. */
  readonly extension: string;
  readonly mime: string;
  /** Set when it shows names, so that it is another one in each language. */
  readonly speaks?: true;
  /** Set when it may be in several languages at once, of those of the rules. */
  readonly takesLocales?: true;
  /** Set when deeper levels of states can be left out. */
  readonly takesLevels?: true;
  /** Set when it is a folder: its text is that of `package.json`, and the other files lie in the same folder or below it. */
  readonly isFolder?: true;
  /** Set when it is printed from the rules, in one of their languages. */
  readonly prints?: PrintForm;
  run(input: ExportInput): Exported;
}

/** `version 3, sha256:...`, as exports say it. */
export const editionText = ({ digest, renames }: Edition): string => `version ${renames.length}, ${digest}`;

/** Whether a format is a book; else it may be another one that is printed from the rules. */
export const isBookFormat = ({ mime, prints }: Exporter): boolean =>
  prints !== undefined && mime === "text/html";
