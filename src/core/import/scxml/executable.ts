import { constant, Unwritten, Values, type Gathering, type Payload } from "#core/import/scxml/Values.ts";
import type { ImportPlace, ImportReason } from "#core/import/importReport.ts";
import { code, type Code, type CodeValue } from "#core/import/moduleCode.ts";
import { isScxml, isVariable } from "#core/import/scxml/document.ts";
import { parameters, translate, translateTree } from "#core/import/scxml/ecmascript.ts";
import { guardCode } from "#core/import/scxml/guardCode.ts";
import { assignments } from "#core/import/scxml/scriptAssignments.ts";
import { delayOf, literalOf } from "#core/import/scxml/elementValues.ts";
import { elementsOf, type XmlElement } from "#core/text/xmlTree.ts";

/** One action: code of a creator such as `assign(…)`, or the name of one that is provided. */
interface Action {
  readonly text: (indent: string) => string;
  /** SCXML leaves out the rest of a block behind an error. */
  readonly isError?: true;
}

/** Milliseconds of a duration as CSS and SCXML write it, where it is computed. */
export const DELAY_HELPER = `/** Milliseconds of a delay such as "1.5s" or "200ms". */
const delayMs = (delay: any): number =>
  parseFloat(delay) * (/[^m]s\\s*$/.test(String(delay)) ? 1000 : 1);
`;

/** Executable content as actions of XState. */
export class Executable {
  readonly #given: Gathering;
  readonly #values: Values;

  constructor(given: Gathering) {
    this.#given = given;
    this.#values = new Values(given);
  }

  /** @throws Unwritten */
  payload(element: XmlElement): Payload {
    return this.#values.payload(element);
  }

  /** Content that runs on these events alone, without `.*`: what is done brings its data as `output`. */
  forEvents(descriptors: readonly string[]): Executable {
    if (descriptors.length === 0 || !descriptors.every((name) => name.startsWith("done."))) return this;
    const { document } = this.#given;
    return new Executable({
      ...this.#given,
      document: { ...document, scope: { ...document.scope, payload: "output" } },
    });
  }

  /** The actions of a block, in order. */
  block(block: XmlElement): CodeValue[] {
    return this.#actions(elementsOf(block)).map(({ text }) => ({ code: text }) satisfies Code);
  }

  #actions(elements: readonly XmlElement[]): Action[] {
    const actions: Action[] = [];
    for (const [i, element] of elements.entries()) {
      const action = this.#action(element);
      if (action) actions.push(action);
      if (!action?.isError) continue;
      for (const rest of elements.slice(i + 1)) this.#given.report.leftOut(rest.name, rest, "never-run");
      break;
    }
    return actions;
  }

  #action(element: XmlElement): Action | undefined {
    const { report } = this.#given;
    if (!isScxml(element)) {
      report.leftOut(element.name, element, "foreign-element", { uri: element.uri });
      return undefined;
    }
    try {
      const action = this.#written(element);
      if (action) report.taken(element.name, element);
      else report.leftOut(element.name, element, "unknown-element");
      return action;
    } catch (error) {
      if (!(error instanceof Unwritten)) throw error;
      if (error.kind === "unread") return line(this.#provide(element, error.why, error.what));
      report.changed(element.name, element, "error-raised", { code: error.what });
      return { ...line(this.raised("error.execution")), isError: true };
    }
  }

  #written(element: XmlElement): Action | undefined {
    switch (element.name) {
      case "raise": {
        const type = this.#values.attribute(element, "event");
        this.#given.noteEvent(type, []);
        return line(this.raised(type));
      }
      case "assign":
        return line(this.#assign(element));
      case "script":
        return this.#script(element);
      case "log":
        return line(this.#log(element));
      case "send":
        return line(this.#send(element));
      case "cancel":
        return line(this.#cancel(element));
      case "if":
        return this.#enqueued((indent) => this.#ifText(element, indent));
      case "foreach":
        return this.#enqueued((indent) => this.#foreachText(element, indent));
      default:
        return undefined;
    }
  }

  /** An event that the machine raises for itself. */
  raised(type: string): string {
    this.#given.imports.add("raise");
    this.#given.noteEvent(type, []);
    return `raise({ type: ${JSON.stringify(type)} })`;
  }

  /** The name of an action that the program provides. */
  #provide(element: XmlElement, why: ImportReason, what: string): string {
    const name = this.#given.provide("actions", element.name);
    this.#given.report.changed(element.name, element, why, { name, code: what });
    return JSON.stringify(name);
  }

  #assign(element: XmlElement): string {
    const location = this.#values.attribute(element, "location");
    const expr = element.attributes.get("expr");
    if (expr !== undefined) return this.#values.assignment(location, this.#values.expression(expr));
    return this.#values.assignment(location, constant(this.#values.textValue(element)));
  }

  #script(element: XmlElement): Action {
    const text = element.children.filter((part) => typeof part === "string").join("");
    const src = element.attributes.get("src");
    const list = src === undefined ? assignments(text) : undefined;
    if (!list) throw new Unwritten("unread", "code", src ?? text.trim());
    const { scope } = this.#given.document;
    const lines = list.map(({ location, value, operator, source }) => {
      const part = value && translateTree(value, source, scope);
      const read = part?.kind === "code" ? part : undefined;
      if (!read) throw new Unwritten("unread", "code", text.trim());
      const before = operator === "" ? undefined : this.#values.expression(location);
      return this.#values.assignment(location, {
        ...read,
        text: before
          ? `${before.text} ${operator} ${/^[\w.]+$/.test(read.text) ? read.text : `(${read.text})`}`
          : read.text,
        readsContext: read.readsContext || before !== undefined,
      });
    });
    const [only] = lines;
    if (lines.length === 1 && only !== undefined) return line(only);
    return this.#enqueued((indent) => lines.map((action) => `${indent}enqueue(${action});\n`).join(""));
  }

  #log(element: XmlElement): string {
    this.#given.imports.add("log");
    const label = element.attributes.get("label");
    const expr = element.attributes.get("expr");
    const part = expr === undefined ? undefined : this.#values.expression(expr);
    const value = part ? `${parameters(part)} => ${wrapped(part.text)}` : undefined;
    if (value === undefined) return `log(${label === undefined ? "" : JSON.stringify(label)})`;
    return `log(${value}${label === undefined ? "" : `, ${JSON.stringify(label)}`})`;
  }

  #send(element: XmlElement): string {
    const { imports, document, noteEvent, helpers } = this.#given;
    const target = this.#values.either(element, "target");
    const where = target ? literalOf(target.text) : "";
    const type = this.#values.either(element, "type");
    const kind = type ? literalOf(type.text) : "scxml";
    if (kind === undefined || !["scxml", SCXML_PROCESSOR].includes(kind))
      throw new Unwritten("unread", "send-target", kind ?? type?.text ?? "");
    if (
      where === undefined ||
      !(["", "#_internal", "#_parent"].includes(where) || /^#_(?!scxml_)/.test(where))
    )
      throw new Unwritten("unread", "send-target", where ?? target?.text ?? "");
    const event = this.#values.either(element, "event");
    if (!event) throw new Unwritten("unread", "send-target", "event");
    const { parts, text, fields } = this.#values.payload(element);
    const name = literalOf(event.text);
    if (name !== undefined && where !== "#_parent") noteEvent(name, fields);
    const reads = [event, ...parts];
    const object = `{ type: ${event.text}${text === "" ? "" : `, ${text}`} }`;
    const isConstant = parameters(...reads) === "()" && name !== undefined;
    const value = isConstant
      ? object
      : `${parameters(...reads)} => (${object}${name === undefined ? " as any" : ""})`;
    const idLocation = element.attributes.get("idlocation");
    const id =
      element.attributes.get("id") ??
      (idLocation === undefined ? undefined : `${element.name}${element.line}_${element.column}`);
    const wait = this.#values.either(element, "delay");
    const written = wait && literalOf(wait.text);
    const ms = written === undefined ? undefined : delayOf(written);
    if (written !== undefined && ms === undefined) throw new Unwritten("invalid", "code", written);
    if (wait && ms === undefined) helpers.add(DELAY_HELPER);
    const delay =
      ms === undefined
        ? wait
          ? `${parameters(wait)} => delayMs(${wait.text})`
          : undefined
        : ms === 0
          ? undefined
          : String(ms);
    const options = [
      ...(id === undefined ? [] : [`id: ${JSON.stringify(id)}`]),
      ...(delay === undefined ? [] : [`delay: ${delay}`]),
    ];
    const more = options.length === 0 ? "" : `, { ${options.join(", ")} }`;
    const receiver = where === "" ? "({ self }) => self" : JSON.stringify(where.slice(2));
    const creator = where === "#_internal" ? "raise" : where === "#_parent" ? "sendParent" : "sendTo";
    imports.add(creator);
    const sent =
      creator === "sendTo"
        ? `sendTo(${receiver}, ${value}${more})`
        : `${creator}(${value}${creator === "raise" && delay === undefined ? "" : more})`;
    if (idLocation === undefined || !document.scope.types.has(idLocation)) return sent;
    imports.add("enqueueActions");
    return `enqueueActions(({ enqueue }) => { enqueue(${this.#values.assignment(idLocation, constant(JSON.stringify(id)))}); enqueue(${sent}); })`;
  }

  #cancel(element: XmlElement): string {
    this.#given.imports.add("cancel");
    const id = element.attributes.get("sendid");
    if (id !== undefined) return `cancel(${JSON.stringify(id)})`;
    const part = this.#values.expression(this.#values.attribute(element, "sendidexpr"));
    return `cancel(${parameters(part)} => ${part.text})`;
  }

  /** Statements that enqueue actions, as one action. Each is resolved with the context that those before it left. */
  #enqueued(statements: (indent: string) => string): Action {
    this.#given.imports.add("enqueueActions");
    const text = (indent: string) => {
      const body = statements(`${indent}  `);
      const names = ["context", "event", "check", "enqueue"].filter((name) =>
        new RegExp(`\\b${name}\\b`).test(body),
      );
      return `enqueueActions(({ ${names.join(", ")} }) => {\n${body}${indent}})`;
    };
    // What cannot be written shows at once, not when the text is asked for.
    const written = text("");
    return { text: (indent) => written.replaceAll("\n", `\n${indent}`) };
  }

  #enqueue(actions: readonly Action[], indent: string): string {
    return actions.map(({ text }) => `${indent}enqueue(${text(indent)});\n`).join("");
  }

  #ifText(element: XmlElement, indent: string): string {
    const branches: { head: XmlElement; body: XmlElement[] }[] = [{ head: element, body: [] }];
    for (const inner of elementsOf(element))
      if (isScxml(inner) && (inner.name === "elseif" || inner.name === "else"))
        branches.push({ head: inner, body: [] });
      else branches.at(-1)?.body.push(inner);
    return branches
      .map(({ head, body }, i) => {
        const test = head.name === "else" ? "" : `if (${this.#test(head)}) `;
        const inner = this.#enqueue(this.#actions(body), `${indent}  `);
        return `${i === 0 ? indent : " else "}${test}{\n${inner}${indent}}`;
      })
      .join("")
      .concat("\n");
  }

  #test(element: XmlElement): string {
    const text = this.#values.attribute(element, "cond");
    const part = translate(text, this.#given.document.scope);
    if (part.kind === "code") return part.text;
    const guard = this.guard(text, element, element.name);
    return guard === undefined ? "false" : `check(${guard.text})`;
  }

  /** A condition as a guard; undefined when it is no expression, which SCXML takes for false. */
  guard(cond: string, place: ImportPlace, element: string): { text: string; value: CodeValue } | undefined {
    const { document, targetOf, imports, provide, report } = this.#given;
    const guard = guardCode(cond, document.scope, targetOf);
    if (guard.kind === "invalid") {
      report.changed(element, place, "guard-false", { code: cond });
      return undefined;
    }
    if (guard.kind === "guard") {
      for (const name of guard.imports) imports.add(name);
      return { text: guard.text, value: code(guard.text) };
    }
    const name = provide("guards", "condition");
    report.changed(element, place, "code", { name, code: cond });
    return { text: JSON.stringify(name), value: name };
  }

  #foreachText(element: XmlElement, indent: string): string {
    const { types } = this.#given.document.scope;
    const array = this.#values.expression(this.#values.attribute(element, "array"));
    const item = this.#values.attribute(element, "item");
    const index = element.attributes.get("index");
    for (const variable of [item, ...(index === undefined ? [] : [index])])
      if (!isVariable(variable) || !types.has(variable)) throw new Unwritten("invalid", "code", variable);
    this.#given.imports.add("assign").add("raise");
    this.#given.noteEvent("error.execution", []);
    const set = index === undefined ? `${item}: () => value` : `${item}: () => value, ${index}: () => place`;
    const inner = this.#enqueue(this.#actions(elementsOf(element)), `${indent}    `);
    return `${indent}const list: any = ${array.text};
${indent}if (!Array.isArray(list)) enqueue(raise({ type: "error.execution" }));
${indent}else
${indent}  for (const [place, value] of list.entries()) {
${indent}    enqueue(assign({ ${set} }));
${inner}${indent}  }
`;
  }
}

const SCXML_PROCESSOR = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";

const line = (text: string): Action => ({ text: () => text });

/** An object that an arrow function gives needs brackets. */
export const wrapped = (text: string): string => (text.startsWith("{") ? `(${text})` : text);
