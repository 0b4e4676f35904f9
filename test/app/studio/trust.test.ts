import { expect, test } from "vitest";
import { Project } from "#core/project/Project.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { Trust, trustKey } from "#app/studio/trust.ts";

const text = 'import { states } from "./states"; createMachine({ states });';
const open = (hash = "h") =>
  new Project("m", [{ name: "machine", text, hash }], {
    path: "m.ts",
    modules: siblingsIn((path) => (path === "states.ts" ? "export const states = {};" : undefined)),
  });
const stored = (own: string) => (path: string) => (path === "states.ts" ? own : undefined);

test("what is trusted is exactly the text that was there, with the files that it imports", async () => {
  const trust = new Trust(undefined);
  trust.add(await trustKey(open(), stored("a")));
  const has = async (project: Project, sibling: string) =>
    trust.has(await trustKey(project, stored(sibling)));

  expect(await has(open(), "a")).toBe(true);
  expect(await has(open(), "b")).toBe(false);
  expect(await has(open("another hash"), "a")).toBe(false);
});

test("what the person writes here does not take the trust away", async () => {
  const project = open();
  const before = await trustKey(project, stored("a"));

  project.edit("machine", [{ from: 0, to: 0, insert: "// mine\n" }], { label: "", origin: "code", at: 0 });

  expect(await trustKey(project, stored("a"))).toBe(before);
});

test("it lasts as long as the session, and starts empty where the session cannot be read", () => {
  const kept = new Map<string, string>();
  const session = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  new Trust(session).add("a");

  expect(new Trust(session).has("a")).toBe(true);
  expect(new Trust({ ...session, getItem: () => "{ broken" }).has("a")).toBe(false);
  expect(new Trust(undefined).has("a")).toBe(false);
});
