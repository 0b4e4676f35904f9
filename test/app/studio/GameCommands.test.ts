import { expect, test } from "vitest";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { resolveMachines } from "#adapters/sandbox/loadMachine.ts";
import { GameCommands } from "#app/studio/GameCommands.ts";

await loadGraphCommands();

/** Where BACK leads is known only when it runs. */
const text = `import { createMachine } from "xstate";
export const m = createMachine({ id: "a", initial: "p", states: { p: { on: { GO: "q" } }, q: { on: JSON.parse('{"BACK":"p"}') } } });
`;

function open({ trusted = true, sandbox = true } = {}) {
  const project = new Project("m", [{ name: "machine", text, hash: "h" }]);
  let runs = 0;
  const ask = async (request: { readonly code?: string }) => {
    runs++;
    return resolveMachines(request.code ?? "", "ts");
  };
  const runner = { ask, stop: () => undefined } as unknown as Runner;
  const commands = new GameCommands({
    project,
    isTrusted: () => trusted,
    makeRunner: () => (sandbox ? Promise.resolve(runner) : Promise.reject(new Error("no frame"))),
  });
  return { project, commands, runs: () => runs };
}
const rename = (state: string) => ({ id: "state.rename", args: { state: [state], to: "zz" } });

test("XState is asked before the change is made, and what it throws at is not made", async () => {
  const { project, commands, runs } = open();
  const before = project.state();

  expect(commands.run(rename("p"))).toEqual({ ok: false, refused: { code: "being-tried" } });
  expect(project.state()).toBe(before);
  expect(await commands.tried(rename("p"))).toMatchObject({
    ok: false,
    refused: { code: "would-throw", anyway: true },
  });

  expect(project.state()).toBe(before);
  expect(runs()).toBe(2);
});

test("what runs as before is made, and one undo takes it back", async () => {
  const { project, commands } = open();

  expect((await commands.tried(rename("q"))).ok).toBe(true);

  expect(project.text("machine")).toContain("zz: { on:");
  project.undo();
  expect(project.text("machine")).toBe(text);
});

test("whoever wants it all the same is not asked again, and nothing is run", () => {
  const { project, commands, runs } = open();

  expect(commands.run(rename("p"), { anyway: true }).ok).toBe(true);

  expect(project.text("machine")).toContain("zz: { on");
  expect(runs()).toBe(0);
});

test("code that may not run is not run: reading judges, and says that it was only read", async () => {
  const { commands, runs } = open({ trusted: false });

  const result = commands.run(rename("q"));

  expect(result).toMatchObject({ ok: true });
  expect(result.ok && result.warnings.map(({ code }) => code)).toContain("only-read");
  expect(runs()).toBe(0);
});

test("where no sandbox opens reading judges alone", async () => {
  const { commands } = open({ sandbox: false });

  expect((await commands.tried(rename("q"))).ok).toBe(true);
});

test("a text that changes while XState is asked is taken into account", async () => {
  const { project, commands } = open();

  const trying = commands.tried(rename("q"));
  project.write("machine", text.replace("GO:", "GO_ON:"), { label: "typing", origin: "code", at: 0 });

  expect((await trying).ok).toBe(true);
  expect(project.text("machine")).toContain('GO_ON: "zz"');
});
