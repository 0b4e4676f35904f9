import { bare, callName, child, list, type Node, type Source } from "#test/corpus/judge/source.ts";

/** Follows names of consts, members of const objects and enums, `createStateConfig(x)` and `Object.freeze(x)`. */
export function follow(source: Source, written: Node, steps = 24): Node {
  const node = bare(written);
  if (steps === 0) return node;
  if (node.type === "Identifier") {
    const value = source.names.get(String(node["name"]));
    return value && value.type !== "TSEnumDeclaration" ? follow(source, value, steps - 1) : node;
  }
  if (node.type === "MemberExpression") {
    const value = memberOf(source, node, steps - 1);
    return value ? follow(source, value, steps - 1) : node;
  }
  const name = callName(node);
  const inner = list(node, "arguments")[0];
  if (inner && (name === "createStateConfig" || name === "freeze")) return follow(source, inner, steps - 1);
  return node;
}

function memberOf(source: Source, node: Node, steps: number): Node | undefined {
  const property = child(node, "property");
  const owner = child(node, "object");
  if (!property || !owner) return undefined;
  const name = node["computed"] === true ? textOf(source, property, steps) : String(property["name"]);
  if (name === undefined) return undefined;
  const declared = owner.type === "Identifier" ? source.names.get(String(owner["name"])) : undefined;
  if (declared?.type === "TSEnumDeclaration") {
    const members = list(child(declared, "body") ?? declared, "members");
    return child(
      members.find((one) => keyText(source, one, steps) === name),
      "initializer",
    );
  }
  const object = follow(source, owner, steps);
  if (object.type === "ArrayExpression") return list(object, "elements")[Number(name)];
  if (object.type !== "ObjectExpression") return undefined;
  return entriesOf(source, object, steps).entries.get(name)?.value;
}

/** A text known without running: a string, a number, a template or sum of such, or what a name stands for. */
export function textOf(source: Source, written: Node | undefined, steps = 24): string | undefined {
  if (!written || steps === 0) return undefined;
  const node = follow(source, written, steps);
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "Literal" && typeof node["value"] === "number") return String(node["value"]);
  const number = node.type === "BinaryExpression" ? numberOf(source, node, steps) : undefined;
  if (number !== undefined) return String(number);
  if (node.type === "BinaryExpression" && node["operator"] === "+") {
    const left = textOf(source, child(node, "left"), steps - 1);
    const right = textOf(source, child(node, "right"), steps - 1);
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (node.type !== "TemplateLiteral") return undefined;
  const holes = list(node, "expressions").map((hole) => textOf(source, hole, steps - 1));
  if (holes.includes(undefined)) return undefined;
  return list(node, "quasis")
    .map((quasi, i) => ((quasi["value"] as { cooked?: string }).cooked ?? "") + (holes[i] ?? ""))
    .join("");
}

/** A sum, difference, product or quotient of numbers. */
function numberOf(source: Source, written: Node | undefined, steps: number): number | undefined {
  if (!written || steps === 0) return undefined;
  const node = follow(source, written, steps);
  if (node.type === "Literal" && typeof node["value"] === "number") return node["value"];
  if (node.type !== "BinaryExpression") return undefined;
  const left = numberOf(source, child(node, "left"), steps - 1);
  const right = numberOf(source, child(node, "right"), steps - 1);
  if (left === undefined || right === undefined) return undefined;
  const results: Record<string, number> = {
    "+": left + right,
    "-": left - right,
    "*": left * right,
    "/": left / right,
  };
  return results[String(node["operator"])];
}

const keyText = (source: Source, property: Node, steps: number): string | undefined => {
  const key = child(property, "key") ?? child(property, "id");
  if (property["computed"] === true) return textOf(source, key, steps - 1);
  return key?.type === "Identifier" ? String(key["name"]) : textOf(source, key, steps - 1);
};

export interface Entry {
  readonly property: Node;
  /** Undefined for a method. */
  readonly value: Node | undefined;
}
export interface Entries {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Spreads and computed keys that stay unknown. */
  readonly unknown: readonly Node[];
}

/** The properties of an object in order; of two with one name the last, in its place. Known spreads are laid open. */
export function entriesOf(source: Source, object: Node, steps = 24): Entries {
  const entries = new Map<string, Entry>();
  const unknown: Node[] = [];
  for (const property of list(object, "properties")) {
    if (property.type === "SpreadElement") {
      const inner = steps > 0 ? follow(source, child(property, "argument") ?? property, steps - 1) : property;
      if (inner.type !== "ObjectExpression") {
        unknown.push(property);
        continue;
      }
      const laid = entriesOf(source, inner, steps - 1);
      for (const [name, entry] of laid.entries) put(entries, name, entry);
      unknown.push(...laid.unknown);
      continue;
    }
    const name = keyText(source, property, steps);
    const method = property["method"] === true || property["kind"] !== "init";
    if (name === undefined) unknown.push(property);
    else put(entries, name, { property, value: method ? undefined : child(property, "value") });
  }
  return { entries, unknown };
}

function put(entries: Map<string, Entry>, name: string, entry: Entry): void {
  entries.delete(name);
  entries.set(name, entry);
}

/** The items of a list, spreads of known lists laid open; a value that is no list alone. */
export function itemsOf(source: Source, written: Node): Node[] {
  const node = follow(source, written);
  if (node.type !== "ArrayExpression") return [written];
  return list(node, "elements").flatMap((item) => {
    if (item.type !== "SpreadElement") return [item];
    const inner = follow(source, child(item, "argument") ?? item);
    return inner.type === "ArrayExpression" ? itemsOf(source, inner) : [item];
  });
}

export const isNothing = (node: Node): boolean =>
  (node.type === "Literal" && node["value"] === null && node["raw"] === "null") ||
  (node.type === "Identifier" && node["name"] === "undefined");
