import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { readModule } from "#core/read/readModule.ts";

const far = `import { setup, stateIn } from "xstate";
export const inQ = stateIn("q");
export const inside = stateIn({ q: "q1" });
export const plain = () => true;
export const s = setup({ guards: { inQ: stateIn("q"), plain: () => true } });
export const part = { on: { Y: { guard: stateIn("#m.q") } } };
`;
const modules = siblingsIn((path) => (path === "s.ts" ? far : undefined));
const head = `import { setup, createMachine, and, not } from "xstate";\nimport { inQ, inside, plain, s, part } from "./s";\n`;

/** The warnings of a rename of a state in a machine with such a setup, guard and further state. */
function warnings(setup: string, guard: string, state = "q", more = "r: {}") {
  const text = `${head}export const m = ${setup}.createMachine({ id: "m", initial: "q", states: {
  q: { initial: "q1", states: { q1: {} }, on: { X: { guard: ${guard} } } }, ${more} } });\n`;
  const read = (code: string) => readModule(code, { path: "m.ts", modules }).charts;
  const [chart] = read(text);
  const change = chart && runCommand("state.rename", text, chart, { state: [state], to: "zz" }, read);
  if (!change || "refused" in change) throw new Error(JSON.stringify(change));
  return change.warnings.map(({ code, facts }) => `${code} ${facts?.["code"]}`);
}

describe("a guard of another file that asks for a state is told when that is renamed", () => {
  test.each([
    ["a guard of a setup there", "s", '"inQ"', 'stateIn("q")'],
    ["one that the setup imports", "setup({ guards: { inQ } })", '"inQ"', "inQ"],
    ["one that stands in a transition", "setup({})", "inQ", "inQ"],
    ["one of several", "setup({})", "and([not(inQ), plain])", "inQ"],
    ["one with a key", "setup({})", "inside", "inside"],
  ])("%s", (_, setup, guard, code) => {
    expect(warnings(setup, guard)).toEqual([`targets-unread ${code}`]);
  });

  test("one in a state of another file", () => {
    expect(warnings("setup({})", "plain", "q", "r: {}, t: part")).toEqual([
      expect.stringContaining("targets-unread"),
    ]);
  });

  test.each([
    ["asks for another state", "s", '"inQ"', "r"],
    ["asks for none", "s", '"plain"', "q"],
    ["is not said by the machine", "s", '"other"', "q"],
    ["is a function", "setup({ guards: { plain } })", '"plain"', "q"],
  ])("but not one that %s", (_, setup, guard, state) => {
    expect(warnings(setup, guard, state)).toEqual([]);
  });
});
