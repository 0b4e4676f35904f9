import { ImportFault } from "#core/import/importReport.ts";
import { memberName, treeOfExpression, typeOfTree, type DataScope } from "#core/import/scxml/ecmascript.ts";
import { child, nameOf, walk } from "#core/syntax/node.ts";
import { elementsOf, readXmlTree, type XmlElement } from "#core/text/xmlTree.ts";

/** Namespace of SCXML. Documents without any are read, too. */
export const SCXML_URI = "http://www.w3.org/2005/07/scxml";
/** Elements within elements. A state within a state is one level: charts that people draw have fewer than ten. */
const MAX_SCXML_LEVELS = 100;
/** Elements of a document: far more than a chart that can be looked at. */
const MAX_SCXML_ELEMENTS = 50_000;
export const STATE_ELEMENTS = ["state", "parallel", "final", "history"];

/** @throws ImportFault */
export function readScxml(text: string): XmlElement {
  const root = readXmlTree(text, {
    maxLevels: MAX_SCXML_LEVELS,
    maxElements: MAX_SCXML_ELEMENTS,
    fault: (code, { line = 1, column = 1, ...facts }) =>
      new ImportFault(code, { line: Number(line), column: Math.max(1, Number(column)) }, facts),
  });
  if (root.name !== "scxml" || !isScxml(root))
    throw new ImportFault("scxml-root", root, { element: root.name });
  return root;
}

export const isScxml = ({ uri }: XmlElement): boolean => uri === SCXML_URI || uri === "";

/** A state of a document with its place in the machine. */
export interface PlacedElement {
  readonly element: XmlElement;
  readonly parent: PlacedElement | undefined;
  /** The state's key in the machine. */
  readonly key: string;
  readonly path: readonly string[];
  readonly children: PlacedElement[];
}

/** What is asked of a document as a whole. */
export interface ScxmlDocument {
  readonly root: PlacedElement;
  readonly byId: ReadonlyMap<string, PlacedElement>;
  /** The states whose key is not their id, because no key is spelled so. */
  readonly renamed: readonly PlacedElement[];
  readonly data: readonly XmlElement[];
  readonly scope: DataScope;
  /** Names of events that the document mentions, without `.*`. */
  readonly eventNames: ReadonlySet<string>;
}

/** The states, data and events of a document. @throws ImportFault for an id that two states have */
export function documentOf(scxml: XmlElement): ScxmlDocument {
  const byId = new Map<string, PlacedElement>();
  const renamed: PlacedElement[] = [];
  const elements = all(scxml);
  const ids = new Set(elements.flatMap((element) => element.attributes.get("id") ?? []));
  const used = new Set<string>();
  const place = (element: XmlElement, parent: PlacedElement | undefined): PlacedElement => {
    const id = element.attributes.get("id");
    const key = parent ? freeKey(id, element.name, ids, used) : "";
    const placed: PlacedElement = {
      element,
      parent,
      key,
      path: parent ? [...parent.path, key] : [],
      children: [],
    };
    if (id !== undefined && parent) {
      if (byId.has(id)) throw new ImportFault("scxml-id-twice", element, { id });
      byId.set(id, placed);
      if (id !== key) renamed.push(placed);
    }
    for (const inner of elementsOf(element, ...STATE_ELEMENTS).filter(isScxml))
      placed.children.push(place(inner, placed));
    return placed;
  };
  const root = place(scxml, undefined);
  const data = elements.filter(({ name }) => name === "data");
  return {
    root,
    byId,
    renamed,
    data,
    scope: scopeOf(scxml, elements, data),
    eventNames: eventNamesOf(elements),
  };
}

/** An element and all below, in the order of the document; not those of a machine within it. */
export function all(element: XmlElement): XmlElement[] {
  return [element, ...elementsOf(element).flatMap((inner) => (inner.name === "scxml" ? [] : all(inner)))];
}

/** A key that a state may have: letters, digits and `_`, and that no other state has. @param ids of the document, which come first */
function freeKey(id: string | undefined, kind: string, ids: ReadonlySet<string>, used: Set<string>): string {
  const plain = (id ?? kind).replaceAll(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");
  let key = plain;
  for (let n = 2; used.has(key) || (ids.has(key) && key !== id); n++) key = `${plain}${n}`;
  used.add(key);
  return key;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function scopeOf(scxml: XmlElement, elements: readonly XmlElement[], data: readonly XmlElement[]): DataScope {
  const names = new Set(
    data.flatMap(({ attributes }) => {
      const id = attributes.get("id") ?? "";
      return isVariable(id) ? id : [];
    }),
  );
  // A loop declares what it counts with.
  for (const { name, attributes } of elements)
    if (name === "foreach")
      for (const part of ["item", "index"]) {
        const variable = attributes.get(part);
        if (variable !== undefined && isVariable(variable)) names.add(variable);
      }
  return {
    types: variableTypes(names, elements, data),
    name: scxml.attributes.get("name") ?? "",
    payload: hasFields(elements) ? "fields" : "data",
  };
}

/** Whether a text can be the name of a variable. */
export const isVariable = (text: string): boolean =>
  text !== "__proto__" && IDENTIFIER.test(text) && treeOfExpression(text)?.type === "Identifier";

/** A variable has the type that its first value has, where all that is assigned to it is of that type. */
function variableTypes(
  names: ReadonlySet<string>,
  elements: readonly XmlElement[],
  data: readonly XmlElement[],
): ReadonlyMap<string, string> {
  const types = new Map([...names].map((name) => [name, "any"]));
  for (const { attributes } of data) {
    const id = attributes.get("id") ?? "";
    const tree = treeOfExpression(attributes.get("expr") ?? "");
    if (names.has(id)) types.set(id, tree ? typeOfTree(tree, new Map()) : "any");
  }
  const values = elements.flatMap(({ name, attributes, children }) => {
    if (name === "assign")
      return [{ variable: attributes.get("location") ?? "", text: attributes.get("expr") ?? "" }];
    // What a script, a loop or an id of an event writes may be of any type.
    if (name === "script")
      return [...names]
        .filter((variable) => children.join("").includes(variable))
        .map((variable) => ({ variable, text: "" }));
    return ["item", "index", "idlocation"].flatMap((part) => {
      const variable = attributes.get(part);
      return variable === undefined ? [] : [{ variable, text: part === "index" ? "0" : "" }];
    });
  });
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { variable, text } of values) {
      const type = types.get(variable);
      const tree = treeOfExpression(text);
      if (type === undefined || type === "any" || (tree && typeOfTree(tree, types) === type)) continue;
      types.set(variable, "any");
      isStable = false;
    }
  }
  return types;
}

/** Attributes that hold an expression. */
const EXPRESSIONS = ["cond", "expr", "eventexpr", "delayexpr", "targetexpr", "srcexpr", "typeexpr", "array"];

/**
 * Whether all data of events are fields, asked for by name on a transition for events of one name: then events have these fields, as those of a
 * game have. Otherwise what an event brings stays in one field, `data`.
 */
function hasFields(elements: readonly XmlElement[]): boolean {
  const sends = elements.filter(({ name }) => name === "send" || name === "raise");
  if (sends.some((element) => elementsOf(element, "content").length > 0)) return false;
  const isPlain = ({ attributes }: XmlElement) =>
    attributes.get("event") !== undefined && !/[*.]|^(?:error|done)/.test(attributes.get("event") ?? "");
  const plain = new Set(
    elements.filter((element) => element.name === "transition" && isPlain(element)).flatMap(all),
  );
  return elements.every((element) =>
    EXPRESSIONS.every((attribute) => {
      const text = element.attributes.get(attribute);
      if (text === undefined || !text.includes("_event")) return true;
      const tree = treeOfExpression(text);
      if (!tree) return true;
      const members = new Set<unknown>();
      let isNamed = true;
      walk(tree, (node) => {
        if (!node.type.endsWith("MemberExpression")) return;
        const of = child(node, "object");
        if (of && of.type.endsWith("MemberExpression") && nameOf(child(of, "object")) === "_event")
          members.add(of);
        if (nameOf(of) === "_event" && memberName(node) === "data" && !members.has(node)) isNamed = false;
      });
      return isNamed && (members.size === 0 || plain.has(element));
    }),
  );
}

function eventNamesOf(elements: readonly XmlElement[]): ReadonlySet<string> {
  return new Set(
    elements.flatMap(({ name, attributes }) =>
      name === "transition" || name === "raise" || name === "send"
        ? (attributes.get("event") ?? "").split(/\s+/).flatMap((token) => bareDescriptor(token) || [])
        : [],
    ),
  );
}

/** Fields that a transition, with all that it does, reads of its event. */
export const fieldsRead = (transition: XmlElement): string[] =>
  all(transition).flatMap(({ attributes }) =>
    EXPRESSIONS.flatMap((name) =>
      [...(attributes.get(name) ?? "").matchAll(FIELD_OF_EVENT)].map(([, field = ""]) => field),
    ),
  );
const FIELD_OF_EVENT = /\b_event\s*\.\s*data\s*\.\s*([A-Za-z_$][\w$]*)/g;

/** `foo.*` and `foo.` are `foo`; `*` is the empty text. */
export const bareDescriptor = (token: string): string => token.replace(/\.?\*?$/, "");

/** Whether what matches the second is matched by the first, too. Both without `.*`. */
export const covers = (general: string, special: string): boolean =>
  general === "" || general === special || special.startsWith(`${general}.`);
