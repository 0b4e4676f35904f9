import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { tryCommand, WRITTEN_ELSEWHERE, written } from "#test/core/edit/laws/checkCommand.ts";
import { commentsOf } from "#test/core/edit/laws/comments.ts";
import { allPaths, find, modelOf } from "#test/core/edit/laws/model.ts";

/** `LONG=1` tries 10,000 modules per law, `LONG=n` n of them. */
const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 300;
const timeout = long > 0 ? 3_600_000 : 120_000;
const MAY_REFUSE = WRITTEN_ELSEWHERE;
const cases = fc.record({ seed: fc.integer({ min: 0 }), size: fc.integer({ min: 1, max: 12 }) });

describe("on random modules: the model that was meant, every other byte kept, the way back, comments, XState agrees", () => {
  for (const id of commands.keys())
    test(
      id,
      () => {
        let applied = 0;
        let tried = 0;
        fc.assert(
          fc.property(cases, (one) => {
            tried++;
            if (tryCommand(id, one)) applied++;
          }),
          { numRuns },
        );
        // A law that is only tried on refusals says nothing.
        expect(applied).toBeGreaterThan(tried / 5);
      },
      timeout,
    );
});

test(
  "renaming there and back gives the same bytes",
  () =>
    fc.assert(
      fc.property(cases, (one) => {
        const { r, model, text } = written(one);
        const inner = allPaths(model.root).slice(1);
        const state = r.pick(inner);
        const there = runCommand("state.rename", text, chartOf(text), { state, to: "elsewhere" });
        if ("refused" in there) {
          expect(MAY_REFUSE).toContain(there.refused.code);
          return;
        }
        const middle = applyEdits(text, there.edits);
        const renamed = [...state.slice(0, -1), "elsewhere"];

        const back = runCommand("state.rename", middle, chartOf(middle), {
          state: renamed,
          to: state.at(-1),
        });

        if ("refused" in back) expect.fail(JSON.stringify(back.refused));
        // A bare key that is an identifier comes back bare; one that had to be quoted stays quoted.
        expect(applyEdits(middle, back.edits), text).toBe(text);
      }),
      { numRuns },
    ),
  timeout,
);

test(
  "adding a state and deleting it gives the same model",
  () =>
    fc.assert(
      fc.property(cases, (one) => {
        const { r, model, text } = written(one);
        const parent = r.pick(allPaths(model.root));
        const there = runCommand("state.add", text, chartOf(text), { parent, key: "fresh" });
        if ("refused" in there) {
          expect(["parent-cannot-have-children", ...MAY_REFUSE]).toContain(there.refused.code);
          return;
        }
        const middle = applyEdits(text, there.edits);

        const back = runCommand("state.delete", middle, chartOf(middle), { state: [...parent, "fresh"] });

        if ("refused" in back) expect.fail(JSON.stringify(back.refused));
        const after = modelOf(chartOf(applyEdits(middle, back.edits)));
        // An empty parallel state becomes atomic when its last region goes.
        const place = find(model.root, parent);
        if (place?.type === "parallel" && place.children.length === 0) place.type = "atomic";
        expect(after, text).toEqual(model);
      }),
      { numRuns },
    ),
  timeout,
);

test(
  "no command throws, whatever the arguments, and a refusal has no edits",
  () => {
    const ids = [...commands.keys(), "no.such", "__proto__"];
    const junk = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true });
    const field = fc.constantFrom(
      "state",
      "parent",
      "to",
      "text",
      "source",
      "transition",
      "target",
      "index",
      "guard",
      "action",
      "name",
      "on",
      "type",
      "event",
      "clauses",
      "id",
      "key",
      "before",
      "slot",
      "reenter",
      "policy",
      "states",
      "tags",
      "value",
      "src",
      "input",
      "systemId",
      "targets",
      "initial",
    );
    const value = fc.oneof(
      junk,
      fc.string({ unit: "binary" }),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.constantFrom(
        [],
        ["idle"],
        ["main"],
        null,
        "on",
        0,
        -1,
        1e9,
        { name: "x" },
        { text: "\u0000" },
        { source: [], slot: "on", event: "NEXT", index: 0 },
      ),
    );
    const args = fc.oneof(junk, fc.dictionary(field, value));
    fc.assert(
      fc.property(cases, fc.constantFrom(...ids), args, (one, id, given) => {
        const { text } = written(one);
        const outcome = runCommand(id, text, chartOf(text), given);
        if ("refused" in outcome) expect(Object.keys(outcome)).toEqual(["refused"]);
        else expect(chartOf(applyEdits(text, outcome.edits))).toBeDefined();
      }),
      { numRuns: numRuns * 4 },
    );
  },
  timeout,
);

test("the generated modules have comments to lose", () => {
  const counts = Array.from({ length: 50 }, (_, seed) => commentsOf(written({ seed, size: 8 }).text).length);
  expect(counts.filter((count) => count > 5).length).toBeGreaterThan(10);
});
