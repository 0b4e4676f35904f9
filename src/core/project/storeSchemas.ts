import { failurePlaces } from "#core/diagnostic/failure.ts";
import {
  storeErrorCodes,
  type FileEntry,
  type FileText,
  type GameEntry,
  type SaveResult,
  type ScriptText,
} from "#core/project/store.ts";
import type { EventLine, Session } from "#core/project/wire.ts";
import {
  boolean,
  count,
  list,
  literal,
  nullable,
  object,
  optional,
  record,
  string,
  union,
  type Schema,
} from "#core/text/schema.ts";

/** What a store says, as it comes from its server to a page. */
export const fileEntry: Schema<FileEntry> = object({ name: string, hash: string });
export const fileEntries = list(fileEntry);
export const fileTexts: Schema<readonly FileText[]> = list(
  object({ name: string, hash: string, text: string }),
);
export const scriptTexts: Schema<readonly ScriptText[]> = list(object({ path: string, text: string }));
export const gameEntries: Schema<readonly GameEntry[]> = list(
  object({
    id: string,
    title: record(string),
    files: fileEntries,
    foreign: optional(boolean),
    found: optional(literal(true)),
    place: string,
    kept: optional(literal("path", "file", "folder", "copy", "browser")),
    path: string,
    machines: optional(list(string)),
  }),
);
export const saveResult: Schema<SaveResult> = union(
  object({ ok: literal(true), files: fileEntries }),
  object({
    ok: literal(false),
    code: literal("stale"),
    theirs: list(object({ name: string, text: nullable(string), hash: nullable(string) })),
  }),
);
/** Of a call that could not be done; whatever is not of that form is described by its status alone. */
export const storeRefusal = object({
  code: literal(...storeErrorCodes),
  message: string,
  facts: optional(object({ file: optional(string), encoding: optional(string) })),
});
export const session: Schema<Session> = object({ token: string, workspace: string });
export const eventLine: Schema<EventLine> = union(
  object({ ready: literal(true) }),
  object({ inspector: literal(true) }),
  object({ failure: object({ place: literal(...failurePlaces), message: string }) }),
  object({ game: string, files: fileEntries, removed: list(string), siblings: optional(literal(true)) }),
);
/** What the inspector tells the studio; null where none is served. */
export const inspectorNews = nullable(
  object({
    address: string,
    asking: list(string),
    joined: count,
    apps: count,
    traces: list(object({ trace: count, game: string, machine: optional(string), scenario: string })),
  }),
);
