import type * as Parser from "@babel/parser";
import type * as Reader from "#core/read/readModule.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { files } from "#test/core/project/machine.ts";

const parsed: string[] = [];
const read: string[] = [];

async function load() {
  const [{ Project }, { diagnose }, { symbolTable }, commands] = await Promise.all([
    import("#core/project/Project.ts"),
    import("#core/analyze/check.ts"),
    import("#core/symbol/symbolSites.ts"),
    import("#core/project/graphCommands.ts"),
  ]);
  await commands.loadGraphCommands();
  return { Project, diagnose, symbolTable };
}
let core: Awaited<ReturnType<typeof load>>;

beforeAll(async () => {
  // Test files share their modules: what was loaded with the parser as it is is loaded again with one that counts.
  vi.resetModules();
  vi.doMock("@babel/parser", async (original) => {
    const parser = await original<typeof Parser>();
    const parse: typeof Parser.parse = (text, options) => {
      parsed.push(String(text));
      return parser.parse(text, options);
    };
    return { ...parser, parse };
  });
  vi.doMock("#core/read/readModule.ts", async (original) => {
    const { readModule } = await original<typeof Reader>();
    const counted: typeof readModule = (text, options) => {
      read.push(text);
      return readModule(text, options);
    };
    return { readModule: counted };
  });
  core = await load();
});
afterAll(() => {
  vi.doUnmock("@babel/parser");
  vi.doUnmock("#core/read/readModule.ts");
  vi.resetModules();
});
beforeEach(() => {
  parsed.length = 0;
  read.length = 0;
});

type Project = InstanceType<typeof core.Project>;

/** What the studio asks of a text that it shows. */
function look(project: Project): void {
  const { reading, chart, text } = project.graph();
  core.diagnose(reading, project.state().files);
  if (chart) core.symbolTable(text, chart);
}

test("a game that is opened, looked at, edited and looked at again is parsed once for each text", () => {
  const project = new core.Project("m", files);

  look(project);
  expect(parsed).toEqual([project.text("machine")]);
  const renamed = project.command("state.rename", { state: ["draw"], to: "drawing" }, { at: 0 });
  look(project);

  expect(renamed).toMatchObject({ ok: true });
  expect(parsed.slice(1)).toEqual([project.text("machine")]);
});

test("a graph command reads the new text once, and the old one not again", () => {
  const project = new core.Project("m", files);
  project.graph();
  read.length = 0;

  project.command("state.rename", { state: ["draw"], to: "drawing" }, { at: 0 });
  project.graph();

  expect(read).toEqual([project.text("machine")]);
});

test("what is undone is not parsed again", () => {
  const project = new core.Project("m", files);
  look(project);
  project.command("state.rename", { state: ["draw"], to: "drawing" }, { at: 0 });
  look(project);
  parsed.length = 0;

  project.undo();
  look(project);

  expect(parsed).toEqual([]);
});

test("a keystroke, what is drawn, checked and found of it take one parse of the whole text", () => {
  const project = new core.Project("m", files);
  look(project);
  parsed.length = 0;
  const before = project.text("machine") ?? "";
  const at = before.indexOf('NEXT: "main"');

  for (const insert of ["x", "y"]) {
    project.edit("machine", [{ from: at, to: at, insert }], { label: "typing", origin: "code", at: 0 });
    look(project);
    expect(parsed.filter((text) => text.length >= before.length)).toEqual([project.text("machine")]);
    parsed.length = 0;
  }
});
