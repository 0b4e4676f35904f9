import type { Plugin } from "vite";
import { type Cut, type Cutter, withBodies, withCuts, withShortMembers } from "./cuts.ts";

const PARSER = /[\\/]@babel[\\/]parser[\\/]lib[\\/]index\.js$/;
const CUTTER: Cutter = { of: "@babel/parser", script: "slimParser.ts" };

/**
 * Babel's parser comes as one file with all its syntax plugins, a fifth of which is for Flow and the like. It chooses them from one
 * table by name; what is taken out of the table is dropped by the minifier. Proposals that nobody switches on are answered where they are asked
 * for, and comments are never attached to nodes here. Of the names that signs have in JSX the five of XML stay:
 * nobody here reads the words between JSX tags. Its methods and fields have short names. Which signs may stand in names every browser knows itself. The parser is half of what a
 * chart is read with, so that counts before the first picture. Fails when the file is no longer built like that.
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

/** Languages and tree formats that nobody here asks the parser for. */
const LANGUAGES = ["estree", "flow", "v8intrinsic", "placeholders"] as const;

/** Proposals that it is asked for as little. */
const PROPOSALS = [
  "asyncDoExpressions",
  "decimal",
  "deferredImportEvaluation",
  "deprecatedImportAssert",
  "destructuringPrivate",
  "discardBinding",
  "doExpressions",
  "exportDefaultFrom",
  "flowComments",
  "functionBind",
  "functionSent",
  "importAssertions",
  "importReflection",
  "moduleAttributes",
  "moduleBlocks",
  "optionalChainingAssign",
  "partialApplication",
  "pipelineOperator",
  "recordAndTuple",
  "sourcePhaseImports",
  "throwExpressions",
] as const;

/** What only they would call, or nobody without comments and tokens in the tree; options are what is written in `core/syntax/parse.ts`. */
const UNCALLED = [
  "validatePlugins",
  "babel7CompatTokens",
  "TypeScriptParserMixin.fillOptionalPropertiesForTSESLint",
  "CommentsParser.processComment",
  "CommentsParser.finalizeComment",
  "CommentsParser.finalizeRemainingComments",
  "ExpressionParser.parseBind",
  "ExpressionParser.parseTopicReference",
  "ExpressionParser.finishTopicReference",
  "ExpressionParser.testTopicReferenceConfiguration",
  "ExpressionParser.parseHackPipeBody",
  "ExpressionParser.parseFSharpPipelineBody",
  "ExpressionParser.parseSmartPipelineBodyInStyle",
  "ExpressionParser.checkPipelineAtInfixOperator",
  "ExpressionParser.checkSmartPipeTopicBodyEarlyErrors",
  "ExpressionParser.isSimpleReference",
  "ExpressionParser.withTopicBindingContext",
  "ExpressionParser.withSoloAwaitPermittingContext",
];

const none = [...LANGUAGES, ...PROPOSALS].join("|");

const CUTS: readonly Cut[] = [
  ["questions for plugins", new RegExp(`this\\.hasPlugin\\("(?:${none})"\\)`, "g"), "false"],
  ["questions for kinds of pipes", /this\.hasPlugin\(\["pipelineOperator", \{[^{}]*\}\]\)/g, "false"],
  [
    "options of plugins",
    new RegExp(`this\\.getPluginOption\\("(?:${none}|decorators|typescript)", "\\w+"\\)`, "g"),
    "(void 0)",
  ],
  // It throws always; what follows is never reached.
  [
    "demands for plugins",
    new RegExp(`^( +)(?=this\\.expectPlugin\\((?:"(?:${none})"|isSource))`, "gm"),
    "$1throw ",
  ],
  ["errors of pipelines", ", ParseErrorEnum`pipelineOperator`(PipelineOperatorErrors)", ""],
  ["table of these", "PipelineOperatorErrors = Object", "PipelineOperatorErrors = /* @__PURE__ */ Object"],
  ["table of errors", /^ {2}(?:Record|Tuple)Expression\w+Syntax\w*: "[^\n]*,\n/gm, ""],
  [
    "table of JSX entities",
    /(const entities = \{\s*__proto__: null,(?:\s*(?:quot|amp|apos|lt|gt): "[^"]*",){5})[^{}]*\};/,
    "$1 };",
  ],
  [
    "errors of other languages",
    /= ParseErrorEnum`(flow|placeholders)`\(/g,
    "= /* @__PURE__ */ ParseErrorEnum(",
  ],
  [
    "signs of names",
    /let nonASCIIidentifierStartChars = [^]*?const nonASCIIidentifierStart = [^\n]*\nconst nonASCIIidentifier = [^]*?(?=function isInAstralSet)/,
    "const nonASCIIidentifierStart = /\\p{ID_Start}/u;\nconst nonASCIIidentifier = /\\p{ID_Continue}/u;\n",
  ],
  // At the end of a text the code is no number.
  [
    "first signs of names beyond two bytes",
    "return isInAstralSet(code, astralIdentifierStartCodes);",
    "return code > 0xffff && nonASCIIidentifierStart.test(String.fromCodePoint(code));",
  ],
  [
    "signs of names beyond two bytes",
    "return isInAstralSet(code, astralIdentifierStartCodes) || isInAstralSet(code, astralIdentifierCodes);",
    "return code > 0xffff && nonASCIIidentifier.test(String.fromCodePoint(code));",
  ],
];

/** @throws Error when something of it is not where it was */
export function withoutUnused(code: string): string {
  const table = /const mixinPlugins = \{([^{}]*)\};/.exec(code);
  const names = table?.[1]?.split(",").map((name) => name.trim()) ?? [];
  const lacking = LANGUAGES.filter((name) => !names.includes(name));
  if (!table || lacking.length > 0)
    throw new Error(
      `@babel/parser has no plugins ${lacking.join(", ")} to leave out: see scripts/slimParser.ts`,
    );
  const kept = names.filter((name) => !LANGUAGES.some((one) => one === name));
  const chosen = code.replace(table[0], `const mixinPlugins = { ${kept.join(", ")} };`);
  const bodies = Object.fromEntries(UNCALLED.map((name) => [name, ""]));
  return withShortMembers(withCuts(withBodies(chosen, CUTTER, bodies), CUTTER, CUTS));
}
