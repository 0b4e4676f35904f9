import type { Chart } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { blocksOf } from "#test/machines/ways/blocks.ts";
import type { AnyTime, Way } from "#test/machines/ways/golden.ts";
import {
  calledAround,
  leavesFrom,
  movesOf,
  rowSteps,
  type CalledPairs,
  type RowStep,
} from "#test/machines/ways/rowSteps.ts";

/** A way as a chart has it, without what only the rules know. */
export type PlainWay = Pick<Way, "from" | "to" | "via" | "rows" | "into">;
export type PlainAnyTime = Pick<AnyTime, "at" | "event" | "to">;

/**
 * The ways between the blocks of a chart. A plain transition is read from the chart; which continuation of a called phase belongs
 * to which caller is not, and has to be given.
 */
export function waysOfChart(chart: Chart, called: readonly CalledPairs[]): PlainWay[] {
  const blocks = blocksOf(chart);
  const ways = new Map<string, RowStep[]>();
  for (const step of rowSteps(chart, called, blocks)) {
    const [from, to] = [blocks.of(step.row)!, blocks.of(step.to)!];
    if (from === to) continue;
    const key = [from, to, ...step.via].join(" ");
    ways.set(key, [...(ways.get(key) ?? []), step]);
  }
  /** Rows of a block by their keys; none for a leaf, which has no rows. */
  const keysOf = (block: string, rows: readonly string[]) =>
    blocks
      .leaves(block)
      .map(({ path }) => pathId(path))
      .filter((id) => id !== block && rows.includes(id))
      .map((id) => id.slice(block.length + 1));
  return [...ways.values()].map((steps) => {
    const [{ row, to: next, via }] = steps as [RowStep];
    const [from, to] = [blocks.of(row)!, blocks.of(next)!];
    const rows = keysOf(
      from,
      steps.map((step) => step.row),
    );
    const into = keysOf(
      to,
      steps.map((step) => step.to),
    );
    const start = keysOf(to, blocks.starts(to));
    return {
      from,
      to,
      ...(via.length > 0 ? { via } : {}),
      ...(rows.length > 0 ? { rows } : {}),
      ...(into.join() === start.join() ? {} : { into }),
    };
  });
}

/** Which row of a card follows which other inside it, by card; pairs of keys. */
export function insideOfChart(
  chart: Chart,
  called: readonly CalledPairs[],
): Record<string, [from: string, to: string][]> {
  const blocks = blocksOf(chart);
  const once = new Map(rowSteps(chart, called, blocks).map((step) => [`${step.row} ${step.to}`, step]));
  const inside: Record<string, [from: string, to: string][]> = {};
  for (const { row, to } of once.values()) {
    const card = blocks.of(row)!;
    if (row === to || blocks.of(to) !== card) continue;
    (inside[card] ??= []).push([row.slice(card.length + 1), to.slice(card.length + 1)]);
  }
  return inside;
}

/** What the compounds of a chart take as a whole; `to` is the called phase itself where one is called. */
export function anyTimeOfChart(chart: Chart, called: readonly CalledPairs[]): PlainAnyTime[] {
  const blocks = blocksOf(chart);
  const found = movesOf(chart)
    .filter((move) => leavesFrom(chart, move).length === 0)
    .filter(({ source, transition }) => transition.slot !== "onDone" && !calledAround(called, source))
    .flatMap(({ source: at, transition, targets }): PlainAnyTime[] => {
      const event = transition.event ?? transition.slot;
      if (targets.length === 0) return [{ at, event, to: null }];
      return targets.flatMap((target) => {
        const phase = calledAround(called, target);
        return (phase ? [phase.state] : blocks.starts(target).map((row) => blocks.of(row)!)).map((to) => ({
          at,
          event,
          to,
        }));
      });
    });
  return [...new Map(found.map((one) => [`${one.at} ${one.event} ${one.to}`, one])).values()];
}
