import {
  ImportFault,
  type ImportPlace,
  type ImportReason,
  type ImportReport,
} from "#core/import/importReport.ts";
import type { ProvidedKind } from "#core/import/machineDraft.ts";
import { keyCode } from "#core/import/moduleCode.ts";
import type { ScxmlDocument } from "#core/import/scxml/document.ts";
import { parameters, translate, type Translation } from "#core/import/scxml/ecmascript.ts";
import { textOfElement } from "#core/import/scxml/elementValues.ts";
import { elementsOf, type XmlElement } from "#core/text/xmlTree.ts";

/** What a machine gathers while its document is read. */
export interface Gathering {
  readonly document: ScxmlDocument;
  /** How events that the machine sends carry their data. */
  readonly payload: "fields" | "data";
  readonly report: ImportReport;
  readonly imports: Set<string>;
  readonly helpers: Set<string>;
  readonly provided: Readonly<Record<ProvidedKind, Set<string>>>;
  /** Declares what the program provides, with a number behind the name where that is taken, and gives that name. */
  readonly provide: (kind: ProvidedKind, name: string) => string;
  /** How much code may come of transitions that stand at several events. */
  readonly limit: CodeLimit;
  /** The target that names the state of an id. */
  readonly targetOf: (id: string) => string | undefined;
  /** Notes an event that the machine sends, with its fields. */
  readonly noteEvent: (type: string, fields: readonly string[]) => void;
  /** Notes that the machine hears all events whose names begin so. */
  readonly notePrefix: (prefix: string) => void;
}

/** Characters of code that the transitions of a document may have, each as often as it stands at an event: more than of any drawn chart. */
const MAX_TRANSITION_CHARACTERS = 10_000_000;
/** Characters that each of them counts at least: ten million are no more than a hundred thousand transitions. */
const MIN_TRANSITION_CHARACTERS = 100;

/** Counts code that would be written many times, for all machines of a document. */
export class CodeLimit {
  #characters = 0;

  /** @param at the state or transition that the code belongs to @throws ImportFault when it is too much */
  add(characters: number, at: ImportPlace): void {
    this.#characters += Math.max(MIN_TRANSITION_CHARACTERS, characters);
    if (this.#characters > MAX_TRANSITION_CHARACTERS)
      throw new ImportFault("code-too-large", at, { limit: MAX_TRANSITION_CHARACTERS });
  }
}

/** A translated expression. */
export type Part = Extract<Translation, { kind: "code" }>;

/** Thrown where an element cannot be written; the action that stands for it is provided or raises the error. */
export class Unwritten extends Error {
  readonly kind: "invalid" | "unread";
  readonly why: ImportReason;
  readonly what: string;
  constructor(kind: "invalid" | "unread", why: ImportReason, what: string) {
    super(what);
    this.kind = kind;
    this.why = why;
    this.what = what;
  }
}

/** A value that reads nothing. */
export const constant = (text: string): Part => ({
  kind: "code",
  text,
  readsContext: false,
  readsEvent: false,
  type: "any",
});

/** Data that go along with an event, or that a machine begins or ends with. */
export interface Payload {
  /** Its expressions. */
  readonly parts: Part[];
  /** Their code as entries of the event's object, which has these fields; empty without data. */
  readonly text: string;
  readonly fields: string[];
  /** Their code as one value. */
  readonly value: string;
}

/** Values and places of values that executable content names. */
export class Values {
  readonly #given: Gathering;

  constructor(given: Gathering) {
    this.#given = given;
  }

  /** @throws Unwritten where it is not there */
  attribute(element: XmlElement, name: string): string {
    const text = element.attributes.get(name);
    if (text === undefined) throw new Unwritten("invalid", "code", `<${element.name}> ${name}?`);
    return text;
  }

  /** @throws Unwritten */
  expression(text: string): Part {
    const part = translate(text, this.#given.document.scope);
    if (part.kind !== "code") throw new Unwritten(part.kind, "code", text);
    return part;
  }

  /** Code that gives a variable, or a part of one, a value. @throws Unwritten */
  assignment(location: string, value: Part): string {
    const { types } = this.#given.document.scope;
    const [variable = "", ...keys] = location.trim().split(".");
    const isPlain = [variable, ...keys].every((name) => /^[A-Za-z_$][\w$]*$/.test(name));
    if (!isPlain && types.has(/^[\w$]+/.exec(location.trim())?.[0] ?? ""))
      throw new Unwritten("unread", "code", location);
    if (!isPlain || !types.has(variable)) throw new Unwritten("invalid", "code", location);
    this.#given.imports.add("assign");
    const whole = (depth: number): string =>
      depth === keys.length
        ? value.text
        : `{ ...${["context", variable, ...keys.slice(0, depth)].join(".")}, ${keyCode(keys[depth] ?? "")}: ${whole(depth + 1)} }`;
    const body = whole(0);
    const reads = keys.length > 0 ? { ...value, readsContext: true } : value;
    const isConstant =
      !reads.readsContext && !reads.readsEvent && /^(?:-?[\d.]+|"[^"]*"|'[^']*'|true|false|null)$/.test(body);
    const shown = isConstant ? body : `${parameters(reads)} => ${body.startsWith("{") ? `(${body})` : body}`;
    return `assign({ ${keyCode(variable)}: ${shown} })`;
  }

  /** The text within an element as a value: what is JSON is data, all else a text. @throws Unwritten for XML */
  textValue(element: XmlElement): string {
    const value = textOfElement(element);
    if (value === undefined) throw new Unwritten("unread", "not-text", element.name);
    return value;
  }

  /** A value that is written, or computed from an expression: `event` and `eventexpr`. */
  either(element: XmlElement, name: string): Part | undefined {
    const text = element.attributes.get(name);
    if (text !== undefined) return constant(JSON.stringify(text));
    const expr = element.attributes.get(`${name}expr`);
    return expr === undefined ? undefined : this.expression(expr);
  }

  /** What an event or a final state carries: the names of its fields, and their code as parts of an object. */
  payload(element: XmlElement): Payload {
    const [content] = elementsOf(element, "content");
    if (content) {
      const expr = content.attributes.get("expr");
      const part = expr === undefined ? constant(this.textValue(content)) : this.expression(expr);
      return { parts: [part], text: `data: ${part.text}`, fields: ["data"], value: part.text };
    }
    const named = (element.attributes.get("namelist") ?? "").split(/\s+/).filter((name) => name !== "");
    const fields = [
      ...named.map((name) => ({ name, expr: name })),
      ...elementsOf(element, "param").map(({ attributes }) => ({
        name: attributes.get("name") ?? "",
        expr: attributes.get("expr") ?? attributes.get("location") ?? "",
      })),
    ];
    const { types } = this.#given.document.scope;
    for (const param of elementsOf(element, "param")) {
      const location = param.attributes.get("location");
      if (location !== undefined && !types.has(/^[\w$]+/.exec(location.trim())?.[0] ?? ""))
        throw new Unwritten("invalid", "code", location);
    }
    const parts = fields.map(({ expr }) => this.expression(expr));
    const text = fields.map(({ name }, i) => `${keyCode(name)}: ${parts[i]?.text}`).join(", ");
    const names = fields.map(({ name }) => name);
    const value = `{ ${text} }`;
    if (fields.length === 0) return { parts, text: "", fields: [], value };
    return this.#given.payload === "fields"
      ? { parts, text, fields: names, value }
      : { parts, text: `data: ${value}`, fields: ["data"], value };
  }
}
