import type { Expression } from "#core/syntax/ast.ts";
import { keyText, quoteText } from "#core/edit/pen/codeText.ts";
import type { FileStyle } from "#core/edit/pen/fileStyle.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { reindentCode } from "#core/edit/pen/reindent.ts";
import { callsItself, runsAtOnce } from "#core/edit/pen/runsAtOnce.ts";
import { openingCalls } from "#core/syntax/calls/callResult.ts";
import { asGiven } from "#core/syntax/calls/ways.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import {
  child,
  keyText as keyOf,
  literalText,
  nodesOf,
  spanOf,
  unwrap,
  walk,
  type Node,
} from "#core/syntax/node.ts";
import { resolve } from "#core/syntax/resolve.ts";
import { lookup, type Scope, type Value } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { sourceOf } from "#core/syntax/source.ts";
import { isWritten, type Tree } from "#core/syntax/tree.ts";
import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/** What a call gives, as code that can stand in its place. */
export interface ResultCode {
  readonly code: string;
  /** The keys of an object, as far as they are known. */
  readonly keys: readonly string[];
}

/**
 * The code of an object or list that a call, a getter or a spread of one gives: the body of the helper with the arguments in the place of
 * its parameters. Undefined where that is not certain, or its names would mean something else in the call's place.
 */
export function resultCode(tree: Tree, node: Node, style: FileStyle): ResultCode | undefined {
  return openingCalls(() => {
    const call = unwrap(node);
    if (callsItself(tree, call)) return undefined;
    const value = resolve({
      node: call as unknown as Expression,
      scope: tree.scopeAt(call.start),
      shared: false,
    });
    const { type } = value.node;
    if (value.node === (call as unknown as Expression) || value.via) return undefined;
    if (type !== "ObjectExpression" && type !== "ArrayExpression") return undefined;
    const code = new Printer(tree, call, style).value(value, 0);
    if (code === undefined || losesComment(tree, call, code)) return undefined;
    const keys = nodesOf((value.node as unknown as Node)["properties"]).flatMap((property) => {
      const key = property["computed"] === true ? undefined : child(property, "key");
      return (key && keyOf(key)) ?? [];
    });
    return { code, keys };
  });
}

/** Whether a comment stands in the call, which the code in its place does not have. */
function losesComment(tree: Tree, call: Node, code: string): boolean {
  const { file } = sourceOf(tree.text).parsed;
  return (file?.comments ?? []).some(
    ({ start, end, value }) => (start ?? 0) >= call.start && (end ?? 0) <= call.end && !code.includes(value),
  );
}

/** Nesting of values that is printed. Deeper values are taken for a mistake. */
const MAX_VALUE_NESTING = 24;

class Printer {
  private readonly tree: Tree;
  private readonly call: Node;
  private readonly style: FileStyle;
  private readonly there: Scope;

  constructor(tree: Tree, call: Node, style: FileStyle) {
    this.tree = tree;
    this.call = call;
    this.style = style;
    this.there = tree.scopeAt(call.start);
  }

  value(value: Value, depth: number): string | undefined {
    const origin = asGiven(value);
    const node = origin.node as unknown as Node;
    if (origin.via || depth > MAX_VALUE_NESTING) return undefined;
    return isWritten(this.tree, node)
      ? this.written(node, origin.scope, depth)
      : this.codeFor(origin, node, depth);
  }

  /** What the reader put together, and no text says. */
  private codeFor(value: Value, node: Node, depth: number): string | undefined {
    const of = (inner: Node) => this.value({ ...value, node: inner as unknown as Expression }, depth + 1);
    const { quote } = this.style;
    if (node.type === "StringLiteral") return quoteText(String(node["value"]), quote);
    if (node.type === "NumericLiteral") return String(node["value"]);
    if (node.type === "Identifier" && node["name"] === "undefined") return "undefined";
    if (node.type === "ArrayExpression") {
      const items = nodesOf(node["elements"]).map(of);
      return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
    }
    if (node.type !== "ObjectExpression") return undefined;
    const parts = nodesOf(node["properties"]).map((part) => {
      const inner = of((child(part, "argument") ?? child(part, "value")) as Node);
      if (inner === undefined) return undefined;
      if (part.type !== "SpreadElement")
        return `${keyText(literalText(child(part, "key")) ?? "", quote)}: ${inner}`;
      return inner.startsWith("{") ? inner.slice(1, -1).trim().replace(/,$/, "") : `...${inner}`;
    });
    if (parts.includes(undefined)) return undefined;
    const fullParts = parts.filter((part) => part !== "");
    return fullParts.length === 0 ? "{}" : `{ ${fullParts.join(", ")} }`;
  }

  /** The text of a node, with what stands for names that only the helper knows. */
  private written(node: Node, scope: Scope, depth: number): string | undefined {
    let isOwn = true;
    walk(node, (inner) => {
      if (/^(?:ThisExpression|Super|AwaitExpression|YieldExpression)$/.test(inner.type)) isOwn = false;
    });
    if (!isOwn) return undefined;
    const { text } = this.tree;
    const edits: TextEdit[] = [];
    for (const used of freeNames(node)) {
      const name = String(used["name"]);
      const binding = lookup(scope, name);
      if (binding === lookup(this.there, name) && binding?.kind !== "given") continue;
      if (binding?.kind !== "given" && binding?.kind !== "const") return undefined;
      const value: Value =
        binding.kind === "given" ? binding.value : { node: binding.init, scope: binding.scope, shared: true };
      const code = this.value(value, depth + 1);
      if (code === undefined || !this.mayStand(used, node, value)) return undefined;
      edits.push(this.edit(used, code, value.node as unknown as Node));
    }
    const { start, end } = node;
    const sorted = sortEdits(edits).map((edit) => ({
      ...edit,
      from: edit.from - start,
      to: edit.to - start,
    }));
    const code = applyEdits(text.slice(start, end), sorted);
    return reindentCode(code, lineIndent(text, start), lineIndent(text, this.call.start));
  }

  /** Within a function a value would be computed again and again, and its names may be hidden; so it must be a plain one. */
  private mayStand(used: Node, top: Node, { node }: Value): boolean {
    const value = node as unknown as Node;
    const inText = isWritten(this.tree, value);
    if (inText && runsAtOnce(this.tree, spanOf(value))) return false;
    for (let at = this.tree.parentOf(used); at && at !== top; at = this.tree.parentOf(at))
      if (FUNCTION.test(at.type)) return literalText(value) !== undefined || value.type === "NumericLiteral";
    return true;
  }

  private edit(used: Node, code: string, value: Node): TextEdit {
    const parent = this.tree.parentOf(used);
    const { start, end } = used;
    if (parent?.["shorthand"] === true) return { from: start, to: end, insert: `${used["name"]}: ${code}` };
    const key = parent?.["computed"] === true && parent["key"] === used ? literalText(value) : undefined;
    const close = this.tree.text.indexOf("]", end);
    if (parent && key !== undefined && this.tree.text.slice(parent.start, start).trim() === "[")
      return { from: parent.start, to: close + 1, insert: keyText(key, this.style.quote) };
    const inner = parent?.type === "SpreadElement" ? insideBraces(code) : undefined;
    if (parent && inner !== undefined) return { from: parent.start, to: parent.end, insert: inner };
    const isPart =
      parent && /^(?:ObjectProperty|ArrayExpression|SpreadElement|TemplateLiteral)$/.test(parent.type);
    const isOne = /Literal$|^Identifier$|^(?:Object|Array|Member|Call)Expression$/.test(unwrap(value).type);
    return { from: start, to: end, insert: isPart || isOne ? code : `(${code})` };
  }
}

/**
 * What an object literal says, for the place of a spread of it: a property there is found by commands, one in a literal that is spread is not.
 * Undefined for other code, an empty literal, and one whose last line is a comment.
 */
function insideBraces(code: string): string | undefined {
  const inner = code.startsWith("{") && code.endsWith("}") ? code.slice(1, -1).trim() : "";
  return inner === "" || inner.includes("//", inner.lastIndexOf("\n") + 1)
    ? undefined
    : inner.replace(/,$/, "");
}
