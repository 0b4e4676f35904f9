import { readFile, writeFile } from "node:fs/promises";
import type { Row } from "./figures.ts";
import { columns } from "./figures.ts";
import type { Look } from "./looks.ts";

/** Figures of the canvas that drew one picture in pixels, or of what was kept since: one look a line. */
const FILE = "bench/readability/before.json";

interface Kept {
  readonly columns: readonly string[];
  readonly looks: Readonly<Record<string, readonly number[] | null>>;
}

export const keyOf = ({ game, view, locale, moment }: Look): string =>
  [game, view, locale, moment].join(" | ");

/** What was kept, by look, in the columns of now (NaN for one that was not kept); nothing when there is no such file. */
export async function readBefore(file = FILE): Promise<Map<string, Row>> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return new Map();
  const { columns: heads, looks } = JSON.parse(text) as Kept;
  const places = columns.map(({ head }) => heads.indexOf(head));
  return new Map(
    Object.entries(looks).map(([key, row]) => [
      key,
      row ? places.map((i) => row[i] ?? Number.NaN) : undefined,
    ]),
  );
}

/** Keeps what was measured in place of what was kept of the same looks. */
export async function writeBefore(
  before: ReadonlyMap<string, Row>,
  looks: readonly Look[],
  file = FILE,
): Promise<void> {
  const all = new Map([...before, ...looks.map((look) => [keyOf(look), look.row] as const)]);
  const lines = [...all].map(([key, row]) => `    ${JSON.stringify(key)}: ${JSON.stringify(row ?? null)}`);
  const heads = JSON.stringify(columns.map(({ head }) => head));
  await writeFile(file, `{\n  "columns": ${heads},\n  "looks": {\n${lines.join(",\n")}\n  }\n}\n`);
}
