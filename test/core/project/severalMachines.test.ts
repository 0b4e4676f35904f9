import { beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { chartAt, machineKeys } from "#core/chart/machineKey.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";

beforeAll(async () => void (await loadGraphCommands()));

const text = `import { createMachine } from "xstate";
export const door = createMachine({ initial: "shut", states: { shut: { on: { OPEN: "wide" } }, wide: {} } });
export const lamp = createMachine({ initial: "off", states: { off: { on: { PRESS: "on" } }, on: {} } });
createMachine({ initial: "shut", states: { shut: {} } });
`;
const files = [
  { name: "machine", text, hash: "h1" },
  { name: "labels/en", text: '{ "labels": { "state:shut": "Shut", "state:off": "Off" } }', hash: "h2" },
];
const open = (more = "") =>
  new Project(
    "m",
    [{ ...files[0]!, text: text + more }, files[1]!].map((f) => ({ ...f })),
  );
const lines = { lines: [["on", "dark"]] };
const typing = (at: number) => ({ label: "typing", origin: "code" as const, at });
const rename = (project: Project, state: string, to: string, at = 0) =>
  project.command("state.rename", { state: [state], to }, { at });

test("machines go by the name of their variable, those without one or with a taken one by their place", () => {
  const { charts } = readModule(
    `${text}function other() { const lamp = createMachine({}); return lamp; } createMachine({});`,
  );

  expect(machineKeys(charts)).toEqual(["door", "lamp", "2", "3", "4"]);
});

test("an offset belongs to the innermost machine around it", () => {
  const nested = `const outer = createMachine({ invoke: { src: createMachine({ id: "inner" }) } });`;
  const { charts } = readModule(nested);

  expect(chartAt(charts, nested.indexOf("inner"))?.id).toBe("inner");
  expect(chartAt(charts, nested.indexOf("invoke"))?.ref.name).toBe("outer");
  expect(chartAt(charts, 0)).toBeUndefined();
});

describe("one machine of several is looked at", () => {
  test("first the one named machine, else the first of the file", () => {
    expect(open().graph().machine).toBe("door");
    expect(open("export const machine = createMachine({});").graph().machine).toBe("machine");
  });

  test("graph, commands and arrangement are of the chosen one", () => {
    const project = open();

    expect(project.choose("lamp")).toBe(true);
    rename(project, "off", "dark");
    project.arrange({ "": lines }, { label: "arrange", at: 1 });

    expect(project.graph().chart?.root.children.map((c) => c.key)).toEqual(["dark", "on"]);
    expect(project.text("machine")).toContain('lamp = createMachine({ initial: "dark", states: { dark:');
    expect(JSON.parse(project.text("layout") ?? "")).toMatchObject({ machines: { lamp: { compounds: {} } } });
    expect(project.arrangement().compounds).toEqual({ "": lines });
    project.choose("door");
    expect(project.arrangement().compounds).toEqual({});
  });

  test("a name that no machine has chooses nothing", () => {
    const project = open();
    expect(project.choose("window")).toBe(false);
    expect(project.graph().machine).toBe("door");
  });

  test("labels and scenarios follow the main machine only: they do not speak of the others", () => {
    const project = open();

    project.choose("2");
    rename(project, "shut", "closed");
    expect(project.text("labels/en")).toContain('"state:shut"');
    project.choose("door");
    rename(project, "shut", "closed");

    expect(project.text("labels/en")).toContain('"state:closed"');
  });

  test("the chosen one stays chosen when it is renamed, when others come before it, and when it was gone for a while", () => {
    const project = open();
    project.choose("lamp");
    const change = (from: string, to: string) =>
      project.write("machine", (project.text("machine") ?? "").replace(from, to), typing(0));

    change("lamp", "light");
    expect(project.graph().machine).toBe("light");
    change("export const door", "export const bell = createMachine({});\nexport const door");
    expect(project.graph().machine).toBe("light");
    change("light = createMachine", "light = nothing");
    expect(project.graph().machine).toBe("bell");
    change("light = nothing", "light = createMachine");
    expect(project.graph().machine).toBe("light");
  });
});

test("one history over all machines: undo leads to the machine that it changes", () => {
  const project = open();
  rename(project, "shut", "closed", 1);
  project.choose("lamp");
  rename(project, "off", "dark", 2);
  project.choose("door");

  expect(project.undo()).toBe("command.state.rename");
  expect(project.graph().machine).toBe("lamp");
  expect(project.graph().chart?.root.children[0]?.key).toBe("off");
  expect(project.undo()).toBe("command.state.rename");
  expect(project.graph().machine).toBe("door");
  expect(project.text("machine")).toBe(text);
  project.redo();
  expect(project.graph().machine).toBe("door");
  expect(project.text("machine")).toContain("closed");
});

test("what is wrong says in which machine, when there are several", () => {
  const broken = text.replace('OPEN: "wide"', 'OPEN: "wid"').replace('PRESS: "on"', 'PRESS: "onn"');
  const targets = (module: string) =>
    diagnose(readModule(module), new Map([["machine", module]]))
      .filter(({ code }) => code === "target-not-found")
      .map(({ machine, path }) => [machine, path]);

  expect(targets(broken)).toEqual([
    [0, ["shut"]],
    [1, ["off"]],
  ]);
  expect(targets('createMachine({ states: { a: { on: { B: "c" } } } });')).toEqual([[undefined, ["a"]]]);
});
