import fc from "fast-check";
import type { StateNode } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { type CompoundLines, GAP, type Line, namesOf } from "#core/layout/arrangement/arrangement.ts";
import { chartOf } from "#test/core/layout/charts.ts";

export const NAMES = Array.from("abcdefgh");

/** Lines of some names, each once, with room in some places; never a line that lost all its names to gaps. */
export const lines = (names: readonly string[] = NAMES): fc.Arbitrary<Line[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...names]),
      fc.infiniteStream(
        fc.constantFrom<"" | "line" | "gap" | "gapLine">("", "line", "line", "gap", "gapLine"),
      ),
    )
    .map(([order, cuts]) => {
      const found: string[][] = [[]];
      for (const name of order) {
        const [{ value: cut }] = [cuts.next()];
        if (cut === "gapLine") found.push([], [name]);
        else if (cut === "line") found.push([name]);
        else found.at(-1)?.push(...(cut === "gap" ? [GAP, name] : [name]));
      }
      return found[0]?.length === 0 ? found.slice(1) : found;
    });

export const compound = (names?: readonly string[]): fc.Arbitrary<CompoundLines> =>
  fc.record(
    { flow: fc.constantFrom("down" as const, "right" as const), lines: lines(names) },
    { requiredKeys: ["lines"] },
  );

/** Children `names` of the root and ways between them: `[from, to]`. */
export function family(
  names: readonly string[],
  ways: readonly (readonly [string, string])[],
  type = "",
): StateNode {
  const states = names.map((name) => {
    const targets = ways
      .filter(([from]) => from === name)
      .map(([, to], i) => `GO${i}: ${JSON.stringify(to)}`);
    return `${name}: { on: { ${targets.join(", ")} } }`;
  });
  return chartOf(`${type} states: { ${states.join(", ")} }`).root;
}

/** Some of the names in some order, with ways between any two. */
export const families: fc.Arbitrary<{ names: string[]; ways: [string, string][] }> = fc
  .shuffledSubarray(NAMES, { minLength: 2 })
  .chain((names) =>
    fc.record({
      names: fc.constant(names),
      ways: fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 12 }),
    }),
  );

/** The names of `lines` that are among `names`, line by line, without lines and gaps that hold none. */
export const only = (all: readonly Line[], names: readonly string[]): Line[] =>
  all.map((line) => line.filter((name) => names.includes(name))).filter((line) => line.length > 0);

export const pathIds = (root: StateNode): string[] => [
  ...places({ ref: { ordinal: 0 }, callAt: { from: 0, to: 0 }, root }).keys(),
];

export { namesOf };
