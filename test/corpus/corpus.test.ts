import { beforeAll, describe, expect, test } from "vitest";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";
import { corpusFolder, corpusModules, listed, type CorpusModule } from "#test/corpus/corpus.ts";
import { measure, newFigures, type Figures } from "#test/corpus/figures.ts";
import { EDITS } from "#test/corpus/judge/tries.ts";
import { readWithOxc } from "#test/support/readWithOxc.ts";

/** Modules of other people, of which there is only a list here (`modules.json`). `npm run corpus` brings them. */
const modules = corpusModules();
const here = modules.length === listed;
if (!here)
  process.stderr.write(
    `\n*** SKIPPED: ${modules.length} of ${listed} foreign modules are in ${corpusFolder}. ` +
      `"npm run corpus" brings them; then these tests run. ***\n\n`,
  );

describe.skipIf(!here).each(["reference", "found"] as const)(
  'modules of the set "%s" (npm run corpus brings them)',
  (set) => {
    const own: CorpusModule[] = modules.filter((one) => one.set === set);
    const figures: Figures = newFigures();
    const told: string[] = [];

    beforeAll(() => {
      for (const module of own) measure(figures, module, { tries: 3, tell: (what) => told.push(what) });
    }, 1_800_000);

    test("are at least as many as the goal names", () => {
      expect(own.length).toBeGreaterThanOrEqual(152);
    });

    test("all are parsed, and nothing throws, however mangled", () => {
      expect(figures.unparsed).toEqual([]);
      expect(figures.throws).toEqual([]);
      expect(figures.mangled).toBe(own.length * 5);
    });

    test("the reader and a second reader that shares no code with it see the same structure", () => {
      expect(figures.readOtherwise).toEqual([]);
    });

    test("no target leads elsewhere than in XState", () => {
      expect(figures.xstate.differ).toEqual([]);
      expect(figures.xstate.taken).toBeGreaterThan(0.98 * figures.machines - figures.classes.D);
    });

    test("no edit is wrong: structure, other fields, the text around, comments, the way back", () => {
      expect(told.filter((what) => !what.startsWith("refused"))).toEqual([]);
      for (const edit of EDITS) {
        const { tries, correct, refused } = figures.edits[edit];
        expect([edit, tries - correct]).toEqual([edit, Object.values(refused).reduce((a, b) => a + b, 0)]);
        expect(tries).toBeGreaterThan(100);
      }
    });

    test("the structure of at least 97 % of the machines is literal or resolved", () => {
      const { A, B } = figures.classes;
      expect((A + B) / figures.machines).toBeGreaterThanOrEqual(0.97);
    });

    test.each(EDITS)("%s is correct on at least 99.5 % of the tries", (edit) => {
      const { tries, correct, lostComments, undoFailures, throws, wrong } = figures.edits[edit];
      expect(correct / tries, told.filter((what) => what.includes(edit)).join("\n")).toBeGreaterThanOrEqual(
        0.995,
      );
      expect({ lostComments, undoFailures, throws, wrong }).toEqual({
        lostComments: 0,
        undoFailures: 0,
        throws: [],
        wrong: [],
      });
    });

    test("another parser's tree gives the same charts, spans included", () => {
      for (const { name, text, lang } of own)
        expect(readWithOxc(text, lang), name).toEqual(readModule(text, { lang }));
    }, 1_800_000);

    test("opening one writes nothing", () => {
      for (const { name, text } of own) {
        const project = new Project(name, [{ name: "machine", text, hash: "1" }]);
        project.graph();

        expect(project.state().dirty, name).toEqual([]);
        expect(project.state().files.get("machine"), name).toBe(text);
      }
    }, 600_000);
  },
);
