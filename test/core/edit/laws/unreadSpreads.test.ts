import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 10_000 : 600;

/** Events that are filled in by a loop, so that no reader sees which they are. */
const HEAD = `import { createMachine } from "xstate";
const given: any = {};
for (const [event, target] of [["GO", "c"], ["BACK", "a"]]) given[event] = target;
`;

/** A machine whose states say events before and behind a spread that nobody can read. */
function moduleOf(r: Random): string {
  const events = () =>
    ["GO", "NEXT", "BACK"]
      .filter(() => r.chance(0.5))
      .map((event) => `${event}: ${r.pick([`"a"`, `"b"`, `{ target: "c" }`, `[{ target: "a" }]`])}`);
  const map = () => {
    const [before, behind] = [events(), events()];
    const own = behind.filter((one) => !before.some((other) => other.split(":")[0] === one.split(":")[0]));
    return `{ on: { ${[...before, ...(r.chance(0.8) ? ["...given"] : []), ...own].join(", ")} } }`;
  };
  return `${HEAD}export const machine = createMachine({ id: "m", initial: "a", states: { a: ${map()}, b: ${map()}, c: ${map()} } });`;
}

/** What a state waits for, with where each leads and what is said of it. */
const waits = (machine: AnyStateMachine): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(machine.root.states).map(([key, { transitions }]) => [
      key,
      Object.fromEntries(
        [...transitions].map(([event, list]) => [
          event,
          list
            .map(
              ({ target, reenter, description }) =>
                `${(target ?? []).map((goal) => goal.key).join()} ${reenter} ${description ?? ""}`,
            )
            .join(" | "),
        ]),
      ),
    ]),
  );

const flat = (all: ReturnType<typeof waits>): Map<string, string> =>
  new Map(
    Object.entries(all).flatMap(([state, events]) =>
      Object.entries(events).map(([event, what]) => [`${state} ${event}`, what]),
    ),
  );

test(
  "an edit of a transition beside a spread that nobody can read does what it says, or says that it may not",
  () => {
    let applied = 0;
    let told = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const r = random(Number(process.env["SEED"] ?? 1) * 300_007 + seed);
      const text = moduleOf(r);
      const [chart] = readModule(text).charts;
      if (!chart) expect.fail(text);
      const source = r.pick(chart.root.children);
      if (source.transitions.length === 0) continue;
      const { slot, event = "", index } = r.pick(source.transitions);
      const transition = { source: [source.key], slot, event, index };
      const other = r.pick(["a", "b", "c"].filter((key) => key !== source.key));
      const [id, args, places] = r.pick<[string, object, string[]]>([
        ["transition.add", { source: [other], event, target: [source.key] }, [`${other} ${event}`]],
        ["transition.delete", { transition }, [`${source.key} ${event}`]],
        ["transition.event", { transition, event: "LATE" }, [`${source.key} ${event}`, `${source.key} LATE`]],
        [
          "transition.retarget",
          { transition, source: [other] },
          [`${source.key} ${event}`, `${other} ${event}`],
        ],
        ["transition.describe", { transition, text: "said" }, [`${source.key} ${event}`]],
        ["transition.setReenter", { transition, reenter: true }, [`${source.key} ${event}`]],
      ]);

      const change = runCommand(id, text, chart, args, (later) => readModule(later).charts);

      if ("refused" in change) continue;
      applied++;
      const after = applyEdits(text, change.edits);
      const [was, is] = [flat(waits(buildMachine(text))), flat(waits(buildMachine(after)))];
      const said = `${id} ${JSON.stringify(args)}\n${text}\n${after}`;
      const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
        (key) => was.get(key) !== is.get(key),
      );
      expect(
        changed.filter((key) => !places.includes(key)),
        said,
      ).toEqual([]);
      // What is new stands behind what was there, and what was asked for is there.
      const [added] = places.slice(-1);
      const isHidden = id === "transition.add" || id === "transition.retarget" || id === "transition.event";
      const old = was.get(added ?? "");
      const isRight =
        changed.length === places.length &&
        (!isHidden || old === undefined || is.get(added ?? "")?.startsWith(`${old} | `) === true) &&
        (id !== "transition.delete" || is.get(added ?? "") !== "c false ");
      if (isRight) continue;
      told++;
      expect(
        change.warnings.map(({ code }) => code),
        said,
      ).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:may-be-overridden|event-may-be-there)$/)]),
      );
    }
    expect(applied).toBeGreaterThan(RUNS / 4);
    expect(told).toBeGreaterThan(RUNS / 40);
  },
  patience(120_000),
);

/** States that are filled in by a loop, some of them under keys that the machine has itself. */
function statesOf(r: Random): string {
  const state = () => `{ on: { GO: "${r.pick(["a", "b", "c"])}" } }`;
  const keys = ["a", "b", "c"];
  const at = r.below(4);
  const own = keys.map((key) => `${key}: ${state()}`);
  return `import { createMachine } from "xstate";
const given: any = {};
for (const key of ${JSON.stringify(keys.filter(() => r.chance(0.4)))}) given[key] = { on: { OTHER: "a" } };
export const machine = createMachine({ id: "m", initial: "a", states: { ${[...own.slice(0, at), "...given", ...own.slice(at)].join(", ")} } });`;
}

test(
  "a state that goes, or gets another key, leaves none of its key behind, or the command says that it may",
  () => {
    let applied = 0;
    let left = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const r = random(Number(process.env["SEED"] ?? 1) * 600_011 + seed);
      const text = statesOf(r);
      const [chart] = readModule(text).charts;
      if (!chart) expect.fail(text);
      const state = [r.pick(["b", "c"])];
      const [id, args] = r.pick<[string, object]>([
        ["state.rename", { state, to: "zz" }],
        ["state.delete", { state }],
        ["state.move", { state, parent: ["a"] }],
        ["state.wrap", { state, key: "zz" }],
      ]);

      const change = runCommand(id, text, chart, args, (later) => readModule(later).charts);

      if ("refused" in change) continue;
      applied++;
      const after = applyEdits(text, change.edits);
      let keys: string[];
      try {
        keys = Object.keys(buildMachine(after).root.states);
      } catch {
        // XState is asked before such a change is made (`needsTrial`).
        continue;
      }
      if (!keys.includes(state[0] ?? "")) continue;
      left++;
      expect(change.warnings, `${id} ${JSON.stringify(args)}\n${text}\n${after}`).toContainEqual(
        expect.objectContaining({ code: "state-may-be-there", facts: { state: state[0] } }),
      );
    }
    expect(applied).toBeGreaterThan(RUNS / 2);
    expect(left).toBeGreaterThan(RUNS / 20);
  },
  patience(120_000),
);
