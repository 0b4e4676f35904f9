import { connectAsk, type ConnectAsk } from "#core/inspect/connectWire.ts";
import type { Inspection } from "#core/inspect/inspection.ts";
import { LIMITS } from "#core/inspect/limits.ts";
import type { Session } from "#core/inspect/session.ts";
import { xstate4Event } from "#core/inspect/xstateInspect.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";

/** Why a request was not sent, or the number that the app's answer will carry, where it gives one. */
export interface SentRequest {
  readonly refused?: string;
  readonly ask?: number;
}

interface AppRequestsOptions {
  readonly inspection: Inspection;
  /** Sends a message to an app. */
  readonly say: (app: string, message: object) => void;
  /** The app will start another actor in the place of this one, at the person's request. */
  readonly restoring: (session: Session) => void;
}

/** What this page requests from an app, within what the app allows: to take an event, to be read whole, to be set back. */
export class AppRequests {
  readonly #options: AppRequestsOptions;
  #count = 0;

  constructor(options: AppRequestsOptions) {
    this.#options = options;
  }

  /** Whether an event may be sent to an actor, and why not. */
  maySend(session: Session): "yes" | "one-way" | "not-allowed" | "away" | "ended" {
    const app = this.#options.inspection.app(session.app);
    if (!app || app.status === "disconnected") return "away";
    if (session.status !== "active") return "ended";
    if (app.wire === "stately") return "one-way";
    return app.wire === "xstate4" || app.profile?.allows.includes("send") ? "yes" : "not-allowed";
  }
  /** Sends an event into the app. */
  send(session: Session, event: PlayEvent): SentRequest {
    const may = this.maySend(session);
    if (may !== "yes") return { refused: may };
    const ask = ++this.#count;
    const encoded =
      session.wire === "xstate4"
        ? xstate4Event(LIMITS, session.session, event)
        : connectAsk(LIMITS, ask, { do: "send", session: session.session, event });
    if ("refused" in encoded) return { refused: encoded.refused };
    this.#options.say(session.app, encoded.message);
    return session.wire === "connect" ? { ask } : {};
  }
  /** What an app allows beside events: to read an actor whole, and to have it set back. */
  allows(session: Session, permission: "read" | "restore"): boolean {
    const app = this.#options.inspection.app(session.app);
    return (
      app?.status === "connected" && session.status === "active" && !!app.profile?.allows.includes(permission)
    );
  }
  /** Reads an actor whole, or sets it back. */
  request(session: Session, request: Exclude<ConnectAsk, { readonly do: "send" }>): SentRequest {
    if (!this.allows(session, request.do)) return { refused: "not-allowed" };
    const ask = ++this.#count;
    const encoded = connectAsk(LIMITS, ask, request);
    if ("refused" in encoded) return { refused: encoded.refused };
    if (request.do === "restore") this.#options.restoring(session);
    this.#options.say(session.app, encoded.message);
    return { ask };
  }
}
