import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { chart } from "#test/charts/charts.ts";

const text = chart(
  "a: { on: { X: 'b' } }, b: { initial: 'b1', states: { b1: { on: { Y: '#m.c' } }, b2: {} } }, c: { id: 'cc', on: { Z: 'a' } }",
);

function reread(from: string, to: string) {
  const before = readModule(text);
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`There is no ${from} to replace`);
  const after = readModule(changed, { previous: { text, reading: before } });
  return { before: places(before.charts[0]!), after: places(after.charts[0]!) };
}

describe("a re-read keeps the identity of what did not change", () => {
  test("an edit of the same length leaves every other state the same object", () => {
    const { before, after } = reread("X: 'b'", "W: 'c'");

    const same = [...after].filter(([id, place]) => place.node === before.get(id)!.node).map(([id]) => id);
    expect(same).toEqual(["b", "b.b1", "b.b2", "c"]);
  });

  test("an edit that moves later siblings changes their place alone: what is in them and below them stays", () => {
    const { before, after } = reread("X: 'b'", "LONGER: 'b'");

    for (const id of ["b", "c"]) {
      const [old, now] = [before.get(id)!.node, after.get(id)!.node];
      expect(now.at).toEqual({ from: old.at.from + 5, to: old.at.to + 5 });
      for (const part of ["transitions", "children", "props", "meta", "entry", "valueAt", "opaque"] as const)
        expect(now[part]).toBe(old[part]);
    }
    expect(after.get("b.b1")!.node).toBe(before.get("b.b1")!.node);
  });

  test("a state above the edit stays the same object", () => {
    const { before, after } = reread("Z: 'a'", "ZED: 'a'");

    expect(after.get("a")!.node).toBe(before.get("a")!.node);
    expect(after.get("b")!.node).toBe(before.get("b")!.node);
    expect(after.get("c")!.node).not.toBe(before.get("c")!.node);
  });

  test("a state whose target now leads elsewhere is a new object", () => {
    const { before, after } = reread("id: 'cc', on", "id: 'dd', on");
    const gone = reread("b2: {}", "b3: {}");

    expect(after.get("b.b1")!.node).toBe(before.get("b.b1")!.node);
    expect(gone.after.get("b.b1")!.node).toBe(gone.before.get("b.b1")!.node);
    const renamed = reread("c: { id", "d: { id");
    expect(renamed.after.get("b.b1")!.node.transitions[0]!.targets[0]!.resolved).toBe(null);
    expect(renamed.after.get("b.b1")!.node).not.toBe(renamed.before.get("b.b1")!.node);
  });

  test("the same text again is the same reading", () => {
    const before = readModule(text);

    expect(readModule(text, { previous: { text, reading: before } })).toBe(before);
  });

  test("sharing never changes what is read, whatever the edit", () => {
    const module = readFileSync("machines/haikyu-break.machine.ts", "utf8");
    const start = module.indexOf(".createMachine(");
    const before = readModule(module);
    let kept = 0;
    fc.assert(
      fc.property(
        fc.nat(module.length - start - 10),
        fc.nat(6),
        fc.constantFrom("", " ", "x", "// 😀\n", "'", "on: {},"),
        (offset, cut, insert) => {
          const at = start + offset;
          const changed = module.slice(0, at) + insert + module.slice(at + cut);
          const fresh = readModule(changed);
          const shared = readModule(changed, { previous: { text: module, reading: before } });
          expect(shared).toEqual(fresh);
          if (shared.parsed) kept++;
        },
      ),
      { numRuns: 60 },
    );
    expect(kept).toBeGreaterThan(5);
  });
});
