import type { WebSocket } from "ws";
import type { AppStage } from "#core/project/inspectWire.ts";

/**
 * Who finds a place at the inspector's port when more lines come than there are places for.
 *
 * On loopback every remote address is the same and a remote port says nothing of who holds it, so a peer is what stands in the Origin: the
 * pages of one origin are one peer, because a browser does not let a page write another Origin; all programs, which have none, are
 * one peer together. A program can write any Origin that a page of this computer may have. Therefore an Origin only ever limits, it never
 * gives a right: what gives a right is a message (an app that introduces itself goes before a line that does not) and the word of a person (an app
 * that is shown, and a page with the key or the pass, give way to nobody).
 *
 * An app that introduced itself awaits a decision as long as its line is open, whether its place is one of those that wait or, beyond them, a silent line's:
 * a crowd makes less of it kept, not the person unaware of it.
 */

/** Apps that are shown at once: a person looks at fewer. */
export const MAX_SHOWN_APPS = 16;
/** Apps, of all peers, that have introduced themselves and wait for a person's answer. Their messages are stored, at most 4 MiB each (`AppLine`). */
export const MAX_WAITING_APPS = 24;
/** Connections without a message that we know, refused apps, and apps that wait beyond `MAX_WAITING_APPS`: each costs a socket and 64 KiB at most. */
export const MAX_SILENT_APPS = 64;
/** Pages without key or pass. They receive nothing; a new page needs a place for the moment until it sends its key. */
export const MAX_KEYLESS_PAGES = 64;
/** Pages with the key or a pass: a person has fewer tabs open. */
export const MAX_TRUSTED_PAGES = 32;
/** Apps to which the server itself connects at once. */
export const MAX_OUTGOING_APPS = 8;

/** How long a page may take until its hello, in ms: the inspector's page sends it as soon as its connection is open. */
export const HELLO_TIMEOUT_MS = 10_000;
/**
 * How long an app may say nothing, in ms. `@statelyai/inspect` says nothing before its first actor starts, and does not come back when its line
 * ends; so this is long, and a silent line gives way long before when its place is wanted.
 */
export const FIRST_MESSAGE_TIMEOUT_MS = 60 * 60 * 1_000;

/** What has to be known of an app's connection to find room for another one. */
export interface AppPlace {
  readonly stage: AppStage;
  /** Whether its socket is closed: what it said is kept to be looked at, as long as there is room. */
  readonly isOver: boolean;
  /** Whether it said nothing at all. */
  readonly isSilent: boolean;
  /** See above: the origin, or "" of programs. */
  readonly peer: string;
}

/** `room`: nobody has to give way. `none`: nobody does, so the new one has no place. */
export type Room<T> = "room" | "none" | { readonly givesWay: T };

/**
 * Room for one more line that said nothing yet, which there always is. Lines that a person refused give way first, then those that say nothing of any
 * wire, then those that say nothing, and at last apps that are held: of each the oldest, of the held ones of the largest crowd.
 * @param lines oldest first
 */
export function roomForSilent<T extends AppPlace>(lines: readonly T[]): Room<T> {
  const isHeld = ({ stage }: T) => stage === "held";
  const small = lines.filter((line) => isHeld(line) || line.stage === "silent" || line.stage === "refused");
  if (small.length < MAX_SILENT_APPS) return "room";
  const givesWay =
    small.find(({ stage }) => stage === "refused") ??
    small.find((line) => !isHeld(line) && !line.isSilent) ??
    small.find((line) => !isHeld(line)) ??
    crowdIn(small)[0];
  return givesWay ? { givesWay } : "room";
}

/**
 * Room for one more app that introduced itself and waits for a person's word. An app that is gone gives way first. Where all are there, one of
 * the largest crowd gives way to a line that is not of it: the newest, so that an app that was there before a crowd came stays. Who gives way and
 * who finds no room is held.
 * @param lines oldest first
 */
export function roomForWaiting<T extends AppPlace>(lines: readonly T[], newcomer: T): Room<T> {
  const waiting = lines.filter(({ stage }) => stage === "waiting");
  if (waiting.length < MAX_WAITING_APPS) return "room";
  const closed = waiting.find(({ isOver }) => isOver);
  if (closed) return { givesWay: closed };
  const crowd = crowdIn([newcomer, ...waiting]);
  const newest = crowd.at(-1);
  return newest && !crowd.includes(newcomer) ? { givesWay: newest } : "none";
}

/**
 * The largest crowd among lines, in their order: programs or pages of whatever origin, whichever are more, and of pages those of the origin that has
 * most. A program can write any number of Origins, so that pages of one line each are a crowd as well. Of equal ones it is that of the line that
 * stands first.
 */
function crowdIn<T extends AppPlace>(lines: readonly T[]): readonly T[] {
  const largest = (groups: readonly (readonly T[])[]): readonly T[] =>
    groups.reduce<readonly T[]>((biggest, group) => (group.length > biggest.length ? group : biggest), []);
  const by = (of: readonly T[], key: (line: T) => unknown) =>
    [...new Set(of.map(key))].map((groupKey) => of.filter((line) => key(line) === groupKey));
  const kind = largest(by(lines, ({ peer }) => peer === ""));
  return largest(by(kind, ({ peer }) => peer));
}

/** Room for one more app that is shown: one that is gone gives way, then one that we went to and that never said anything. @param lines oldest first */
export function roomForShown<T extends AppPlace>(lines: readonly T[]): Room<T> {
  const shownApps = lines.filter(({ stage }) => stage === "shown");
  if (shownApps.length < MAX_SHOWN_APPS) return "room";
  const givesWay = shownApps.find(({ isOver }) => isOver) ?? shownApps.find(({ isSilent }) => isSilent);
  return givesWay ? { givesWay } : "none";
}

/** What has to be known of a page that brought neither key nor pass. */
export interface KeylessPlace {
  readonly hasGreeted: boolean;
  /** It shows a code, and a person may be about to join it. */
  readonly isPairing: boolean;
}

/**
 * Which page without key or pass gives way to a new one; undefined while there is room. Pages that said hello without a key are settled: they can
 * only ask to be joined. One that has not said hello may be the person's own, whose key is on its way. @param pages oldest first
 */
export function keylessGivesWay<T extends KeylessPlace>(pages: readonly T[]): T | undefined {
  if (pages.length < MAX_KEYLESS_PAGES) return undefined;
  return (
    pages.find(({ hasGreeted, isPairing }) => hasGreeted && !isPairing) ??
    pages.find(({ isPairing }) => !isPairing) ??
    pages[0]
  );
}

/** Bytes that may wait in a connection when a ping is answered: pongs pile up only where the other side does not read. */
const MAX_UNSENT_PONG_BYTES = 1024 * 1024;

/** How long the other side may take to confirm the end of a connection, in ms. */
export const CLOSE_TIMEOUT_MS = 1_000;

/** Answers the pings of a line, as long as the other side reads what comes: it costs one nothing to send them. */
export function answerPings(socket: WebSocket): void {
  socket.on("ping", (data: Buffer) => {
    if (socket.bufferedAmount > MAX_UNSENT_PONG_BYTES) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.pong(data);
  });
}

/** Ends a line whose place is wanted: who does not answer holds no socket meanwhile. @param code of the WebSocket, which is said first */
export function closeAtOnce(socket: WebSocket, code: number): void {
  socket.close(code);
  setImmediate(() => socket.terminate());
}
