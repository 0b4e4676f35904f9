import type { IncomingMessage } from "node:http";

/**
 * Whether an origin is a page of this computer: `http` or `https`, `localhost`, `127.0.0.1` or `[::1]`, any port. `null` (a file, a
 * sandboxed frame) is nobody's.
 */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(origin);
}

/** The one Origin of a request; null when it has none, undefined when it has several. */
export function originOf(request: IncomingMessage): string | null | undefined {
  const values = request.headersDistinct["origin"];
  if (!values) return null;
  return values.length === 1 ? values[0] : undefined;
}

/** An app may come from a page of this computer, or from a program, which has no origin. */
export function isTrustedOrigin(request: IncomingMessage): boolean {
  const origin = originOf(request);
  return origin === null || (origin !== undefined && isLoopbackOrigin(origin));
}

/** Only the inspector's own page looks on: its origin is that of the address that it asks. */
export const mayLook = (request: IncomingMessage): boolean =>
  originOf(request) === `http://${request.headers.host}`;

/**
 * A place that an app listens at, as a person types it: `8765`, `localhost:8765`, `ws://127.0.0.1:8765`. Undefined when it is not on
 * this computer or no place at all.
 */
export function placeOf(typed: string): { readonly url: string; readonly port: number } | undefined {
  const found = /^\s*(?:wss?:\/\/)?(?:(localhost|127\.0\.0\.1|\[::1\]):)?(\d{1,5})\/?\s*$/i.exec(typed);
  const port = Number(found?.[2]);
  if (!found || !(port > 0 && port < 65536)) return undefined;
  return { url: `ws://${(found[1] ?? "127.0.0.1").toLowerCase()}:${port}`, port };
}
