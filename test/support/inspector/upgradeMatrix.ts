import { request } from "node:http";

/** One handshake, and whether it may succeed. */
interface Handshake {
  readonly host: string;
  readonly origin: string | undefined;
  readonly path: string;
  readonly may: boolean;
}

/** Every mix of Host, Origin and path that is tried: 17 x 21 x 13. @param port of the inspector @param studioPort of the studio beside it */
export function handshakes(port: number, studioPort: number): readonly Handshake[] {
  const ownHosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const otherHosts = [
    "127.0.0.1",
    "localhost",
    `127.0.0.1:${studioPort}`,
    `127.0.0.1:${port}.evil.example`,
    "evil.example",
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.1.nip.io:${port}`,
    `LOCALHOST:${port}`,
    `localhost.:${port}`,
    `0.0.0.0:${port}`,
    `2130706433:${port}`,
    `x@127.0.0.1:${port}`,
    `127.1:${port}`,
  ];
  /** Pages of this computer, which may tell as apps. */
  const nearOrigins = [
    "http://localhost:5173",
    "https://localhost",
    "http://127.0.0.1:8080",
    "https://127.0.0.1:8443",
    "http://[::1]:3000",
    `http://127.0.0.1:${studioPort}`,
    ...ownHosts.map((host) => `http://${host}`),
    `https://127.0.0.1:${port}`,
  ];
  const farOrigins = [
    "null",
    "file://",
    "https://evil.example",
    `http://evil.example:${port}`,
    "http://localhost.evil.example",
    "http://127.0.0.1.nip.io:80",
    `http://127.0.0.1:${port}@evil.example`,
    "http://127.0.0.1:80/x",
    "HTTP://LOCALHOST:5173",
    "http://127.1:80",
  ];
  const appPaths = ["/app", "/", "/app?x=1", "/?y"];
  const pagePaths = ["/page", "/page?x=1"];
  const otherPaths = ["/inspect", "/app/", "/page/", "/APP", "//app", "/api/list", "/app%2f"];
  const origins = [undefined, ...nearOrigins, ...farOrigins];
  return [...ownHosts, ...otherHosts].flatMap((host) =>
    origins.flatMap((origin) =>
      [...appPaths, ...pagePaths, ...otherPaths].map((path) => {
        const isOurs = ownHosts.includes(host);
        const mayTell = appPaths.includes(path) && (origin === undefined || nearOrigins.includes(origin));
        const mayLook = pagePaths.includes(path) && origin === `http://${host}`;
        return { host, origin, path, may: isOurs && (mayTell || mayLook) };
      }),
    ),
  );
}

/** What a handshake comes to: the status of the answer, 101 when the line is open. It is ended at once. */
function shake(port: number, { host, origin, path }: Handshake): Promise<number> {
  return new Promise((done) => {
    const headers = {
      host,
      ...(origin === undefined ? {} : { origin }),
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const asked = request({ host: "127.0.0.1", port, path, headers });
    asked.on("upgrade", ({ statusCode = 0 }, socket) => {
      socket.destroy();
      done(statusCode);
    });
    asked.on("response", (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    asked.on("error", () => done(0));
    asked.end();
  });
}

/** @param share of the whole matrix that is tried, from 0 to 1 @returns how many were tried, how many were let in, and what was answered wrongly */
export async function tryHandshakes(
  port: number,
  studioPort: number,
  { share, seed }: { readonly share: number; readonly seed: number },
): Promise<{ readonly tried: number; readonly allowed: number; readonly faults: readonly string[] }> {
  const step = Math.max(1, Math.round(1 / share));
  const all = handshakes(port, studioPort).filter((_, index) => (index + seed) % step === 0);
  const faults: string[] = [];
  let allowed = 0;
  for (let from = 0; from < all.length; from += 20)
    await Promise.all(
      all.slice(from, from + 20).map(async (one) => {
        const status = await shake(port, one);
        if (status === 101) allowed++;
        if (status !== (one.may ? 101 : 403))
          faults.push(`${JSON.stringify(one)} was answered with ${status}`);
      }),
    );
  return { tried: all.length, allowed, faults };
}
