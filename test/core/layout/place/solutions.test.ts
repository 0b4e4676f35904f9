import { describe, expect, test } from "vitest";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { pathId, type PlacedState, places } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import { LEVELS, type View } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { openView } from "#core/layout/openView.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { Solutions } from "#core/layout/place/solutions.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { bigChart } from "#test/charts/bigChart.ts";
import { type GeneratedChart, generatedCharts } from "#test/charts/generated.ts";
import { words } from "#test/core/layout/charts.ts";
import { LARGE } from "#test/core/layout/place/subjects.ts";
import { draws, type Draws } from "#test/support/dice.ts";

type Reading = ReturnType<typeof readModule>;
type Labels = Readonly<Record<string, string>>;

/** A module while it is edited: each reading is of the text before, as in the studio. */
class Edited {
  text: string;
  reading: Reading;

  constructor(text: string, reading = readModule(text)) {
    this.text = text;
    this.reading = reading;
  }

  get chart(): Chart {
    return this.reading.charts[0] as Chart;
  }

  /** False when the command refuses. */
  run(command: string, args: unknown): boolean {
    const change = runCommand(command, this.text, this.chart, args);
    if ("refused" in change) return false;
    const text = applyEdits(this.text, change.edits);
    this.reading = readModule(text, { previous: { text: this.text, reading: this.reading } });
    this.text = text;
    return true;
  }
}

const isLeaf = ({ node }: PlacedState) => node.children.length === 0;
const leaves = (chart: Chart) => [...places(chart).values()].filter(isLeaf);
const lastOf = (path: readonly string[]) => path.at(-1) as string;

/** The edits that are counted. Each is made in a phase in the middle, and gives the labels that hold after it. */
const edits: Readonly<Record<string, (game: Edited, labels: Labels) => Labels>> = {
  "a leaf renamed": (game, labels) => {
    const { path } = middle(game.chart);
    expect(game.run("state.rename", { state: path, to: "otherwise" })).toBe(true);
    return labels;
  },
  "a transition added": (game, labels) => {
    const { path, parent } = middle(game.chart);
    const { path: above, node } = parent as PlacedState;
    const target = [...above, (node.children[0] as StateNode).key];
    expect(game.run("transition.add", { source: path, event: "AGAIN", target })).toBe(true);
    return labels;
  },
  "a guard set": (game, labels) => {
    const { path } = middle(game.chart);
    const transition = { source: path, slot: "on", event: "NEXT", index: 0 };
    expect(game.run("transition.guard", { transition, guard: { name: "mayGoOn" } })).toBe(true);
    return labels;
  },
  "a label of one state changed": (game, labels) => ({
    ...labels,
    [`state:${pathId(middle(game.chart).path)}`]: "Called otherwise by those who play",
  }),
};

/** A step in the middle that leads on to the next. */
function middle(chart: Chart): PlacedState {
  const all = leaves(chart);
  const found = all
    .slice(all.length / 2)
    .find(({ node, parent }) => node !== parent?.node.children[0] && node.transitions[0]?.event === "NEXT");
  return found as PlacedState;
}

describe.each([
  { states: 656, share: 10 },
  { states: 5_000, share: 50 },
])("of $states states", ({ states, share }) => {
  const { text, labels } = bigChart(states);
  const whole = new Edited(text);
  // read once for all levels
  const edited = lazy(() =>
    Object.entries(edits).map(([name, edit]) => {
      const game = new Edited(text, whole.reading);
      return { name, game, said: edit(game, labels.en) };
    }),
  );

  test.each(["map", "flow"] as const)(
    `with all open at %s, an edit solves at most every ${share}th compound anew`,
    { timeout: 120_000 },
    (level) => {
      const solutions = new Solutions();
      const drawn = (game: Edited, said: Labels, like?: Picture["orders"]) =>
        drawPicture(sceneOf(game.chart, namesOf(game, said), { level }), NO_ARRANGEMENT, LARGE, {
          solutions,
          ...(like ? { like } : {}),
        });
      const before = drawn(whole, labels.en);
      const all = solutions.solvedCount;
      expect(all).toBeGreaterThan(states / 12);

      const anew = edited().map(({ name, game, said }) => {
        const known = solutions.solvedCount;
        const after = drawn(game, said, before.orders);
        expect(after.boxes.size).toBe(before.boxes.size);
        return { name, solved: solutions.solvedCount - known };
      });

      expect(anew.filter(({ solved }) => solved < 2 || solved > all / share)).toEqual([]);
    },
  );
});

function lazy<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}

const namesOf = ({ chart }: Edited, labels: Labels): ChartNames => chartNames(chart.setup, labels, words);

/** Some edit of a random state; false when it is refused. */
function anyEdit(game: Edited, roll: Draws): boolean {
  const all = [...places(game.chart).values()].filter(({ path }) => path.length > 0);
  if (all.length === 0) return game.run("state.add", { parent: [], key: "first" });
  const { path, node } = roll.pick(all);
  const other = roll.pick(all).path;
  const transitions = node.transitions.filter(({ slot }) => slot === "on");
  const ref = () => {
    const { slot, event, index } = roll.pick(transitions);
    return { source: path, slot, event, index };
  };
  switch (roll.int(0, 6)) {
    case 0:
      return game.run("state.rename", { state: path, to: `${lastOf(path)}Renamed` });
    case 1:
      return game.run("transition.add", { source: path, event: "ADDED", target: other });
    case 2:
      return (
        transitions.length > 0 &&
        game.run("transition.guard", { transition: ref(), guard: { name: "mayAtAll" } })
      );
    case 3:
      return transitions.length > 0 && game.run("transition.delete", { transition: ref() });
    case 4:
      return game.run("state.delete", { state: path });
    case 5:
      return game.run("state.add", { parent: path, key: "added" });
    default:
      return game.run("state.move", { state: path, parent: other });
  }
}

const told = ({ boxes, routes, markers, orders }: Picture) => ({
  boxes: [...boxes],
  routes: [...routes],
  markers,
  orders: [...orders],
});

/** All that a scene says. */
const drawnOf = ({ items, arrows, initials, account, root }: Scene) => ({
  items: [...items],
  arrows,
  initials: [...initials],
  account: [...account()],
  root,
});

const EDITS = 4;
const law = (chart: GeneratedChart) => {
  const roll = draws(chart.seed);
  const game = new Edited(chart.text);
  const solutions = new Solutions();
  let like: Picture["orders"] | undefined;
  let done = 0;
  for (let tries = 0; tries < 30 && done < EDITS; tries++) {
    if (!anyEdit(game, roll)) continue;
    done++;
    const folded = [...places(game.chart).values()].filter(
      ({ path, node }) => path.length > 0 && node.children.length > 0 && roll.chance(0.15),
    );
    const view: View = {
      level: roll.pick(LEVELS),
      folded: new Set(folded.map(({ path }) => pathId(path))),
      ...(folded.length > 0 && roll.chance(0.2) ? { page: pathId(roll.pick(folded).path) } : {}),
    };
    const scene = sceneOf(game.chart, namesOf(game, chart.labels.en), view);
    const choosing = like && roll.chance(0.7) ? { like } : {};
    const kept = drawPicture(scene, NO_ARRANGEMENT, LARGE, { ...choosing, solutions });

    const scratch = new Solutions();
    const fresh = new Edited(game.text);
    const again = sceneOf(fresh.chart, namesOf(fresh, chart.labels.en), view);
    expect(drawnOf(scene)).toEqual(drawnOf(again));
    expect(told(kept)).toEqual(
      told(drawPicture(again, NO_ARRANGEMENT, LARGE, { ...choosing, solutions: scratch })),
    );
    like = kept.orders;
  }
  expect(done).toBe(EDITS);
};

test.each(generatedCharts().slice(1, 25))(
  "whatever is edited in $name, its picture is the one that is drawn from nothing",
  law,
);

test("a machine of 5,000 states opens with few of them drawn", () => {
  const { text, labels } = bigChart(5_000);
  const game = new Edited(text);

  const { picture } = openView(game.chart, namesOf(game, labels.en), NO_ARRANGEMENT, LARGE);

  expect(picture.boxes.size).toBeLessThanOrEqual(100);
});
