import { StoreError } from "#core/project/store.ts";

/**
 * `sha256:<hex>` of the UTF-8 bytes of a text.
 * @throws StoreError `unreachable` on a page that is neither https nor on this machine: browsers give it no digest
 */
export async function contentHash(text: string): Promise<string> {
  if (!globalThis.crypto?.subtle)
    throw new StoreError(
      "unreachable",
      "Games are kept on https pages and on 127.0.0.1 only; this page is neither",
    );
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
