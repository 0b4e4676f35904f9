import { expect, test } from "vitest";
import { attackHandler, messageHandlers } from "#test/support/messageHandlers.ts";

const COUNT = process.env["LONG"] ? 10_000 : 300;

test.each(messageHandlers.map((handler) => [handler.name, handler] as const))(
  "nothing that anybody sends makes a handler throw, or goes without an answer: %s",
  async (_, handler) => {
    const seed = Math.floor(Math.random() * 0x7fffffff);

    const faults = await attackHandler(handler, seed, COUNT);

    expect(faults.slice(0, 5), `seed ${seed}`).toEqual([]);
  },
  600_000,
);
