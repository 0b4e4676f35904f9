import type { Look } from "#adapters/flow/canvasProps.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { View } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { bundlesOf, drawInSteps, type Picture } from "#core/layout/picture.ts";
import type { Flows } from "#core/layout/place/sides.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { sceneInSteps } from "#core/layout/scene/sceneOf.ts";
import type { Steps } from "#core/layout/steps.ts";

/** What a picture depends on beside how it is looked at. */
export interface Drawing {
  readonly chart: Chart;
  readonly names: ChartNames;
  readonly arrangement: Arrangement;
  readonly room: Size | undefined;
  readonly like: Flows | undefined;
  readonly readable: number;
}

/** A picture that was drawn before it is looked at, and of what. */
export interface DrawnBefore extends Drawing {
  readonly look: Look;
  readonly scene: Scene;
  readonly picture: Picture;
}

type Pictured = Pick<DrawnBefore, "scene" | "picture">;

/** Draws a picture beside what a person does. @returns undefined where it was stopped */
export const drawBeside = (
  drawing: Drawing,
  view: View,
  signal: AbortSignal,
): Promise<Pictured | undefined> => inSlices(picturedInSteps(drawing, view), signal);

function* picturedInSteps(
  { chart, names, arrangement, room, like, readable }: Drawing,
  view: View,
): Steps<Pictured> {
  const scene = yield* sceneInSteps(chart, names, view);
  const picture = yield* drawInSteps(scene, arrangement, room, { readable, like });
  bundlesOf(picture.scene);
  yield;
  return { scene, picture };
}

/** How long the page waits for a slice of work, in milliseconds: less than a frame. */
const SLICE_MS = 12;

/**
 * Does work beside what a person does: a slice at a time, and what is clicked and typed in between.
 * @returns undefined where it was stopped
 */
async function inSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await new Promise((next) => setTimeout(next));
  }
  return undefined;
}
