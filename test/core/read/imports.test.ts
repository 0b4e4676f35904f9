import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { checkGame } from "#core/analyze/check.ts";
import { absolute, places } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import type { Modules } from "#core/read/modules/moduleGraph.ts";
import { readModule } from "#core/read/readModule.ts";
import { siblingPaths, siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { bare } from "#test/charts/bare.ts";
import { arrows, opaqueParts, stateOf } from "#test/charts/walk.ts";

const folder = "test/core/read/projects";
const onDisk: Modules = siblingsIn((path) =>
  existsSync(path) && !path.endsWith("/") ? readFileSync(path, "utf8") : undefined,
);
const modules = import.meta.glob<{ machine: AnyStateMachine }>("./projects/**/machine.{ts,mjs}");

function readFrom(path: string) {
  const text = readFileSync(path, "utf8");
  const reading = readModule(text, {
    path,
    modules: onDisk,
    lang: path.endsWith(".mjs") ? "js" : "ts",
  });
  return { text, reading, chart: reading.charts[0]! };
}

/** A machine of several files given as texts; the first is the one that is read. */
function project(files: Readonly<Record<string, string>>) {
  const [path = "", text = ""] = Object.entries(files)[0] ?? [];
  const reading = readModule(text, { path, modules: siblingsIn((name) => files[name]) });
  return { text, reading, chart: reading.charts[0]! };
}
const head = `import { createMachine } from "xstate";\n`;

describe.each(["named", "barrel", "spread", "elsewhere", "script"])(
  "the same machine in several files: %s",
  (style) => {
    const path = `${folder}/${style}/machine.${style === "script" ? "mjs" : "ts"}`;
    const { chart, text, reading } = readFrom(path);
    const flat = readFrom(`${folder}/flat.ts`).chart;

    test("reads as it does in one file", () => {
      expect(reading.diagnostics).toEqual([]);
      expect(opaqueParts(chart)).toEqual([]);
      expect(bare(chart)).toEqual(bare(flat));
    });

    test("is the machine that XState makes of the really imported module", async () => {
      const { machine } = await modules[`./${path.slice("test/core/read/".length)}`]!();

      for (const { node, path: keys } of places(chart).values()) {
        const real = keys.reduce((at, key) => at.states[key]!, machine.root);
        expect(Object.keys(real.states)).toEqual(node.children.map((child) => child.key));
        expect(real.type).toBe(node.type);
        expect(real.tags).toEqual(node.tags);
        const targets = [...real.transitions.values(), real.always ?? []]
          .flat()
          .flatMap((one) => (one.target ?? []).map((target) => target.path.join(".")));
        const read = node.transitions.flatMap((one) => one.targets.map((x) => x.resolved?.join(".")));
        expect(read.toSorted()).toEqual(targets.toSorted());
      }
    });

    test("says of what is written elsewhere in which file and where", () => {
      const far = [...places(chart).values()].filter(({ node }) => node.elsewhere);

      expect(far.length).toBeGreaterThan(0);
      for (const { node } of far) {
        const { file, at } = node.elsewhere!;
        const there = readFileSync(file, "utf8").slice(at.from, at.to);
        expect(there).toMatch(/^(\w+|(\w+: )?\{[\s\S]*\})$/);
        expect(node.origin).toBe("shared");
      }
    });

    test("has no span outside of what stands for it in this file", () => {
      for (const place of places(chart).values()) {
        const { node } = place;
        const spans = [
          node.at && { from: 0, to: node.at.to - node.at.from },
          node.valueAt,
          ...[...node.entry, ...node.exit, ...node.opaque].map((one) => one.at),
          ...node.transitions.flatMap((one) => [
            one.at,
            one.keyAt,
            ...one.targets.map((target) => target.at),
            ...one.actions.map((action) => action.at),
            ...(one.guard ? [one.guard.at] : []),
          ]),
        ].map((span) => absolute(place, span));
        for (const { from, to } of spans) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(from).toBeLessThanOrEqual(to);
          if (node.elsewhere && !node.keyAt) expect(text.slice(from, to)).toMatch(/^[\w.]+$/);
        }
      }
    });

    test("has no guard or action that seems unknown", () => {
      const codes = checkGame({ reading, files: new Map([["machine", text]]) }).map((one) => one.code);

      expect(codes.filter((code) => code.endsWith("-not-found"))).toEqual([]);
    });
  },
);

describe("what is imported", () => {
  test("that is not there is a named opaque part", () => {
    const { chart, reading } = project({
      "m.ts": `import { phases } from "./phases"; import { more } from "some-package"; import type { Only } from "./t";
        ${head} export const m = createMachine({ states: { ...phases, a: {}, ...more.states, b: Only } });`,
      "t.ts": `export const Only = {};`,
    });

    expect(stateOf(chart, "").node.opaque).toMatchObject([
      { what: "spread", text: "...phases", from: "./phases" },
      { what: "spread", text: "...more.states", from: "some-package" },
    ]);
    expect(stateOf(chart, "b").node.opaque).toMatchObject([{ what: "state", text: "Only", from: "./t" }]);
    expect(reading.imports).toEqual([{ specifier: "./phases", from: "m.ts" }]);
  });

  test("a file that cannot be parsed is opaque and nothing else suffers", () => {
    const { chart, reading } = project({
      "m.ts": `import a from "./a"; ${head} createMachine({ initial: "a", states: { a, b: { on: { X: "a" } } } });`,
      "a.ts": `export default { on: {`,
    });

    expect(reading.parsed).toBe(true);
    expect(opaqueParts(chart)).toEqual(["state: a"]);
    expect(arrows(chart)).toEqual(["b on X -> a"]);
  });

  test("files that import each other are read once and without end", () => {
    const { chart } = project({
      "m.ts": `import { a } from "./a"; ${head} export const shared = { on: { GO: "b" } };
        export const m = createMachine({ states: { a, b: {} } });`,
      "a.ts": `import { shared } from "./m"; export { loop } from "./b"; export const a = { ...shared, entry: loop };`,
      "b.ts": `export { loop } from "./a"; export * from "./b"; export * from "./a";`,
    });

    expect(arrows(chart)).toEqual(["a on GO -> b"]);
  });

  test("an enum of another file names events, targets and keys", () => {
    const { chart } = project({
      "m.ts": `import { Phase as P, Ev } from "./names"; ${head}
        createMachine({ initial: P.draw, states: { [P.draw]: { on: { [Ev.go]: P.main } }, [P.main]: {} } });`,
      "names.ts": `export enum Phase { draw = "draw", main = "main" }\nexport const Ev = { go: "GO" } as const;`,
    });

    expect(arrows(chart)).toEqual(["draw on GO -> main"]);
    expect(chart.root.initial?.value).toBe("draw");
    expect(stateOf(chart, "draw").node.origin).toBe("here");
    expect(stateOf(chart, "draw").node.transitions[0]?.targets[0]).toMatchObject({ shared: true });
  });

  test("code keeps the text of its own file", () => {
    const { chart } = project({
      "m.ts": `import { draw, when } from "./draw"; ${head} createMachine({ states: { draw, b: { always: { guard: when, target: "draw" } } } });`,
      "draw.ts": `/* some words in front */ export const when = ({ context }) => context.ok;\nexport const draw = { entry: () => log("1"), meta: { clauses: ["X-1"] } };`,
    });

    expect(stateOf(chart, "draw").node).toMatchObject({
      entry: [{ kind: "code", text: `() => log("1")` }],
      meta: { clauses: ["X-1"], text: `{ clauses: ["X-1"] }` },
    });
    expect(stateOf(chart, "b").node.transitions[0]?.guard).toMatchObject({ kind: "code", text: "when" });
  });

  test("is read again when it changes, although the text that imports it stays", () => {
    const text = `import { a } from "./a"; ${head} createMachine({ states: { a, b: {}, c: {} } });`;
    const read = (a: string, previous?: ReturnType<typeof readModule>) =>
      readModule(text, {
        path: "m.ts",
        modules: siblingsIn((path) => (path === "a.ts" && a !== "" ? a : undefined)),
        ...(previous ? { previous: { text, reading: previous } } : {}),
      });
    const before = read(`export const a = { on: { GO: "b" } };`);

    const same = read(`export const a = { on: { GO: "b" } };`, before);
    const after = read(`export const a = { on: { GO: "c" } };`, before);
    const gone = read("", before);

    expect(same).toBe(before);
    expect(arrows(after.charts[0]!)).toEqual(["a on GO -> c"]);
    expect(after.charts[0]!.root.children[1]).toBe(before.charts[0]!.root.children[1]);
    expect(opaqueParts(gone.charts[0]!)).toEqual(["state: a"]);
    expect(arrows(read(`export const a = { on: { GO: "b" } };`, gone).charts[0]!)).toEqual(["a on GO -> b"]);
  });
});

describe("commands on what is written in another file", () => {
  const { chart, text } = readFrom(`${folder}/named/machine.ts`);
  const refusal = (command: string, args: unknown, of = { chart, text }) => {
    const change = runCommand(command, of.text, of.chart, args);
    return "refused" in change ? change.refused : undefined;
  };

  test.each([
    ["state.describe", { state: ["battle", "attack"], text: "Attack" }],
    ["transition.guard", { transition: { source: ["end"], slot: "always", index: 0 }, guard: { name: "x" } }],
    ["transition.add", { source: ["draw"], event: "X", target: "battle" }],
  ])("%s refuses and names the file", (command, args) => {
    const told = refusal(command, args);

    expect(told).toMatchObject({ code: "origin-elsewhere", facts: { file: `${folder}/named/phases.ts` } });
    expect(text.slice(told?.at?.from, told?.at?.to)).toMatch(/^(draw|attack|end|endPhase)$/);
  });

  test("the config as a whole and the setup refuse likewise", () => {
    const far = readFrom(`${folder}/elsewhere/machine.ts`);

    expect(refusal("state.describe", { state: [], text: "x" }, far)).toMatchObject({
      code: "config-elsewhere",
      facts: { file: `${folder}/elsewhere/config.ts` },
    });
    const setup = project({
      "m.ts": `import { s } from "./s"; export const m = s.createMachine({ states: {} });`,
      "s.ts": `import { setup } from "xstate"; export const s = setup({ guards: {} });`,
    });
    expect(refusal("guard.stub", { name: "ok" }, setup)).toMatchObject({
      code: "setup-elsewhere",
      facts: { file: "s.ts" },
    });
  });

  test("a state that is only brought in here can be taken out here", () => {
    const change = runCommand("state.delete", text, chart, { state: ["over"] });

    // PASS leads to it by its id, from here; the other transition there is written in phases.ts.
    expect(change).toMatchObject({ refused: { code: "origin-elsewhere" } });
  });

  test("a new name that a target in another file would have to follow is refused", () => {
    expect(refusal("state.rename", { state: ["battle"], to: "fight" })).toMatchObject({
      code: "target-elsewhere",
      facts: { target: "battle", file: `${folder}/named/phases.ts` },
    });
  });
});

describe("setup in another file", () => {
  const setup = `import { setup } from "xstate"; export const s = setup({ guards: { known: () => true } });`;
  const machine = (guard: string) =>
    `import { s } from "./s"; export const m = s.createMachine({ initial: "a", states: { a: { on: { X: { guard: "${guard}", target: "b" } } }, b: { type: "final" } } });`;
  const codes = (files: Readonly<Record<string, string>>) => {
    const { reading, text } = project(files);
    return checkGame({ reading, files: new Map([["machine", text]]) }).map((one) => one.code);
  };

  test("knows its guards, and those that it does not have", () => {
    expect(codes({ "m.ts": machine("known"), "s.ts": setup })).toEqual([]);
    expect(codes({ "m.ts": machine("other"), "s.ts": setup })).toContain("guard-not-found");
  });

  test("that cannot be read leaves open what there is", () => {
    expect(codes({ "m.ts": machine("other") })).toEqual([]);
    const half = `import { setup } from "xstate"; import { more } from "pack"; export const s = setup({ guards: { ...more } });`;
    expect(codes({ "m.ts": machine("other"), "s.ts": half })).toEqual([]);
  });

  test("gives types to events and context", () => {
    const { chart } = readFrom(`${folder}/named/machine.ts`);

    expect(chart.events?.map((one) => one.type)).toEqual(["DRAW", "ATTACK", "PASS"]);
    expect(chart.context?.map((one) => one.name)).toEqual(["seats", "turn"]);
  });
});

describe("the file that a specifier means", () => {
  const files = [
    "a/x.ts",
    "a/y.tsx",
    "a/z/index.ts",
    "a/w.mts",
    "b.js",
    "a/both.ts",
    "a/both.js",
    "a/dir.ts",
  ];
  const found = (specifier: string, from = "a/m.ts") =>
    siblingPaths(specifier, from).find((path) => files.includes(path));

  test.each([
    ["./x", "a/x.ts"],
    ["./x.js", "a/x.ts"],
    ["./x.ts", "a/x.ts"],
    ["./y", "a/y.tsx"],
    ["./y.jsx", "a/y.tsx"],
    ["./z", "a/z/index.ts"],
    ["./z/", "a/z/index.ts"],
    ["./z/index.js", "a/z/index.ts"],
    ["./w.mjs", "a/w.mts"],
    ["../b", "b.js"],
    ["../a/./x", "a/x.ts"],
    ["./both.js", "a/both.ts"],
    ["./none", undefined],
    ["x", undefined],
    ["/a/x", undefined],
  ])("%s is %s", (specifier, path) => {
    expect(found(specifier)).toBe(path);
  });

  test("folders above the start of a relative path, and of an absolute one", () => {
    expect(siblingPaths("../../x.ts", "m.ts")[0]).toBe("../../x.ts");
    expect(siblingPaths("../x.ts", "../m.ts")[0]).toBe("../../x.ts");
    expect(siblingPaths("../../x.ts", "/a/m.ts")[0]).toBe("/x.ts");
    expect(found("..", join("a", "z", "index.ts"))).toBe(undefined);
    expect(found(".", "a/z/m.ts")).toBe("a/z/index.ts");
  });
});

describe("names that are defined in another file", () => {
  const files = {
    "m.ts": `import { s } from "./s"; import { setup } from "xstate"; void setup;
      export const m = s.createMachine({ initial: "a", states: { a: { on: { X: { guard: "ok", target: "b" } } }, b: {} } });`,
    "s.ts": `import { setup } from "xstate"; export const s = setup({ guards: { ok: () => true }, types: {} as { events: { type: "X" } } });`,
  };

  test.each([
    ["guard.rename", "ok", "defined-elsewhere"],
    ["event.rename", "X", "not-written-here"],
  ])("%s does not part a name from its definition", (command, name, code) => {
    const { chart, text } = project(files);

    expect(runCommand(command, text, chart, { name, to: "other" })).toMatchObject({
      refused: { code },
    });
  });
});

describe("what is imported and filled by a file that imports it", () => {
  const parts = `export const states: any = { a: { on: { GO: "b" } }, b: {} };
export default states;
`;
  const read = (code: string, name = "states") =>
    project({
      "machine.ts": `${head}${code}\nexport const machine = createMachine({ initial: "a", states: { ...${name}, d: {} } });\n`,
      "parts.ts": parts,
      "between.ts": `import { states } from "./parts";\nstates.a = {};\nexport { states };\n`,
    }).chart.root;

  test.each([
    [`import { states } from "./parts";\nstates.c = {};`, "states"],
    [`import { states as all } from "./parts";\nObject.assign(all, { c: {} });`, "all"],
    [`import all from "./parts";\nall.a.on.GO = "d";`, "all"],
    [`import * as parts from "./parts";\nparts.states.a.on.GO = "d";`, "parts.states"],
    [`import { states } from "./parts";\nconst also = states;\ndelete also.b;`, "states"],
    [`import { states } from "./parts";\nimport { fill } from "fill";\nfill(states);`, "states"],
    [`import { states } from "./between";`, "states"],
  ])("%s: says nothing", (code, name) => {
    expect(read(code, name).opaque.map(({ what }) => what)).toEqual(["spread"]);
  });

  test.each([
    `import { states } from "./parts";\nconsole.log(states);\nconst copy = { ...states };\ncopy.c = {};`,
    `import { states } from "./parts";\nfunction shown(states: any) { states.c = {}; }`,
  ])("%s: is what it was", (code) => {
    expect(read(code).children.map(({ key }) => key)).toEqual(["a", "b", "d"]);
  });
});
