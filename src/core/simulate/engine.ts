import {
  createActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
} from "xstate";
import {
  transitionIdOf,
  type Cause,
  type Considered,
  type GuardTrial,
  type Microstep,
} from "#core/run/play/microstep.ts";
import { PlayError } from "#core/run/play/play.ts";
import type { Whereabouts } from "#core/run/play/playRequest.ts";
import type { GivenVerdict } from "#core/run/play/verdict.ts";
import {
  idle,
  invokes,
  systemIdsIn,
  type ActorScope,
  type InspectedMicrostep,
  type SimulatedActor,
} from "#core/simulate/actorScope.ts";
import { carryOut, type Timing } from "#core/simulate/carryOut.ts";
import { tellTrial } from "#core/simulate/guards.ts";
import { instrument } from "#core/simulate/instrument.ts";
import { indexMachine, type MachineIndex } from "#core/simulate/machineIndex.ts";
import { deliver, type Mailbox } from "#core/simulate/mailbox.ts";
import { machineError } from "#core/simulate/machineError.ts";
import { persist } from "#core/simulate/persist.ts";
import { replaceActor, settle } from "#core/simulate/settle.ts";
import { OpenGuards } from "#core/simulate/openGuards.ts";
import { Trace, type OpenTrial, type TellTrial } from "#core/simulate/trace.ts";
import type { JsonObject } from "#core/text/json.ts";
import { addAll } from "#core/text/addAll.ts";

/** What an event led to, up to where the machine rests again. */
export interface Macrostep {
  readonly snapshot: AnyMachineSnapshot;
  readonly microsteps: readonly Microstep[];
  /** The automatic transitions that were evaluated last; none was taken. */
  readonly rest: readonly Considered[];
  readonly timings: readonly Timing[];
}

/** Events that a machine may send itself in response to one event; as many as microsteps. */
const MAX_SELF_SENT_EVENTS = 1000;

/**
 * XState's own interpreter of one machine, one step at a time and without a running actor: `machine.transition` on a snapshot,
 * in a scope that does nothing. It is what `transition()` of XState does, save that the scope is made once (2 to 5 times
 * quicker), and that marks on its copy of the machine tell what XState comes to. Delayed events are handed back, invoked
 * actors are not run. Actions that are plain functions are called, on a frozen context: one that writes to it fails.
 */
export class Engine {
  readonly machine: AnyStateMachine;
  readonly index: MachineIndex;
  readonly #hasActors: boolean;
  #scope: ActorScope;
  /** The step being computed, and whether XState is at it just now. */
  #now: Step;
  #running = false;
  readonly #formula: FormulaOf;
  readonly #listener: ((at: Whereabouts) => void) | undefined;
  readonly #open: OpenGuards;
  /** Microsteps that were taken with the verdicts that are given. */
  #microstepCount = 0;

  /**
   * @param formula what the code of a guard says of a trial of it, by the guard's name
   * @param heard is called with guards and actions before they run, and of nothing in particular when they have
   */
  constructor(
    machine: AnyStateMachine,
    formula: FormulaOf = () => undefined,
    heard?: (at: Whereabouts) => void,
  ) {
    this.#open = new OpenGuards(
      () => this.#microstepCount + (this.#running ? this.#now.trace.microsteps.length : 0),
      () => this.#running && this.#now.trace.given(),
    );
    const trace = () => (this.#running ? this.#now.trace : undefined);
    this.machine = instrument(machine, trace, this.#open, heard);
    this.index = indexMachine(this.machine);
    this.#formula = formula;
    this.#listener = heard;
    this.#now = this.#newStep();
    this.#hasActors = Object.keys(machine.implementations.actors).length > 0 || invokes(machine.root);
    this.#scope = this.#newScope();
  }

  /** Works out something with verdicts for the guards that the machine does not work out. @param given null: they all say no */
  within<T>(given: readonly GivenVerdict[] | null, work: () => T): T {
    this.#microstepCount = 0;
    return this.#open.within(given, work);
  }

  /** The first snapshot. @throws PlayError `machine-error`, or `bad-input` when the context function throws */
  start(input: JsonObject): Macrostep {
    const event = { type: "xstate.init", input };
    return this.#run(event, "start", undefined, () => {
      const snapshot: AnyMachineSnapshot = this.machine.getInitialSnapshot(
        this.#scope as never,
        input as never,
      );
      if (snapshot.status === "error") throw snapshot.error;
      return snapshot;
    });
  }

  /** @param speaker id of the actor whose answer the event is. @throws PlayError `machine-error` */
  step(before: AnyMachineSnapshot, event: EventObject, cause: Cause = "event", speaker?: string): Macrostep {
    return this.#run(event, cause, before, () => {
      if (speaker !== undefined) this.#now.speaker = before.children[speaker] as SimulatedActor | undefined;
      return this.machine.transition(before as never, event as never, this.#scope as never);
    });
  }

  /** Whether a transition takes the event. @throws PlayError `machine-error` when a guard throws */
  can(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
    this.#open.takeOpen();
    try {
      return snapshot.can(event as never);
    } catch (error) {
      // Asked once more, so that it can be said whose guard it is.
      if (this.#open.takeOpen()) this.ask(snapshot, event);
      throw machineError(error, {
        machine: this.machine,
        index: this.index,
        event,
        last: snapshot,
        microsteps: [],
      });
    } finally {
      this.#listener?.({});
    }
  }

  /** The candidates that XState asks for an event, as far as it asks them. @throws PlayError `machine-error` when a guard throws */
  ask(snapshot: AnyMachineSnapshot, event: EventObject): readonly Considered[] {
    this.#now = this.#newStep(snapshot);
    this.#open.takeOpen();
    this.#running = true;
    try {
      this.machine.getTransitionData(snapshot as never, event as never);
    } catch (error) {
      this.#running = false;
      this.#throwOpen(event);
      throw machineError(error, {
        machine: this.machine,
        index: this.index,
        event,
        last: snapshot,
        microsteps: [],
      });
    } finally {
      this.#running = false;
      this.#listener?.({});
    }
    return this.#now.trace.rest();
  }

  /** The guard of a transition that was not evaluated: of which parts it consists. Undefined without one. */
  unasked(transition: AnyTransitionDefinition): GuardTrial | undefined {
    const guard: unknown = transition.guard;
    if (guard === undefined) return undefined;
    const guards = this.machine.implementations.guards;
    return tellTrial({ guard, context: undefined, event: undefined, of: [] }, guards, () => undefined);
  }

  /** XState's persisted snapshot as plain JSON. */
  persist(snapshot: AnyMachineSnapshot): JsonObject {
    return persist(this.machine, snapshot);
  }

  /** The same snapshot, in which something became of one actor; the actors of others stay the same. */
  withChild(snapshot: AnyMachineSnapshot, persisted: JsonObject, id: string): AnyMachineSnapshot {
    const child = this.restore(persisted).children[id];
    const old = snapshot.children[id];
    const context = old && child ? replaceActor(snapshot.context, old, child) : snapshot.context;
    return {
      ...snapshot,
      children: { ...snapshot.children, [id]: child },
      context: settle(context as object),
    } as AnyMachineSnapshot;
  }

  /** The inverse of `persist`. @throws what XState throws for states that do not exist */
  restore(persisted: JsonObject): AnyMachineSnapshot {
    // XState puts references to actors into the context it is given.
    const copy = JSON.parse(JSON.stringify(persisted)) as JsonObject;
    if (this.#hasActors) this.#scope = this.#newScope();
    const snapshot: AnyMachineSnapshot = this.machine.restoreSnapshot(copy as never, this.#scope as never);
    return { ...snapshot, context: settle(snapshot.context as object) } as AnyMachineSnapshot;
  }

  #run(
    event: EventObject,
    cause: Cause,
    before: AnyMachineSnapshot | undefined,
    make: () => AnyMachineSnapshot,
  ): Macrostep {
    const now = (this.#now = this.#newStep(before, cause));
    // A scope remembers the system ids of actors: of those of another play, or of a step that was left, too.
    if (this.#hasActors) this.#scope = this.#newScope(before);
    let running = event;
    this.#open.takeOpen();
    this.#running = true;
    try {
      let snapshot = make();
      deliver(now, snapshot, before);
      for (let sent = 0; snapshot.status === "active"; sent++) {
        if (now.sent.length === 0) addAll(now.sent, now.late.splice(0));
        if (now.sent.length === 0) break;
        if (sent >= MAX_SELF_SENT_EVENTS)
          throw new Error(
            `The machine sent itself more than ${MAX_SELF_SENT_EVENTS} events for one: ${now.sent[0]?.type}`,
          );
        running = now.sent.shift() as EventObject;
        const last = (now.began = snapshot);
        snapshot = this.machine.transition(snapshot as never, running as never, this.#scope as never);
        deliver(now, snapshot, last);
      }
      this.#running = false;
      const { microsteps } = now.trace;
      // One more: what was evaluated last, where the machine rests, is evaluated again before the next event.
      this.#microstepCount += microsteps.length + 1;
      return { snapshot, rest: now.trace.rest(), microsteps, timings: now.timings };
    } catch (error) {
      this.#running = false;
      const { last, trace } = now;
      this.#throwOpen(running);
      throw machineError(error, {
        machine: this.machine,
        index: this.index,
        event: running,
        microsteps: trace.microsteps,
        ...(last ? { last } : {}),
        ...(trace.action === undefined ? {} : { action: trace.action }),
      });
    } finally {
      this.#running = false;
      this.#listener?.({});
    }
  }

  /** Where a guard had no verdict. @throws PlayError `unanswered` */
  #throwOpen(event: EventObject): void {
    const open = this.#open.takeOpen();
    if (!open) return;
    const { asking } = this.#now.trace;
    const state = asking && this.index.pathOf(asking.source);
    const clauses = asking ? this.index.clausesOf(asking) : [];
    throw new PlayError({
      code: "unanswered",
      message: `The machine does not work out the guard ${open.guard}: its verdict has to be given`,
      event: event.type,
      ...open,
      ...(state === undefined ? {} : { state }),
      ...(clauses.length > 0 ? { clauses } : {}),
    });
  }

  #newStep(last?: AnyMachineSnapshot, cause: Cause = "event"): Step {
    const guards = this.machine?.implementations.guards ?? {};
    const tell: TellTrial = (trial, transition) => {
      const written = this.index.takenOf(transition);
      const id = written && transitionIdOf(written);
      return tellTrial(trial, guards, (part, name, params) =>
        this.#formula(part, name ?? (part === trial ? id : undefined), params),
      );
    };
    return {
      trace: new Trace(this.index, tell, last),
      cause,
      timings: [],
      sent: [],
      late: [],
      deferred: [],
      forget: (actor) => {
        const { system } = this.#scope;
        for (const [, named] of systemIdsIn({ children: { actor } })) system._unregister(named);
      },
      last,
      began: last,
      created: undefined,
    };
  }

  /** @param before has the actors that are known to the system by a name */
  #newScope(before?: AnyMachineSnapshot): ActorScope {
    const self = createActor(idle, {
      id: this.machine?.id,
      inspect: (event) => {
        if (event.type === "@xstate.microstep" && event.actorRef === self) this.#note(event as never);
        if (event.type === "@xstate.actor") {
          const actor = event.actorRef as SimulatedActor;
          // The scope's own actor is created before there is a `self`.
          if (actor._parent !== undefined && actor._parent === self) this.#now.created = actor;
        }
      },
    });
    // An actor of XState has the snapshot that its transition began with until that has ended; while it starts it has none.
    Object.assign(self, { getSnapshot: () => this.#now.began });
    const system = self.system as unknown as ActorScope["system"];
    for (const [systemId, child] of systemIdsIn(before)) system._set(systemId, child);
    const nothing = () => undefined;
    return {
      self,
      system,
      id: "",
      sessionId: self.sessionId,
      logger: nothing,
      // Only an actor that a context spawns is deferred here, and then it was the last to be created: what is executed elsewhere is not.
      defer: () => void this.#now.deferred.push({ spawned: this.#now.created }),
      stopChild: nothing,
      emit: nothing,
      actionExecutor: (action) => carryOut(action, this.#now, this.#scope.self),
    };
  }

  /** A microstep was made, and where it led. */
  #note({ event, snapshot, _transitions }: InspectedMicrostep): void {
    const now = this.#now;
    now.last = snapshot;
    const automatic = _transitions.some(({ eventType }) => eventType === "");
    const type = automatic ? "" : event.type;
    now.trace.ended(type, automatic ? "always" : this.#causeOf(type), snapshot);
    if (!automatic) now.cause = "raised";
  }

  /** What is not the event of the step itself was raised on the way. */
  #causeOf(type: string): Cause {
    if (type.startsWith("xstate.done.state.")) return "done";
    if (type.startsWith("xstate.snapshot.")) return "actor";
    return this.#now.cause === "start" ? "raised" : this.#now.cause;
  }
}

interface Step extends Mailbox {
  readonly trace: Trace;
  /** Of the next microstep that an event drives. */
  cause: Cause;
  readonly timings: Timing[];
  last: AnyMachineSnapshot | undefined;
  /** The source snapshot of the transition that is being computed: the step may send the machine events, each a transition of its own. */
  began: AnyMachineSnapshot | undefined;
  /** The child that was created last. */
  created: SimulatedActor | undefined;
}

/** What is reported of a guard's code for a trial. @param name of a guard in setup, or the id of the transition that has it in place */
export type FormulaOf = (
  trial: OpenTrial,
  name: string | undefined,
  params: unknown,
) => Partial<GuardTrial> | undefined;
