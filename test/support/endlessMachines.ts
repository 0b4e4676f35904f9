import { PlayError, type PlayState } from "#core/run/play/play.ts";
import type { Runner, RunnerRequest } from "#core/run/play/playRequest.ts";

/**
 * Machines that never come to an end, each in its own way, with what must be said of them: the code of the fault, and the guard, action or
 * state in which it is. All but the last three are counted, so that they are stopped after the same work on any computer.
 */
export interface EndlessMachine {
  readonly name: string;
  readonly code: string;
  /** What is done to it; it is started first where that is not what never ends. */
  readonly do: "load" | "start" | "send" | "advance";
  readonly fault: {
    readonly code: "over-budget" | "machine-error";
    readonly unit?: string;
    readonly guard?: string;
    readonly action?: string;
    readonly state?: string;
  };
}

const machine = (config: string, before = "", setup = "{}"): string =>
  `import { assign, raise, setup } from "xstate";
${before}
export const machine = setup(${setup} as any).createMachine(${config} as any);`;

/** A machine whose event GO asks a guard, or runs an action, with this body. */
const inGuard = (body: string): string =>
  machine(
    `{ initial: "a", states: { a: { on: { GO: { guard: "hard", target: "b" } } }, b: {} } }`,
    "",
    `{ guards: { hard: () => { ${body} } } }`,
  );
const inAction = (body: string): string =>
  machine(
    `{ initial: "a", states: { a: { on: { GO: { actions: "spin", target: "b" } } }, b: {} } }`,
    "",
    `{ actions: { spin: () => { ${body} } } }`,
  );

const counted = { code: "over-budget", unit: "work" } as const;
const timed = { code: "over-budget", unit: "cpu" } as const;
const guard = { guard: "hard", state: "a" };
const action = { action: "spin", state: "a" };
const PATTERN = `/^(a+)+$/.test("a".repeat(60) + "!")`;

export const endlessMachines: readonly EndlessMachine[] = [
  { name: "the module itself", code: "while (true);", do: "load", fault: counted },
  { name: "the context", code: machine(`{ context: () => { for (;;); } }`), do: "start", fault: counted },
  { name: "for in a guard", code: inGuard("for (;;);"), do: "send", fault: { ...counted, ...guard } },
  {
    name: "while in an action",
    code: inAction("let n = 0; while (true) n++;"),
    do: "send",
    fault: { ...counted, ...action },
  },
  {
    name: "do in an entry action",
    code: machine(
      `{ initial: "a", states: { a: { on: { GO: "b" } }, b: { entry: "spin" } } }`,
      "",
      `{ actions: { spin: () => { do {} while (true) } } }`,
    ),
    do: "send",
    fault: { ...counted, action: "spin", state: "b" },
  },
  {
    name: "for of over a generator",
    code: inGuard(
      "function* all() { for (let n = 0; ; n++) yield n; } for (const n of all()) if (n < 0) return true; return false;",
    ),
    do: "send",
    fault: { ...counted, ...guard },
  },
  {
    name: "calls that double",
    code: inGuard("const f = (n: number): number => (n > 60 ? 1 : f(n + 1) + f(n + 1)); return f(0) > 0;"),
    do: "send",
    fault: { ...counted, ...guard },
  },
  {
    name: "a getter of what is thrown",
    code: inGuard(`throw { get message() { for (;;); } };`),
    do: "send",
    fault: counted,
  },
  {
    name: "a loop that catches what stops it",
    code: inGuard("for (;;) { try { for (;;); } catch {} }"),
    do: "send",
    fault: { ...counted, ...guard },
  },
  {
    name: "for of over an iterator that is never done",
    code: inGuard(
      "for (const n of { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) }) if (n < 0) return true; return false;",
    ),
    do: "send",
    fault: { ...counted, ...guard },
  },
  {
    name: "automatic transitions",
    code: machine(
      `{ initial: "a", states: { a: { on: { GO: "x" } }, x: { always: "y" }, y: { always: "x" } } }`,
    ),
    do: "send",
    fault: { code: "machine-error" },
  },
  {
    name: "events that it raises",
    code: machine(`{ initial: "a", states: { a: { on: { GO: { actions: raise({ type: "GO" }) } } } } }`),
    do: "send",
    fault: { code: "machine-error" },
  },
  {
    name: "delays of nothing",
    code: machine(`{ initial: "a", states: { a: { after: { 0: { target: "a", reenter: true } } } } }`),
    do: "advance",
    fault: { code: "over-budget", unit: "delays" },
  },
  {
    name: "a pattern in a guard",
    code: inGuard(`return ${PATTERN};`),
    do: "send",
    fault: { ...timed, ...guard },
  },
  {
    name: "a pattern in an action",
    code: inAction(`${PATTERN};`),
    do: "send",
    fault: { ...timed, ...action },
  },
  {
    name: "a sort whose order is a pattern",
    code: inGuard(`return [2, 1].sort(() => (${PATTERN} ? 1 : -1)).length > 0;`),
    do: "send",
    fault: { ...timed, ...guard },
  },
];

/** What is said of a machine that never ends, and what is wrong with that; undefined when it is right. */
export async function endlessFault(runner: Runner, one: EndlessMachine): Promise<string | undefined> {
  const { error, state } = await run(runner, one);
  const { unit, ...expected } = one.fault;
  const wanted = { ...expected, ...(unit === undefined ? {} : { unit }) };
  const { fault } = error;
  const got = { ...fault, unit: fault.limit?.unit };
  const wrong = Object.entries(wanted).filter(([key, value]) => got[key as keyof typeof got] !== value);
  if (wrong.length > 0) return `${one.name}: wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(fault)}`;
  if (!state) return undefined;
  // Nothing is lost: the play goes on from the state before.
  const again = await runner.ask({ do: "restore", state });
  return JSON.stringify(again.state) === JSON.stringify(state)
    ? undefined
    : `${one.name}: the play does not go on from where it stood`;
}

async function run(
  runner: Runner,
  { code, do: what }: EndlessMachine,
): Promise<{ error: PlayError; state?: PlayState }> {
  let state: PlayState | undefined;
  let last: RunnerRequest | undefined;
  const ask = <R extends RunnerRequest>(request: R) => runner.ask((last = request) as R);
  try {
    await ask({ do: "load", code, lang: "ts", machine: "machine", spec: {} });
    state = (await ask({ do: "start", input: {} })).state;
    if (what === "send") await ask({ do: "send", state, event: { type: "GO" } });
    if (what === "advance") await ask({ do: "advance", state, ms: 1 });
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    const { fault } = error;
    const isNamed = fault.limit?.unit !== "cpu" || !last;
    const place = isNamed ? {} : await runner.whereIn?.(last as RunnerRequest);
    return { error: new PlayError({ ...fault, ...place }), ...(state ? { state } : {}) };
  }
  throw new Error("It came to an end");
}
