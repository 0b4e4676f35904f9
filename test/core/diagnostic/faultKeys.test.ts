import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { faultKeys, type Diagnostic } from "#core/diagnostic/diagnostic.ts";

const faults = fc.array(
  fc.record({
    code: fc.constantFrom("target-not-found", "state-unreachable"),
    severity: fc.constant("error" as const),
    file: fc.constant("machine"),
    path: fc.constantFrom(["a"], ["a", "b"]),
    facts: fc.record({ target: fc.constantFrom("x", "y") }),
  }),
  { maxLength: 8 },
);
const other = (code: DiagnosticCode): Diagnostic => ({ code, severity: "error", file: "machine", facts: {} });

test("keys of faults are all different, and stay when others come before, between and after", () => {
  fc.assert(
    fc.property(faults, fc.nat({ max: 8 }), (list, at) => {
      const keys = faultKeys(list);
      expect(new Set(keys).size).toBe(list.length);
      const moved = list.map((one) => ({ ...one, at: { from: at, to: at + 1 } }));
      const longer = [...moved.slice(0, at), other("xstate-6"), ...moved.slice(at)];
      expect(faultKeys(longer).filter((_, i) => longer[i]?.code !== "xstate-6")).toEqual(keys);
    }),
  );
});
