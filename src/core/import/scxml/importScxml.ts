import { ImportFault, ImportReport, type ImportedMachine } from "#core/import/importReport.ts";
import {
  fewest,
  MAX_ITERATIONS,
  moduleText,
  stateCode,
  emptyState,
  type MachineDraft,
  type StateDraft,
} from "#core/import/machineDraft.ts";
import { code, object, type CodeValue } from "#core/import/moduleCode.ts";
import {
  documentOf,
  isScxml,
  NumberedNames,
  readScxml,
  STATE_ELEMENTS,
  targetsOf,
  type PlacedElement,
  type ScxmlDocument,
} from "#core/import/scxml/document.ts";
import { contextOf } from "#core/import/scxml/datamodel.ts";
import { parameters } from "#core/import/scxml/ecmascript.ts";
import { Executable, wrapped } from "#core/import/scxml/executable.ts";
import { CodeLimit, Unwritten, type Gathering } from "#core/import/scxml/Values.ts";
import { transitionsOf } from "#core/import/scxml/transitions.ts";
import { elementsOf, type XmlElement } from "#core/text/xmlTree.ts";

/**
 * A machine from an SCXML document. States, transitions and executable content become those of XState; expressions of ECMAScript are taken
 * where they only read the data of the document.
 * @param id of the machine in the module
 * @throws ImportFault for what is no SCXML
 */
export function importScxml(text: string, id = "machine"): ImportedMachine {
  const scxml = readScxml(text);
  const report = new ImportReport();
  const drafts = machinesOf(scxml, {
    id,
    name: "machine",
    report,
    limit: new CodeLimit(),
    isChild: false,
  });
  const name = scxml.attributes.get("name");
  const last = drafts.at(-1);
  return {
    text: moduleText(drafts),
    ...(name === undefined ? {} : { name }),
    entries: report.entries(),
    clauses: [],
    events: [...(last?.events.keys() ?? [])].filter((type) => !/[.*]/.test(type)),
  };
}

interface MachineRequest {
  readonly id: string;
  /** Name of its const. */
  readonly name: string;
  readonly report: ImportReport;
  readonly limit: CodeLimit;
  /** Whether another machine of the document starts it. */
  readonly isChild: boolean;
}

/** The machine of a document, behind those that it starts. */
function machinesOf(scxml: XmlElement, request: MachineRequest): MachineDraft[] {
  return new ScxmlMachine(scxml, request).drafts();
}

/** Attributes that are read, by element; those of other namespaces are reported. */
const KNOWN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  scxml: ["initial", "name", "version", "datamodel", "binding"],
  state: ["id", "initial"],
  parallel: ["id"],
  final: ["id"],
  history: ["id", "type"],
  transition: ["event", "cond", "target", "type"],
};

class ScxmlMachine {
  readonly #scxml: XmlElement;
  readonly #request: MachineRequest;
  readonly #document: ScxmlDocument;
  readonly #events = new Map<string, Map<string, string>>();
  readonly #eventPrefixes = new Set<string>();
  readonly #children: MachineDraft[] = [];
  readonly #given: Gathering;
  readonly #executable: Executable;

  constructor(scxml: XmlElement, request: MachineRequest) {
    this.#scxml = scxml;
    this.#request = request;
    this.#document = documentOf(scxml);
    const provided = {
      guards: new Set<string>(),
      actions: new Set<string>(),
      actors: new Set<string>(),
      delays: new Set<string>(),
    };
    const numbered = {
      guards: new NumberedNames(),
      actions: new NumberedNames(),
      actors: new NumberedNames(),
      delays: new NumberedNames(),
    };
    this.#given = {
      document: this.#document,
      payload: this.#document.scope.payload === "fields" ? "fields" : "data",
      report: request.report,
      imports: new Set(),
      helpers: new Set(),
      provided,
      provide: (kind, name) => {
        const free = numbered[kind].free(name, (text) => provided[kind].has(text));
        provided[kind].add(free);
        return free;
      },
      limit: request.limit,
      targetOf: (id) => this.#absolute(this.#document.byId.get(id)),
      noteEvent: (type, fields) => this.#noteEvent(type, fields),
      notePrefix: (prefix) => {
        this.#eventPrefixes.add(prefix);
        this.#noteEvent(prefix, []);
      },
    };
    this.#executable = new Executable(this.#given);
  }

  drafts(): MachineDraft[] {
    const { report, id, name, isChild } = this.#request;
    const { root, renamed, scope } = this.#document;
    if (root.children.length === 0) throw new ImportFault("machine-empty", this.#scxml);
    for (const { element, key } of renamed)
      report.changed(element.name, element, "key", { id: element.attributes.get("id") ?? "", key });
    const { context, isFaulty } = contextOf(this.#scxml, this.#document, { report, isChild });
    const state = this.#state(root);
    const config = new Map<string, CodeValue>([
      ["id", id],
      ["options", object({ maxIterations: MAX_ITERATIONS })],
    ]);
    if (context) config.set("context", context);
    if (!isChild) {
      config.set("meta", object({ asks: "table" }));
      report.changed("scxml", this.#scxml, "asks");
    }
    // A variable whose first value cannot be computed is an error that the document may react to.
    const entry = isFaulty ? [code(this.#executable.raised("error.execution")), ...state.entry] : state.entry;
    for (const [key, value] of stateCode({ ...state, entry })) if (key !== "type") config.set(key, value);
    const draft: MachineDraft = {
      name,
      config,
      ...(scope.types.size > 0 ? { context: scope.types } : {}),
      events: this.#events,
      eventPrefixes: this.#eventPrefixes,
      provided: this.#given.provided,
      imports: this.#given.imports,
      helpers: this.#given.helpers,
      ...(isChild && scope.types.size > 0 ? { input: [...scope.types.keys()] } : {}),
    };
    return [...this.#children, draft];
  }

  #absolute(place: PlacedElement | undefined): string | undefined {
    return place && `#${[this.#request.id, ...place.path].join(".")}`;
  }

  #noteEvent(type: string, fields: readonly string[]): void {
    const known = this.#events.get(type) ?? new Map<string, string>();
    for (const field of fields) known.set(field, "any");
    if (this.#document.scope.payload === "data") known.set("data", "any");
    if (type.startsWith("xstate.")) known.set("output", "any");
    this.#events.set(type, known);
  }

  #state(place: PlacedElement): StateDraft {
    const { report } = this.#request;
    const { element, children, parent, key } = place;
    const { attributes, name } = element;
    report.taken(name, element);
    const known = KNOWN_ATTRIBUTES[name] ?? [];
    for (const attribute of attributes.keys())
      if (!known.includes(attribute) && !attribute.startsWith("{") && attribute !== "xmlns" && parent)
        report.leftOut(name, element, "attribute", { attribute });
    if (name === "history") return this.#history(place);
    const invoke: CodeValue[] = [];
    const [entry, exit]: [CodeValue[], CodeValue[]] = [[], []];
    for (const inner of elementsOf(element)) {
      if (!isScxml(inner)) {
        report.leftOut(inner.name, inner, "foreign-element", { uri: inner.uri });
        continue;
      }
      if (inner.name === "onentry") entry.push(...this.#executable.block(inner));
      else if (inner.name === "onexit") exit.push(...this.#executable.block(inner));
      else if (inner.name === "invoke") invoke.push(this.#invoke(inner, place, invoke.length));
      else if (inner.name === "script" && !parent)
        report.leftOut("script", inner, "code", { name: "script", code: inner.children.join("").trim() });
      else if (![...STATE_ELEMENTS, "transition", "initial", "datamodel", "donedata"].includes(inner.name))
        report.leftOut(inner.name, inner, "unknown-element");
    }
    const { initial, start } = this.#initial(place);
    const { output, fault } = this.#output(element);
    if (fault) entry.push(fault);
    const slots = transitionsOf(place, this.#given, this.#executable);
    return {
      key,
      ...(name === "parallel" || name === "final" ? { type: name } : {}),
      ...(initial === undefined ? {} : { initial }),
      entry,
      exit,
      invoke,
      on: slots.on,
      after: new Map(),
      always: slots.always,
      onDone: slots.onDone,
      ...(output === undefined ? {} : { output }),
      states: [...(start ? [start] : []), ...children.map((child) => this.#state(child))],
    };
  }

  #history({ element, key }: PlacedElement): StateDraft {
    const { report } = this.#request;
    const [transition] = elementsOf(element, "transition");
    const targets = transition
      ? targetsOf(this.#document, transition.attributes.get("target") ?? "", transition)
      : [];
    if (transition && elementsOf(transition).length > 0)
      report.leftOut("transition", transition, "history-actions");
    const target = this.#absolute(targets[0]);
    if (transition && targets.length > 1)
      report.changed("transition", transition, "history-targets", { target: targets[0]?.key ?? "" });
    return {
      ...emptyState(key),
      type: "history",
      history: element.attributes.get("type") === "deep" ? "deep" : "shallow",
      ...(target === undefined ? {} : { target }),
    };
  }

  /**
   * Where a compound state begins. XState begins in one child; what SCXML begins further inside, in several states or in a history, is entered
   * from a state of its own that is left at once.
   */
  #initial(place: PlacedElement): { initial?: CodeValue; start?: StateDraft } {
    const { element, children } = place;
    const real = children.filter((child) => child.element.name !== "history");
    if (element.name === "parallel" || real.length === 0) return {};
    const [written] = elementsOf(element, "initial");
    const [transition] = elementsOf(written, "transition");
    const ids = transition?.attributes.get("target") ?? element.attributes.get("initial");
    const at = transition ?? element;
    const targets = ids === undefined ? real.slice(0, 1) : targetsOf(this.#document, ids, at);
    const actions = transition ? this.#executable.block(transition) : [];
    const [target] = targets;
    if (transition) this.#request.report.taken("initial", written ?? transition);
    if (targets.length === 1 && target && real.includes(target))
      return {
        initial: actions.length === 0 ? target.key : object({ target: target.key, actions: fewest(actions) }),
      };
    const keys = new Set(children.map((child) => child.key));
    const key = new NumberedNames().free("start", (name) => keys.has(name));
    this.#request.report.changed(element.name, at, "initial-state", { key });
    const entrance = object({
      target: fewest(targets.map((state) => this.#absolute(state) ?? "")),
      actions: fewest(actions),
    });
    return { initial: key, start: { ...emptyState(key), always: [entrance] } };
  }

  /** @returns `fault` where the data cannot be computed: what is done on entry then */
  #output(element: XmlElement): { output?: CodeValue; fault?: CodeValue } {
    const [data] = elementsOf(element, "donedata");
    if (!data) return {};
    const { report } = this.#request;
    try {
      const { parts, value } = this.#executable.payload(data);
      report.taken("donedata", data);
      return { output: code(`${parameters(...parts)} => ${wrapped(value)}`) };
    } catch (error) {
      if (!(error instanceof Unwritten)) throw error;
      if (error.kind === "invalid") {
        report.changed("donedata", data, "error-raised", { code: error.message });
        return { fault: code(this.#executable.raised("error.execution")) };
      }
      report.leftOut("donedata", data, "code", { name: "donedata", code: error.message });
      return {};
    }
  }

  /** A session that a state starts: a document within this one is a machine of the module, all else is provided. */
  #invoke(element: XmlElement, place: PlacedElement, index: number): CodeValue {
    const { report, limit, name: outer } = this.#request;
    const id = element.attributes.get("id") ?? `${[...place.path].join("_")}_${index}`;
    const idLocation = element.attributes.get("idlocation");
    if (idLocation !== undefined) report.leftOut("invoke", element, "attribute", { attribute: "idlocation" });
    if (element.attributes.get("autoforward") === "true") report.leftOut("invoke", element, "autoforward");
    for (const finalize of elementsOf(element, "finalize"))
      report.leftOut("finalize", finalize, "unknown-element");
    const input = this.#inputOf(element);
    const [content] = elementsOf(element, "content");
    const inner = elementsOf(content, "scxml").find(isScxml);
    if (!inner) {
      const written = element.attributes.get("src") ?? element.attributes.get("type") ?? "session";
      const name = /^[\w-]+$/.test(written) ? written : id;
      this.#given.provided.actors.add(name);
      report.changed("invoke", element, "session", { name });
      return object({ src: name, id, input });
    }
    // Between two numbers stands a mark: the first session in `machine1` is not the eleventh of `machine`.
    const name = `${outer}${/\d$/.test(outer) ? "_" : ""}${this.#children.length + 1}`;
    this.#children.push(
      ...machinesOf(inner, { id: name, name: name.replaceAll(/\W/g, "_"), report, limit, isChild: true }),
    );
    report.taken("invoke", element);
    return object({ src: code(name), id, input });
  }

  #inputOf(element: XmlElement): CodeValue | undefined {
    try {
      const params = [
        ...elementsOf(element, "param"),
        ...(element.attributes.has("namelist") ? [element] : []),
      ];
      if (params.length === 0) return undefined;
      const { parts, value } = this.#executable.payload({
        ...element,
        children: elementsOf(element, "param"),
      });
      return code(`${parameters(...parts)} => (${value})`);
    } catch (error) {
      if (!(error instanceof Unwritten)) throw error;
      this.#request.report.leftOut("param", element, "code", { name: "param", code: error.message });
      return undefined;
    }
  }
}
