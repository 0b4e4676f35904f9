import { randomBytes } from "node:crypto";

/** A secret of one start: 256 bits, in letters that need no escaping anywhere. */
export const newToken = (): string => randomBytes(32).toString("base64url");
