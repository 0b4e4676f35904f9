import { test } from "vitest";
import { unlabelledKeys } from "#core/ruleset/formulaKeys.ts";
import { bookSourceOf } from "#test/support/bookOf.ts";
import { GAMES } from "#test/core/simulate/lawGiven.ts";
test("x", { timeout: 200_000 }, () => {
  for (const g of GAMES) {
    const { chart, consts, ruleset } = bookSourceOf(g);
    for (const l of ["en","ja","zh-Hant"]) { const t=performance.now(); const k = unlabelledKeys(chart, consts, ruleset.labels[l]!); console.log("KEYS", g, l, k.length, Math.round(performance.now()-t)+"ms", l==="ja"?k.join(" | "):""); }
  }
});
