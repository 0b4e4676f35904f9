import type { Readability } from "#test/support/readability/measureReadability.ts";

/** How much of a chart has to be named, in percent, on a canvas or in a window of a size. */
export const NAMED: Readonly<Record<string, number>> = {
  "canvas 850x740": 60,
  "canvas 1350x800": 95,
  "window 1600x960": 40,
  "window 1280x720": 40,
};

/** Crossings a drawn line, those of foreign frames among them. */
export const CROSSINGS = 0.5;

/**
 * What keeps a canvas from being readable, in words that name the first places; empty when all goals are met.
 * @param named share of the states that has to be named, in percent
 * @param levels how many of the outer levels have to be named wholly
 */
export function missedGoals(found: Readability, named: number, levels: 1 | 2 = 2): string[] {
  const { examples, lines } = found;
  const zeros = [
    "textsUnderFloor",
    "textOnText",
    "linesThroughState",
    "linesThroughText",
  ] as const satisfies readonly (keyof Readability)[];
  const outer = levels === 2 ? found.outer : found.first;
  const share = found.states === 0 ? 100 : (100 * found.named) / found.states;
  const crossed = (found.lineCrossings + found.frameCrossings) / Math.max(1, lines);
  const without = found.unnamed.filter(({ id }) => id.split(".").length <= levels);
  const told = (list: readonly { readonly id: string; readonly why: string }[]) =>
    list
      .slice(0, 8)
      .map(({ id, why }) => `${id} (${why})`)
      .join(", ");
  return [
    ...zeros.flatMap((name) =>
      found[name] === 0 ? [] : [`${name}: ${found[name]}, as ${(examples[name] ?? []).join("; ")}`],
    ),
    ...(outer.named < outer.all
      ? [`outer levels named: ${outer.named} of ${outer.all}, not ${told(without)}`]
      : []),
    ...(share < named
      ? [`named: ${found.named} of ${found.states}, goal ${named} %, not ${told(found.unnamed)}`]
      : []),
    ...(found.foldsUntold > 0
      ? [`closed states that do not say how many they hold: ${found.foldsUntold}`]
      : []),
    ...(crossed > CROSSINGS
      ? [`crossings a line: ${crossed.toFixed(2)} on ${lines} lines, goal ${CROSSINGS}`]
      : []),
  ];
}
