import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setGuard } from "#core/edit/gestures/setGuard.ts";
import { setTransitionAction } from "#core/edit/gestures/editActions.ts";
import { typedAction, typedGuard } from "#core/expr/typedFormula.ts";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { places, transitionId, type TransitionRef } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { outcome } from "#test/core/edit/applyCommand.ts";

test.each([
  ["({ context }) => context.turn > 0 && context.dealt < 10", "turn > 0 ∧ dealt < 10"],
  ["({ context, event }) => event.by === context.turnPlayer", "by = turnPlayer"],
  ["({ context }) => context.hand.length >= HAND_LIMIT", "|hand| ≥ HAND_LIMIT"],
  ["({ context }) => context.op == null", "op = none"],
])("the guard %s is typed as %s", (code, formula) => {
  expect(typedGuard(code)).toBe(formula);
});

test.each([
  "({ context }) => Math.random() > context.luck",
  "({ context }) => { const n = context.turn; console.log(n); return n > 0; }",
  "and(['isDark', 'isLate'])",
  "({ context }, params) => context.turn > params.least",
])("the guard %s is changed as code", (code) => {
  expect(typedGuard(code)).toBeUndefined();
});

test("an action that sets fields is typed as what it sets", () => {
  expect(typedAction("assign({ turn: ({ context }) => context.turn + 1, passed: false })")).toBe(
    "turn := turn + 1; passed := false",
  );
});

test("an action whose fields look at each other is changed as code", () => {
  const swap = "assign({ a: ({ context }) => context.b, b: ({ context }) => context.a })";
  expect(typedAction(swap)).toBeUndefined();
  expect(typedAction('raise({ type: "DRAW" })')).toBeUndefined();
});

interface Site {
  readonly ref: TransitionRef;
  readonly transition: Transition;
}
const sites = (chart: Chart): Site[] =>
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
const probes = shipped.flatMap((file) => {
  const text = readFileSync(`machines/${file}`, "utf8");
  const [chart] = readModule(text).charts;
  if (!chart) return [];
  const setup = chart.setup;
  const guards = (setup?.guards ?? []).flatMap(({ text: code }) => (code && typedGuard(code) ? [code] : []));
  const actions = (setup?.actions ?? []).flatMap(({ text: code }) =>
    code && typedAction(code) ? [code] : [],
  );
  return [[file, { text, chart, guards, actions }] as const];
});

test.each(probes)(
  "a formula of %s that is typed into a transition is read as the same formula",
  (_, { text, chart, guards, actions }) => {
    const free = sites(chart).find(
      ({ transition }) => transition.slot === "always" && !transition.shared && !transition.elsewhere,
    );
    if (!free) return;
    for (const code of guards.slice(0, 40)) {
      const formula = typedGuard(code) ?? "";
      const change = outcome(setGuard, text, { transition: free.ref, guard: { text: formula } });
      // Fields of an event are none where a transition answers no event.
      if ("refused" in change) continue;
      const guard = transitionIn(applyEdits(text, change.edits), free.ref)?.guard;
      expect(guard?.kind === "code" ? typedGuard(guard.text) : guard?.name).toBe(formula);
    }
    const acting = sites(chart).find(
      ({ transition }) => transition.actions.length > 0 && !transition.shared && !transition.elsewhere,
    );
    if (!acting) return;
    for (const code of actions.slice(0, 40)) {
      const formula = typedAction(code) ?? "";
      const args = { transition: acting.ref, index: 0, action: { text: formula } };
      const change = outcome(setTransitionAction, text, args);
      if ("refused" in change) continue;
      const action = transitionIn(applyEdits(text, change.edits), acting.ref)?.actions[0];
      expect(action && typedAction(action.text)).toBe(formula);
    }
  },
  60_000,
);

function transitionIn(text: string, ref: TransitionRef): Transition | undefined {
  const [chart] = readModule(text).charts;
  return chart && sites(chart).find((site) => transitionId(site.ref) === transitionId(ref))?.transition;
}
