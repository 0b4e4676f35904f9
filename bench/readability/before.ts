import { readFile, writeFile } from "node:fs/promises";
import type { Row } from "./figures.ts";
import { columns } from "./figures.ts";
import type { Look } from "./looks.ts";

/** Figures of the canvas that drew one picture in pixels, or of what was kept since: one look a line. */
const FILE = "bench/readability/before.json";

/** A row is one text, so that a look stays one line of the file. */
interface Kept {
  /** Heads with ` | ` between them. */
  readonly columns: string;
  /** Figures with spaces between them; empty where nothing was drawn in time. */
  readonly looks: Readonly<Record<string, string>>;
}

export const keyOf = ({ game, view, locale, moment }: Look): string =>
  [game, view, locale, moment].join(" | ");

/** What was kept, by look, in the columns of now (NaN for one that was not kept); nothing when there is no such file. */
export async function readBefore(file = FILE): Promise<Map<string, Row>> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return new Map();
  const kept = JSON.parse(text) as Kept;
  const heads = kept.columns.split(" | ");
  const places = columns.map(({ head }) => heads.indexOf(head));
  const rowIn = (row: string): Row => {
    const figures = row.split(" ").map(Number);
    return row === "" ? undefined : places.map((i) => figures[i] ?? Number.NaN);
  };
  return new Map(Object.entries(kept.looks).map(([key, row]) => [key, rowIn(row)]));
}

/** Keeps what was measured in place of what was kept of the same looks. */
export async function writeBefore(
  before: ReadonlyMap<string, Row>,
  looks: readonly Look[],
  file = FILE,
): Promise<void> {
  const all = new Map([...before, ...looks.map((look) => [keyOf(look), look.row] as const)]);
  const kept: Kept = {
    columns: columns.map(({ head }) => head).join(" | "),
    looks: Object.fromEntries([...all].map(([key, row]) => [key, (row ?? []).join(" ")])),
  };
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);
}
