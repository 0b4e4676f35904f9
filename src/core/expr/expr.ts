import type { Span } from "#core/text/textEdit.ts";

/**
 * The readable subset (FORMATS.md "A machine module") as data: expressions that can be evaluated without running code, shown
 * as formulas, read aloud and exported. Spans are offsets in the text that was parsed.
 */
export type Expr =
  | Literal
  | Name
  | Member
  | Index
  | MethodCall
  | HelperCall
  | MathCall
  | Unary
  | Binary
  | Conditional
  | ObjectLiteral
  | ArrayLiteral
  | Template
  | Arrow;

/** The expression of a formula's text; undefined for what is outside of the subset. */
export type ExprOf = (text: string) => Expr | undefined;

export interface Literal {
  readonly kind: "literal";
  readonly value: string | number | boolean | null | undefined;
  readonly at: Span;
}
export interface Name {
  readonly kind: "name";
  readonly name: string;
  readonly at: Span;
}
/** `of.name`, `of?.name`. `chain`: stands in a `?.` chain, which ends as a whole when it meets nothing. */
export interface Member {
  readonly kind: "member";
  readonly of: Expr;
  readonly name: string;
  readonly optional: boolean;
  readonly chain: boolean;
  readonly at: Span;
}
/** `of[index]`. */
export interface Index {
  readonly kind: "index";
  readonly of: Expr;
  readonly index: Expr;
  readonly optional: boolean;
  readonly chain: boolean;
  readonly at: Span;
}
/** One of the array and string methods of the subset. */
export interface MethodCall {
  readonly kind: "method";
  readonly of: Expr;
  readonly method: Method;
  readonly args: readonly Item[];
  readonly optional: boolean;
  readonly chain: boolean;
  readonly at: Span;
}
/** A call of a same-file arrow helper by name. */
export interface HelperCall {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Item[];
  readonly at: Span;
}
export interface MathCall {
  readonly kind: "math";
  readonly fn: "min" | "max" | "abs";
  readonly args: readonly Item[];
  readonly at: Span;
}
export interface Unary {
  readonly kind: "unary";
  readonly op: "!" | "-" | "+";
  readonly of: Expr;
  readonly at: Span;
}
export type BinaryOp =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "**"
  | "<"
  | "<="
  | ">"
  | ">="
  | "==="
  | "!=="
  | "=="
  | "!="
  | "&&"
  | "||"
  | "??";
export interface Binary {
  readonly kind: "binary";
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly at: Span;
}
export interface Conditional {
  readonly kind: "conditional";
  readonly test: Expr;
  readonly yes: Expr;
  readonly no: Expr;
  readonly at: Span;
}
export interface ObjectLiteral {
  readonly kind: "object";
  readonly fields: readonly (
    | { readonly kind: "field"; readonly key: string | Expr; readonly value: Expr }
    | { readonly kind: "spread"; readonly of: Expr }
  )[];
  readonly at: Span;
}
export interface Spread {
  readonly kind: "spread";
  readonly of: Expr;
}
export type Item = Expr | Spread;
export interface ArrayLiteral {
  readonly kind: "array";
  readonly items: readonly Item[];
  readonly at: Span;
}
/** Texts and holes take turns; there is one text more. */
export interface Template {
  readonly kind: "template";
  readonly texts: readonly string[];
  readonly holes: readonly Expr[];
  readonly at: Span;
}
/** `(params) => body`. `asserts`: event types of a first statement `assertEvent(event, ...)`. */
export interface Arrow {
  readonly kind: "arrow";
  readonly params: readonly Pattern[];
  readonly body: Expr;
  readonly asserts?: readonly string[];
  readonly at: Span;
}

/** What a parameter binds. */
export type Pattern =
  | { readonly kind: "bind"; readonly name: string; readonly fallback?: Expr }
  | {
      readonly kind: "object";
      readonly fields: readonly { readonly key: string; readonly to: Pattern }[];
      readonly rest?: string;
      readonly fallback?: Expr;
    }
  | {
      readonly kind: "array";
      readonly items: readonly (Pattern | null)[];
      readonly rest?: string;
      readonly fallback?: Expr;
    };

export const METHODS = [
  "map",
  "flatMap",
  "filter",
  "some",
  "every",
  "find",
  "findIndex",
  "includes",
  "indexOf",
  "slice",
  "at",
  "reduce",
  "join",
  "concat",
  "toReversed",
] as const;
export type Method = (typeof METHODS)[number];
const methodNames: ReadonlySet<string> = new Set(METHODS);
export const isMethod = (name: string): name is Method => methodNames.has(name);

/** Why a text is not in the subset. `what` is a code for messages: the construct that was met. */
export interface Refused {
  readonly at: Span;
  readonly what: string;
}
