import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { diagnose, gameChart } from "#core/analyze/check.ts";
import { near } from "#core/diagnostic/near.ts";
import { exporterOf, exporters, type Exported } from "#core/export/exporters.ts";
import { labelOf } from "#core/ruleset/labels.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { textOf, type Command } from "#cli/command.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import { gameOrModule } from "#cli/games.ts";
import { UsageError, type Io } from "#cli/io.ts";
import { isLanguage } from "#cli/words.ts";
import { stripTypes } from "#adapters/sandbox/stripTypes.ts";

/** Why a file has nothing to export. */
const NO_MACHINE = new Set(["syntax-error", "machine-not-found", "machine-missing"]);
const ids = exporters.map((one) => one.id);

/** `turnwright export ID|FILE --to FORMAT`: the machine in another format, on standard output or in a file. */
export const exportGame: Command = {
  name: "export",
  usage: "export ID|FILE --to FORMAT [--out FILE]",
  about: `the machine as ${ids.join(", ")}; --lang shows names in that language`,
  options: { to: { type: "string" }, out: { type: "string" } },
  args: [1, 1],
  async run([named = ""], given, io) {
    const to = textOf(given, "to");
    const exporter = exporterOf(to ?? "");
    if (!exporter) {
      const meant = to === undefined ? [] : near(to, ids);
      const hint = meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : "";
      throw new UsageError(
        `${to === undefined ? "--to is missing" : `--to ${to} is unknown`}: the formats are ${ids.join(", ")}${hint}`,
      );
    }
    const game = await gameOrModule(named, io.cwd, textOf(given, "root"));
    const { files, lang } = game;
    const text = files.get("machine") ?? "";
    const reading = game.read();
    const chart = gameChart(reading);
    const locale = textOf(given, "lang");
    if (!chart) {
      const why = diagnose(reading, files).filter(({ code }) => NO_MACHINE.has(code));
      for (const one of why) io.err(diagnosticLine(one, game, isLanguage(locale) ? locale : "en"));
      return 1;
    }
    const { ruleset } = loadRuleset(files);
    const label = locale === undefined ? undefined : (key: string) => labelOf(ruleset, locale, key);
    const exported = exporter.run({ chart, text, lang, strip: stripTypes, ...(label ? { label } : {}) });
    await put(exported, exporter.id, textOf(given, "out"), given["json"] === true, io);
    return 0;
  },
};

async function put(
  { text, lacks }: Exported,
  format: string,
  out: string | undefined,
  json: boolean,
  io: Io,
): Promise<void> {
  const path = out === undefined ? undefined : resolve(io.cwd, out);
  if (path !== undefined) await writeFile(path, text);
  if (json) {
    io.out(
      `${JSON.stringify({ format, ...(path === undefined ? { text } : { file: path }), ...lacks }, null, 2)}\n`,
    );
    return;
  }
  if (path === undefined) io.out(text);
  else io.err(`${path}: ${Buffer.byteLength(text)} bytes\n`);
  if (!lacks) return;
  const needed = Object.entries(lacks.stubs).filter(([, list]) => list.length > 0);
  if (needed.length > 0)
    io.err(
      `To be provided: ${needed.map(([kind, list]) => `${list.length} ${kind}`).join(", ")} (--json lists them with their code)\n`,
    );
  if (lacks.omitted.length > 0)
    io.err(
      `Left out: ${lacks.omitted.map(({ state, what }) => `${what}${state === "" ? "" : ` of ${state}`}`).join(", ")}\n`,
    );
}
