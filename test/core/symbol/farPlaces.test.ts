import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { placesOf } from "#core/symbol/references.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";

const machine = `import { setup } from "xstate";
import { rules } from "./rules";
import { phases, leave } from "./phases";
export const machine = setup({ guards: { ...rules, own: () => true } }).createMachine({
  initial: "draw",
  states: { ...phases, last: { on: { GO: { guard: "ok" }, LEAVE: leave } } },
});
`;
const files: Record<string, string> = {
  "rules.ts": `export const rules = { ok: () => true, async "not ok"() { return "ok"; } };\n`,
  "phases.ts": `export const leave = { target: "last", guard: "own", actions: ["ok"] };
export const phases = {
  draw: {
    on: { GO: [{ guard: { type: "ok" }, target: "ok" }, { guard: "own", meta: { why: "ok" } }] },
    states: { inner: { entry: "own" } },
  },
};
`,
};

/** The lines of every place, as `file role text|what follows`. */
function places(symbol: MachineSymbol): string[] {
  const textOf = (path: string) => files[path];
  const { charts } = readModule(machine, { path: "m.ts", modules: siblingsIn(textOf) });
  const found = placesOf(symbolTable(machine, charts[0]!), new Map(), symbol, textOf);
  return found.map(({ file, at, role }) => {
    const text = file === "machine" ? machine : files[file]!;
    return `${file} ${role} ${text.slice(at.from, at.to)}|${text.slice(at.to, at.to + 6)}`;
  });
}

test("a guard of another file is defined there, and named where the config there names it", () => {
  expect(places({ kind: "guard", name: "ok" })).toEqual([
    `machine reference ok|" }, L`,
    "rules.ts definition ok|: () =",
    `phases.ts reference ok|" }, t`,
  ]);
});

test("a guard of this file counts the places in transitions of others", () => {
  expect(places({ kind: "guard", name: "own" })).toEqual([
    "machine definition own|: () =",
    `phases.ts reference own|", met`,
    `phases.ts reference own|", act`,
  ]);
});

test("events and states lead to their keys", () => {
  expect(places({ kind: "event", name: "GO" })).toEqual([
    "machine reference GO|: { gu",
    "phases.ts reference GO|: [{ g",
  ]);
  expect(places({ kind: "state", name: "draw" })).toContain("phases.ts definition draw|: {\n  ");
});

test("a file that is not there has no places", () => {
  const { charts } = readModule(machine, { path: "m.ts", modules: siblingsIn((path) => files[path]) });

  const found = placesOf(symbolTable(machine, charts[0]!), new Map(), { kind: "guard", name: "ok" });

  expect(found.map(({ file }) => file)).toEqual(["machine"]);
});
