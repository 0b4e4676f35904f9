import type { Chart } from "#core/chart/chart.ts";
import { stateAt } from "#core/chart/places.ts";
import type { Draft } from "#core/edit/draft.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { farUsesOf } from "#core/symbol/farUses.ts";
import { usesOf, type Use } from "#core/symbol/uses.ts";
import { spanOf, type Node } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

/** Does the machine of the chart read it, and certainly as it is written? */
const isOwn = ({ machine, certain, as }: Use, { callAt }: Chart): boolean =>
  machine?.start === callAt.from && machine.end === callAt.to && certain && as !== "setup";

/**
 * Whether code in a const stands for this machine alone: the const is not exported, and is named only in the machine's config or in
 * consts of which the same is true. What holds for every place of the chart that is read from it then holds for all that it does.
 * @param places how many places of the chart are read from it: with fewer than it is named, one of them could not be read
 */
export function isForThisMachine({ tree, chart }: Draft, code: Node, places: number): boolean {
  const { uses, exported } = usesOf(tree, spanOf(code));
  return !exported && uses.length > 0 && uses.length <= places && uses.every((use) => isOwn(use, chart));
}

/** Does a stretch of the text stand in the machine's config, or in a const that is used there alone? */
export function isWrittenIn({ tree, chart }: Draft, at: Span): boolean {
  const { configAt } = chart;
  const { uses } = usesOf(tree, at);
  const [use] = uses;
  const isIn = configAt && configAt.from <= at.from && at.to <= configAt.to;
  return isIn === true || (uses.length === 1 && use !== undefined && isOwn(use, chart));
}

/** Where the machine and what it is set up with are written. */
export const machineSpans = ({ chart: { callAt, configAt, setup } }: Draft): readonly Span[] =>
  [callAt, configAt, setup?.at].filter((at) => at !== undefined);

/** Whether a node stands in one of the stretches. */
export const isIn = ({ start, end }: Node, spans: readonly Span[]): boolean =>
  spans.some(({ from, to }) => from <= start && end <= to);

/** Whether code stands in a state that goes. */
export function isGone({ chart }: Draft, tree: NewTree, node: Node): boolean {
  const { configAt } = chart;
  const inConfig = configAt && configAt.from <= node.start && node.end <= configAt.to;
  const place = inConfig && stateAt(chart, node.start);
  return !!place && tree.follow(place.path) === null;
}

/** Whether only other machines, of the file or of those that import it, are made of some code. */
export function isOfOthers({ tree, chart, importers }: Draft, node: Node): boolean {
  const { uses, exits } = usesOf(tree, spanOf(node));
  if (!uses.every(({ machine }) => machine && machine.start !== chart.callAt.from)) return false;
  if (uses.length > 0 || !importers || exits.length === 0) return uses.length > 0;
  const far = farUsesOf(importers, exits);
  return far.uses.length > 0 && far.read.length === 0;
}
