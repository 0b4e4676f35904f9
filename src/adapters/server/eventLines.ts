import type { ServerResponse } from "node:http";
import { heartbeat, type EventLine } from "#core/project/wire.ts";

/** The pages that listen for changes, each on an answer that does not end. */
export interface EventLines {
  /** @param client name of the page, so that it receives no event for its own changes */
  add(response: ServerResponse, client: string): void;
  /** Tells every page but the one that did it. */
  tell(line: EventLine, except?: string): void;
  close(): void;
}

/** Pages that receive events at once: a person has fewer open, and a page that opens ever more lines is at fault. */
const MAX_PAGES = 100;
/** Bytes that wait for a page that does not read. Beyond this its line is closed; when it reconnects, it loads everything. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024;

export function eventLines(): EventLines {
  const open = new Map<ServerResponse, string>();
  const drop = (response: ServerResponse) => {
    open.delete(response);
    response.destroy();
  };
  const isOver = ({ destroyed, writableEnded }: ServerResponse) => destroyed || writableEnded;
  const write = (response: ServerResponse, text: string) => {
    if (isOver(response) || response.writableLength > MAX_UNSENT_BYTES) drop(response);
    else response.write(text);
  };
  let isClosed = false;
  const beat = setInterval(() => {
    for (const response of open.keys()) write(response, "\n");
  }, heartbeat);
  // The server must be able to end while a page listens.
  beat.unref();
  return {
    add(response, client) {
      // The page may have left, or the server may be closing, by the time its call has been read.
      if (isClosed || isOver(response)) return void response.destroy();
      const [oldest] = open.keys();
      // Its end would wait until the page has read all: nothing is written to it from now on.
      if (open.size >= MAX_PAGES && oldest) drop(oldest);
      // Without a listener an error of the connection would end the process.
      response.on("error", () => drop(response));
      response.on("close", () => open.delete(response));
      response.writeHead(200, {
        "content-type": "application/x-ndjson; charset=utf-8",
        "cache-control": "no-store",
      });
      response.write(`${JSON.stringify({ ready: true } satisfies EventLine)}\n`);
      open.set(response, client);
    },
    tell(line, except) {
      const text = `${JSON.stringify(line)}\n`;
      for (const [response, client] of open) if (client !== except) write(response, text);
    },
    close() {
      isClosed = true;
      clearInterval(beat);
      for (const response of open.keys()) response.end();
      open.clear();
    },
  };
}
