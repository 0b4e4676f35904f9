import { parse, parseExpression, type ParserOptions } from "@babel/parser";
import type { Expression, File } from "#core/syntax/ast.ts";
import { MeteredText, TooManyReads } from "#core/text/MeteredText.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A module's syntax tree, or where and why the text is not one. */
export type Parsed =
  | { readonly file: File; readonly tree: File; readonly fault?: SyntaxFault; readonly jsx?: true }
  | {
      readonly file: undefined;
      /** What could be built from it nevertheless: good for questions about the rest of the text. */
      readonly tree?: File;
      readonly fault: SyntaxFault;
      readonly jsx?: undefined;
    };
export interface SyntaxFault {
  readonly message: string;
  /** UTF-16 offset. */
  readonly offset: number;
}

/** Recovered errors about meaning, not shape: the tree is right although the module will not run. */
const HARMLESS = new Set([
  "VarRedeclaration",
  "DuplicateExport",
  "DuplicateDefaultExport",
  "ModuleExportUndefined",
  "DuplicateProto",
  "DeclarationMissingInitializer",
  "StrictDelete",
  "StrictWith",
]);

const BASE: ParserOptions = {
  sourceType: "module",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowUndeclaredExports: true,
  errorRecovery: true,
  attachComment: false,
  createParenthesizedExpressions: true,
};

/** The language of a file by its ending: .js, .jsx, .mjs and .cjs are JavaScript, all else is read as TypeScript. */
export const langOfPath = (path: string): "ts" | "js" => (/\.[cm]?jsx?$/i.test(path) ? "js" : "ts");

type Plugins = NonNullable<ParserOptions["plugins"]>;

const PLUGINS: Readonly<Record<"ts" | "js" | "tsx", Plugins>> = {
  ts: ["typescript", "decorators", "decoratorAutoAccessors"],
  js: ["jsx", "decorators", "decoratorAutoAccessors"],
  tsx: ["typescript", "jsx", "decorators", "decoratorAutoAccessors"],
};

/** Those of TypeScript's `experimentalDecorators`, which may stand before parameters, too. */
const experimental = (plugins: Plugins): Plugins =>
  plugins.map((plugin) => (plugin === "decorators" ? "decorators-legacy" : plugin));

/** Parses TypeScript or JavaScript; a text that is only right with JSX is read with JSX. Never throws. */
export function parseModule(text: string, lang: "ts" | "js"): Parsed {
  const first = withDecorators(text, PLUGINS[lang]);
  if (first.file || lang === "js" || !/<\/|\/>/.test(text)) return first;
  const second = withDecorators(text, PLUGINS.tsx);
  if (second.file) return { ...second, jsx: true };
  return first.tree ? first : { ...first, ...(second.tree ? { tree: second.tree } : {}) };
}

/**
 * Parses the one expression that a stretch of a module is, with the places it has in the module. Undefined when it is not one
 * from end to end, or not without fault. TypeScript is read without JSX.
 */
export function parsePiece(text: string, at: Span, lang: "ts" | "js"): Expression | undefined {
  try {
    const piece = new MeteredText(text.slice(at.from, at.to));
    const node = parseExpression(piece.forParser, { ...BASE, plugins: PLUGINS[lang], startIndex: at.from });
    const whole = node.start === at.from && node.end === at.to && (node.errors ?? []).length === 0;
    return whole ? node : undefined;
  } catch {
    return undefined;
  }
}

/** A text that is one expression as a whole, such as JSON; undefined for any other. */
export function parseAlone(text: string, lang: "ts" | "js" = "ts"): Expression | undefined {
  try {
    const node = parseExpression(new MeteredText(text).forParser, {
      attachComment: false,
      plugins: lang === "ts" ? ["typescript"] : [],
    });
    return node;
  } catch {
    return undefined;
  }
}

/** The two kinds of decorators exclude each other: the standard ones first. */
function withDecorators(text: string, plugins: Plugins): Parsed {
  const first = attempt(text, plugins);
  if (first.file || !/decorator/i.test(first.fault.message)) return first;
  const second = attempt(text, experimental(plugins));
  return second.file ? second : first;
}

function attempt(text: string, plugins: Plugins): Parsed {
  const metered = new MeteredText(text);
  try {
    const file = parse(metered.forParser, { ...BASE, plugins });
    const errors = (file.errors ?? []) as unknown as readonly RawError[];
    const grave = errors.find((error) => !HARMLESS.has(error.reasonCode ?? ""));
    if (grave) return { file: undefined, tree: file, fault: faultOf(grave) };
    return errors[0] ? { file, tree: file, fault: faultOf(errors[0]) } : { file, tree: file };
  } catch (error) {
    return { file: undefined, fault: faultOf(error as RawError, metered) };
  }
}

interface RawError {
  readonly message: string;
  readonly reasonCode?: string;
  readonly pos?: number;
}

/** Babel ends its messages with "(line:column)"; the offset says that better. Hundreds of nested literals overflow its stack. */
function faultOf(error: RawError, text?: MeteredText): SyntaxFault {
  const offset = Math.min(text?.offset ?? 0, text?.length ?? 0);
  if (error instanceof RangeError) return { message: "The code is nested too deeply.", offset };
  if (error instanceof TooManyReads)
    return { message: "Type arguments or type assertions are nested too deeply here.", offset };
  return { message: error.message.replace(/\s*\(\d+:\d+\)$/, ""), offset: error.pos ?? 0 };
}
