import { type Arrangement, NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** In which lines the states of the chosen machine stand, as the layout file says. */
export function useArrangement(): Arrangement {
  const project = useStudio((s) => s.project);
  // Read again with each change of a file and with each machine; the project gives the same object while it says the same.
  useStudio((s) => s.files);
  // That of the graph which is shown: a keystroke that waits to be read is not read for this.
  const machine = useStudio((s) => s.graph?.machine ?? "0");
  return project?.arrangement(machine) ?? NO_ARRANGEMENT;
}
