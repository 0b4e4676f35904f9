import type { AnyStateMachine } from "xstate";
import { transitionIdOf, type Microstep } from "#core/run/play/microstep.ts";
import { PlayError, type Can, type Outcome, type PlayAnswer, type PlayEvent } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { createPlayer } from "#core/simulate/player.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import type { JsonObject } from "#core/text/json.ts";
import { actionLine, BareRun, json, type Seen } from "#test/core/simulate/bareRun.ts";

/** A machine with what may be done to it, and how far to go. */
export interface LawGiven {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly spec?: PlaySpec;
  readonly input?: JsonObject;
  /** Events that are asked about after every step. */
  readonly probes: readonly PlayEvent[];
  /** An event to send, legal or not. */
  readonly event: (random: () => number, suggest: () => PlayEvent | null) => PlayEvent;
  readonly seed: number;
  readonly steps: number;
}

/** How a walk went. A step is an event that was sent, refused or not, time that passed, or an answer. */
export interface LawWalk {
  /** The first difference, if there is one: the two runs go apart after it. */
  readonly difference?: string;
  readonly steps: number;
  readonly microsteps: number;
  readonly causes: ReadonlySet<string>;
}

/** What an answer of a player has that is compared. */
export type LawOutcome = Pick<Outcome, "view" | "microsteps" | "refused">;
type Answer<T> = T | Promise<T>;

/**
 * A player that remembers where its play stands: in this process, or in another one behind lines of JSON. All methods fail with PlayError.
 */
export interface LawPlayer {
  start(input: JsonObject): Answer<LawOutcome>;
  /** A refused event leaves the play as it was: `isSame` says whether it is. */
  send(event: PlayEvent): Answer<LawOutcome & { readonly isSame: boolean }>;
  can(event: PlayEvent): Answer<Pick<Can, "can" | "reasons">>;
  advance(ms: number): Answer<LawOutcome>;
  answer(answer: PlayAnswer): Answer<LawOutcome>;
  /** A move that is accepted; null where it knows none. */
  suggest(seed: number): PlayEvent | null;
}

/** A player of this process. */
export function ownPlayer(player: ReturnType<typeof createPlayer>): LawPlayer {
  let now: Outcome | undefined;
  const state = () => (now as Outcome).state;
  return {
    start: (input) => (now = player.start(input)),
    send: (event) => {
      const before = state();
      now = player.send(before, event);
      return { ...now, isSame: now.state === before };
    },
    can: (event) => player.can(state(), event),
    advance: (ms) => (now = player.advance(state(), ms)),
    answer: (answer) => (now = player.answer(state(), answer)),
    suggest: (seed) => player.random(state(), seed),
  };
}

/**
 * Plays by chance on a player and on a real actor of XState beside it, and compares all that can be seen after every step. What actors
 * answer is drawn as well: the player is given it by its user, the actor of XState by actors that do as they are told.
 */
export async function lawWalk(given: LawGiven, player: LawPlayer): Promise<LawWalk> {
  const walk = new Walk(given, player);
  try {
    await walk.go();
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    return {
      ...walk.summary(),
      difference: `${given.name}, seed ${given.seed}, step ${walk.steps}: ${error.message}`,
    };
  }
  return walk.summary();
}

class Difference extends Error {}

class Walk {
  readonly #given: LawGiven;
  readonly #player: LawPlayer;
  readonly #random: () => number;
  readonly #causes = new Set<string>();
  #bare: BareRun;
  #outcome: LawOutcome | undefined;
  #microsteps = 0;
  steps = 0;

  constructor(given: LawGiven, player: LawPlayer) {
    this.#given = given;
    this.#player = player;
    this.#random = randomSource(given.seed + 1);
    this.#bare = new BareRun(given.machine, given.input);
  }

  summary = (): LawWalk => ({ steps: this.steps, microsteps: this.#microsteps, causes: this.#causes });

  async go(): Promise<void> {
    await this.#start();
    while (this.steps < this.#given.steps) {
      if (!this.#active()) {
        // Played to its end, or stopped where XState finds no end: once more, and by the same chance another way.
        this.#bare.stop();
        this.#bare = new BareRun(this.#given.machine, this.#given.input);
        await this.#start();
        if (!this.#active()) return;
      }
      this.steps++;
      await this.#step();
    }
    this.#bare.stop();
  }

  #active = (): boolean => this.#outcome?.view.status === "active";

  #start = (): Promise<void> =>
    this.#both(
      () => this.#player.start(this.#given.input ?? {}),
      () => undefined,
    );

  async #step(): Promise<void> {
    const { view } = this.#outcome as LawOutcome;
    const roll = this.#random();
    if (this.#bare.pending > 0 && roll < 0.2) {
      const ms = Math.floor(this.#random() * 300);
      return this.#both(
        () => this.#player.advance(ms),
        () => this.#bare.advance(ms),
      );
    }
    const waiting = (view.actors ?? []).filter(({ status }) => status === "waiting");
    const actor = waiting[Math.floor(this.#random() * waiting.length)];
    const answer = actor && roll < 0.45 ? this.#answerOf(actor) : undefined;
    if (answer)
      return this.#both(
        () => this.#player.answer(answer),
        () => this.#bare.answer(answer),
      );
    const suggest = () => this.#player.suggest(Math.floor(this.#random() * 2 ** 31));
    const event = this.#given.event(this.#random, suggest);
    const can = this.#bare.can(event);
    const refused = await this.#attempt(() => this.#player.can(event));
    // Payloads are checked before the machine: XState takes what it is given.
    if (refused?.reasons.some(({ code }) => code === "payload")) return;
    if (refused && refused.can !== can)
      throw new Difference(`${JSON.stringify(event)}: can ${refused.can} instead of ${can}`);
    return this.#both(
      () => this.#player.send(event),
      () => this.#bare.send(event),
      can,
    );
  }

  #answerOf({
    id,
    kind,
    heard,
  }: NonNullable<Outcome["view"]["actors"]>[number]): (PlayAnswer & { actor: string }) | undefined {
    const n = Math.floor(this.#random() * 9);
    const ways: PlayAnswer[] =
      kind === "promise"
        ? [{ value: n }, { value: n }, { error: `e${n}` }]
        : kind === "callback"
          ? [{ event: { type: n % 2 === 0 ? "A" : "d.x" } }]
          : kind === "observable"
            ? [{ value: null }, { error: `e${n}` }, ...(heard ? [{ next: n }, { next: n + 1 }] : [])]
            : kind === "machine"
              ? // A machine that is heard of changes when it speaks, which a person who answers for it says by itself.
                [{ value: n }, ...(heard ? [] : [{ event: { type: n % 2 === 0 ? "A" : "d.x" } }])]
              : heard
                ? [{ next: n }]
                : [];
    const way = ways[Math.floor(this.#random() * ways.length)];
    return way && { actor: id, ...way };
  }

  async #attempt<T>(ask: () => Answer<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof PlayError) return undefined;
      throw error;
    }
  }

  /**
   * Does one thing to both. Where XState finds a step without end, or fails, the player has to stop as well.
   * @param isTaken false for an event that no transition takes: the player refuses it, unless an automatic transition goes
   */
  async #both(
    own: () => Answer<LawOutcome & { readonly isSame?: boolean }>,
    bare: () => void,
    isTaken = true,
  ): Promise<void> {
    bare();
    const { failed } = this.#bare;
    let outcome: (LawOutcome & { readonly isSame?: boolean }) | undefined;
    let fault: unknown;
    try {
      outcome = await own();
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      fault = error;
    }
    if (this.#bare.snapshot.status === "error" && fault) {
      this.#outcome = undefined;
      return;
    }
    // Timers that set each other multiply: such a play is begun anew.
    if (fault instanceof PlayError && fault.fault.code === "over-budget")
      return void (this.#outcome = undefined);
    if (!outcome) throw new Difference(`the player fails: ${String(fault)}; XState: ${String(failed)}`);
    const seen = this.#bare.seen();
    const goesOn = seen.microsteps.some((line) => line.startsWith(" | "));
    if (outcome.refused === (isTaken || goesOn))
      throw new Difference(
        `the event was ${outcome.refused ? "" : "not "}refused, XState: ${seen.microsteps[0]}`,
      );
    if (outcome.refused) {
      if (!outcome.isSame) throw new Difference("a refused event changed the play");
      return;
    }
    // What another process would get of it: all that is computed only when it is read.
    const changed = JSON.parse(JSON.stringify(outcome.microsteps)) as readonly Microstep[];
    const missing = this.#outcome && unnamedChange(this.#outcome, outcome, changed);
    if (missing !== undefined)
      throw new Difference(`no microstep says that the context's ${missing} changed`);
    this.#outcome = outcome;
    this.#microsteps += outcome.microsteps.length;
    for (const { cause } of outcome.microsteps) this.#causes.add(cause);
    compare(seenOf(outcome), seen);
    if (outcome.view.status !== "active") return;
    for (const probe of this.#given.probes) {
      const { can, reasons } = await this.#player.can(probe);
      if (reasons.some(({ code }) => code === "payload") || can === this.#bare.can(probe)) continue;
      throw new Difference(`${JSON.stringify(probe)} is ${can ? "" : "not "}enabled`);
    }
  }
}

/** A field of the context that is another one than before, though no microstep has a change of it. */
function unnamedChange(
  before: LawOutcome,
  { view }: LawOutcome,
  microsteps: readonly Microstep[],
): string | undefined {
  const named = new Set(
    microsteps.flatMap(({ changes }) => changes.map(({ at }) => at.split(/[.[]/)[0] ?? "")),
  );
  return Object.keys(view.context).find(
    (key) =>
      !named.has(key) && JSON.stringify(before.view.context[key]) !== JSON.stringify(view.context[key]),
  );
}

function compare(own: Seen, bare: Seen): void {
  for (const part of Object.keys(bare) as (keyof Seen)[]) {
    const [a, b] = [JSON.stringify(own[part]), JSON.stringify(bare[part])];
    if (a === b) continue;
    const [mine, theirs] = [own[part], bare[part]];
    if (!Array.isArray(mine) || !Array.isArray(theirs)) throw new Difference(`${part} ${a} instead of ${b}`);
    const at = mine.findIndex((one, i) => one !== theirs[i]);
    const i = at < 0 ? mine.length : at;
    throw new Difference(
      `${part}[${i}] of ${theirs.length}: ${mine[i]} instead of ${theirs[i]} after ${theirs[i - 1]}`,
    );
  }
}

function seenOf({ view, microsteps }: LawOutcome): Seen {
  const statuses = { waiting: "active", done: "done", error: "error", stopped: "stopped" } as const;
  const told = microsteps.filter(({ cause }) => cause !== "start");
  return {
    in: view.in,
    context: view.context,
    status: view.status,
    output: json(view.output ?? null),
    children: (view.status === "active" ? (view.actors ?? []) : [])
      .map(({ id, status }) => `${id} ${statuses[status]}`)
      .sort(),
    microsteps: told.map((step) => `${step.event} | ${selectedIn(step)} | ${step.in.join(" ")}`),
    actions: microsteps.flatMap(({ effects }) =>
      effects.map((effect) => actionLine(effect.type, { ...effect })),
    ),
    marks: microsteps.flatMap(({ actions }) =>
      actions.flatMap(({ name, params }) => (name === "mark" ? String((params as { at?: string }).at) : [])),
    ),
  };
}

/** The transitions that XState selected: those whose guard held, of automatic ones without those that lost to others. */
const selectedIn = ({ event, considered, taken }: Microstep): string =>
  event === ""
    ? taken.map(transitionIdOf).join(" ")
    : considered
        .filter(({ verdict }) => verdict)
        .map(transitionIdOf)
        .join(" ");
