import { createActor, fromPromise } from "xstate";
import type { FormulaFault, FormulaReader } from "#core/run/debugging/contextFormula.ts";
import { into, isDecision, out, over, type Direction, type Place } from "#core/run/debugging/microcursor.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { cursorStep, way } from "#core/run/timeline/timeline.ts";
import { Breaks } from "#app/play/stepping/Breaks.ts";
import type { RunSession } from "#app/play/RunSession.ts";
import {
  steppingMachine,
  type Goal,
  type MovesInput,
  type Stop,
  type Stretch,
  type WalkInput,
} from "#app/play/stepping/stepping.machine.ts";
import { walkInto, walkOver, walkThrough } from "#app/play/stepping/walk.ts";
import { takeMoves } from "#app/play/stepping/takeMoves.ts";
import type { StoredBreakpoints } from "#app/studio/storedBreakpoints.ts";

/** What a run does just now. */
export type Mode = "idle" | "paused" | "random" | "recorded" | "stopped";

export interface SteppingState {
  readonly mode: Mode;
  /** Of a run at random: steps that were played, and how many are wanted. */
  readonly taken: number;
  readonly of: number;
  readonly pace: number;
  /** Why it stands at a breakpoint. */
  readonly stop: Stop | null;
  /** How often each breakpoint stopped the play, by its key. */
  readonly counts: ReadonlyMap<string, number>;
  /** Formulas of breakpoints that could not be worked out in the last step that was looked through, by key. */
  readonly failures: ReadonlyMap<string, FormulaFault>;
}

/** Steps that a run to a decision or a breakpoint may take. A game that has reached neither by then most likely never does. */
export const MAX_STEPS_TO_GOAL = 1_000;
/**
 * How long a run at random goes on before it shows where it is, in milliseconds; twice as long as showing takes, within these bounds, so
 * that most of the time is played.
 */
const SHOWN_AFTER_MS = [100, 1_000] as const;
/** What a request may still take once it was given up, in milliseconds. */
const GIVE_UP_MS = 100;

/**
 * Steps through a play: into microsteps, over steps, at random, back, to breakpoints. The session plays and holds the run; what goes on
 * is a machine with a chart of its own (`stepping.machine.ts`).
 */
export class Stepping {
  readonly breakpoints: StoredBreakpoints;
  readonly #session: RunSession;
  readonly #tellNothing: () => void;
  readonly #actor;
  readonly #listeners = new Set<() => void>();
  readonly #breaks: Breaks;
  #state: SteppingState;
  /** The run that was seen last, and whether what comes is of one's own doing. */
  #lastRun: Run | null = null;
  #micro: number | null = null;
  #ownSteps = 0;
  /** What it took last to show where a run at random is. */
  #showingMs = 0;
  /** Where a run at random stood last: it does not go on from elsewhere. */
  #left: number | null = null;

  /** @param onChange no random move could be taken */
  constructor(session: RunSession, breakpoints: StoredBreakpoints, onChange: () => void = () => undefined) {
    this.#session = session;
    this.breakpoints = breakpoints;
    this.#breaks = new Breaks(
      breakpoints,
      () => session.get().playable?.spec.code?.consts,
      () => this.#changed(),
    );
    this.#tellNothing = onChange;
    this.#actor = createActor(
      steppingMachine.provide({
        actors: {
          moves: fromPromise(({ input, signal }: { input: MovesInput; signal: AbortSignal }) =>
            this.#moves(input, signal),
          ),
          light: fromPromise(({ input, signal }: { input: { readonly pace: number }; signal: AbortSignal }) =>
            this.#light(input.pace, signal),
          ),
          walk: fromPromise(({ input, signal }: { input: WalkInput; signal: AbortSignal }) =>
            this.#walk(input, signal),
          ),
        },
      }),
    );
    this.#actor.on("nothing", () => this.#tellNothing());
    this.#actor.subscribe(() => this.#changed());
    this.#actor.start();
    this.#state = this.#read();
    session.subscribe(() => this.#follow());
    this.#follow();
  }

  readonly get = (): SteppingState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  // ---- What a person does ----

  /** Into the next microstep, or back into the one before. */
  into(by: Direction): void {
    this.#goWith(into, by);
  }
  /** To the next step, or the one before. */
  over(by: Direction): void {
    this.#goWith(over, by);
  }
  /** Out of the microsteps of a step. */
  out(by: Direction): void {
    this.#goWith((_run, place, way) => out(place, way), by);
  }
  /** Whether there is such a place. */
  can(what: "into" | "over" | "out" | "decision" | "breakpoint", by: Direction): boolean {
    const [run, place] = [this.#session.shown(), this.#session.place()];
    if (!run || !place) return false;
    if (what === "into") return into(run, place, by) !== undefined;
    if (what === "over") return over(run, place, by) !== undefined;
    if (what === "out") return out(place, by) !== undefined;
    return by > 0 ? !this.#session.get().showBefore || !isTip(run) : over(run, place, by) !== undefined;
  }
  go(place: Place): void {
    this.#actor.send({ type: "moved" });
    this.#show(place);
  }
  /** Random moves, as many as wanted. What was played already after the cursor is kept: they begin a branch there. */
  random(of: number, seed: number): void {
    this.#left = null;
    this.#actor.send({ type: "run.random", goal: "count", of, seed });
  }
  /** Goes on: over what was played already, at its end with random moves. */
  run(of: number, seed: number): void {
    const [run, place] = [this.#session.shown(), this.#session.place()];
    if (run && place && this.#isAhead(run, place)) this.runTo("breakpoint", 1, seed);
    else this.random(of, seed);
  }
  /** Goes on until a goal is met: over what was played first, at its end with random moves. */
  runTo(goal: Goal, by: Direction, seed: number): void {
    const [run, place] = [this.#session.shown(), this.#session.place()];
    if (!run || !place) return;
    if (by < 0 || this.#isAhead(run, place)) this.#actor.send({ type: "run.recorded", goal, by });
    else {
      this.#left = null;
      this.#actor.send({ type: "run.random", goal, of: MAX_STEPS_TO_GOAL, seed });
    }
  }
  stop(): void {
    this.#actor.send({ type: "stop" });
  }
  setPace(pace: number): void {
    this.#actor.send({ type: "pace", pace });
  }

  /** Whether there is more to walk over: later steps, or breakpoints in the rest of the last one. */
  #isAhead(run: Run, place: Place): boolean {
    if (!isTip(run) || place.micro === null) return !isTip(run);
    return this.#breaks.next(run, place, 1) !== undefined;
  }

  #goWith(next: (run: Run, place: Place, by: Direction) => Place | undefined, by: Direction): void {
    const [run, place] = [this.#session.shown(), this.#session.place()];
    const to = run && place ? next(run, place, by) : undefined;
    if (to) this.go(to);
  }

  // ---- What the machine invokes ----

  async #moves({ goal, left, seed, single }: MovesInput, signal: AbortSignal): Promise<Stretch> {
    const at = this.#session.shown()?.cursor;
    if (this.#left !== null && at !== this.#left) return OVER;
    let stretch: Stretch = OVER;
    let ended = false;
    let played = performance.now();
    const giveUp = () => setTimeout(() => !ended && this.#session.interrupt(), GIVE_UP_MS);
    signal.addEventListener("abort", giveUp);
    await this.#asOwn(() =>
      this.#session.extend(async (from, ask) => {
        let stop: Stop | null = null;
        let met = false;
        const moves = await takeMoves(from, ask, {
          count: single ? 1 : left,
          seed,
          ms: Math.min(SHOWN_AFTER_MS[1], Math.max(SHOWN_AFTER_MS[0], 2 * this.#showingMs)),
          signal,
          isEnough: (run, step) => {
            stop = this.#breaks.stopIn(run, step);
            met = goal === "decision" && isDecision(step);
            return stop !== null || met;
          },
        });
        played = performance.now();
        const all = goal === "count" && moves.taken >= left;
        this.#left = moves.run.cursor;
        stretch = { taken: moves.taken, stop, isOver: moves.isOver || met || (all && !single) };
        return moves;
      }),
    );
    ended = true;
    this.#showingMs = performance.now() - played;
    signal.removeEventListener("abort", giveUp);
    if (stretch.stop && !signal.aborted) this.#show(stretch.stop.place);
    return stretch;
  }

  /** Shows the microsteps of the step at the cursor one after the other. */
  async #light(pace: number, signal: AbortSignal): Promise<undefined> {
    const run = this.#session.shown();
    if (!run || pace === 0) return;
    const { id, outcome } = cursorStep(run);
    if (isStill() || outcome.microsteps.length < 2) return void (await pause(pace, signal));
    for (const micro of outcome.microsteps.keys()) {
      this.#show({ step: id, micro });
      await pause(pace, signal);
    }
    this.#show({ step: id, micro: null });
  }

  /** Goes one place further over what was played; without a pace at once to where the goal is met. */
  async #walk({ goal, by, pace }: WalkInput, signal: AbortSignal): Promise<Stretch> {
    const [run, place] = [this.#session.shown(), this.#session.place()];
    if (!run || !place) return OVER;
    const walk = pace > 0 && !isStill() ? walkInto : pace > 0 ? walkOver : walkThrough;
    const { to, stop, isMet } = walk(run, place, { goal, by }, (from) => this.#breaks.next(run, from, by));
    if (to) this.#show(to);
    if (stop) this.#breaks.count(stop.hits);
    if (!to || stop || pace === 0) return { taken: 0, stop, isOver: true };
    await pause(pace, signal);
    return { taken: 0, stop: null, isOver: isMet };
  }

  /** Formulas with the constants of the machine that is played. */
  formulas(): FormulaReader {
    return this.#breaks.formulas();
  }

  // ---- The session ----

  #show(place: Place): void {
    void this.#asOwn(() => this.#session.show(place));
  }
  async #asOwn(task: () => Promise<void> | void): Promise<void> {
    this.#ownSteps++;
    try {
      await task();
    } finally {
      this.#ownSteps--;
    }
  }

  /** The session has changed: a play was opened or closed, a step sent, the cursor moved by somebody else. */
  #follow(): void {
    const { run, phase, micro, refused } = this.#session.get();
    const [was, wasMicro] = [this.#lastRun, this.#micro];
    this.#lastRun = run;
    this.#micro = micro;
    if (!run || phase !== "ready") {
      if (was) this.#breaks.forget();
      this.#lastRun = null;
      return this.#actor.send({ type: "play.closed" });
    }
    if (!was || was.steps[0] !== run.steps[0]) {
      this.#breaks.forget();
      this.#actor.send({ type: "play.opened" });
    }
    if (this.#ownSteps > 0) return;
    const added = was && run.steps.length === was.steps.length + 1 && run.steps[0] === was.steps[0];
    if (added) return this.#added(run);
    if (refused && refused.outcome !== this.#refused) this.#wasRefused(run);
    this.#refused = refused?.outcome;
    if (was && (was.cursor !== run.cursor || wasMicro !== micro)) this.#actor.send({ type: "moved" });
  }
  #refused: unknown;

  #added(run: Run): void {
    const step = cursorStep(run);
    const stop = this.#breaks.stopIn(run, step);
    this.#actor.send({ type: "moved" });
    // Once the session has notified its subscribers of the step.
    queueMicrotask(() => {
      if (this.#session.shown()?.cursor !== step.id) return;
      if (stop) {
        this.#show(stop.place);
        this.#actor.send({ type: "hit", stop });
      } else this.#actor.send({ type: "step.added" });
    });
  }

  #wasRefused(run: Run): void {
    const { refused } = this.#session.get();
    if (!refused) return;
    const hits = this.#breaks.hitsOf({
      do: { kind: "send", event: refused.event },
      outcome: refused.outcome,
      before: cursorStep(run).outcome,
    });
    if (hits.length === 0) return;
    this.#breaks.count(hits);
    this.#actor.send({ type: "hit", stop: { place: { step: run.cursor, micro: null }, hits } });
  }

  #read(): SteppingState {
    const snapshot = this.#actor.getSnapshot();
    const { taken, of, pace, stop } = snapshot.context;
    const mode: Mode = snapshot.matches("idle")
      ? "idle"
      : snapshot.matches("random")
        ? "random"
        : snapshot.matches("recorded")
          ? "recorded"
          : snapshot.matches({ resting: "stopped" })
            ? "stopped"
            : "paused";
    return { mode, taken, of, pace, stop, counts: this.#breaks.counts, failures: this.#breaks.failures };
  }
  #changed(): void {
    this.#state = this.#read();
    for (const listener of this.#listeners) listener();
  }
}

const OVER: Stretch = { taken: 0, stop: null, isOver: true };

const isTip = (run: Run): boolean => way(run).at(-1)?.id === run.cursor;

/** Whether the person wants nothing to move by itself. */
const isStill = (): boolean =>
  typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits. @throws when it was given up meanwhile */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    if (signal.aborted) return fail(new Error("given up"));
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(new Error("given up"));
    });
  });
