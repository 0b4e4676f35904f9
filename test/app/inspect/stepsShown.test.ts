import { expect, test } from "vitest";
import type { InspectedApp, SeenStep, Session } from "#core/inspect/session.ts";
import { activePaths } from "#app/inspect/activePaths.ts";
import { stepsShown, type LogFilter } from "#app/inspect/stepsShown.ts";

const step = (id: number, at: number, type: string, refused = false): SeenStep => ({
  id,
  at,
  event: { type, by: `P${id}` },
  ...(refused ? { refused: { by: "inferred" as const } } : {}),
});
const session = (key: string, steps: readonly SeenStep[]): Session => ({
  key,
  app: "app",
  wire: "stately",
  session: key,
  name: key,
  status: "active",
  seen: "start",
  steps,
  dropped: 0,
});
const game = session("game", [step(0, 1, "xstate.init"), step(1, 3, "DRAW"), step(2, 5, "PLAY", true)]);
const clock = session("clock", [step(0, 2, "xstate.init"), step(1, 4, "xstate.after.20.running")]);
const app = { sessions: ["game", "clock"] } as unknown as InspectedApp;
const all: LogFilter = { scope: "actor", text: "", refusals: "all", inner: true };
const shown = (filter: Partial<LogFilter>) =>
  stepsShown(game, (key) => [game, clock].find((one) => one.key === key), app, { ...all, ...filter }).map(
    ({ session: { key }, step: { event } }) => `${key} ${event.type}`,
  );

test("the log lists one actor, or all of its app in the order in which they came", () => {
  expect(shown({})).toEqual(["game xstate.init", "game DRAW", "game PLAY"]);
  expect(shown({ scope: "app" })).toEqual([
    "game xstate.init",
    "clock xstate.init",
    "game DRAW",
    "clock xstate.after.20.running",
    "game PLAY",
  ]);
});

test("refusals, XState's own events and anything said in an event can be sought or left out", () => {
  expect(shown({ refusals: "only" })).toEqual(["game PLAY"]);
  expect(shown({ refusals: "none", text: "p1" })).toEqual(["game DRAW"]);
  expect(shown({ scope: "app", inner: false })).toEqual([
    "game xstate.init",
    "clock xstate.init",
    "game DRAW",
    "game PLAY",
  ]);
  expect(shown({ text: "clock", scope: "app" })).toEqual([
    "clock xstate.init",
    "clock xstate.after.20.running",
  ]);
});

test("a state value is the paths of all its states", () => {
  expect(activePaths("off")).toEqual(["off"]);
  expect(activePaths({ turn: { main: "draw" }, clock: {} })).toEqual([
    "turn",
    "turn.main",
    "turn.main.draw",
    "clock",
  ]);
  expect(activePaths(undefined)).toEqual([]);
});
