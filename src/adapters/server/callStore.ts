import {
  StoreError,
  type FileChange,
  type FileEntry,
  type NewFile,
  type Store,
} from "#core/project/store.ts";
import type { Verb } from "#core/project/wire.ts";
import type { Json } from "#core/text/json.ts";
import { faultText, list, nullable, object, readValue, string, type Schema } from "#core/text/schema.ts";

/** Verbs that are answered at once; `session`, `events` and `inspect` are the handler's own. */
export type StoreVerb = Exclude<Verb, "session" | "events" | "inspect">;

/** What a call changed, for the other pages. */
export interface Changed {
  readonly game: string;
  readonly files: readonly FileEntry[];
  readonly removed: readonly string[];
}

/**
 * Carries out a call. The body is foreign: it is read by its schema before the store sees it.
 * @returns the answer for the caller and what other pages should hear
 * @throws StoreError
 */
export async function callStore(
  store: Store,
  verb: StoreVerb,
  body: Json,
): Promise<{ readonly answer: unknown; readonly changed: readonly Changed[] }> {
  switch (verb) {
    case "list":
      return { answer: await store.list(), changed: [] };
    case "read":
      return { answer: await store.read(fieldsOf(ofGame, body).game), changed: [] };
    case "siblings":
      return { answer: await store.siblings(fieldsOf(ofGame, body).game), changed: [] };
    case "others":
      return { answer: await store.others(), changed: [] };
    case "save": {
      const { game, changes } = fieldsOf(saving, body);
      const answer = await store.save(game, changes);
      if (!answer.ok) return { answer, changed: [] };
      const removed = changes.filter(({ text }) => text === null).map(({ name }) => name);
      return { answer, changed: [{ game, files: answer.files, removed }] };
    }
    case "create": {
      const { game, files } = fieldsOf(creating, body);
      await store.create(game, files);
      return await createdGame(store, game);
    }
    case "duplicate": {
      const { game, to } = fieldsOf(moving, body);
      await store.duplicate(game, to);
      return await createdGame(store, to);
    }
    case "rename": {
      const { game, to } = fieldsOf(moving, body);
      const names = await namesOf(store, game);
      await store.rename(game, to);
      const { answer, changed } = await createdGame(store, to);
      return { answer, changed: [{ game, files: [], removed: names }, ...changed] };
    }
    case "remove": {
      const { game } = fieldsOf(ofGame, body);
      const removed = await namesOf(store, game);
      await store.remove(game);
      return { answer: {}, changed: [{ game, files: [], removed }] };
    }
  }
}

/** The longest list of files in one call; no game has a tenth of it. */
const MAX_FILES_PER_CALL = 10_000;
const ofGame = object({ game: string });
const moving = object({ game: string, to: string });
const saving: Schema<{ readonly game: string; readonly changes: readonly FileChange[] }> = object({
  game: string,
  changes: list(object({ name: string, text: nullable(string), base: nullable(string) }), MAX_FILES_PER_CALL),
});
const creating: Schema<{ readonly game: string; readonly files: readonly NewFile[] }> = object({
  game: string,
  files: list(object({ name: string, text: string }), MAX_FILES_PER_CALL),
});

/** What a call brings. @throws StoreError `refused` for a body of another form, with what is wrong and where */
export function fieldsOf<T>(schema: Schema<T>, body: Json): T {
  const read = readValue(schema, body);
  if (read.ok) return read.value;
  throw new StoreError("refused", `A call has not the form that is asked for: ${faultText(read.fault)}`);
}

async function createdGame(store: Store, game: string) {
  const files = (await entryOf(store, game))?.files ?? [];
  return { answer: files, changed: [{ game, files, removed: [] }] };
}
const entryOf = async (store: Store, game: string) => (await store.list()).find(({ id }) => id === game);
const namesOf = async (store: Store, game: string) =>
  (await entryOf(store, game))?.files.map(({ name }) => name) ?? [];
