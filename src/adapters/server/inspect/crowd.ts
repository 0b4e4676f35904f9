import type { WebSocket } from "ws";
import type { AppStage } from "#core/project/inspectWire.ts";

/**
 * Who finds a place at the inspector's port when more lines come than there are places for.
 *
 * On loopback every remote address is the same and a remote port says nothing of who holds it, so a peer is what stands in the Origin: the
 * pages of one origin are one peer, because a browser does not let a page write another Origin; all programs, which have none, are
 * one peer together. A program can write any Origin that a page of this computer may have. Therefore an Origin only ever limits, it never
 * gives a right: what gives a right is a message (an app that speaks goes before one that does not) and the word of a person (an app that
 * is shown, and a page with the key or the pass, give way to nobody).
 */

/** Apps that are shown at once: more than a person looks at. */
export const MAX_SHOWN_APPS = 16;
/** Apps that spoke and wait for a person's word, of all peers; what they said is kept, at most 4 MiB each (`AppLine`). */
export const MAX_WAITING_APPS = 24;
/** Of these, apps of one peer: some places are left for others. */
export const MAX_WAITING_APPS_PER_PEER = 16;
/** Lines that said nothing yet, or that a person refused: they cost a socket and no more. */
export const MAX_SILENT_APPS = 64;
/** Pages without key or pass. They hear nothing; a new one needs a place for the moment until it says its key. */
export const MAX_KEYLESS_PAGES = 64;
/** Pages with the key, or joined: more tabs than a person has open. */
export const MAX_OWN_PAGES = 32;
/** Connections that have not asked for anything yet, such as half a request. */
export const MAX_IDLE_CONNECTIONS = 128;
/** Apps that are being gone to at once. */
export const MAX_REACHES = 8;

/** The inspector's own page says hello as soon as its line is open. In ms. */
export const HELLO_DEADLINE = 10_000;
/**
 * How long an app may say nothing, in ms. `@statelyai/inspect` says nothing before its first actor starts, and does not come back when its line
 * ends; so this is long, and a silent line gives way long before when its place is wanted.
 */
export const FIRST_MESSAGE_DEADLINE = 60 * 60 * 1_000;

/** What is asked of a line of an app to find a place for another. */
export interface AppPlace {
  readonly stage: AppStage;
  /** Whether its socket is closed: what it said is kept to be looked at, as long as there is room. */
  readonly isOver: boolean;
  /** See above. */
  readonly peer: string;
}

/** `room`: nobody has to give way. `none`: nobody does, so the new one has no place. */
export type Room<T> = "room" | "none" | { readonly givesWay: T };

/** Room for one more line that said nothing yet. @param lines oldest first */
export function roomForSilent<T extends AppPlace>(lines: readonly T[]): Room<T> {
  const silent = lines.filter(({ stage }) => stage === "silent" || stage === "refused");
  if (silent.length < MAX_SILENT_APPS) return "room";
  const [first] = silent;
  return { givesWay: silent.find(({ stage }) => stage === "refused") ?? (first as T) };
}

/**
 * Room for one more app that spoke and waits for a person's word. An app that is gone gives way first. Where all are there, one of the peer that
 * has most gives way to a peer that has fewer: the newest of it, so that an app that was there before a crowd came stays.
 * @param lines oldest first
 */
export function roomForWaiting<T extends AppPlace>(lines: readonly T[], peer: string): Room<T> {
  const waiting = lines.filter(({ stage }) => stage === "waiting");
  const of = (one: string) => waiting.filter((line) => line.peer === one);
  const ours = of(peer);
  const isPeerFull = ours.length >= MAX_WAITING_APPS_PER_PEER;
  if (waiting.length < MAX_WAITING_APPS && !isPeerFull) return "room";
  const gone = (isPeerFull ? ours : waiting).find(({ isOver }) => isOver);
  if (gone) return { givesWay: gone };
  if (isPeerFull) return "none";
  const peers = [...new Set(waiting.map((line) => line.peer))];
  const largest = peers.map(of).reduce((one, other) => (other.length > one.length ? other : one), ours);
  const newest = largest.at(-1);
  return newest && largest.length > ours.length + 1 ? { givesWay: newest } : "none";
}

/** Room for one more app that is shown: one that is gone gives way, then one that we went to and that never said anything. @param lines oldest first */
export function roomForShown<T extends AppPlace & { readonly isSilent: boolean }>(
  lines: readonly T[],
): Room<T> {
  const shown = lines.filter(({ stage }) => stage === "shown");
  if (shown.length < MAX_SHOWN_APPS) return "room";
  const givesWay = shown.find(({ isOver }) => isOver) ?? shown.find(({ isSilent }) => isSilent);
  return givesWay ? { givesWay } : "none";
}

/** What is asked of a page that brought neither key nor pass. */
export interface KeylessPlace {
  readonly hasGreeted: boolean;
  /** It shows a code, and a person may be about to join it. */
  readonly isAsking: boolean;
}

/**
 * Which page without key or pass gives way to a new one; undefined while there is room. Pages that said hello without a key are settled: they can
 * only ask to be joined. One that has not said hello may be the person's own, whose key is on its way. @param pages oldest first
 */
export function keylessGivesWay<T extends KeylessPlace>(pages: readonly T[]): T | undefined {
  if (pages.length < MAX_KEYLESS_PAGES) return undefined;
  return (
    pages.find(({ hasGreeted, isAsking }) => hasGreeted && !isAsking) ??
    pages.find(({ isAsking }) => !isAsking) ??
    pages[0]
  );
}

/** How long a line that is ended may take to say that it heard so, in ms. */
export const CLOSE_TIMEOUT = 1_000;

/** Ends a line whose place is wanted: who does not answer holds no socket meanwhile. @param code of the WebSocket, which is said first */
export function closeAtOnce(socket: WebSocket, code: number): void {
  socket.close(code);
  setImmediate(() => socket.terminate());
}
