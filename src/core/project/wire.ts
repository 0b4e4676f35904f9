import type { Failure } from "#core/diagnostic/failure.ts";
/**
 * What the page and its server say to each other. Every request is `POST /api/<verb>` with a JSON body, so that no link, form or
 * image of another site can make one; the token stands in a header, never in an address.
 */
export const tokenHeader = "x-turnwright-token";
/** Carries the key of the printed address, once, with `session`: it is answered with the token for everything else. */
export const keyHeader = "x-turnwright-key";
/** A random name of the page, so that it is not notified of its own changes. */
export const clientHeader = "x-turnwright-client";
/** `<meta>` of a page that a server of games serves; it says no more than that there is one. */
export const serverMeta = "turnwright-server";

/** What `session` answers, and what a browser keeps for its pages of one address. */
export interface Session {
  readonly token: string;
  /** Tells workspaces that are served at one address one after the other apart. */
  readonly workspace: string;
}

/** The part of an address behind `#` that brings the key, and what is to be shown then: `#key=KEY/vf-card/rules`. */
export const keyHash = (key: string, path = ""): string => `#key=${key}${path}`;

/** The key in an address and the hash that is left without it; undefined when there is none. */
export function splitKey(hash: string): { readonly key: string; readonly rest: string } | undefined {
  const match = /^#key=([\w-]+)(\/.*)?$/s.exec(hash);
  return match?.[1] === undefined ? undefined : { key: match[1], rest: `#${match[2] ?? "/"}` };
}

export const verbs = [
  "session",
  "list",
  "read",
  "save",
  "create",
  "rename",
  "duplicate",
  "remove",
  "siblings",
  "others",
  "inspect",
  "events",
] as const;
export type Verb = (typeof verbs)[number];

/** A line of the stream of events; others are empty and only say that the line is alive. */
export type EventLine =
  | { readonly ready: true }
  /** Something about the inspector changed: `inspect` says what. */
  | { readonly inspector: true }
  /** Something of the server failed, and it goes on. */
  | { readonly failure: Failure }
  | {
      readonly game: string;
      readonly files: readonly { readonly name: string; readonly hash: string }[];
      readonly removed: readonly string[];
      readonly siblings?: true;
    };

/** Time between two signs of life on the stream of events, in ms. */
export const heartbeat = 10_000;
