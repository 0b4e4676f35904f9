import { expect, test } from "vitest";
import type { EventType } from "#core/chart/payload.ts";
import { moveFields, moveValues } from "#core/run/play/moveFields.ts";
import type { MoveOffer } from "#core/run/play/play.ts";

const offer = (
  fields: MoveOffer["fields"],
  example: MoveOffer["example"] = { type: "PLAY" },
  accepted = true,
): MoveOffer => ({ type: "PLAY", weight: 1, by: [], fields, example, accepted });
const one = { kind: "one", optional: false, here: true } as const;

const PLAY: EventType = {
  type: "PLAY",
  fields: [
    { name: "by", type: { kind: "string" }, optional: false },
    { name: "card", type: { kind: "string" }, optional: false },
    {
      name: "face",
      type: {
        kind: "union",
        of: [
          { kind: "literal", value: "up" },
          { kind: "literal", value: "down" },
        ],
      },
      optional: true,
    },
    { name: "count", type: { kind: "number" }, optional: false },
    { name: "costs", type: { kind: "array", of: { kind: "number" } }, optional: false },
    { name: "sure", type: { kind: "boolean" }, optional: true },
    { name: "at", type: { kind: "object", fields: [] }, optional: true },
  ],
};

test("the fields of a form are those of the event's type, filled in as their types and moves say", () => {
  const fields = moveFields(PLAY, [
    offer({
      card: { ...one, of: ["a", "b"] },
      count: { kind: "range", range: [1, 4], optional: false, here: false },
      costs: { kind: "subset", of: [1, 2], min: 1, max: 1, optional: false, here: false },
    }),
    offer({
      card: { ...one, of: ["b", "c"] },
      count: { kind: "range", range: [0, 2], optional: false, here: false },
      costs: { kind: "subset", of: [2, 3], min: 2, max: 2, optional: false, here: false },
    }),
  ]);

  expect(fields).toEqual([
    { name: "card", kind: "choice", optional: false, choices: ["a", "b", "c"], here: true },
    { name: "face", kind: "choice", optional: true, choices: ["up", "down"], here: false },
    { name: "count", kind: "number", optional: false, choices: [], here: false, range: [0, 4] },
    {
      name: "costs",
      kind: "list",
      optional: false,
      choices: [1, 2, 3],
      here: false,
      ofNumbers: true,
      min: 1,
      max: 2,
    },
    { name: "sure", kind: "flag", optional: true, choices: [], here: false },
    { name: "at", kind: "json", optional: true, choices: [], here: false },
  ]);
});

test("some of what is in the play is ticked, in an order where that counts; samples of a text are only samples", () => {
  const kinds = (kind: "subset" | "order" | "one", here: boolean) =>
    moveFields(undefined, [offer({ card: { kind, of: ["a"], optional: false, here } })]).map(
      (field) => field.kind,
    );

  expect(kinds("subset", true)).toEqual(["subset"]);
  expect(kinds("order", true)).toEqual(["order"]);
  expect(kinds("one", true)).toEqual(["choice"]);
  expect(kinds("one", false)).toEqual(["text"]);
  expect(kinds("subset", false)).toEqual(["json"]);
});

test("a field that some move goes without is optional where the type is not known", () => {
  const fields = moveFields(undefined, [offer({ card: { ...one, of: ["a"] } }), offer({})]);
  expect(fields.map(({ optional }) => optional)).toEqual([true]);
});

test("what was entered stays, and the rest is what is accepted with it", () => {
  const accepted = offer({}, { type: "PLAY", by: "P1", card: "b", count: 2 });
  const refused = offer({}, { type: "PLAY", by: "P1", card: "a", count: 9 }, false);

  expect(moveValues([refused, accepted], { card: "b" }, {})).toEqual({ card: "b", count: 2 });
  expect(moveValues([refused], { count: 9 }, { card: "x", count: 1 })).toEqual({ card: "x", count: 9 });
  expect(moveValues([accepted], { count: undefined }, {})).toEqual({ card: "b" });
});
