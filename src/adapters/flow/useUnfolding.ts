import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { drawBeside } from "#adapters/flow/drawBeside.ts";
import {
  type DrawnBefore,
  type Drawing,
  drawnInSteps,
  type Wanted,
  type Ways,
} from "#adapters/flow/drawnInSteps.ts";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { pathOf, placeOf } from "#core/chart/places.ts";
import { childId } from "#core/layout/arrangement/arrangement.ts";

/** So many states are drawn while a person waits; more of them beside what the person does. */
const MAX_STATES_AT_ONCE = 320;
const NONE: ReadonlySet<string> = new Set();

/**
 * Draws what has many states before it is looked at, while the picture before it stays and does what it does. At first there is none.
 * @param isSeen whether there is a picture that can stay
 * @param onDrawn it is there: from now on one looks so
 */
export function useUnfolding(
  drawing: Drawing,
  ways: Ways,
  isSeen: boolean,
  onDrawn: (drawn: DrawnBefore) => void,
) {
  const { chart, names, arrangement, room, like } = drawing;
  const [wanted, setWanted] = useState<Wanted>();
  const [drawn, setDrawn] = useState<DrawnBefore>();
  const [failed, setFailed] = useState<{ readonly chart: Chart; readonly error: unknown }>();
  const finish = useEffectEvent((done: DrawnBefore) => {
    setWanted("look" in done.wanted ? done.wanted.next : undefined);
    setDrawn(done);
    onDrawn(done);
  });
  const begin = useEffectEvent((what: Wanted, signal: AbortSignal) =>
    drawBeside(chart, drawnInSteps(drawing, what, ways), signal)
      .then((done) => done && finish(done))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        setWanted(undefined);
        // Without a picture that could stay, whoever shows the canvas tells what failed; else the window does.
        if (isSeen) throw error;
        setFailed({ chart, error });
      }),
  );
  useEffect(() => {
    const work = new AbortController();
    if (wanted) void begin(wanted, work.signal);
    return () => work.abort();
  }, [wanted, chart, names, arrangement, room, like, ways.lang]);
  const [stopped, setStopped] = useState<Wanted>();
  const stop = () => {
    setWanted(undefined);
    if (!isSeen) setStopped(wanted);
  };
  /** Whether what is wanted has to wait until it is drawn: it is looked at then. */
  const takes = useCallback(
    (next: Wanted): boolean => {
      const isLarge = statesOf(chart, next, MAX_STATES_AT_ONCE) > MAX_STATES_AT_ONCE;
      setWanted(isLarge ? next : undefined);
      setStopped(undefined);
      return isLarge;
    },
    [chart],
  );
  // What it is of would be kept alive by it.
  if (drawn && drawn.chart !== chart) setDrawn(undefined);
  if (failed?.chart === chart) throw failed.error;
  const look = wanted ?? (isSeen ? undefined : stopped);
  return {
    drawn,
    /** How many states are being drawn, or would be if nobody had stopped that, the machine itself not counted; undefined when nothing is. */
    count: look && statesOf(chart, look, Infinity) - 1,
    stop,
    /** Begins what was stopped before anything was seen; undefined where nothing is missing. */
    again: !wanted && look ? () => setWanted(look) : undefined,
    takes,
  };
}

/** Whether a machine has more states than are looked through while a person waits. */
export const isManyStates = ({ root }: Chart): boolean =>
  statesIn(root, "", NONE, MAX_STATES_AT_ONCE) > MAX_STATES_AT_ONCE;

/** How many states are drawn, or looked through to open them, counted up to about so many. */
function statesOf(chart: Chart, wanted: Wanted, most: number): number {
  if ("look" in wanted) {
    if (wanted.next) return statesOf(chart, wanted.next, most);
    // In another room it is drawn for the first time, and then what is closed is looked through as well.
    return wanted.look.page ? 1 : statesIn(chart.root, "", wanted.room ? NONE : wanted.look.folded, most);
  }
  const page = wanted.page ?? "";
  return statesIn(placeOf(chart, pathOf(page))?.node ?? chart.root, page, NONE, most);
}

function statesIn(node: StateNode, id: string, folded: ReadonlySet<string>, most: number): number {
  let all = 1;
  if (!folded.has(id))
    for (const child of node.children)
      if (all <= most) all += statesIn(child, childId(id, child.key), folded, most - all);
  return all;
}
