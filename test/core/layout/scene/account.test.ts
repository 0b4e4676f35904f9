import { expect, test } from "vitest";
import { places, transitionId } from "#core/chart/places.ts";
import { LEVELS } from "#core/layout/level.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  pictureOf,
} from "#test/core/layout/place/subjects.ts";

const all = [...gameSubjects(), gallerySubject(), ...generatedSubjects().slice(0, 30)];

test.each(all)("every transition of $name is found once in the picture, at every level", (subject) => {
  const ids = [...places(subject.chart)].flatMap(([, { path, node }]) =>
    node.transitions.map(({ slot, event, index }) =>
      transitionId({ source: path, slot, ...(event === undefined ? {} : { event }), index }),
    ),
  );
  for (const level of LEVELS) {
    const { scene, routes } = pictureOf(subject, "en", { level });

    expect([...scene.account().keys()].toSorted()).toEqual(ids.toSorted());
    const drawn = new Map<string, string[]>();
    for (const arrow of scene.arrows)
      for (const part of arrow.parts) drawn.set(part.id, [...(drawn.get(part.id) ?? []), arrow.id]);
    const lineless = [...scene.account()].filter(
      ([id, { as }]) =>
        (as === "line" || as === "tick" || as === "arc") &&
        !(drawn.get(id) ?? []).some((arrow) => routes.has(arrow)),
    );
    expect(lineless).toEqual([]);
  }
});

test.each([...gameSubjects(), gallerySubject(), ...generatedSubjects()])(
  "at flow at most two of five transitions of $name are told by the name of their target",
  (subject) => {
    const account = pictureOf(subject, "en", { level: "flow" }).scene.account();

    const chips = [...account.values()].filter(({ as }) => as === "far" || as === "chip");
    expect(account.size).toBeGreaterThan(0);
    expect(chips.length / account.size).toBeLessThanOrEqual(0.4);
  },
);
