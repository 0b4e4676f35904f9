import { expect, test } from "vitest";
import type { InspectedApp, InspectedStep, Session } from "#core/inspect/session.ts";
import { activePaths } from "#core/inspect/activePaths.ts";
import { rowOf, rowText } from "#app/views/inspect/stepRow.ts";
import { lastNumber, numberIn, shownSteps, type LogFilter } from "#app/views/inspect/shownSteps.ts";

const step = (id: number, at: number, type: string, refused = false): InspectedStep => ({
  id,
  at,
  event: { type, by: `P${id}` },
  ...(refused ? { unchanged: {} } : {}),
});
const session = (key: string, steps: readonly InspectedStep[]): Session => ({
  key,
  app: "app",
  wire: "stately",
  session: key,
  name: key,
  status: "active",
  observedFrom: "start",
  steps,
  dropped: 0,
});
const game = session("game", [step(0, 1, "xstate.init"), step(1, 3, "DRAW"), step(2, 5, "PLAY", true)]);
const clock = session("clock", [step(0, 2, "xstate.init"), step(1, 4, "xstate.after.20.running")]);
const app = { sessions: ["game", "clock"] } as unknown as InspectedApp;
const all: LogFilter = { scope: "actor", text: "", refusals: "all", inner: true };
const shown = (filter: Partial<LogFilter>) =>
  shownSteps(
    game,
    (key) => [game, clock].find((one) => one.key === key),
    app,
    { ...all, ...filter },
    (one) => `${one.session.key} ${rowText(one, label)}`,
  ).map(({ session: { key }, step: { event } }) => `${key} ${event.type}`);
/** What the game calls its things. */
const label = (key: string) =>
  (({ "event:DRAW": "Draw a card", "state:turn.main": "Main phase" }) as Record<string, string>)[key];

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

test("what a row shows is found: names and labels of events and states, payloads, changed values", () => {
  const at = (players: readonly object[], value: string) => ({
    status: "active" as const,
    value: { turn: value },
    context: { players: [...players] } as never,
  });
  const played = session("play", [
    {
      ...step(0, 1, "DRAW"),
      before: at([{ hand: 6 }], "draw"),
      after: at([{ hand: 7 }], "main"),
    },
  ]);
  const finds = (text: string) =>
    shownSteps(
      played,
      () => undefined,
      undefined,
      { ...all, text },
      (one) => rowText(one, label),
    ).length;

  for (const text of ["DRAW", "draw a card", "hand", "players[0].hand: 7", "main phase", "→", '"by":"P0"'])
    expect(finds(text), text).toBe(1);
  for (const text of ["hand: 6", "PASS", "turn.draw"]) expect(finds(text), text).toBe(0);
  expect(rowOf({ session: played, step: played.steps[0]! }, label).to).toEqual([
    { id: "turn.main", label: "Main phase" },
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

test("events are counted from 1; the start is no step", () => {
  const from = (seen: "start" | "middle", ids: readonly number[]) =>
    ({ observedFrom: seen, steps: ids.map((id) => ({ id })) }) as unknown as Session;
  const whole = from("start", [0, 1, 2, 3]);
  const later = from("middle", [0, 1, 2]);

  expect(whole.steps.map((step) => numberIn(whole, step))).toEqual([0, 1, 2, 3]);
  expect(later.steps.map((step) => numberIn(later, step))).toEqual([1, 2, 3]);
  expect([lastNumber(whole), lastNumber(later), lastNumber(from("start", []))]).toEqual([3, 3, 0]);
  // Of one whose first steps were dropped too.
  expect(lastNumber(from("start", [7, 8]))).toBe(8);
});
