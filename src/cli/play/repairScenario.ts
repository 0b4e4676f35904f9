import { createTwoFilesPatch } from "diff";
import { near } from "#core/diagnostic/near.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { StoreError } from "#core/project/store.ts";
import { changeJson } from "#core/ruleset/changeJson.ts";
import { isNewer } from "#core/ruleset/format.ts";
import type { Repair } from "#core/run/scenario/findRepairs.ts";
import type { Json } from "#core/text/json.ts";
import { writeWhole } from "#adapters/disk/writeWhole.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError, type ExitCode, type Io } from "#cli/io.ts";
import type { PlayGiven } from "#cli/play/given.ts";
import {
  repairWords,
  playScenarios,
  type NamedScenario,
  type PlayScenarioGiven,
} from "#cli/play/scenario.ts";

/** A scenario with its text: a file of the game, or one anywhere. */
export interface ScenarioText extends NamedScenario {
  readonly text: string;
  readonly file?: FileName;
  readonly path?: string;
}

interface RepairCommand {
  readonly toPlay: PlayGiven;
  readonly repairContext: NonNullable<PlayScenarioGiven["repairContext"]>;
  readonly scenario: ScenarioText;
  readonly game: CliGame;
  /** The kind of repair, or `first`: the one that is listed first. */
  readonly kind: string;
  readonly write: boolean;
  readonly json: boolean;
  readonly io: Io;
}

const KINDS: readonly Repair["kind"][] = ["here", "onward", "leave-out", "insert", "rename"];

/**
 * Shows what a repair would change in a scenario's file, and writes it when that is requested.
 * @returns 0 when the scenario went as expected already or is whole after the repair, 3 when the machine was stopped, else 1
 * @throws UsageError for a kind of repair that does not exist; StoreError when the file cannot be written
 */
export async function repairScenario(given: RepairCommand): Promise<ExitCode> {
  const { toPlay, repairContext, scenario, kind: wantedKind, write, json, io } = given;
  if (wantedKind !== "first" && !(KINDS as readonly string[]).includes(wantedKind)) {
    const meant = near(wantedKind, ["first", ...KINDS]);
    throw new UsageError(
      `--mend ${wantedKind} is unknown: it is first, ${KINDS.join(", ")}${meant.length > 0 ? `; did you mean ${meant[0]}?` : ""}`,
    );
  }
  const [result] = await playScenarios({ ...toPlay, repairContext: repairContext, scenarios: [scenario] });
  if (result?.fault) {
    io.err(`${scenario.name}: ${result.fault.message}\n`);
    return 1;
  }
  if (result?.stop) {
    io.err(`${scenario.name}: ${result.stop.message}; whether there is something to mend is not known\n`);
    return 3;
  }
  if (!result || result.ok) {
    io.out(json ? `${JSON.stringify({ ok: true })}\n` : `ok    ${scenario.name}: there is nothing to mend\n`);
    return 0;
  }
  const repairs = result.mends ?? [];
  const chosen = wantedKind === "first" ? repairs[0] : repairs.find(({ kind }) => kind === wantedKind);
  if (!chosen)
    throw new UsageError(
      `${scenario.name} has no mend ${wantedKind} here${repairs.length > 0 ? `; there is ${repairs.map(({ kind }) => kind).join(", ")}` : ""}`,
    );
  const text = changeJson(scenario.text, chosen.scenario as unknown as Json);
  const place =
    scenario.file === undefined ? (scenario.path ?? scenario.name) : given.game.pathOf(scenario.file);
  if (write) await writeScenario(given.game, scenario, text);
  if (json) io.out(`${JSON.stringify({ ok: !chosen.left, mend: chosen, text, written: write }, null, 2)}\n`);
  else {
    io.out(patchOf(place, scenario.text, text));
    io.err(`${chosen.kind}: ${repairWords(chosen)}\n`);
    io.err(write ? `${place}: written\n` : "Nothing was written; --write does.\n");
  }
  return chosen.left ? 1 : 0;
}

/** The difference as `patch` and `git apply` read it. */
const patchOf = (path: string, before: string, after: string): string =>
  createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 3 }).replace(
    /^={3,}\n/,
    "",
  );

async function writeScenario(
  game: CliGame,
  { file, path, text: before }: ScenarioText,
  text: string,
): Promise<void> {
  if (isNewer(file ?? "scenarios/file", before))
    throw new StoreError(
      "refused",
      `${path ?? file} has a newer format than this version of Turnwright knows`,
    );
  if (file === undefined) return writeWhole(path ?? "", text);
  const { workspace, game: id } = await game.stored();
  try {
    const stored = (await workspace.read(id)).find(({ name }) => name === file);
    const saved =
      stored?.text === before && (await workspace.save(id, [{ name: file, text, base: stored.hash }])).ok;
    if (!saved)
      throw new StoreError(
        "refused",
        `${game.pathOf(file)} was changed by another program; nothing was written`,
      );
  } finally {
    await workspace.close();
  }
}
