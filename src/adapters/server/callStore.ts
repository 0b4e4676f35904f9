import {
  StoreError,
  type FileChange,
  type FileEntry,
  type NewFile,
  type Store,
} from "#core/project/store.ts";
import type { Verb } from "#core/project/wire.ts";
import type { Json } from "#core/text/json.ts";

/** Verbs that are answered at once; `session`, `events` and `inspect` are the handler's own. */
export type StoreVerb = Exclude<Verb, "session" | "events" | "inspect">;

/** What a call changed, for the other pages. */
export interface Changed {
  readonly game: string;
  readonly files: readonly FileEntry[];
  readonly removed: readonly string[];
}

/**
 * Carries out a call. The body is foreign: every field is looked at before the store sees it.
 * @returns the answer for the caller and what other pages should hear
 * @throws StoreError
 */
export async function callStore(
  store: Store,
  verb: StoreVerb,
  body: Json,
): Promise<{ readonly answer: unknown; readonly changed: readonly Changed[] }> {
  const fields = objectOf(body, "A call");
  const game = () => textOf(fields["game"], "game");
  const to = () => textOf(fields["to"], "to");
  switch (verb) {
    case "list":
      return { answer: await store.list(), changed: [] };
    case "read":
      return { answer: await store.read(game()), changed: [] };
    case "siblings":
      return { answer: await store.siblings(game()), changed: [] };
    case "others":
      return { answer: await store.others(), changed: [] };
    case "save": {
      const changes = listOf(fields["changes"], "changes").map(changeOf);
      const answer = await store.save(game(), changes);
      if (!answer.ok) return { answer, changed: [] };
      const removed = changes.filter(({ text }) => text === null).map(({ name }) => name);
      return { answer, changed: [{ game: game(), files: answer.files, removed }] };
    }
    case "create": {
      await store.create(game(), listOf(fields["files"], "files").map(newFileOf));
      return await made(store, game());
    }
    case "duplicate": {
      await store.duplicate(game(), to());
      return await made(store, to());
    }
    case "rename": {
      const names = await namesOf(store, game());
      await store.rename(game(), to());
      const { answer, changed } = await made(store, to());
      return { answer, changed: [{ game: game(), files: [], removed: names }, ...changed] };
    }
    case "remove": {
      const removed = await namesOf(store, game());
      await store.remove(game());
      return { answer: {}, changed: [{ game: game(), files: [], removed }] };
    }
  }
}

async function made(store: Store, game: string) {
  const files = (await entryOf(store, game))?.files ?? [];
  return { answer: files, changed: [{ game, files, removed: [] }] };
}
const entryOf = async (store: Store, game: string) => (await store.list()).find(({ id }) => id === game);
const namesOf = async (store: Store, game: string) =>
  (await entryOf(store, game))?.files.map(({ name }) => name) ?? [];

export const wrong = (what: string) =>
  new StoreError("refused", `${what} has not the form that is asked for`);

export function objectOf(value: Json | undefined, what: string): { readonly [key: string]: Json } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(what);
  return value as { readonly [key: string]: Json };
}
export function textOf(value: Json | undefined, what: string): string {
  if (typeof value !== "string") throw wrong(what);
  return value;
}
function listOf(value: Json | undefined, what: string): readonly Json[] {
  if (!Array.isArray(value) || value.length > 10_000) throw wrong(what);
  return value as readonly Json[];
}
function newFileOf(value: Json): NewFile {
  const file = objectOf(value, "A file");
  return { name: textOf(file["name"], "name"), text: textOf(file["text"], "text") };
}
function changeOf(value: Json): FileChange {
  const change = objectOf(value, "A change");
  const orNull = (key: string) => (change[key] === null ? null : textOf(change[key], key));
  return { name: textOf(change["name"], "name"), text: orNull("text"), base: orNull("base") };
}
