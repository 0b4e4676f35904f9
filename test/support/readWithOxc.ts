import { parseSync } from "oxc-parser";
import type { File } from "#core/syntax/ast.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { readTree } from "#core/read/readFresh.ts";

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

/** Reads a module from the tree of another parser; undefined when that one refuses the text. */
export function readWithOxc(text: string, lang: "ts" | "js" = "ts"): ModuleReading | undefined {
  for (const name of lang === "ts" ? ["module.ts", "module.tsx"] : ["module.jsx"]) {
    const { program, comments, errors } = parseSync(name, text, { preserveParens: false });
    if (errors.length > 0) continue;
    const file = {
      type: "File",
      program: inBabelsWords(program),
      comments: comments.map((one) => ({ ...one, type: `Comment${one.type}` })),
    };
    return readTree(text, file as unknown as File, lang, []);
  }
  return undefined;
}
