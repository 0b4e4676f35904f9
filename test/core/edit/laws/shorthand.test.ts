import { expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { randomCommand } from "#test/core/edit/laws/chartArgs.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { patience } from "#test/support/patience.ts";

const RUNS = process.env["LONG"] ? 20_000 : 1_500;

const VALUES: Readonly<Record<string, string>> = {
  GO: `"b"`,
  BACK: `{ target: "a", guard: "ok" }`,
  always: `{ target: "b", guard: "ok" }`,
  onDone: `"a"`,
  entry: `"act"`,
  exit: `["act"]`,
  tags: `["calm"]`,
  description: `"words"`,
  reenter: "true",
  target: `"b"`,
  actions: `"act"`,
  initial: `"x"`,
};

/** A machine whose properties have the value of a const of the same name; `§GO§` stands for such a property. */
function moduleOf(r: Random): string {
  const some = (...names: readonly string[]) =>
    names
      .filter(() => r.chance(0.6))
      .map((name) => `§${name}§`)
      .join(", ");
  const consts = Object.entries(VALUES).map(([name, value]) => `const ${name} = ${value};\n`);
  const events = `on: { ${[some("GO", "BACK"), `STAY: { ${some("target", "actions", "reenter", "description")} }`].filter(Boolean).join(", ")} }`;
  const parts = (...names: readonly string[]) => [some(...names), events].filter(Boolean).join(", ");
  return `import { createMachine } from "xstate";
${consts.join("")}export const machine = createMachine({ id: "m", initial: "a", states: {
  a: { ${parts("always", "entry", "tags")} },
  b: { ${parts("exit", "description", "onDone")}, §initial§, states: { x: {}, y: {} } },
} }, { guards: { ok: () => false }, actions: { act: () => {} } });`;
}

const shape = (text: string): string => {
  const { root } = buildMachine(text);
  const words = (value: unknown) =>
    JSON.stringify(value, (_, one: unknown) => (typeof one === "function" ? String(one) : one));
  const visit = (node: typeof root): string =>
    [
      node.path.join("."),
      node.type,
      words([node.entry, node.exit, node.tags, node.description, node.meta]),
      ...[...[...node.transitions].flatMap(([, list]) => list), ...(node.always ?? [])].map(
        ({ eventType, target, guard, actions, reenter, description, meta }) =>
          words([eventType, target?.map(({ path }) => path), guard, actions, reenter, description, meta]),
      ),
      ...Object.values(node.states).map(visit),
    ].join("\n");
  return `${root.initial.target?.map(({ key }) => key).join()} ${visit(root)}`;
};

test(
  "what is written as { name } is edited as { name: name } is",
  () => {
    let applied = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const r = random(Number(process.env["SEED"] ?? 1) * 400_009 + seed);
      const module = moduleOf(r);
      const short = module.replaceAll(/§(\w+)§/g, "$1");
      const long = module.replaceAll(/§(\w+)§/g, "$1: $1");
      const [chart, chartOfLong] = [readModule(short).charts[0], readModule(long).charts[0]];
      if (!chart || !chartOfLong) expect.fail(short);
      const { id, args } = randomCommand(r, short, chart);
      const said = `seed ${seed}: ${id} ${JSON.stringify(args)}\n${short}`;
      const read = (later: string) => readModule(later).charts;

      const one = runCommand(id, short, chart, args, read);
      const other = runCommand(id, long, chartOfLong, args, read);

      if ("refused" in one || "refused" in other) {
        expect("refused" in one && one.refused.code, said).toBe("refused" in other && other.refused.code);
        continue;
      }
      applied++;
      const [now, then] = [applyEdits(short, one.edits), applyEdits(long, other.edits)];
      expect(shape(now), `${said}\n--- is\n${now}\n--- long\n${then}`).toBe(shape(then));
    }
    expect(applied).toBeGreaterThan(RUNS / 3);
  },
  patience(120_000),
);
