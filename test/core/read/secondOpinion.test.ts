import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { named } from "#test/charts/charts.ts";
import { readWithOxc } from "#test/support/readWithOxc.ts";

const shipped = existsSync("machines")
  ? readdirSync("machines").filter((file) => file.endsWith(".machine.ts"))
  : [];
const texts: [string, string][] = [
  ...Object.entries(named),
  ...shipped.map((file): [string, string] => [file, readFileSync(`machines/${file}`, "utf8")]),
];

test.each(texts)("%s: another parser's tree gives the same charts, spans included", (_, text) => {
  const other = readWithOxc(text);

  expect(other).toEqual(readModule(text));
  expect(other?.charts).toHaveLength(1);
});
