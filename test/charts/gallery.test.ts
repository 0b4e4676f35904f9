import { expect, test } from "vitest";
import type { StateNode } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { textWidth } from "#core/layout/sizes.ts";
import { readModule } from "#core/read/readModule.ts";
import { gallery, galleryLabels, galleryNotes } from "#test/charts/gallery.ts";
import { only } from "#test/charts/walk.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { readSays, xstateSays } from "#test/core/read/asXState.ts";

const chart = only(gallery);
const states = [...places(chart).values()].map(({ node }) => node);
const ways = states.flatMap((state) => state.transitions.map((way) => ({ ...way, of: state })));

test("the gallery is read without a complaint, as XState reads it", () => {
  expect(readModule(gallery).diagnostics).toEqual([]);
  expect(readSays(chart)).toEqual(xstateSays(buildMachine(gallery)));
});

test("the gallery has every kind of state, of transition and of what stands in a state", () => {
  const state = (has: (node: StateNode) => unknown) => states.some((node) => Boolean(has(node)));
  const way = (has: (one: (typeof ways)[number]) => unknown) => ways.some((one) => Boolean(has(one)));
  const shown = {
    description: state((s) => s.description),
    tags: state((s) => s.tags.length > 1),
    clauses: state((s) => s.meta.clauses.length > 2),
    structural: state((s) => s.meta.structural),
    entry: state((s) => s.entry.length > 0),
    exit: state((s) => s.exit.length > 1),
    invoke: state((s) => s.invoke.length > 0),
    output: state((s) => s.output),
    final: state((s) => s.type === "final"),
    parallel: state((s) => s.type === "parallel" && s.children.length > 2),
    shallow: state((s) => s.history === "shallow" && s.historyTargets?.length === 1),
    deep: state((s) => s.history === "deep"),
    onDone: way((t) => t.slot === "onDone"),
    answered: way((t) => t.slot === "invoke.onDone"),
    failed: way((t) => t.slot === "invoke.onError"),
    after: way((t) => t.slot === "after" && t.event === "500"),
    namedDelay: way((t) => t.slot === "after" && t.event === "thinkingTime"),
    guarded: way((t) => t.slot === "always" && t.guard && t.index === 1),
    otherwise: way((t) => t.slot === "always" && !t.guard && t.index === 2),
    candidates: way((t) => t.slot === "on" && t.index === 2),
    formula: way((t) => t.guard?.kind === "code"),
    combined: way((t) => t.guard?.of?.some(({ kind }) => kind === "not")),
    wildcard: way((t) => t.event === "*"),
    forbidden: way((t) => t.form === "null"),
    blocked: way((t) => t.guard && t.targets.length === 0 && t.actions.length === 0),
    stays: way((t) => t.targets.length === 0 && t.actions.length > 0),
    self: way((t) => t.targets[0]?.text === t.of.key && !t.reenter),
    anew: way((t) => t.targets[0]?.text === t.of.key && t.reenter),
    fork: way((t) => t.targets.length > 1),
    remark: way((t) => t.description),
    clausesOfWay: way((t) => t.meta.clauses.length > 0),
  };

  expect(Object.entries(shown).filter(([, found]) => !found)).toEqual([]);
});

test("the gallery waits for everyone who can be waited for", () => {
  const asked = states.flatMap(({ meta }) => (meta.asks === undefined ? [] : [meta.asks]));

  expect(new Set(asked.filter((one) => typeof one === "string"))).toEqual(
    new Set(["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"]),
  );
  expect(asked).toContainEqual({ context: "decider" });
});

test("the gallery has labels in three languages, of up to forty em, and notes on states that are there", () => {
  const named = [...places(chart).keys()].filter((id) => id !== "").map((id) => `state:${id}`);
  const events = ways.flatMap(({ slot, event = "*" }) =>
    slot === "on" && event !== "*" ? [`event:${event}`] : [],
  );
  for (const labels of Object.values(galleryLabels)) {
    expect([...named, ...events].filter((key) => !labels[key])).toEqual([]);
    const widest = Math.max(...Object.values(labels).map((text) => textWidth(text, 100, "strong") / 100));
    expect(widest).toBeGreaterThan(30);
    expect(widest).toBeLessThanOrEqual(41);
  }
  for (const { at } of galleryNotes) expect(named).toContain(`state:${at}`);
});
