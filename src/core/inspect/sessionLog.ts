import type {
  Fact,
  InspectedAction,
  InspectedMicrostep,
  InspectedSnapshot,
  SnapshotFact,
  Wire,
} from "#core/inspect/fact.ts";
import { sameSnapshot, sharing } from "#core/inspect/readSnapshot.ts";
import { isTaken } from "#core/inspect/candidates.ts";
import { readDefinition, type Definition } from "#core/inspect/definition.ts";
import type { InspectedStep, Session } from "#core/inspect/session.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Json } from "#core/text/json.ts";

/** Facts of one actor. */
type ActorFact = Exclude<Fact, { kind: "disconnected" | "hello" | "answer" }>;

/** Events that wait for their snapshot; of an app that sends more of them at once, only some are shown. */
const MAX_WAITING_EVENTS = 1_000;
/** Microsteps and actions that are stored for one step, of each. */
const MAX_PARTS_PER_STEP = 1_000;

/** What was added to the whole by a fact. */
export interface Added {
  readonly steps: number;
  readonly values: number;
  readonly dropped: number;
}

/**
 * Puts the facts of one actor in order. An event comes first and the snapshot that it led to later, with the messages of other actors between;
 * several events may wait. XState takes them one after the other, so a snapshot belongs to the first waiting event that is the one it
 * names, and those before it are lost.
 */
export class SessionLog {
  readonly key: string;
  readonly #app: string;
  readonly #wire: Wire;
  readonly #session: string;
  readonly #most: number;
  #steps: InspectedStep[] = [];
  /** Values of each step, beside `#steps`. */
  #weights: number[] = [];
  /** Steps at the front of the lists that are dropped already. */
  #gone = 0;
  /** Id of the first step in the lists. */
  #first = 0;
  #values = 0;
  readonly #waiting: { readonly id: number; readonly mark: string }[] = [];
  #microsteps: InspectedMicrostep[] = [];
  #actions: InspectedAction[] = [];
  #last: InspectedSnapshot | undefined;
  #lastMark = "";
  #status: Session["status"] = "active";
  #seenFrom: Session["observedFrom"] = "middle";
  #parent: string | undefined;
  #name: string | undefined;
  #definition: Json | undefined;
  /** The definition as a chart, read when it is first needed. */
  #chart: Definition | undefined;
  /** Whether other actors received events of this one since its last snapshot. */
  #hasSent = false;
  #isStarted = false;
  #record: Session | undefined;

  constructor(key: string, app: string, wire: Wire, session: string, most: number) {
    this.key = key;
    this.#app = app;
    this.#wire = wire;
    this.#session = session;
    this.#most = most;
  }

  /** The record of now; the same one as long as nothing changes. */
  view(): Session {
    return (this.#record ??= {
      key: this.key,
      app: this.#app,
      wire: this.#wire,
      session: this.#session,
      ...(this.#parent === undefined ? {} : { parent: this.#parent }),
      ...(this.#name === undefined ? {} : { name: this.#name }),
      status: this.#status,
      ...(this.#definition === undefined ? {} : { definition: this.#definition }),
      observedFrom: this.#seenFrom,
      steps: this.#steps.slice(this.#gone),
      dropped: this.#first + this.#gone,
      ...(this.#last ? { now: this.#last } : {}),
    });
  }

  get isEnded(): boolean {
    return this.#status !== "active";
  }

  get values(): number {
    return this.#values;
  }

  /** Whether a fact can only be of another actor with the same id: ids count up from 0 again when an app is reloaded. */
  isOver(fact: ActorFact): boolean {
    if (fact.kind === "actor") {
      // Reported at a hello though it has ended: the app was reloaded before it was greeted.
      if (fact.again)
        return (
          this.#status === "stopped" ||
          this.#status === "gone" ||
          (this.isEnded && fact.snapshot?.status === "active")
        );
      return this.#isStarted || this.#last !== undefined || this.#steps.length > 0;
    }
    if (fact.kind !== "event" || !isInit(fact.event)) return false;
    return this.#last !== undefined || this.#steps.length > this.#gone;
  }

  /** Another actor received an event of this one. */
  noteSent(): void {
    if (this.#waiting.length > 0) this.#hasSent = true;
  }

  leave(): void {
    this.#record = undefined;
    if (this.#status === "active") this.#status = "gone";
  }

  take(fact: ActorFact, at: number, values: number): Added {
    this.#record = undefined;
    if (this.#status === "gone") this.#status = "active";
    switch (fact.kind) {
      case "actor":
        this.#isStarted = true;
        this.#parent = fact.parent ?? this.#parent;
        this.#name = fact.name ?? this.#name;
        this.#definition ??= fact.definition;
        if (fact.snapshot) this.#stand(fact.snapshot);
        this.#values += values;
        return { steps: 0, values, dropped: 0 };
      case "event":
        return this.#add(
          { event: fact.event, ...(fact.source === undefined ? {} : { source: fact.source }) },
          at,
          values,
        );
      case "microstep":
        if (this.#microsteps.length < MAX_PARTS_PER_STEP) this.#microsteps.push(fact.microstep);
        return NOTHING;
      case "action":
        if (this.#actions.length < MAX_PARTS_PER_STEP) this.#actions.push(fact.action);
        return NOTHING;
      case "stopped":
        if (this.#status === "active") this.#status = "stopped";
        return NOTHING;
      case "snapshot":
        return this.#settle(fact, at, values);
    }
  }

  /** Drops the oldest step. @returns the values that this freed */
  dropFirst(): number {
    if (this.#gone >= this.#steps.length) return 0;
    this.#record = undefined;
    const freed = this.#weights[this.#gone] ?? 0;
    this.#gone++;
    this.#values -= freed;
    // The lists are cut in large pieces, so that a step costs the same however many are kept.
    if (this.#gone >= 1_000 && this.#gone * 2 >= this.#steps.length) {
      this.#steps = this.#steps.slice(this.#gone);
      this.#weights = this.#weights.slice(this.#gone);
      this.#first += this.#gone;
      this.#gone = 0;
    }
    return freed;
  }

  /** Where it stands is reported without an event that led there. */
  #stand(snapshot: InspectedSnapshot): void {
    this.#last = sharing(this.#last, snapshot);
    if (snapshot.status !== "active") this.#status = snapshot.status;
  }

  #settle(fact: SnapshotFact, at: number, values: number): Added {
    const { event, snapshot } = fact;
    if (!event) {
      this.#stand(snapshot);
      return NOTHING;
    }
    const mark = markOf(event);
    const index = this.#waiting.findIndex((entry) => entry.mark === mark);
    // Reported twice over, as the first state of a service of XState 4 may be.
    if (index < 0 && mark === this.#lastMark && this.#last && sameSnapshot(this.#last, snapshot))
      return NOTHING;
    const added = index < 0 ? this.#add({ event, lost: "event" }, at, values) : NOTHING;
    const passed = this.#waiting.splice(0, index < 0 ? this.#waiting.length : index + 1);
    const done = passed.pop();
    for (const { id } of passed) this.#replace(id, { lost: "after" });
    // What was sent may be of an event whose snapshot was lost.
    const hasSent = this.#hasSent && passed.length === 0;
    this.#hasSent = false;
    if (!done) return added;
    this.#finish(done.id, fact, event, snapshot, hasSent);
    this.#lastMark = mark;
    if (index < 0) return added;
    this.#weigh(done.id, values);
    this.#values += values;
    return { steps: 0, values, dropped: 0 };
  }

  #finish(
    id: number,
    fact: SnapshotFact,
    event: PlayEvent,
    snapshot: InspectedSnapshot,
    hasSent: boolean,
  ): void {
    const before = this.#last;
    const after = sharing(before, snapshot);
    const begins = isInit(event);
    if (begins && before === undefined && id === 0) this.#seenFrom = "start";
    this.#replace(id, {
      ...(before && !begins ? { before } : {}),
      after,
      ...(begins ? {} : this.#effect(fact, event, before, after, hasSent)),
      ...(this.#microsteps.length > 0 ? { microsteps: this.#microsteps } : {}),
      ...(this.#actions.length > 0 ? { actions: this.#actions } : {}),
    });
    this.#microsteps = [];
    this.#actions = [];
    this.#last = after;
    if (after.status !== "active") this.#status = after.status;
  }

  /** What an event without effect was: refused, or nobody can say. */
  #effect(
    { refused }: SnapshotFact,
    { type }: PlayEvent,
    before: InspectedSnapshot | undefined,
    after: InspectedSnapshot,
    hasSent: boolean,
  ): Pick<InspectedStep, "refused" | "unchanged"> {
    if (refused !== undefined) return refused ? { refused: { by: "told" } } : {};
    // Of other logic than machines nobody can say what it takes.
    if (!before || before !== after || after.value === undefined) return {};
    if (!hasSent && this.#lacksTransition(type, after.value)) return { refused: { by: "definition" } };
    return { unchanged: { ...(hasSent ? { sent: true } : {}), ...(after.cut ? { cut: true } : {}) } };
  }

  /** Whether the definition is whole and has no transition for an event in any active state. */
  #lacksTransition(type: string, value: Json): boolean {
    // What XState sends itself is written under other names, and nobody minds where it is not taken.
    if (type.startsWith("xstate.")) return false;
    const definition = (this.#chart ??= readDefinition(this.#definition, this.#wire));
    if (!definition || definition.cut.size > 0) return false;
    return !isTaken(definition.chart, type, value);
  }

  #add(step: Omit<InspectedStep, "id" | "at">, at: number, values: number): Added {
    const id = this.#first + this.#steps.length;
    this.#steps.push({ id, at, ...step });
    this.#weights.push(values);
    this.#values += values;
    this.#waiting.push({ id, mark: markOf(step.event) });
    if (this.#waiting.length > MAX_WAITING_EVENTS) {
      const lost = this.#waiting.shift();
      if (lost) this.#replace(lost.id, { lost: "after" });
    }
    const over = this.#steps.length - this.#gone > this.#most;
    const freed = over ? this.dropFirst() : 0;
    return { steps: 1, values: values - freed, dropped: over ? 1 : 0 };
  }

  #replace(id: number, more: Partial<InspectedStep>): void {
    const place = id - this.#first;
    const step = this.#steps[place];
    if (step && place >= this.#gone) this.#steps[place] = { ...step, ...more };
  }

  #weigh(id: number, values: number): void {
    const place = id - this.#first;
    if (place >= 0) this.#weights[place] = (this.#weights[place] ?? 0) + values;
  }
}

const NOTHING: Added = { steps: 0, values: 0, dropped: 0 };

const isInit = ({ type }: PlayEvent): boolean => type === "xstate.init" || type === "@xstate.init";

const markOf = (event: PlayEvent): string => JSON.stringify(event);
