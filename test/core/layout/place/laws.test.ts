import { describe, expect, test } from "vitest";
import { pathId, type PlacedState, places } from "#core/chart/places.ts";
import type { Chart, StatePath } from "#core/chart/chart.ts";
import { addState } from "#core/edit/gestures/addState.ts";
import { addTransition } from "#core/edit/gestures/addTransition.ts";
import { renameState } from "#core/edit/gestures/renameState.ts";
import type { DescribedCommand } from "#core/edit/defineCommand.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import type { FrameLines } from "#core/layout/place/sides.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { readModule } from "#core/read/readModule.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import { ids } from "#test/core/layout/charts.ts";
import { generatedCharts } from "#test/charts/generated.ts";
import {
  gallerySubject,
  gameSubjects,
  generatedSubjects,
  readGenerated,
  LARGE,
  pictureOf,
  SMALL,
  type Subject,
} from "#test/core/layout/place/subjects.ts";

/** All that is drawn, as what can be compared. */
const drawn = ({ boxes, routes, markers, orders }: Picture) => ({
  boxes: [...boxes],
  routes: [...routes],
  markers,
  orders: [...orders],
});

/** Those of up to 70 states. */
const MANY = 27;
const generated = generatedCharts();
const some = generatedSubjects().slice(0, MANY);

describe("the same chart is the same picture, whatever was drawn before", () => {
  test.each([...gameSubjects(), gallerySubject(), ...some])("$name", (subject) => {
    const first = drawn(pictureOf(subject, "en", { level: "map" }));
    const compound = [...places(subject.chart)].find(
      ([id, { node }]) => id !== "" && node.children.length > 0,
    )?.[0];

    pictureOf(subject, "ja", { level: "map" }, SMALL);
    pictureOf(subject, "en", { level: "flow" });
    if (compound !== undefined) pictureOf(subject, "en", { level: "map", folded: new Set([compound]) });

    expect(drawn(pictureOf(subject, "en", { level: "map" }))).toEqual(first);
  });

  test("read anew", () => {
    const again = readGenerated();
    some.forEach((subject, i) => {
      const other = drawn(pictureOf(again[i] as Subject, "en", { level: "flow" }, SMALL));
      expect(other).toEqual(drawn(pictureOf(subject, "en", { level: "flow" }, SMALL)));
    });
  });
});

describe("what an edit does not touch keeps its order", () => {
  const cases = generated.slice(0, MANY).flatMap(({ name, text }, i) => {
    const subject = some[i] as Subject;
    const inner = [...places(subject.chart).values()].filter(({ path }) => path.length > 0);
    const at = inner[Math.floor(inner.length / 2)];
    return at ? [{ name, text, subject, at }] : [];
  });

  test.each(cases)("a state of $name gets another name", ({ text, subject, at }) => {
    const to = "renamedByTest";
    const edited = textAfter(renameState, text, subject.chart, { state: at.path, to });
    const renamed = (id: string): string => {
      const old = pathId(at.path);
      const next = pathId([...at.path.slice(0, -1), to]);
      return id === old ? next : id.startsWith(`${old}.`) ? `${next}${id.slice(old.length)}` : id;
    };

    const [before, after] = pictures(subject, edited);

    expect([...after.orders].map(([id, order]) => [id, order])).toEqual(
      [...before.orders].map(([id, { flow, lines, strips }]) => [
        renamed(id),
        { flow, lines: lines.map((line) => line.map(renamed)), strips },
      ]),
    );
  });

  test.each(cases)("a transition of $name is added", ({ text, subject, at }) => {
    const target = siblingOf(subject, at);
    if (!target) return;
    const edited = textAfter(addTransition, text, subject.chart, {
      source: at.path,
      event: "ADDED",
      target,
    });

    const [before, after] = pictures(subject, edited);

    const own = pathId(at.path.slice(0, -1));
    for (const [id, order] of before.orders) {
      // what was a row may be a box now, and stands in lines then
      if (id !== own && after.orders.has(id)) expect([id, after.orders.get(id)]).toEqual([id, order]);
    }
    expect(after.orders.size).toBeGreaterThan(0);
  });
});

describe("a chart that is built on stands as it did", () => {
  test.each(generated.slice(0, MANY).map(({ name, text }, i) => ({ name, text, seed: i + 1 })))(
    "states are added to $name, one by one, each with its transition",
    ({ text, seed }) => {
      const random = randomSource(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      let [module, chart] = [text, readModule(text).charts[0] as Chart];
      let before = picture(module);
      for (let step = 0; step < 6; step++) {
        const inner = [...places(chart).values()].filter(
          ({ path, node }) => path.length > 0 && !["final", "history"].includes(node.type ?? ""),
        );
        const { path } = pick(inner);
        const parent = path.slice(0, -1);
        const key = `added${step}`;
        module = textAfter(addState, module, chart, { parent, key });
        chart = readModule(module).charts[0] as Chart;
        const added = picture(module, before);
        expectAsBefore(before, added);
        module = textAfter(addTransition, module, chart, {
          source: path,
          event: `ADDED${step}`,
          target: [...parent, key],
        });
        chart = readModule(module).charts[0] as Chart;
        before = picture(module, added);
        expectAsBefore(added, before);
      }
    },
  );
});

/** The map of a module, drawn after another picture of it where there is one. */
function picture(module: string, before?: Picture): Picture {
  const { charts, consts = [] } = readModule(module);
  const scene = sceneOf(charts[0] as Chart, ids, { level: "map", consts });
  return drawPicture(scene, NO_ARRANGEMENT, LARGE, { like: before?.orders });
}

/** Compounds flow as they did, and of two lines of one strip none went to another one. */
function expectAsBefore(before: Picture, after: Picture): void {
  for (const [id, { flow, lines, strips }] of before.orders) {
    const now = after.orders.get(id);
    if (!now) continue;
    expect([id, now.flow]).toEqual([id, flow]);
    const [was, is] = [stripsById({ lines, strips }), stripsById(now)];
    const both = [...was.keys()].filter((child) => is.has(child));
    for (const one of both)
      for (const other of both)
        expect([id, one, other, is.get(one) === is.get(other)]).toEqual([
          id,
          one,
          other,
          was.get(one) === was.get(other),
        ]);
  }
}

/** The strip in which each child of a compound stands. */
function stripsById({ lines, strips }: Pick<FrameLines, "lines" | "strips">): Map<string, number> {
  const stripAt = strips.flatMap((count, strip) => Array.from({ length: count }, () => strip));
  return new Map(lines.flatMap((line, i) => line.map((id) => [id, stripAt[i] ?? 0] as const)));
}

/** Another state of the same compound. */
const siblingOf = ({ chart }: Subject, { path }: PlacedState): StatePath | undefined =>
  [...places(chart).values()].findLast(
    (other) =>
      other.path.length === path.length &&
      pathId(other.path.slice(0, -1)) === pathId(path.slice(0, -1)) &&
      pathId(other.path) !== pathId(path) &&
      other.node.type !== "history",
  )?.path;

function textAfter<Args>(command: DescribedCommand<Args>, text: string, chart: Chart, args: Args): string {
  const change = command.edits(text, chart, args);
  if ("refused" in change) throw new Error(JSON.stringify(change.refused));
  return applyEdits(text, change.edits);
}

/** Before and after, as on a canvas that stays open. */
function pictures(subject: Subject, edited: string): [Picture, Picture] {
  const before = pictureOf(subject, "en", { level: "map" });
  const { charts, consts = [] } = readModule(edited);
  const scene = sceneOf(charts[0] as Chart, subject.names("en"), { level: "map", consts });
  return [before, drawPicture(scene, NO_ARRANGEMENT, LARGE, { like: before.orders })];
}
