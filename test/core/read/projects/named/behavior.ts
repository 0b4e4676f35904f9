import { assign } from "xstate";
import type { DuelContext } from "./types";

interface Given {
  context: DuelContext;
}

export const guards = {
  isFirst: ({ context }: Given) => context.turn === 0,
  isLong: ({ context }: Given) => context.turn > 9,
};

export const actions = {
  nextTurn: assign({ turn: ({ context }: Given) => context.turn + 1 }),
  say: () => {},
};
