import { freeNames } from "#core/syntax/freeNames.ts";
import { child, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { parseAlone } from "#core/syntax/parse.ts";

/** What the expressions of a document can read. */
export interface DataScope {
  /** The variables of the datamodel, with their types where each assignment keeps them. */
  readonly types: ReadonlyMap<string, string>;
  /** `name` of the document: what `_name` is. */
  readonly name: string;
  /**
   * Whether `_event.data.x` is the field `x` of the event, as events of a game have it, or the data stand in a field: `data` of what was sent,
   * `output` of what XState reports of a state or session that is done.
   */
  readonly payload: "fields" | "data" | "output";
}

/** An expression of the document as one of the module, or why it is none. */
export type Translation =
  | {
      readonly kind: "code";
      readonly text: string;
      readonly readsContext: boolean;
      readonly readsEvent: boolean;
      readonly type: string;
    }
  /** It is no expression at all: SCXML calls that an error of execution. */
  | { readonly kind: "invalid" }
  /** It needs more than the data of the machine, or changes something. */
  | { readonly kind: "unread" };

/** What a translated expression may consist of: it changes nothing and defines nothing that lasts. */
const READABLE = new Set(
  `Identifier StringLiteral NumericLiteral BooleanLiteral NullLiteral RegExpLiteral TemplateLiteral TemplateElement BinaryExpression
  LogicalExpression UnaryExpression ConditionalExpression MemberExpression OptionalMemberExpression CallExpression OptionalCallExpression
  ArrayExpression ObjectExpression ObjectProperty SpreadElement ParenthesizedExpression ArrowFunctionExpression`.split(
    /\s+/,
  ),
);
/** Names of ECMAScript itself that read nothing and change nothing. */
const STANDARD = new Set(
  "Math JSON Array Object String Number Boolean parseInt parseFloat isNaN isFinite undefined NaN Infinity".split(
    " ",
  ),
);
/** Members that change what they belong to, come by chance, or lead out of the data. */
const FORBIDDEN = new Set(
  `push pop shift unshift splice sort reverse fill copyWithin assign defineProperty defineProperties setPrototypeOf freeze seal
  preventExtensions random constructor __proto__ prototype __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ getPrototypeOf
  getOwnPropertyDescriptor getOwnPropertyDescriptors create bind call apply caller callee arguments`.split(
    /\s+/,
  ),
);

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The tree of an expression of a document; undefined when it is none. */
export const treeOfExpression = (text: string): Node | undefined =>
  text.trim() === "" ? undefined : (parseAlone(text, "js") as Node | undefined);

/** An expression of the datamodel as one over `context` and `event`. */
export function translate(text: string, scope: DataScope): Translation {
  const tree = treeOfExpression(text);
  return tree ? translateTree(tree, text, scope) : { kind: "invalid" };
}

/** The same for a part of an expression. @param text the whole that it is a part of */
export function translateTree(tree: Node, text: string, scope: DataScope): Translation {
  const edits: Edit[] = [];
  let [readsContext, readsEvent, isReadable] = [false, false, true];
  const memberOf = new Map<Node, Node>();
  const shorthand = new Set<number>();
  walk(tree, (node) => {
    if (!READABLE.has(node.type) || (node.type === "UnaryExpression" && node["operator"] === "delete"))
      isReadable = false;
    if (node.type === "BinaryExpression" && (node["operator"] === "in" || node["operator"] === "instanceof"))
      isReadable = false;
    if (node.type === "ObjectProperty" && node["shorthand"] === true) shorthand.add(node.start ?? 0);
    if (node.type === "ArrowFunctionExpression") {
      if (child(node, "body")?.type === "BlockStatement") isReadable = false;
      // They would hide what the function around this expression is given.
      if (nodesOf(node["params"]).some((name) => /^(?:context|event)$/.test(nameOf(name))))
        isReadable = false;
    }
    const of = node.type.endsWith("MemberExpression") ? child(node, "object") : undefined;
    if (!of) return;
    memberOf.set(of, node);
    if (!isReadMember(node, scope.types)) isReadable = false;
  });
  if (!isReadable) return { kind: "unread" };
  for (const node of freeNames(tree)) {
    const name = nameOf(node);
    const replace = (part: Node, insert: string) =>
      edits.push({
        from: part.start ?? 0,
        to: part.end ?? 0,
        insert: part === node && shorthand.has(node.start ?? 0) ? `${name}: ${insert}` : insert,
      });
    if (scope.types.has(name)) {
      readsContext = true;
      replace(node, name === "context" ? "context.context" : `context.${name}`);
    } else if (name === "_name") replace(node, JSON.stringify(scope.name));
    else if (name === "_event") {
      const member = memberOf.get(node);
      const read = member && eventPart(member, memberOf, scope);
      if (!read) return { kind: "unread" };
      readsEvent = true;
      replace(read.node, read.text);
    } else if (!STANDARD.has(name)) return { kind: "unread" };
  }
  const [start, end] = [tree.start ?? 0, tree.end ?? 0];
  return {
    kind: "code",
    text: applied(text, edits, start, end),
    readsContext,
    readsEvent,
    type: typeOfTree(tree, scope.types),
  };
}

/** Whether a member is known and harmless: a name that is computed may be any, that of what makes functions of texts too. */
function isReadMember(member: Node, types: ReadonlyMap<string, string>): boolean {
  const name = memberName(member);
  if (name !== undefined) return !FORBIDDEN.has(name);
  const property = child(member, "property");
  return property !== undefined && typeOfTree(property, types) === "number";
}

/** What a part of `_event` is called in XState. */
function eventPart(
  member: Node,
  memberOf: ReadonlyMap<Node, Node>,
  { payload }: DataScope,
): { readonly node: Node; readonly text: string } | undefined {
  const part = memberName(member);
  if (part === "name") return { node: member, text: "event.type" };
  if (part !== "data") return undefined;
  if (payload !== "fields") return { node: member, text: `event.${payload}` };
  const field = memberOf.get(member);
  const name = field && memberName(field);
  return field && name !== undefined
    ? {
        node: field,
        text: /^[A-Za-z_$][\w$]*$/.test(name) ? `event.${name}` : `event[${JSON.stringify(name)}]`,
      }
    : undefined;
}

/** The name of a member, where it is written: `a.b`, `a["b"]`. */
export function memberName(node: Node): string | undefined {
  const property = child(node, "property");
  if (node["computed"] !== true) return nameOf(property);
  return property?.type === "StringLiteral" ? String(property["value"]) : undefined;
}

function applied(text: string, edits: readonly Edit[], start: number, end: number): string {
  let [out, at] = ["", start];
  for (const { from, to, insert } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    out += text.slice(at, from) + insert;
    at = to;
  }
  return out + text.slice(at, end);
}

/** The type of a value, as far as it is known without running: number, string, boolean, or any. */
export function typeOfTree(given: Node, types: ReadonlyMap<string, string>): string {
  const node = unwrap(given);
  const of = (part: string) => {
    const inner = child(node, part);
    return inner ? typeOfTree(inner, types) : "any";
  };
  switch (node.type) {
    case "NumericLiteral":
      return "number";
    case "StringLiteral":
    case "TemplateLiteral":
      return "string";
    case "BooleanLiteral":
      return "boolean";
    case "Identifier":
      return types.get(nameOf(node)) ?? "any";
    case "UnaryExpression": {
      const operator = String(node["operator"]);
      return operator === "!" ? "boolean" : operator === "typeof" ? "string" : "number";
    }
    case "BinaryExpression": {
      const operator = String(node["operator"]);
      if (/^(?:[=!]==?|[<>]=?)$/.test(operator)) return "boolean";
      if (operator !== "+") return "number";
      const [left, right] = [of("left"), of("right")];
      return left === "string" || right === "string"
        ? "string"
        : left === "number" && right === "number"
          ? "number"
          : "any";
    }
    case "LogicalExpression": {
      const left = of("left");
      return left === of("right") ? left : "any";
    }
    case "ConditionalExpression": {
      const then = of("consequent");
      return then === of("alternate") ? then : "any";
    }
    default:
      return "any";
  }
}

/** The parameters of a function with this body: `({ context })`, `()`. */
export const parameters = (...parts: readonly Extract<Translation, { kind: "code" }>[]): string => {
  const names = [
    ...(parts.some(({ readsContext }) => readsContext) ? ["context"] : []),
    ...(parts.some(({ readsEvent }) => readsEvent) ? ["event"] : []),
  ];
  return names.length === 0 ? "()" : `({ ${names.join(", ")} })`;
};
