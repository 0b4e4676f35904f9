import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import type { createPlayer } from "#core/simulate/player.ts";
import { lawWalk, ownPlayer } from "#test/core/simulate/law.ts";
import { madeGiven } from "#test/core/simulate/lawGiven.ts";
import { patience } from "#test/support/patience.ts";

/**
 * Faults that are planted in the player, one at a time: in a file of `core/simulate`, what is replaced by what. The law has to find at
 * least 95 of 100. `LONG=1` only: each is a player of its own.
 */
const FAULTS: readonly (readonly [file: string, code: string, fault: string])[] = [
  [
    "carryOut.ts",
    `if (type === "xstate.cancel") timings.push({ cancel: String(params?.sendId) });`,
    `if (type === "xstate.cancel") {}`,
  ],
  [
    "carryOut.ts",
    `timings.push({ schedule: event, delay,`,
    `timings.push({ schedule: event, delay: delay + 1,`,
  ],
  ["carryOut.ts", `else if (type === "xstate.sendTo") deferred.push({ event });`, ``],
  [
    "carryOut.ts",
    `else if (type === "xstate.sendTo") deferred.push({ event });`,
    `else deferred.push({ event });`,
  ],
  [
    "mailbox.ts",
    `queue.push(() => sent.push(effect.event));`,
    `queue.push(() => sent.unshift(effect.event));`,
  ],
  ["mailbox.ts", `for (const child of childrenOf(snapshot)) start(child);`, ``],
  [
    "mailbox.ts",
    `if (!actor || running.has(actor) || stoppedActors.has(actor)) return;`,
    `if (!actor || running.has(actor)) return;`,
  ],
  ["mailbox.ts", `if (!actor || running.has(actor) || stoppedActors.has(actor)) return;`, `return;`],
  ["mailbox.ts", `=== "transition"`, `=== "promise"`],
  // What the law found first in the player itself.
  ["mailbox.ts", `if (stoppedActors.has(actor)) return;`, ``],
  [
    "mailbox.ts",
    `"spawned" in effect ? () => start(effect.spawned) : () => carryOut(effect)`,
    `() => carryOut(effect)`,
  ],
  ["carryOut.ts", `if (stopped && began) forget(stopped);`, ``],
  ["engine.ts", `getSnapshot: () => this.#now.began`, `getSnapshot: () => this.#now.last`],
  ["engine.ts", `for (const [systemId, child] of systemIdsIn(before)) system._set(systemId, child);`, ``],
  ["offers.ts", `({ cause }) => cause === "always"`, `() => false`],
  ["actors.ts", `if (change["status"] !== undefined) delete snapshot["input"];`, ``],
  ["engine.ts", `running = now.sent.shift() as EventObject;`, `running = now.sent.pop() as EventObject;`],
  ["engine.ts", `if (now.sent.length === 0) break;`, `break;`],
  ["carryOut.ts", `trace.did({`, `if (type !== "xstate.emit") trace.did({`],
  [
    "engine.ts",
    `now.trace.ended(type, automatic ? "always"`,
    `if (type !== "A") now.trace.ended(type, automatic ? "always"`,
  ],
  [
    "engine.ts",
    `const automatic = _transitions.some(({ eventType }) => eventType === "");`,
    `const automatic = false;`,
  ],
  ["engine.ts", `return snapshot.can(event as never);`, `return !snapshot.can(event as never);`],
  [
    "engine.ts",
    `return snapshot.can(event as never);`,
    `return snapshot.can(event as never) || event.type === "A";`,
  ],
  ["engine.ts", `children: { ...snapshot.children, [id]: child },`, ``],
  [
    "carryOut.ts",
    `const event = JSON.parse(JSON.stringify(params.event)) as PlayEvent;`,
    `const event = { type: "B" } as PlayEvent;`,
  ],
  [
    "instrument.ts",
    `copy.root.entry = [settleContext, ...copy.root.entry] as never;`,
    `copy.root.entry = [settleContext] as never;`,
  ],
  ["instrument.ts", `...wrap(node.entry, "entry"),`, `...wrap(node.entry, "entry").slice(1),`],
  ["instrument.ts", `...wrap(node.exit, "exit"),`, `...wrap(node.exit, "exit").reverse(),`],
  ["instrument.ts", `...wrap(node.entry, "entry"),`, `...wrap(node.entry, "entry").reverse(),`],
  ["instrument.ts", `const marked = [taken, ...actions];`, `const marked = [taken];`],
  ["instrument.ts", `const marked = [taken, ...actions];`, `const marked = [...actions, taken];`],
  [
    "instrument.ts",
    `const marked = [taken, ...actions];`,
    `const marked = [taken, ...[...actions].reverse()];`,
  ],
  ["instrument.ts", `return current ? traced : guard;`, `return current ? traced : undefined;`],
  ["instrument.ts", `return current ? traced : guard;`, `return undefined;`],
  [
    "instrument.ts",
    `wrap(transition.actions, "transition"),`,
    `wrap(transition.actions, "transition").slice(0, 1),`,
  ],
  ["instrument.ts", `wrap(node.initial.actions, "initial");`, `[];`],
  [
    "instrument.ts",
    `return [snapshot, undefined, [work, done]];`,
    `return [snapshot, undefined, [work, work, done]];`,
  ],
  ["instrument.ts", `return [snapshot, undefined, [work, done]];`, `return [snapshot, undefined, [done]];`],
  ["instrument.ts", `return [next, params, actions?.map(`, `return [next, params, actions?.slice(1).map(`],
  ["instrument.ts", `? limit : MAX_MICROSTEPS_PER_MACROSTEP`, `? 3 : MAX_MICROSTEPS_PER_MACROSTEP`],
  ["instrument.ts", `for (const child of Object.values(node.states)) wrapNode(child, trace, heard);`, ``],
  ["trace.ts", `this.#effects.push(effect);`, `this.#effects.unshift(effect);`],
  ["trace.ts", `if (this.#last) addAll(this.#last, this.#effects.splice(0));`, ``],
  ["trace.ts", `this.#taken.push(transition);`, ``],
  [
    "trace.ts",
    `if (this.#open.length === 0 && selection) selection.verdict = verdict;`,
    `if (this.#open.length === 0 && selection) selection.verdict = true;`,
  ],
  ["timers.ts", `now = loosened(now, id);`, ``],
  ["timers.ts", `timer.due < next.due`, `timer.due <= next.due`],
  ["timers.ts", `timer.due <= by`, `timer.due < by`],
  [
    "timers.ts",
    `timers.filter((timer) => timer !== fired),`,
    `timers.filter((timer) => timer.id !== fired.id),`,
  ],
  [
    "guards.ts",
    `withParams(tracedParts(guard, trace), trace) as never`,
    `tracedParts(guard, trace) as never, (() => true) as never`,
  ],
  [
    "guards.ts",
    `return (verdict = whole.check(snapshot, { context, event }, whole));`,
    `return (verdict = !whole.check(snapshot, { context, event }, whole));`,
  ],
  [
    "guards.ts",
    `return (verdict = whole.check(snapshot, { context, event }, whole));`,
    `return whole.check(snapshot, { context, event }, whole);`,
  ],
  ["actors.ts", "type: `xstate.error.actor.${id}`", "type: `xstate.done.actor.${id}`"],
  [
    "actors.ts",
    "event: { type: `xstate.done.actor.${id}`, output, actorId: id },",
    "event: { type: `xstate.done.actor.${id}`, output: 0, actorId: id },",
  ],
  ["actors.ts", `snapshot: { ...child, context }`, `snapshot: { ...child }`],
  ["player.ts", `addAll(microsteps, step.microsteps);`, `microsteps.unshift(...step.microsteps);`],
  ["player.ts", `this.#outcome({ ...now, clock: until }`, `this.#outcome({ ...now, clock: until + 1 }`],
];

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = `${root}test-results/faults`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what is planted has its place in the code, or the law would look for nothing", () => {
  const gone = FAULTS.filter(([file, code]) => !ownCode(file).includes(code));

  expect(gone).toEqual([]);
});

/** A file of the player, as a copy beside it imports the others. */
const ownCode = (file: string): string =>
  readFileSync(`${root}src/core/simulate/${file}`, "utf8").replaceAll('"#core/simulate/', '"./');

/** A player out of code with a fault. */
async function faulty(n: number): Promise<typeof createPlayer> {
  const [file, code, fault] = FAULTS[n] ?? ["", "", ""];
  const own = `${folder}/${n}`;
  cpSync(`${root}src/core/simulate`, own, { recursive: true });
  for (const name of readdirSync(own)) {
    const text = ownCode(name);
    // Not as a pattern: the code that stands in is taken as it is.
    writeFileSync(`${own}/${name}`, name === file ? text.replace(code, () => fault) : text);
  }
  const made = (await import(/* @vite-ignore */ `${own}/parsingPlayer.ts`)) as {
    createParsingPlayer: typeof createPlayer;
  };
  return made.createParsingPlayer;
}

/** Whether the law finds something, a machine after the other. */
async function isFound(create: typeof createPlayer): Promise<boolean> {
  for (let seed = 0; seed < 40; seed++)
    try {
      const given = madeGiven(seed, 40);
      if ((await lawWalk(given, ownPlayer(create(given.machine, {})))).difference) return true;
    } catch {
      // A player that breaks down is found out, too.
      return true;
    }
  return false;
}

test.runIf(process.env["LONG"])(
  "the law finds faults that are planted in the player",
  { timeout: patience(3_600_000) },
  async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const missed: string[] = [];
    for (let n = 0; n < FAULTS.length; n++) {
      const [file, code, fault] = FAULTS[n] ?? [];
      if (!(await isFound(await faulty(n)))) missed.push(`${file}: ${code} -> ${fault}`);
    }
    vi.restoreAllMocks();

    console.info(`${FAULTS.length - missed.length} of ${FAULTS.length} planted faults found`, missed);
    expect(missed.length / FAULTS.length).toBeLessThanOrEqual(0.05);
  },
);
