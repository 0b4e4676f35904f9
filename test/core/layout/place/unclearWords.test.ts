import { expect, test } from "vitest";
import type { Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { type DrawnLine, drawnLines, type Piece, spanOf } from "#test/core/layout/place/drawnLines.ts";
import {
  gallerySubject,
  gameSubjects,
  pictureOf,
  SMALL,
  subjectOf,
  openedOf,
} from "#test/core/layout/place/subjects.ts";

const textIn = ({ scene, routes }: Picture, id: string): string => {
  const label = routes.get(id)?.words ?? scene.arrows.find((arrow) => arrow.id === id)?.label;
  return (label?.rows ?? []).flatMap(({ chips }) => chips.map(({ text }) => text)).join(" ");
};

/** How far a label is from a point of a line every other pixel, of those points that are on no line of `but`. */
function away(pieces: readonly Piece[], label: Rect, but: readonly Piece[]): number {
  let least = Infinity;
  for (const piece of pieces) {
    const { lo, hi, at } = spanOf(piece);
    for (let along = lo; along <= hi; along += 2) {
      const [x, y] = piece.flat ? [along, at] : [at, along];
      const isShared = but.some((other) => {
        const span = spanOf(other);
        return (
          other.flat === piece.flat && Math.abs(span.at - at) <= 1.5 && along >= span.lo && along <= span.hi
        );
      });
      if (isShared) continue;
      const dx = Math.max(0, label.x - x, x - label.x - label.w);
      const dy = Math.max(0, label.y - y, y - label.y - label.h);
      least = Math.min(least, Math.hypot(dx, dy));
    }
  }
  return least;
}

/** Two arcs share a lane up to where they part or meet: there a branch is what is at the other end. */
const branch = ({ arrow, pieces }: DrawnLine, own: DrawnLine): readonly Piece[] => {
  if (arrow.role === own.arrow.role && arrow.to === own.arrow.to && arrow.from !== own.arrow.from)
    return pieces.slice(0, 1);
  return arrow.role === "arc" && own.arrow.role === "arc" && arrow.from === own.arrow.from
    ? pieces.slice(-1)
    : pieces;
};

/** Words that name no target and stand nearer to another line than to the stretch that is their own line's alone. */
function unclear(picture: Picture): string[] {
  const lines = drawnLines(picture);
  return lines.flatMap((own) => {
    const { arrow, label, pieces } = own;
    const text = textIn(picture, arrow.id);
    if (!label || label.w === 0 || text === "" || text.startsWith("→")) return [];
    const others = lines.filter((one) => one.arrow.id !== arrow.id);
    const elsewhere = others.filter((one) => one.arrow.to !== arrow.to || one.arrow.from === arrow.from);
    const alone = away(
      pieces,
      label,
      elsewhere.flatMap((one) => one.pieces),
    );
    const alien = Math.min(...others.map((one) => away(branch(one, own), label, pieces)));
    return alone < alien ? [] : [`${arrow.id}: ${text}`];
  });
}

test.each([...gameSubjects(), gallerySubject()])(
  "words in $name are nearest to what is their line's alone, or name where it leads",
  { timeout: 120_000 },
  (subject) => {
    const open = (lang: "en" | "ja") => openedOf(subject, lang, { w: 819, h: 790 }).picture;

    expect(unclear(pictureOf(subject, "en", { level: "map" }, SMALL))).toEqual([]);
    expect(unclear(open("en"))).toEqual([]);
    expect(unclear(open("ja"))).toEqual([]);
  },
);

const machine = (states: string) => `import { setup } from "xstate";
export const machine = setup({ guards: { won: () => true } }).createMachine({ id: "game", initial: "act", states: { ${states} } });`;

/** Of each drawn line its words, by where it comes from and leads to. */
const saidIn = (picture: Picture) =>
  Object.fromEntries(picture.scene.arrows.map(({ id, from, to }) => [`${from} ${to}`, textIn(picture, id)]));

test("of a line that goes both ways the words tell which way they are for", () => {
  const both = subjectOf(
    "both",
    machine(`act: { on: { ATTACK: "battle", REST: "over" } },
      battle: { on: { RESOLVE: "act", FLEE: "over" } },
      over: { type: "final" }`),
    () => ({ "state:act": "acts", "state:battle": "battle phase" }),
  );
  for (const words of ["all", "whole"] as const)
    expect(saidIn(pictureOf(both, "en", { level: "map", words }))).toMatchObject({
      "act battle": "→ battle phase: ATTACK",
      "battle act": "→ acts: RESOLVE",
      "act over": "REST",
    });
});

test("of two heads of one line each word tells which it is for", () => {
  const heads = subjectOf(
    "heads",
    machine(`act: { always: [{ guard: "won", target: "#game.end.last" }, { target: "end" }] },
      end: { initial: "first", states: { first: { always: "last" }, last: { always: "#game.act" } } }`),
    () => ({ "state:end": "end phase", "state:end.last": "the turn ends", "guard:won": "won" }),
  );

  expect(saidIn(pictureOf(heads, "en", { level: "map" }))).toMatchObject({
    "act end.last": "→ the turn ends: won",
    "act end": "→ end phase: else",
  });
});
