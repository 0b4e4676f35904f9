import {
  and,
  assign,
  cancel,
  emit,
  enqueueActions,
  fromCallback,
  not,
  or,
  raise,
  setup,
  spawnChild,
  stateIn,
  stopChild,
  type AnyStateMachine,
} from "xstate";
import { randomSource } from "#core/simulate/randomSource.ts";

/** What the guards of a made machine were asked, in order: `even:true`. */
export const guardCalls: string[] = [];

const asked = (name: string, verdict: boolean): boolean => {
  guardCalls.push(`${name}:${verdict}`);
  return verdict;
};

interface Context {
  /** Automatic steps that are left: no machine goes on for ever. */
  readonly fuel: number;
  readonly n: number;
  readonly log: readonly string[];
}

const burn = ({ context }: { context: Context }) => ({ fuel: context.fuel - 1 });

const base = setup({
  types: {} as { context: Context; events: { type: string } },
  actors: { kid: fromCallback(() => undefined) },
  guards: {
    even: ({ context }) => asked("even", context.n % 2 === 0),
    third: ({ context }) => asked("third", context.n % 3 === 0),
    below: ({ context }, { max }: { max: number }) => asked("below", context.n % 7 < max),
    fuelled: ({ context }) => asked("fuelled", context.fuel > 0),
    evenThird: and(["even", "third"]),
    oddOrThird: or([not("even"), "third"]),
  },
  actions: {
    inc: assign({ n: ({ context }) => context.n + 1 }),
    note: assign({
      log: ({ context }, params: unknown) => [...context.log, (params as { text: string }).text].slice(-6),
    }),
    burn: assign(burn),
    tell: () => undefined,
    // What may be enqueued is not known before setup has been read.
    raisesMore: enqueueActions(({ context, enqueue, check }) => {
      enqueue("tell");
      if (context.fuel <= 0) return;
      enqueue.assign(burn);
      enqueue({ type: "note", params: { text: "more" } });
      if (check(({ context: { n } }) => n % 2 === 0)) enqueue.raise({ type: "A" });
      else enqueue.raise({ type: "B" });
    }),
  },
});

export const EVENTS = ["A", "B", "C", "d.x", "d.y"];

/** A machine by chance: regions, history, raised events, automatic, delayed and forbidden transitions, wildcards, actors, ends. */
export function madeMachine(seed: number): AnyStateMachine {
  const random = randomSource(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const ids: string[] = [];
  let count = 0;

  interface Made {
    readonly id: string;
    readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
    readonly children: readonly Made[];
  }
  const grow = (depth: number, top: boolean): Made => {
    const id = `s${count++}`;
    ids.push(id);
    const roll = random();
    if (depth === 0 || (!top && roll < 0.45)) return { id, kind: "atomic", children: [] };
    const kind = !top && roll < 0.65 ? "parallel" : "compound";
    const children = Array.from({ length: 2 + below(2) }, () => grow(depth - 1, false));
    const more: Made[] = [];
    if (kind === "compound" && random() < (top ? 0.15 : 0.4))
      more.push({ id: `s${count++}`, kind: "final", children: [] });
    if (random() < 0.3) more.push({ id: `s${count++}`, kind: "history", children: [] });
    ids.push(...more.map((one) => one.id));
    return { id, kind, children: [...children, ...more] };
  };
  const root = grow(3, true);

  const guard = (): unknown =>
    pick<unknown>([
      "even",
      "third",
      { type: "below", params: { max: below(8) } },
      { type: "below", params: ({ context }: { context: Context }) => ({ max: context.n % 5 }) },
      "evenThird",
      "oddOrThird",
      and(["even", not("third"), { type: "below", params: { max: 4 } }] as never),
      or([stateIn(`#${pick(ids)}`), "third"] as never),
      not(or(["even", "evenThird"] as never)),
      ({ context }: { context: Context }) => asked("inline", context.log.length % 2 === 0),
    ]);
  const action = (): unknown =>
    pick<unknown>([
      "inc",
      "inc",
      "tell",
      { type: "note", params: { text: `t${below(9)}` } },
      { type: "note", params: ({ context }: { context: Context }) => ({ text: `n${context.n}` }) },
      assign({ n: ({ context }: { context: Context }) => context.n + 2 } as never),
      "raisesMore",
      raise({ type: pick(EVENTS) } as never, { delay: 100 + below(400), id: `late${below(3)}` }),
      cancel(`late${below(3)}`),
      emit({ type: "told" } as never),
      spawnChild("kid" as never, { id: `kid${below(2)}` } as never),
      stopChild(`kid${below(2)}`),
      () => undefined,
    ]);
  const actions = (most: number): unknown[] => Array.from({ length: below(most + 1) }, action);
  const target = () => (random() < 0.8 ? { target: `#${pick(ids)}` } : {});
  const transition = () => ({
    ...target(),
    ...(random() < 0.5 ? { guard: guard() } : {}),
    ...(random() < 0.3 ? { reenter: true } : {}),
    actions: actions(2),
  });
  const raising = () => ({
    ...target(),
    guard: random() < 0.5 ? "fuelled" : and(["fuelled", guard()] as never),
    actions: ["burn", raise({ type: pick(EVENTS) } as never), ...actions(1)],
  });
  const listOf = (one: () => unknown): unknown[] => Array.from({ length: 1 + below(2) }, one);
  const config = (made: Made, top: boolean): object => {
    if (made.kind === "history")
      return { id: made.id, type: "history", ...(random() < 0.5 ? { history: "deep" } : {}) };
    if (made.kind === "final") return { id: made.id, type: "final", entry: actions(1) };
    const on: Record<string, unknown> = {};
    for (const event of [...EVENTS, "d.*", "*"])
      if (random() < (event === "*" ? 0.05 : 0.3)) on[event] = listOf(random() < 0.25 ? raising : transition);
    if (random() < 0.08) on[pick(EVENTS)] = {};
    const within = made.children.filter(({ kind }) => kind !== "history" && kind !== "final");
    return {
      id: made.id,
      entry: actions(2),
      exit: actions(1),
      on,
      ...(random() < 0.25
        ? {
            always: listOf(() => ({
              ...target(),
              guard: and(["fuelled", guard()] as never),
              actions: ["burn", ...actions(1)],
            })),
          }
        : {}),
      ...(random() < 0.2 ? { after: { [100 + below(300)]: transition() } } : {}),
      ...(made.children.length > 0
        ? {
            ...(made.kind === "parallel" ? { type: "parallel" } : { initial: pick(within).id }),
            ...(random() < 0.4 && !top
              ? { onDone: { ...target(), guard: "fuelled", actions: ["burn", ...actions(1)] } }
              : {}),
            states: Object.fromEntries(made.children.map((child) => [child.id, config(child, false)])),
          }
        : {}),
    };
  };
  return base.createMachine({
    ...config(root, true),
    options: { maxIterations: 400 },
    context: { fuel: 30, n: below(5), log: [] },
  } as never) as unknown as AnyStateMachine;
}
