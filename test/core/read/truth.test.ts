import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMachine, getNextSnapshot, initialTransition, transition } from "xstate";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import { named } from "#test/charts/charts.ts";
import { rebuildConfig } from "#test/charts/rebuildConfig.ts";
import { only } from "#test/charts/walk.ts";

type XStateNode = ReturnType<typeof createMachine>["root"];

const shipped = existsSync("machines")
  ? readdirSync("machines").filter((file) => file.endsWith(".machine.ts"))
  : [];
const texts: [string, string][] = [
  ...Object.entries(named),
  ...shipped.map((file): [string, string] => [file, readFileSync(`machines/${file}`, "utf8")]),
];

/** Targets per transition, both as ids: what was read, and what XState made of the rebuilt config. */
function compare(chart: Chart): { read: string[]; real: string[] } {
  const machine = createMachine(rebuildConfig(chart) as never);
  const idAt = (path: readonly string[]) => {
    let node: XStateNode = machine.root;
    for (const key of path) node = node.states[key] as XStateNode;
    return node.id;
  };
  const read: string[] = [];
  const real: string[] = [];
  const visit = (node: StateNode, xnode: XStateNode) => {
    const order: Record<string, string[]> = {};
    for (const t of node.transitions) {
      if (t.slot === "route") continue;
      const event = t.event ?? "";
      const key =
        t.slot === "on"
          ? event
          : t.slot === "after"
            ? `xstate.after.${event}.${xnode.id}`
            : t.slot === "always"
              ? "always"
              : t.slot === "onDone"
                ? `xstate.done.state.${xnode.id}`
                : `${{ "invoke.onDone": "xstate.done.actor", "invoke.onError": "xstate.error.actor", "invoke.onSnapshot": "xstate.snapshot" }[t.slot]}.${xnode.invoke[Number(event)]?.id}`;
      const ids = t.targets.map((target) => (target.resolved ? idAt(target.resolved) : "?")).join("+");
      (order[key] ??= []).push(`${xnode.id} ${key} ${ids}${t.reenter ? " reenter" : ""}`);
    }
    read.push(...Object.values(order).flat());
    const actual = [...xnode.transitions, ["always", xnode.always ?? []] as const];
    for (const [key, list] of actual)
      for (const t of list)
        real.push(
          `${xnode.id} ${key} ${(t.target ?? []).map((target) => target.id).join("+")}${t.reenter ? " reenter" : ""}`,
        );
    expect(node.children.map((child) => child.key)).toEqual(Object.keys(xnode.states));
    expect(node.type).toBe(xnode.type);
    for (const child of node.children) visit(child, xnode.states[child.key] as XStateNode);
  };
  visit(chart.root, machine.root);
  return { read: read.toSorted(), real: real.toSorted() };
}

describe("what is read is what XState makes of it", () => {
  test.each(texts)("%s: every transition leads where XState leads it", (_, text) => {
    const { read, real } = compare(only(text));

    expect(read.length).toBeGreaterThan(0);
    expect(read).toEqual(real);
  });

  test("a history state without memory goes where its default was read to lead", () => {
    const chart = only(named["history"] ?? "");
    const machine = createMachine(rebuildConfig(chart) as never);
    const [start] = initialTransition(machine);

    const on = chart.root.children[1];

    for (const [event, key, value] of [
      ["ON", "hist", { on: { two: "x" } }],
      ["DEEP", "deep", { on: { two: "y" } }],
    ] as const) {
      expect(transition(machine, start, { type: event })[0].value).toEqual(value);
      const read = on?.children.find((child) => child.key === key)?.historyTargets?.[0]?.resolved;
      expect(read).toEqual(["on", ...(key === "hist" ? ["two"] : ["two", "y"])]);
    }
    expect(getNextSnapshot(machine, start, { type: "PLAIN" }).value).toEqual({ on: "one" });
  });
});

interface Tree {
  readonly id: string | undefined;
  readonly children: readonly (readonly [string, Tree])[];
}

const KEYS = ["a", "b", "c", "x y", "手札", "a-b", "10", "p.q"];
const IDS = ["one", "two", "m.a", "a", "p.q"];

const tree = (depth: number): fc.Arbitrary<Tree> =>
  fc.record({
    id: fc.option(fc.constantFrom(...IDS), { nil: undefined, freq: 4 }),
    children:
      depth === 0
        ? fc.constant([])
        : fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), tree(depth - 1)), {
            maxLength: 3,
            selector: ([key]) => key,
          }),
  });

const target = fc
  .tuple(
    fc.constantFrom("", ".", "#", "#m.", "#one.", "#p\\.q", "#(machine)"),
    fc.array(fc.constantFrom(...KEYS, ...IDS, "p\\.q", ""), { maxLength: 3 }),
  )
  .map(([head, path]) => head + path.join("."));

function source(node: Tree, indent = "  "): string {
  const lines = [
    ...(node.id === undefined ? [] : [`id: ${JSON.stringify(node.id)}`]),
    ...(node.children.length === 0
      ? []
      : [
          `initial: ${JSON.stringify(node.children[0]?.[0])}`,
          `states: {\n${node.children.map(([key, child]) => `${indent}  ${JSON.stringify(key)}: ${source(child, `${indent}    `)}`).join(",\n")}\n${indent}}`,
        ]),
  ];
  return `{ ${lines.join(`,\n${indent}`)} }`;
}

function paths(node: Tree, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...node.children.flatMap(([key, child]) => paths(child, [...path, key]))];
}

test("on any tree, any target text resolves as XState resolves it, or to nothing where XState throws", () => {
  let led = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      tree(3),
      fc.array(fc.tuple(fc.nat(), target), { minLength: 4, maxLength: 8 }),
      (root, tries) => {
        const text = `import { createMachine } from "xstate";\ncreateMachine(${source({ ...root, id: root.id ?? "m" })});`;
        const chart = only(text);
        const all = paths(root);
        for (const [pick, name] of tries) {
          if (name === "") continue;
          const from = all[pick % all.length] ?? [];
          const config = rebuildConfig(chart);
          let spot = config;
          for (const key of from)
            spot = (spot["states"] as Record<string, typeof config>)[key] as typeof config;
          spot["on"] = { GO: { target: name } };
          const real = xstatePath(config, from);
          const read = resolveTarget(chart.root, from, name);
          expect([from, name, read]).toEqual([from, name, real]);
          if (real) led++;
          else refused++;
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(led).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
});

/** The path that XState gives the only target of GO, or null when it refuses the machine. */
function xstatePath(config: Record<string, unknown>, from: readonly string[]): readonly string[] | null {
  let machine: ReturnType<typeof createMachine>;
  try {
    machine = createMachine(config as never);
  } catch {
    return null;
  }
  let node: XStateNode = machine.root;
  for (const key of from) node = node.states[key] as XStateNode;
  return node.transitions.get("GO")?.[0]?.target?.[0]?.path ?? null;
}

test("states come in the order in which XState goes through them: integers, keys written twice and spreads", () => {
  let differs = 0;
  const key = fc.constantFrom("draw", "main", "10", "2", "07", "end");
  const keys = fc.array(key, { minLength: 1, maxLength: 6 });
  const codeOf = (names: readonly string[]) => names.map((name) => `${JSON.stringify(name)}: {}`).join(", ");
  fc.assert(
    fc.property(keys, keys, keys, (before, spread, after) => {
      const states = `{ ${codeOf(before)}, ...more, ${codeOf(after)} }`;
      const chart = only(
        `import { createMachine } from "xstate";\nconst more = { ${codeOf(spread)} };\ncreateMachine({ id: "m", type: "parallel", states: ${states} });`,
      );
      const config = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));
      const machine = createMachine({
        type: "parallel",
        states: { ...config(before), ...config(spread), ...config(after) },
      });

      const order = Object.keys(machine.states);

      expect(chart.root.children.map((child) => child.key)).toEqual(order);
      if (order.join() !== [...new Set([...before, ...spread, ...after].toReversed())].toReversed().join())
        differs++;
    }),
  );
  expect(differs).toBeGreaterThan(20);
});
