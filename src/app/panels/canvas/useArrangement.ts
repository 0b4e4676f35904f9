import type { Chart } from "#core/chart/chart.ts";
import { placeOf } from "#core/chart/places.ts";
import {
  type Arrangement,
  type CompoundLines,
  namesOf,
  NO_ARRANGEMENT,
} from "#core/layout/arrangement/arrangement.ts";
import { openingArrangement } from "#core/layout/arrangement/orderLines.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** In which lines the states of the chosen machine stand, as the layout file says, or as they stood when the game was opened. */
export function useArrangement(): Arrangement {
  const project = useStudio((s) => s.project);
  // Read again with each change of a file and with each machine; the project gives the same object while it says the same.
  useStudio((s) => s.files);
  // That of the graph which is shown: a keystroke that waits to be read is not read for this.
  const machine = useStudio((s) => s.graph?.machine ?? "0");
  const chart = useStudio((s) => s.graph?.chart);
  const written = project?.arrangement(machine);
  if (!project || !written) return NO_ARRANGEMENT;
  return chart ? arrangementFor(project, machine, chart, written) : written;
}

type Compounds = Arrangement["compounds"];

/** How one machine of an open game stands, with what that was made of. */
interface Opened {
  readonly opening: Compounds;
  readonly chart: Chart;
  readonly written: Arrangement;
  readonly arrangement: Arrangement;
}

/** By game and by the key of the machine: how its compounds stood when the game was opened. An edit does not arrange them anew. */
const openedMachines = new WeakMap<object, Map<string, Opened>>();

/**
 * How a machine stands: as its file says, and where that says nothing, as it stood when its game was opened.
 * @param game stands for the game as long as it is open
 * @param written what the file says now
 */
export function arrangementFor(
  game: object,
  machine: string,
  chart: Chart,
  written: Arrangement,
): Arrangement {
  const machines = openedMachines.get(game) ?? new Map<string, Opened>();
  openedMachines.set(game, machines);
  const before = machines.get(machine);
  if (before?.chart === chart && before.written === written) return before.arrangement;
  const opened = before ? before.opening : openingArrangement(chart, written).compounds;
  // What the file says is no opening: undo may take it back.
  const opening = opened === written.compounds ? NO_ARRANGEMENT.compounds : renamedIn(opened, chart);
  const isWritten = Object.keys(opening).every((id) => Object.hasOwn(written.compounds, id));
  const isSame = before?.opening === opening && before.written === written;
  const arrangement = isSame
    ? before.arrangement
    : isWritten
      ? written
      : { ...written, compounds: { ...opening, ...written.compounds } };
  machines.set(machine, { opening, chart, written, arrangement });
  return arrangement;
}

/** The same compounds for a chart in which a child may have another name: it stays where it stood. */
function renamedIn(compounds: Compounds, chart: Chart): Compounds {
  const entries = Object.entries(compounds);
  const now = entries.map(([id, compound]): [string, CompoundLines] => {
    const node = placeOf(chart, id === "" ? [] : id.split("."))?.node;
    const keys = node?.children.map(({ key }) => key) ?? [];
    const names = namesOf(compound.lines);
    const gone = names.filter((name) => !keys.includes(name));
    const fresh = keys.filter((key) => !names.includes(key));
    const [from, to] = [gone[0], fresh[0]];
    if (gone.length !== 1 || fresh.length !== 1 || from === undefined || to === undefined)
      return [id, compound];
    return [
      id,
      { ...compound, lines: compound.lines.map((line) => line.map((name) => (name === from ? to : name))) },
    ];
  });
  return now.every(([, compound], i) => compound === entries[i]?.[1]) ? compounds : Object.fromEntries(now);
}
