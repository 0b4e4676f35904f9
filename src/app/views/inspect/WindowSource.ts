import { createActor, type SnapshotFrom } from "xstate";
import type { Answer } from "#core/inspect/approvals.ts";
import { CONNECT_HELLO } from "#core/inspect/connectWire.ts";
import { HeldMessages } from "#core/inspect/heldMessages.ts";
import { introductionOf, type Introduction } from "#core/inspect/introduction.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { type Inspection, wireOf } from "#core/inspect/inspection.ts";
import { STATELY_HELLO } from "#core/inspect/statelyInspect.ts";
import { XSTATE4_HELLO } from "#core/inspect/xstateInspect.ts";
import type { TellFailure } from "#core/diagnostic/failure.ts";
import { object, readValue, string } from "#core/text/schema.ts";
import { wayHere, windowLine, type WindowLine } from "#adapters/inspect/windowLine.ts";
import type { Link } from "#app/views/inspect/link.ts";
import { sourceMachine } from "#app/views/inspect/source.machine.ts";

/** Time between two looks at a window: it is greeted while it has not spoken or is away. In ms. */
const lookEvery = 1_000;
/**
 * How long a page may be silent before it is checked whether it is still there, and how long its answer may take, in ms. A page that answers by
 * sending its whole history again is checked less and less often, as long as nothing new comes.
 */
const still = 5_000;
const stillFocused = 2_000;
const answerWithin = 3_000;
/** A page is not open for longer than that: another clock than ours. In ms. */
const oldest = 30 * 24 * 60 * 60 * 1_000;

/** Where what a window says goes to. */
export interface WindowHearer {
  readonly inspection: Inspection;
  /** By connection. */
  readonly links: Map<string, Link>;
  /** The decision about an app, where there is one, or that the person has to decide. */
  answerFor(app: Introduction): Answer | "ask";
  /** A message of an app came. @param at when it was said, where that is known */
  take(line: string, message: unknown, origin: string, at?: number): void;
  /** Something is otherwise now. */
  changed(): void;
  /** A message could not be taken in. */
  readonly failed: TellFailure;
}

/**
 * The window that opened or frames this page: it is greeted until it speaks, watched whether it is closed, and checked whether it is still
 * there when it says nothing for a while.
 */
export class WindowSource {
  readonly #source = createActor(sourceMachine);
  readonly #hub: WindowHearer;
  #line: WindowLine | undefined;
  #way: "opener" | "frame" = "frame";
  #looking: ReturnType<typeof setInterval> | undefined;
  /** When the window last said something, on this page's clock, and how long it may be still from then on. */
  #lastAt = 0;
  #mayBeStill = still;
  #messageCount = 0;
  /** Hellos that were said since the window last began to speak: it answers each, and what it answers to the second is known. */
  #hellos = 0;
  /** Who speaks, as it introduced itself, and what it said that nobody answered for yet. */
  #introduction: Introduction | undefined;
  readonly #held = new HeldMessages();

  constructor(hub: WindowHearer) {
    this.#hub = hub;
    this.#source.start();
    this.#source.subscribe(() => hub.changed());
  }

  get state(): SnapshotFrom<typeof sourceMachine> {
    return this.#source.getSnapshot();
  }
  /** How the window is this page's. */
  get way(): "opener" | "frame" {
    return this.#way;
  }

  /** The app that waits for the person's decision. */
  get applicant(): Introduction | undefined {
    return this.state.matches("asking") ? this.#introduction : undefined;
  }
  get introduction(): Introduction | undefined {
    return this.#introduction;
  }

  /** Begins to listen to a window. @param page in which this stands */
  start(app: Window, page: Window = window): void {
    this.#line = windowLine(
      app,
      { received: (message, origin) => this.#hear(message, origin), failed: this.#hub.failed },
      page,
    );
    this.#way = wayHere(page);
    this.#source.send({ type: "find" });
    this.#watch(this.#line, page);
  }

  /** Listens no more. */
  stop(): void {
    clearInterval(this.#looking);
    this.#source.stop();
    this.#line?.close();
  }

  /** Sends a message to a page of this origin. */
  send(message: object, origin: string): void {
    this.#line?.send(message, origin);
  }

  /** Something new came: the next silence is checked as early as the first one. */
  resetPatience(): void {
    this.#mayBeStill = still;
  }

  /** Greets the window again; it then sends its stored messages. */
  greetAgain(): void {
    this.#source.send({ type: "greet" });
    this.#sayHello();
  }
  #watch(line: WindowLine, page: Window): void {
    this.#sayHello();
    this.#looking = setInterval(() => {
      const now = this.#source.getSnapshot();
      if (line.isClosed()) {
        clearInterval(this.#looking);
        this.#left("closed");
      } else if (now.matches("greeting") || now.matches("away")) this.#sayHello();
      else if (page.document.visibilityState === "visible") this.#askWhetherThere(this.#mayBeStill);
    }, lookEvery);
    page.addEventListener("focus", () => this.#askWhetherThere(stillFocused));
  }
  /**
   * Pages of the two other packages say nothing when they are left, or not in every browser. One that was still for a while is greeted: if it is
   * there it says again who runs in it, or all that it kept.
   */
  #askWhetherThere(mayBeStill: number): void {
    const now = Date.now();
    if (now - this.#lastAt < mayBeStill || !this.#source.getSnapshot().matches("pinned")) return;
    const answers = [...this.#hub.links.values()].some(({ id, way }) => {
      const app = way === "window" ? this.#hub.inspection.app(id) : undefined;
      const runs = app?.sessions.some((key) => this.#hub.inspection.session(key)?.status === "active");
      return app?.wire === "stately" || (app?.wire === "xstate4" && runs === true);
    });
    if (!answers) return;
    this.#mayBeStill *= 2;
    this.#lastAt = now;
    const messageCount = this.#messageCount;
    this.#sayHello();
    setTimeout(() => {
      if (this.#messageCount === messageCount && this.#source.getSnapshot().matches("pinned"))
        this.#left("left");
    }, answerWithin);
  }
  /** The app's page is left, or its window closed: what is known of it stays to be looked at. */
  #left(how: "left" | "closed"): void {
    this.#source.send({ type: how });
    for (const { id, way } of this.#hub.links.values()) if (way === "window") this.#hub.inspection.close(id);
    this.#hub.changed();
  }
  #sayHello(): void {
    this.#hellos++;
    const { origin } = this.#source.getSnapshot().context;
    const to = this.#source.getSnapshot().matches("pinned") ? (origin ?? "*") : "*";
    for (const { id, way } of this.#hub.links.values())
      if (way === "window") this.#hub.inspection.greeted(id);
    for (const hello of [STATELY_HELLO, XSTATE4_HELLO, CONNECT_HELLO]) this.#line?.send(hello, to);
  }
  #hear(message: unknown, origin: string): void {
    const wire = wireOf(message);
    // Pages post all kinds of things to the windows that they open.
    if (!wire) return;
    const introduction = this.#isBeginning(origin) ? introductionOf(message, origin) : this.#introduction;
    // It has to be read before the person can decide about it.
    if (!introduction) return;
    this.#introduction = introduction;
    this.#lastAt = Date.now();
    this.#messageCount++;
    this.#source.send({ type: "message", origin, answer: this.#hub.answerFor(introduction) });
    const { value, context } = this.#source.getSnapshot();
    if (context.origin !== origin) return;
    if (value === "asking") this.#held.hold(message, createdAt(message) ?? this.#lastAt);
    else if (value === "pinned") this.#take(message, wire, origin, createdAt(message));
  }
  /** Whether the first message is awaited: the person decides about its sender. */
  #isBeginning(origin: string): boolean {
    const { state } = this;
    if (state.matches("away")) return state.context.origin === origin;
    return state.matches("greeting") || state.matches("silent");
  }
  #take(message: unknown, wire: Wire, origin: string, at: number | undefined): void {
    const id = `window:${wire}`;
    if (!this.#hub.links.has(id))
      this.#hub.links.set(id, { id, way: "window", stage: "shown", origin, known: true });
    // Back again: all that it says may be known.
    if (this.#hub.inspection.app(id)?.status === "disconnected")
      this.#hub.inspection.open(id, { wire, origin, at: this.#lastAt });
    this.#hub.take(id, message, origin, at);
    if (this.#hellos > 1) this.#hub.inspection.greeted(id);
    this.#hellos = 0;
    const links = [...this.#hub.links.values()].filter(({ way }) => way === "window");
    if (links.every((link) => this.#hub.inspection.app(link.id)?.status === "disconnected"))
      this.#source.send({ type: "left" });
  }
  /** The person lets the window be shown, or not. */
  allow(yes: boolean): void {
    const { messages, missed } = this.#held.release();
    if (!this.state.matches("asking")) return;
    this.#source.send({ type: yes ? "allow" : "refuse" });
    const { origin = "" } = this.state.context;
    if (!yes) return;
    for (const { message, at } of messages) {
      const wire = wireOf(message);
      if (wire) this.#take(message, wire, origin, at);
    }
    // It says again what it kept.
    if (missed > 0) this.#sayHello();
  }
}

/** Pages of `@statelyai/inspect` date each message, and send all of them again to a page that is reloaded. */
function createdAt(message: unknown): number | undefined {
  const read = readValue(dated, message);
  const time = read.ok ? Number(read.value.createdAt) : NaN;
  const now = Date.now();
  return time > now - oldest && time <= now ? time : undefined;
}
const dated = object({ createdAt: string });
