import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { floorOf } from "#core/layout/level.ts";
import { openView, SMALLEST } from "#core/layout/openView.ts";
import { gallerySubject, gameSubjects, LARGE, locales, SMALL } from "#test/core/layout/place/subjects.ts";

const cases = [...gameSubjects(), gallerySubject()].flatMap((subject) =>
  locales.flatMap((locale) => [
    { subject, name: subject.name, locale, canvas: SMALL, least: 0.6 },
    { subject, name: subject.name, locale, canvas: LARGE, least: 0.95 },
  ]),
);

test.each(cases)(
  "$name opens in $locale on $canvas.w x $canvas.h with $least of its states named, no letter too small",
  ({ subject, locale, canvas, least }) => {
    const { view, picture, zoom } = openView(subject.chart, subject.names(locale), NO_ARRANGEMENT, canvas, {
      lang: locale,
      base: { consts: subject.consts },
    });

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
