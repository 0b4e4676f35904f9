import fc from "fast-check";
import { expect, test } from "vitest";
import { loadMachine } from "#adapters/sandbox/loadMachine.ts";
import { absolute, places } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import { importClosure } from "#core/read/modules/importClosure.ts";
import { readModule } from "#core/read/readModule.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { bare } from "#test/charts/bare.ts";
import { readSays, xstateSays } from "#test/core/read/asXState.ts";
import { inOneFile, inSeveralFiles, type StateModel } from "#test/core/read/splitModule.ts";

/** `LONG=1` tries 10,000 machines for each law. */
const runs = (ordinary: number): number => (process.env["LONG"] ? 10_000 : ordinary);

const KEYS = ["a", "b", "c"];
const model = (depth: number): fc.Arbitrary<StateModel> =>
  fc.record({
    on: fc.dictionary(fc.constantFrom("GO", "PASS", "card.*"), fc.constantFrom("#m.a", "#m", "#m.b"), {
      maxKeys: 2,
    }),
    entry: fc.array(fc.constantFrom("x", "y"), { maxLength: 3 }),
    children:
      depth === 0
        ? fc.constant([])
        : fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), model(depth - 1)), {
            maxLength: 3,
            selector: ([key]) => key,
          }),
  });
/** A root that has the states which the targets name. */
const root = model(2).map((one): StateModel => ({
  ...one,
  children: ["a", "b"].map((key) => [
    key,
    one.children.find(([own]) => own === key)?.[1] ?? { on: {}, entry: [], children: [] },
  ]),
}));
const split = fc
  .tuple(root, fc.array(fc.nat(1000), { minLength: 20, maxLength: 80 }))
  .map(([tree, choices]) => {
    let i = 0;
    return { tree, files: inSeveralFiles(tree, () => choices[i++ % choices.length] as number) };
  });
const withId = (text: string) => text.replace("createMachine({ ", `createMachine({ id: "m", `);
const idInRoot = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, withId(text)]));

const read = (files: Readonly<Record<string, string>>) =>
  readModule(files["m.ts"] ?? "", { path: "m.ts", modules: siblingsIn((path) => files[path]) });

test("a machine spread over files by any kind of import reads as it does in one", () => {
  let spread = 0;
  fc.assert(
    fc.property(split, ({ tree, files: written }) => {
      const files = idInRoot(written);
      const flat = readModule(withId(inOneFile(tree))).charts[0]!;
      const reading = read(files);

      expect(bare(reading.charts[0]!)).toEqual(bare(flat));
      expect(reading.imports?.every((one) => one.path !== undefined) ?? true).toBe(true);
      if (reading.imports) spread++;
    }),
    { numRuns: runs(300) },
  );
  expect(spread).toBeGreaterThan(100);
});

test("it is the machine that XState makes when those files are run", () => {
  fc.assert(
    fc.property(split, ({ files: written }) => {
      const files = idInRoot(written);
      const chart = read(files).charts[0]!;
      const { main, files: others } = importClosure(
        { path: "m.ts", text: files["m.ts"] ?? "", lang: "ts" },
        siblingsIn((path) => files[path]),
      );

      const machine = loadMachine(main.text, "ts", "m", { imports: main.imports, files: others });

      expect(readSays(chart)).toEqual(xstateSays(machine));
    }),
    { numRuns: runs(100) },
  );
});

test("no span leads out of the text that is read, and what is elsewhere is found in its file", () => {
  fc.assert(
    fc.property(split, ({ files: written }) => {
      const files = idInRoot(written);
      const text = files["m.ts"] ?? "";
      for (const place of places(read(files).charts[0]!).values()) {
        const { node } = place;
        const spans = [
          node.valueAt,
          ...node.entry.map((one) => one.at),
          ...node.transitions.flatMap((one) => [
            one.at,
            one.keyAt,
            ...one.targets.map((target) => target.at),
          ]),
        ];
        for (const span of spans) {
          const { from, to } = absolute(place, span);
          expect(from >= 0 && from < to && to <= text.length).toBe(true);
          if (node.elsewhere) expect(text.slice(from, to)).toMatch(/^(\w+(\.\w+)?(\.of\[1\])?|"\w+": \S+)$/);
        }
        if (!node.elsewhere) continue;
        const { file, at } = node.elsewhere;
        expect(file).not.toBe("m.ts");
        expect(files[file]?.slice(at.from, at.to)).toMatch(/^(\{.*\}|"\w+": .*)$/s);
      }
    }),
    { numRuns: runs(200) },
  );
});

test("a command does to it what it does to the machine in one file, or refuses", () => {
  const done = new Map<string, number>();
  const commandOn = (path: readonly string[], other: readonly string[]): [string, unknown][] => [
    ["state.rename", { state: path, to: "renamed" }],
    ["state.delete", { state: path }],
    ["state.move", { state: path, parent: other }],
    ["state.describe", { state: path, text: "words" }],
    ["state.setInitial", { state: path }],
    ["state.add", { parent: path, key: "added" }],
    ["state.duplicate", { state: path }],
    ["state.wrap", { states: [path], key: "around" }],
    ["state.addAction", { state: path, slot: "entry", action: { name: "z" } }],
    ["transition.add", { source: path, event: "NEW", target: other }],
    [
      "transition.guard",
      { transition: { source: path, slot: "on", event: "GO", index: 0 }, guard: { name: "g" } },
    ],
    [
      "transition.retarget",
      { transition: { source: path, slot: "on", event: "GO", index: 0 }, target: other },
    ],
    ["transition.delete", { transition: { source: path, slot: "on", event: "PASS", index: 0 } }],
    ["event.rename", { name: "GO", to: "GONE" }],
  ];
  fc.assert(
    fc.property(split, fc.nat(), fc.nat(), fc.nat(), ({ tree, files: written }, which, at, to) => {
      const files = idInRoot(written);
      const [flatText, text] = [withId(inOneFile(tree)), files["m.ts"] ?? ""];
      const [flat, chart] = [readModule(flatText).charts[0]!, read(files).charts[0]!];
      const paths = [...places(chart).values()].map(({ path }) => path);
      const all = commandOn(paths[at % paths.length]!, paths[to % paths.length]!);
      const [command, args] = all[which % all.length]!;

      const change = runCommand(command, text, chart, args);
      const meant = runCommand(command, flatText, flat, args);

      if ("refused" in change || "refused" in meant) return;
      const after = read({ ...files, "m.ts": applyEdits(text, change.edits) }).charts[0]!;
      expect(bare(after)).toEqual(bare(readModule(applyEdits(flatText, meant.edits)).charts[0]!));
      done.set(command, (done.get(command) ?? 0) + 1);
    }),
    { numRuns: runs(600) },
  );
  expect([...done.keys()].length).toBeGreaterThan(8);
});

test("a state that is copied out of it is the one that is copied out of one file, or copying is refused", () => {
  let pasted = 0;
  fc.assert(
    fc.property(split, ({ tree, files: written }) => {
      const files = idInRoot(written);
      const [flatText, text] = [withId(inOneFile(tree)), files["m.ts"] ?? ""];
      const [flat, chart] = [readModule(flatText).charts[0]!, read(files).charts[0]!];
      const withCopy = (code: string, of: typeof chart, state: readonly string[]) => {
        const copied = runCommand("state.copy", code, of, { state });
        if (!("clip" in copied)) return undefined;
        const change = runCommand("state.paste", code, of, { parent: [], key: "pasted", clip: copied.clip });
        return "refused" in change ? undefined : applyEdits(code, change.edits);
      };
      for (const { path } of places(chart).values()) {
        const [after, meant] = [withCopy(text, chart, path), withCopy(flatText, flat, path)];
        if (after === undefined || meant === undefined) continue;
        expect(bare(read({ ...files, "m.ts": after }).charts[0]!)).toEqual(
          bare(readModule(meant).charts[0]!),
        );
        pasted++;
      }
    }),
    { numRuns: runs(300) },
  );
  expect(pasted).toBeGreaterThan(runs(300) / 10);
});
