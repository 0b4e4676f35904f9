import {
  and,
  assign,
  cancel,
  emit,
  enqueueActions,
  forwardTo,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  log,
  not,
  or,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
  type AnyStateMachine,
} from "xstate";
import { randomSource } from "#core/simulate/randomSource.ts";

interface Context {
  /** Automatic steps that are left: no machine goes on for ever. */
  readonly fuel: number;
  readonly n: number;
  readonly log: readonly string[];
  readonly refs: readonly unknown[];
}
type Of = { readonly context: Context; readonly event: Readonly<Record<string, unknown>> };

const burn = ({ context }: { context: Context }) => ({ fuel: context.fuel - 1 });

/** By session id, how a callback speaks to its machine. */
export const voices = new Map<string, (event: never) => void>();

const silent = () => ({ subscribe: () => ({ unsubscribe: () => undefined }) });

/** Actors that do nothing by themselves: what they answer they are told. */
const logics = {
  voice: fromCallback(({ self, sendBack }) => {
    voices.set(self.sessionId, sendBack as (event: never) => void);
    return () => void voices.delete(self.sessionId);
  }),
  promise: fromPromise<unknown>(() => new Promise(() => undefined)),
  observable: fromObservable<unknown, undefined>(silent as never),
  counter: fromTransition(
    (was: number, event: { type: string; n?: number }) => (event.type === "SET" ? (event.n ?? was) : was),
    0,
  ),
  game: setup({
    types: {} as { context: { n: number }; events: { type: "FINISH" | "SAY" | "BYE"; n: number } },
  }).createMachine({
    context: { n: 0 },
    initial: "on",
    output: ({ context }) => context.n,
    states: {
      on: {
        on: {
          FINISH: { target: "over", actions: assign({ n: ({ event }) => event.n }) },
          SAY: { actions: sendParent(({ event }) => ({ type: event.n % 2 === 0 ? "A" : "d.x" })) },
        },
      },
      over: { type: "final" },
    },
  }),
};
const SOURCES = ["voice", "promise", "observable", "counter", "game"] as const;

const base = setup({
  types: {} as { context: Context; events: { type: string } },
  actors: logics,
  delays: { soon: 70, later: ({ context }) => 100 + (context.n % 5) * 20 },
  guards: {
    even: ({ context }) => context.n % 2 === 0,
    third: ({ context }) => context.n % 3 === 0,
    below: ({ context }, { max }: { max: number }) => context.n % 7 < max,
    fuelled: ({ context }) => context.fuel > 0,
    evenThird: and(["even", "third"]),
    oddOrThird: or([not("even"), "third"]),
  },
  actions: {
    inc: assign({ n: ({ context }) => context.n + 1 }),
    note: assign({
      log: ({ context }, params: unknown) => [...context.log, (params as { text: string }).text].slice(-6),
    }),
    burn: assign(burn),
    refuel: assign({ fuel: 12 }),
    mark: (_, _params: { at: string }) => undefined,
    tell: () => undefined,
  },
});
// Actions that enqueue others know these only after setup has read them.
const machines = base.extend({
  actions: {
    raisesMore: enqueueActions(({ context, enqueue, check }) => {
      const go = enqueue as unknown as Enqueue;
      go("tell");
      if ((context as unknown as Context).fuel <= 0) return;
      go.assign(burn);
      go({ type: "note", params: { text: "more" } });
      go.raise({ type: (check as unknown as (guard: unknown) => boolean)("even") ? "A" : "B" });
    }),
    /** Sends the machine itself an event, and may do so only so often. */
    toSelf: enqueueActions(({ context, enqueue, self }) => {
      const go = enqueue as unknown as Enqueue;
      if ((context as unknown as Context).fuel <= 0) return;
      go.assign(burn);
      go.sendTo(self, { type: "C" });
    }),
    many: enqueueActions(({ context, enqueue }) => {
      const go = enqueue as unknown as Enqueue;
      go.emit({ type: "told", n: (context as unknown as Context).n });
      go.cancel("late0");
      go.spawnChild("voice", { id: "kid1" });
      go({ type: "mark", params: { at: `many ${(context as unknown as Context).n}` } });
      go.stopChild("kid0");
      if ((context as unknown as Context).fuel <= 0) return;
      go.assign(burn);
      go.raise({ type: "d.x" }, { id: "late1", delay: 50 + (context as unknown as Context).n });
    }),
  },
} as never) as unknown as typeof base;

interface Enqueue {
  (action: unknown): void;
  assign(how: unknown): void;
  raise(event: unknown, how?: unknown): void;
  sendTo(to: unknown, event: unknown, how?: unknown): void;
  emit(event: unknown): void;
  cancel(id: string): void;
  spawnChild(src: string, how: unknown): void;
  stopChild(id: string): void;
}

/** Does something later: burns fuel, so that timers do not set each other without end. */
const later = (doing: (go: Enqueue, context: Context, self: unknown) => void): unknown =>
  enqueueActions(({ context, enqueue, self }) => {
    const now = context as unknown as Context;
    if (now.fuel <= 0) return;
    const go = enqueue as unknown as Enqueue;
    go.assign(burn);
    doing(go, now, self);
  });

/** Events that a machine may send itself. */
const OWN_EVENTS = ["A", "B", "C", "d.x", "d.y"];
/** Events that a walk may send; `FUEL` lets the machine go on by itself again. */
export const WHOLE_EVENTS = [...OWN_EVENTS, "FUEL"];

interface Made {
  readonly id: string;
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
  readonly children: readonly Made[];
}

/**
 * A machine by chance, out of every construct of XState 5.33: regions, history, routes, raised events and those that it sends itself,
 * automatic, delayed and forbidden transitions, several targets, wildcards, guards of all kinds, actors that are invoked and spawned,
 * with what they answer, `enqueueActions`, `emit`, `cancel`, `log`, delays with names, ends with outputs.
 */
export const wholeMachine = (seed: number): AnyStateMachine => new Maker(seed).machine();

/** The states of a made machine that a route leads to: their ids. */
export const routesOf = (machine: AnyStateMachine): string[] =>
  [...machine.root.transitions.keys()].includes("xstate.route")
    ? (machine.root.transitions.get("xstate.route") ?? []).map(({ target }) => target?.[0]?.id ?? "")
    : [];

class Maker {
  readonly #random: () => number;
  readonly #ids: string[] = [];
  #count = 0;

  constructor(seed: number) {
    this.#random = randomSource(seed);
  }
  #below = (n: number): number => Math.floor(this.#random() * n);
  #pick = <T>(list: readonly T[]): T => list[this.#below(list.length)] as T;
  #often = (share: number): boolean => this.#random() < share;
  #some = <T>(most: number, one: () => T): T[] => Array.from({ length: this.#below(most + 1) }, one);
  #one = <T>(one: () => T): T[] => Array.from({ length: 1 + this.#below(2) }, one);

  machine(): AnyStateMachine {
    const root = this.#grow(3, true);
    return machines.createMachine({
      ...this.#config(root, true),
      options: { maxIterations: 400 },
      context: { fuel: 12, n: this.#below(5), log: [], refs: [] },
      output: ({ context }: Of) => ({ n: context.n }),
    } as never) as unknown as AnyStateMachine;
  }

  #grow(depth: number, top: boolean): Made {
    const id = `s${this.#count++}`;
    this.#ids.push(id);
    const roll = this.#random();
    if (depth === 0 || (!top && roll < 0.45)) return { id, kind: "atomic", children: [] };
    const kind = !top && roll < 0.65 ? "parallel" : "compound";
    const children = Array.from({ length: 2 + this.#below(2) }, () => this.#grow(depth - 1, false));
    const more: Made[] = [];
    if (kind === "compound" && this.#often(top ? 0.1 : 0.4))
      more.push({ id: `s${this.#count++}`, kind: "final", children: [] });
    if (this.#often(0.3)) more.push({ id: `s${this.#count++}`, kind: "history", children: [] });
    this.#ids.push(...more.map((one) => one.id));
    return { id, kind, children: [...children, ...more] };
  }

  #guard = (): unknown =>
    this.#pick<() => unknown>([
      () => "even",
      () => "third",
      () => ({ type: "below", params: { max: this.#below(8) } }),
      () => ({ type: "below", params: ({ context }: Of) => ({ max: context.n % 5 }) }),
      () => "evenThird",
      () => "oddOrThird",
      () => and(["even", not("third"), { type: "below", params: { max: 4 } }] as never),
      () => or([stateIn(`#${this.#pick(this.#ids)}`), "third"] as never),
      () => not(or(["even", "evenThird"] as never)),
      () =>
        ({ context }: Of) =>
          context.log.length % 2 === 0,
    ])();

  #action = (): unknown =>
    this.#pick<() => unknown>([
      () => "inc",
      () => "inc",
      () => "tell",
      () => ({ type: "mark", params: ({ context }: Of) => ({ at: `n${context.n}` }) }),
      () => ({ type: "note", params: { text: `t${this.#below(9)}` } }),
      () => ({ type: "note", params: ({ context }: Of) => ({ text: `n${context.n}` }) }),
      () => assign({ n: ({ context }: Of) => context.n + 2 } as never),
      () => "raisesMore",
      () => "toSelf",
      () => "many",
      () => log("told"),
      () => {
        const event = { type: this.#pick(OWN_EVENTS) };
        const id = `late${this.#below(3)}`;
        const delay = 100 + this.#below(400);
        return later((go) => go.raise(event, { delay, id }));
      },
      () =>
        later((go, { n }) =>
          go.raise({ type: n % 2 === 0 ? "A" : "d.y" }, { delay: () => 20 + (n % 4) * 60 }),
        ),
      () => {
        const [event, delay] = [{ type: this.#pick(OWN_EVENTS) }, this.#pick(["soon", "later"])];
        return later((go) => go.raise(event, { delay }));
      },
      () => {
        const [event, delay] = [{ type: this.#pick(OWN_EVENTS) }, 80 + this.#below(100)];
        return later((go, _, self) => go.sendTo(self, event, { delay, id: "own" }));
      },
      () => cancel(this.#pick(["own", "late0", "late1", "late2"])),
      () => emit({ type: "told" } as never),
      () => spawnChild(this.#pick(SOURCES) as never, { id: `kid${this.#below(2)}` } as never),
      () => stopChild(`kid${this.#below(2)}`),
      () =>
        assign({
          refs: ({ context, spawn }: Of & { spawn: (src: string, how: object) => unknown }) =>
            context.refs.length >= 2
              ? []
              : [...context.refs, spawn("promise", { id: `ref${context.refs.length}` })],
        } as never),
      () =>
        enqueueActions(({ enqueue, check }) => {
          const go = enqueue as unknown as Enqueue;
          if ((check as unknown as (guard: unknown) => boolean)("third")) go("inc");
          go({ type: "mark", params: { at: "inline" } });
        }),
      () => () => undefined,
    ])();

  #actions = (most: number): unknown[] => this.#some(most, this.#action);
  #target = () => (this.#often(0.8) ? { target: `#${this.#pick(this.#ids)}` } : {});
  #transition = () => ({
    ...this.#target(),
    ...(this.#often(0.5) ? { guard: this.#guard() } : {}),
    ...(this.#often(0.3) ? { reenter: true } : {}),
    actions: this.#actions(2),
  });
  /** One that the machine may take by itself, and so only while there is fuel. */
  #fuelled = (more: object = {}) => ({
    ...this.#target(),
    guard: this.#often(0.5) ? "fuelled" : and(["fuelled", this.#guard()] as never),
    actions: ["burn", ...this.#actions(1)],
    ...more,
  });
  #raising = () => this.#fuelled({ actions: ["burn", raise({ type: this.#pick(OWN_EVENTS) } as never)] });

  #on(made: Made, top: boolean): object {
    const on: Record<string, unknown> = {};
    for (const event of [...OWN_EVENTS, "d.*"])
      if (this.#often(0.3)) on[event] = this.#one(this.#often(0.25) ? this.#raising : this.#transition);
    // It takes what XState sends the machine, too.
    if (this.#often(0.05)) on["*"] = this.#fuelled();
    if (this.#often(0.08)) on[this.#pick(OWN_EVENTS)] = {};
    if (top) on["FUEL"] = { actions: "refuel" };
    const child = made.children.find(({ kind }) => kind !== "history");
    if (child && this.#often(0.2)) on["C"] = { target: `.${child.id}`, actions: this.#actions(1) };
    if (made.kind === "parallel" && this.#often(0.5))
      on["B"] = {
        target: made.children
          .filter(({ kind }) => kind === "compound" || kind === "atomic")
          .map(({ id }) => `#${id}`),
      };
    return on;
  }

  #invocations(made: Made): { readonly config: object[]; readonly voices: readonly string[] } {
    if (!this.#often(0.3)) return { config: [], voices: [] };
    const all = this.#one(() => this.#pick(SOURCES)).map((src, n) => ({ src, id: `${made.id}.${n}` }));
    const noted = (of: "output" | "error") => ({
      ...this.#target(),
      guard: this.#often(0.4) ? this.#guard() : "fuelled",
      actions: [
        "burn",
        { type: "note", params: ({ event }: Of) => ({ text: `${of} ${String(event[of] ?? "-")}` }) },
        ...this.#actions(1),
      ],
    });
    return {
      voices: all.filter(({ src }) => src === "voice").map(({ id }) => id),
      config: all.map(({ src, id }) => ({
        id,
        src,
        ...(this.#often(0.7) ? { onDone: this.#one(() => noted("output")) } : {}),
        ...(this.#often(0.8) ? { onError: noted("error") } : {}),
        ...((src === "observable" || src === "counter") && this.#often(0.7)
          ? {
              onSnapshot: {
                ...(this.#often(0.3) ? this.#target() : {}),
                guard: "fuelled",
                actions: ["burn", { type: "note", params: ({ event }: Of) => ({ text: nextText(event) }) }],
              },
            }
          : {}),
      })),
    };
  }

  #config(made: Made, top: boolean): object {
    if (made.kind === "history")
      return {
        id: made.id,
        type: "history",
        ...(this.#often(0.5) ? { history: "deep" } : {}),
      };
    const mark = (what: string) => ({ type: "mark", params: { at: `${what} ${made.id}` } });
    if (made.kind === "final")
      return {
        id: made.id,
        type: "final",
        entry: [mark("in"), ...this.#actions(1)],
        output: ({ context }: Of) => ({ n: context.n }),
      };
    const within = made.children.filter(({ kind }) => kind !== "history" && kind !== "final");
    const invoked = this.#invocations(made);
    return {
      id: made.id,
      entry: [mark("in"), ...this.#actions(2)],
      exit: [
        mark("out"),
        ...invoked.voices.map((id) =>
          this.#often(0.5) ? forwardTo(id) : sendTo(id, { type: "BYE" } as never),
        ),
        ...this.#actions(1),
      ],
      on: this.#on(made, top),
      ...(invoked.config.length > 0 ? { invoke: invoked.config } : {}),
      ...(!top && this.#often(0.25) ? { route: this.#often(0.5) ? {} : { guard: this.#guard() } } : {}),
      ...(this.#often(0.25) ? { always: this.#one(() => this.#fuelled()) } : {}),
      ...(this.#often(0.3)
        ? {
            after: {
              [this.#pick<string | number>([100 + this.#below(300), "soon", "later"])]: this.#one(
                this.#transition,
              ),
            },
          }
        : {}),
      ...(made.children.length > 0
        ? {
            ...(made.kind === "parallel"
              ? { type: "parallel" }
              : {
                  initial: this.#often(0.3)
                    ? { target: this.#pick(within).id, actions: this.#actions(1) }
                    : this.#pick(within).id,
                }),
            ...(this.#often(0.4) && !top ? { onDone: this.#fuelled() } : {}),
            states: Object.fromEntries(made.children.map((child) => [child.id, this.#config(child, false)])),
          }
        : {}),
    };
  }
}

const nextText = (event: Readonly<Record<string, unknown>>): string =>
  `next ${String((event["snapshot"] as { context?: unknown }).context ?? "-")}`;
