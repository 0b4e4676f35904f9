import { keyName, propertyOf, valueOf } from "#core/syntax/property.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { child, literalText, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** A state as it stands in a piece of code that is not part of a machine yet. */
export interface ShapedState {
  readonly key: string;
  /** From the outermost state of the piece; `[]` is that one. */
  readonly path: StatePath;
  readonly type: string;
  readonly id?: ShapedText;
  readonly targets: readonly ShapedTarget[];
  /** Code in the place of transitions and targets, which may lead anywhere. */
  readonly unread: readonly Node[];
  readonly children: readonly ShapedState[];
}

/** A literal and the text it stands for. */
export interface ShapedText {
  readonly text: string;
  readonly node: Node;
}

export interface ShapedTarget extends ShapedText {
  /** The default of a history state: counted from the parent. */
  readonly history: boolean;
  /** The object or array that holds it, and the item in it; absent while the transition is the target alone. */
  readonly within?: {
    readonly list: Node;
    readonly item: Node;
    readonly up?: { readonly list: Node; readonly item: Node };
  };
}

/** Reads the state that a property `key: { ... }` is; undefined when it is no object. */
export function shapeOf(property: Node, path: StatePath = []): ShapedState | undefined {
  const object = valueOf(property);
  const key = keyName(property);
  if (key === undefined || object?.type !== "ObjectExpression") return undefined;
  const idNode = valueOf(propertyOf(object, "id"));
  const id = literalText(idNode);
  const states = valueOf(propertyOf(object, "states"));
  const inner = states?.type === "ObjectExpression" ? nodesOf(states["properties"]) : [];
  const children = inner.flatMap((node) => shapeOf(node, [...path, keyName(node) ?? ""]) ?? []);
  const type = literalText(valueOf(propertyOf(object, "type")));
  return {
    key,
    path,
    type: type ?? (propertyOf(object, "history") ? "history" : children.length > 0 ? "compound" : "atomic"),
    ...(idNode && id !== undefined ? { id: { text: id, node: idNode } } : {}),
    ...leadsOf(object),
    children,
  };
}

/** A state of a shape and all below it, the outer ones first. */
export const shapes = (top: ShapedState): ShapedState[] => [top, ...top.children.flatMap(shapes)];

/** What leads out of a state: the targets, and code in the place of transitions and targets. */
interface Leads {
  readonly targets: ShapedTarget[];
  readonly unread: Node[];
}

function leadsOf(object: Node): Leads {
  const leads: Leads = { targets: [], unread: [] };
  const slot = (holder: Node, name: string) => {
    const value = valueOf(propertyOf(holder, name));
    if (value) candidates(value, leads);
  };
  for (const name of ["on", "after"]) {
    const map = valueOf(propertyOf(object, name));
    if (map && map.type !== "ObjectExpression") addUnread(map, leads);
    for (const event of map?.type === "ObjectExpression" ? nodesOf(map["properties"]) : []) {
      const value = valueOf(event);
      if (value) candidates(value, leads);
      else if (event.type === "SpreadElement") addUnread(child(event, "argument") as Node, leads);
    }
  }
  slot(object, "always");
  slot(object, "onDone");
  const invoke = valueOf(propertyOf(object, "invoke"));
  for (const node of invoke?.type === "ArrayExpression"
    ? nodesOf(invoke["elements"]).map(unwrap)
    : invoke
      ? [invoke]
      : [])
    if (node.type === "ObjectExpression")
      for (const name of ["onDone", "onError", "onSnapshot"]) slot(node, name);
  inObject(object, leads, true);
  return leads;
}

function addUnread(node: Node, { unread }: Leads): void {
  const isNothing =
    node.type === "NullLiteral" || (node.type === "Identifier" && node["name"] === "undefined");
  if (!isNothing) unread.push(node);
}

/** The targets of the candidates under one event. */
function candidates(value: Node, leads: Leads): void {
  const items = value.type === "ArrayExpression" ? nodesOf(value["elements"]).map(unwrap) : [value];
  for (const item of items) {
    const text = literalText(item);
    if (text !== undefined) leads.targets.push({ text, node: item, history: false });
    else if (item.type === "ObjectExpression") inObject(item, leads, false);
    else addUnread(item, leads);
  }
}

/** What the property `target` of a candidate or of a history state says. */
function inObject(object: Node, leads: Leads, history: boolean): void {
  const property = propertyOf(object, "target");
  const value = valueOf(property);
  if (!property || !value) return;
  const whole = { list: object, item: property };
  const text = literalText(value);
  if (text !== undefined) leads.targets.push({ text, node: value, history, within: whole });
  else if (value.type !== "ArrayExpression") addUnread(value, leads);
  if (value.type !== "ArrayExpression") return;
  for (const item of nodesOf(value["elements"])) {
    const one = literalText(item);
    const within = { list: value, item, up: whole };
    if (one === undefined) addUnread(item, leads);
    else leads.targets.push({ text: one, node: unwrap(item), history, within });
  }
}
