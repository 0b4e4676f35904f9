import mermaid from "mermaid";
import { expect, test } from "vitest";
import { exporterOf } from "#core/export/exporters.ts";
import { toMermaid } from "#core/export/toMermaid.ts";
import { idOfKey } from "#core/ruleset/labels.ts";
import { readModule } from "#core/read/readModule.ts";

const modules = import.meta.glob(["../../../machines/*.machine.ts", "../../golden/*.machine.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;
const diagramOf = (text: string) => toMermaid(readModule(text).charts[0]!);
mermaid.initialize({ startOnLoad: false, maxTextSize: 500_000, maxEdges: 2000 });

test.each(Object.keys(modules))("Mermaid draws %s with every state in it", async (path) => {
  const text = modules[path]!;
  const chart = readModule(text).charts[0]!;

  const { svg } = await mermaid.render(`m${Math.abs(path.length * 31)}`, diagramOf(text));

  const drawn = new DOMParser().parseFromString(svg, "text/html").body.textContent ?? "";
  expect(svg).not.toContain("Syntax error");
  for (const state of chart.root.children) expect(drawn).toContain(state.key);
});

const labels = import.meta.glob(["../../../rulesets/*/labels/*.json"], {
  import: "default",
  eager: true,
}) as Record<string, { readonly labels: Readonly<Record<string, string>> }>;

/** Width of a page of a repository, and the smallest letters that are read without leaning forward. */
const [PAGE, LEAST] = [1000, 12];

test.each(Object.keys(labels))("%s: what Mermaid is given can be read on a page", async (path) => {
  const [, game = "", lang = ""] = /rulesets\/([^/]+)\/labels\/(.+)\.json$/.exec(path) ?? [];
  const text = modules[`../../../machines/${game}.machine.ts`]!;
  const chart = readModule(text).charts[0]!;
  const names = labels[path]!.labels;
  const made = exporterOf("mermaid")!.run({
    chart,
    text,
    lang: "ts",
    strip: (one) => one,
    label: (key) => names[key] ?? idOfKey(key),
  });

  const { svg } = await mermaid.render(`${game}-${lang}`, made.text);

  const [, , width = 0] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(" ").map(Number);
  expect(Math.min(1, PAGE / width) * 16).toBeGreaterThanOrEqual(LEAST);
  expect(made.text.split("\n").length).toBeGreaterThan(20);
});

const parts = [
  "'",
  '"',
  "`",
  "*/",
  "\n",
  "${",
  "}",
  "{",
  "</script>",
  "<b>",
  ";",
  ":",
  "#",
  "#quot;",
  "%%",
  "%%{",
  "-->",
  "[*]",
  "end",
  "end note",
  "state",
  "note",
  "--",
  "一",
  "😀",
  "style x:#y;",
  "classDef",
  "direction LR",
  "&amp;",
  " ",
];

test("names that are syntax of Mermaid come out as they are", async () => {
  for (const [i, one] of parts.entries())
    for (const other of [parts[(i * 7 + 3) % parts.length]!, "a"]) {
      const name = JSON.stringify(`x${one}${other}`);
      const text = `import { createMachine } from "xstate";
        export const machine = createMachine({ id: "m", initial: ${name}, states: { ${name}: { on: { ${name}: "b" } }, b: { on: { GO: { target: "b", guard: () => ${name} === "" } } } } });`;
      await mermaid.parse(diagramOf(text));
    }

  const { svg } = await mermaid.render(
    "quoted",
    diagramOf(`import { createMachine } from "xstate";
      export const machine = createMachine({ initial: "a", states: { a: { on: { 'say "hi": <b>;': "次: {end}" } }, "次: {end}": {} } });`),
  );
  const drawn = new DOMParser().parseFromString(svg, "text/html").body.textContent ?? "";
  expect(drawn).toContain("次: {end}");
  expect(drawn).toContain('say "hi": <b>;');
});

test("a diagram that is not one is refused, so that the tests above can fail", async () => {
  await expect(mermaid.parse("stateDiagram-v2\n  a -->")).rejects.toThrow();
});
