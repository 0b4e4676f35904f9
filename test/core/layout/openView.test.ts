import { expect, test } from "vitest";
import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { floorOf } from "#core/layout/level.ts";
import { openLike, openView, SMALLEST } from "#core/layout/openView.ts";
import { readModule } from "#core/read/readModule.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  LARGE,
  locales,
  SMALL,
  openedOf,
} from "#test/core/layout/place/subjects.ts";

const cases = [...gameSubjects(), gallerySubject()].flatMap((subject) =>
  locales.flatMap((locale) => [
    { subject, name: subject.name, locale, canvas: SMALL, least: 0.6 },
    { subject, name: subject.name, locale, canvas: LARGE, least: 0.95 },
  ]),
);

test.each(cases)(
  "$name opens in $locale on $canvas.w x $canvas.h with $least of its states named, no letter too small",
  ({ subject, locale, canvas, least }) => {
    const { view, picture, zoom } = openedOf(subject, locale, canvas);

    expect(zoom * SMALLEST[view.level]).toBeGreaterThanOrEqual(floorOf(locale) - 0.01);
    const named = [...picture.scene.items.values()].filter(({ id }) => id !== "");
    expect(named.length / (places(subject.chart).size - 1)).toBeGreaterThanOrEqual(least);
    // on the map no name is cut
    if (view.level === "map")
      expect(
        named.filter(
          ({ path, node, content }) => content.title !== subject.names(locale).state(path, node.key),
        ),
      ).toEqual([]);
  },
);

test.each(gameSubjects())(
  "$name stands on any canvas as it did on the first, while it can be read so",
  (subject) => {
    const { chart, consts, names } = subject;
    const base = { consts };
    const first = openView(chart, names("en"), NO_ARRANGEMENT, LARGE, { lang: "en", base });
    const like = (level: string) => (level === first.view.level ? first.picture.orders : undefined);
    const flowsOf = ({ picture }: typeof first) =>
      [...picture.orders].map(([id, { flow, strips }]) => `${id} ${flow} ${strips.join()}`);

    const again = openLike(
      like,
      chart,
      names("en"),
      NO_ARRANGEMENT,
      { w: 1380, h: 1100 },
      { lang: "en", base },
    );

    expect(again.view.level).toBe(first.view.level);
    expect(flowsOf(again)).toEqual(flowsOf(first));
  },
);

/** The largest of the generated charts, with 90 to 300 states. The whole list is looked at by the bench `readability`. */
const largest = generatedSubjects().filter(({ name }) => ["31", "36", "38", "40"].includes(name.slice(-2)));

test.each(largest)(
  "$name opens with its outer two levels named, in closed phases by their lists",
  (subject) => {
    const { chart, names } = subject;
    const inner = { w: SMALL.w - 24, h: SMALL.h - 60 };

    const { view, picture, zoom } = openView(chart, names("en"), NO_ARRANGEMENT, inner, { lang: "en" });

    expect(zoom * SMALLEST[view.level]).toBeGreaterThanOrEqual(floorOf("en") - 0.01);
    const items = [...picture.scene.items.values()];
    const lists = items.flatMap(({ content }) => content.rows.flatMap(({ chips }) => chips));
    const listed = lists.filter(({ kind }) => kind === "step");
    expect(listed.map(({ state = "", text }) => [state, text])).toEqual(
      listed.map(({ state = "" }) => [state, names("en").state(state.split("."), "")]),
    );
    const named = new Set([...items.map(({ id }) => id), ...listed.map(({ state }) => state)]);
    const outer = [...places(chart).keys()].filter((id) => id !== "" && id.split(".").length <= 2);
    expect(outer.filter((id) => !named.has(id))).toEqual([]);
  },
);

test("of a machine of two levels and many states the outer level is open, and no more of it is tried", () => {
  const steps = Array.from({ length: 24 }, (_, i) => `s${i}: {}`).join();
  const phases = Array.from({ length: 150 }, (_, i) => `p${i}: { initial: "s0", states: { ${steps} } }`);
  const text = `createMachine({ id: "flat", initial: "p0", states: { ${phases.join()} } });`;
  const [chart] = readModule(`import { createMachine } from "xstate"; export const m = ${text}`).charts;
  let asked = 0;
  const { names } = generatedSubjects()[0] as ReturnType<typeof generatedSubjects>[number];
  const counting = { ...names("en"), state: (_: unknown, key: string) => (asked++, key) };

  const { view, picture } = openView(chart as Chart, counting, NO_ARRANGEMENT, LARGE);

  expect(view.folded?.size).toBe(150);
  expect(picture.scene.items.size).toBe(151);
  // each phase a few times, and no step
  expect(asked).toBeLessThan(150 * 12);
});
