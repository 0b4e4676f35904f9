import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { pathId, pathOf, places } from "#core/chart/places.ts";
import { follower } from "#core/layout/arrangement/followArrangement.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { files } from "#test/core/project/machine.ts";
import { patience } from "#test/support/patience.ts";

beforeAll(async () => void (await loadGraphCommands()));

const volleyball = await readFile("machines/haikyu-break.machine.ts", "utf8");
const open = () => new Project("m", [{ name: "machine", text: volleyball, hash: "1" }]);
const states = [...places(open().graph().chart!).values()]
  .map(({ path }) => path)
  .filter(({ length }) => length > 0);

/** The commands one after the other, as a person gives them: each where its state is by then. */
function oneByOne(project: Project, command: string, args: object, paths: readonly (readonly string[])[]) {
  let after = (id: string): string | null => id;
  for (const path of paths) {
    const now = after(pathId(path));
    if (now === null) continue;
    const result = project.command(command, { ...args, state: pathOf(now) }, { at: 0, joins: "each" });
    if (!result.ok) return result.refused;
    const [before, next] = [after, follower(result.pathMap)];
    after = (id) => {
      const at = before(id);
      return at === null ? null : next(at);
    };
  }
  return undefined;
}

test(
  "law: a command for several states comes to what it comes to one by one, as one entry of the history",
  () => {
    let made = 0;
    fc.assert(
      fc.property(
        fc.constantFrom("state.delete", "state.move"),
        fc.uniqueArray(fc.constantFrom(...states), { minLength: 1, maxLength: 4 }),
        fc.constantFrom([], ...states),
        (command, paths, parent) => {
          const args = command === "state.move" ? { parent } : {};
          const [alone, together] = [open(), open()];
          const refused = oneByOne(alone, command, args, paths);
          const each = paths.map((state) => ({ state }));
          const change = together.preview(command, args, { each });
          expect(together.text("machine")).toBe(volleyball);
          const result = together.make(change, { label: command, at: 0 });
          if (refused)
            return void expect(result).toMatchObject({ ok: false, refused: { code: refused.code } });
          made++;
          expect(result.ok).toBe(true);
          expect(together.text("machine")).toBe(alone.text("machine"));
          // One undo takes all of it back.
          if (change.ok && change.steps.length > 0) together.undo();
          expect(together.text("machine")).toBe(volleyball);
        },
      ),
      { numRuns: 30 },
    );
    expect(made).toBeGreaterThan(5);
  },
  patience(120_000),
);

test("the files of a game follow all of them, and where one is refused nothing is changed", () => {
  const project = new Project("m", files);
  const each = [{ state: ["draw"] }, { state: ["main"] }];
  const change = project.preview("state.delete", {}, { each });
  expect(change).toMatchObject({ ok: true, result: { pathMap: { draw: null, main: null } } });
  const refused = project.command("state.delete", {}, { at: 0, each: [...each, { state: ["nowhere"] }] });
  expect(refused.ok).toBe(false);
  expect(project.text("machine")).toBe(files.find(({ name }) => name === "machine")?.text);
});
