import { expect, test } from "vitest";
import { fileStyle } from "#core/edit/pen/fileStyle.ts";
import { readModule } from "#core/read/readModule.ts";

test.each([
  ["the first line", "{\n    id: 'm',\n}", "    "],
  ["a line behind empty ones and remarks", "{\n\n \n  // This is\n\n   id: 'm',\n}", "   "],
  ["tabs, with Windows' line ends", "{\r\n\r\n\t// This is\r\n\tid: 'm',\r\n}", "\t"],
  ["the usual one, behind any number of empty lines", `{\n${"\n".repeat(5000)}id: 'm',\n}`, "  "],
])("one step of indentation: %s", (_, config, unit) => {
  const text = `import { createMachine } from "xstate";\nexport const m = createMachine(${config});\n`;
  expect(fileStyle(text, readModule(text).charts[0])).toMatchObject({ unit });
});
