import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { Look } from "#adapters/flow/canvasProps.ts";
import type { Drawing, DrawnBefore } from "#adapters/flow/drawBeside.ts";
import { loadLateViews } from "#adapters/flow/useLateViews.ts";
import type { StateNode } from "#core/chart/chart.ts";
import { childId } from "#core/layout/arrangement/arrangement.ts";
import type { View } from "#core/layout/level.ts";

/** So many states are drawn while a person waits; more of them beside what the person does. */
const MAX_STATES_AT_ONCE = 320;

/**
 * Draws what has many states before it is looked at, while the picture before it stays and does what it does.
 * @param onDrawn it is there: from now on one looks so
 */
export function useUnfolding(drawing: Drawing, viewOf: (look: Look) => View, onDrawn: (look: Look) => void) {
  const { chart, names, arrangement, room, like, readable } = drawing;
  const [wanted, setWanted] = useState<Look>();
  const [drawn, setDrawn] = useState<DrawnBefore>();
  const finish = useEffectEvent((done: DrawnBefore) => {
    setWanted(undefined);
    setDrawn(done);
    onDrawn(done.look);
  });
  const begin = useEffectEvent((look: Look, signal: AbortSignal) =>
    loadLateViews()
      .then((late) => late?.drawBeside(drawing, viewOf(look), signal))
      .then((pictured) => pictured && finish({ ...drawing, look, ...pictured }))
      .catch((error: unknown) => {
        // The picture that is there stays, and the window tells what failed.
        if (!signal.aborted) setWanted(undefined);
        throw error;
      }),
  );
  useEffect(() => {
    const work = new AbortController();
    if (wanted) void begin(wanted, work.signal);
    return () => work.abort();
  }, [wanted, chart, names, arrangement, room, like, readable]);
  const stop = useCallback(() => setWanted(undefined), []);
  // What it is of would be kept alive by it.
  if (drawn && drawn.chart !== chart) setDrawn(undefined);
  return {
    drawn,
    /** How many states are being drawn, the machine itself not counted; undefined when nothing is. */
    count: wanted && statesIn(chart.root, "", wanted, Infinity) - 1,
    stop,
    /** Whether a look has to wait until it is drawn: it is looked at then. */
    takes: (look: Look): boolean => {
      const isLarge = !look.page && statesIn(chart.root, "", look, MAX_STATES_AT_ONCE) > MAX_STATES_AT_ONCE;
      setWanted(isLarge ? look : undefined);
      return isLarge;
    },
  };
}

/** How many states are drawn of a state, counted up to about so many. */
function statesIn(node: StateNode, id: string, look: Look, most: number): number {
  let all = 1;
  if (!look.folded.has(id))
    for (const child of node.children)
      if (all <= most) all += statesIn(child, childId(id, child.key), look, most - all);
  return all;
}
