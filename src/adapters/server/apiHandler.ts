import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { failureOf, type TellFailure } from "#core/diagnostic/failure.ts";
import { StoreError, type Store } from "#core/project/store.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import type { InspectorCall, InspectorNews } from "#core/project/inspectWire.ts";
import {
  clientHeader,
  keyHeader,
  tokenHeader,
  verbs,
  type EventLine,
  type Session,
  type Verb,
} from "#core/project/wire.ts";
import { callStore } from "#adapters/server/callStore.ts";
import { checkCall, checkHost, type Refusal } from "#adapters/server/checkRequest.ts";
import { inspectorCall } from "#adapters/server/inspectorCall.ts";
import { eventLines } from "#adapters/server/eventLines.ts";
import { alwaysHeaders } from "#adapters/server/policy.ts";
import { readJson } from "#adapters/server/readJson.ts";

export interface ApiOptions {
  readonly store: Store;
  /** Of this start; the page carries it in a header with every call but `session`. */
  readonly token: string;
  /** Of this start too: it stands in the printed address, and `session` gives the token for it. */
  readonly key: string;
  /** What is served: a folder or a file. */
  readonly place: string;
  /** Asks the inspector that is served beside it; left out where there is none. */
  readonly inspect?: (call: InspectorCall) => InspectorNews;
  /** Hears of calls that brought their secret, before they are answered. */
  readonly proved?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called for our own faults; the request that met one is given up, and the rest goes on. */
  readonly failed: TellFailure;
}

/** Connect-style: answers what it knows and hands on the rest. */
export interface ApiHandler {
  (request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Tells every page. */
  tell(line: EventLine): void;
  /** Ends the streams of events. */
  close(): void;
}

const status: Readonly<Record<StoreError["code"], number>> = {
  exists: 409,
  "not-found": 404,
  "bad-name": 400,
  "too-large": 413,
  refused: 422,
  fixed: 403,
  permission: 403,
  locked: 403,
  encoding: 422,
  denied: 403,
  unreachable: 503,
  disk: 507,
};

/**
 * Guards every request by its Host and answers `POST /api/<verb>`. No route has a path or an id in it, so there is nothing to
 * decode or to normalise; nothing is changed by a GET; no CORS header is ever sent. A refused call's body is not read.
 */
export function apiHandler({ store, token, key, place, inspect, proved, failed }: ApiOptions): ApiHandler {
  const lines = eventLines();
  const stop = store.watch((event) => lines.tell(event), failed);
  const workspace = createHash("sha256").update(place).digest("hex").slice(0, 16);
  const session: Session = { token, workspace };

  const answer = async (verb: Verb, request: IncomingMessage, response: ServerResponse) => {
    const [client = ""] = request.headersDistinct[clientHeader] ?? [];
    const body = await readJson(request);
    if (verb === "events") return lines.add(response, client);
    if (verb === "session") return sendJson(response, 200, session);
    if (verb === "inspect") return sendJson(response, 200, inspect?.(inspectorCall(body)) ?? null);
    const { answer: result, changed } = await callStore(store, verb, body);
    sendJson(response, 200, result);
    for (const event of changed) lines.tell(event, client);
  };

  /** What is said to a call that could not be done. What a person is refused is no fault of ours. */
  const giveUp = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    if (!(error instanceof StoreError)) failed(failureOf("call", error));
    if (response.headersSent) return void response.destroy();
    const known = error instanceof StoreError ? error : new StoreError("disk", thrownText(error));
    // What is left of a body that was too large is not waited for.
    if (!request.complete) response.setHeader("connection", "close");
    const { code, message, facts } = known;
    sendJson(response, status[code], { code, message, facts });
  };

  const handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(alwaysHeaders)) response.setHeader(name, value);
    const wrongHost = checkHost(request, request.socket.localPort ?? 0);
    if (wrongHost) return refuse(response, wrongHost);
    const url = request.url ?? "";
    if (!/^\/api(?:$|[/?#])/i.test(url)) return next();
    const verb = verbs.find((known) => url === `/api/${known}`);
    const wrongCall = checkCall(
      request,
      verb === "session" ? { header: keyHeader, secret: key } : { header: tokenHeader, secret: token },
    );
    if (wrongCall) return refuse(response, wrongCall);
    proved?.(request, response);
    if (!verb) return refuse(response, { status: 404, message: "There is no such call" });
    answer(verb, request, response).catch((error: unknown) => giveUp(request, response, error));
  };
  return Object.assign(handler, {
    tell: (line: EventLine) => lines.tell(line),
    close() {
      stop();
      lines.close();
    },
  });
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response.setHeader("connection", "close");
  sendJson(response, refusal.status, { code: refusal.code ?? "refused", message: refusal.message });
}

function sendJson(response: ServerResponse, code: number, value: unknown): void {
  response.writeHead(code, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify(value));
}
