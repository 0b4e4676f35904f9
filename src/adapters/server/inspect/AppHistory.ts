import type { AppStage } from "#core/project/inspectWire.ts";

/** The newest messages of an app that are stored for a page that opens later, or until a person answers. Bytes count as they are sent to a page. */
const MAX_HISTORY = { messages: 5_000, bytes: 4 * 1024 * 1024 };
/** The first messages that are stored of a connection in a silent one's place. */
export const MAX_START_HISTORY = { messages: 100, bytes: 64 * 1024 };
/** What is stored beside the newest messages of what each actor is, and of where it stood last. */
const MAX_PINNED = { messages: 200, bytes: 4 * 1024 * 1024 };

/** How an app with `turnwright/connect` begins to say everything (`core/inspect/connect.ts`). */
const greeting = '{"type":"turnwright.app"';

/** A message, and when it came. */
export interface AppMessage {
  readonly text: string;
  readonly at: number;
  /** As it is sent to a page. */
  readonly bytes: number;
}

/**
 * What an app said, for the page that opens next. There is room for the newest messages only. Of the older ones those stay without which a page
 * could show nothing: the message that gives an actor's machine, and the last snapshot of each actor.
 */
export class AppHistory {
  readonly #messages: AppMessage[] = [];
  #bytes = 0;
  /** Older messages by what they are about, oldest first. */
  readonly #pinned = new Map<string, AppMessage>();
  #pinnedBytes = 0;

  /** Oldest first. */
  get messages(): readonly AppMessage[] {
    return [...this.#pinned.values(), ...this.#messages];
  }

  clear(): void {
    this.#messages.length = this.#bytes = this.#pinnedBytes = 0;
    this.#pinned.clear();
  }

  /** @returns how many messages were let go for it */
  add(message: AppMessage, stage: AppStage): number {
    // Everything that the app kept follows, from the start: what was kept here would only push that out.
    if (message.text.startsWith(greeting)) this.clear();
    this.#messages.push(message);
    this.#bytes += message.bytes;
    return this.fit(stage);
  }

  /** Lets go of what a line at this stage does not keep. @returns how many messages that were */
  fit(stage: AppStage): number {
    const isStart = stage === "silent" || stage === "held";
    const { messages, bytes } = isStart ? MAX_START_HISTORY : MAX_HISTORY;
    let dropped = 0;
    while (this.#messages.length > messages || this.#bytes > bytes) {
      const message = isStart ? this.#messages.pop() : this.#messages.shift();
      this.#bytes -= message?.bytes ?? 0;
      dropped += message && !isStart ? this.#pin(message) : 1;
    }
    return dropped;
  }

  /** Keeps it, if it is one that stays, in the place of an older one about the same. @returns how many messages were let go */
  #pin(message: AppMessage): number {
    const subject = subjectOf(message.text);
    if (subject === undefined) return 1;
    let dropped = this.#unpin(subject);
    this.#pinned.set(subject, message);
    this.#pinnedBytes += message.bytes;
    while (this.#pinned.size > MAX_PINNED.messages || this.#pinnedBytes > MAX_PINNED.bytes)
      dropped += this.#unpin(this.#pinned.keys().next().value as string);
    return dropped;
  }
  #unpin(subject: string): number {
    const message = this.#pinned.get(subject);
    if (!message) return 0;
    this.#pinnedBytes -= message.bytes;
    this.#pinned.delete(subject);
    return 1;
  }
}

/** The messages of `@statelyai/inspect` and `@xstate/inspect` that say what an actor is, and where it stands. */
const pinnedTypes = ["@xstate.actor", "@xstate.snapshot", "service.register", "service.state"];

/** What a message is about, as type and session; undefined for what need not stay. It is foreign text, which may be anything. */
function subjectOf(text: string): string | undefined {
  // Both packages write the type first or last, and most messages need not be read.
  const ends = text.slice(0, 64) + text.slice(-64);
  if (!pinnedTypes.some((type) => ends.includes(`"${type}"`))) return undefined;
  try {
    const message = JSON.parse(text) as { type?: unknown; sessionId?: unknown } | null;
    const { type, sessionId } = message ?? {};
    return typeof type === "string" && pinnedTypes.includes(type) && typeof sessionId === "string"
      ? `${type} ${sessionId}`
      : undefined;
  } catch {
    return undefined;
  }
}
