import { StoreError } from "#core/project/store.ts";

/** The system's code of a failed call (`ENOENT`, `ENOSPC`, ...), or "" when it is no such failure. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** A failed disk call as the store's word for it. What already is a StoreError stays. */
export function diskError(error: unknown, doing: string): StoreError {
  if (error instanceof StoreError) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new StoreError("disk", `${doing} failed: ${said}`);
}
