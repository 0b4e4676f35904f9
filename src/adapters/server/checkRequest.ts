import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is refused: the status and a sentence for whoever looks at it. */
export interface Refusal {
  readonly status: number;
  /** For the page, when it can do something about it. */
  readonly code?: "locked";
  readonly message: string;
}

/**
 * A page of another site may know our address and, by DNS rebinding, have its name point here. Its requests carry its own name.
 * @param port that we listen on
 */
export function checkHost(request: IncomingMessage, port: number): Refusal | undefined {
  const hosts = request.headersDistinct["host"] ?? [];
  const [host] = hosts;
  if (hosts.length === 1 && host !== undefined && hostsOf(port).includes(host)) return undefined;
  return { status: 403, message: `Turnwright answers at 127.0.0.1:${port} only` };
}

/** What a call has to bring: a secret of this start, in a header that no link, form or image can send. */
export interface Credential {
  readonly header: string;
  readonly secret: string;
}

/** Who may call the API: our own page, which knows the secret. Looks at headers only, so a refused body is never read. */
export function checkCall(request: IncomingMessage, { header, secret }: Credential): Refusal | undefined {
  if (request.method !== "POST") return { status: 405, message: "Calls are POST requests" };
  const origin = request.headersDistinct["origin"];
  if (origin) {
    if (origin.length > 1 || origin[0] !== `http://${request.headers.host}`)
      return { status: 403, message: "Calls from other pages are refused" };
  } else {
    const site = request.headers["sec-fetch-site"];
    if (site !== "same-origin" && site !== "none")
      return { status: 403, message: "A call says where it comes from" };
  }
  const values = request.headersDistinct[header];
  if (values?.length !== 1 || !sameText(values[0] ?? "", secret))
    return {
      status: 403,
      code: "locked",
      message: "The page has not the key of this start; open the address that it printed",
    };
  const type = request.headers["content-type"]?.toLowerCase().replaceAll(" ", "");
  if (type !== "application/json" && type !== "application/json;charset=utf-8")
    return { status: 415, message: "A body is application/json" };
  return undefined;
}

const hostsOf = (port: number): readonly string[] => {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  // Browsers leave out the port of http.
  return port === 80
    ? [...names, ...names.map((name) => `${name}:80`)]
    : names.map((name) => `${name}:${port}`);
};

/** Takes as long for a wrong token that is nearly right as for any other. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
