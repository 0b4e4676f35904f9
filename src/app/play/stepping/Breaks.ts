import { breakpointKey } from "#core/run/debugging/breakpoint.ts";
import { FormulaReader, type FormulaFault } from "#core/run/debugging/contextFormula.ts";
import { hitsIn, nextHits, playedIn, type Hit, type Played } from "#core/run/debugging/hits.ts";
import type { Direction, Place } from "#core/run/debugging/microcursor.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import type { Stop } from "#app/play/stepping/stepping.machine.ts";
import type { StoredBreakpoints } from "#app/studio/storedBreakpoints.ts";

type Consts = ConstructorParameters<typeof FormulaReader>[0];

/** Where a play stops: the breakpoints of the open machine, how often each was met, and what of them could not be worked out. */
export class Breaks {
  /** How often each breakpoint stopped the play, by its key. */
  counts: ReadonlyMap<string, number> = new Map();
  /** Formulas of breakpoints that could not be worked out in the last step that was looked through, by key. */
  failures: ReadonlyMap<string, FormulaFault> = new Map();
  readonly #breakpoints: StoredBreakpoints;
  readonly #consts: () => Consts;
  readonly #onChange: () => void;
  #formulas: { readonly of: unknown; readonly reader: FormulaReader } | undefined;

  /** @param consts the constants of the machine that is played @param onChange is called when the counts have changed */
  constructor(breakpoints: StoredBreakpoints, consts: () => Consts, onChange: () => void) {
    this.#breakpoints = breakpoints;
    this.#consts = consts;
    this.#onChange = onChange;
  }

  /** Formulas with the constants of the machine that is played. */
  formulas(): FormulaReader {
    const consts = this.#consts();
    if (!this.#formulas || this.#formulas.of !== consts)
      this.#formulas = { of: consts, reader: new FormulaReader(consts) };
    return this.#formulas.reader;
  }

  /** The next breakpoint that what was played meets after a place. */
  next(run: Run, place: Place, by: Direction): Stop | undefined {
    return nextHits(run, place, by, this.#breakpoints.get().breakpoints, this.formulas());
  }

  hitsOf(played: Played): readonly Hit[] {
    return hitsIn(this.#breakpoints.get().breakpoints, played, this.formulas()).hits;
  }

  /** Why a step that was just played stops; the breakpoints that it meets first are counted. */
  stopIn(run: Run, step: Step): Stop | null {
    const { hits, failures } = hitsIn(
      this.#breakpoints.get().breakpoints,
      playedIn(run, step),
      this.formulas(),
    );
    this.failures = new Map(failures.map(({ breakpoint, fault }) => [breakpointKey(breakpoint), fault]));
    const [first] = hits;
    if (!first) return null;
    const met = hits.filter(({ micro }) => micro === first.micro);
    this.count(met);
    return { place: { step: step.id, micro: first.micro }, hits: met };
  }

  count(hits: readonly Hit[]): void {
    const counts = new Map(this.counts);
    for (const { breakpoint } of hits) {
      const key = breakpointKey(breakpoint);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    this.counts = counts;
    this.#onChange();
  }

  forget(): void {
    this.counts = new Map();
    this.failures = new Map();
  }
}
