import { ConnectedApp } from "#core/inspect/connectedApp.ts";
import { isConnect } from "#core/inspect/connectWire.ts";
import type { Fact, AppAnswer, Wire } from "#core/inspect/fact.ts";
import {
  Intake,
  isObject,
  LIMITS,
  type Limits,
  type RepairCode,
  type RefusalCode,
} from "#core/inspect/limits.ts";
import { SessionLog } from "#core/inspect/sessionLog.ts";
import type { Counts, InspectedApp, Receipt, Session } from "#core/inspect/session.ts";
import { isStately, statelyFacts } from "#core/inspect/statelyInspect.ts";
import { isXState4, xstate4Facts } from "#core/inspect/xstateInspect.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** Foreign versions that are listed by number. */
const MAX_LISTED_VERSIONS = 3;

/**
 * Takes in what apps send and keeps sessions of it. Messages are foreign: each is copied within limits before anything looks at it, and what
 * goes beyond is counted and forgotten. Nothing is thrown, whatever comes. A message costs what it holds, however many came before.
 */
export class Inspection {
  readonly #limits: Limits;
  readonly #apps = new Map<string, ConnectedApp>();
  readonly #sessions = new Map<string, SessionLog>();
  readonly #refused: Partial<Record<RefusalCode, number>> = {};
  readonly #repairCounts: Partial<Record<RepairCode, number>> = {};
  readonly #versions = new Set<number>();
  #messages = 0;
  #facts = 0;
  #repeated = 0;
  #droppedSteps = 0;
  #droppedSessions = 0;
  /** Steps in the order in which they came, to drop the oldest of all first. */
  readonly #order: SessionLog[] = [];
  #orderFrom = 0;
  #storedValues = 0;
  #version = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Counts up with every change, for views that draw it. */
  get version(): number {
    return this.#version;
  }

  /** Oldest first. */
  get apps(): readonly InspectedApp[] {
    return [...this.#apps.values()].map((app) => app.view());
  }

  app(id: string): InspectedApp | undefined {
    return this.#apps.get(id)?.view();
  }

  session(key: string): Session | undefined {
    return this.#sessions.get(key)?.view();
  }

  /** What an app answered, newest last (`turnwright/connect`). */
  answers(app: string): readonly AppAnswer[] {
    return this.#apps.get(app)?.answers ?? [];
  }

  get counts(): Counts {
    return {
      messages: this.#messages,
      facts: this.#facts,
      repeated: this.#repeated,
      refused: { ...this.#refused },
      repairs: { ...this.#repairCounts },
      versions: [...this.#versions],
      droppedSteps: this.#droppedSteps,
      droppedSessions: this.#droppedSessions,
    };
  }

  /**
   * Lets an app in, or in again after it was away. Only what comes from this very origin is taken of it.
   * @param id how the receiver calls the connection @param origin as the browser tells it; "" for programs, which have none
   */
  open(
    id: string,
    { wire, origin, at }: { wire: Wire; origin: string; at: number },
  ): RefusalCode | undefined {
    const known = this.#apps.get(id);
    if (known && (known.wire !== wire || known.origin !== origin)) return this.#refuse("wrong-origin");
    if (!known && this.#apps.size >= this.#limits.apps && !this.#forgetApp())
      return this.#refuse("too-many-apps");
    if (known) {
      known.status = "connected";
      known.repeats.begin();
    } else this.#apps.set(id, new ConnectedApp(id, wire, origin, at));
    this.#version++;
    return undefined;
  }

  /**
   * The app that went away and now speaks on a new connection, known by what it says first: it sends again what it sent before, or names its run.
   * One that says neither was reloaded when it speaks from where an app of that name, or with an actor of that name, went away: then
   * its actors of before have come to their end. Undefined for one that is new. (XState 4's wire tells nothing of the kind.)
   */
  continued(message: unknown, { wire, origin }: { wire: Wire; origin: string }): string | undefined {
    const value = this.#objectOf(message);
    if (!value) return undefined;
    const away = this.#away(wire, origin);
    const same = away.find((app) => app.knows(value));
    if (same) return same.id;
    const named = (app: ConnectedApp, name: Json | undefined) =>
      [...app.keys].some((key) => this.#sessions.get(key)?.view().name === name);
    const predecessor = away.findLast((app) => app.mayBeReload(value, named));
    const isLike = (app: ConnectedApp) =>
      app !== predecessor && app.wire === wire && app.origin === "" && app.mayBeReload(value, named);
    // Only their name tells programs: of several with one name nobody knows which it is.
    if (predecessor && origin === "" && [...this.#apps.values()].some(isLike)) return undefined;
    for (const key of predecessor?.keys ?? []) this.#sessions.get(key)?.leave();
    return predecessor?.id;
  }

  /** Whether a message is of an app that went away and shows by it that it is the same one: it sends again what it sent, or names its run. */
  isReturn(message: unknown, { wire, origin }: { wire: Wire; origin: string }): boolean {
    const value = this.#objectOf(message);
    return value !== undefined && this.#away(wire, origin).some((app) => app.knows(value));
  }
  #away(wire: Wire, origin: string): readonly ConnectedApp[] {
    return [...this.#apps.values()].filter(
      (app) => app.status === "disconnected" && app.wire === wire && app.origin === origin,
    );
  }
  #objectOf(message: unknown): JsonObject | undefined {
    const intake = new Intake(this.#limits);
    const copied = typeof message === "string" ? intake.parse(message) : intake.copy(message);
    return copied.ok && isObject(copied.value) ? copied.value : undefined;
  }

  /** The connection ended. Its sessions remain visible. */
  close(id: string): void {
    const app = this.#apps.get(id);
    if (app && app.status !== "disconnected") this.#disconnect(app);
  }

  /** Says that a hello was sent: what the app sends again now is known. */
  greeted(id: string): void {
    this.#apps.get(id)?.repeats.begin();
  }

  /** Takes the app and all of its sessions away. */
  forget(id: string): void {
    const app = this.#apps.get(id);
    if (!app) return;
    for (const key of app.keys) this.#forgetSession(key);
    this.#apps.delete(id);
    this.#version++;
  }

  /**
   * Takes a message in. @param message as it came: a text (WebSocket) or a value (window) @param origin where it came from
   * @param at milliseconds on the receiver's clock
   */
  receive(id: string, message: unknown, { origin, at }: { origin: string; at: number }): Receipt {
    this.#messages++;
    const app = this.#apps.get(id);
    if (!app) return this.#refusal("unknown-app", 0);
    if (app.origin !== origin) return this.#refusal("wrong-origin", 0);
    if (!app.mayCome(at, this.#limits)) return this.#refusal("too-fast", 0);
    const intake = new Intake(this.#limits);
    const receipt = this.#takeIn(app, message, at, intake);
    for (const code of intake.repairs) this.#repairCounts[code] = (this.#repairCounts[code] ?? 0) + 1;
    return receipt;
  }

  #takeIn(app: ConnectedApp, message: unknown, at: number, intake: Intake): Receipt {
    const copied = typeof message === "string" ? intake.parse(message) : intake.copy(message);
    if (!copied.ok) return this.#refusal(copied.code, intake.work);
    const { value } = copied;
    if (!isObject(value) || wireOf(value) !== app.wire) return this.#refusal("not-a-message", intake.work);
    const facts = this.#factsOf(app, value, intake);
    const { work } = intake;
    if (facts === "repeated") {
      this.#repeated++;
      return { became: "repeated", work };
    }
    if (facts === "other-version") this.#noteVersion(Number(value["version"]));
    if (typeof facts === "string") return this.#refusal(facts, work);
    const sessions = new Set<string>();
    for (const fact of facts) {
      const fault = this.#take(app, fact, at, work, sessions);
      if (fault) return this.#refusal(fault, work);
    }
    this.#version++;
    const missed = app.connect.wantsHello();
    return { became: "facts", sessions: [...sessions], work, ...(missed ? { missed } : {}) };
  }

  #noteVersion(version: number): void {
    if (this.#versions.size < MAX_LISTED_VERSIONS) this.#versions.add(version);
  }

  #factsOf(
    app: ConnectedApp,
    message: JsonObject,
    intake: Intake,
  ): readonly Fact[] | RefusalCode | "repeated" {
    switch (app.wire) {
      case "stately":
        return app.repeats.isRepeated(message) ? "repeated" : statelyFacts(intake, message);
      case "xstate4":
        return xstate4Facts(intake, message);
      case "connect":
        return app.connect.facts(message);
    }
  }

  #take(
    app: ConnectedApp,
    fact: Fact,
    at: number,
    values: number,
    touched: Set<string>,
  ): RefusalCode | undefined {
    this.#facts++;
    if (fact.kind === "disconnected") {
      this.#disconnect(app);
      for (const key of app.keys) this.#sessions.get(key)?.leave();
    } else if (fact.kind === "hello") app.tell(fact.app);
    else if (fact.kind === "answer") app.answer(fact.answer);
    else {
      const log = this.#logFor(app, fact);
      if (!log) return "too-many-actors";
      touched.add(log.key);
      if (app.status === "disconnected") app.status = "connected";
      if (fact.kind === "event" && fact.source !== undefined)
        this.#sessions.get(app.now.get(fact.source) ?? "")?.noteSent();
      const added = log.take(fact, at, values);
      for (let i = 0; i < added.steps; i++) this.#order.push(log);
      this.#storedValues += added.values;
      this.#droppedSteps += added.dropped;
      this.#dropOldest();
    }
    return undefined;
  }

  /** The session that a fact is about; a new one for an actor that is reported again under an id that was used before. */
  #logFor(
    app: ConnectedApp,
    fact: Exclude<Fact, { kind: "disconnected" | "hello" | "answer" }>,
  ): SessionLog | undefined {
    const known = app.now.get(fact.session);
    const log = known === undefined ? undefined : this.#sessions.get(known);
    if (log && !log.isOver(fact)) return log;
    if (app.keys.size >= this.#limits.actors && !this.#forgetEnded(app)) return undefined;
    log?.leave();
    const key = app.newKey(fact.session);
    const sessionLog = new SessionLog(key, app.id, app.wire, fact.session, this.#limits.steps);
    this.#sessions.set(key, sessionLog);
    app.add(fact.session, key);
    return sessionLog;
  }

  #disconnect(app: ConnectedApp): void {
    app.status = "disconnected";
    this.#version++;
  }

  #dropOldest(): void {
    while (this.#storedValues > this.#limits.storedValues && this.#orderFrom < this.#order.length) {
      const log = this.#order[this.#orderFrom++];
      const freed = log?.dropFirst() ?? 0;
      if (freed > 0) this.#droppedSteps++;
      this.#storedValues -= freed;
    }
    if (this.#orderFrom > 10_000 && this.#orderFrom * 2 > this.#order.length) {
      this.#order.splice(0, this.#orderFrom);
      this.#orderFrom = 0;
    }
  }

  #forgetEnded(app: ConnectedApp): boolean {
    for (const key of app.keys)
      if (this.#sessions.get(key)?.isEnded) {
        this.#forgetSession(key);
        app.remove(key);
        return true;
      }
    return false;
  }

  #forgetSession(key: string): void {
    this.#storedValues -= this.#sessions.get(key)?.values ?? 0;
    this.#sessions.delete(key);
    this.#droppedSessions++;
  }

  #forgetApp(): boolean {
    for (const [id, app] of this.#apps)
      if (app.status === "disconnected") {
        this.forget(id);
        return true;
      }
    return false;
  }

  #refuse(code: RefusalCode): RefusalCode {
    this.#refused[code] = (this.#refused[code] ?? 0) + 1;
    this.#version++;
    return code;
  }

  #refusal(code: RefusalCode, work: number): Receipt {
    return { became: "refused", code: this.#refuse(code), work };
  }
}

/** Which wire a message is of, by its shape; undefined for what is no message of any. */
export function wireOf(message: unknown): Wire | undefined {
  try {
    if (!isObject(message)) return undefined;
    return isStately(message)
      ? "stately"
      : isXState4(message)
        ? "xstate4"
        : isConnect(message)
          ? "connect"
          : undefined;
  } catch {
    // a foreign object may throw when it is read
    return undefined;
  }
}
