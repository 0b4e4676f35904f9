import { createHash } from "node:crypto";

/** `sha256:<hex>` of the bytes, or of the UTF-8 bytes of a text. */
export const contentHash = (content: Uint8Array | string): string =>
  `sha256:${createHash("sha256").update(content).digest("hex")}`;
