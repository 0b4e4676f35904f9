import type { InspectorNews } from "#core/project/inspectWire.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Shows what an app did in Simulate, in the game that it is of; it is saved only when the person says so there. */
export async function replayTrace(
  studio: Studio,
  { game, trace, scenario }: InspectorNews["traces"][number],
): Promise<void> {
  const { project } = studio.get();
  if (project?.id !== game) await studio.openGame(game, { game, view: "simulate", selection: null });
  else {
    studio.set({ question: null });
    studio.go("simulate");
  }
  // Where it could not be opened, or the person went elsewhere meanwhile, nothing may wait to be played later, unasked.
  if (studio.get().project?.id !== game) return;
  studio.set({ sought: { kind: "trace", game, trace: { trace, scenario } } });
}
