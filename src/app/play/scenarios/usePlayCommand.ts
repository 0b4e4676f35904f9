import { useStudio } from "#app/studio/useStudio.ts";
import { commandArgument } from "#app/studio/commandArgument.ts";
import type { GameEntry } from "#core/project/store.ts";

/** What plays a scenario of the open game without the studio. */
export function usePlayCommand(scenario: string): string {
  const game = useStudio((s) => s.project?.id) ?? "";
  const entry = useStudio((s) => s.games?.find(({ id }) => id === game));
  const machine = useStudio((s) => s.route.machine);
  return playCommand(game, entry, machine, scenario);
}

/**
 * What plays a scenario without the studio.
 * @param entry of the game; one that was opened by path is named by its file, and its scenario lies where it was downloaded to
 * @param machine of several in the file; where none is named the main one is played
 */
function playCommand(
  game: string,
  entry: Pick<GameEntry, "kept" | "found" | "place"> | undefined,
  machine: string | undefined,
  scenario: string,
): string {
  const byPath = entry?.kept === "path";
  const of = machine === undefined ? "" : ` --machine ${machine}`;
  return `npx turnwright play ${commandArgument(game, entry)}${of} --scenario ${scenario}${byPath ? ".json" : ""}`;
}
