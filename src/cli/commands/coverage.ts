import { gameChart } from "#core/analyze/check.ts";
import { near } from "#core/diagnostic/near.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { coverable, coverageTotals, type Coverable } from "#core/run/debugging/coverable.ts";
import { COVERAGE_KINDS, coverageOf, unite, type Coverage } from "#core/run/debugging/coverage.ts";
import { PlayError } from "#core/run/play/play.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import { textOf, type Command } from "#cli/command.ts";
import { playGiven, scenariosOf } from "#cli/commands/play.ts";
import { FaultyGame } from "#cli/failure.ts";
import { gameToRead } from "#cli/emptyFolder.ts";
import { table, UsageError } from "#cli/io.ts";
import { tooLongStop, type NamedScenario } from "#cli/play/scenario.ts";
import { fileLimits, load, namedAsk, runnerOf, type PlayGiven } from "#cli/play/given.ts";

/** `turnwright coverage ID`: what of a machine its scenarios play, and what they do not. Runs the module in a process of its own. */
export const coverage: Command = {
  name: "coverage",
  usage:
    "coverage ID|FILE [--scenario NAME] [--machine NAME] [--budget MS] [--load-budget MS] [--max-steps N]",
  about: "what of the machine its scenarios play, and what they do not; runs its code",
  options: {
    scenario: { type: "string" },
    machine: { type: "string" },
    budget: { type: "string" },
    "load-budget": { type: "string" },
    "max-steps": { type: "string" },
  },
  args: [1, 1],
  async run([named = ""], given, io) {
    const game = await gameToRead(named, io, textOf(given, "root"));
    const loaded = loadRuleset(game.files, fileLimits(given));
    const toPlay = playGiven(game, loaded, given, io);
    const reading = game.read();
    const chart =
      reading.charts.find(({ ref }) => (ref.name ?? ref.ordinal) === toPlay.machine) ?? gameChart(reading);
    const scenarios = chosen(scenariosOf(game, loaded), textOf(given, "scenario"), game.id);
    if (!chart) throw new FaultyGame(game, reading.diagnostics, "en");
    const played = await coverages(toPlay, scenarios);
    const all = coverable(chart);
    const covered = unite(played.flatMap(({ coverage: scenarioCoverage }) => scenarioCoverage ?? []));
    const failed = played.filter(({ differs, stopped }) => (differs ?? stopped) !== undefined);
    const totals = coverageTotals(all, covered);
    const missing = all.filter(({ kind, id }) => !covered[kind].has(id));
    if (given["json"]) {
      const report = {
        game: game.id,
        scenarios: played.map(({ name, differs, stopped }) => ({
          name,
          ...(differs === undefined ? {} : { differs }),
          ...(stopped === undefined ? {} : { stopped }),
        })),
        totals,
        notCovered: missing,
      };
      io.out(`${JSON.stringify(report, null, 2)}\n`);
    } else {
      io.out(
        table([
          ["", "COVERED", "OF", "%"],
          ...COVERAGE_KINDS.map((kind) => {
            const { covered: count, of } = totals[kind];
            return [kind, String(count), String(of), of === 0 ? "-" : `${Math.floor((100 * count) / of)}`];
          }),
        ]),
      );
      for (const kind of COVERAGE_KINDS) {
        const items = missing.filter((item) => item.kind === kind);
        if (items.length > 0)
          io.out(`\nnot covered, ${kind}:\n${items.map((item) => `  ${lineOf(item)}\n`).join("")}`);
      }
      for (const { name, differs, stopped } of failed)
        io.err(`${name}: ${differs ?? stopped}; what it played until there counts\n`);
    }
    if (played.some(({ differs }) => differs !== undefined)) return 1;
    return failed.length > 0 ? 3 : 0;
  },
};

function chosen(
  all: readonly NamedScenario[],
  wanted: string | undefined,
  id: string,
): readonly NamedScenario[] {
  if (wanted === undefined) return all;
  const matches = all.filter(({ name }) => name === wanted);
  if (matches.length > 0) return matches;
  const meant = near(
    wanted,
    all.map(({ name }) => name),
  );
  throw new UsageError(
    `${id} has no scenario ${wanted}${meant.length > 0 ? `. Did you mean ${meant.join(" or ")}?` : ""}`,
  );
}

interface Played {
  readonly name: string;
  readonly coverage?: Coverage;
  /** Why it did not go as expected. */
  readonly differs?: string;
  /** Where and why it was stopped; how it goes is not known. */
  readonly stopped?: string;
}

const stopWords = (step: number, message: string): string =>
  `stopped at ${step < 0 ? "its start" : `step ${step + 1}`}: ${message}`;

async function coverages(given: PlayGiven, scenarios: readonly NamedScenario[]): Promise<readonly Played[]> {
  const runner = runnerOf(given);
  const played: Played[] = [];
  try {
    for (const { name, scenario, tooLong } of scenarios) {
      if (tooLong) {
        played.push({ name, stopped: `stopped at its start: ${tooLongStop(tooLong).message}` });
        continue;
      }
      try {
        await load(runner, given);
        let covered = unite([]);
        const { divergence, stop } = await replayScenario(namedAsk(runner), scenario, "", {
          keep: "tip",
          each: (outcome) => (covered = unite([covered, coverageOf([outcome])])),
        });
        played.push({
          name,
          coverage: covered,
          ...(stop ? { stopped: stopWords(stop.step, stop.fault.message) } : {}),
          ...(divergence ? { differs: `differs at step ${divergence.step + 1} (${divergence.what})` } : {}),
        });
      } catch (error) {
        if (!(error instanceof PlayError)) throw error;
        if (error.fault.code === "over-budget")
          played.push({ name, stopped: stopWords(-1, error.fault.message) });
        else played.push({ name, differs: `${error.fault.code}: ${error.fault.message}` });
      }
    }
  } finally {
    runner.stop();
  }
  return played;
}

/** `turn.main|on|PASS|0  never false`. */
function lineOf({ kind, id, at, verdict, part }: Coverable): string {
  if (kind !== "guards") return at.id === id || at.id === "" ? id : `${id}  (${at.id})`;
  return `${at.id}  never ${verdict}${part ? `: ${part.text}` : ""}`;
}
