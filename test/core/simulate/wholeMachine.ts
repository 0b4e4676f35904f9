import type { AnyStateMachine } from "xstate";
import { randomSource } from "#core/simulate/randomSource.ts";
import { loadMachine } from "#adapters/sandbox/loadMachine.ts";
import { SOURCES, WHOLE_HEAD } from "#test/core/simulate/wholeHead.ts";

/** Events that a machine may send itself. */
const OWN_EVENTS = ["A", "B", "C", "d.x", "d.y", "d.x.z"];
/** Events that a walk may send; `FUEL` lets the machine go on by itself again. */
export const WHOLE_EVENTS = [...OWN_EVENTS, "d", "FUEL"];

interface Made {
  readonly id: string;
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
  readonly children: readonly Made[];
}

/** Code of an object: fields that are undefined are left out. */
type Code = string;
const object = (fields: Readonly<Record<string, Code | undefined>>): Code =>
  `{ ${Object.entries(fields)
    .flatMap(([key, code]) => (code === undefined ? [] : [`${JSON.stringify(key)}: ${code}`]))
    .join(", ")} }`;
const list = (items: readonly Code[]): Code => `[${items.join(", ")}]`;
const text = (value: unknown): Code => JSON.stringify(value);

/**
 * The module of a machine by chance, out of every construct of XState 5.33: regions, history with and without a default, routes, raised
 * events and those that it sends itself, automatic, delayed and forbidden transitions, several targets, wildcards, guards of all kinds,
 * tags, actors that are invoked and spawned, by name, in place and from a context, with input, with names in the system and with what they
 * answer, `enqueueActions`, `emit`, `cancel`, `log`, delays with names, ends with outputs. Some of the code looks at the running machine.
 */
export const wholeModule = (seed: number): string => new Maker(seed).module();

/** The machine of that module. */
export const wholeMachine = (seed: number): AnyStateMachine =>
  loadMachine(wholeModule(seed), "js", "machine") as AnyStateMachine;

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
  #pick = <T>(choices: readonly T[]): T => choices[this.#below(choices.length)] as T;
  #often = (share: number): boolean => this.#random() < share;
  #upTo = (count: number, make: () => Code): Code[] => Array.from({ length: this.#below(count + 1) }, make);
  #oneOrTwo = (make: () => Code): Code[] => Array.from({ length: 1 + this.#below(2) }, make);
  #maybe = (share: number, make: () => Code): Code | undefined => (this.#often(share) ? make() : undefined);

  module(): string {
    const root = this.#grow(3, true);
    const refs = this.#often(0.2) ? `[spawn("counter", { id: "first", syncSnapshot: true })]` : "[]";
    const config = this.#config(root, {
      options: "{ maxIterations: 400 }",
      context: `({ input, spawn }) => ({ fuel: 12, n: input?.n ?? ${this.#below(5)}, log: [], refs: ${refs} })`,
      output: "({ context }) => ({ n: context.n })",
    });
    return `${WHOLE_HEAD}\nexport const machine = machines.createMachine(${config});\n`;
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
    this.#ids.push(...more.map((made) => made.id));
    return { id, kind, children: [...children, ...more] };
  }

  #event = (): Code => text({ type: this.#pick(OWN_EVENTS) });
  #state = (): Code => text(`#${this.#pick(this.#ids)}`);

  #guard = (): Code =>
    this.#pick<() => Code>([
      () => text("even"),
      () => text("third"),
      () => text({ type: "below", params: { max: this.#below(8) } }),
      () => `{ type: "below", params: ({ context }) => ({ max: context.n % 5 }) }`,
      () => text("evenThird"),
      () => text("oddOrThird"),
      () => `and(["even", not("third"), { type: "below", params: { max: 4 } }])`,
      () => `or([stateIn(${this.#state()}), "third"])`,
      () => `not(or(["even", "evenThird"]))`,
      () => "({ context }) => context.log.length % 2 === 0",
      () => `({ event }) => event.type.length % 2 === 1`,
    ])();

  #action = (): Code =>
    this.#pick<() => Code>([
      () => text("inc"),
      () => text("inc"),
      () => text("tell"),
      () => '{ type: "mark", params: ({ context }) => ({ at: `n${context.n}` }) }',
      () => text({ type: "note", params: { text: `t${this.#below(9)}` } }),
      () => '{ type: "note", params: ({ context }) => ({ text: `n${context.n}` }) }',
      () => "assign({ n: ({ context }) => context.n + 2 })",
      () => "assign(({ context, event }) => ({ n: context.n + event.type.length }))",
      () => text("raisesMore"),
      () => text("toSelf"),
      () => text("many"),
      () => text("look"),
      () => text("known"),
      () => text("unknown"),
      () => `log("told")`,
      () => {
        const delay = { delay: 100 + this.#below(400), id: `late${this.#below(3)}` };
        return `later((enqueue) => enqueue.raise(${this.#event()}, ${text(delay)}))`;
      },
      () =>
        `later((enqueue, { n }) => enqueue.raise({ type: n % 2 === 0 ? "A" : "d.y" }, { delay: () => 20 + (n % 4) * 60 }))`,
      () =>
        `later((enqueue) => enqueue.raise(${this.#event()}, { delay: ${text(this.#pick(["soon", "later"]))} }))`,
      () =>
        `later((enqueue, _, self) => enqueue.sendTo(self, ${this.#event()}, { delay: ${80 + this.#below(100)}, id: "own" }))`,
      () => `cancel(${text(this.#pick(["own", "late0", "late1", "late2"]))})`,
      () => `emit({ type: "told" })`,
      () => this.#spawning(),
      () => this.#spawning(),
      () => `stopChild("kid${this.#below(2)}")`,
      () => "stopChild(({ context }) => context.refs[0])",
      () =>
        'assign({ refs: ({ context, spawn }) => context.refs.length >= 2 ? [] : [...context.refs, spawn("promise", { id: `ref${context.refs.length}` })] })',
      () =>
        `enqueueActions(({ enqueue, check }) => { if (check("third")) enqueue("inc"); enqueue({ type: "mark", params: { at: "inline" } }); })`,
      () => "() => undefined",
    ])();

  #spawning(): Code {
    const src = this.#pick(SOURCES);
    // XState saves no actor that is spawned from logic written in place.
    const how = object({
      id: text(`kid${this.#below(2)}`),
      syncSnapshot: this.#maybe(0.3, () => "true"),
      input: this.#maybe(0.4, () =>
        this.#pick(["{ n: 7 }", "({ context, event }) => ({ n: context.n, by: event.type })"]),
      ),
    });
    return `spawnChild(${text(src)}, ${how})`;
  }

  #actions = (count: number): Code[] => this.#upTo(count, this.#action);
  #target = (): Code | undefined => this.#maybe(0.8, this.#state);
  #transition = (): Code =>
    object({
      target: this.#target(),
      guard: this.#maybe(0.5, this.#guard),
      reenter: this.#maybe(0.3, () => "true"),
      actions: list(this.#actions(2)),
    });
  /** One that the machine may take by itself, and so only while there is fuel. */
  #fuelled = (actions: () => Code[] = () => this.#actions(1)): Code =>
    object({
      target: this.#target(),
      guard: this.#often(0.5) ? text("fuelled") : `and(["fuelled", ${this.#guard()}])`,
      reenter: this.#maybe(0.1, () => "true"),
      actions: list([text("burn"), ...actions()]),
    });
  #raising = (): Code => this.#fuelled(() => [`raise(${this.#event()})`]);
  /** One that notes what came with its event. */
  #noting = (field: "output" | "error" | "snapshot"): Code =>
    this.#fuelled(() => [
      `{ type: "note", params: ({ event }) => ({ text: "${field} " + JSON.stringify(event.${field}${field === "snapshot" ? "?.context" : ""} ?? "-") }) }`,
      ...this.#actions(1),
    ]);

  #on(made: Made, top: boolean): Code {
    const on: Record<string, Code> = {};
    for (const event of [...OWN_EVENTS, "d.*", "d.x.*"])
      if (this.#often(0.25))
        on[event] = list(this.#oneOrTwo(this.#often(0.25) ? this.#raising : this.#transition));
    // It takes what XState sends the machine, too.
    if (this.#often(0.07)) on["*"] = this.#fuelled();
    if (this.#often(0.08)) on[this.#pick(OWN_EVENTS)] = "{}";
    if (top) on["FUEL"] = object({ actions: text("refuel") });
    const child = made.children.find(({ kind }) => kind !== "history");
    if (child && this.#often(0.2))
      on["C"] = object({ target: text(`.${child.id}`), actions: list(this.#actions(1)) });
    if (made.kind === "parallel" && this.#often(0.5))
      on["B"] = object({
        target: text(
          made.children
            .filter(({ kind }) => kind === "compound" || kind === "atomic")
            .map(({ id }) => `#${id}`),
        ),
      });
    // What spawned actors say.
    for (const id of ["kid0", "kid1", "ref0", "first"]) {
      if (this.#often(top ? 0.4 : 0.1)) on[`xstate.done.actor.${id}`] = this.#noting("output");
      if (this.#often(top ? 0.6 : 0.1)) on[`xstate.error.actor.${id}`] = this.#noting("error");
      if (this.#often(top ? 0.4 : 0.1)) on[`xstate.snapshot.${id}`] = this.#noting("snapshot");
    }
    return object(on);
  }

  #invocations(made: Made): { readonly config: Code[]; readonly voices: readonly string[] } {
    if (!this.#often(0.3)) return { config: [], voices: [] };
    const all = Array.from({ length: 1 + this.#below(2) }, (_, n) => {
      const src = this.#pick(SOURCES);
      return this.#often(0.85)
        ? { src, id: `${made.id}.${n}`, logic: text(src) }
        : { src, id: `${made.id}.${n}.${src}`, logic: `logics.${src}` };
    });
    return {
      voices: all.filter(({ src }) => src === "voice").map(({ id }) => id),
      config: all.map(({ src, id, logic }) =>
        object({
          id: text(id),
          src: logic,
          systemId: this.#maybe(0.15, () => text(`system ${id}`)),
          input: this.#maybe(0.4, () =>
            this.#pick(["{ n: 7 }", "({ context, event }) => ({ n: context.n, by: event.type })"]),
          ),
          onDone: this.#maybe(0.7, () => list(this.#oneOrTwo(() => this.#noting("output")))),
          onError: this.#maybe(0.8, () => this.#noting("error")),
          onSnapshot:
            src === "observable" || src === "counter"
              ? this.#maybe(0.7, () => this.#noting("snapshot"))
              : undefined,
        }),
      ),
    };
  }

  #history(made: Made, siblings: readonly Made[]): Code {
    const states = siblings.filter(({ kind }) => kind === "atomic" || kind === "compound");
    return object({
      id: text(made.id),
      type: text("history"),
      history: this.#maybe(0.5, () => text("deep")),
      target: states.length > 0 ? this.#maybe(0.5, () => text(`#${this.#pick(states).id}`)) : undefined,
    });
  }

  #config(made: Made, root?: Readonly<Record<string, Code>>): Code {
    const mark = (what: string): Code => text({ type: "mark", params: { at: `${what} ${made.id}` } });
    if (made.kind === "final")
      return object({
        id: text(made.id),
        type: text("final"),
        tags: this.#maybe(0.2, () => text(`t${this.#below(3)}`)),
        entry: list([mark("in"), ...this.#actions(1)]),
        output: "({ context, event }) => ({ n: context.n, of: event.type })",
      });
    const within = made.children.filter(({ kind }) => kind !== "history" && kind !== "final");
    const invoked = this.#invocations(made);
    const goodbye = (id: string): Code =>
      this.#pick([
        `forwardTo(${text(id)})`,
        `sendTo(${text(id)}, { type: "BYE" })`,
        `sendTo(${text(id)}, { type: "BYE" }, { delay: 60 })`,
      ]);
    const hasChildren = made.children.length > 0;
    const initial = (): Code =>
      this.#often(0.3)
        ? object({ target: text(this.#pick(within).id), actions: list(this.#actions(1)) })
        : text(this.#pick(within).id);
    const delay = this.#pick<string | number>([100 + this.#below(300), "soon", "later"]);
    return object({
      ...root,
      id: text(made.id),
      tags: this.#maybe(0.3, () => text([`t${this.#below(3)}`, `t${this.#below(3)}`])),
      entry: list([mark("in"), ...this.#actions(2)]),
      exit: list([mark("out"), ...invoked.voices.map(goodbye), ...this.#actions(1)]),
      on: this.#on(made, root !== undefined),
      invoke: invoked.config.length > 0 ? list(invoked.config) : undefined,
      route: root ? undefined : this.#maybe(0.25, () => object({ guard: this.#maybe(0.5, this.#guard) })),
      always: this.#maybe(0.25, () => list(this.#oneOrTwo(() => this.#fuelled()))),
      after: this.#maybe(0.3, () => object({ [delay]: list(this.#oneOrTwo(this.#transition)) })),
      type: made.kind === "parallel" ? text("parallel") : undefined,
      initial: hasChildren && made.kind === "compound" ? initial() : undefined,
      onDone: hasChildren && !root ? this.#maybe(0.4, () => this.#noting("output")) : undefined,
      states: hasChildren
        ? object(
            Object.fromEntries(
              made.children.map((child) => [
                child.id,
                child.kind === "history" ? this.#history(child, made.children) : this.#config(child),
              ]),
            ),
          )
        : undefined,
    });
  }
}
