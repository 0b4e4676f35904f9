/**
 * A machine module of about so many states, in the manner of a game: phases of two dozen steps each, with descriptions, clauses,
 * guards and targets that lead on, back and to other phases. About eight lines per state.
 */
export function longModule(states: number): string {
  const phases = Math.max(1, Math.round(states / (STEPS + 1)));
  const body = Array.from({ length: phases }, (_, i) => phase(i, phases)).join("\n");
  return `import { assign, setup } from "xstate";

/** ${phases} phases of ${STEPS} steps. */
export const machine = setup({
  guards: { isTurnPlayer: ({ context, event }) => event.by === context.turnPlayer },
  actions: { count: assign({ n: ({ context }) => context.n + 1 }) },
}).createMachine({
  id: "long",
  initial: "phase0",
  context: { n: 0, turnPlayer: "P1" },
  states: {
${body}
  },
});
`;
}

const STEPS = 24;

/** How many states make a module of about so many lines. */
export const statesOf = (lines: number): number => Math.round(lines / 9);

function phase(i: number, phases: number): string {
  const steps = Array.from({ length: STEPS }, (_, j) => step(i, j, phases)).join("\n");
  return `    phase${i}: {
      description: "Phase ${i}: the players take their steps in order",
      initial: "step0",
      on: { CONCEDE: { target: "phase${(i + 1) % phases}" } },
      states: {
${steps}
      },
    },`;
}

function step(i: number, j: number, phases: number): string {
  return `        // Step ${j} of phase ${i}.
        step${j}: {
          description: "The turn player may do thing ${j}",
          meta: { clauses: ["L-${i}.${j}"], asks: "turnPlayer" },
          on: {
            NEXT: { guard: "isTurnPlayer", target: "step${(j + 1) % STEPS}", actions: "count" },
            SKIP: [{ guard: ({ context }) => context.n > ${j}, target: "#long.phase${(i * 7 + 3) % phases}" }],
          },
        },`;
}
