import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import type { InspectorDoor, InspectorNews } from "#core/project/inspectWire.ts";
import { diffGames, StoreError } from "#core/project/store.ts";
import type { FileChange, FileEntry, NewFile, Store, StoreEvent } from "#core/project/store.ts";
import {
  eventLine,
  fileEntries,
  fileTexts,
  gameEntries,
  inspectorNews,
  saveResult,
  scriptTexts,
  storeRefusal,
} from "#core/project/storeSchemas.ts";
import { clientHeader, heartbeat, tokenHeader, type Verb } from "#core/project/wire.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { faultText, list, readText, string, unknown, type Schema } from "#core/text/schema.ts";

export interface ServerOptions {
  /** Asked for each call; undefined while this page has none. */
  readonly token: () => string | undefined;
  /** Called when a call is answered. */
  readonly onAnswer?: () => void;
  /** Origin of the server; by default the page's own. */
  readonly base?: string;
  readonly fetch?: typeof fetch;
}

/** Whether the server takes the calls of this page: one that was restarted does not before it is given its key. */
export interface Access {
  isLocked(): boolean;
  /** Calls back when that changes. Returns how to stop. */
  watch(onChange: () => void): () => void;
}

/** With the way to the inspector that the same server serves. */
export type ServerStore = Store & { readonly inspector: InspectorDoor; readonly access: Access };

/** Waits between two tries to hear from the server, in ms: doubled up to the second. */
const retry = [250, 5000] as const;

/** The games of the loopback server (`adapters/server`), over fetch. */
export const serverStore = (options: ServerOptions): ServerStore => new HttpStore(new Calls(options));

/** Calls to the server with the key of this page, and whether the server takes them. */
class Calls implements Access {
  readonly #options: ServerOptions;
  readonly #client = crypto.randomUUID();
  readonly #listeners = new Set<() => void>();
  #isLocked = false;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  isLocked(): boolean {
    return this.#isLocked;
  }

  watch(onChange: () => void): () => void {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  }

  #setLocked(isLocked: boolean): void {
    if (isLocked === this.#isLocked) return;
    this.#isLocked = isLocked;
    for (const onChange of this.#listeners) onChange();
  }

  /** @throws StoreError as the server refuses, `locked` without a key, `unreachable` when nothing answers */
  async send(verb: Verb, body: object, signal?: AbortSignal): Promise<Response> {
    const { token, onAnswer, base = "", fetch: request = fetch } = this.#options;
    const key = token();
    if (key === undefined) {
      this.#setLocked(true);
      throw new StoreError("locked", "This page has not the key of the server");
    }
    let response: Response;
    try {
      response = await request(`${base}/api/${verb}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [tokenHeader]: key,
          [clientHeader]: this.#client,
        },
        body: JSON.stringify(body),
        signal: signal ?? null,
      });
    } catch (cause) {
      throw new StoreError("unreachable", `The server does not answer: ${thrownText(cause)}`);
    }
    if (!response.ok) {
      const error = await errorOf(response, verb);
      this.#setLocked(error.code === "locked");
      throw error;
    }
    this.#setLocked(false);
    onAnswer?.();
    return response;
  }

  /** @throws StoreError as `send`; `unreachable` as well when the answer is not what the schema says */
  async call<T>(verb: Verb, body: object, answer: Schema<T>): Promise<T> {
    const response = await this.send(verb, body);
    const text = await response.text().catch((cause: unknown) => {
      throw new StoreError("unreachable", `The answer to ${verb} broke off: ${thrownText(cause)}`);
    });
    const result = readText(answer, text);
    if (result.ok) return result.value;
    throw new StoreError("unreachable", `The answer to ${verb} cannot be used: ${faultText(result.fault)}`);
  }
}

/** The files that this page knows, to find out what it missed while the line was down. */
class KnownFiles {
  readonly games = new Map<string, readonly FileEntry[]>();
  /** Whether all games were listed once: before that, a game that is not known is no news. */
  isListed = false;

  learn(game: string, files: readonly FileEntry[]): void {
    this.games.set(
      game,
      files.map(({ name, hash }) => ({ name, hash })),
    );
  }

  learnAll(games: ReadonlyMap<string, readonly FileEntry[]>): void {
    for (const [game, files] of games) this.learn(game, files);
    this.isListed = true;
  }

  merge(game: string, files: readonly FileEntry[], removed: readonly string[]): void {
    const names = new Set([...files.map(({ name }) => name), ...removed]);
    const rest = (this.games.get(game) ?? []).filter(({ name }) => !names.has(name));
    if (rest.length + files.length > 0) this.learn(game, [...rest, ...files]);
    else this.games.delete(game);
  }

  /** What differs from all games as the server lists them now. */
  missed(games: ReadonlyMap<string, readonly FileEntry[]>): readonly StoreEvent[] {
    const news = this.isListed ? games : new Map([...games].filter(([id]) => this.games.has(id)));
    return diffGames(this.games, news);
  }
}

class HttpStore implements ServerStore {
  readonly access: Access;
  readonly inspector: InspectorDoor;
  readonly #calls: Calls;
  readonly #known = new KnownFiles();
  readonly #listeners = new Map<(event: StoreEvent) => void, TellFailure | undefined>();
  readonly #inspectors = new Set<() => void>();
  #line: AbortController | undefined;

  constructor(calls: Calls) {
    this.#calls = calls;
    this.access = calls;
    this.inspector = {
      ask: (what) => calls.call<InspectorNews | null>("inspect", what, inspectorNews),
      watch: (onNews) => {
        this.#inspectors.add(onNews);
        return () => void this.#inspectors.delete(onNews);
      },
    };
  }

  async list() {
    const games = await this.#calls.call("list", {}, gameEntries);
    this.#known.games.clear();
    this.#known.learnAll(new Map(games.map(({ id, files }) => [id, files])));
    return games;
  }

  async read(game: string) {
    const files = await this.#calls.call("read", { game }, fileTexts);
    this.#known.learn(game, files);
    return files;
  }

  async save(game: string, changes: readonly FileChange[]) {
    const result = await this.#calls.call("save", { game, changes }, saveResult);
    const removed = changes.filter(({ text }) => text === null).map(({ name }) => name);
    if (result.ok) this.#known.merge(game, result.files, removed);
    return result;
  }

  async create(game: string, files: readonly NewFile[]) {
    this.#known.learn(game, await this.#calls.call("create", { game, files }, fileEntries));
  }

  async rename(game: string, to: string) {
    this.#known.learn(to, await this.#calls.call("rename", { game, to }, fileEntries));
    this.#known.games.delete(game);
  }

  async duplicate(game: string, to: string) {
    this.#known.learn(to, await this.#calls.call("duplicate", { game, to }, fileEntries));
  }

  async remove(game: string) {
    await this.#calls.call("remove", { game }, unknown);
    this.#known.games.delete(game);
  }

  siblings(game: string) {
    return this.#calls.call("siblings", { game }, scriptTexts);
  }

  others() {
    return this.#calls.call("others", {}, list(string));
  }

  watch(onChange: (event: StoreEvent) => void, onFailure?: TellFailure) {
    this.#listeners.set(onChange, onFailure);
    if (!this.#line) {
      this.#line = new AbortController();
      void this.#listen(this.#line.signal);
    }
    return () => {
      this.#listeners.delete(onChange);
      if (this.#listeners.size > 0) return;
      this.#line?.abort();
      this.#line = undefined;
    };
  }

  /** Hears of changes until nobody watches; a line that breaks is opened again. */
  async #listen(signal: AbortSignal): Promise<void> {
    for (let wait: number = retry[0]; !signal.aborted; wait = Math.min(wait * 2, retry[1])) {
      await followLines(
        await this.#calls.send("events", {}, signal).catch(() => undefined),
        signal,
        (text) => {
          wait = retry[0] / 2;
          return this.#hear(text);
        },
      ).catch(() => undefined);
      await pause(wait, signal);
    }
  }

  async #hear(text: string): Promise<void> {
    const result = readText(eventLine, text);
    // A line that cannot be read is reported; those after it may be correct.
    if (!result.ok) return this.#reportFailure({ place: "events", message: faultText(result.fault) });
    const event = result.value;
    if ("ready" in event) await this.#catchUp();
    else if ("inspector" in event) for (const onNews of this.#inspectors) this.#guardedCall(onNews);
    else if ("failure" in event) this.#reportFailure(event.failure);
    else this.#announce(event);
  }

  async #catchUp(): Promise<void> {
    const entries = await this.#calls.call("list", {}, gameEntries);
    const games = new Map(entries.map(({ id, files }) => [id, files] as const));
    for (const event of this.#known.missed(games)) this.#announce(event);
    this.#known.learnAll(games);
  }

  #announce(event: StoreEvent): void {
    this.#known.merge(event.game, event.files, event.removed);
    for (const listener of this.#listeners.keys()) this.#guardedCall(() => listener(event));
  }

  readonly #reportFailure: TellFailure = (failure) => {
    for (const onFailure of this.#listeners.values()) onFailure?.(failure);
  };

  /** A listener that throws must not end the stream of news for the others. */
  #guardedCall(listener: () => void): void {
    guarded("events", this.#reportFailure, listener)();
  }
}

/** Hands on the events of an answer that goes on and on; ends when it does, or when the server gives no sign of life. */
async function followLines(
  response: Response | undefined,
  signal: AbortSignal,
  onLine: (line: string) => Promise<void>,
): Promise<void> {
  const reader = response?.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const quiet = setTimeout(() => void reader.cancel(), 3 * heartbeat);
    const { done, value } = await reader.read().finally(() => clearTimeout(quiet));
    if (done || signal.aborted) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") await onLine(line);
  }
}

async function errorOf(response: Response, verb: Verb): Promise<StoreError> {
  const result = readText(storeRefusal, await response.text().catch(() => ""));
  if (result.ok) return new StoreError(result.value.code, result.value.message, result.value.facts);
  return new StoreError(
    response.status < 500 ? "refused" : "unreachable",
    `The server answered ${response.status} to ${verb}`,
  );
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });
