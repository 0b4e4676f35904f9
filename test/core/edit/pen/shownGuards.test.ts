import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Behaviors, type GuardBehavior } from "#core/semantics/behavior.ts";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { places, transitionId } from "#core/chart/places.ts";
import { setGuard } from "#core/edit/gestures/setGuard.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { outcome } from "#test/core/edit/applyCommand.ts";

const SIGNS = { and: " ∧ ", or: " ∨ " };
/** A guard as one line, its named parts by their names. */
function byName(guard: GuardBehavior, top = true): string {
  if (guard.name !== undefined && !top) return guard.name;
  if (guard.sign === "formula") return guard.text ?? "";
  if (guard.sign === "not") return `¬(${guard.of.map((one) => byName(one, false)).join("")})`;
  return guard.of.map((one) => `(${byName(one, false)})`).join(SIGNS[guard.sign]);
}

const sites = (chart: Chart): { ref: Parameters<typeof transitionId>[0]; transition: Transition }[] =>
  [...places(chart).values()].flatMap(({ path, node }) =>
    node.transitions.map((transition) => ({
      ref: {
        source: path,
        slot: transition.slot,
        ...(transition.event === undefined ? {} : { event: transition.event }),
        index: transition.index,
      },
      transition,
    })),
  );

const shipped = existsSync("machines")
  ? readdirSync("machines").filter((file) => file.endsWith(".machine.ts"))
  : [];

test.each(shipped)(
  "every guard of %s typed as it is shown is shown the same again",
  (file) => {
    const text = readFileSync(`machines/${file}`, "utf8");
    const reading = readModule(text);
    const [chart] = reading.charts;
    if (!chart) throw new Error(`no machine in ${file}`);
    const shown = new Behaviors(chart, reading.consts ?? []);
    const seen = new Set<string>();
    for (const { ref, transition } of sites(chart)) {
      if (!transition.guard || transition.shared) continue;
      const event = ref.slot === "on" ? ref.event : undefined;
      const typed = byName(shown.guard(transition.guard, event));
      if (seen.has(`${event} ${typed}`)) continue;
      seen.add(`${event} ${typed}`);
      const change = outcome(setGuard, text, { transition: ref, guard: { text: typed } });
      if ("refused" in change) expect.fail(`${typed}\n${JSON.stringify(change.refused)}`);
      const after = readModule(applyEdits(text, change.edits));
      const again =
        after.charts[0] && sites(after.charts[0]).find((one) => transitionId(one.ref) === transitionId(ref));
      const guard = again?.transition.guard;
      const told = guard && new Behaviors(chart, after.consts ?? []).guard(guard, event);
      // A helper that a guard is called like is that guard.
      expect(told && [told.name, byName(told)], guard?.text).toContain(typed);
    }
    expect(seen.size).toBeGreaterThan(0);
  },
  60_000,
);
