/**
 * What the page and its server say to each other. Every request is `POST /api/<verb>` with a JSON body, so that no link, form or
 * image of another site can make one; the token stands in a header, never in an address.
 */
export const tokenHeader = "x-turnwright-token";
/** A random name of the page, so that it is not told of its own changes. */
export const clientHeader = "x-turnwright-client";
/** `<meta>` of the served page that carries the token. */
export const tokenMeta = "turnwright-token";
/** `<meta>` of the served page that tells workspaces on one address apart; not a secret. */
export const workspaceMeta = "turnwright-workspace";

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
  "elsewhere",
  "events",
] as const;
export type Verb = (typeof verbs)[number];

/** A line of the stream of events; others are empty and only say that the line is alive. */
export type EventLine =
  | { readonly ready: true }
  | {
      readonly game: string;
      readonly files: readonly { readonly name: string; readonly hash: string }[];
      readonly removed: readonly string[];
      readonly siblings?: true;
    };

/** Time between two signs of life on the stream of events, in ms. */
export const heartbeat = 10_000;
