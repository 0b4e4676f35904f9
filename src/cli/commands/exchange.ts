import { basename } from "node:path";
import type { Segments, SegmentState } from "#core/exchange/segment.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";
import { formatIn, textOf, type Command } from "#cli/command.ts";
import { gameToRead } from "#cli/emptyFolder.ts";
import { UsageError } from "#cli/io.ts";
import { outPlace } from "#cli/outPlace.ts";
import { exchangeWords, filled, languageOf, noteWords } from "#cli/words.ts";

/** Formats in which texts go out: the modules that write them are loaded when they are needed. */
const FORMATS = ["xliff", "xliff2", "tmx", "tbx", "csv", "json"];

/** `turnwright exchange ID --to FORMAT --into LANG`: the texts of a game for translation tools, on standard output or in a file. */
export const exchange: Command = {
  name: "exchange",
  usage: "exchange ID --to FORMAT --into LANG [--from LANG] [--out FILE]",
  about: `the texts of a game for translators as ${FORMATS.join(", ")}; import takes them back`,
  options: {
    to: { type: "string" },
    from: { type: "string" },
    into: { type: "string" },
    out: { type: "string" },
  },
  args: [1, 1],
  async run([named = ""], given, io) {
    const language = languageOf(textOf(given, "lang"));
    const words = exchangeWords[language];
    const to = formatIn(given, "to", FORMATS);
    if (to === undefined) throw new UsageError(`--to is missing: the formats are ${FORMATS.join(", ")}`);
    const { ofFile, reviewOfGame, soundRuleset } = await import("#cli/exchange.ts");
    const { LOCALE } = await import("#core/exchange/takeBack.ts");
    const { exchangeFormats } = await import("#core/exchange/exchangeFormats.ts");
    const { localesOf, segmentsOf } = await import("#core/exchange/segmentsOf.ts");
    const game = await gameToRead(named, io, textOf(given, "root"));
    const loaded = soundRuleset(game, language);
    const locales = localesOf(loaded);
    const from = textOf(given, "from") ?? loaded.ruleset.info.sourceLocale;
    const into = textOf(given, "into");
    if (into === undefined)
      throw new UsageError(`--into is missing: a language tag such as ${locales.join(", ") || "ja"}`);
    if (!LOCALE.test(into)) throw new UsageError(`--into ${into} is no language tag, such as ja or zh-Hant`);
    if (into === from) throw new UsageError(`--from and --into are both ${into}`);
    const format = exchangeFormats.find(({ id }) => id === to) ?? exchangeFormats[0]!;
    const every = segmentsOf(game.id, loaded, { from, into }, reviewOfGame(game, loaded));
    const all = {
      ...every,
      segments: every.segments.filter(({ kind }) => format.kinds?.includes(kind) ?? true),
    };
    if (every.segments.length === 0)
      throw new UsageError(filled(words["no-from"], { game: game.id, from, languages: locales.join(", ") }));
    const text = ofFile(to, language, () => format.write(all, noteWords(language)));
    const out = textOf(given, "out");
    const usual = `${game.id}.${from}-${into}${format.extension}`;
    const path = out === undefined ? undefined : await outPlace(out, io.cwd, usual);
    if (path !== undefined) await writeWhole(path, text);
    const counts = countsOf(all);
    if (given["json"]) {
      const result = path === undefined ? { text } : { file: path };
      const facts = { format: to, game: game.id, from, into, ...counts, sourceless: all.sourceless };
      io.out(`${JSON.stringify({ ...facts, ...result }, null, 2)}\n`);
      return 0;
    }
    if (path === undefined) io.out(text);
    const file = path === undefined ? to : basename(path);
    const review = counts["needs-review"];
    io.err(`${filled(words.out, { file, from, into, ...counts, review })}\n`);
    if (all.sourceless > 0) io.err(`${filled(words.sourceless, { from, count: all.sourceless })}\n`);
    return 0;
  },
};

function countsOf({ segments }: Segments): Readonly<Record<SegmentState | "count", number>> {
  const count = (state: SegmentState) => segments.filter((segment) => segment.state === state).length;
  return {
    count: segments.length,
    untranslated: count("untranslated"),
    translated: count("translated"),
    "needs-review": count("needs-review"),
    reviewed: count("reviewed"),
  };
}
