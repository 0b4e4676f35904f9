import { keyName, propertyOf, valueOf } from "#core/syntax/property.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { literalText, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** A state as it stands in a piece of code that is not part of a machine yet. */
export interface ShapedState {
  readonly key: string;
  /** From the outermost state of the piece; `[]` is that one. */
  readonly path: StatePath;
  readonly type: string;
  readonly id?: ShapedText;
  readonly targets: readonly ShapedTarget[];
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
    targets: targetsOf(object),
    children,
  };
}

/** A state of a shape and all below it, the outer ones first. */
export const shapes = (top: ShapedState): ShapedState[] => [top, ...top.children.flatMap(shapes)];

function targetsOf(object: Node): ShapedTarget[] {
  const targets: ShapedTarget[] = [];
  const slot = (holder: Node, name: string) => {
    const value = valueOf(propertyOf(holder, name));
    if (value) candidates(value, targets);
  };
  for (const name of ["on", "after"]) {
    const map = valueOf(propertyOf(object, name));
    for (const event of map?.type === "ObjectExpression" ? nodesOf(map["properties"]) : []) {
      const value = valueOf(event);
      if (value) candidates(value, targets);
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
  inObject(object, targets, true);
  return targets;
}

/** The targets of the candidates under one event. */
function candidates(value: Node, targets: ShapedTarget[]): void {
  const items = value.type === "ArrayExpression" ? nodesOf(value["elements"]).map(unwrap) : [value];
  for (const item of items) {
    const text = literalText(item);
    if (text !== undefined) targets.push({ text, node: item, history: false });
    else if (item.type === "ObjectExpression") inObject(item, targets, false);
  }
}

/** What the property `target` of a candidate or of a history state says. */
function inObject(object: Node, targets: ShapedTarget[], history: boolean): void {
  const property = propertyOf(object, "target");
  const value = valueOf(property);
  if (!property || !value) return;
  const whole = { list: object, item: property };
  const text = literalText(value);
  if (text !== undefined) targets.push({ text, node: value, history, within: whole });
  if (value.type !== "ArrayExpression") return;
  for (const item of nodesOf(value["elements"])) {
    const entry = literalText(item);
    if (entry !== undefined)
      targets.push({ text: entry, node: unwrap(item), history, within: { list: value, item, up: whole } });
  }
}
