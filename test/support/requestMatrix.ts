import { request } from "node:http";

/** A request as it is sent, header by header. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
}
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
/** @param port of the studio */
export const ask = (port: number, { method, path, headers, body }: Asked): Promise<Answer> =>
  new Promise((done, fail) => {
    const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const sent = request(
      { host: "127.0.0.1", port, method, path, headers: Object.fromEntries(given) },
      (response) => {
        let text = "";
        response.on("data", (part: Buffer) => (text += part.toString()));
        response.on("end", () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });

/** Every mix of method, Host, Origin, type and token that is tried, and which of them may reach the store. @param token of this start */
function requestMatrix(port: number, token: string) {
  const good = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
  const bad = [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1",
    `127.0.0.1:${port + 1}`,
    `127.0.0.1:${port}.evil.example`,
  ];
  const odd = [
    `LOCALHOST:${port}`,
    `0.0.0.0:${port}`,
    `localhost.:${port}`,
    `x@127.0.0.1:${port}`,
    `2130706433:${port}`,
    `[::]:${port}`,
  ];
  const origins = (host: string) => [
    `http://${host}`,
    undefined,
    "null",
    "http://evil.example",
    `https://${host}`,
    `http://127.0.0.1:${port + 1}`,
  ];
  const types = [
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json-patch+json",
    undefined,
  ];
  const tokens = [token, undefined, "", "x".repeat(43), token.slice(0, -1), `${token} `.trimStart() + "x"];
  const sites = [undefined, "cross-site", "same-site", "same-origin", "none"];
  const calls: Asked[] = [];
  for (const method of ["POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
    for (const host of [...good, ...bad, ...odd])
      for (const origin of origins(host))
        for (const type of types)
          for (const token of tokens)
            for (const site of origin === undefined ? sites : [undefined])
              calls.push({
                method,
                path: "/api/remove",
                headers: {
                  host,
                  origin,
                  "content-type": type,
                  "x-turnwright-token": token,
                  "sec-fetch-site": site,
                },
                body: method === "GET" || method === "HEAD" ? undefined : '{"game":"one"}',
              });
  const may = ({ method, headers }: Asked) =>
    method === "POST" &&
    good.includes(headers["host"] ?? "") &&
    (headers["origin"] === `http://${headers["host"]}` ||
      (headers["origin"] === undefined &&
        ["same-origin", "none"].includes(headers["sec-fetch-site"] ?? ""))) &&
    headers["content-type"] === "application/json" &&
    headers["x-turnwright-token"] === token;
  return { calls, may };
}

export interface RequestOutcome {
  readonly tried: number;
  /** How many had to be let through, and were. */
  readonly allowed: number;
  readonly accepted: number;
  readonly faults: readonly string[];
}

/** @param share of the whole matrix that is tried, from 0 to 1; those that may reach the store are always among them */
export async function tryRequests(port: number, token: string, share: number): Promise<RequestOutcome> {
  const { calls, may } = requestMatrix(port, token);
  const step = Math.max(1, Math.round(1 / share));
  const allowed = calls.filter(may);
  const tried = [...calls.filter((_, index) => index % step === 0).filter((call) => !may(call)), ...allowed];
  const faults: string[] = [];
  let accepted = 0;
  for (let from = 0; from < tried.length; from += 50)
    await Promise.all(
      tried.slice(from, from + 50).map(async (call) => {
        const { status, headers } = await ask(port, call);
        const what = `${call.method} ${JSON.stringify(call.headers)}`;
        if (status === 200) accepted++;
        if ((status === 200) !== may(call) || ![200, 403, 405, 415, 400].includes(status))
          faults.push(`${what} was answered with ${status}`);
        for (const name of Object.keys(headers))
          if (name.startsWith("access-control")) faults.push(`${what} was answered with the header ${name}`);
      }),
    );
  return { tried: tried.length, allowed: allowed.length, accepted, faults };
}
