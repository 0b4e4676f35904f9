import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { runCommand } from "#core/edit/commands.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { allPaths, find, modelOf, type Model } from "#test/core/edit/laws/model.ts";
import { expectedOf } from "#test/core/edit/laws/oracle.ts";
import { patience } from "#test/support/patience.ts";

const slow = { timeout: patience(300_000) };

const GAMES = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"];

/** Arguments of every command for every state and transition of a machine. */
function everyGesture(model: Model): { id: string; args: Record<string, unknown> }[] {
  const paths = allPaths(model.root);
  const far = paths.at(-1) ?? [];
  const states = paths.flatMap((state) => [
    { id: "state.rename", args: { state, to: "zz new" } },
    { id: "state.delete", args: { state } },
    { id: "state.duplicate", args: { state } },
    { id: "state.wrap", args: { state, key: "around" } },
    { id: "state.setTags", args: { state, tags: ["fresh"] } },
    { id: "state.setMeta", args: { state, key: "note", value: { n: 1 } } },
    { id: "invoke.add", args: { state, src: { name: "fresh" } } },
    { id: "state.move", args: { state, parent: [] } },
    { id: "state.move", args: { state, parent: far } },
    { id: "state.reorder", args: { state } },
    { id: "state.setInitial", args: { state } },
    ...["atomic", "compound", "parallel", "final", "history"].map((type) => ({
      id: "state.setType",
      args: { state, type },
    })),
    { id: "state.describe", args: { state, text: "it's `x` ${y}\n改行 🎴" } },
    { id: "state.setId", args: { state, id: "fresh" } },
    { id: "state.setClauses", args: { state, clauses: ["HV-I-1", "HV-I-2"] } },
    { id: "state.setClauses", args: { state, clauses: [] } },
    { id: "state.addAction", args: { state, on: "exit", action: { name: "log" } } },
    { id: "state.removeAction", args: { state, on: "entry", index: 0 } },
    { id: "state.add", args: { parent: state } },
    { id: "transition.add", args: { source: state, event: "FRESH", target: far } },
    { id: "transition.add", args: { source: state, slot: "always", target: far } },
  ]);
  const transitions = paths.flatMap((source) =>
    (find(model.root, source)?.events ?? []).flatMap(({ slot, event, candidates }) =>
      candidates.flatMap((_, index) => {
        const transition = { source, slot, ...(event === undefined ? {} : { event }), index };
        return [
          { id: "transition.delete", args: { transition } },
          { id: "transition.retarget", args: { transition, target: far } },
          { id: "transition.retarget", args: { transition, source: far } },
          { id: "transition.event", args: { transition, event: "FRESH" } },
          { id: "transition.guard", args: { transition, guard: { name: "fresh", params: { n: 1 } } } },
          { id: "transition.guard", args: { transition, guard: null } },
          { id: "transition.describe", args: { transition, text: "why" } },
          { id: "transition.reorder", args: { transition, to: 0 } },
          { id: "transition.setReenter", args: { transition, reenter: true } },
          { id: "transition.setClauses", args: { transition, clauses: ["HV-I-1"] } },
          { id: "transition.addAction", args: { transition, action: { text: "() => {}" } } },
          { id: "transition.removeAction", args: { transition, index: 0 } },
        ];
      }),
    ),
  );
  const stubs = ["guard.stub", "action.stub"].map((id) => ({ id, args: { name: "fresh" } }));
  return [...states, ...transitions, ...stubs];
}

describe.each(GAMES)("on %s", (game) => {
  test(
    "every command on every state and transition does what the model says and can be taken back",
    slow,
    () => {
      const text = readFileSync(`machines/${game}.machine.ts`, "utf8");
      const chart = chartOf(text);
      const model = modelOf(chart);
      let applied = 0;
      // The ordinary run takes a part of them, LONG=1 all.
      const step = process.env["LONG"] ? 1 : 67;
      const gestures = everyGesture(model).filter((_, i) => i % step === 0);
      for (const { id, args } of gestures) {
        const told = `${id} ${JSON.stringify(args)}`;
        const expected = expectedOf(model, id, args);

        const change = runCommand(id, text, chart, args);

        if ("refused" in change) {
          expect("refused" in expected ? expected.refused : [], told).toContain(change.refused.code);
          continue;
        }
        applied++;
        const after = applyEdits(text, change.edits);
        expect(modelOf(chartOf(after)), told).toEqual(expected);
        expect(applyEdits(after, invertEdits(text, change.edits)), told).toBe(text);
      }
      expect(applied).toBeGreaterThan(gestures.length / 2);
    },
  );
});
