import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pathId, places, transitionId } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { clauseTold } from "#core/ruleset/clauseTold.ts";
import { codeNames } from "#core/ruleset/toldNames.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import type { FieldUse } from "#core/semantics/fieldUses.ts";

function read(text: string) {
  const { charts, consts = [] } = readModule(text);
  const [chart] = charts;
  if (!chart) throw new Error("no machine");
  return { chart, behaviors: new Behaviors(chart, consts), carriers: clauseLinks(chart).carriers };
}

/** `used: set a|on|GO|0; cleared b; read -`. */
const told = ({ field, set, cleared, read: at, unread, neverCleared }: FieldUse): string => {
  const ids = (elements: FieldUse["set"]) => elements.map(({ id }) => id).join(" ") || "-";
  return `${field}: set ${ids(set)}; cleared ${ids(cleared)}; read ${ids(at)}${unread.length > 0 ? `; unread ${ids(unread)}` : ""}${neverCleared ? " !" : ""}`;
};

const MODULE = `
import { setup, assign, and, not } from "xstate";
const isFresh = (c) => !c.used && left(c) > 0;
const left = ({ n }) => n;
const wound = (context, by) => ({ ...context, hurt: by, n: context.n - 1 });
const heal = (context) => (context.hurt ? { ...context, hurt: null } : context);
export const m = setup({
  types: { context: {} as { used: boolean; n: number; hurt: string | null; log: string[]; mark: string } },
  guards: { fresh: ({ context }) => isFresh(context), calm: and([not("isHurt"), "fresh"]), isHurt: ({ context: { hurt } }) => hurt !== null },
  actions: {
    use: assign({ used: true }),
    wound: assign(({ context, event }) => wound(context, event.by)),
    heal: assign(({ context }) => heal(context)),
    note: assign({ log: ({ context, event }) => [...context.log, event.by] }),
    strange: assign(({ context }) => { for (const x of [1]) context.mark = x; return context; }),
  },
}).createMachine({
  id: "m", initial: "a", context: { used: false, n: 3, hurt: null, log: [], mark: "" },
  states: {
    a: { on: { GO: { guard: "calm", actions: ["use", "wound"], target: "b" } } },
    b: { entry: "heal", on: { SAY: { actions: "note" }, ODD: { actions: "strange" } } },
  },
});`;

test("each field says where it is set, cleared and read, through helpers and guards of guards", () => {
  const { behaviors } = read(MODULE.replace(', ODD: { actions: "strange" }', ""));
  const at = (id: string) =>
    behaviors.fields.of([{ kind: id.includes("|") ? "transition" : "state", id }]).map(told);

  expect(at("a|on|GO|0")).toEqual([
    "used: set a|on|GO|0; cleared -; read a|on|GO|0 !",
    "n: set a|on|GO|0; cleared -; read a|on|GO|0",
    "hurt: set a|on|GO|0; cleared b; read a|on|GO|0 b",
  ]);
  expect(at("b|on|SAY|0")).toEqual(["log: set b|on|SAY|0; cleared -; read b|on|SAY|0"]);
  expect(at("b")).toEqual(["hurt: set a|on|GO|0; cleared b; read a|on|GO|0 b"]);
});

test("where code is not read nobody says that a field is cleared nowhere", () => {
  const { behaviors } = read(MODULE);
  const [used] = behaviors.fields.of([{ kind: "transition", id: "a|on|GO|0" }]);

  expect(told(used!)).toBe("used: set a|on|GO|0; cleared -; read a|on|GO|0; unread b|on|ODD|0");
});

test("a reset that is missing is a finding at the clause that reads the field", () => {
  const text = readFileSync("machines/chrono-card.machine.ts", "utf8");
  const faulty = text.replace("      charmUsed: false,\n      tasks", "      tasks");
  expect(faulty).not.toBe(text);
  const findings = (module: string) => {
    const { chart, behaviors, carriers } = read(module);
    const { lines } = clauseTold(chart, carriers.get("CC-3.4")!, behaviors, codeNames);
    return lines.filter((line) => line.startsWith("never-cleared"));
  };

  expect(findings(text)).toEqual([]);
  expect(findings(faulty)).toEqual(["never-cleared: charmUsed"]);
});

const GAMES = readdirSync("machines").filter((name) => name.endsWith(".machine.ts"));

test.each(GAMES)(
  "%s: every field that a guard names stands there as read, and no finding is false",
  (name) => {
    const { chart, behaviors } = read(readFileSync(`machines/${name}`, "utf8"));
    const all = [...places(chart).values()].flatMap(({ node, path }) => [
      { kind: "state" as const, id: pathId(path) },
      ...node.transitions.map(({ slot, event, index }) => ({
        kind: "transition" as const,
        id: transitionId({ source: path, slot, ...(event === undefined ? {} : { event }), index }),
      })),
    ]);
    const uses = new Map(behaviors.fields.of(all).map((use) => [use.field, use]));
    const texts = new Map(chart.setup?.guards.map((guard) => [guard.name, guard.text]));

    expect([...uses.values()].filter(({ neverCleared }) => neverCleared)).toEqual([]);
    let seen = 0;
    for (const { node, path } of places(chart).values())
      for (const { slot, event, index, guard } of node.transitions)
        if (guard?.kind === "named")
          for (const [, field] of (texts.get(guard.name ?? "") ?? "").matchAll(/\bcontext\??\.(\w+)/g)) {
            seen++;
            const id = transitionId({ source: path, slot, ...(event === undefined ? {} : { event }), index });
            expect(uses.get(field!)?.read.map((element) => element.id)).toContain(id);
          }
    expect(seen).toBeGreaterThan(0);
  },
);
