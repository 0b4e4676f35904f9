import type { Actor, AnyStateMachine, ContextFrom, EmittedFrom, EventFrom, EventObject } from "xstate";

/** All gestures, and what else the canvas needs only after the first picture. */
export type LateParts = typeof import("#adapters/flow/gestures/machines.ts");

let machines: LateParts | undefined;
/** Gestures come after the first picture, or when the first one begins. */
export const loadMachines = async (): Promise<LateParts> =>
  (machines ??= await import("#adapters/flow/gestures/machines.ts"));
/** What comes after the first picture, once it is there. */
export const lateParts = (): LateParts | undefined => machines;
/** Does what needs them: now, where they are there, else as soon as they are. */
export function withLateParts(task: (parts: LateParts) => void): void {
  if (machines) task(machines);
  else void loadMachines().then(task);
}

export interface GestureParts<M extends AnyStateMachine> {
  /** Gives the machine, taken once. */
  readonly machine: (all: LateParts) => M;
  readonly tell: (event: EmittedFrom<M>) => void;
  /** How it hears of what is held, for the moment in which its machine is still on its way. Gives how to stop. */
  readonly follow?: (send: (event: EventFrom<M>) => void) => () => void;
}

/**
 * A gesture of the canvas: a machine that starts with its first event. What happens before the machines are there is
 * kept, in its order, and happens then; so nothing that a person does is lost.
 */
export class Gesture<M extends AnyStateMachine> {
  readonly #parts: GestureParts<M>;
  #actor: Actor<M> | undefined;
  #waiting: EventFrom<M>[] = [];
  #stopFollowing: (() => void) | undefined;
  #open = false;
  readonly #listeners = new Set<() => void>();

  constructor(parts: GestureParts<M>) {
    this.#parts = parts;
  }

  /** It hears what happens until it is closed. */
  readonly open = (): (() => void) => {
    this.#open = true;
    return () => {
      this.#open = false;
      this.#heardAll();
      this.#waiting = [];
      this.#actor?.stop();
      this.#actor = undefined;
    };
  };
  readonly send = (event: EventFrom<M>): void => {
    if (!this.#open) return;
    if (!this.#actor && machines) this.#start(machines);
    if (this.#actor) return this.#actor.send(event);
    this.#waiting.push(event);
    if ((event as EventObject).type === "pointer.down")
      this.#stopFollowing ??= this.#parts.follow?.((heard) => this.#waiting.push(heard));
    void loadMachines().then((all) => {
      if (this.#open && !this.#actor) this.#start(all);
    });
  };
  /** Undefined before anything happened. */
  readonly context = (): ContextFrom<M> | undefined =>
    (this.#actor?.getSnapshot() as { context: ContextFrom<M> } | undefined)?.context;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #start(all: LateParts): void {
    this.#heardAll();
    const actor = all.createActor(this.#parts.machine(all)) as Actor<M>;
    actor.on("*", (event) => this.#parts.tell(event as EmittedFrom<M>));
    actor.subscribe(() => {
      for (const listener of this.#listeners) listener();
    });
    this.#actor = actor;
    actor.start();
    for (const event of this.#waiting.splice(0)) actor.send(event);
  }
  #heardAll(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
  }
}
