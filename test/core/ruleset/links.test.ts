import { expect, test } from "vitest";
import { clauseLinks, coverage } from "#core/ruleset/links.ts";
import { only } from "#test/charts/walk.ts";
import { turn } from "#test/charts/charts.ts";

test("links lead from clauses to states and transitions, and back", () => {
  const links = clauseLinks(only(turn));

  expect(links.carriers.get("T-1")).toEqual([
    { kind: "state", id: "draw" },
    { kind: "transition", id: "draw|on|DRAW|0" },
  ]);
  expect(links.ofState.get("main")).toEqual(["T-2"]);
  expect(links.ofTransition.get("draw|on|DRAW|0")).toEqual(["T-1"]);
  expect(links.ofTransition.has("main|on|PASS|0")).toBe(false);
});

test("each clause is counted once: carried, not modelled or missing", () => {
  const clause = (id: string, notModelled?: string) => ({
    id,
    kind: "note" as const,
    ...(notModelled ? { notModelled } : {}),
  });

  const figures = coverage(
    [clause("T-1"), clause("T-2", "said anyway"), clause("T-3", "elsewhere"), clause("T-4")],
    clauseLinks(only(turn)),
  );

  expect(figures).toEqual({ clauses: 4, carried: 2, notModelled: 1, missing: 1, missingIds: ["T-4"] });
});
