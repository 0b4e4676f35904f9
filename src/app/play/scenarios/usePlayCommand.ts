import { playCommand } from "#app/play/scenarios/playCommand.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What plays a scenario of the open game without the studio. */
export function usePlayCommand(scenario: string): string {
  const game = useStudio((s) => s.project?.id) ?? "";
  const entry = useStudio((s) => s.games?.find(({ id }) => id === game));
  const machine = useStudio((s) => s.route.machine);
  return playCommand(game, entry, machine, scenario);
}
