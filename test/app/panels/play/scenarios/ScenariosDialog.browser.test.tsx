import { act } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Project } from "#core/project/Project.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { ScenariosDialog } from "#app/panels/play/scenarios/ScenariosDialog.tsx";
import { mounted } from "#test/support/mounted.tsx";

const machine = `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "a", states: { a: {} } });\n`;
const scenario = (title: string) =>
  `{\n  "format": 1,\n  "title": { "en": "${title}", "ja": "支払う" },\n  "steps": [ { "expect": { "in": ["a"] } } ]\n}\n`;

/** The dialog over a game with two scenarios and one that is no JSON. */
async function opened() {
  const texts = {
    machine,
    "scenarios/pays": scenario("Pays"),
    "scenarios/waits": scenario("Waits"),
    "scenarios/torn": "{",
  };
  const files = Object.entries(texts).map(([name, text]) => ({ name, text, hash: name }));
  const project = new Project("order", files);
  const notices: string[] = [];
  const listeners = new Set<() => void>();
  const make = () => ({
    project,
    files: project.state(),
    loaded: loadRuleset(project.state().files),
    uiLanguage: "en",
  });
  let state = make();
  project.subscribe(() => {
    state = make();
    for (const one of listeners) one();
  });
  const studio = {
    get: () => state,
    subscribe: (one: () => void) => {
      listeners.add(one);
      return () => listeners.delete(one);
    },
    window: {
      set: () => undefined,
      notice: (_tone: string, key: string) => void notices.push(key),
    },
  };
  const { show } = await mounted(studio);
  await show(<ScenariosDialog />);
  const field = (name: string) => document.querySelector<HTMLInputElement>(`[aria-label="Title of ${name}"]`);
  const remove = (title: string) =>
    document.querySelector<HTMLButtonElement>(`[aria-label="Delete ${title}"]`);
  return { project, notices, field, remove };
}

test("a scenario is called otherwise in the language of the person, and nothing else of its file changes", async () => {
  const { project, field } = await opened();

  await act(() => userEvent.fill(field("pays")!, "Pays at once"));
  await act(() => userEvent.keyboard("{Enter}"));

  expect(project.text("scenarios/pays")).toBe(scenario("Pays at once"));
  expect(field("pays")?.value).toBe("Pays at once");
  await act(async () => void project.undo());
  expect(project.state().dirty).toEqual([]);
});

test("a scenario is deleted, a torn one too; both come back with undo", async () => {
  const { project, notices, field, remove } = await opened();
  expect(field("torn")?.disabled).toBe(true);

  await act(async () => remove("Pays")!.click());
  await act(async () => remove("torn")!.click());

  expect(field("pays")).toBeNull();
  expect(project.unsaved().map(({ name, text }) => [name, text])).toEqual([
    ["scenarios/pays", null],
    ["scenarios/torn", null],
  ]);
  expect(notices).toEqual(["scenarios.deleted", "scenarios.deleted"]);
  await act(async () => void [project.undo(), project.undo()]);
  expect(field("pays")?.value).toBe("Pays");
  expect(project.state().dirty).toEqual([]);
});
