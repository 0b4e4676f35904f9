import { readdirSync, readFileSync } from "node:fs";
import type { AnyStateMachine } from "xstate";
import { readModule } from "#core/read/readModule.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import type { LawGiven } from "#test/core/simulate/law.ts";
import { routesOf, wholeMachine, WHOLE_EVENTS } from "#test/core/simulate/wholeMachine.ts";

/** A made machine: any of its events, of its routes, or one that it does not know. */
export function madeGiven(seed: number, steps: number): LawGiven {
  const machine = wholeMachine(seed);
  const routes = routesOf(machine);
  const probes: PlayEvent[] = [
    ...WHOLE_EVENTS.map((type) => ({ type })),
    { type: "nowhere" },
    ...routes.slice(0, 2).map((id) => ({ type: "xstate.route", to: `#${id}` })),
  ];
  return {
    name: "machine",
    machine,
    input: seed % 3 === 0 ? { n: seed % 7 } : {},
    probes,
    event: (random) => probes[Math.floor(random() * probes.length)] as PlayEvent,
    seed,
    steps,
  };
}

const root = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

export const GAMES = readdirSync(new URL("machines/", root)).flatMap(
  (file) => /^(.*)\.machine\.ts$/.exec(file)?.[1] ?? [],
);

/** A shipped game: moves that are accepted, and now and then one of another seat, or of another type. */
export async function gameGiven(id: string, seed: number, steps: number): Promise<LawGiven> {
  const { charts, consts } = readModule(read(`machines/${id}.machine.ts`));
  const [chart] = charts;
  if (!chart) throw new Error(`${id} has no machine`);
  const moves = JSON.parse(read(`rulesets/${id}/moves.json`)) as Moves;
  const { machine } = (await import(`../../../machines/${id}.machine.ts`)) as { machine: AnyStateMachine };
  const types = (chart.events ?? []).map(({ type }) => type);
  const seats = ["P1", "P2", "P3", "chance", "table", "nobody"];
  const pick = (list: readonly string[], random: () => number) =>
    list[Math.floor(random() * list.length)] ?? "";
  return {
    name: id,
    machine,
    spec: playSpecOf(chart, consts, moves),
    probes: types.slice(0, 6).map((type) => ({ type, by: "P1" })),
    event: (random, suggest) => {
      const roll = random();
      const move = suggest() ?? { type: pick(types, random), by: pick(seats, random) };
      if (roll < 0.75) return move;
      if (roll < 0.9) return { ...move, by: pick(seats, random) };
      return { ...move, type: pick(types, random) };
    },
    seed,
    steps,
  };
}
