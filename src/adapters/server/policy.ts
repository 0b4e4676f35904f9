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

/** On the studio's page. */
export const pageHeaders = (options: PolicyOptions = {}): HeaderSet => ({
  "content-security-policy": policyText(options),
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
});

/** The content security policy of a page of ours. @param changed rules that differ from the studio's */
export function policyText(options: PolicyOptions, changed: Readonly<Record<string, string>> = {}): string {
  const hashes = (options.frameScripts ?? []).map((text) => ` '${hashOf(text)}'`).join("");
  const rules = {
    "default-src": "'self'",
    "script-src": `'self'${hashes}${options.frameEval ? " 'unsafe-eval'" : ""}`,
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "font-src": "'self' data:",
    "img-src": "'self' data: blob:",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    ...changed,
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

const hashOf = (script: string) => `sha256-${createHash("sha256").update(script).digest("base64")}`;
