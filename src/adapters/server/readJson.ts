import type { IncomingMessage } from "node:http";
import { parseJson, type Json } from "#core/text/json.ts";
import { StoreError } from "#core/project/store.ts";

/** The most that a call may bring, in bytes: a batch of several large files. */
export const maxBodyBytes = 48 * 1024 * 1024;

/** The JSON body of a request. @throws StoreError `too-large` | `refused` */
export async function readJson(request: IncomingMessage): Promise<Json> {
  const tooLarge = () => new StoreError("too-large", `A call brings at most ${maxBodyBytes} bytes`);
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > maxBodyBytes) throw tooLarge();
    parts.push(part as Buffer);
  }
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)));
  } catch {
    throw new StoreError("refused", "The body is not JSON in UTF-8");
  }
}
