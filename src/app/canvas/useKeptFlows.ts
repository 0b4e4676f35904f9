import { useMemo } from "react";
import type { ChartCanvasProps, KeptFlows } from "#adapters/flow/canvasProps.ts";
import { type Level, LEVELS } from "#core/layout/level.ts";
import type { Flows } from "#core/layout/place/sides.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** As it is stored, by path id: how a compound flows, how many lines it has, and how many of them stand in each strip. */
type Stored = Readonly<Record<string, readonly ["down" | "right", number, readonly number[]]>>;

/**
 * How a machine stands on this computer: the same in all views and after a reload, whatever room there is for it. Kept beside how one
 * looks at it, never in the project.
 */
export function useKeptFlows(): ChartCanvasProps["flows"] {
  const game = useStudio((s) => s.project?.id ?? "");
  const machine = useStudio((s) => s.graph?.machine ?? "");
  return useMemo(() => {
    const key = `turnwright.flows.${game}.${machine}`;
    return {
      last: () => readFlows(key),
      // what is closed now stands as it did when it was open
      keep: (level, flows) => {
        const before = readFlows(key);
        writeFlows(key, { ...before, [level]: new Map([...(before[level] ?? []), ...flows]) });
      },
    };
  }, [game, machine]);
}

const known = new Map<string, KeptFlows>();

/** What cannot be read is as if nothing was stored. */
function readFlows(key: string): KeptFlows {
  const before = known.get(key);
  if (before) return before;
  let found: KeptFlows = {};
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Record<Level, Stored>>;
    found = Object.fromEntries(
      LEVELS.flatMap((level) => (stored[level] ? [[level, flowsOf(stored[level])] as const] : [])),
    );
  } catch {
    /* written by something else, or kept from us */
  }
  known.set(key, found);
  return found;
}

const flowsOf = (stored: Stored): Flows =>
  new Map(
    Object.entries(stored).flatMap(([id, [flow, length, strips]]) => {
      const isCount = (n: unknown) => Number.isInteger(n) && (n as number) > 0;
      const isWhole =
        strips.every(isCount) && (strips.length === 0 || strips.reduce((a, b) => a + b) === length);
      const isFlow = flow === "down" || flow === "right";
      return isFlow && isCount(length) && isWhole ? [[id, { flow, lines: { length }, strips }] as const] : [];
    }),
  );

function writeFlows(key: string, flows: KeptFlows): void {
  known.set(key, flows);
  const stored = Object.fromEntries(
    Object.entries(flows).map(([level, some]) => [
      level,
      Object.fromEntries(
        [...some].map(([id, { flow, lines, strips }]) => [id, [flow, lines.length, strips]] as const),
      ),
    ]),
  );
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    /* private mode or full: it lasts for this page */
  }
}
