import type { changeText } from "#cli/edit/editText.ts";
import { readingJudge } from "#cli/edit/judge.ts";
import { editBatch } from "#cli/edit/batch.ts";
import type { Language } from "#cli/words.ts";

// Answers are looked into freely.
// oxlint-disable-next-line no-explicit-any
export type Answer = Record<string, any>;

/** Feeds lines to a batch and gives the answers. Strings go as they are, other values as JSON. */
export async function batch(
  lines: readonly unknown[],
  given: { readonly cwd?: string; readonly language?: Language; readonly edit?: typeof changeText } = {},
): Promise<{ code: number; answers: Answer[] }> {
  let out = "";
  async function* input() {
    for (const line of lines) yield `${typeof line === "string" ? line : JSON.stringify(line)}\n`;
  }
  const code = await editBatch({
    cwd: process.cwd(),
    language: "en",
    judge: readingJudge,
    ...given,
    input: input(),
    out: (text) => void (out += text),
  });
  return {
    code,
    answers: out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  };
}

/** The answer to one line. */
export const answerTo = async (line: unknown, cwd?: string): Promise<Answer> =>
  (await batch([line], cwd === undefined ? {} : { cwd })).answers[0] ?? {};

/** A module with three machines; `game` is the second. `ts` adds what only TypeScript has. */
export const module = (lang: "ts" | "js", eol = "\n"): string =>
  `import { createMachine, setup${lang === "ts" ? ", type MachineConfig" : ""} } from 'xstate';

// 場の進行 🎴
export const lamp = createMachine({
  initial: 'off',
  states: { off: { on: { FLIP: 'on' } }, on: {} },
});

export const game = setup({
  ${lang === "ts" ? "types: { events: {} as { type: 'PASS' } | { type: 'END' } },\n  " : ""}guards: {
    isOver: () => false,
  },
  actions: {
    draw: () => {},
  },
}).createMachine({
  id: 'game',
  initial: 'turn',
  states: {
    // whose turn it is
    turn: {
      initial: 'draw',
      entry: ['draw'],
      states: {
        draw: { on: { PASS: 'main' } }, // 引く
        main: {
          on: {
            END: [
              { target: '#game.over', guard: 'isOver', actions: 'draw' },
              { target: 'draw' },
            ],
          },
        },
      },
    },
    pause: { after: { 1000: 'turn' }, invoke: { src: 'wait', onDone: 'turn' } },
    idle: { tags: ['quiet'], meta: { clauses: ['R-9'] }, after: { slow: 'turn' } },
    over: { type: 'final' },
  },
});

export default createMachine({ initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} } });
`.replaceAll("\n", eol);
