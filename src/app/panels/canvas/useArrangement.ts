import { type Arrangement, NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** In which lines the states of the chosen machine stand, as the layout file says, or as they stood when the game was opened. */
export function useArrangement(): Arrangement {
  const project = useStudio((s) => s.project);
  const arrangements = useStudio((s) => s.arrangements);
  // Read again with each change of a file and with each machine; the project gives the same object while it says the same.
  useStudio((s) => s.files);
  // That of the graph which is shown: a keystroke that waits to be read is not read for this.
  const machine = useStudio((s) => s.graph?.machine ?? "0");
  const chart = useStudio((s) => s.graph?.chart);
  const written = project?.arrangement(machine) ?? NO_ARRANGEMENT;
  return arrangements && chart ? arrangements.arrangement(machine, chart, written) : written;
}
