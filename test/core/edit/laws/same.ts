import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** Values are equal as `toEqual` sees it; what to tell is only put together when they are not. */
export function same(actual: unknown, expected: unknown, told: () => string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, told()).toEqual(expected);
}
