import type { Plugin } from "vite";

/** Languages and tree formats of Babel's parser that nobody here asks it for. */
const UNUSED = ["estree", "flow", "v8intrinsic", "placeholders"] as const;
const PARSER = /[\\/]@babel[\\/]parser[\\/]lib[\\/]index\.js$/;

/**
 * Babel's parser comes as one file with all its syntax plugins, a fifth of which is for Flow and the like. It chooses them from one
 * table by name; what is taken out of the table is dropped by the minifier. Of the names that signs have in JSX the five of XML stay:
 * nobody here reads the words between JSX tags. Nor is there anything to say of the operator `|>`, which nobody switches on. The parser is half of what a chart is read with, so that counts before the first
 * picture. Fails when the file is no longer built like that.
 */
export function slimParser(): Plugin {
  return {
    name: "turnwright-slim-parser",
    apply: "build",
    transform(code, id) {
      return PARSER.test(id.split("?")[0] ?? id) ? { code: withoutUnused(code), map: null } : null;
    },
  };
}

/** @throws Error when the table of plugins is not where it was, or has no such plugin */
export function withoutUnused(code: string): string {
  const table = /const mixinPlugins = \{([^{}]*)\};/.exec(code);
  const names = table?.[1]?.split(",").map((name) => name.trim()) ?? [];
  const missing = UNUSED.filter((name) => !names.includes(name));
  if (!table || missing.length > 0)
    throw new Error(
      `@babel/parser has no plugins ${missing.join(", ")} to leave out: see scripts/slimParser.ts`,
    );
  const kept = names.filter((name) => !UNUSED.some((one) => one === name));
  const entities =
    /(const entities = \{\s*__proto__: null,(?:\s*(?:quot|amp|apos|lt|gt): "[^"]*",){5})[^{}]*\};/;
  if (!entities.test(code))
    throw new Error("@babel/parser has no table of JSX entities to shorten: see scripts/slimParser.ts");
  const pipes = ", ParseErrorEnum`pipelineOperator`(PipelineOperatorErrors)";
  if (!code.includes(pipes))
    throw new Error("@babel/parser has no errors of pipelines to leave out: see scripts/slimParser.ts");
  return code
    .replace(pipes, "")
    .replace("PipelineOperatorErrors = Object", "PipelineOperatorErrors = /* @__PURE__ */ Object")
    .replace(entities, "$1 };")
    .replace(table[0], `const mixinPlugins = { ${kept.join(", ")} };`)
    .replace(/= ParseErrorEnum`(flow|placeholders)`\(/g, "= /* @__PURE__ */ ParseErrorEnum(");
}
