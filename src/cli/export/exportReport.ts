import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Exported } from "#core/export/exporter.ts";
import { GENERATED_NOTE } from "#core/export/generatedHeader.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";
import { makeFolder } from "#cli/outPlace.ts";
import type { Io } from "#cli/io.ts";

/** What became of the files that go with a module: paths relative to it. */
export interface Along {
  /** What belongs to the export itself, such as the code that a JSON names. */
  readonly newFiles: readonly string[];
  readonly written: readonly string[];
  /** A file of that name with other content is there already. */
  readonly taken: readonly string[];
  /** They lie outside of the module's folder. */
  readonly outside: readonly string[];
}

/**
 * Writes the files that go with an export beside it, none outside of the folder. One that is there already is only written over when
 * it came from an export.
 */
export async function writeAlong({ goesWith, beside = [] }: Exported, folder: string): Promise<Along> {
  const along = {
    newFiles: [] as string[],
    written: [] as string[],
    taken: [] as string[],
    outside: [] as string[],
  };
  for (const { path, text } of beside) {
    const full = join(folder, path);
    const there = await readFile(full, "utf8").catch(() => undefined);
    const isOurs = there === undefined || there.split("\n", 1)[0]?.endsWith(GENERATED_NOTE) === true;
    if (isOurs) await writeWhole(full, text);
    (isOurs ? along.newFiles : along.taken).push(path);
  }
  for (const { path, text } of goesWith?.files ?? []) {
    const full = join(folder, path);
    if (path.startsWith("../")) along.outside.push(path);
    else {
      await makeFolder(dirname(full));
      const there = await readFile(full, "utf8").catch(() => undefined);
      if (there === undefined) await writeWhole(full, text);
      (there === undefined || there === text ? along.written : along.taken).push(path);
    }
  }
  return along;
}

export interface ExportReport {
  readonly format: string;
  readonly path: string | undefined;
  readonly along: Along | undefined;
  /** Errors of the machine, as JSON for programs. */
  readonly faulty: readonly object[];
  readonly io: Io;
}

/** What became of an export, for programs. */
export function reportJson(
  { text, lacks, goesWith, beside = [], noCode }: Exported,
  { format, path, along, faulty }: ExportReport,
): object {
  const goesAlong = along?.newFiles ?? beside;
  const also = goesWith && { goesWith: { files: along ?? goesWith.files, missing: goesWith.missing } };
  return {
    format,
    ...(path === undefined ? { text } : { file: path }),
    ...(goesAlong.length > 0 ? { beside: goesAlong } : {}),
    ...(noCode && { noCode }),
    ...(faulty.length > 0 && { diagnostics: faulty }),
    ...lacks,
    ...also,
  };
}

/** What became of an export, for people: the text itself, or where it is, and what goes with it. */
export function tell(
  { text, lacks, goesWith, levels, beside = [], noCode }: Exported,
  { path, along, io }: ExportReport,
): void {
  if (path === undefined) io.out(text);
  else io.err(`${path}: ${Buffer.byteLength(text)} bytes\n`);
  const list = (lead: string, names: readonly string[]) => {
    if (names.length > 0) io.err(`${lead}: ${names.join(", ")}\n`);
  };
  const names = goesWith?.files.map((file) => file.path) ?? [];
  if (!along) list("It imports these files, which --out writes beside it", names);
  else {
    list("Beside it", along.newFiles);
    list("Beside it, because it imports them", along.written);
    list("Not written, because another file of that name is there", along.taken);
    list("Not written, because they lie outside of its folder; it does not run without them", along.outside);
  }
  list("It does not run without what was not found", goesWith?.missing ?? []);
  if (levels)
    io.err(
      `The outer ${levels.shown} of ${levels.of} levels, one arrow where several lead to the same state; --detail full has all, --levels N so many\n`,
    );
  if (!lacks) return;
  const hasCode = beside.some(({ path: name }) => name.endsWith(".implementations.js"));
  if (!along && hasCode) io.err(`Its code goes beside it: --out FILE writes both\n`);
  if (noCode)
    io.err(
      `There is no file with its code: ${NO_CODE[noCode.none]}${"names" in noCode ? noCode.names.join(", ") : ""}\n`,
    );
  const needed = Object.entries(lacks.stubs).flatMap(([kind, listed]) => {
    const stubs = hasCode ? listed.filter(({ from }) => from === "nowhere") : listed;
    return stubs.length > 0 ? [`${stubs.length} ${kind}`] : [];
  });
  if (needed.length > 0) io.err(`To be provided: ${needed.join(", ")} (--json lists them with their code)\n`);
  list(
    "Left out",
    lacks.omitted.map(({ state, what }) => `${what}${state === "" ? "" : ` of ${state}`}`),
  );
}

/** Why a JSON comes without its code. */
const NO_CODE = {
  unread: "the module cannot be read as a whole",
  files:
    "the machine is written in several files, and its module does not export it by name; --to js has them all",
  local: "it uses what only the function around the machine knows: ",
} as const;
