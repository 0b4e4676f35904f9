import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { builtStudio, home } from "#test/support/builtStudio.ts";
import { patience } from "#test/support/patience.ts";

const run = promisify(execFile);

interface Count {
  readonly plays: number;
  readonly decisions: number;
  readonly refused: number;
  readonly stuck: number;
  readonly types: number;
}

/** Plays the bots of the example against the built command, as their README says. */
async function play(...words: readonly string[]): Promise<Count> {
  await builtStudio();
  const command = `${process.execPath} ${home}/bin/turnwright.js`;
  const { stdout } = await run(process.execPath, ["examples/bots/bot.mjs", ...words, "--command", command], {
    cwd: home,
  });
  return JSON.parse(stdout) as Count;
}

const LONG = process.env["LONG"] !== undefined;
const [plays, decisions] = LONG ? ["20", "600"] : ["1", "60"];

describe("a program that knows no game", { timeout: patience(LONG ? 3_600_000 : 120_000) }, () => {
  test.each(["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"])(
    "plays %s: of the events that it sends none is refused",
    async (game) => {
      const count = await play(game, "--plays", plays, "--most", decisions, "--seed", "3");

      expect(count).toMatchObject({ refused: 0, stuck: 0 });
      expect(count.decisions).toBeGreaterThan(20);
      expect(count.types).toBeGreaterThan(5);
    },
  );

  test("that looks one move ahead takes what a formula says is worth most", async () => {
    const worth = "context.players.find(({ id }) => id === seat)?.hand ?? 0";
    const count = await play("chrono-card", "--most", "25", "--greedy", worth, "--seat", "P1");

    expect(count).toMatchObject({ decisions: 25, refused: 0, stuck: 0 });
  });
});
