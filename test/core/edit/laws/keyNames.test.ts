import { expect, test } from "vitest";
import { KEYS, SHAPES, tryKeyName } from "#test/core/edit/laws/keyNames.ts";
import { patience } from "#test/support/patience.ts";

/** How many names of one shape are left out between two that are tried; each shape tries other ones. */
const STRIDE = process.env["LONG"] ? 1 : 9;

test.each(Object.keys(SHAPES).map((shape, i) => [shape, i] as const))(
  "%s named like a key of XState: no command looks at more than its share of the tree",
  (shape, offset) => {
    const names = KEYS.filter((name, i) => name === "states" || (i + offset) % STRIDE === 0);
    for (const name of names)
      expect([name, tryKeyName(shape, name, offset).faults[0]]).toEqual([name, undefined]);
  },
  patience(120_000),
);
