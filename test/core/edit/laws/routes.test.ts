import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { randomCommand } from "#test/core/edit/laws/chartArgs.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 10_000 : 800;

function moduleOf(r: Random): string {
  const route = () => r.pick(["", "route: {}, ", `route: { guard: "ok" }, `]);
  const state = (key: string) => `${key}: { id: "${key}-id", ${route()}on: { GO: "#a-id", NEW: "#c-id" } }`;
  return `import { createMachine } from "xstate";
export const machine = createMachine({ id: "m", initial: "a", states: {
  ${state("a")},
  b: { initial: "c", states: { ${state("c")}, ${state("d")} } },
} } as any, { guards: { ok: () => true } });`;
}

/** The states that XState has a route to. */
const routed = ({ root }: AnyStateMachine): string[] =>
  (root.transitions.get("xstate.route") ?? [])
    .flatMap(({ target }) => (target ?? []).map(({ path }) => path.join(".")))
    .toSorted();

test(
  "a state that can be reached by a route still can, unless that is taken from it or it is said",
  () => {
    let said = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const r = random(Number(process.env["SEED"] ?? 1) * 500_009 + seed);
      const text = moduleOf(r);
      const [chart] = readModule(text).charts;
      if (!chart) expect.fail(text);
      const { id, args } = randomCommand(r, text, chart, r.chance(0.2) ? "state.setId" : undefined);
      const change = runCommand(id, text, chart, args);
      if ("refused" in change) continue;
      const after = applyEdits(text, change.edits);
      const goals = routed(buildMachine(text)).flatMap((path) => {
        const now = change.pathMap[path];
        return now === null ? [] : [now ?? path];
      });
      const isTaken = (args as { transition?: { slot: string } }).transition?.slot === "route";
      if (isTaken && id === "transition.delete") continue;
      if (change.warnings.some(({ code }) => code === "route-needs-id")) {
        said++;
        continue;
      }
      expect(routed(buildMachine(after)), `${id} ${JSON.stringify(args)}\n${text}\n${after}`).toEqual(
        expect.arrayContaining(goals),
      );
    }
    expect(said).toBeGreaterThan(RUNS / 100);
  },
  patience(60_000),
);
