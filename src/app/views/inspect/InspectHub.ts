import { createActor, type SnapshotFrom } from "xstate";
import type { Approvals } from "#core/inspect/approvals.ts";
import { CONNECT_HELLO, connectAsk, type ConnectAsk } from "#core/inspect/connectWire.ts";
import { guarded } from "#core/diagnostic/failure.ts";
import { Inspection, wireOf } from "#core/inspect/inspection.ts";
import { Intake, LIMITS } from "#core/inspect/limits.ts";
import type { Counts, InspectedApp, Session } from "#core/inspect/session.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { XSTATE4_HELLO, xstate4Event } from "#core/inspect/xstateInspect.ts";
import type { FromRelay, ReachFault } from "#core/project/inspectWire.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import { relayLine, type RelayLine } from "#adapters/inspect/relayLine.ts";
import { appWindow } from "#adapters/inspect/windowLine.ts";
import { Admission, type Applicant } from "#app/views/inspect/Admission.ts";
import type { Link } from "#app/views/inspect/link.ts";
import { relayMachine } from "#app/views/inspect/relay.machine.ts";
import type { sourceMachine } from "#app/views/inspect/source.machine.ts";
import { Failures } from "#app/studio/Failures.ts";
import { watchingMachine } from "#app/views/inspect/watching.machine.ts";
import { WindowSource } from "#app/views/inspect/WindowSource.ts";

/** Where a page keeps its pass over a reload: with its tab alone. */
export interface StoredPass {
  read(): string | undefined;
  write(pass: string | undefined): void;
}

/** What the page shows, as it is now. A new object whenever something changed. */
export interface HubView {
  readonly apps: readonly InspectedApp[];
  readonly links: readonly Link[];
  readonly counts: Counts;
  /** Oldest first. */
  readonly applicants: readonly Applicant[];
  /** Origins about whose apps the person is no longer asked. */
  readonly never: readonly string[];
  /** One that was said yes to is not shown, because there are too many. */
  readonly isCrowded: boolean;
  readonly source: SnapshotFrom<typeof sourceMachine>;
  /** How the window is this page's. */
  readonly sourceWay: "opener" | "frame";
  readonly relay: SnapshotFrom<typeof relayMachine>;
  readonly watching: SnapshotFrom<typeof watchingMachine>;
  /** Whether this page brought a key. */
  readonly hasKey: boolean;
  readonly notReached: { readonly at: string; readonly why: ReachFault } | null;
}

/** Time between two pictures of what came. In ms. */
const showEvery = 40;

/**
 * Where messages of apps come together: from the window that opened this page and from the relay. Everything goes through
 * `Inspection`, which copies it within limits; what stands here is only where it came from.
 */
export class InspectHub {
  readonly inspection = new Inspection();
  /** What failed on the way while everything else went on. */
  readonly failures = new Failures();
  readonly relay = createActor(relayMachine);
  readonly watching = createActor(watchingMachine);
  /** By connection. */
  readonly #links = new Map<string, Link>();
  /** The window that opened or frames this page. */
  readonly window = new WindowSource({
    inspection: this.inspection,
    links: this.#links,
    answerFor: (app) => this.admission.answerFor(app),
    take: (line, message, origin, at) => this.#take(line, message, origin, at),
    changed: () => this.#changed(),
    failed: this.failures.tell,
  });
  readonly #listeners = new Set<() => void>();
  readonly #messageListeners = new Set<(message: FromRelay) => void>();
  readonly #key: string | undefined;
  readonly #pass: StoredPass | undefined;
  #line: RelayLine | undefined;
  /** Which of them are shown. */
  readonly admission: Admission;
  #isCrowded = false;
  #notReached: HubView["notReached"] = null;
  #view: HubView;
  #isDue = false;
  #ask = 0;
  /** The actor in whose place the app was requested to start another one. */
  #setBack: string | undefined;

  /**
   * @param key of the inspector's address, which lets it look on at the relay
   * @param pass with which a page that was joined to the studio stays so when it is reloaded
   * @param approvals what the person said to apps of this start
   */
  constructor(key: string | undefined, pass: StoredPass | undefined, approvals: Approvals) {
    this.#key = key;
    this.#pass = pass;
    this.admission = new Admission({
      approvals,
      inspection: this.inspection,
      links: this.#links,
      window: this.window,
      sendToRelay: (message) => this.request(message),
      changed: () => this.#changed(),
    });
    for (const actor of [this.relay, this.watching]) actor.start();
    this.#view = this.#now();
    this.relay.subscribe(() => this.#changed());
    this.watching.subscribe(() => this.#changed());
  }

  get = (): HubView => this.#view;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  session = (key: string | undefined): Session | undefined =>
    key === undefined ? undefined : this.inspection.session(key);

  /** Begins to listen: to the app's window, and to the relay where one serves this page. */
  start(app: Window | undefined = appWindow()): void {
    if (app) this.window.start(app);
    this.relay.subscribe((snapshot) => {
      if (snapshot.matches({ line: "dialling" }) && !this.#line) this.#dial();
    });
    this.#dial();
  }

  // ---- The relay ----

  #dial(): void {
    this.#line = relayLine({
      opened: () => {
        this.relay.send({ type: "opened" });
        const pass = this.#pass?.read();
        this.request({
          t: "hello",
          ...(this.#key === undefined ? {} : { key: this.#key }),
          ...(pass === undefined ? {} : { pass }),
        });
      },
      received: (message) => this.#onRelayMessage(message),
      closed: () => {
        this.#line = undefined;
        for (const [id, link] of this.#links)
          if (link.way !== "window") {
            this.inspection.close(link.id);
            this.#links.delete(id);
          }
        this.relay.send({ type: "closed" });
      },
      failed: this.failures.tell,
    });
  }
  request: RelayLine["ask"] = (what) => this.#line?.ask(what);
  /** Calls back for what the relay says of the library and of traces. */
  hear(listener: (message: FromRelay) => void): () => void {
    this.#messageListeners.add(listener);
    return () => void this.#messageListeners.delete(listener);
  }
  reach(at: string): void {
    this.#notReached = null;
    this.request({ t: "reach", at });
    this.#changed();
  }

  #onRelayMessage(message: FromRelay): void {
    const id = "app" in message ? `relay:${message.app}` : "";
    const link = this.#links.get(id);
    const change = (part: Partial<Link>) => link && this.#links.set(id, { ...link, ...part });
    if (message.t === "hello") this.relay.send({ type: "hello", looks: message.looks });
    else if (message.t === "pairing") {
      if (message.state !== "asked") this.#pass?.write(message.pass);
      this.relay.send({
        type: "pairing",
        state: message.state,
        ...(message.code ? { code: message.code } : {}),
      });
    } else if (message.t === "open") {
      const { way, origin, at, stage, introduction } = message;
      const before = link ?? { id, known: false };
      this.#links.set(id, { ...before, way, stage, origin: origin ?? "", ...(at ? { at } : {}) });
      if (introduction) this.admission.meet(id, introduction);
      // An app that is a server waits for this; others do not listen, or know which hello is theirs.
      if (stage === "shown")
        for (const hello of way === "out" ? [XSTATE4_HELLO] : [CONNECT_HELLO])
          this.request({ t: "send", app: message.app, text: JSON.stringify(hello) });
    } else if (message.t === "dropped") {
      if (link && link.stage !== "shown") this.#links.delete(id);
    } else if (message.t === "crowded") {
      this.#isCrowded = true;
      // The person may be asked about it again.
      if (link) {
        const { answer: _, ...unanswered } = link;
        this.#links.set(id, unanswered);
      }
    } else if (message.t === "refused") change({ refused: message.refused });
    else if (message.t === "closed") {
      // One that waits may still be shown: what it said is there.
      if (link?.stage !== "shown" && link?.stage !== "waiting") this.#links.delete(id);
      else change({ ended: message.code });
      this.inspection.close(link?.id ?? id);
    } else if (message.t === "not-reached") this.#notReached = message;
    else if (message.t === "message" && link) {
      if (!link.introduction) this.admission.hear(id, message.text);
      this.#take(id, message.text, link.origin, message.at);
      const now = this.#links.get(id);
      if (now && !now.known && this.inspection.app(now.id)) this.#links.set(id, { ...now, known: true });
    }
    for (const listener of this.#messageListeners)
      guarded("inspector", this.failures.tell, listener)(message);
    this.#changed();
  }

  // ---- What came of either ----

  /** @param at when it was sent, where that is known: a repeated message was not sent now */
  #take(line: string, message: unknown, origin: string, at = Date.now()): void {
    let id = this.#links.get(line)?.id ?? line;
    if (!this.inspection.app(id)) {
      const read = typeof message === "string" ? new Intake(LIMITS).parse(message) : undefined;
      const wire = wireOf(read ? (read.ok ? read.value : undefined) : message);
      if (wire) id = this.#continued(line, message, { wire, origin }) ?? id;
      if (!wire || this.inspection.open(id, { wire, origin, at })) return this.#changed();
    }
    const receipt = this.inspection.receive(id, message, { origin, at });
    if (receipt.became === "facts" && receipt.missed) this.#say(id, CONNECT_HELLO);
    if (receipt.became === "facts") {
      this.window.resetPatience();
      this.#lookOn(id, receipt.sessions);
    }
    this.#changed();
  }
  /** An app that was away is the same one over its new connection, with what it did before. */
  #continued(line: string, message: unknown, from: { wire: Wire; origin: string }): string | undefined {
    const id = this.inspection.continued(message, from);
    const link = this.#links.get(line);
    if (id === undefined || !link) return undefined;
    for (const [old, { id: app }] of this.#links) if (app === id) this.#links.delete(old);
    this.#links.set(line, { ...link, id });
    // Who looked at it looks at what it does now.
    const looked = this.session(this.watching.getSnapshot().context.actor);
    if (looked?.app === id && looked.status === "gone") this.watching.send({ type: "gone" });
    return id;
  }
  /** Selects the first actor when none is selected; a person who followed an actor of an app that was reloaded, or restored, follows the new one. */
  #lookOn(app: string, sessions: readonly string[]): void {
    const { watching } = this;
    const looked = this.session(watching.getSnapshot().context.actor);
    const isSetBack = looked !== undefined && looked.key === this.#setBack;
    const isReloaded = looked?.status === "gone" && watching.getSnapshot().matches("following");
    if (looked?.app === app && (isSetBack || isReloaded))
      if (sessions.some((key) => key !== looked.key && this.#isLike(key, looked))) {
        this.#setBack = undefined;
        watching.send({ type: "gone" });
      }
    if (watching.getSnapshot().matches("nobody")) this.#lookAtFirst(sessions);
  }
  /** Whether an actor of that name stands in some state: one that could not begin tells only that it is there. */
  #isLike(key: string, { name }: Session): boolean {
    const session = this.session(key);
    return session !== undefined && session.name === name && session.now?.value !== undefined;
  }
  #lookAtFirst(sessions: readonly string[]): void {
    const first = sessions.find((key) => {
      const session = this.session(key);
      return session?.definition !== undefined || session?.now?.value !== undefined;
    });
    if (first !== undefined) this.watching.send({ type: "choose", actor: first });
  }

  /** Whether an event may be sent to an actor, and why not. */
  maySend(session: Session): "yes" | "one-way" | "not-allowed" | "away" | "ended" {
    const app = this.inspection.app(session.app);
    if (!app || app.status === "disconnected") return "away";
    if (session.status !== "active") return "ended";
    if (app.wire === "stately") return "one-way";
    return app.wire === "xstate4" || app.profile?.allows.includes("send") ? "yes" : "not-allowed";
  }
  /** Sends an event into the app. @returns why it was not sent, or the number that the app's answer will carry, where it gives one */
  send(session: Session, event: PlayEvent): { readonly refused?: string; readonly ask?: number } {
    const may = this.maySend(session);
    if (may !== "yes") return { refused: may };
    const ask = ++this.#ask;
    const encoded =
      session.wire === "xstate4"
        ? xstate4Event(LIMITS, session.session, event)
        : connectAsk(LIMITS, ask, { do: "send", session: session.session, event });
    if ("refused" in encoded) return { refused: encoded.refused };
    this.#say(session.app, encoded.message);
    return session.wire === "connect" ? { ask } : {};
  }
  /** What an app allows beside events: to read an actor whole, and to have it set back. */
  allows(session: Session, permission: "read" | "restore"): boolean {
    const app = this.inspection.app(session.app);
    return (
      app?.status === "connected" && session.status === "active" && !!app.profile?.allows.includes(permission)
    );
  }
  /** Sends the app a request that it allows. @returns the number that its answer will carry, or why it was not sent */
  requestFromApp(
    session: Session,
    request: Exclude<ConnectAsk, { readonly do: "send" }>,
  ): {
    readonly refused?: string;
    readonly ask?: number;
  } {
    if (!this.allows(session, request.do)) return { refused: "not-allowed" };
    const ask = ++this.#ask;
    const encoded = connectAsk(LIMITS, ask, request);
    if ("refused" in encoded) return { refused: encoded.refused };
    if (request.do === "restore") this.#setBack = session.key;
    this.#say(session.app, encoded.message);
    return { ask };
  }
  #say(app: string, message: object): void {
    const [line, link] = this.#lineOf(app) ?? [];
    if (link?.way === "window") this.window.send(message, link.origin);
    else if (line !== undefined)
      this.request({ t: "send", app: Number(line.replace("relay:", "")), text: JSON.stringify(message) });
  }
  #lineOf(app: string): readonly [string, Link] | undefined {
    return [...this.#links].find(([, { id }]) => id === app);
  }

  forget(app: string): void {
    const [line, link] = this.#lineOf(app) ?? [];
    this.#isCrowded = false;
    if (link) this.admission.forget(link);
    if (link && link.way !== "window") this.request({ t: "leave", app: Number(line?.replace("relay:", "")) });
    const chosen = this.session(this.watching.getSnapshot().context.actor);
    if (chosen?.app === app) this.watching.send({ type: "gone" });
    this.inspection.forget(app);
    if (line !== undefined) this.#links.delete(line);
    this.#changed();
  }

  #now(): HubView {
    return {
      apps: this.inspection.apps,
      links: [...this.#links.values()],
      counts: this.inspection.counts,
      applicants: this.admission.applicants,
      never: this.admission.never,
      isCrowded: this.#isCrowded,
      source: this.window.state,
      sourceWay: this.window.way,
      relay: this.relay.getSnapshot(),
      watching: this.watching.getSnapshot(),
      hasKey: this.#key !== undefined,
      notReached: this.#notReached,
    };
  }
  /** Many messages make one picture. */
  #changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#view = this.#now();
      for (const listener of this.#listeners) listener();
    }, showEvery);
  }
}
