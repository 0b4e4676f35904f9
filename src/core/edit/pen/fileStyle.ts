import type { Chart } from "#core/chart/chart.ts";

/** Habits of a text that inserted code follows. */
export interface FileStyle {
  readonly eol: "\n" | "\r\n";
  /** One step of indentation. */
  readonly unit: string;
  readonly quote: '"' | "'";
  /** A comma after the last item of a list over several lines. */
  readonly trailingComma: boolean;
  /** What stands inside the braces of a one-line object: a space or nothing. */
  readonly pad: "" | " ";
  /** The name that the machine's id is taken from, when its text is not known. */
  readonly idName?: string | undefined;
}

/**
 * Reads the habits off a text; where there is nothing to see, the ones of this project's own machines.
 * @param chart whose config shows the indents; without one any tab at the start of a line does
 */
export function fileStyle(text: string, chart?: Chart): FileStyle {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return {
    eol: count(/\r\n/g) * 2 > count(/\n/g) ? "\r\n" : "\n",
    unit: indentUnit(text, chart),
    quote: count(/[:([,=]\s*'|from '/g) > count(/[:([,=]\s*"|from "/g) ? "'" : '"',
    trailingComma: count(/,[ \t]*\r?\n\s*[}\])]/g) >= count(/[^,{[(\s;][ \t]*\r?\n\s*[}\]]/g),
    pad: count(/\{[^\s{}][^\n{}]*\}/g) > count(/\{ [^\n{}]*\}/g) ? "" : " ",
    idName: chart?.root.idName,
  };
}

/** White space at the start of the line that holds the offset. */
export function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

/** Offset of the first character of the line. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function indentUnit(text: string, chart: Chart | undefined): string {
  const config = chart?.configAt;
  if (config) {
    const outer = lineIndent(text, config.from);
    const inner = /^[^\n]*(?:\n[ \t\r]*(?:\/\/[^\n]*)?(?=\n))*\n([ \t]+)\S/.exec(
      text.slice(config.from, config.to),
    )?.[1];
    if (inner && inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return /\n\t/.test(text) ? "\t" : "  ";
}
