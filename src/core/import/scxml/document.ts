import { ImportFault } from "#core/import/importReport.ts";
import { bareDescriptor, descriptorTokens, namesWithLonger } from "#core/import/scxml/descriptors.ts";
import { memberName, treeOfExpression, typeOfTree, type DataScope } from "#core/import/scxml/ecmascript.ts";
import { child, nameOf, walk, type Node } from "#core/syntax/node.ts";
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
  /** Names of events, without `.*`, that begin longer ones that the document mentions. */
  readonly generalEvents: ReadonlySet<string>;
}

/** The states, data and events of a document. @throws ImportFault for an id that two states have */
export function documentOf(scxml: XmlElement): ScxmlDocument {
  const byId = new Map<string, PlacedElement>();
  const renamed: PlacedElement[] = [];
  const elements = all(scxml);
  const ids = new Set(elements.flatMap((element) => element.attributes.get("id") ?? []));
  const used = new Set<string>();
  const numbered = new NumberedNames();
  // No other state has the key, and the ids of the document come first.
  const freeKey = (id: string | undefined, kind: string): string => {
    const key = numbered.free(
      plainKey(id ?? kind),
      (name) => used.has(name) || (ids.has(name) && name !== id),
    );
    used.add(key);
    return key;
  };
  const place = (element: XmlElement, parent: PlacedElement | undefined): PlacedElement => {
    const id = element.attributes.get("id");
    const key = parent ? freeKey(id, element.name) : "";
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
    generalEvents: namesWithLonger(eventNamesOf(elements)),
  };
}

/** The states that a list of ids names. @param at where the list stands @throws ImportFault for an id that no state has */
export function targetsOf({ byId }: ScxmlDocument, ids: string, at: XmlElement): PlacedElement[] {
  return ids
    .split(/\s+/)
    .filter((id) => id !== "")
    .map((id) => {
      const target = byId.get(id);
      if (!target) throw new ImportFault("target-unknown", at, { id });
      return target;
    });
}

/** An element and all below, in the order of the document; not those of a machine within it. */
export function all(element: XmlElement): XmlElement[] {
  return [element, ...elementsOf(element).flatMap((inner) => (inner.name === "scxml" ? [] : all(inner)))];
}

/** Numbers names that are taken. It remembers the last number of each: thousands of states without an id are not counted through each time. */
export class NumberedNames {
  readonly #last = new Map<string, number>();

  /** The name, or the first of `name2`, `name3`, … that is free. @param isTaken what is taken stays so from call to call */
  free(name: string, isTaken: (name: string) => boolean): string {
    if (!isTaken(name)) return name;
    let n = this.#last.get(name) ?? 2;
    while (isTaken(`${name}${n}`)) n++;
    this.#last.set(name, n);
    return `${name}${n}`;
  }
}

/** A key of letters, digits and `_`. */
const plainKey = (text: string): string => text.replaceAll(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");

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
  const values = elements.flatMap(({ name, attributes, children }): AssignedValue[] => {
    if (name === "assign")
      return [
        { variable: attributes.get("location") ?? "", tree: treeOfExpression(attributes.get("expr") ?? "") },
      ];
    // What a script, a loop or an id of an event writes may be of any type.
    if (name === "script")
      return identifiersIn(children.join("")).flatMap((variable) =>
        names.has(variable) ? { variable } : [],
      );
    return ["item", "index", "idlocation"].flatMap((part): AssignedValue[] => {
      const variable = attributes.get(part);
      return variable === undefined
        ? []
        : [{ variable, tree: part === "index" ? treeOfExpression("0") : undefined }];
    });
  });
  widenTypes(types, values);
  return types;
}

/** What a variable is set to; without a tree it may be of any type. */
interface AssignedValue {
  readonly variable: string;
  readonly tree?: Node | undefined;
}

/** Times that the type of one value is determined. Types that change more often than that are those of no document that a person wrote. */
const MAX_TYPE_CHECKS_PER_VALUE = 100;

/**
 * Makes the type of each variable `any` to which a value of another type is assigned. When it becomes so, only the values are looked at again
 * that read the variable.
 */
function widenTypes(types: Map<string, string>, values: readonly AssignedValue[]): void {
  const readers = new Map<string, Set<AssignedValue>>();
  for (const value of values)
    if (value.tree)
      walk(value.tree, (node) => {
        const name = node.type === "Identifier" ? nameOf(node) : "";
        if (!types.has(name)) return;
        const known = readers.get(name);
        if (known) known.add(value);
        else readers.set(name, new Set([value]));
      });
  const checks = new Map<AssignedValue, number>();
  let round = new Set(values);
  while (round.size > 0) {
    const next = new Set<AssignedValue>();
    for (const value of round) {
      const { variable, tree } = value;
      const type = types.get(variable);
      if (type === undefined || type === "any") continue;
      const count = (checks.get(value) ?? 0) + 1;
      checks.set(value, count);
      if (tree && count <= MAX_TYPE_CHECKS_PER_VALUE && typeOfTree(tree, types) === type) continue;
      types.set(variable, "any");
      for (const reader of readers.get(variable) ?? []) next.add(reader);
    }
    round = next;
  }
}

const identifiersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name)),
];

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
        ? descriptorTokens(attributes.get("event")).flatMap((token) => bareDescriptor(token) || [])
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
