import { resolve } from "node:path";
import { readNamed } from "#adapters/disk/safeFile.ts";
import type { Finding, Outcome, TakenBack } from "#core/exchange/takeBack.ts";
import { StoreError } from "#core/project/store.ts";
import { textOf, type Given } from "#cli/command.ts";
import { gameToWrite } from "#cli/emptyFolder.ts";
import { FailedFile } from "#cli/failure.ts";
import type { CliGame } from "#cli/games.ts";
import type { ExitCode, Io } from "#cli/io.ts";
import { exchangeWords, filled, languageOf, type Language } from "#cli/words.ts";

/** `turnwright import ID FILE`: takes translations back. What was changed here and there is reported and not written; then exit 1. */
export async function importTexts(id: string, file: string, given: Given, io: Io): Promise<ExitCode> {
  const language = languageOf(textOf(given, "lang"));
  const { ofFile, soundRuleset } = await import("#cli/exchange.ts");
  const { readReturned } = await import("#core/exchange/exchangeFormats.ts");
  const { localesOf, segmentsOf } = await import("#core/exchange/segmentsOf.ts");
  const { directionOf, takeBack } = await import("#core/exchange/takeBack.ts");
  const { withTexts } = await import("#core/ruleset/withTexts.ts");
  const game = await gameToWrite(id, io, textOf(given, "root"));
  const loaded = soundRuleset(game, language);
  const read = async (name: string) => {
    const text = await readNamed(resolve(io.cwd, name), name);
    return ofFile(name, language, () => readReturned(text));
  };
  const returned = await read(file);
  const base = textOf(given, "base");
  const out = base === undefined ? undefined : await read(base);
  // What a tool left out, the file that went out still says.
  const whole = { ...out, ...returned };
  const direction = directionOf(whole, {
    game: game.id,
    sourceLocale: loaded.ruleset.info.sourceLocale,
    locales: localesOf(loaded),
  });
  if (typeof direction === "string") {
    const facts = { file, theirs: whole.game ?? "", game: game.id, language: whole.into ?? "" };
    const code = direction === "no-target" ? "no-language" : direction;
    throw new FailedFile(code, filled(exchangeWords[language][direction], facts), file);
  }
  const taken = takeBack(segmentsOf(game.id, loaded, direction), returned, out);
  const translations = taken.findings.flatMap(({ outcome, segment, theirs }) =>
    outcome === "changed" && segment ? [{ place: segment.place, text: theirs }] : [],
  );
  const changed = withTexts(game.files, direction, translations);
  const newer = [...changed.keys()].find((name) => loaded.readOnly.includes(name));
  if (newer !== undefined) {
    const path = game.pathOf(newer);
    throw new FailedFile(
      "newer-format",
      exchangeWords[language].newer.replace("{{file}}", () => path),
      path,
    );
  }
  const isDry = given["dry-run"] === true;
  if (!isDry && changed.size > 0) await save(game, changed);
  const files = [...changed.keys()].map((name) => game.pathOf(name));
  if (given["json"]) io.out(`${JSON.stringify(asJson(taken, { game, direction, files, isDry }), null, 2)}\n`);
  else io.out(report(taken, { file, files, isDry, hasBase: out !== undefined }, language));
  return taken.findings.some(({ outcome }) => NOT_WRITTEN.includes(outcome)) ? 1 : 0;
}

/** What came back with another translation, and is not written. */
const NOT_WRITTEN: readonly Outcome[] = ["conflict", "unmarked", "repeated", "unknown"];

/** All files or none. @throws StoreError `refused` when one was changed meanwhile */
async function save(game: CliGame, changed: ReadonlyMap<string, string>): Promise<void> {
  const { workspace, game: id } = await game.stored();
  try {
    const stored = new Map((await workspace.read(id)).map((one) => [one.name, one]));
    const changes = [...changed].map(([name, text]) => ({
      name,
      text,
      base: stored.get(name)?.hash ?? null,
    }));
    // What was merged is what was read before; another text there now would be written over.
    const isStale = changes.some(({ name }) => stored.get(name)?.text !== game.files.get(name));
    if (isStale || !(await workspace.save(id, changes)).ok)
      throw new StoreError("refused", `${id} was changed by another program meanwhile; nothing was written`);
  } finally {
    await workspace.close();
  }
}

interface Result {
  readonly files: readonly string[];
  readonly isDry: boolean;
}

function report(
  { findings, same }: TakenBack,
  { file, files, isDry, hasBase }: Result & { readonly file: string; readonly hasBase: boolean },
  language: Language,
): string {
  const words = exchangeWords[language];
  const comma = words.note.comma;
  const lines = findings.map((finding) => {
    const { outcome, id, line, isSuspect, lost } = finding;
    const more = [
      ...(isSuspect ? [words["source-changed"]] : []),
      ...(lost.length > 0 ? [filled(words.lost, { words: lost.join(comma) })] : []),
    ];
    const head = `${file}:${line}  ${id}  ${[words.outcome[outcome], ...more].join("  ")}\n`;
    return head + textsOf(finding, words.ours, words.theirs);
  });
  const count = (...wanted: readonly Outcome[]) =>
    findings.filter(({ outcome }) => wanted.includes(outcome)).length;
  const totals = filled(words.counts, {
    changed: count("changed"),
    conflict: count("conflict"),
    left: count("unmarked", "repeated", "unknown", "emptied"),
    suspect: findings.filter(({ isSuspect }) => isSuspect).length,
    same,
  });
  const written =
    files.length === 0
      ? words.nothing
      : filled(isDry ? words.would : words.written, { files: files.join(comma) });
  const hint = count("unmarked") > 0 && !hasBase ? `${words["base-hint"]}\n` : "";
  return `${lines.join("")}${totals}\n${written}\n${hint}`;
}

/** Both texts below the line of a finding, as JSON writes them: line breaks and blanks are seen. */
const textsOf = ({ ours, theirs }: Finding, here: string, back: string): string =>
  (ours === theirs || ours === "" ? "" : `  ${here}: ${JSON.stringify(ours)}\n`) +
  (theirs === "" ? "" : `  ${back}: ${JSON.stringify(theirs)}\n`);

function asJson(
  { findings, same }: TakenBack,
  { game, direction, files, isDry }: Result & { readonly game: CliGame; readonly direction: object },
) {
  return {
    game: game.id,
    ...direction,
    findings: findings.map(({ outcome, id, line, ours, theirs, isSuspect, lost }) => ({
      outcome,
      id,
      line,
      ours,
      theirs,
      ...(isSuspect ? { suspect: true } : {}),
      ...(lost.length > 0 ? { lost } : {}),
    })),
    same,
    [isDry ? "would" : "written"]: files,
  };
}
