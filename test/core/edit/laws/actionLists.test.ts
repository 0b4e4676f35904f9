import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";

/** An expression that gives an action or several, in one of the ways in which people write them. */
function actions(r: Random, depth = 0): string {
  const inner = () => actions(r, depth + 1);
  if (depth > 2) return `"one"`;
  return r.pick([
    () => `"one"`,
    () => `["one", "two"]`,
    () => `[]`,
    () => `FEW`,
    () => `ONE`,
    () => `[...FEW, "two"]`,
    () => `twice("two")`,
    () => `Kit.few`,
    () => `(debug ? ${inner()} : ${inner()})`,
    () => `(debug && ${inner()})`,
    () => `(none ?? ${inner()})`,
    () => `(${inner()} as any)`,
  ])();
}

const moduleOf = (r: Random) => `import { createMachine } from "xstate";
const FEW = ["one", "two"], ONE = "one", debug = process.env["NOTHING"] === undefined, none: any = undefined;
const twice = (name: string) => [name, name];
const Kit = { few: ["two", "one"] };
export const machine = createMachine({ id: "m", initial: "a", states: { a: { entry: ${actions(r)} } } } as any, { actions: { one() {}, two() {}, zz() {} } });`;

const entry = (text: string) => buildMachine(text).root.states["a"]?.entry.map(String) ?? [];

test("an action that is taken out, or replaced, leaves all others as they were", () => {
  let applied = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const r = random(Number(process.env["SEED"] ?? 1) * 700_001 + seed);
    const text = moduleOf(r);
    const [chart] = readModule(text).charts;
    const count = chart && places(chart).get("a")?.node.entry.length;
    if (!chart || count === undefined || count === 0) continue;
    const index = r.below(count);
    const at = { state: ["a"], on: "entry", index };
    const [id, args, put] = r.pick<[string, object, readonly string[]]>([
      ["state.removeAction", at, []],
      ["state.setAction", { ...at, action: { name: "zz" } }, ["zz"]],
    ]);

    const change = runCommand(id, text, chart, args, (later) => readModule(later).charts);

    if ("refused" in change) continue;
    applied++;
    const was = entry(text);
    // What holds no action is gone without a trace.
    if (was.length === 0) continue;
    expect(entry(applyEdits(text, change.edits)), `${id} ${index}\n${text}`).toEqual(
      was.toSpliced(index, 1, ...put),
    );
  }
  expect(applied).toBeGreaterThan(120);
});
