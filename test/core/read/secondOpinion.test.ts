import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import type { File } from "#core/read/ast.ts";
import { readModule, readTree } from "#core/read/readModule.ts";
import { named } from "#test/charts/charts.ts";

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** The tree of the other parser in Babel's words, as far as the two differ in what the reader looks at. */
function inBabelsWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inBabelsWords);
  if (!isNode(value)) return value;
  const node = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inBabelsWords(inner)]),
  ) as Node;
  switch (node.type) {
    case "Literal":
      return {
        ...node,
        type:
          node["value"] === null
            ? "NullLiteral"
            : `${{ string: "String", number: "Numeric", boolean: "Boolean" }[String(typeof node["value"])]}Literal`,
      };
    case "Property":
      return node["method"] === true || node["kind"] !== "init"
        ? { ...node, type: "ObjectMethod" }
        : { ...node, type: "ObjectProperty" };
    case "ChainExpression":
      return node["expression"];
    case "TSTypeReference":
    case "TSInterfaceHeritage":
      return { ...node, typeParameters: node["typeArguments"] };
    case "TSTypeParameter":
      return { ...node, name: (node["name"] as { name?: string }).name };
    case "TSMappedType":
      return {
        ...node,
        typeParameter: { name: (node["key"] as { name?: string }).name, constraint: node["constraint"] },
        optional: node["optional"] === false ? undefined : node["optional"],
      };
    default:
      return node;
  }
}

const shipped = existsSync("machines")
  ? readdirSync("machines").filter((file) => file.endsWith(".machine.ts"))
  : [];
const texts: [string, string][] = [
  ...Object.entries(named),
  ...shipped.map((file): [string, string] => [file, readFileSync(`machines/${file}`, "utf8")]),
];

test.each(texts)("%s: another parser's tree gives the same charts, spans included", (_, text) => {
  const { program, comments } = parseSync("module.ts", text, { preserveParens: false });
  const file = {
    type: "File",
    program: inBabelsWords(program),
    comments: comments.map((one) => ({ ...one, type: `Comment${one.type}` })),
  };

  const other = readTree(text, file as unknown as File, "ts", []);

  expect(other).toEqual(readModule(text));
  expect(other.charts).toHaveLength(1);
});
