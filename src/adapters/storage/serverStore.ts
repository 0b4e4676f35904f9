import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";
import type { InspectorDoor, InspectorNews } from "#core/project/inspectWire.ts";
import { diffGames, StoreError, type FileEntry } from "#core/project/store.ts";
import type { Store, StoreEvent } from "#core/project/store.ts";
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
export function serverStore({ token, onAnswer, base = "", fetch: ask = fetch }: ServerOptions): ServerStore {
  const client = crypto.randomUUID();
  const listeners = new Map<(event: StoreEvent) => void, TellFailure | undefined>();
  const reportFailure: TellFailure = (failure) => {
    for (const onFailure of listeners.values()) onFailure?.(failure);
  };
  /** A listener that throws must not end the stream of news for the others. */
  const guardedCall = (listener: () => void) => guarded("events", reportFailure, listener)();
  const inspecting = new Set<() => void>();
  /** What this page knows, to find out what it missed while the line was down. */
  const known = new Map<string, readonly FileEntry[]>();
  let listed = false;
  let line: AbortController | undefined;
  let locked = false;
  const waiting = new Set<() => void>();
  const lock = (now: boolean) => {
    if (now === locked) return;
    locked = now;
    for (const changed of waiting) changed();
  };

  const send = async (verb: Verb, body: object, signal?: AbortSignal): Promise<Response> => {
    const mine = token();
    if (mine === undefined) {
      lock(true);
      throw new StoreError("locked", "This page has not the key of the server");
    }
    const headers = { "content-type": "application/json", [tokenHeader]: mine, [clientHeader]: client };
    let response: Response;
    try {
      response = await ask(`${base}/api/${verb}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        signal: signal ?? null,
      });
    } catch (cause) {
      throw new StoreError("unreachable", `The server does not answer: ${thrownText(cause)}`);
    }
    if (!response.ok) {
      const error = await errorOf(response, verb);
      lock(error.code === "locked");
      throw error;
    }
    lock(false);
    onAnswer?.();
    return response;
  };
  const call = async <T>(verb: Verb, body: object, answer: Schema<T>): Promise<T> => {
    const response = await send(verb, body);
    const text = await response.text().catch((cause: unknown) => {
      throw new StoreError("unreachable", `The answer to ${verb} broke off: ${thrownText(cause)}`);
    });
    const result = readText(answer, text);
    if (result.ok) return result.value;
    throw new StoreError("unreachable", `The answer to ${verb} cannot be used: ${faultText(result.fault)}`);
  };

  const learn = (game: string, files: readonly FileEntry[]) =>
    known.set(
      game,
      files.map(({ name, hash }) => ({ name, hash })),
    );
  const merge = (game: string, files: readonly FileEntry[], removed: readonly string[]) => {
    const names = new Set([...files.map(({ name }) => name), ...removed]);
    const rest = (known.get(game) ?? []).filter(({ name }) => !names.has(name));
    if (rest.length + files.length > 0) learn(game, [...rest, ...files]);
    else known.delete(game);
  };
  const tell = (event: StoreEvent) => {
    merge(event.game, event.files, event.removed);
    for (const listener of listeners.keys()) guardedCall(() => listener(event));
  };

  const catchUp = async () => {
    const games = new Map((await call("list", {}, gameEntries)).map(({ id, files }) => [id, files] as const));
    const news = listed ? games : new Map([...games].filter(([id]) => known.has(id)));
    for (const event of diffGames(known, news)) tell(event);
    for (const [id, files] of games) learn(id, files);
    listed = true;
  };
  const listen = async (signal: AbortSignal) => {
    for (let wait: number = retry[0]; !signal.aborted; wait = Math.min(wait * 2, retry[1])) {
      await followLines(await send("events", {}, signal).catch(() => undefined), signal, async (text) => {
        wait = retry[0] / 2;
        const result = readText(eventLine, text);
        // A line that cannot be read is reported; those after it may be correct.
        if (!result.ok) return reportFailure({ place: "events", message: faultText(result.fault) });
        const event = result.value;
        if ("ready" in event) await catchUp();
        else if ("inspector" in event) for (const news of inspecting) guardedCall(news);
        else if ("failure" in event) reportFailure(event.failure);
        else tell(event);
      }).catch(() => undefined);
      await pause(wait, signal);
    }
  };

  return {
    async list() {
      const games = await call("list", {}, gameEntries);
      known.clear();
      for (const { id, files } of games) learn(id, files);
      listed = true;
      return games;
    },
    async read(game) {
      const files = await call("read", { game }, fileTexts);
      learn(game, files);
      return files;
    },
    async save(game, changes) {
      const result = await call("save", { game, changes }, saveResult);
      const removed = changes.filter(({ text }) => text === null).map(({ name }) => name);
      if (result.ok) merge(game, result.files, removed);
      return result;
    },
    async create(game, files) {
      learn(game, await call("create", { game, files }, fileEntries));
    },
    async rename(game, to) {
      learn(to, await call("rename", { game, to }, fileEntries));
      known.delete(game);
    },
    async duplicate(game, to) {
      learn(to, await call("duplicate", { game, to }, fileEntries));
    },
    async remove(game) {
      await call("remove", { game }, unknown);
      known.delete(game);
    },
    siblings: (game) => call("siblings", { game }, scriptTexts),
    others: () => call("others", {}, list(string)),
    access: {
      isLocked: () => locked,
      watch(onChange) {
        waiting.add(onChange);
        return () => void waiting.delete(onChange);
      },
    },
    inspector: {
      ask: (what) => call<InspectorNews | null>("inspect", what, inspectorNews),
      watch(onNews) {
        inspecting.add(onNews);
        return () => void inspecting.delete(onNews);
      },
    },
    watch(onChange, onFailure) {
      listeners.set(onChange, onFailure);
      if (!line) {
        line = new AbortController();
        void listen(line.signal);
      }
      return () => {
        listeners.delete(onChange);
        if (listeners.size > 0) return;
        line?.abort();
        line = undefined;
      };
    },
  };
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
