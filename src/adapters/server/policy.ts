import { createHash } from "node:crypto";

/**
 * What the studio's page may load and do. A `srcdoc` frame (the sandbox that runs machines) and the blob worker in it live under
 * this policy as well as their own: Chromium refuses the frame's inline script unless its hash stands here, and `new Function` in
 * its worker unless `'unsafe-eval'` does. `frame-src 'none'` lets srcdoc load and keeps such a frame from navigating itself away.
 */
export interface PolicyOptions {
  /** Texts of the inline scripts that srcdoc frames start with. */
  readonly frameScripts?: readonly string[];
  /** The sandbox makes code from text with `new Function`; without it user code has to come as the worker's own script. */
  readonly frameEval?: boolean;
}
export type HeaderSet = Readonly<Record<string, string>>;

/** On every answer. */
export const alwaysHeaders: HeaderSet = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * On a page of the studio. The inspector's page is opened or framed by the apps that it looks at, which are other origins of this
 * machine: it keeps its opener, and pages of this machine may frame it.
 */
export function pageHeaders(kind: "studio" | "inspect", options: PolicyOptions = {}): HeaderSet {
  const loopback = (scheme: string) =>
    ["127.0.0.1", "localhost", "[::1]"].map((host) => `${scheme}://${host}:*`).join(" ");
  const hashes = (options.frameScripts ?? []).map((text) => ` '${hashOf(text)}'`).join("");
  const rules = {
    "default-src": "'self'",
    "script-src": `'self'${hashes}${options.frameEval ? " 'unsafe-eval'" : ""}`,
    "worker-src": "'self' blob:",
    "connect-src": kind === "inspect" ? `'self' ${loopback("ws")}` : "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "font-src": "'self' data:",
    "img-src": "'self' data: blob:",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": kind === "inspect" ? loopback("http") : "'none'",
  };
  return {
    "content-security-policy": Object.entries(rules)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "cross-origin-opener-policy": kind === "inspect" ? "unsafe-none" : "same-origin",
    "cache-control": "no-store",
  };
}

const hashOf = (script: string) => `sha256-${createHash("sha256").update(script).digest("base64")}`;
