import type { SnapshotFrom } from "xstate";
import type { Approvals } from "#core/inspect/approvals.ts";
import { CONNECT_HELLO } from "#core/inspect/connectWire.ts";
import { Inspection, wireOf } from "#core/inspect/inspection.ts";
import { Intake, LIMITS } from "#core/inspect/limits.ts";
import type { Counts, InspectedApp, Session } from "#core/inspect/session.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { appWindow } from "#adapters/inspect/windowLine.ts";
import { Admission, type Applicant } from "#app/views/inspect/Admission.ts";
import { AppRequests } from "#app/views/inspect/AppRequests.ts";
import type { Link } from "#app/views/inspect/link.ts";
import { RelaySource, type StoredPass } from "#app/views/inspect/RelaySource.ts";
import type { relayMachine } from "#app/views/inspect/relay.machine.ts";
import type { sourceMachine } from "#app/views/inspect/source.machine.ts";
import { Failures } from "#app/studio/Failures.ts";
import { WatchedActor } from "#app/views/inspect/WatchedActor.ts";
import type { watchingMachine } from "#app/views/inspect/watching.machine.ts";
import { WindowSource } from "#app/views/inspect/WindowSource.ts";

/** What the page shows, as it is now. A new object whenever something changed. */
export interface HubView {
  readonly apps: readonly InspectedApp[];
  readonly links: readonly Link[];
  readonly counts: Counts;
  /** Oldest first. */
  readonly applicants: readonly Applicant[];
  /** Origins about whose apps the person is no longer asked. */
  readonly never: readonly string[];
  /** An app that the person approved is not shown, because there are too many. */
  readonly isCrowded: boolean;
  readonly source: SnapshotFrom<typeof sourceMachine>;
  /** How the window is this page's. */
  readonly sourceWay: "opener" | "frame";
  readonly relay: SnapshotFrom<typeof relayMachine>;
  readonly watching: SnapshotFrom<typeof watchingMachine>;
  /** Whether this page brought a key. */
  readonly hasKey: boolean;
  readonly notReached: RelaySource["notReached"];
}

/** Time between two pictures of what came. In ms. */
const showEvery = 40;

/**
 * Where messages of apps come together, from the window that opened this page and from the relay, and goes to `Inspection`, which copies it
 * within limits. Which apps are shown is the business of `admission`, what is requested from them that of `requests`, and which actor the person
 * looks at that of `watching`.
 */
export class InspectHub {
  readonly inspection = new Inspection();
  /** What failed on the way while everything else went on. */
  readonly failures = new Failures();
  readonly requests = new AppRequests({
    inspection: this.inspection,
    say: (app, message) => this.#say(app, message),
    restoring: (session) => this.watching.awaitReplacement(session),
  });
  readonly watching = new WatchedActor(this.inspection, () => this.#changed());
  /** By connection. */
  readonly #links = new Map<string, Link>();
  readonly #sources = {
    inspection: this.inspection,
    links: this.#links,
    take: (line: string, message: unknown, origin: string, at?: number) =>
      this.#take(line, message, origin, at),
    changed: () => this.#changed(),
    failed: this.failures.tell,
  };
  /** The window that opened or frames this page. */
  readonly window = new WindowSource({
    ...this.#sources,
    answerFor: (app) => this.admission.answerFor(app),
  });
  readonly relay: RelaySource;
  /** Which of them are shown. */
  readonly admission: Admission;
  readonly #listeners = new Set<() => void>();
  readonly #hasKey: boolean;
  #view: HubView;
  #isDue = false;

  /**
   * @param key of the inspector's address, which lets it look on at the relay
   * @param pass with which a page that was joined to the studio stays so when it is reloaded
   * @param approvals what the person said to apps of this start
   */
  constructor(key: string | undefined, pass: StoredPass | undefined, approvals: Approvals) {
    this.#hasKey = key !== undefined;
    this.relay = new RelaySource({ ...this.#sources, key, pass, admission: () => this.admission });
    this.admission = new Admission({
      approvals,
      inspection: this.inspection,
      links: this.#links,
      window: this.window,
      sendToRelay: this.relay.request,
      changed: () => this.#changed(),
    });
    this.#view = this.#now();
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
    this.relay.start();
  }

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
      this.watching.newsOf(id, receipt.sessions);
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
    this.watching.appContinued(id);
    return id;
  }
  #say(app: string, message: object): void {
    const [line, link] = this.#lineOf(app) ?? [];
    if (link?.way === "window") this.window.send(message, link.origin);
    else if (line !== undefined) this.relay.send(line, message);
  }
  #lineOf(app: string): readonly [string, Link] | undefined {
    return [...this.#links].find(([, { id }]) => id === app);
  }

  forget(app: string): void {
    const [line, link] = this.#lineOf(app) ?? [];
    if (link) this.admission.forget(link);
    this.relay.leave(link?.way === "window" ? undefined : line);
    this.watching.appForgotten(app);
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
      isCrowded: this.relay.isCrowded,
      source: this.window.state,
      sourceWay: this.window.way,
      relay: this.relay.state,
      watching: this.watching.state,
      hasKey: this.#hasKey,
      notReached: this.relay.notReached,
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
