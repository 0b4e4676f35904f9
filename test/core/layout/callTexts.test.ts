import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callAims, callTexts } from "#core/layout/content/callTexts.ts";
import { readModule } from "#core/read/readModule.ts";
import { ids } from "#test/core/layout/charts.ts";

/** Of a game that comes with the studio. */
function readGame(game: string) {
  const { charts, consts } = readModule(readFileSync(`machines/${game}.machine.ts`, "utf8"));
  const [chart] = charts;
  if (!chart) throw new Error(`${game} cannot be read`);
  return { chart, consts: consts ?? [] };
}

test("a call is told with the phase that is passed and where play goes on then", () => {
  const { chart, consts } = readGame("flesh-and-blood");
  const aims = callAims(chart, consts, ids);

  expect(aims.get("game.turn.actionPhase|on|ATTACK|0")).toBe("⟳ settle → combat / layer");
});

test("where it depends on the caller it is told by name which steps that may be", () => {
  const { chart, consts } = readGame("flesh-and-blood");
  const target = callTexts(chart, "game.settle", consts, ids).find(
    ({ id }) => id === "game.turn.actionPhase",
  )?.target;

  expect(target).toMatch(
    /^where it was called from \(actionPhase \/ main, combat \/ layer, attack \/ priority, .*resolution \/ priority\)$/,
  );
});

test("a phase that is left by a call of another one is told with both", () => {
  const { chart, consts } = readGame("chrono-card");

  expect(callAims(chart, consts, ids).get("turn.startPhase.order|always||0")).toBe(
    "⟳ phaseChange → turn / drawPhase",
  );
});
