import { keyBesideMain, machineKeys, mainChart } from "#core/chart/machineKey.ts";
import type { InspectorNews } from "#core/project/inspectWire.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Shows what an app did in Simulate, on the machine that it is of; it is saved only when the person says so there. */
export async function replayTrace(
  studio: Studio,
  { game, machine, trace, scenario }: InspectorNews["traces"][number],
): Promise<void> {
  const { project } = studio.get();
  if (project?.id !== game) await studio.openGame(game, { game, view: "simulate", machine, selection: null });
  else {
    studio.window.set({ question: null });
    studio.navigation.go("simulate");
    chooseMachine(studio, machine);
  }
  // Where it could not be opened, or the person went elsewhere meanwhile, nothing may wait to be played later, unasked.
  const now = studio.get();
  if (now.project?.id !== game || shownMachine(studio) !== machine) return;
  studio.window.set({ sought: { kind: "trace", game, machine, trace: { trace, scenario } } });
}

/** Looks at a machine of the open file: the main one where none is named. */
function chooseMachine(studio: Studio, machine: string | undefined): void {
  const charts = studio.get().graph?.reading.charts ?? [];
  const keys = machineKeys(charts);
  const key = machine ?? keys[mainChart(charts)?.ref.ordinal ?? -1];
  if (key === undefined || shownMachine(studio) === machine) return;
  if (keys.includes(key)) studio.navigation.choose(key);
  else studio.window.notice("warn", "notice.no-machine", { machine: key });
}

/** The machine that is looked at, by its key; nothing for the main one. */
function shownMachine(studio: Studio): string | undefined {
  const { graph } = studio.get();
  return graph ? keyBesideMain(graph.reading.charts, graph.chart) : undefined;
}
