import { list, readText, record, unknown } from "#core/text/schema.ts";
import type { StoredFlows } from "#adapters/flow/canvasProps.ts";
import { type Level, LEVELS } from "#core/layout/level.ts";
import type { Flows } from "#core/layout/place/sides.ts";

const PREFIX = "turnwright.flows.";
/** A game's id has no dot in it. */
export const flowsKey = (game: string, machine: string): string => `${PREFIX}${game}.${machine}`;

const known = new Map<string, StoredFlows>();

/** What cannot be read is as if nothing was stored. */
export function readFlows(key: string): StoredFlows {
  const before = known.get(key);
  if (before) return before;
  let found: StoredFlows = {};
  try {
    const result = readText(record(record(list(unknown))), localStorage.getItem(key));
    const stored = result.ok ? result.value : {};
    found = Object.fromEntries(
      LEVELS.flatMap((level) => (stored[level] ? [[level, flowsOf(stored[level])] as const] : [])),
    );
  } catch {
    /* kept from us */
  }
  known.set(key, found);
  return found;
}

/** As it is stored, by path id: how a compound flows, how many lines it has, and how many of them stand in each strip. */
const flowsOf = (stored: Readonly<Record<string, readonly unknown[]>>): Flows =>
  new Map(
    Object.entries(stored).flatMap(([id, [flow, length, strips]]) => {
      const isCount = (n: unknown): n is number => typeof n === "number" && Number.isInteger(n) && n > 0;
      const isFlow = flow === "down" || flow === "right";
      if (!isFlow || !isCount(length) || !Array.isArray(strips) || !strips.every(isCount)) return [];
      const isWhole = strips.length === 0 || strips.reduce((a, b) => a + b) === length;
      return isWhole ? [[id, { flow, lines: { length }, strips }] as const] : [];
    }),
  );

/**
 * Keeps how compounds flow now; what is closed stands as it did when it was open.
 * @param isThere whether the machine has a state, by path id: what is kept of others is dropped
 */
export function storeFlows(key: string, level: Level, flows: Flows, isThere: (id: string) => boolean): void {
  const before = readFlows(key);
  const after = { ...before, [level]: new Map([...(before[level] ?? []), ...bare(flows)]) };
  const stored = Object.entries(after).map(
    ([levelName, flowsOfLevel]) =>
      [levelName, new Map([...flowsOfLevel].filter(([id]) => isThere(id)))] as const,
  );
  writeFlows(key, Object.fromEntries(stored));
}

/** What is kept of a flow and no more: its lines are objects of a picture, and would keep that alive with the chart that it is of. */
const bare = (flows: Flows): [string, ReturnType<Flows["get"]> & object][] =>
  [...flows].map(([id, { flow, lines, strips }]) => [id, { flow, lines: { length: lines.length }, strips }]);

function writeFlows(key: string, flows: StoredFlows): void {
  known.set(key, flows);
  const stored = Object.fromEntries(
    Object.entries(flows).map(([level, flowsOfLevel]) => [
      level,
      Object.fromEntries(
        [...flowsOfLevel].map(([id, { flow, lines, strips }]) => [id, [flow, lines.length, strips]] as const),
      ),
    ]),
  );
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    /* private mode or full: it lasts for this page */
  }
}

/** A game is gone: nothing is kept of how its machines stood. */
export function dropFlows(game: string): void {
  const isOfGame = (key: string) => key.startsWith(flowsKey(game, ""));
  for (const key of [...known.keys()].filter(isOfGame)) known.delete(key);
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
    for (const key of keys.filter(isOfGame)) localStorage.removeItem(key);
  } catch {
    /* there is nothing kept */
  }
}
