import { args, boolean, string } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import type { Draft } from "#core/edit/draft.ts";
import { keyText, property } from "#core/edit/pen/codeText.ts";
import { contextObject } from "#core/edit/pen/contextObject.ts";
import { addProperty, newProperty } from "#core/edit/pen/properties.ts";
import { addTypeMember, isType } from "#core/edit/pen/typeMembers.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Span } from "#core/text/textEdit.ts";
import { contextType } from "#core/symbol/declaredTypes.ts";
import { machineCode } from "#core/symbol/machineCode.ts";
import { expressionOf } from "#core/syntax/expressionOf.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { entryOf, keyName } from "#core/syntax/property.ts";
import { visibleNames, type Tree } from "#core/syntax/tree.ts";

/**
 * Adds a field to the context of a machine: its start value to the object that the context begins as, and its type where the types
 * declare the context. The type follows from the value unless that says too little, as `[]` and `null` do.
 */
export const addContextField = defineCommand(
  "context.add",
  args({
    name: string("key", { minLength: 1 }),
    value: string("code", { minLength: 1 }),
    "type?": string("code"),
    "uses?": boolean("functions that are given the context take the name from it"),
  }),
  (draft, { name, value: typed, type: given = "", uses = false }) => {
    const { chart, tree } = draft;
    const value = typed.trim();
    if (!isFieldName(name)) refuse("name-invalid", chart.callAt, { name });
    const object = contextObject(draft, "write");
    // What a spread or a computed key brings may be the field.
    if (nodesOf(object?.["properties"]).some((item) => keyName(item) === undefined))
      refuse("spread-may-bring", chart.callAt, { name });
    const isThere = nodesOf(object?.["properties"]).some((item) => keyName(item) === name);
    if (isThere || chart.context?.some((field) => field.name === name))
      refuse("name-taken", chart.callAt, { key: name });
    const node = expressionOf(value) ?? refuse("not-an-expression", undefined, { text: value });
    draft.use(node);
    const visible = visibleNames(tree, object?.start ?? chart.configAt?.from ?? 0);
    const unknown = freeNames(node).find((item) => !visible.has(nameOf(item)) && !KNOWN.has(nameOf(item)));
    if (unknown) refuse("name-unknown", undefined, { name: nameOf(unknown) });

    const declared = contextType(tree, chart, machineCode(chart, tree));
    if (declared) {
      const type = given.trim() === "" ? typeOf(node) : given.trim();
      if (type === undefined || !isType(type)) refuse("type-needed", undefined, { name, value });
      addTypeMember(draft, declared, `${keyText(name, draft.style.quote)}: ${type}`, "context");
    }
    addStart(draft, object, name, value);
    if (uses)
      for (const use of freeNames(tree.program))
        if (nameOf(use) === name && isWithin(use, chart.callAt) && isGivenContext(tree, use))
          draft.edits.push({ from: use.start, to: use.start, insert: "context." });
  },
);

/** Whether code can name a field of the context behind a dot: `__proto__` would be the prototype. */
export const isFieldName = (name: string): boolean =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && name !== "__proto__";

const isWithin = ({ start, end }: Node, span: Span | undefined): boolean =>
  span === undefined || (span.from <= start && end <= span.to);

/** Whether a name stands, and not as a short property, in a function that takes `{ context }`. */
function isGivenContext(tree: Tree, use: Node): boolean {
  let at = tree.parentOf(use);
  if (at?.["shorthand"] === true) return false;
  for (; at; at = tree.parentOf(at)) {
    const [first] = nodesOf(at["params"]);
    if (first?.type !== "ObjectPattern") continue;
    const given = nodesOf(first["properties"]).find((node) => keyName(node) === "context");
    if (given?.["shorthand"] === true) return true;
  }
  return false;
}

const KNOWN = new Set(["undefined", "Infinity", "NaN", "Math", "Set", "Map", "Array", "Object", "Number"]);

function addStart(draft: Draft, object: Node | undefined, name: string, value: string): void {
  const { chart, tree, style } = draft;
  if (object) {
    const items = nodesOf(object["properties"]);
    return draft.insert(object, items.length, [newProperty(draft, name, value)]);
  }
  const config = chart.configAt && tree.nodeAt(chart.configAt);
  if (!config || entryOf(config, "context"))
    refuse("not-written-here", chart.configAt ?? chart.callAt, { name: "context" });
  const { pad } = style;
  const field = property(name, value, style, { indent: "", oneLine: true });
  addProperty(draft, config, "state", "context", `{${pad}${field}${pad}}`);
}

/** The type of a value that is written out; undefined where it could be one of many. */
function typeOf(written: Node): string | undefined {
  const node = unwrap(written);
  switch (node.type) {
    case "NumericLiteral":
      return "number";
    case "StringLiteral":
    case "TemplateLiteral":
      return "string";
    case "BooleanLiteral":
      return "boolean";
    case "UnaryExpression":
      return node["operator"] === "-" && child(node, "argument")?.type === "NumericLiteral"
        ? "number"
        : undefined;
    case "ArrayExpression": {
      const types = new Set(nodesOf(node["elements"]).map(typeOf));
      const [onlyType] = types;
      if (types.size !== 1 || onlyType === undefined) return undefined;
      return `${onlyType}[]`;
    }
    case "ObjectExpression": {
      const fields = nodesOf(node["properties"]).map((item) => {
        const value = child(item, "value");
        const name = keyName(item);
        const type = value && typeOf(value);
        return name === undefined || type === undefined ? undefined : `${keyText(name, '"')}: ${type}`;
      });
      return fields.length > 0 && fields.every((field) => field !== undefined)
        ? `{ ${fields.join("; ")} }`
        : undefined;
    }
    default:
      return undefined;
  }
}
