import {
  createActor,
  fromTransition,
  getInitialMicrosteps,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
} from "xstate";
import { PlayError, type Microstep, type PlayEvent } from "#core/run/play.ts";
import { thrownText } from "#core/run/thrownText.ts";
import { taken } from "#core/simulate/conflicts.ts";
import { entryActionCount, instrument } from "#core/simulate/instrument.ts";
import { indexMachine, type MachineIndex } from "#core/simulate/machineIndex.ts";
import { machineError } from "#core/simulate/machineError.ts";
import { settle } from "#core/simulate/settle.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** A delayed event that was scheduled or cancelled, in the order in which the machine did it. `delay` is in milliseconds. */
export type Timing =
  | { readonly cancel: string }
  | { readonly schedule: PlayEvent; readonly id?: string; readonly delay: number };

/** What an event led to, up to where the machine rests again. */
export interface Macrostep {
  readonly snapshot: AnyMachineSnapshot;
  readonly microsteps: readonly Microstep[];
  readonly timings: readonly Timing[];
}

/** Events that a machine may send itself in answer to one event, before this counts as endless. */
const MOST_SENT = 1000;

/**
 * XState's own interpreter of one machine, one step at a time and without a running actor: `machine.transition` on a snapshot,
 * in a scope that does nothing. It is what `transition()` of XState does, save that the scope is made once (2 to 5 times
 * quicker), and that XState's inspection events tell which transitions were taken. Delayed events are handed back, invoked
 * actors are not run. Actions that are plain functions are called, on a frozen context: one that writes to it fails.
 */
export class Engine {
  readonly machine: AnyStateMachine;
  readonly index: MachineIndex;
  readonly #hasActors: boolean;
  #scope: Scope;
  /** The step being worked out. */
  #now: Step = newStep();

  constructor(machine: AnyStateMachine) {
    this.machine = instrument(machine, {
      action: (name) => {
        this.#now.action = name;
        this.#now.names.push(name);
      },
      actionDone: () => void (this.#now.action = undefined),
    });
    this.index = indexMachine(this.machine);
    this.#hasActors = Object.keys(machine.implementations.actors).length > 0 || invokes(machine.root);
    this.#scope = this.#newScope();
  }

  /** The first snapshot. @throws PlayError `machine-error`, or `bad-input` when the context function throws */
  start(input: JsonObject): Macrostep {
    const event = { type: "xstate.init", input };
    return this.#run(event, undefined, () => {
      const snapshot: AnyMachineSnapshot = this.machine.getInitialSnapshot(
        this.#scope as never,
        input as never,
      );
      if (snapshot.status === "error") throw snapshot.error;
      this.#noteStart(snapshot, input);
      return snapshot;
    });
  }

  /** @throws PlayError `machine-error` */
  step(before: AnyMachineSnapshot, event: EventObject): Macrostep {
    return this.#run(event, before, () =>
      this.machine.transition(before as never, event as never, this.#scope as never),
    );
  }

  /** Whether a transition takes the event. @throws PlayError `machine-error` when a guard throws */
  can(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
    try {
      return snapshot.can(event as never);
    } catch (error) {
      throw machineError(error, {
        machine: this.machine,
        index: this.index,
        event,
        last: snapshot,
        microsteps: [],
      });
    }
  }

  /** XState's persisted snapshot as plain JSON. */
  persist(snapshot: AnyMachineSnapshot): JsonObject {
    // An invoked actor without an implementation stands among the children as undefined, which XState cannot persist.
    const children = Object.fromEntries(
      Object.entries(snapshot.children).filter(([, child]) => child !== undefined),
    );
    const persisted = this.#persisted({ ...snapshot, children } as AnyMachineSnapshot);
    const { context, ...rest } = persisted;
    return {
      ...(JSON.parse(JSON.stringify(rest)) as JsonObject),
      context: jsonContext(context as JsonObject),
    };
  }

  /** XState cannot save actors whose logic is written in place: that is the machine's fault, not ours. */
  #persisted(snapshot: AnyMachineSnapshot): JsonObject {
    try {
      return this.machine.getPersistedSnapshot(snapshot as never) as unknown as JsonObject;
    } catch (error) {
      throw new PlayError({
        code: "machine-error",
        message: thrownText(error),
      });
    }
  }

  /** The inverse of `persist`. @throws what XState throws for states that do not exist */
  restore(persisted: JsonObject): AnyMachineSnapshot {
    // XState puts references to actors into the context it is given.
    const own = JSON.parse(JSON.stringify(persisted)) as JsonObject;
    if (this.#hasActors) this.#scope = this.#newScope();
    const snapshot: AnyMachineSnapshot = this.machine.restoreSnapshot(own as never, this.#scope as never);
    return { ...snapshot, context: settle(snapshot.context as object) } as AnyMachineSnapshot;
  }

  #run(
    event: EventObject,
    before: AnyMachineSnapshot | undefined,
    make: () => AnyMachineSnapshot,
  ): Macrostep {
    const now = (this.#now = newStep(before));
    // A scope remembers the system ids of actors; one that is reused would find them taken.
    if (this.#hasActors) this.#scope = this.#newScope();
    let running = event;
    try {
      let snapshot = make();
      for (let sent = 0; now.sent.length > 0 && snapshot.status === "active"; sent++) {
        if (sent >= MOST_SENT)
          throw new Error(`The machine sends itself events without end: ${now.sent[0]?.type}`);
        running = now.sent.shift() as EventObject;
        snapshot = this.machine.transition(snapshot as never, running as never, this.#scope as never);
      }
      return { snapshot, microsteps: now.microsteps, timings: now.timings };
    } catch (error) {
      const { last, microsteps, action } = now;
      throw machineError(error, {
        machine: this.machine,
        index: this.index,
        event: running,
        microsteps,
        ...(last ? { last } : {}),
        ...(action === undefined ? {} : { action }),
      });
    }
  }

  #newScope(): Scope {
    const self = createActor(idle, {
      id: this.machine?.id,
      inspect: (event) => {
        if (event.type === "@xstate.microstep" && event.actorRef === self) this.#note(event as never);
      },
    });
    // What code that asks `self` for its snapshot would see in a running actor: the one before the step.
    Object.assign(self, { getSnapshot: () => this.#now.last });
    const nothing = () => undefined;
    return {
      self,
      system: self.system,
      id: "",
      sessionId: self.sessionId,
      logger: nothing,
      defer: nothing,
      stopChild: nothing,
      emit: nothing,
      actionExecutor: (action) => this.#execute(action),
    };
  }

  /** A microstep was made: which transitions took part, and where it led. */
  #note({ event, snapshot, _transitions }: InspectedMicrostep): void {
    const now = this.#now;
    const transitions = now.last ? taken(_transitions, now.last) : _transitions;
    const actions = now.names;
    now.names = [];
    now.last = snapshot;
    if (transitions.length === 0) return;
    now.microsteps.push({
      event: transitions.some((one) => one.eventType === "") ? "" : event.type,
      taken: transitions.flatMap((one) => this.index.takenOf(one) ?? []),
      in: this.index.activePaths(snapshot),
      actions,
    });
  }

  /** The first microstep of a play takes no transition, so XState does not tell of it: the states it enters, with their actions. */
  #noteStart(after: AnyMachineSnapshot, input: JsonObject): void {
    const { microsteps, names } = this.#now;
    const first = microsteps[0];
    let entered = after;
    if (first) {
      const now = this.#now;
      // Worked out once more, to see where it stood before the first automatic transition.
      this.#now = newStep();
      entered = getInitialMicrosteps(this.machine as never, input as never)[0]?.[0] ?? after;
      this.#now = now;
    }
    const all = first ? first.actions : names;
    const count = (entered._nodes as AnyMachineSnapshot["_nodes"]).reduce(
      (sum, node) => sum + entryActionCount(node),
      0,
    );
    if (first) microsteps[0] = { ...first, actions: all.slice(count) };
    microsteps.unshift({
      event: "xstate.init",
      taken: [],
      in: this.index.activePaths(entered),
      actions: first ? all.slice(0, count) : all,
    });
  }

  #execute({ type, params, info, exec }: ExecutableAction): void {
    const { timings, sent } = this.#now;
    const own = params?.to === undefined || params.to === (this.#scope.self as unknown);
    if (type === "xstate.cancel") timings.push({ cancel: String(params?.sendId) });
    else if ((type === "xstate.raise" || type === "xstate.sendTo") && own && params?.event) {
      const { id, delay } = params;
      const event = JSON.parse(JSON.stringify(params.event)) as PlayEvent;
      if (typeof delay === "number")
        timings.push({ schedule: event, delay, ...(id === undefined ? {} : { id }) });
      else if (type === "xstate.sendTo") sent.push(event);
    } else if (!type.startsWith("xstate.") && exec) exec({ ...info, context: settle(info.context) }, params);
  }
}

/** Stands for the running actor that there is none of. */
const idle = fromTransition((state: null) => state, null);

interface Step {
  microsteps: Microstep[];
  names: string[];
  timings: Timing[];
  /** Events that the machine sent itself: the next ones, as in an actor's mailbox. */
  sent: EventObject[];
  action: string | undefined;
  last: AnyMachineSnapshot | undefined;
}
const newStep = (last?: AnyMachineSnapshot): Step => ({
  microsteps: [],
  names: [],
  timings: [],
  sent: [],
  action: undefined,
  last,
});

/** XState's `ActorScope`, which it does not export; the members are those of its own inert one. */
interface Scope {
  readonly self: unknown;
  readonly system: unknown;
  readonly id: string;
  readonly sessionId: string;
  readonly logger: () => void;
  readonly defer: () => void;
  readonly stopChild: () => void;
  readonly emit: () => void;
  actionExecutor: (action: ExecutableAction) => void;
}
interface ExecutableAction {
  readonly type: string;
  readonly info: { readonly context: unknown };
  readonly params?: {
    readonly event?: EventObject;
    readonly to?: unknown;
    readonly id?: string;
    readonly delay?: number;
    readonly sendId?: unknown;
  };
  readonly exec?: (info: unknown, params: unknown) => void;
}
interface InspectedMicrostep {
  readonly event: EventObject;
  readonly snapshot: AnyMachineSnapshot;
  readonly _transitions: readonly AnyTransitionDefinition[];
}

const invokes = (node: AnyStateMachine["root"]): boolean =>
  node.invoke.length > 0 ||
  Object.values(node.states).some((child) => invokes(child as AnyStateMachine["root"]));

/** A settled context is JSON but for references to actors, which XState has replaced by then. */
const jsonContext = (context: JsonObject): JsonObject => settle(context) as JsonObject & Json;
