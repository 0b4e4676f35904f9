import type { TypeNames } from "#core/symbol/declaredTypes.ts";
import type { SiteList } from "#core/symbol/siteList.ts";
import { isNode, keyText, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** What the names of a function's surroundings stand for. */
export interface Locals {
  readonly types: TypeNames;
  /** No other machine is in the file: whatever is called an event or a context there is this machine's. */
  readonly alone: boolean;
  readonly events: ReadonlySet<string>;
  readonly contexts: ReadonlySet<string>;
}

/** The locals inside a function: what XState hands it, and what its parameters are declared to be. Other nodes change nothing. */
export function bindParameters(node: Node, outer: Locals, list: SiteList): Locals {
  if (!Array.isArray(node["params"]) || !/Function|Method/.test(node.type)) return outer;
  const events = new Set(outer.events);
  const contexts = new Set(outer.contexts);
  const bind = (name: string, type: Node | undefined) => {
    const isEvents = type !== undefined && standsFor(type, outer.types.events);
    const isContexts = type !== undefined && standsFor(type, outer.types.context);
    // A parameter of another meaning hides what was called so outside.
    events[isEvents ? "add" : "delete"](name);
    contexts[isContexts ? "add" : "delete"](name);
  };
  for (const param of nodesOf(node["params"])) {
    const pattern = param.type === "AssignmentPattern" && isNode(param["left"]) ? param["left"] : param;
    if (pattern.type === "Identifier") bind(nameOf(pattern), typeOf(pattern));
    if (pattern.type !== "ObjectPattern") continue;
    for (const part of nodesOf(pattern["properties"])) {
      const { key, value } = part as { key?: unknown; value?: unknown };
      const name = isNode(key) ? keyText(key) : undefined;
      if (!isNode(value)) continue;
      const target = value.type === "AssignmentPattern" && isNode(value["left"]) ? value["left"] : value;
      if (name === "event" && target.type === "Identifier") events.add(nameOf(target));
      else if (name === "context" && target.type === "Identifier") contexts.add(nameOf(target));
      else if (name === "context" && target.type === "ObjectPattern") list.keys("context", target);
      else if (target.type === "Identifier") bind(nameOf(target), undefined);
    }
  }
  return { ...outer, events, contexts };
}

function typeOf(pattern: Node): Node | undefined {
  const outer = pattern["typeAnnotation"];
  return isNode(outer) && isNode(outer["typeAnnotation"]) ? outer["typeAnnotation"] : undefined;
}

/** `Event`, `Extract<Event, ...>`, `Event & {...}`, `Event | undefined`. */
function standsFor(type: Node, names: ReadonlySet<string>): boolean {
  if (type.type === "TSUnionType" || type.type === "TSIntersectionType")
    return nodesOf(type["types"]).some((node) => standsFor(node, names));
  if (type.type !== "TSTypeReference") return false;
  const name = nameOf(type["typeName"]);
  if (names.has(name)) return true;
  const params = type["typeParameters"] ?? type["typeArguments"];
  const [first] = nodesOf(isNode(params) ? params["params"] : undefined);
  return (
    /^(Extract|Exclude|Readonly|Partial|NonNullable|Required)$/.test(name) &&
    !!first &&
    standsFor(first, names)
  );
}

export const isEvent = (value: unknown, locals: Locals): boolean =>
  stands(value, "event", locals.events, locals.alone);
export const isContext = (value: unknown, locals: Locals): boolean =>
  stands(value, "context", locals.contexts, locals.alone);

/** The name itself, or `x.event` and `x.context` of what XState hands out. */
function stands(value: unknown, word: string, names: ReadonlySet<string>, alone: boolean): boolean {
  const node = isNode(value) ? unwrap(value) : undefined;
  if (node?.type === "Identifier") return names.has(nameOf(node));
  return alone && node !== undefined && node["computed"] !== true && nameOf(node["property"]) === word;
}
