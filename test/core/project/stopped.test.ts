import { expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { budgetsBy } from "#core/text/budget.ts";
import { files, machineText } from "#test/core/project/machine.ts";
import { endlessWalk } from "#test/support/endlessWalk.ts";

/** A clock that goes on by a second whenever it is asked. */
function seconds() {
  let now = 0;
  return () => (now += 1_000);
}

await loadGraphCommands();
const at = { at: 0 };
const open = (source = {}) => new Project("m", files, source, undefined, budgetsBy(seconds()));

test("a command that never ends is refused, and files, graph and history are as before", () => {
  const project = open();
  project.command("state.rename", { state: ["draw"], to: "begin" }, at);
  const [before, graph] = [project.state(), project.graph()];

  const result = project.command(
    "state.rename",
    {
      state: ["main", "act"],
      get to() {
        return endlessWalk();
      },
    },
    at,
  );

  expect(result).toMatchObject({
    ok: false,
    refused: { code: "took-too-long", facts: { command: "state.rename", state: "main.act" } },
  });
  expect(project.state()).toBe(before);
  expect(project.graph()).toBe(graph);
  expect(project.command("state.rename", { state: ["main", "act"], to: "play" }, at).ok).toBe(true);
  project.undo();
  expect(project.undo()).toBe("command.state.rename");
  expect(project.text("machine")).toBe(machineText);
});

test("whether a command may run is not asked for ever either", () => {
  const args = {
    state: ["draw"],
    get to() {
      return endlessWalk();
    },
  };

  expect(open().whyNot("state.rename", args)?.code).toBe("took-too-long");
});

test("a text that is read for ever leaves the last graph, and the next text is read again", () => {
  let plant = false;
  const modules = () => (plant ? endlessWalk() : undefined);
  const project = open({ path: "machines/m.machine.ts", modules });
  const states = () => project.graph().chart?.root.children.map(({ key }) => key);
  const note = { label: "typing", origin: "code", at: 0 } as const;
  const importing = (key: string) =>
    `import { far } from "./far.ts";\nexport const machine = createMachine({ states: { ${key}: far } });`;
  expect(states()).toEqual(["draw", "main", "end"]);

  plant = true;
  project.write("machine", importing("first"), note);

  expect(project.graph()).toMatchObject({ stale: true, now: { parsed: false } });
  expect(project.graph().now.stopped).toBeGreaterThanOrEqual(2);
  expect(project.graph().now.diagnostics.map(({ code }) => code)).toEqual(["reading-stopped"]);
  expect(states()).toEqual(["draw", "main", "end"]);
  expect(project.text("machine")).toBe(importing("first"));
  expect(project.command("state.rename", { state: ["draw"], to: "x" }, at)).toMatchObject({
    refused: { code: "graph-stale" },
  });

  plant = false;
  project.write("machine", importing("second"), note);
  expect(states()).toEqual(["second"]);
});
