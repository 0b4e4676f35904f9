import { expect, test } from "vitest";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { drawInSteps, drawPicture, PAGE } from "#core/layout/picture.ts";
import { Solutions } from "#core/layout/place/solutions.ts";
import { sceneInSteps, sceneOf } from "#core/layout/scene/sceneOf.ts";
import type { Steps } from "#core/layout/steps.ts";
import type { View } from "#core/layout/level.ts";
import { generatedSubjects } from "#test/core/layout/place/subjects.ts";

const subjects = generatedSubjects().filter(({ name }) => ["31", "36", "40"].includes(name.slice(-2)));

test.each(subjects)("$name is the same picture in steps, whatever else is drawn between them", (subject) => {
  const { chart, names } = subject;
  const view: View = { level: "map" };
  const other = sceneOf(chart, names("ja"), { level: "flow" });
  const steps = function* (): Steps<unknown> {
    const scene = yield* sceneInSteps(chart, names("en"), view);
    return yield* drawInSteps(scene, NO_ARRANGEMENT, PAGE, { solutions: new Solutions() });
  };
  const work = steps();
  let drawn = work.next();
  for (let count = 0; !drawn.done; count++) {
    if (count % 400 === 0) drawPicture(other, NO_ARRANGEMENT);
    drawn = work.next();
  }
  const { boxes, routes, markers, notes } = drawn.value as ReturnType<typeof drawPicture>;
  const whole = drawPicture(sceneOf(chart, names("en"), view), NO_ARRANGEMENT, PAGE, {
    solutions: new Solutions(),
  });

  expect([...boxes]).toEqual([...whole.boxes]);
  expect([...routes]).toEqual([...whole.routes]);
  expect([markers, notes]).toEqual([whole.markers, whole.notes]);
});
