import fc from "fast-check";
import { expect, test } from "vitest";
import { readRoute, routeHash, views, type Route, type Selection } from "#app/studio/route.ts";

const selection = fc.option(
  fc.record({
    kind: fc.constantFrom("state" as const, "transition" as const, "clause" as const),
    id: fc.oneof(fc.constantFrom("", "set.rallyTurn", "a|on|A & B?#%|0", "HV-II-1.3", "手札"), fc.string()),
  }),
) as fc.Arbitrary<Selection>;
const route: fc.Arbitrary<Route> = fc.record({
  game: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
  view: fc.constantFrom(...views),
  machine: fc.option(fc.oneof(fc.constantFrom("cart", "2", "手番", "a&b=c"), fc.string({ minLength: 1 })), {
    nil: undefined,
  }),
  selection,
});

test("an address leads back to where it was taken", () => {
  fc.assert(
    fc.property(route, (here) => {
      expect(readRoute(routeHash(here))).toEqual(here);
    }),
  );
});

test("no text of an address is too odd to be read, and none names a game that cannot be", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((s) => `#/${s}`),
      ),
      (hash) => {
        const { game, view } = readRoute(hash);

        expect(views).toContain(view);
        if (game !== undefined) expect(game).toMatch(/^[a-z][a-z0-9-]*$/);
      },
    ),
  );
});

test("what an old or mistyped link says wrongly is left out", () => {
  expect(readRoute("#/haikyu-break/desing?state=setup")).toEqual({
    game: "haikyu-break",
    view: "design",
    selection: { kind: "state", id: "setup" },
  });
  expect(readRoute("#/../../etc/passwd")).toEqual({ view: "design", selection: null });
  expect(readRoute("#/%E0%A4%A/rules")).toEqual({ view: "rules", selection: null });
});
