import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf, pathOf } from "#core/chart/places.ts";
import { type Arrangement, compoundIn } from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import { type Level, heldIn, lineWords, showsQuestions, type View } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { arrowsOf, nearArrows } from "#core/layout/scene/arrowsOf.ts";
import { type BareItem, shapeOf } from "#core/layout/scene/bareItem.ts";
import { before, Shown } from "#core/layout/scene/waypoints.ts";
import { callsOf } from "#core/layout/scene/calls.ts";
import { addPorts } from "#core/layout/scene/ports.ts";
import { contentsOf } from "#core/layout/scene/contentsOf.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { isNear, nearScene } from "#core/layout/scene/stretches.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";

/** What of the chart is drawn, and what is said of it, at a level of detail. */
export const sceneOf = (chart: Chart, names: ChartNames, view: View): Scene =>
  atOnce(sceneInSteps(chart, names, view));

/** The same in steps. */
export function* sceneInSteps(chart: Chart, names: ChartNames, view: View): Steps<Scene> {
  return yield* isNear(view) ? sceneFromNear(chart, names, view) : anyScene(chart, names, view);
}

/** The same at one level from near: what an edit left as it was stays the same objects. */
function* sceneFromNear(chart: Chart, names: ChartNames, view: View): Steps<Scene> {
  const { items, initials, drafts } = nearScene(chart, view);
  yield;
  const arrowSet = yield* nearArrows({ items, initials }, drafts, names);
  return {
    chart,
    root: "",
    items: yield* contentsOf(chart, items, names, { ...arrowSet, asks: showsQuestions(view.words ?? "all") }),
    arrows: arrowSet.arrows,
    calls: [],
    near: true,
    initials,
    account: () => atOnce(anyScene(chart, names, view)).account(),
  };
}

function* anyScene(chart: Chart, names: ChartNames, view: View): Steps<Scene> {
  const items = new Map<string, BareItem>();
  const initials = new Map<string, string>();
  const page = pagePath(chart, view.page);
  const root = pathId(page);
  const visit = (
    node: StateNode,
    path: StatePath,
    parent: BareItem | undefined,
    around: Level,
    next?: string,
  ) => {
    const id = pathId(path);
    const level = view.levels?.get(id) ?? around;
    const closed = node.children.length > 0 && id !== root && view.folded?.has(id) === true;
    const item: BareItem = {
      id,
      path,
      node,
      parent: parent?.id,
      depth: path.length - page.length,
      shape: parent?.shape === "card" ? "row" : shapeOf(node, level, closed, id === root),
      level: parent?.shape === "card" ? "map" : level,
      region: parent?.shape === "parallel",
      folded: closed,
      called: false,
      ...(next === undefined ? {} : { next }),
    };
    items.set(id, item);
    if (closed) return;
    const children = item.shape === "card" ? stepsOf(node, path, view.arrangement) : node.children;
    children.forEach((child, i) => {
      const below = item.shape === "card" ? children[i + 1] : undefined;
      visit(child, [...path, child.key], item, level, below && pathId([...path, below.key]));
    });
    const start = node.initial?.value;
    if (start !== undefined && node.type !== "parallel" && node.children.some((c) => c.key === start))
      initials.set(id, pathId([...path, start]));
  };
  const start = placeOf(chart, page);
  if (start) visit(start.node, page, undefined, view.level);
  yield;
  const top = items.get(root);
  const shown = new Shown(chart, items);
  const calls = callsOf(chart, items, shown, root, view.consts ?? []);
  const ports = root === "" || !top ? undefined : addPorts(chart, page, top, items, calls);
  const drawn = {
    items,
    initials,
    calls,
    sources: ports ? before(ports.sources, shown) : shown,
    targets: ports ? before(ports.targets, shown) : shown,
    arrivals: ports ? before(ports.entries, shown) : shown,
  };
  const words = view.words ?? "all";
  const {
    calls: callLines,
    account,
    ...arrowSet
  } = yield* arrowsOf(chart, names, drawn, {
    words: lineWords(words),
    whole: root !== "",
    ...(view.jumps ? { byName: view.jumps } : {}),
  });
  return {
    chart,
    root,
    items: yield* contentsOf(chart, items, names, {
      ...arrowSet,
      asks: showsQuestions(words),
      held: heldIn(words),
      whole: root !== "",
    }),
    arrows: arrowSet.arrows,
    calls: callLines,
    initials,
    account,
    ...(isPart(view, root) ? { whole: () => wholeMap(chart, names, view) } : {}),
  };
}

const isPart = ({ folded, levels }: View, root: string): boolean =>
  root !== "" || (folded?.size ?? 0) > 0 || (levels?.size ?? 0) > 0;

const wholeMap = (chart: Chart, names: ChartNames, { consts }: View): Scene =>
  atOnce(anyScene(chart, names, { level: "map", words: "none", ...(consts ? { consts } : {}) }));

/** The steps of a card: as the layout file has them where it names them, else as the code has them. */
function stepsOf(
  node: StateNode,
  path: StatePath,
  arrangement: Arrangement | undefined,
): readonly StateNode[] {
  const stored = arrangement && compoundIn(arrangement, pathId(path));
  if (!stored) return node.children;
  const order = new Map(
    linesOf(node, path, stored)
      .lines.flat()
      .map((key, i) => [key, i]),
  );
  return node.children.toSorted((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0));
}

/** The phase that is the page, or the machine when there is no such state. */
function pagePath(chart: Chart, page: string | undefined): StatePath {
  const path = pathOf(page ?? "");
  const place = placeOf(chart, path);
  return place && place.node.children.length > 0 ? path : [];
}
