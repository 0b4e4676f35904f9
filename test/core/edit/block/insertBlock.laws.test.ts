import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOf, places } from "#core/chart/places.ts";
import { BLOCKS } from "#core/edit/block/library.ts";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { patience } from "#test/support/patience.ts";

const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 60;

const KEYS = [
  "main",
  "end",
  "phase",
  "reactionWindow",
  "handLimit",
  "chain",
  "draft",
  "following",
  "手番",
  "a b",
];
const FIELDS = [
  "seats: string[]",
  "turnPlayer: string",
  "turn: number",
  "turn: string",
  "hands: Record<string, number>",
  "hands: number[]",
  "mayReact: string[]",
  "chain: number",
  "picks: string",
];
const EVENTS = ["PASS", "DISCARD", "END_STEP", "USE_ABILITY", "NEXT"];

/** A small module with states, fields, events, guards and constants, some of which the blocks have too. */
function moduleOf(r: Random): string {
  const keys = KEYS.filter(() => r.chance(0.5));
  if (keys.length === 0) keys.push("only");
  const eol = r.chance(0.2) ? "\r\n" : "\n";
  const fields = new Map(
    FIELDS.filter(() => r.chance(0.4)).map((field) => [field.split(":")[0] ?? "", field]),
  );
  const events = EVENTS.filter(() => r.chance(0.4));
  const key = (name: string) => (/^\w+$/.test(name) ? name : `"${name}"`);
  const state = (name: string, depth: number): string => {
    const ways = events
      .filter(() => r.chance(0.4))
      .map((event) => `${event}: { target: "${r.pick(keys)}", actions: "log" }`);
    const on = ways.length > 0 ? `on: { ${ways.join(", ")} },` : "";
    const inner =
      depth > 0 && r.chance(0.3)
        ? `initial: "one", states: { ${state("one", 0).replaceAll(/on: \{.*?\} \},/g, "")} two: {} },`
        : "";
    return `${key(name)}: { ${on} ${inner} },`;
  };
  const typed = r.chance(0.8);
  const start = (field: string) =>
    field.endsWith("[]") ? "[]" : field.endsWith("string") ? '""' : field.endsWith(">") ? "{}" : "0";
  const contexts = [...fields.values()];
  const lines = [
    `import { setup } from "xstate";`,
    ...(r.chance(0.3) ? [`const HAND_LIMIT = ${r.pick(["4", '"x"'])};`] : []),
    `export const machine = setup({`,
    ...(typed
      ? [
          `  types: {} as { context: { ${contexts.join("; ")} }; events: ${["LOOK", ...events].map((event) => `{ type: "${event}"; by: string }`).join(" | ")} },`,
        ]
      : []),
    ...(r.chance(0.5) ? [`  guards: { isTurnPlayer: () => ${r.chance(0.5)}, mayReact: () => true },`] : []),
    `  actions: { log: () => {} },`,
    `}).createMachine({`,
    `  id: "m",`,
    `  context: { ${contexts.map((field) => `${field.split(":")[0] ?? ""}: ${start(field)}`).join(", ")} },`,
    `  initial: "${keys[0] ?? ""}",`,
    `  states: {`,
    ...keys.map((name) => `    ${state(name, 1)}`),
    `  },`,
    `});`,
    ``,
  ];
  return lines.join(eol);
}

function argsOf(r: Random, text: string): object {
  const chart = readModule(text).charts[0];
  const paths = chart ? [...places(chart).values()].map(({ path }) => path) : [];
  const { manifest } = r.pick(BLOCKS);
  const parameters = manifest.parameters.flatMap(({ name, kind }) =>
    r.chance(0.3)
      ? [
          {
            name,
            value: {
              number: () => r.pick(["2", "HAND_LIMIT", "many"]),
              states: () =>
                r.pick(["one", "draw, check 1、place", "secondStep,firstStep", "a,a", "ended", ""]),
              field: () => r.pick([name, "own", "turn"]),
            }[kind](),
          },
        ]
      : [],
  );
  return {
    block: manifest.id,
    ...(r.chance(0.8) ? { state: r.pick(paths) } : {}),
    ...(r.chance(0.3) ? { parent: r.pick(paths) } : {}),
    ...(r.chance(0.3) ? { next: r.pick(paths) } : {}),
    ...(r.chance(0.2) ? { key: r.pick([...KEYS, "新"]) } : {}),
    parameters,
  };
}

test(
  "on random modules: what was there stays, XState makes the machine, the way back is to the byte, and again it goes as well",
  () => {
    let applied = 0;
    let tried = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const r = random(seed);
        let text = moduleOf(r);
        for (let round = 0; round < 2; round++) {
          tried++;
          const args = argsOf(r, text);
          const { charts } = readModule(text);
          const [chart] = charts;
          if (!chart) throw new Error(text);
          const outcome = runCommand("block.insert", text, chart, args, (next) => readModule(next).charts);
          if ("refused" in outcome) return;
          applied++;
          const after = applyEdits(text, outcome.edits);
          const [now] = readModule(after).charts;
          if (!now) throw new Error(after);
          for (const { path, node } of places(chart).values()) {
            const same = placeOf(now, path);
            expect(same?.path, after).toEqual(path);
            // Its own transitions are there, although some lead into the block now.
            expect(same?.node.transitions.length).toBeGreaterThanOrEqual(node.transitions.length);
          }
          expect(
            chart.context?.filter(({ name }) => !now.context?.some((field) => field.name === name)) ?? [],
          ).toEqual([]);
          for (const place of places(now).values())
            for (const transition of place.node.transitions)
              for (const target of transition.targets)
                expect([target.text, target.resolved], after).not.toEqual([target.text, null]);
          expect(() => buildMachine(after), after).not.toThrow();
          expect(applyEdits(after, invertEdits(text, outcome.edits))).toBe(text);
          if (text.includes("\r\n")) expect(after.replaceAll("\r\n", "")).not.toMatch(/\n/);
          text = after;
        }
      }),
      { numRuns },
    );
    // A law that is only tried on refusals says nothing.
    expect(applied).toBeGreaterThan(tried / 3);
  },
  patience(120_000),
);
