import type { SymbolKind } from "#core/symbol/symbol.ts";
import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import { entryOf } from "#core/syntax/property.ts";
import { calleeOf, treeOf, type Tree } from "#core/syntax/tree.ts";
import type { Chart } from "#core/chart/chart.ts";
import { near } from "#core/diagnostic/near.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import type { SymbolSite } from "#core/symbol/symbol.ts";
import { definitionsOf, symbolTable, type SymbolTable } from "#core/symbol/symbolSites.ts";
import { isNode, nameOf, nodesOf, spanOf, stringOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { choicesOf, few, inWords, listed, literals, quotes, shortType } from "#core/analyze/typeWords.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A type error on the word that is wrong. */
export interface Explained {
  readonly at: Span;
  /** Code of a diagnostic: of the one that the studio's own checks have for that fault, else `type-…`. */
  readonly code: DiagnosticCode;
  readonly facts: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Says a type error of an XState machine in few words and puts it where the fault is: XState's types tell it of the whole
 * transition, with the types of all there is. Undefined for errors that are not known: these stay as they are.
 * @param text the text that was checked
 * @param charts a reading of that very text
 */
export function explainTypeError(
  text: string,
  charts: readonly Chart[],
  error: TypeError,
): Explained | undefined {
  const tree = treeOf(text);
  const chart =
    charts.find(({ callAt, setup }) => holds(callAt, error.at) || (setup && holds(setup.at, error.at))) ??
    charts[0];
  if (!tree || !chart) return undefined;
  return new Explainer(text, tree, chart, error).explain();
}

const holds = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to;

/** TypeScript's own numbers of the sentences that are understood here. */
const CODES = {
  notAssignable: [2322, 2345, 2820, 2559],
  ofProperty: [2326, 2200],
  missing: [2741],
  missingSeveral: [2739, 2740],
  unknownKey: [2353, 2561],
  unknownMember: [2339, 2551],
  noOverlap: [2367],
  arguments: [2554, 2555],
};

class Explainer {
  readonly #text: string;
  readonly #tree: Tree;
  readonly #chart: Chart;
  readonly #error: TypeError;
  readonly #table: SymbolTable;

  constructor(text: string, tree: Tree, chart: Chart, error: TypeError) {
    this.#text = text;
    this.#tree = tree;
    this.#chart = chart;
    this.#error = error;
    this.#table = symbolTable(text, chart);
  }

  explain(): Explained | undefined {
    const { code, at } = this.#error;
    const node = this.#tree.nodeAt(at);
    const key = this.#tree.ownerAt(at);
    if (CODES.unknownKey.includes(code)) return this.#unknownKey(key);
    if (CODES.unknownMember.includes(code)) return this.#unknownMember(node);
    if (CODES.noOverlap.includes(code)) return this.#noOverlap(node);
    if (CODES.arguments.includes(code)) return this.#missingInput(node);
    if (!CODES.notAssignable.includes(code)) return undefined;
    const value = key ? (key["value"] ?? (key.type === "ObjectMethod" ? key : undefined)) : node;
    return isNode(value) ? this.#notAssignable(value, key) : undefined;
  }

  /** Follows the properties that the message names down to the value that does not fit. */
  #notAssignable(value: Node, key: Node | undefined): Explained | undefined {
    let node = value;
    let owner = key;
    for (const { code, text } of this.#error.chain) {
      const quoted = quotes(text);
      if (CODES.ofProperty.includes(code)) {
        const way = (quoted[0] ?? "").split(".").filter((step) => step !== "" && !/[()]/.test(step));
        for (const step of way) {
          const property = this.#property(node, step);
          if (!property) return this.#fallback(node, owner);
          owner = this.#tree.ownerAt(spanOf(property.key));
          node = property.value;
        }
      } else if (CODES.missing.includes(code)) return this.#missing(node, owner, [quoted[0] ?? ""]);
      else if (CODES.missingSeveral.includes(code)) return this.#missing(node, owner, listed(text));
    }
    return this.#fallback(node, owner);
  }

  /** The last thing the message says: a text that is no name, or a value of another type. */
  #fallback(node: Node, owner: Node | undefined): Explained | undefined {
    for (const { code, text } of this.#error.chain.toReversed()) {
      if (!CODES.notAssignable.includes(code)) continue;
      const [got = ""] = quotes(text);
      for (const word of literals(got)) {
        const explanation = this.#wrongName(node, word);
        if (explanation) return explanation;
      }
    }
    const unknown = this.#unknownIn(node);
    if (unknown) return unknown;
    const last = this.#error.chain.findLast(({ code }) => CODES.notAssignable.includes(code));
    const [got = "", expected = ""] = quotes(last?.text ?? "");
    return this.#mismatch(node, owner, got, expected);
  }

  /** A literal that says the word below the node, described by what it names. */
  #wrongName(at: Node, word: string): Explained | undefined {
    let explanation: Explained | undefined;
    walk(at, (node) => {
      if (explanation || stringOf(node) !== word) return;
      const site = this.#table.sites.find(
        ({ written }) => written.from === node.start && written.to === node.end,
      );
      if (site) explanation = this.#ofSite(site, node);
    });
    return explanation;
  }

  /** The first name below the node that nobody has defined. */
  #unknownIn(node: Node): Explained | undefined {
    const span = spanOf(node);
    const site = this.#table.sites.find((item) => holds(span, item.written) && this.#isUnknown(item));
    return site && this.#unknownName(site);
  }

  #isUnknown(site: SymbolSite): boolean {
    if (site.kind === "event")
      return this.#chart.events !== undefined && !this.#declared().includes(site.name);
    return isImplementation(site.kind) && definitionsOf(this.#table, site).length === 0;
  }

  #ofSite(site: SymbolSite, node: Node): Explained | undefined {
    if (this.#isUnknown(site)) return this.#unknownName(site);
    if (site.kind === "guard" || site.kind === "action") {
      const wants = this.#wantsParams(site);
      if (wants)
        return {
          at: spanOf(node),
          code: "type-params-missing",
          facts: { name: site.name, params: wants },
        };
    }
    return undefined;
  }

  #unknownName(site: SymbolSite): Explained {
    const { kind, name, written } = site;
    if (!isImplementation(kind)) return this.#unknownEvent(name, written);
    const names = new Set(
      this.#table.sites.flatMap((item) =>
        item.kind === kind && item.role === "definition" ? [item.name] : [],
      ),
    );
    return { at: written, code: `${kind}-not-found`, facts: { name, near: near(name, names) } };
  }

  #unknownEvent(event: string, at: Span): Explained {
    return {
      at,
      code: "event-not-declared",
      facts: { event, near: near(event, this.#declared()) },
    };
  }

  #declared(): string[] {
    return (this.#chart.events ?? []).map(({ type }) => type);
  }

  /** The type of the second parameter of a guard or action, as it is written. */
  #wantsParams(site: SymbolSite): string | undefined {
    for (const { written } of definitionsOf(this.#table, site)) {
      const value = this.#tree.ownerAt(written)?.["value"];
      if (!isNode(value)) continue;
      let type: string | undefined;
      walk(value, (node) => {
        const second = nodesOf(node["params"])[1];
        const annotation = second?.["typeAnnotation"];
        if (type === undefined && isNode(annotation))
          type = this.#text.slice(annotation.start, annotation.end).replace(/^:\s*/, "");
        return type === undefined;
      });
      if (type !== undefined) return shortType(type);
    }
    return undefined;
  }

  #mismatch(node: Node, owner: Node | undefined, actual: string, expected: string): Explained | undefined {
    // Of a function the message ends with what it gives back.
    const given = unwrap(node);
    const body = !actual.startsWith("(") && isNode(given["body"]) ? unwrap(given["body"]) : given;
    const value = body.type === "BlockStatement" ? given : body;
    const at = spanOf(value);
    const literal = stringOf(value);
    const choices = choicesOf(expected);
    if (literal !== undefined && choices.length > 0)
      return {
        at,
        code: "type-unknown-value",
        facts: { got: literal, expected: choices, near: near(literal, choices) },
      };
    const wanted = inWords(expected);
    // A type that fills a line says less than the message that is there.
    if (wanted === undefined) return undefined;
    const isShort = at.to - at.from <= 80 && !this.#text.slice(at.from, at.to).includes("\n");
    const key = owner?.["key"];
    return {
      at: isShort || !isNode(key) ? at : spanOf(key),
      code: "type-mismatch",
      facts: { got: inWords(actual) ?? shortType(actual), expected: wanted },
    };
  }

  /** What is missing stands nowhere: it is reported at the name of what lacks it. */
  #missing(node: Node, owner: Node | undefined, names: readonly string[]): Explained | undefined {
    if (names.length === 0 || names[0] === "") return undefined;
    const object = this.#object(node);
    const name = object && (entryOf(object, "type") ?? entryOf(object, "src"))?.value;
    const key = owner?.["key"];
    const site = name && this.#table.sites.find(({ written }) => written.from === name.start);
    const params = names.includes("params") && name && site ? this.#ofSite(site, name) : undefined;
    if (params) return params;
    const at = name ? spanOf(name) : isNode(key) ? spanOf(key) : spanOf(node);
    const of = name ? (stringOf(this.#tree.resolve(name)) ?? "") : isNode(key) ? nameOf(key) : "";
    return { at, code: "type-missing", facts: { names, of } };
  }

  #unknownKey(property: Node | undefined): Explained | undefined {
    const { at, chain } = this.#error;
    const key = quotes(chain[0]?.text ?? "")[0] ?? "";
    const site = this.#table.sites.find((item) => item.written.from === at.from && item.form === "key");
    if (site?.kind === "event") return this.#unknownEvent(key, at);
    if (site?.kind === "context") return this.#unknownField(key, at);
    const near = /Did you mean to write '([^']+)'/.exec(chain[0]?.text ?? "")?.[1];
    return (
      property && { at, code: "type-unknown-key", facts: { key, near: near === undefined ? [] : [near] } }
    );
  }

  #unknownField(field: string, at: Span): Explained {
    const fields = (this.#chart.context ?? []).map(({ name }) => name);
    return { at, code: "context-unknown", facts: { field, near: near(field, fields) } };
  }

  /** `context.cout`, and `event.n` where not every event has an `n`. */
  #unknownMember(node: Node | undefined): Explained | undefined {
    const { at } = this.#error;
    const site = this.#table.sites.find((item) => item.at.from === at.from && item.at.to === at.to);
    const field = this.#text.slice(at.from, at.to);
    if (site?.kind === "context") return this.#unknownField(field, at);
    if (!node || !this.#isOfEvent(node)) return undefined;
    const having = (this.#chart.events ?? []).filter(({ fields }) =>
      fields.some(({ name }) => name === field),
    );
    if (having.length > 0)
      return {
        at,
        code: "type-not-every-event",
        facts: { field, events: few(having.map(({ type }) => type)) },
      };
    const fields = new Set(
      (this.#chart.events ?? []).flatMap(({ fields: all }) => all.map(({ name }) => name)),
    );
    return { at, code: "type-no-event-has", facts: { field, near: near(field, fields) } };
  }

  #isOfEvent(property: Node): boolean {
    let isFound = false;
    walk(this.#tree.program, (node) => {
      if (node["property"] !== property) return;
      const object = node["object"];
      isFound = isNode(object) && nameOf(unwrap(object)) === "event";
    });
    return isFound;
  }

  /** `event.type === "PAS"` can never be. */
  #noOverlap(node: Node | undefined): Explained | undefined {
    const site =
      node &&
      this.#table.sites.find(
        (item) => item.kind === "event" && holds(spanOf(node), item.written) && this.#isUnknown(item),
      );
    return site && this.#unknownEvent(site.name, site.written);
  }

  /** `createActor(machine)` of a machine that wants an input. */
  #missingInput(node: Node | undefined): Explained | undefined {
    const { at } = this.#error;
    if (!this.#chart.input || !node || nameOf(node) !== "createActor") return undefined;
    let call: Node | undefined;
    walk(this.#tree.program, (item) => {
      if (calleeOf(item) === "createActor" && isNode(item["callee"]) && item["callee"].start === at.from)
        call = item;
    });
    const machine = call && nodesOf(call["arguments"])[0];
    if (!machine) return undefined;
    const fields = this.#chart.input.filter(({ optional }) => !optional).map(({ name }) => name);
    return {
      at,
      code: "type-input-missing",
      facts: { machine: this.#text.slice(machine.start, machine.end), names: fields },
    };
  }

  /** A property of an object, or of the object that a function gives back. */
  #property(node: Node, name: string) {
    const object = this.#object(node);
    return object && entryOf(object, name);
  }

  #object(at: Node): Node | undefined {
    const node = unwrap(at);
    if (node.type === "ObjectExpression") return node;
    const body = isNode(node["body"]) ? unwrap(node["body"]) : undefined;
    return body?.type === "ObjectExpression" ? body : undefined;
  }
}

/** What a machine names and `setup` or `provide` brings. */
const IMPLEMENTATIONS = ["guard", "action", "actor", "delay"] as const;
const isImplementation = (kind: SymbolKind): kind is (typeof IMPLEMENTATIONS)[number] =>
  (IMPLEMENTATIONS as readonly string[]).includes(kind);
