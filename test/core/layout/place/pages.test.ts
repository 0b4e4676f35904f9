import { expect, test } from "vitest";
import type { StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { places, transitionId } from "#core/chart/places.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { LabelContent } from "#core/layout/content/labelContent.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Arrow, Part } from "#core/layout/scene/scene.ts";
import {
  gameSubjects,
  LARGE,
  type Locale,
  locales,
  type Subject,
  openedOf,
} from "#test/core/layout/place/subjects.ts";

/** The canvas between outline and code, in a window of 1600 x 960. */
const CANVAS = { w: 812, h: 740 };
/** A phase: what holds more states is a part of the game, whose map is drawn as that of the game. */
const MOST_STATES = 16;

const countOf = (node: StateNode): number => node.children.reduce((n, child) => n + 1 + countOf(child), 0);
const phasesOf = ({ chart }: Subject): string[] =>
  [...places(chart)].flatMap(([id, { node }]) =>
    id !== "" && node.children.length > 0 && countOf(node) <= MOST_STATES ? [id] : [],
  );

const opened = (subject: Subject, page: string, locale: Locale, canvas = CANVAS): Picture =>
  openedOf(subject, locale, canvas, { page }).picture;

const plain = (text: string) => text.replaceAll(/\s+/g, "");
/** All that stands at a line, and in the box that it leaves of this transition. Lines to one state that say the same say it once. */
function readOf({ scene, routes }: Picture, arrow: Arrow, { transition }: Part): string {
  const wordsOf = ({ rows }: LabelContent) =>
    rows.flatMap(({ chips }) => chips.map(({ text }) => text)).join("");
  const textOf = (one: Arrow) => wordsOf(routes.get(one.id)?.words ?? one.label);
  const isSaid = scene.arrows.some(
    (one) => one.to === arrow.to && textOf(one) === textOf(arrow) && routes.get(one.id)?.label,
  );
  const rows = scene.items.get(arrow.from)?.content.rows ?? [];
  const told = rows.flatMap((row) =>
    row.chips.filter((chip) => row.transition === transition || chip.transition === transition),
  );
  return plain([...(isSaid ? [textOf(arrow)] : []), ...told.map(({ text }) => text)].join(""));
}

/** On what it is taken: its event and its guard, or that it is what is left. */
function conditionOf({ transition, source }: Part, names: ChartNames): readonly string[] {
  const rivals = (one: Transition) => one.slot === transition.slot && one.event === transition.event;
  const event = transition.slot === "always" ? [] : [triggerText(transition, names).text];
  const guard = transition.guard
    ? [names.guard(transition.guard)]
    : source.transitions.findIndex(rivals) < source.transitions.indexOf(transition)
      ? [names.words.otherwise]
      : [];
  return [...event, ...guard];
}

/** The conditions of the ways between the steps of a page, and those of them that are not found whole in the picture. */
function conditionsOn(subject: Subject, locale: Locale, canvas: Size): { all: number; untold: string[] } {
  const names = subject.names(locale);
  let all = 0;
  const untold: string[] = [];
  for (const page of phasesOf(subject)) {
    const picture = opened(subject, page, locale, canvas);
    const isPort = (id: string) => picture.scene.items.get(id)?.shape === "port";
    for (const arrow of picture.scene.arrows) {
      if (isPort(arrow.from) || isPort(arrow.to) || arrow.further) continue;
      for (const part of arrow.parts) {
        const read = readOf(picture, arrow, part);
        for (const text of conditionOf(part, names)) {
          all++;
          if (!read.includes(plain(text))) untold.push(`${page}: ${arrow.id}: ${text}`);
        }
      }
    }
  }
  return { all, untold };
}

for (const subject of gameSubjects())
  test.each(locales)(`a phase of ${subject.name} as the page tells every condition whole (%s)`, (locale) => {
    const { all, untold } = conditionsOn(subject, locale, LARGE);

    expect(all).toBeGreaterThan(10);
    expect(untold).toEqual([]);
  });

test.each(locales)(
  "between outline and code four of five conditions of the games' phases stand whole (%s)",
  (locale) => {
    const found = gameSubjects().map((subject) => conditionsOn(subject, locale, CANVAS));
    const sum = (of: (one: (typeof found)[number]) => number) => found.reduce((n, one) => n + of(one), 0);

    expect(sum(({ untold }) => untold.length) / sum(({ all }) => all)).toBeLessThanOrEqual(0.2);
  },
);

test.each(gameSubjects())(
  "on a phase of $name as the page every transition is drawn or counted",
  (subject) => {
    for (const page of phasesOf(subject)) {
      const { scene, routes } = opened(subject, page, "en");
      const account = scene.account();
      const drawn = new Set(
        scene.arrows.flatMap(({ id, role, parts }) =>
          routes.has(id) || role === "far" ? parts.map((part) => part.id) : [],
        ),
      );
      const lost = [...scene.items.values()].flatMap(({ shape, path, node, content }) =>
        shape === "port"
          ? []
          : node.transitions.flatMap(({ slot, event, index }) => {
              const id = [...account.keys()].find((one) => one === idOf(path, slot, event, index));
              const as = id === undefined ? undefined : account.get(id)?.as;
              // what comes back to where it called from is told by the sign at its state
              const isTold =
                as !== undefined &&
                as !== "inside" &&
                as !== "line" &&
                (as !== "call" || content.marks.some(({ kind }) => kind === "calls"));
              return isTold || (id !== undefined && drawn.has(id))
                ? []
                : [`${page}: ${path.join(".")} ${slot} ${event ?? ""} ${index}`];
            }),
      );
      expect(lost).toEqual([]);
    }
  },
);

const fab = gameSubjects().find(({ name }) => name === "flesh-and-blood") as Subject;

test("what follows what is drawn on a page although a phase beside it is called on the way", () => {
  const { scene } = opened(fab, "game.turn.actionPhase.combat", "en");
  const ways = scene.arrows.map(
    ({ from, to }) => `${from.split(".").slice(4).join(".")} > ${to.split(".").slice(4).join(".")}`,
  );

  expect(ways).toContain("defend.priority > reaction");
});

test("ports name their step", () => {
  const titles = [...opened(fab, "game.settle", "en").scene.items.values()].flatMap(({ shape, content }) =>
    shape === "port" ? [content.title] : [],
  );

  expect(titles).toContain("to close step (action phase)");
});

function idOf(source: StatePath, slot: Transition["slot"], event: string | undefined, index: number): string {
  return transitionId({ source, slot, ...(event === undefined ? {} : { event }), index });
}
