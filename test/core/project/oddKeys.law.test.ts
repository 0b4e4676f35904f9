import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";
import { files, machineText } from "#test/core/project/machine.ts";

beforeAll(async () => void (await loadGraphCommands()));

/** Everything that names states, beside the machine of the fixture. */
const naming = {
  ruleset: `{ "format": 1, "id": "m", "title": { "en": "M" }, "machine": "machines/m.machine.ts", "players": { "min": 1, "max": 2 }, "locales": ["en"], "sourceLocale": "en" }\n`,
  "labels/en": `{ "format": 1, "locale": "en", "labels": { "state:draw": "Draw", "state:main": "Main", "state:main.act": "Act", "state:end": "End", "event:NEXT": "Next", "event:BACK": "Back" } }\n`,
  terms: `{ "format": 1, "terms": [{ "id": "act", "terms": { "en": "act" }, "at": ["state:main.act"] }] }\n`,
  moves: `{ "format": 1, "moves": { "NEXT": [{ "in": "main" }, { "in": "main.act" }] } }\n`,
  layout: `{ "format": 2, "machines": { "machine": { "compounds": { "": { "lines": [["draw", "main"], ["end"]] }, "main": { "lines": [["act"]] } }, "notes": [{ "id": "n", "at": "main.act", "text": "x" }] } } }\n`,
  "scenarios/one": `{ "format": 1, "title": { "en": "One" }, "steps": [{ "send": { "type": "NEXT" }, "expect": { "in": ["main", "main.act"], "notIn": ["draw"] } }, { "edit": { "in": ["main.act"] } }] }\n`,
};

const open = () =>
  new Project("m", [
    ...files.filter(({ name }) => name === "machine"),
    ...Object.entries(naming).map(([name, text]) => ({ name, text, hash: name })),
  ]);

const codes = (project: Project) => {
  const others = new Map([...project.state().files].filter(([name]) => name !== "machine"));
  return diagnose(readModule(project.text("machine") ?? ""), others).map(
    ({ code, file }) => `${file}: ${code}`,
  );
};
/** How a key should look is told, and no more: of it alone. */
const beyondLooks = (project: Project) => codes(project).filter((one) => one !== "machine: key-grammar");

const oddKey = fc.oneof(
  fc.constantFrom(
    "準備",
    "my turn",
    "🎲",
    'my "turn"',
    "it's",
    "a-b",
    "50%",
    "a/b",
    "~1",
    "`x`",
    "${x}",
    "été",
  ),
  fc.constantFrom(
    "constructor",
    "toString",
    "[0]",
    "a:b",
    " x",
    "tab\there",
    "a\nb",
    "手番 🃏",
    "가",
    "*",
    '""',
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
);

test("every key that a rename accepts is accepted by every file that names states, and leads back", () => {
  const before = beyondLooks(open());
  expect(before.filter((one) => !one.startsWith("machine:"))).toEqual([]);
  let renamed = 0;
  fc.assert(
    fc.property(oddKey, fc.constantFrom(["main"], ["main", "act"], ["draw"]), (key, state) => {
      const project = open();
      if (!project.command("state.rename", { state, to: key }, { at: 1 }).ok) return;
      renamed++;
      expect(beyondLooks(project)).toEqual(before);

      const there = [...state.slice(0, -1), key];
      const back = project.command("state.rename", { state: there, to: state.at(-1) }, { at: 5_000 });
      expect(back.ok).toBe(true);
      for (const name of ["labels/en", "terms", "moves", "scenarios/one"] as const)
        expect(project.text(name)).toBe(naming[name]);
      expect(JSON.parse(project.text("layout") ?? "")).toEqual(JSON.parse(naming.layout));
    }),
    { numRuns: 150 },
  );
  expect(renamed).toBeGreaterThan(100);
});

test.each(["a.b", "a\\b", "#a", "7", "__proto__", ""])(
  "a rename to %j is refused, and nothing follows",
  (to) => {
    const project = open();

    expect(project.command("state.rename", { state: ["main"], to }, { at: 1 }).ok).toBe(false);
    expect(project.state().dirty).toEqual([]);
  },
);

test("a state whose key has a dot may be named by the files, as the reader names it", () => {
  const project = open();
  const text = machineText.replace("act: {}", '"a.b": {}').replace('"act"', '"a.b"');
  project.write("machine", text, { label: "typing", origin: "code", at: 1 });
  for (const name of ["labels/en", "terms", "moves", "layout", "scenarios/one"] as const)
    project.write(name, naming[name].replaceAll("main.act", "main.a.b"), {
      label: "typing",
      origin: "code",
      at: 2,
    });

  expect(codes(project).filter((one) => one.includes("json-"))).toEqual([]);
});
