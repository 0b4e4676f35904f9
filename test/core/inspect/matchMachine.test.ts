import { readFileSync } from "node:fs";
import { createActor, type AnyStateMachine, type InspectionEvent } from "xstate";
import { beforeAll, describe, expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import type { Chart } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import { readDefinition, type Definition } from "#core/inspect/definition.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { compareStructure, matchMachine, type Known } from "#core/inspect/matchMachine.ts";
import { stable, xstate4Inspector } from "#test/core/inspect/wireMessages.ts";

const GAMES = ["chrono-card", "fate-ace-royal", "flesh-and-blood", "haikyu-break", "vf-card"];

/** The machine as its wire tells it: `deep` with all levels, as an app that raises the limit. */
type Told = "stately" | "stately, deep" | "xstate4";

const machines = new Map<string, AnyStateMachine>();
const library: Known[] = [];
beforeAll(async () => {
  for (const id of GAMES) {
    const { machine } = (await import(`../../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };
    machines.set(id, machine);
    const url = new URL(`../../../machines/${id}.machine.ts`, import.meta.url);
    library.push({ id, chart: readModule(readFileSync(url, "utf8")).charts[0] as Chart });
  }
});

function told(id: string, how: Told): Definition {
  const machine = machines.get(id) as AnyStateMachine;
  const wire: Wire = how === "xstate4" ? "xstate4" : "stately";
  const json =
    how === "xstate4" ? definition4(machine) : stable(machine.config, how === "stately" ? 10 : 1_000);
  return readDefinition(JSON.parse(JSON.stringify(json)), wire) as Definition;
}

function definition4(machine: AnyStateMachine): unknown {
  let text = "";
  const inspect = xstate4Inspector((message) => {
    const { type, machine: told } = message as { type: string; machine: string };
    if (type === "service.register") text = told;
  });
  createActor(machine, { input: {}, inspect: (event: InspectionEvent) => inspect(event) })
    .start()
    .stop();
  return JSON.parse(text);
}

describe.each(["stately", "stately, deep", "xstate4"] as const)("told by %s", (how) => {
  test.each(GAMES)("%s is found among the games, without a difference", (id) => {
    const matches = matchMachine(told(id, how), library);

    expect(matches[0]).toMatchObject({ known: { id }, score: 1, differences: [] });
    expect(matches[0]?.visibleShare).toBeGreaterThan(how === "stately" ? 0.1 : 0.999);
    expect(matches.slice(1)).toEqual([]);
  });
});

test("a definition becomes a chart like the one that is read from the code", () => {
  for (const [i, id] of GAMES.entries())
    for (const how of ["stately, deep", "xstate4"] as const)
      expect(outline(told(id, how).chart)).toEqual(outline(library[i]?.chart as Chart));
});

/** In no order: one wire sorts keys. */
const outline = (chart: Chart): object[] =>
  [...places(chart)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { node }]) => ({
      id,
      type: node.type,
      initial: node.initial?.value,
      clauses: node.meta.clauses,
      tags: node.tags,
      transitions: node.transitions
        .map(
          ({ slot, event, index, targets }) =>
            `${slot}|${event ?? ""}|${index} ${targets.map(({ resolved }) => pathId(resolved ?? ["?"])).join()}`,
        )
        .toSorted(),
    }));

/** A machine that an app has changed after it was drawn. */
const lamp = `import { createMachine } from "xstate";
export const lamp = createMachine({ id: "lamp", initial: "off", states: {
  off: { on: { FLIP: "on", KICK: "broken" } },
  on: { initial: "dim", states: { dim: { on: { TURN: "bright" } }, bright: {} }, on: { FLIP: "off" } },
  broken: { type: "final" } } });`;

const knownLamp: Known = { id: "lamp", chart: readModule(lamp).charts[0] as Chart };
const lampOf = (config: object) =>
  readDefinition(JSON.parse(JSON.stringify(config)), "stately") as Definition;
const lampMatch = (config: object) => matchMachine(lampOf(config), [knownLamp])[0];
const compareLamp = (config: object) => compareStructure(lampOf(config), knownLamp);

test("how far an app's machine differs is told with its places", () => {
  const match = compareLamp({
    id: "lamp2",
    initial: "on",
    states: {
      off: { on: { FLIP: "on", KICK: "off", FIX: "on" } },
      on: {
        initial: "dim",
        states: { dim: {}, bright: {}, flicker: { on: { TURN: "dim" } } },
        on: { FLIP: "off" },
      },
    },
  });

  expect(match.score).toBeLessThan(1);
  expect(match.differences).toEqual([
    { is: "other", what: "id", state: "", known: "lamp", app: "lamp2" },
    { is: "other", what: "initial", state: "", known: "off", app: "on" },
    {
      is: "other",
      what: "transition",
      state: "off",
      slot: "on",
      event: "KICK",
      index: 0,
      known: "broken",
      app: "off",
    },
    { is: "extra", what: "event", state: "off", slot: "on", event: "FIX" },
    { is: "missing", what: "event", state: "on.dim", slot: "on", event: "TURN" },
    { is: "missing", what: "state", state: "broken" },
    { is: "extra", what: "state", state: "on.flicker" },
  ]);
});

test("nothing is said of what the wire cut off", () => {
  const match = lampMatch({
    id: "lamp",
    initial: "off",
    states: {
      off: { on: "[Object]" },
      on: { initial: "dim", states: "[Object]", on: { FLIP: "[Array]" } },
      broken: { type: "final" },
    },
  });

  expect(match?.differences).toEqual([]);
  expect(match?.score).toBe(1);
  expect(match?.visibleShare).toBeLessThan(0.7);
});

test("a machine of another structure is no match", () => {
  expect(
    lampMatch({ id: "door", initial: "shut", states: { shut: { on: { OPEN: "open" } }, open: {} } }),
  ).toBeUndefined();
  expect(readDefinition(null, "stately")).toBeUndefined();
  expect(readDefinition("[Object]", "stately")).toBeUndefined();
});
