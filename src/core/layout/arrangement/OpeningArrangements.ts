import type { Chart } from "#core/chart/chart.ts";
import { placeOf } from "#core/chart/places.ts";
import {
  type Arrangement,
  type CompoundLines,
  namesOf,
  NO_ARRANGEMENT,
} from "#core/layout/arrangement/arrangement.ts";
import { openingArrangement } from "#core/layout/arrangement/orderLines.ts";

type Compounds = Arrangement["compounds"];

/** How one machine of an open game stands, with what that was made of. */
interface OpenMachine {
  readonly opening: Compounds;
  readonly chart: Chart;
  readonly written: Arrangement;
  readonly arrangement: Arrangement;
}

/**
 * How the machines of one game stood when it was opened, as long as it is open: an edit does not arrange them anew. A file that arranges a
 * compound decides on it.
 */
export class OpeningArrangements {
  /** By the key of the machine. */
  readonly #machines = new Map<string, OpenMachine>();

  /**
   * How a machine stands now; the same object while nothing of it changed.
   * @param written what the layout file says of it now
   */
  arrangement(machine: string, chart: Chart, written: Arrangement): Arrangement {
    const before = this.#machines.get(machine);
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
    this.#machines.set(machine, { opening, chart, written, arrangement });
    return arrangement;
  }
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
