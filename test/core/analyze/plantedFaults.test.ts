import { readdirSync, readFileSync } from "node:fs";
import { planted } from "#test/core/analyze/plantedRules.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { type ActionBehavior, Behaviors, type GuardBehavior } from "#core/semantics/behavior.ts";
import { candidateRole } from "#core/chart/candidateRole.ts";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { behaviorsOf } from "#core/semantics/elementBehaviors.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import { pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { readModule } from "#core/read/readModule.ts";
import { codeOfLabels, stampLabels } from "#core/ruleset/labelBasis.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { applyEdits } from "#core/text/textEdit.ts";

/** Faults in how the parts are put together: no part that has a label is another. */
const outside = new Set([
  "the toss leads to the end phase",
  "Charm twice a turn",
  "asking does not begin anew",
  "anybody stores in the arsenal",
]);

const machineOf = (game: string) => readFileSync(`machines/${game}.machine.ts`, "utf8");

function chartOf(reading: ModuleReading): Chart {
  const chart = mainChart(reading.charts);
  if (!chart) throw new Error("no machine");
  return chart;
}

/** The rule files of a game with its labels said to fit the machine as it is. */
function filesOf(game: string): Map<string, string> {
  const reading = readModule(machineOf(game));
  const codeOf = codeOfLabels(chartOf(reading), reading.consts ?? []);
  const files = new Map<string, string>();
  for (const name of ["ruleset", "clauses"])
    files.set(name, readFileSync(`rulesets/${game}/${name}.json`, "utf8"));
  for (const file of readdirSync(`rulesets/${game}/labels`)) {
    const text = readFileSync(`rulesets/${game}/labels/${file}`, "utf8");
    files.set(`labels/${file.replace(".json", "")}`, applyEdits(text, stampLabels(text, codeOf)));
  }
  return files;
}

const sayGuard = (one: GuardBehavior): string =>
  `${one.sign} ${one.text ?? ""} ${one.of.map(sayGuard).join("; ")}`;
const sayAny = (one: GuardBehavior | ActionBehavior): string =>
  "of" in one ? sayGuard(one) : one.lines.join("\n");

/** What can be read at a clause: of each place that carries it. */
function atClause(reading: ModuleReading, clause: string): { text: string; keys: ReadonlySet<string> } {
  const chart = chartOf(reading);
  const behaviors = new Behaviors(chart, reading.consts ?? []);
  const carriers = clauseLinks(chart).carriers.get(clause) ?? [];
  const keys = new Set<string>();
  const told = carriers.flatMap((carrier) => behaviorsOf(chart, carrier, behaviors));
  const note = (one: GuardBehavior | ActionBehavior): void => {
    if (one.name) keys.add(`${"of" in one ? "guard" : "action"}:${one.name}`);
    if ("of" in one) one.of.forEach(note);
  };
  told.forEach(note);
  const ways = carriers.flatMap(({ kind, id }): string[] => {
    if (kind === "state") {
      const node = placeOf(chart, pathOf(id))?.node;
      return (node?.transitions ?? [])
        .filter(({ slot }) => slot === "always")
        .map((one) => way(one, node?.transitions));
    }
    const ref = transitionRef(id);
    const found = ref && transitionOf(chart, ref);
    return found && ref ? [way(found.transition, placeOf(chart, ref.source)?.node.transitions)] : [];
  });
  const definitions = behaviors.definitions(told).map(({ head, text }) => `${head} = ${text}`);
  return { text: [...told.map(sayAny), ...ways, ...definitions].join("\n"), keys };
}

const way = (one: Transition, all: readonly Transition[] = []): string =>
  `${candidateRole(one, { transitions: all } as Parameters<typeof candidateRole>[1])} → ${one.targets.map(({ text }) => text).join()}`;

describe("a wrong rule shows at its clause", () => {
  const files = new Map<string, ReadonlyMap<string, string>>();
  beforeAll(() => {
    for (const { game } of planted) if (!files.has(game)) files.set(game, filesOf(game));
  });

  test.each(planted)("$clause: $what", ({ game, clause, what, from, to }) => {
    const before = machineOf(game);
    expect(before.split(from).length, "the fault can be planted").toBeGreaterThan(1);
    const [right, wrong] = [readModule(before), readModule(before.replace(from, to))];
    const [told, retold] = [atClause(right, clause), atClause(wrong, clause)];
    const older = (reading: ModuleReading) =>
      diagnose(reading, files.get(game)).filter(
        ({ code, facts }) => code === "label-older" && retold.keys.has(String(facts["key"])),
      );

    expect(older(right)).toEqual([]);
    expect(retold.text).not.toBe(told.text);
    // what changed inside of something that has a name, its label is told of
    expect(older(wrong).length > 0).toBe(!outside.has(what));
  });
});

describe("which code a label is for", () => {
  const source = (max: string, body: string, named = "limit") => `
import { setup, and } from "xstate";
const ${named} = ${max};
export const machine = setup({ guards: {
  small: ({ context }) => ${body.replaceAll("limit", named)},
  both: and(["small", "other"]),
  other: ({ event }) => event.ok === true,
} }).createMachine({ initial: "a", states: { a: {} } });`;
  const codeOf = (text: string) => {
    const reading = readModule(text);
    return codeOfLabels(chartOf(reading), reading.consts ?? []);
  };
  const now = codeOf(source("3", "context.n < limit"));

  test.each([
    ["spaces, comments", source("3 /* as played */", "context.n  <  limit")],
    ["the name of a constant", source("3", "context.n < limit", "MOST")],
    ["the name of a guard", source("3", "context.n < limit").replaceAll(/\bother\b/g, "another")],
  ])("%s do not count", (_, text) => {
    const then = codeOf(text);
    expect([then("guard:small"), then("guard:both")]).toEqual([now("guard:small"), now("guard:both")]);
  });

  test.each([
    ["a constant", source("4", "context.n < limit")],
    ["a sign", source("3", "context.n <= limit")],
    ["a field", source("3", "context.m < limit")],
  ])("%s counts, in guards made of it too", (_, text) => {
    const then = codeOf(text);
    expect(then("guard:small")).not.toBe(now("guard:small"));
    expect(then("guard:both")).not.toBe(now("guard:both"));
    expect(then("guard:other")).toBe(now("guard:other"));
  });

  test("stamping writes an entry for each label of a guard, once; the rest of the text stays", () => {
    const text = `{ "format": 1, "locale": "en", "labels": { "state:a": "A", "guard:small": "small", "guard:gone": "x" } }\n`;

    const stamped = applyEdits(text, stampLabels(text, now));

    expect(JSON.parse(stamped).basis).toEqual({ "guard:small": now("guard:small") });
    expect(stampLabels(stamped, now)).toEqual([]);
    expect(stamped.replace(/,\s*"basis": \{[^}]*\}/, "")).toBe(text);
  });

  test("one label alone is stamped; the others keep what they were for", () => {
    const labels = `"guard:small": "small", "guard:other": "other"`;
    const text = `{ "format": 1, "locale": "en", "labels": { ${labels} }, "basis": { "guard:other": "old" } }`;

    const stamped = applyEdits(text, stampLabels(text, now, new Set(["guard:small"])));

    expect(JSON.parse(stamped).basis).toEqual({ "guard:small": now("guard:small"), "guard:other": "old" });
  });
});
