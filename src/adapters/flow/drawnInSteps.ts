import type { Look } from "#adapters/flow/canvasProps.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import { floorOf, type Level, type View } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { SMALLEST, zoomOf } from "#core/layout/openView.ts";
import { bundlesOf, drawInSteps, PAGE, type Picture } from "#core/layout/picture.ts";
import type { Flows } from "#core/layout/place/sides.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { sceneInSteps } from "#core/layout/scene/sceneOf.ts";
import type { Steps } from "#core/text/steps.ts";

/** What a picture depends on beside how it is looked at. */
export interface Drawing {
  readonly chart: Chart;
  readonly names: ChartNames;
  readonly arrangement: Arrangement;
  readonly room: Size | undefined;
  readonly like: Flows | undefined;
}

/** How a machine is to be opened, whole or one phase of it: at a level that is wanted, or at the most detailed one that fits. */
export interface Opening {
  readonly room: Size;
  readonly only?: Level | undefined;
  readonly page?: string | undefined;
  /** Whether it is arranged again, whatever was kept. */
  readonly rearrange?: boolean;
  /** Whether nobody asked for it: it is the first thing that is seen. */
  readonly isFirst?: boolean;
}

/** How it was looked at again, and how compounds flow then. */
export interface Opened {
  readonly look: Look;
  readonly orders: Picture["orders"] | undefined;
}

/** How one wants to look, which may be in another room. */
export interface WantedLook {
  readonly look: Look;
  readonly room?: Size;
  /** What is drawn once this is there: of many states those in sight come first. */
  readonly next?: WantedLook | undefined;
}

/** What is to be drawn: how one wants to look, or what an opening brings. */
export type Wanted = WantedLook | Opening;

/** A picture that was drawn before it is looked at, and of what. */
export interface DrawnBefore extends Drawing, Opened {
  readonly scene: Scene;
  readonly picture: Picture;
  readonly room: Size;
  readonly wanted: Wanted;
}

/** How the look that is wanted becomes a picture. */
export interface Ways {
  readonly open: (opening: Opening) => Steps<Opened>;
  readonly viewOf: (look: Look) => View;
  /** How it flowed when it was kept. */
  readonly stored: (look: Look) => Flows | undefined;
  readonly lang: string | undefined;
}

/** The picture that is wanted, in steps. */
export function* drawnInSteps(
  drawing: Drawing,
  wanted: Wanted,
  { open, viewOf, stored, lang }: Ways,
): Steps<DrawnBefore> {
  const { chart, names, arrangement, like } = drawing;
  const { room = drawing.room ?? PAGE } = wanted;
  const { look, orders } = "look" in wanted ? { look: wanted.look, orders: undefined } : yield* open(wanted);
  const scene = yield* sceneInSteps(chart, names, viewOf(look));
  const flows = { like: orders ?? like, stored: stored(look) };
  const picture = yield* drawAsStored(scene, arrangement, room, readableAt(look.level, lang), flows);
  bundlesOf(picture.scene);
  yield;
  return { ...drawing, room, look, orders, scene, picture, wanted };
}

/** Zoom at which the smallest letters of a level can be read. */
export const readableAt = (level: Level, lang: string | undefined): number => floorOf(lang) / SMALLEST[level];

/**
 * As it flowed in the picture before. At first as it was kept, unless it could not be read so on this canvas, and could otherwise.
 * @param readable zoom at which the smallest letters can be read
 */
export function* drawAsStored(
  scene: Scene,
  arrangement: Arrangement,
  room: Size,
  readable: number,
  { like, stored }: { readonly like: Flows | undefined; readonly stored: Flows | undefined },
): Steps<Picture> {
  const draw = (flows: Flows | undefined) => drawInSteps(scene, arrangement, room, { readable, like: flows });
  if (like || !stored) return yield* draw(like);
  const known = yield* draw(stored);
  if (zoomOf(known, room) >= readable - 0.001) return known;
  const suited = yield* draw(undefined);
  return zoomOf(suited, room) > zoomOf(known, room) ? suited : known;
}
