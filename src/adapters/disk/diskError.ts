import { thrownText } from "#core/run/play/thrownText.ts";
import { basename, dirname, relative } from "node:path";
import { StoreError } from "#core/project/store.ts";

/** The names that new contents have until they take their place. */
export const TEMP = /^\.turnwright-(\d+)-[0-9a-f]{16}\.tmp$/;

/** The system's code of a failed call (`ENOENT`, `ENOSPC`, ...), or "" when it is no such failure. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Whether the system does not let us at a file, of which others know nothing. */
export const isDenied = (error: unknown): boolean => ["EACCES", "EPERM"].includes(codeOf(error));

/** A failed disk call as the store's word for it. What already is a StoreError stays. */
export function diskError(error: unknown, operation: string, root = ""): StoreError {
  if (error instanceof StoreError) return error;
  const message = thrownText(error);
  if (!isDenied(error)) return new StoreError("disk", `${operation} failed: ${message}`);
  const path = (error as NodeJS.ErrnoException).path ?? "";
  // A name that we gave says nothing to a person: what is in the way is its folder.
  const place = TEMP.test(basename(path)) ? dirname(path) : path;
  const file = root === "" || path === "" ? place : relative(root, place).replaceAll("\\", "/") || root;
  return new StoreError("denied", `${operation} failed: the system does not allow it (${message})`, { file });
}
