import { type Box, within } from "#test/support/readability/geometry.ts";
import type { Asked } from "#test/support/readability/measureReadability.ts";
import { isShown } from "#test/support/readability/paint.ts";
import type { StatePart, Surface } from "#test/support/readability/surface.ts";
import { isPale, isSmall, type TextRun } from "#test/support/readability/textRuns.ts";

/** Why a state has no name that can be read: nothing says it, not whole, too small, under something, too pale. */
export type Why = "absent" | "cut" | "small" | "covered" | "pale";

/** Which states are named, and why others are not. */
export function namesOf(
  { names, folds }: Surface,
  runs: readonly TextRun[],
  states: Asked["states"],
  canvas: Box,
) {
  const holders = (id: string) => names.filter((name) => name.id === id);
  const order: readonly Why[] = ["pale", "covered", "small", "cut", "absent"];
  const unnamed = states.flatMap(({ id, label }) => {
    const faults = holders(id).map(({ element }) => whyNot(element, label, runs));
    if (faults.includes(undefined)) return [];
    return [{ id, why: order.find((why) => faults.includes(why)) ?? ("absent" as const) }];
  });
  const share = (meant: (id: string) => boolean) => {
    const count = (list: readonly { readonly id: string }[]) => list.filter(({ id }) => meant(id)).length;
    return { all: count(states), named: count(states) - count(unnamed) };
  };
  const levels = (id: string) => id.split(".").length;
  const isWhole = (fold: StatePart) =>
    isShown(fold.element) && within(fold.element.getBoundingClientRect(), canvas);
  return {
    states: states.length,
    named: states.length - unnamed.length,
    first: share((id) => levels(id) === 1),
    outer: share((id) => levels(id) <= 2),
    foldsUntold: folds.filter(isWhole).filter((fold) => !tells(fold, runs)).length,
    unnamed,
  };
}

/** Whether words of a closed state that can be read have the number in them. */
function tells({ element, count }: Surface["folds"][number], runs: readonly TextRun[]): boolean {
  const own = runs.filter((run) => element.contains(run.element));
  const read = own.filter((run) => !isSmall(run) && !isPale(run) && !run.clipped && run.covered === 0);
  return count !== "" && read.some(({ text }) => text.match(/\d+/g)?.includes(count));
}

const letters = (text: string): string => text.replaceAll(/[\s\u00ad\u200b]+/g, "");

/** What is wrong with the name in an element; undefined when it can be read. */
function whyNot(element: Element, label: string, runs: readonly TextRun[]): Why | undefined {
  const own = runs.filter((run) => element.contains(run.element));
  if (own.length === 0) return "absent";
  const text = letters(own.map((run) => run.text).join(""));
  if (!text.includes(letters(label)) || own.some(({ clipped, inCanvas }) => clipped || !inCanvas))
    return "cut";
  if (own.some(isSmall)) return "small";
  if (own.some(({ covered }) => covered > 0)) return "covered";
  return own.some(isPale) ? "pale" : undefined;
}
