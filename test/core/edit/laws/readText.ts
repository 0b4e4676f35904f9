import type { Chart } from "#core/chart/chart.ts";
import type { File } from "#core/syntax/ast.ts";
import { parseModule } from "#core/syntax/parse.ts";
import { readTree } from "#core/read/readFresh.ts";
import { commentsIn } from "#test/core/edit/laws/comments.ts";

/** What the laws ask of a text, parsed once: its syntax tree, its first machine and its comments. */
export interface ReadText {
  readonly text: string;
  readonly file: File;
  readonly chart: Chart;
  readonly comments: readonly string[];
}

/** Throws when the text cannot be parsed, has a fault the parser forgives, or has no machine. */
export function readText(text: string): ReadText {
  const { file, fault } = parseModule(text, "ts");
  if (!file || fault) throw new Error(`No module: ${JSON.stringify(fault)}\n${text}`);
  const [chart] = readTree(text, file, "ts", []).charts;
  if (!chart) throw new Error(`No machine in:\n${text}`);
  return { text, file, chart, comments: commentsIn(file) };
}
