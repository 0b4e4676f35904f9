import { parse, type ParserOptions } from "@babel/parser";
import type { File } from "#core/read/ast.ts";

/** A module's syntax tree, or where and why the text is not one. */
export type Parsed =
  | { readonly file: File; readonly fault?: SyntaxFault }
  | { readonly file: undefined; readonly fault: SyntaxFault };
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
};

/** The language of a file by its ending: .js, .jsx, .mjs and .cjs are JavaScript, all else is read as TypeScript. */
export const langOfPath = (path: string): "ts" | "js" => (/\.[cm]?jsx?$/i.test(path) ? "js" : "ts");

/** Parses TypeScript or JavaScript; a text that is only right with JSX is read with JSX. Never throws. */
export function parseModule(text: string, lang: "ts" | "js"): Parsed {
  const plugins: NonNullable<ParserOptions["plugins"]> =
    lang === "ts" ? ["typescript", "decorators"] : ["jsx", "decorators"];
  const first = attempt(text, plugins);
  if (first.file || lang === "js" || !/<\/|\/>/.test(text)) return first;
  const second = attempt(text, ["typescript", "jsx", "decorators"]);
  return second.file ? second : first;
}

function attempt(text: string, plugins: NonNullable<ParserOptions["plugins"]>): Parsed {
  try {
    const file = parse(text, { ...BASE, plugins });
    const errors = (file.errors ?? []) as unknown as readonly RawError[];
    const grave = errors.find((error) => !HARMLESS.has(error.reasonCode ?? ""));
    if (grave) return { file: undefined, fault: faultOf(grave) };
    return errors[0] ? { file, fault: faultOf(errors[0]) } : { file };
  } catch (error) {
    return { file: undefined, fault: faultOf(error as RawError) };
  }
}

interface RawError {
  readonly message: string;
  readonly reasonCode?: string;
  readonly pos?: number;
}

/** Babel ends its messages with "(line:column)"; the offset says that better. A stack overflow has no place. */
const faultOf = (error: RawError): SyntaxFault => ({
  message: error.message.replace(/\s*\(\d+:\d+\)$/, ""),
  offset: error.pos ?? 0,
});
