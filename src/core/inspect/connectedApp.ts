import { ConnectWire } from "#core/inspect/connectWire.ts";
import type { AppAnswer, AppProfile, Wire } from "#core/inspect/fact.ts";
import type { Limits } from "#core/inspect/limits.ts";
import { Repeats } from "#core/inspect/repeats.ts";
import type { InspectedApp } from "#core/inspect/session.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** Answers of an app that are stored. */
const MAX_STORED_ANSWERS = 100;

/** What XState calls a machine without an id: no name to know it by. */
const UNNAMED = "(machine)";

/** An app that is connected, or was: what is known of it between its messages. */
export class ConnectedApp {
  readonly id: string;
  readonly wire: Wire;
  readonly origin: string;
  readonly repeats = new Repeats();
  readonly connect = new ConnectWire();
  /** By the app's own session id, the key of the session that has it now. */
  readonly now = new Map<string, string>();
  readonly keys = new Set<string>();
  readonly answers: AppAnswer[] = [];
  status: "connected" | "disconnected" = "connected";
  readonly #since: number;
  #profile: AppProfile | undefined;
  #sessionCount = 0;
  #allowance: number | undefined;
  #last = 0;

  constructor(id: string, wire: Wire, origin: string, since: number) {
    this.id = id;
    this.wire = wire;
    this.origin = origin;
    this.#since = since;
  }

  view(): InspectedApp {
    return {
      id: this.id,
      wire: this.wire,
      origin: this.origin,
      status: this.status,
      ...(this.#profile ? { profile: this.#profile } : {}),
      sessions: [...this.keys],
      since: this.#since,
    };
  }

  /** Takes one from the allowance of messages, which fills up with time. A clock that goes back gives nothing, and goes on from there. */
  mayCome(at: number, { burst, perSecond }: Limits): boolean {
    const before = this.#allowance ?? burst;
    const passed = this.#allowance === undefined ? 0 : Math.max(0, at - this.#last);
    const now = Math.min(burst, before + (passed * perSecond) / 1000);
    this.#last = at;
    this.#allowance = now < 1 ? now : now - 1;
    return now >= 1;
  }

  knows(message: JsonObject): boolean {
    return this.wire === "stately" ? this.repeats.knows(message) : this.connect.knows(message);
  }

  /** Whether this is what the app says first after it was reloaded. Programs have no origin, so that only their name tells them. */
  mayBeReload(
    message: JsonObject,
    hasActor: (app: ConnectedApp, name: Json | undefined) => boolean,
  ): boolean {
    const { type, name } = message;
    if (this.wire === "stately")
      return (
        this.origin !== "" &&
        type === "@xstate.actor" &&
        name !== undefined &&
        name !== UNNAMED &&
        hasActor(this, name)
      );
    return (
      this.wire === "connect" &&
      type === "turnwright.app" &&
      name !== undefined &&
      name === this.#profile?.name
    );
  }

  newKey(session: string): string {
    return `${this.id}/${session}#${++this.#sessionCount}`;
  }

  add(session: string, key: string): void {
    this.now.set(session, key);
    this.keys.add(key);
  }

  remove(key: string): void {
    this.keys.delete(key);
    for (const [session, sessionKey] of this.now) if (sessionKey === key) this.now.delete(session);
  }

  tell(app: AppProfile): void {
    this.#profile = app;
    this.status = "connected";
  }

  answer(answer: AppAnswer): void {
    this.answers.push(answer);
    if (this.answers.length > MAX_STORED_ANSWERS) this.answers.shift();
  }
}
