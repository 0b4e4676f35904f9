import { pathId } from "#core/chart/places.ts";
import {
  type Arrangement,
  childId,
  compoundIn,
  GAP,
  NO_ARRANGEMENT,
} from "#core/layout/arrangement/arrangement.ts";
import { type FullLines, linesOf } from "#core/layout/arrangement/linesOf.ts";
import type { Rect, Size } from "#core/layout/geometry.ts";
import { orderChoices, ordersFor, type WantedLines } from "#core/layout/place/orders.ts";
import { withFreeWords } from "#core/layout/place/freeWords.ts";
import type { Marker, Route } from "#core/layout/place/placed.ts";
import { placeInSteps } from "#core/layout/place/placeScene.ts";
import type { Solutions } from "#core/layout/place/solutions.ts";
import { withNamedWords } from "#core/layout/place/namedWords.ts";
import { withRoomForWords } from "#core/layout/place/roomForWords.ts";
import { suitCanvas } from "#core/layout/place/suitCanvas.ts";
import type { PlacedNote } from "#core/layout/place/shapes.ts";
import { type Flows, type Orders, stripsAsBefore } from "#core/layout/place/sides.ts";
import { portOf } from "#core/layout/scene/ports.ts";
import { withNotes } from "#core/layout/scene/notes.ts";
import { childrenOf, type Item, type Scene } from "#core/layout/scene/scene.ts";
import { withWholeHeads } from "#core/layout/place/wholeHeads.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";

export type { PlacedNote } from "#core/layout/place/shapes.ts";
export { bundlesOf } from "#core/layout/place/bundles.ts";
export { DOT, FORK_R, type Marker, type Route } from "#core/layout/place/placed.ts";

/** Everything with its place: what a canvas draws. */
export interface Picture {
  readonly scene: Scene;
  /** Places of the drawn states by path id. */
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly markers: readonly Marker[];
  /** By arrow id. Of an arrow that stands in its state by name there is none; `fullRoute` gives its line. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Places of the notes by their ids; what is written in them is in the scene. */
  readonly notes: ReadonlyMap<string, PlacedNote>;
  /** How each compound flows, and in which lines. */
  readonly orders: Orders;
}

/** The shape for which pictures are drawn that have no canvas, such as files. */
export const PAGE: Size = { w: 1350, h: 800 };

/**
 * What is drawn of a scene, and where. Pure: the same chart, arrangement and canvas give the same picture everywhere. Notes on the
 * map are cards beside their states while all of it can be read so, else signs.
 */
export const drawPicture = (...given: Parameters<typeof drawInSteps>): Picture =>
  atOnce(drawInSteps(...given));

/** The same in steps. */
export function* drawInSteps(
  scene: Scene,
  arrangement: Arrangement = NO_ARRANGEMENT,
  canvas: Size = PAGE,
  choosing: Choosing = {},
): Steps<Picture> {
  const { notes } = arrangement;
  const cards = withNotes(scene, notes, "cards");
  const picture = yield* drawScene(cards, arrangement, canvas, choosing);
  const onMap = [...(cards.notes?.keys() ?? [])].some(
    (id) => id !== scene.root && cards.items.get(id)?.level === "map",
  );
  const all = picture.boxes.get(scene.root);
  const need = choosing.readable ?? choosing.need ?? NEED;
  if (!onMap || !all || Math.min(canvas.w / all.w, canvas.h / all.h) >= need - 0.001) return picture;
  return yield* drawScene(withNotes(scene, notes, "marks"), arrangement, canvas, choosing);
}

/** Letters of the map are seen at their least size. */
const NEED = 9 / 12;

function* drawScene(
  scene: Scene,
  arrangement: Arrangement,
  canvas: Size,
  { like, need, readable, solutions }: Choosing,
): Steps<Picture> {
  const free = new Set<string>();
  const choices = orderChoices(
    scene,
    (item) => {
      const lines = withPorts(scene, item, linesFor(item, arrangement));
      const known = like?.get(item.id);
      const strips = known && stripsAsBefore(known, lines.lines);
      if (strips && (lines.flow ?? known.flow) === known.flow) return { ...lines, flow: known.flow, strips };
      if (!lines.flow) free.add(item.id);
      return lines;
    },
    canvas,
    MAX_DRAWN_CHOICES,
  );
  yield;
  const suited = yield* suitCanvas(scene, choices, canvas, (id) => free.has(id), need, solutions);
  const least = need ?? readable;
  const fits = ({ w, h }: Size) => least !== undefined && Math.min(canvas.w / w, canvas.h / h) >= least;
  const within = `${canvas.w} ${canvas.h} ${least}`;
  const labelled = withRoomForWords(scene, suited, fits, within, solutions);
  const isSmall = (size: Size) => least === undefined || fits(size);
  const headed = withWholeHeads(labelled.scene, labelled.placed, isSmall, solutions);
  const finish = function* (stored?: ReadonlySet<string>): Steps<Picture> {
    const { scene: now, placed } = withNamedWords(headed.scene, headed.placed, isSmall, solutions, stored);
    return { scene: now, ...placed, routes: yield* withFreeWords(now, placed) };
  };
  const picture = yield* finish();
  // A page tells every condition: better one that may be taken for another line's than none.
  const lost = scene.root === "" ? [] : silenced(headed.scene, picture);
  return lost.length === 0 ? picture : yield* finish(new Set(lost));
}

/** Arrows, by id, that had words and have none in the picture. */
function silenced(labelled: Scene, { scene, routes }: Picture): readonly string[] {
  const before = new Set(labelled.arrows.flatMap(({ id, label }) => (label.size.w > 0 ? id : [])));
  return scene.arrows.flatMap(({ id, label }) =>
    label.size.w === 0 && routes.get(id)?.words === undefined && before.has(id) ? id : [],
  );
}

/** A picture at the first attempt, to see about how large it is: as compounds are thought to suit the canvas best. */
export function* sketchInSteps(scene: Scene, arrangement: Arrangement, canvas: Size): Steps<Picture> {
  const orders = ordersFor(scene, (item) => withPorts(scene, item, linesFor(item, arrangement)), canvas);
  yield;
  return { scene, orders, ...(yield* placeInSteps(scene, orders)) };
}

/** How flows that nobody decided are chosen. */
export interface Choosing {
  /**
   * How an earlier picture flowed: compounds flow and wrap as they did there. So an edit turns nothing; without it everything suits the
   * canvas.
   */
  readonly like?: Flows | undefined;
  /** Zoom that is needed to read it. */
  readonly need?: number;
  /** What was solved before, instead of what is kept for all pictures. */
  readonly solutions?: Solutions;
  /** The same, where it decides of nothing but how notes are drawn. */
  readonly readable?: number;
}

/** Layouts that are drawn as a whole to choose from. */
const MAX_DRAWN_CHOICES = 8;

/** The lines of a compound as its children's path ids. */
function linesFor(item: Item, arrangement: Arrangement): WantedLines {
  const full = linesOf(item.node, item.path, compoundIn(arrangement, item.id));
  const id = pathId(item.path);
  const known = wantedLines.get(full);
  if (known?.id === id) return known.wanted;
  const { flow, lines } = full;
  const drawn = lines.map((line) => line.filter((key) => key !== GAP).map((key) => childId(id, key)));
  // In a line an empty name is a gap: a child with the empty key, which is reported as a fault, comes last.
  const nameless = item.node.children.some(({ key }) => key === "") ? [[pathId([...item.path, ""])]] : [];
  const shown = [...drawn.filter((line) => line.length > 0), ...nameless];
  const wanted = { ...(flow ? { flow } : {}), lines: shown };
  wantedLines.set(full, { id, wanted });
  return wanted;
}

/** The result for lines that are the same still, for the state that they are of. */
const wantedLines = new WeakMap<FullLines, { readonly id: string; readonly wanted: WantedLines }>();

/** Ports that stand in one row. */
const MAX_PORTS_PER_ROW = 3;

/** On a page what comes in stands before everything, what goes out behind it. */
function withPorts(scene: Scene, item: Item, lines: WantedLines): WantedLines {
  if (item.id !== scene.root || item.id === "") return lines;
  const ports = (childrenOf(scene).get(item.id) ?? []).filter((child) => child.shape === "port");
  const of = (way: "from" | "to") => {
    const ids = ports.filter(({ id }) => portOf(id)?.way === way).map(({ id }) => id);
    const count = Math.ceil(ids.length / MAX_PORTS_PER_ROW);
    const most = Math.ceil(ids.length / count);
    return Array.from({ length: count }, (_, i) => ids.slice(i * most, (i + 1) * most));
  };
  return { ...lines, lines: [...of("from"), ...lines.lines, ...of("to")] };
}
