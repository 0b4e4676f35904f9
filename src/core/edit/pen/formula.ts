import type { Chart } from "#core/chart/chart.ts";
import type { Draft } from "#core/edit/draft.ts";
import { quoteText } from "#core/edit/pen/codeText.ts";
import { contextObject } from "#core/edit/pen/contextObject.ts";
import { XSTATE_NAMES, xstateName } from "#core/edit/pen/xstateImports.ts";
import { refuse } from "#core/edit/refuse.ts";
import { expressionOf } from "#core/syntax/expressionOf.ts";
import { freeNames, namesOf } from "#core/syntax/freeNames.ts";
import { child, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { visibleNames } from "#core/syntax/tree.ts";

/** What is given to guards and actions beside the event. */
const GIVEN = ["context", "event", "self", "system"];
/** Of JavaScript itself, what rules are written with. */
const LANGUAGE = new Set(
  "undefined NaN Infinity Math Number String Boolean BigInt Array Object Set Map Date JSON isNaN isFinite parseInt parseFloat structuredClone".split(
    " ",
  ),
);

/** A formula in the making: its text as code, and what it may speak of. */
export class Formula {
  readonly draft: Draft;
  readonly text: string;
  readonly event: string | undefined;
  readonly #visibleNames: ReadonlySet<string>;
  readonly #context: ReadonlySet<string> | undefined;
  readonly #event: ReadonlySet<string>;

  constructor(draft: Draft, text: string, event: string | undefined) {
    const { chart, tree } = draft;
    this.draft = draft;
    this.text = text;
    this.event = event;
    this.#visibleNames = visibleNames(tree, chart.configAt?.from ?? 0);
    const written = contextObject(draft);
    const properties = written && nodesOf(written["properties"]);
    // With a spread or a computed key nobody knows what there is.
    const isWhole = properties?.every((node) => keyName(node) !== undefined) ?? false;
    const keys = isWhole ? properties?.map((node) => String(keyName(node))) : undefined;
    const declared = chart.context?.map(({ name }) => name);
    this.#context = declared || keys ? new Set([...(declared ?? []), ...(keys ?? [])]) : undefined;
    const type = chart.events?.find((eventType) => eventType.type === event);
    this.#event = new Set(["type", ...(type?.fields.map(({ name }) => name) ?? [])]);
  }

  /** `context` or `event` for a name that is a field of theirs, by the eyes of one who types a formula. */
  owner(name: string): "context" | "event" | undefined {
    if (this.#context?.has(name)) return "context";
    if (this.event !== undefined && this.#event.has(name) && !this.#visibleNames.has(name)) return "event";
    return undefined;
  }

  /** A guard of `setup`, as far as no field is called so. */
  isGuard(name: string): boolean {
    const { setup } = this.draft.chart;
    return (setup?.guards.some((impl) => impl.name === name) ?? false) && !this.owner(name);
  }

  isOfModule(name: string): boolean {
    return this.#visibleNames.has(name) || XSTATE_NAMES.has(name);
  }

  /** What of XState is called, by the imports of the module. */
  xstateName(call: Node): string | undefined {
    const callee = call.type === "CallExpression" ? child(call, "callee") : undefined;
    return callee && xstateName(callee, this.draft.scope);
  }

  isXState(call: Node): boolean {
    return XSTATE_NAMES.has(this.xstateName(call) ?? "");
  }

  /** Whether code speaks of what only a function is given. */
  speaksOfFields(node: Node): boolean {
    return [...namesOf(freeNames(node))].some((name) => {
      // A field may be called as something of XState that the module does not have.
      if (!this.#visibleNames.has(name) && this.owner(name)) return true;
      return !this.isOfModule(name) && !LANGUAGE.has(name);
    });
  }

  /** The code of a part with each field where it is found. */
  code(node: Node, within: Node = node): string {
    const shorthand = new Set<number>();
    const inner = new Set<string>();
    const calls = new Map<number, Node>();
    const passed = new Set<number>();
    walk(node, (item) => {
      if (item.type.endsWith("CallExpression")) {
        const callee = child(item, "callee");
        if (callee?.type === "Identifier") calls.set(callee.start, item);
        for (const arg of nodesOf(item["arguments"])) passed.add(arg.start);
      }
      if (item["shorthand"] === true) shorthand.add(item.start);
      if (/Function/.test(item.type))
        for (const param of nodesOf(item["params"]))
          walk(param, (part) => void (part.type === "Identifier" && inner.add(nameOf(part))));
    });
    let out = "";
    let at = node.start;
    for (const item of freeNames(node).toSorted((a, b) => a.start - b.start)) {
      const name = nameOf(item);
      const owner = this.owner(name) ?? this.#mustBeKnown(name, item, within);
      if (!owner) {
        const given = this.#givenContext(name, calls.get(item.start), passed.has(item.start));
        if (!given || inner.has("context")) continue;
        out += this.slice(at, given.call ?? item.start + name.length) + given.insert;
        at = given.call ?? item.start + name.length;
        continue;
      }
      // A function in the formula calls something else so: a field would be looked for in that.
      if (inner.has(owner)) refuse("name-taken", undefined, { key: owner });
      const key = shorthand.has(item.start) ? `${name}: ` : "";
      out += `${this.slice(at, item.start)}${key}${owner}.${name}`;
      at = item.start + name.length;
    }
    return out + this.slice(at, node.end);
  }

  /**
   * Formulas are shown without the whole context that a helper is given: `facedOp` is `facedOp(context)`. Where a call lacks it, what
   * is to be inserted, in front of its argument `call`; a helper that is passed on is meant as such.
   */
  #givenContext(
    name: string,
    call: Node | undefined,
    isPassed: boolean,
  ): { readonly insert: string; readonly call?: number } | undefined {
    const params = this.#paramsOf(name);
    const place = params?.findIndex((node) => node.type === "Identifier" && nameOf(node) === "context") ?? -1;
    if (!params || place < 0) return undefined;
    if (!call) return isPassed || params.length > 1 ? undefined : { insert: "(context)" };
    const args = nodesOf(call["arguments"]);
    const needed = params.filter(({ type }) => type !== "AssignmentPattern" && type !== "RestElement").length;
    if (args.length >= needed || args.some((node) => nameOf(node) === "context")) return undefined;
    const before = args[place];
    if (before) return { insert: "context, ", call: before.start };
    return place === args.length
      ? { insert: args.length > 0 ? ", context" : "context", call: call.end - 1 }
      : undefined;
  }

  /** What a function of the module takes. */
  #paramsOf(name: string): Node[] | undefined {
    if (!this.#visibleNames.has(name)) return undefined;
    for (const node of this.draft.tree.nodes) {
      const id =
        node.type === "VariableDeclarator" || node.type === "FunctionDeclaration"
          ? child(node, "id")
          : undefined;
      if (!id || nameOf(id) !== name) continue;
      const fn = node.type === "FunctionDeclaration" ? node : child(node, "init");
      const of = fn && unwrap(fn);
      return of && /Function/.test(of.type) ? nodesOf(of["params"]) : undefined;
    }
    return undefined;
  }

  /** A function of what is spoken of that gives the part. */
  arrow(node: Node, body = this.code(node)): string {
    const expression = expressionOf(body) ?? refuse("not-an-expression", undefined, { text: this.text });
    if (writes(expression)) refuse("not-an-expression", undefined, { text: this.text });
    this.draft.use(expression);
    const names = new Set(freeNames(expression).map(nameOf));
    const given = GIVEN.filter((name) => names.has(name));
    const { pad } = this.draft.style;
    const params = given.length === 0 ? "" : `{${pad}${given.join(", ")}${pad}}`;
    return `(${params}) => ${body.startsWith("{") ? `(${body})` : body}`;
  }

  slice(from: number, to: number): string {
    return this.text.slice(from - 2, to - 2);
  }

  requireField(name: string, node: Node, within: Node): void {
    if (this.owner(name) !== "context") this.#unknown(name, node, within);
  }

  #mustBeKnown(name: string, node: Node, within: Node): "context" | undefined {
    if (GIVEN.includes(name) || this.isOfModule(name) || LANGUAGE.has(name)) return undefined;
    return this.#unknown(name, node, within);
  }

  /** Where there is a context that cannot be read the name may be of it. */
  #unknown(name: string, node: Node, within: Node): "context" {
    const { chart, tree } = this.draft;
    const config = chart.configAt && tree.nodeAt(chart.configAt);
    const hasContext = nodesOf(config?.["properties"]).some((item) => keyName(item) === "context");
    if (!this.#context && hasContext) return "context";
    // A field that is called as the guard would be another thing.
    if (this.isGuard(name)) refuse("guard-as-value", undefined, { name });
    const args = { name, ...startOf(node, within, this.draft) };
    refuse("name-unknown", undefined, { name }, { id: "context.add", args });
  }
}

/** Whether code sets, counts or deletes what is of the context or the event: only an action of its own may. */
function writes(code: Node): boolean {
  let isFound = false;
  walk(code, (node) => {
    const isDelete = node.type === "UnaryExpression" && node["operator"] === "delete";
    const target =
      node.type === "AssignmentExpression"
        ? child(node, "left")
        : node.type === "UpdateExpression" || isDelete
          ? child(node, "argument")
          : undefined;
    let at = target && unwrap(target);
    while (at?.type === "MemberExpression") at = unwrap(child(at, "object") as Node);
    if (at && GIVEN.includes(nameOf(at))) isFound = true;
  });
  return isFound;
}

/** What a field that is not there yet may begin with, by what it is used for. */
function startOf(
  node: Node,
  within: Node,
  { chart, style }: Draft,
): { readonly value: string; readonly type?: string } {
  let isList = false;
  let isRecord = false;
  let value = within.start === node.start && within.end === node.end ? "false" : "0";
  walk(within, (item) => {
    const parts = ["left", "right"].map((part) => child(item, part));
    const isHere = parts.some((part) => part?.start === node.start && part.end === node.end);
    const other = parts.find((part) => part && part.start !== node.start);
    // By a number one looks into a list; by anything else, as by who acts, into a record.
    if (item.type === "MemberExpression" && child(item, "object") === node)
      if (item["computed"] === true && child(item, "property")?.type !== "NumericLiteral") isRecord = true;
      else isList = true;
    // In `part in list` the field is the list.
    if (item.type === "BinaryExpression" && item["operator"] === "in" && parts[1] === node) isList = true;
    const sets = item.type === "AssignmentExpression" && isHere;
    if (sets && other && isListOf(chart, other)) isList = true;
    if (item.type === "LogicalExpression" && isHere) value = "false";
    else if (item.type === "UnaryExpression" && item["operator"] === "!" && child(item, "argument") === node)
      value = "false";
    else if (isHere && other?.type === "StringLiteral") value = quoteText("", style.quote);
    else if (
      isHere &&
      (other?.type === "BooleanLiteral" ||
        (sets && other?.type === "UnaryExpression" && other["operator"] === "!"))
    )
      value = "false";
  });
  if (isRecord) return { value: "{}", type: "Record<string, number>" };
  return isList ? { value: "[]", type: "string[]" } : { value };
}

/** Whether a value is a list: written as one, a list of the context, or what is left of one. */
function isListOf(chart: Chart, value: Node): boolean {
  const of = unwrap(value);
  if (of.type === "ArrayExpression") return true;
  const name = of.type === "CallExpression" ? listCalled(of) : of.type === "Identifier" ? nameOf(of) : "";
  return chart.context?.some((field) => field.name === name && field.type.kind === "array") ?? false;
}

/** The list whose `filter` or the like is called. */
function listCalled(call: Node): string {
  const callee = child(call, "callee");
  const method = callee && child(callee, "property");
  const list = callee && child(callee, "object");
  return list && method && /^(filter|slice|concat)$/.test(nameOf(method)) ? nameOf(unwrap(list)) : "";
}
