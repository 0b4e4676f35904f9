import { expect, test } from "vitest";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { openView } from "#core/layout/openView.ts";
import { crossedIn } from "#test/core/layout/place/crossedIn.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  LARGE,
  type Locale,
  SMALL,
  type Subject,
  openedOf,
} from "#test/core/layout/place/subjects.ts";

const opened = (subject: Subject, canvas: typeof SMALL, lang: Locale = "en") =>
  openedOf(subject, lang, canvas);

// flat, with two and three ways out of a state: the text says nothing of what belongs together
const tangled = generatedSubjects().filter(({ name }) => /-(10|16)$/.test(name));

test.each(
  tangled.flatMap((subject) => [SMALL, LARGE].map((canvas) => ({ subject, canvas, name: subject.name }))),
)(
  "lines of $name cross no more than once for two of them on $canvas.w x $canvas.h",
  ({ subject, canvas }) => {
    const { picture, zoom } = opened(subject, canvas);

    const { lines, crossed } = crossedIn(picture, zoom);
    expect(lines).toBeGreaterThan(10);
    expect(crossed.length / lines).toBeLessThanOrEqual(0.5);
  },
);

// as much as the canvas of 850 x 740 leaves, where names that closed phases tell, and words, would bring the knot back
const CLOSED = { w: 826, h: 692 };
const closed = { "generated-35": "ja", "generated-38": "ja", "generated-39": "zh-Hant" } as const;
test.each(Object.entries(closed))(
  "neither words nor names of what is closed make a knot of %s in %s",
  (name, lang) => {
    const [subject] = generatedSubjects().filter((one) => one.name === name);
    if (!subject) throw new Error(`${name} is gone`);
    const { picture, zoom, view } = opened(subject, CLOSED, lang);

    expect(view.folded?.size).toBeGreaterThan(0);
    const { lines, crossed } = crossedIn(picture, zoom);
    expect(crossed.length / lines).toBeLessThanOrEqual(0.5);
  },
);

test.each(tangled)(
  "each way of $name that has no line is told by name in the state that it leaves",
  (subject) => {
    const { picture } = opened(subject, LARGE);
    const { items, arrows } = picture.scene;

    const far = arrows.filter(({ role }) => role === "far");
    expect(far.length).toBeGreaterThan(0);
    for (const { from, to, transition } of far) {
      const chips = items.get(from)?.content.rows.flatMap((row) => row.chips) ?? [];
      const aim = items.get(to);
      const told = chips.filter(
        ({ kind, transitions }) => kind === "goto" && transitions?.includes(transition),
      );
      expect(told.map(({ text }) => text.replace(/ ×\d+$/, ""))).toEqual([
        `→ ${aim && subject.names("en").state(aim.path, aim.node.key)}`,
      ]);
    }
  },
);

test.each([...gameSubjects(), gallerySubject()])(
  "lines of $name that cross little stay lines",
  ({ chart, consts, names }) => {
    for (const canvas of [SMALL, LARGE]) {
      const { view } = openView(chart, names("en"), NO_ARRANGEMENT, canvas, {
        only: "map",
        base: { consts },
      });

      expect(view.jumps).toBeUndefined();
    }
  },
);
