import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { diagnose } from "#core/analyze/check.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { timesAt, type BenchLine } from "../line.ts";

/** At scale 1. */
const RENAMES = 8;

/** What one open game holds in memory: its text, tree, chart, history and what was asked of them. */
export const openGame: BenchLine = {
  about: "heap of one open game that is read, checked and searched for names, before and after renames",
  async run({ scale }) {
    await loadGraphCommands();
    const text = await readFile("machines/flesh-and-blood.machine.ts", "utf8");
    // What is made once for all games does not count.
    look(await opened(await readFile("machines/vf-card.machine.ts", "utf8")));
    const empty = heap();
    const project = await opened(text);
    look(project);
    const open = heap() - empty;
    const renames = timesAt(scale, RENAMES);
    for (let i = 0; i < renames; i++) {
      rename(project, i);
      look(project);
    }
    const renamed = heap() - empty;
    const note = `${text.length} characters`;
    // The game is asked once more, so that it is there until here.
    if (project.text("machine") === undefined) throw new Error("The game is gone");
    return [
      { what: "one open game", value: open, unit: "MB", note },
      { what: `the same after ${renames} renames`, value: renamed, unit: "MB" },
    ];
  },
};

const opened = async (text: string): Promise<Project> =>
  new Project("bench", [{ name: "machine", text, hash: "bench" }]);

function look(project: Project): void {
  const { reading, chart, text } = project.graph();
  diagnose(reading, project.state().files);
  if (chart) symbolTable(text, chart);
}

function rename(project: Project, i: number): void {
  const child = project.graph().chart?.root.children[0];
  const done = child && project.command("state.rename", { state: [child.key], to: `renamed${i}` }, { at: i });
  if (!done?.ok) throw new Error("The rename is refused");
}

/** Megabytes of the heap in use when what is not reachable is gone. */
function heap(): number {
  setFlagsFromString("--expose_gc");
  const collect = runInNewContext("gc") as () => void;
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed / 1e6;
}
