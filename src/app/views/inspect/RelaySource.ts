import { createActor, type SnapshotFrom } from "xstate";
import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import { CONNECT_HELLO } from "#core/inspect/connectWire.ts";
import type { Inspection } from "#core/inspect/inspection.ts";
import { XSTATE4_HELLO } from "#core/inspect/xstateInspect.ts";
import type { FromRelay, ReachFault } from "#core/project/inspectWire.ts";
import { relayLine, type RelayLine } from "#adapters/inspect/relayLine.ts";
import type { Admission } from "#app/views/inspect/Admission.ts";
import type { Link } from "#app/views/inspect/link.ts";
import { relayMachine } from "#app/views/inspect/relay.machine.ts";

/** Where a page keeps its pass over a reload: with its tab alone. */
export interface StoredPass {
  read(): string | undefined;
  write(pass: string | undefined): void;
}

/** Where what the relay says goes to. */
interface RelayHearer {
  /** Of the inspector's address, which lets the page look on at the relay. */
  readonly key: string | undefined;
  /** With which a page that was joined to the studio stays so when it is reloaded. */
  readonly pass: StoredPass | undefined;
  readonly inspection: Inspection;
  /** By connection. */
  readonly links: Map<string, Link>;
  readonly admission: () => Admission;
  /** A message of an app came. @param at when it was sent, where that is known */
  take(line: string, message: unknown, origin: string, at?: number): void;
  /** Something is otherwise now. */
  changed(): void;
  readonly failed: TellFailure;
}

/** The number of an app at the relay, by its connection. */
export const relayNumber = (line: string): number => Number(line.replace("relay:", ""));

/**
 * The relay that serves this page, where one does: it is dialled again when its line breaks, says which apps come and go, and hands their
 * messages on. What it says of the library and of traces goes to those who `hear` it.
 */
export class RelaySource {
  readonly #actor = createActor(relayMachine);
  readonly #hub: RelayHearer;
  readonly #listeners = new Set<(message: FromRelay) => void>();
  #line: RelayLine | undefined;
  #isCrowded = false;
  #notReached: { readonly at: string; readonly why: ReachFault } | null = null;

  constructor(hub: RelayHearer) {
    this.#hub = hub;
    this.#actor.start();
    this.#actor.subscribe(() => hub.changed());
  }

  get state(): SnapshotFrom<typeof relayMachine> {
    return this.#actor.getSnapshot();
  }
  /** An app that the person approved is not shown, because there are too many. */
  get isCrowded(): boolean {
    return this.#isCrowded;
  }
  /** The address that was last tried without success, and why. */
  get notReached(): { readonly at: string; readonly why: ReachFault } | null {
    return this.#notReached;
  }

  start(): void {
    this.#actor.subscribe((snapshot) => {
      if (snapshot.matches({ line: "dialling" }) && !this.#line) this.#dial();
    });
    this.#dial();
  }
  request: RelayLine["ask"] = (what) => this.#line?.ask(what);
  /** Calls back for every message of the relay. @returns ends it */
  hear(listener: (message: FromRelay) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Lets the relay connect to an app that is a server. */
  reach(at: string): void {
    this.#notReached = null;
    this.request({ t: "reach", at });
    this.#hub.changed();
  }
  /** Sends a message to an app. */
  send(line: string, message: object): void {
    this.request({ t: "send", app: relayNumber(line), text: JSON.stringify(message) });
  }
  /** An app is no longer shown, so there is room for another one. @param line of the app, where it speaks over the relay */
  leave(line: string | undefined): void {
    this.#isCrowded = false;
    if (line !== undefined) this.request({ t: "leave", app: relayNumber(line) });
  }

  #dial(): void {
    const { key, links, inspection, failed } = this.#hub;
    this.#line = relayLine({
      opened: () => {
        this.#actor.send({ type: "opened" });
        const pass = this.#hub.pass?.read();
        this.request({
          t: "hello",
          ...(key === undefined ? {} : { key }),
          ...(pass === undefined ? {} : { pass }),
        });
      },
      received: (message) => this.#receive(message),
      closed: () => {
        this.#line = undefined;
        for (const [id, link] of links)
          if (link.way !== "window") {
            inspection.close(link.id);
            links.delete(id);
          }
        this.#actor.send({ type: "closed" });
      },
      failed,
    });
  }

  #receive(message: FromRelay): void {
    if ("app" in message) this.#receiveOfApp(message);
    else if (message.t === "hello") this.#actor.send({ type: "hello", looks: message.looks });
    else if (message.t === "pairing") {
      if (message.state !== "asked") this.#hub.pass?.write(message.pass);
      const { state, code } = message;
      this.#actor.send({ type: "pairing", state, ...(code ? { code } : {}) });
    } else if (message.t === "not-reached") this.#notReached = message;
    for (const listener of this.#listeners) guarded("inspector", this.#hub.failed, listener)(message);
    this.#hub.changed();
  }

  #receiveOfApp(message: Extract<FromRelay, { readonly app: number }>): void {
    const { links, inspection } = this.#hub;
    const admission = this.#hub.admission();
    const line = `relay:${message.app}`;
    const link = links.get(line);
    const change = (part: Partial<Link>) => link && links.set(line, { ...link, ...part });
    if (message.t === "open") {
      const { way, origin, at, stage, introduction } = message;
      // What it said so far comes next, and then how much of that is no longer there.
      const { refused: _, ...before } = link ?? { id: line, known: false };
      links.set(line, { ...before, way, stage, origin: origin ?? "", ...(at ? { at } : {}) });
      if (introduction) admission.meet(line, introduction);
      // An app that is a server waits for this; others do not listen, or know which hello is theirs.
      if (stage === "shown") this.send(line, way === "out" ? XSTATE4_HELLO : CONNECT_HELLO);
    } else if (message.t === "dropped") {
      if (link && link.stage !== "shown") links.delete(line);
    } else if (message.t === "crowded") {
      this.#isCrowded = true;
      // The person decides about it again.
      if (link) {
        const { answer: _, ...unanswered } = link;
        links.set(line, unanswered);
      }
    } else if (message.t === "refused") {
      // This page heard what the relay lets go of from now on.
      const { old } = link?.refused ?? message.refused;
      change({ refused: { ...message.refused, old } });
    } else if (message.t === "closed") {
      // One that waits may still be shown: what it said is there.
      if (link?.stage !== "shown" && link?.stage !== "waiting") links.delete(line);
      else change({ ended: message.code });
      inspection.close(link?.id ?? line);
    } else if (message.t === "message" && link) {
      if (!link.introduction) admission.hear(line, message.text);
      this.#hub.take(line, message.text, link.origin, message.at);
      const now = links.get(line);
      if (now && !now.known && inspection.app(now.id)) links.set(line, { ...now, known: true });
    }
  }
}
