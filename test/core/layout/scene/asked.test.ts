import { expect, test } from "vitest";
import type { Words } from "#core/layout/level.ts";
import { toSvg } from "#core/layout/toSvg.ts";
import { gameSubjects, pictureOf, subjectOf, openedOf } from "#test/core/layout/place/subjects.ts";

const subject = subjectOf(
  "asked",
  `import { setup } from "xstate";
export const machine = setup({}).createMachine({
  id: "game",
  context: { bidder: "" },
  initial: "auction",
  states: {
    auction: {
      initial: "bid",
      states: {
        bid: { meta: { asks: { context: "bidder" } }, on: { BID: "count" } },
        count: { on: { DONE: "payForEverythingThatWasWon" } },
        payForEverythingThatWasWon: { meta: { asks: { context: "bidders.0" } } },
      },
    },
    trade: { meta: { asks: { context: "bidder" } } },
    wait: { meta: { asks: "everyone" } },
  },
});`,
  () => ({ "context:bidder": "the next bidder", "context:bidders": "whoever has won something this round" }),
);

const askedIn = (words: Words) => {
  const { items } = pictureOf(subject, "en", { level: "map", words }).scene;
  return (id: string) => {
    const { marks = [], below, rows = [] } = items.get(id)?.content ?? {};
    const beside = marks.find(({ kind }) => kind === "asks")?.text;
    return { beside, below: below ?? rows[0]?.chips[0]?.text };
  };
};

test("whom a step asks is told by name beside it where its card is wide enough for that anyway", () => {
  const asked = askedIn("all");

  expect(asked("auction.bid")).toEqual({ beside: "the next bidder", below: undefined });
  expect(asked("auction.payForEverythingThatWasWon")).toEqual({ beside: "", below: undefined });
  expect(asked("trade")).toEqual({ beside: "", below: undefined });
});

test("with room for it every player whom the rules name is told by name, also one in a list", () => {
  const asked = askedIn("all asked");

  expect(asked("auction.payForEverythingThatWasWon").below).toBe("whoever has won something this round");
  expect(asked("trade").below).toBe("the next bidder");
  expect(asked("wait")).toEqual({ beside: "", below: undefined });
  const svg = toSvg(pictureOf(subject, "en", { level: "map", words: "all asked" }), subject.names("en"), {
    title: "",
  });
  expect(svg).toContain("whoever has won something this round");
});

test.each(gameSubjects())("$name tells whom it asks on a large canvas, at no cost of its steps", (game) => {
  const canvas = { w: 2600, h: 1600 };
  const { picture } = openedOf(game, "en", canvas, { only: "map" });

  const asking = [...picture.scene.items.values()].filter(({ node }) => typeof node.meta.asks === "object");
  const silent = asking.filter(
    ({ content: { marks, below, rows } }) =>
      below === undefined &&
      rows.length === 0 &&
      marks.every(({ kind, text }) => kind !== "asks" || text === ""),
  );
  expect(asking.length).toBeGreaterThan(0);
  expect(silent.map(({ id }) => id)).toEqual([]);
});
