import type { ServerResponse } from "node:http";
import { heartbeat, type EventLine } from "#core/project/wire.ts";

/** The pages that listen for changes, each on an answer that does not end. */
export interface EventLines {
  /** @param client name of the page, so that it is not told of its own changes */
  add(response: ServerResponse, client: string): void;
  /** Tells every page but the one that did it. */
  tell(line: EventLine, except?: string): void;
  close(): void;
}

/** More pages than a person has open; a page that opens ever more lines is at fault. */
const most = 100;

export function eventLines(): EventLines {
  const open = new Map<ServerResponse, string>();
  const beat = setInterval(() => {
    for (const response of open.keys()) response.write("\n");
  }, heartbeat);
  // The server must be able to end while a page listens.
  beat.unref();
  return {
    add(response, client) {
      const [oldest] = open.keys();
      if (open.size >= most && oldest) oldest.end();
      response.writeHead(200, {
        "content-type": "application/x-ndjson; charset=utf-8",
        "cache-control": "no-store",
      });
      response.write(`${JSON.stringify({ ready: true } satisfies EventLine)}\n`);
      open.set(response, client);
      response.on("close", () => open.delete(response));
    },
    tell(line, except) {
      // One that was ended stands here until its connection is closed.
      for (const [response, client] of open)
        if (client !== except && !response.writableEnded) response.write(`${JSON.stringify(line)}\n`);
    },
    close() {
      clearInterval(beat);
      for (const response of open.keys()) response.end();
    },
  };
}
