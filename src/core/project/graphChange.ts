import { machineKeys, mainChart } from "#core/chart/machineKey.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { Refusal } from "#core/edit/command.ts";
import { runCommand } from "#core/edit/commands.ts";
import { fixEdits } from "#core/edit/fixEdits.ts";
import { changedMachines } from "#core/project/changePreview.ts";
import { changeOfEach } from "#core/project/changeOfEach.ts";
import { mayThrow, needsTrial, newFault } from "#core/project/dryRun.ts";
import { followChange, followRename } from "#core/project/followChange.ts";
import type { CommandOptions, GameMoment, GraphChange, AcceptedChange } from "#core/project/gameMoment.ts";
import { applySteps, type FileStep } from "#core/project/history.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { importersOf, type FindImporters } from "#core/symbol/importers.ts";
import { withinBudget } from "#core/text/budget.ts";

type Refused = Extract<GraphChange, { ok: false }>;

/**
 * What a graph command changes: the machine's text, and the arrangement and rule files, which follow what is renamed or moved. Refused while
 * the text cannot be parsed, when the text has moved on from what it was offered for, when the result could not be read back, and, unless
 * that is wanted, when XState would no longer make the machines of it (`dryRun.ts`).
 */
export function commandChange(
  at: GameMoment,
  id: string,
  args: unknown,
  options: CommandOptions = {},
): GraphChange {
  return withinBudget<GraphChange>(
    at.budget,
    () => {
      const { each, ...alone } = options;
      return each
        ? changeOfEach(at, each, (now, commandArgs) =>
            changeBy(now, id, { ...(args as object), ...commandArgs }, alone),
          )
        : changeBy(at, id, args, alone);
    },
    ({ seconds }) => ({ ok: false, refused: tookTooLong(id, args, seconds) }),
  );
}

/** A command that was stopped: its state is the place, where it has one. */
function tookTooLong(command: string, args: unknown, seconds: number): Refusal {
  const { state, transition } = (args ?? {}) as { state?: unknown; transition?: { source?: unknown } };
  const path = state ?? transition?.source;
  const facts = { command, seconds: String(seconds) };
  return {
    code: "took-too-long",
    facts: Array.isArray(path) ? { ...facts, state: path.join(".") } : facts,
  };
}

function changeBy(
  at: GameMoment,
  id: string,
  args: unknown,
  { revision, anyway = false }: CommandOptions,
): GraphChange {
  const graph = at.graph();
  if (graph.stale || !graph.chart) return refusal("graph-stale");
  if (revision !== undefined && revision !== at.revision) return refusal("text-moved-on");
  const change = runCommand(id, graph.text, graph.chart, args, readAgain(at), findImporters(at, anyway));
  if ("refused" in change) return { ok: false, refused: change.refused };
  const { edits, warnings, pathMap, names = [] } = change;
  const clip = change.clip === undefined ? {} : { clip: change.clip };
  // The chart of the graph: to read it once more would read the old text again, and the new one twice.
  const machine = graph.machine ?? "0";
  if (edits.length === 0)
    return { ok: true, steps: [], machine, result: { ok: true, warnings, pathMap, names, ...clip } };
  const { files } = applySteps(at.files, [{ kind: "edit", file: "machine", edits }]);
  const reading = at.read(files.get("machine") ?? "");
  if (!reading.parsed) return refusal("would-not-parse", { command: id });
  const before = { reading: graph.reading, chart: graph.chart, machine };
  const followed = followChange(at.files, change, before, reading, () => storedMachine(at));
  if ("refused" in followed) return { ok: false, refused: followed.refused };
  const { steps } = followed;
  const refused = refusedFile(at, steps);
  if (refused) return refused;
  const machines = changedMachines(graph.reading, reading);
  const newChange = {
    ok: true,
    steps,
    machine,
    machines,
    result: { ok: true, warnings, pathMap, names },
  } as const;
  if (anyway) return newChange;
  const fault = newFault(graph.reading, reading, change, graph.chart);
  if (fault) return { ok: false, refused: fault };
  if (!needsTrial(graph.reading, reading, change)) return newChange;
  const doubt = mayThrow(change);
  return { ...newChange, trial: { before: graph.text, after: reading.text, ...(doubt ? { doubt } : {}) } };
}

/** Why a graph command would be refused. */
export function whyNotCommand(at: GameMoment, id: string, args: unknown): Refusal | undefined {
  return withinBudget<Refusal | undefined>(
    at.budget,
    () => {
      const graph = at.graph();
      if (graph.stale || !graph.chart) return { code: "graph-stale" };
      const answer = runCommand(id, graph.text, graph.chart, args, readAgain(at), findImporters(at));
      return "refused" in answer ? answer.refused : undefined;
    },
    ({ seconds }) => tookTooLong(id, args, seconds),
  );
}

/** What a fix changes that is no command. Refused as a command is. */
export function fixChange(at: GameMoment, fix: Fix): GraphChange {
  return withinBudget<GraphChange>(
    at.budget,
    () => changeByFix(at, fix),
    ({ seconds }) => ({ ok: false, refused: tookTooLong(`fix.${fix.id}`, {}, seconds) }),
  );
}

function changeByFix(at: GameMoment, { id, file, change }: Fix): GraphChange {
  if (change.kind === "command") throw new Error(`The fix ${id} is a command`);
  if (change.kind === "follow") return renameChange(at, change.was, change.now);
  const edits = fixEdits(at.files.get(file) ?? "", change.steps, file !== "machine");
  if (!edits) return refusal("text-moved-on");
  if (edits.length === 0) return plain([]);
  const steps: FileStep[] = [{ kind: "edit", file, edits }];
  const refused = refusedFile(at, steps);
  if (refused) return refused;
  const { files } = applySteps(at.files, steps);
  if (file === "machine" && !at.read(files.get("machine") ?? "").parsed)
    return refusal("would-not-parse", { command: `fix.${id}` });
  return plain(steps);
}

/** A state of the main machine was renamed outside of the studio: the other files follow. */
function renameChange(at: GameMoment, was: string, now: string): GraphChange {
  const { reading } = at.graph();
  const chart = mainChart(reading.charts);
  if (!chart) return refusal("graph-stale");
  const machine = machineKeys(reading.charts)[chart.ref.ordinal] ?? "0";
  const steps = followRename(at.files, { chart, machine, consts: reading.consts ?? [] }, was, now);
  return refusedFile(at, steps) ?? plain(steps);
}

const refusal = (code: Refusal["code"], facts?: Refusal["facts"]): Refused => ({
  ok: false,
  refused: { code, ...(facts ? { facts } : {}) },
});

const plain = (steps: readonly FileStep[]): AcceptedChange => ({
  ok: true,
  steps,
  result: { ok: true, warnings: [], pathMap: {} },
});

/** The first file among those that a change concerns which is not changed here. */
function refusedFile({ isReadOnly }: GameMoment, steps: readonly FileStep[]): Refused | undefined {
  const file = steps.find((step) => isReadOnly(step.file))?.file;
  return file === undefined ? undefined : refusal("newer-format", { file });
}

const readAgain = (at: GameMoment) => (text: string) => at.read(text).charts;

/** The files around the machine that import it. Whatever comes of it, what else is made of it is only told. */
function findImporters({ source }: GameMoment, anyway = false): FindImporters | undefined {
  const { path: machine, scripts } = source;
  if (!scripts) return undefined;
  return (path = machine) => {
    const known = anyway ? undefined : scripts();
    const texts = new Map(known?.map(({ path, text }) => [path, text]));
    const modules = siblingsIn((file) => texts.get(file));
    return known && importersOf(path, known, modules, true);
  };
}

/** The machine's module and its renames as they are stored; undefined while that is what is worked on. */
function storedMachine({ files, read, storedText }: GameMoment) {
  const text = storedText("machine");
  if (text === undefined || text === files.get("machine")) return undefined;
  return { reading: read(text), renames: storedText("renames") };
}
