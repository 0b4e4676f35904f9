import { expect, test } from "vitest";
import { Project } from "#core/project/Project.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";

const text = `import { createMachine } from "xstate";
import { phases } from "./phases";
export const machine = createMachine({ initial: "draw", states: phases });
`;
/** A project over files that can be changed from outside. */
function open(files: Record<string, string>) {
  const modules = siblingsIn((path) => files[path]);
  const project = new Project("m", [{ name: "machine", text, hash: "h" }], { path: "src/m.ts", modules });
  let told = 0;
  project.subscribe(() => told++);
  const states = () => project.graph().chart?.root.children.map(({ key }) => key);
  return { project, files, states, told: () => told };
}

test("states that lie in an imported file are seen, and follow it", () => {
  const { project, files, states, told } = open({ "src/phases.ts": "export const phases = { draw: {} };" });
  expect(states()).toEqual(["draw"]);

  files["src/phases.ts"] = "export const phases = { draw: {}, main: {} };";
  expect(states()).toEqual(["draw"]);
  project.importsChanged();

  expect(states()).toEqual(["draw", "main"]);
  expect(told()).toBe(1);
});

test("a file that comes later is found then", () => {
  const { project, files, states } = open({});
  expect(states()).toEqual([]);

  files["src/phases.ts"] = "export const phases = { draw: {} };";
  project.importsChanged();

  expect(states()).toEqual(["draw"]);
});

test("when nothing that is imported changed, nobody is told and the graph is the same", () => {
  const { project, files, told } = open({ "src/phases.ts": "export const phases = {};" });
  const before = project.graph();

  files["src/unrelated.ts"] = "x";
  project.importsChanged();

  expect(project.graph()).toBe(before);
  expect(told()).toBe(0);
});

test("the ending of its file says whether a module is TypeScript", () => {
  const open = (path?: string) => new Project("m", [], path === undefined ? {} : { path }).source;

  expect([open("a/b.mjs").lang, open("a.ts").lang, open().lang]).toEqual(["js", "ts", "ts"]);
  expect(open().path).toBe("machines/m.machine.ts");
});
