import type { RunnerRequest } from "#core/run/play/playRequest.ts";

type Load = Extract<RunnerRequest, { do: "load" }>;

export const load = (code: string, more: Partial<Load> = {}): Load => ({
  do: "load",
  lang: "ts",
  machine: "machine",
  spec: {},
  code,
  ...more,
});

/** A lamp whose `STUCK` has a guard of the test's making. */
export const withGuard = (
  body: string,
  more = "",
): string => `import { setup, type AnyEventObject } from "xstate";
${more}
export const machine = setup({ types: {} as { events: AnyEventObject }, guards: { hard: ({ context, event }): boolean => { ${body} } } })
  .createMachine({ initial: "off", states: {
    off: { on: { FLIP: "on", STUCK: { guard: "hard", target: "on" }, ENDLESS: "round" } },
    on: { on: { FLIP: "off" } },
    round: { always: "and" }, and: { always: "round" } } });`;
