import { expect, test } from "vitest";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { type Fitted, openInSteps, openView } from "#core/layout/openView.ts";
import { drawInSteps, drawPicture, PAGE } from "#core/layout/picture.ts";
import { Solutions } from "#core/layout/place/solutions.ts";
import { sceneInSteps, sceneOf } from "#core/layout/scene/sceneOf.ts";
import type { Steps } from "#core/text/steps.ts";
import type { View } from "#core/layout/level.ts";
import { gameSubjects, generatedSubjects } from "#test/core/layout/place/subjects.ts";

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

test.each([...gameSubjects(), ...subjects.slice(0, 2)])(
  "$name opens in steps as it does in one go, whatever else is drawn between them",
  (subject) => {
    const { chart, names } = subject;
    const other = sceneOf(chart, names("ja"), { level: "flow" });
    const work = openInSteps(() => undefined, chart, names("en"), NO_ARRANGEMENT, PAGE, { lang: "en" });
    let opened = work.next();
    for (let count = 0; !opened.done; count++) {
      if (count % 3000 === 0) drawPicture(other, NO_ARRANGEMENT);
      opened = work.next();
    }
    const { view, picture, zoom } = opened.value as Fitted;
    const whole = openView(chart, names("en"), NO_ARRANGEMENT, PAGE, { lang: "en" });

    expect(view).toEqual(whole.view);
    expect(zoom).toBe(whole.zoom);
    expect([...picture.boxes]).toEqual([...whole.picture.boxes]);
    expect([...picture.routes]).toEqual([...whole.picture.routes]);
  },
  60_000,
);
