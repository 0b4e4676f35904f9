import type { Who } from "#core/outline/outline.ts";

/** The guard that holds a way to those who may take it. */
export const GUARD_OF: Readonly<Record<Who, string>> = {
  turnPlayer: "isTurnPlayer",
  opponent: "isOpponent",
  anyone: "isPlayer",
  everyone: "isPlayer",
  chance: "isChance",
  table: "isTable",
};

/** The code of the guards of an outline's machine, by name. */
export const GUARD_CODE: Readonly<Record<string, string>> = {
  isTurnPlayer: "({ context, event }) => event.by === context.turnPlayer",
  isOpponent: "({ context, event }) => context.seats.includes(event.by) && event.by !== context.turnPlayer",
  isPlayer: "({ context, event }) => context.seats.includes(event.by)",
  isChance: `({ event }) => event.by === "chance"`,
  isTable: `({ event }) => event.by === "table"`,
  isYetToDo: "({ context, event }) => context.seats.includes(event.by) && !context.done.includes(event.by)",
  isLastToDo: `({ context, event }) =>
      context.seats.includes(event.by) &&
      !context.done.includes(event.by) &&
      context.done.length === context.seats.length - 1`,
};

/** The code of the action by which the turn goes to the next player. */
export const PASS_TURN = `assign({
      turnPlayer: ({ context }) =>
        context.seats[(context.seats.indexOf(context.turnPlayer) + 1) % context.seats.length] ?? context.turnPlayer,
      turn: ({ context }) => context.turn + 1,
    })`;
