import { expect, test } from "vitest";
import type { Option } from "#core/run/play/play.ts";
import { hotSeat, optionsFor } from "#app/play/seats/hotSeat.ts";

const seats = ["P1", "P2", "P3"];

test("the screen is passed to the seat whose turn it is", () => {
  expect(hotSeat(seats, ["P2"], "P1", null)).toEqual({ seat: "P2", handOver: true, others: [] });
  expect(hotSeat(seats, ["P2"], "P2", null)).toEqual({ seat: "P2", handOver: false, others: [] });
  expect(hotSeat(seats, ["P1"], null, null)).toEqual({ seat: "P1", handOver: true, others: [] });
});

test("who sits there stays while several are waited for, until another one wants the screen", () => {
  expect(hotSeat(seats, ["P1", "P3"], "P3", null)).toEqual({ seat: "P3", handOver: false, others: ["P1"] });
  expect(hotSeat(seats, ["P1", "P3"], "P3", "P1")).toEqual({ seat: "P1", handOver: true, others: ["P3"] });
  expect(hotSeat(seats, ["P3"], "P3", "P1")).toEqual({ seat: "P3", handOver: false, others: [] });
});

test("chance and the table need nobody at the screen", () => {
  expect(hotSeat(seats, ["chance"], "P1", null)).toEqual({ seat: null, handOver: false, others: [] });
});

test("a seat sees its own moves and those that are nobody's", () => {
  const options = ["P1", "P2", "chance", "table", ""].map((by) => ({ by }) as Option);

  expect(optionsFor(options, "P2", seats).map(({ by }) => by)).toEqual(["P2", "chance", "table", ""]);
  expect(optionsFor(options, null, seats).map(({ by }) => by)).toEqual(["chance", "table", ""]);
});
