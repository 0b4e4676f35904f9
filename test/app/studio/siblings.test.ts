import { expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import type { ScriptText, Store } from "#core/project/store.ts";
import { Siblings } from "#app/studio/siblings.ts";

/** A store of which only the siblings are asked. */
function storeOf(scripts: ScriptText[]) {
  const asked: string[] = [];
  const store = { siblings: async (game: string) => (asked.push(game), [...scripts]) } as unknown as Store;
  return { store, asked, scripts };
}
const open = (text: string, siblings: Siblings) =>
  new Project("m", [{ name: "machine", text, hash: "h" }], { path: "m.ts", modules: siblings.modules });
const keys = (project: Project) => project.graph().chart?.root.children.map(({ key }) => key);
const importing = (name: string) =>
  `import { ${name} } from "./${name}"; createMachine({ states: { own: {}, ...${name} } });`;

test("a machine that imports nothing asks for nothing", async () => {
  const { store, asked } = storeOf([]);
  const siblings = new Siblings(store, "m", () => undefined);

  await siblings.follow(open("createMachine({});", siblings));

  expect(asked).toEqual([]);
});

test("an import is fetched once, and what is not there is not asked for again", async () => {
  const { store, asked } = storeOf([{ path: "phases.ts", text: "export const phases = { draw: {} };" }]);
  const siblings = new Siblings(store, "m", () => undefined);
  const project = open(importing("phases"), siblings);

  await siblings.follow(project);
  await siblings.follow(project);
  expect(keys(project)).toEqual(["own", "draw"]);
  expect(asked).toEqual(["m"]);

  project.write("machine", importing("gone"), { label: "typing", origin: "code", at: 0 });
  await siblings.follow(project);
  await siblings.follow(project);
  expect(asked).toEqual(["m", "m"]);
});

test("what is open here counts more than what the store has of it", async () => {
  const { store } = storeOf([{ path: "phases.ts", text: "export const phases = { stored: {} };" }]);
  const live = (path: string) => (path === "phases.ts" ? "export const phases = { typed: {} };" : undefined);
  const siblings = new Siblings(store, "m", live);
  const project = open(importing("phases"), siblings);

  await siblings.refresh(project);

  expect(keys(project)).toEqual(["own", "typed"]);
});

test("a store that does not answer leaves the import as it is, to be tried again", async () => {
  let fails = true;
  const store = {
    siblings: async () => {
      if (fails) throw new Error("unreachable");
      return [{ path: "phases.ts", text: "export const phases = { draw: {} };" }];
    },
  } as unknown as Store;
  const siblings = new Siblings(store, "m", () => undefined);
  const project = open(importing("phases"), siblings);

  await siblings.follow(project);
  expect(keys(project)).toEqual(["own"]);
  fails = false;
  await siblings.follow(project);

  expect(keys(project)).toEqual(["own", "draw"]);
});

test("the scripts around a machine are known once they were looked for, as they are open here", async () => {
  const { store } = storeOf([
    { path: "b.ts", text: "stored" },
    { path: "c.ts", text: "stored" },
  ]);
  const siblings = new Siblings(store, "m", (path) => (path === "b.ts" ? "typed" : undefined));
  expect(siblings.scripts()).toBeUndefined();

  await siblings.look();

  expect(siblings.scripts()).toEqual([
    { path: "b.ts", text: "typed" },
    { path: "c.ts", text: "stored" },
  ]);
});

test("a command of the studio asks them who takes the machine", async () => {
  await loadGraphCommands();
  const a = `import { createMachine } from "xstate";\nexport const a = createMachine({ id: "a", initial: "p", states: { p: {} } });\n`;
  const b = `import { a } from "./a";\nexport const b = createMachine({ ...a.config });\n`;
  const { store } = storeOf([
    { path: "a.ts", text: a },
    { path: "b.ts", text: b },
  ]);
  const siblings = new Siblings(store, "a", () => undefined);
  const { modules, scripts } = siblings;
  const project = new Project("a", [{ name: "machine", text: a, hash: "h" }], {
    path: "a.ts",
    modules,
    scripts,
  });
  await siblings.look();

  const refused = project.whyNot("state.rename", { state: ["p"], to: "q" });

  expect(refused).toMatchObject({ code: "used-by-file", facts: { machine: "b", file: "b.ts:2" } });
  expect(project.command("state.rename", { state: ["p"], to: "q" }, { at: 0, anyway: true })).toMatchObject({
    ok: true,
    warnings: [{ code: "exported-changed" }],
  });
});
