import { near } from "#core/diagnostic/near.ts";
import { ImportFault, ImportReport, type ImportedMachine } from "#core/import/importReport.ts";
import { clausesIn, isObject, waitsForNobody } from "#core/import/jsonStates.ts";
import { fieldTypes } from "#core/import/jsonTypes.ts";
import { fewest, MAX_ITERATIONS, moduleText, stateCode, type StateDraft } from "#core/import/machineDraft.ts";
import { jsonCode, object, type CodeValue } from "#core/import/moduleCode.ts";
import { nodeAt, readJson, repeatedKeys, type JsonNode } from "#core/ruleset/jsonText.ts";
import { parseJson, type Json, type JsonObject } from "#core/text/json.ts";
import { lineColumn } from "#core/text/lines.ts";

type JsonPath = readonly (string | number)[];

/** Keys of a state that are taken; the others of the machine itself are `context`, `version` and `options`. */
const STATE_KEYS =
  "id key type description tags meta history target initial entry exit invoke on always after onDone output states".split(
    " ",
  );
const MACHINE_KEYS = ["context", "version", "options", "$schema"];
const TRANSITION_KEYS = ["target", "guard", "actions", "reenter", "description", "meta"];
const INVOKE_KEYS = ["src", "id", "systemId", "input", "onDone", "onError", "onSnapshot"];
/** What XState 4 wrote otherwise, with the name of today. */
const FORMER_KEYS: Readonly<Record<string, string>> = {
  cond: "guard",
  internal: "reenter",
  onEntry: "entry",
  onExit: "exit",
  data: "output",
};

/**
 * A machine from its config as JSON, as Stately's tools and `createMachine(json)` have it. Guards, actions, actors and delays are names there;
 * they stay names, and are declared as what the program provides.
 * @param id of the machine in the module; that of the file when left out
 * @throws ImportFault for what is no JSON, or no config
 */
export function importXStateJson(text: string, id?: string): ImportedMachine {
  return new XStateJsonImport(text).machine(id);
}

class XStateJsonImport {
  readonly #text: string;
  readonly #node: JsonNode;
  readonly #json: JsonObject;
  readonly #report = new ImportReport();
  readonly #events = new Set<string>();
  /** Id of the machine in the file and in the module. */
  #ids = { from: "", to: "" };
  /** Ids that states have of their own; they stay, whatever they begin with. */
  readonly #writtenIds = new Set<string>();
  readonly #provided = {
    guards: new Set<string>(),
    actions: new Set<string>(),
    actors: new Set<string>(),
    delays: new Set<string>(),
  };

  constructor(text: string) {
    this.#text = text;
    const read = readJson(text);
    if ("fault" in read)
      throw new ImportFault(
        read.fault.code === "json-too-deep" ? "json-too-deep" : "json",
        lineColumn(text, read.fault.at.from),
      );
    this.#node = read.node;
    const [twice] = repeatedKeys(read.node);
    if (twice)
      throw new ImportFault("json-key-twice", lineColumn(text, twice.keyAt.from), { key: twice.key });
    this.#json = this.#objectOf(parseJson(text.replace(/^\ufeff/, "")), []);
    this.#reportProtoKeys(read.node, []);
    this.#noteIds(this.#json["states"]);
  }

  #noteIds(states: Json | undefined): void {
    if (!isObject(states)) return;
    for (const state of Object.values(states)) {
      if (!isObject(state)) continue;
      if (typeof state["id"] === "string") this.#writtenIds.add(state["id"]);
      this.#noteIds(state["states"]);
    }
  }

  machine(id: string | undefined): ImportedMachine {
    const json = this.#json;
    const own = typeof json["id"] === "string" ? json["id"] : undefined;
    if (!isObject(json["states"]) && json["on"] === undefined && json["initial"] === undefined)
      throw new ImportFault("machine-empty", this.#place([]));
    const name = id ?? own ?? "machine";
    this.#ids = { from: own ?? "(machine)", to: name };
    const root = this.#state("machine", { ...json, id: name }, []);
    const meta = { ...(isObject(json["meta"]) ? json["meta"] : {}), ...this.#asksOfRoot() };
    const context = json["context"] === undefined ? undefined : this.#objectOf(json["context"], ["context"]);
    if (context) this.#report.taken("context", this.#place(["context"]));
    const config = new Map<string, CodeValue>();
    const options = { ...(isObject(json["options"]) ? json["options"] : { maxIterations: MAX_ITERATIONS }) };
    for (const [key, value] of stateCode({
      ...root,
      ...(Object.keys(meta).length > 0 ? { meta: jsonCode(meta) } : {}),
    })) {
      config.set(key, value);
      if (key !== "id") continue;
      if (typeof json["version"] === "string") config.set("version", json["version"]);
      config.set("options", jsonCode(options));
      if (context) config.set("context", jsonCode(context));
    }
    const events = [...this.#events];
    const fields = new Map<string, string>();
    return {
      text: moduleText([
        {
          name: "machine",
          config,
          ...(context ? { context: fieldTypes(context) } : {}),
          events: new Map(events.map((type) => [type, fields])),
          provided: this.#provided,
          imports: new Set(),
          helpers: new Set(),
        },
      ]),
      ...(own === undefined ? {} : { name: own }),
      entries: this.#report.entries(),
      clauses: clausesIn(json),
      events: events.filter((type) => !type.includes("*") && !type.startsWith("xstate.")),
    };
  }

  /** Where the file does not say for whom a state waits, the table decides, until somebody says who. */
  #asksOfRoot(): JsonObject {
    if (!waitsForNobody(this.#json)) return {};
    this.#report.changed("machine", this.#place([]), "asks");
    return { asks: "table" };
  }

  /** A target that names the machine by its id goes along with a new one. */
  #target(text: string): string {
    return text.startsWith("#") ? `#${this.#stateId(text.slice(1))}` : text;
  }

  /** So does the event that a state is done, whose name ends with the state's id. */
  #event(type: string): string {
    const done = /^(?:xstate\.)?done\.state\./.exec(type)?.[0];
    return done === undefined ? type : `${done}${this.#stateId(type.slice(done.length))}`;
  }

  #stateId(id: string): string {
    const { from, to } = this.#ids;
    if (this.#writtenIds.has(id)) return id;
    return id === from || id.startsWith(`${from}.`) ? `${to}${id.slice(from.length)}` : id;
  }

  #place(path: JsonPath) {
    return lineColumn(this.#text, nodeAt(this.#node, path).at.from);
  }
  #shape(path: JsonPath, expected: string): never {
    throw new ImportFault("json-shape", this.#place(path), { element: pathText(path), expected });
  }
  #objectOf(value: Json | undefined, path: JsonPath): JsonObject {
    return isObject(value) ? value : this.#shape(path, "{ … }");
  }
  #textOf(value: Json | undefined, path: JsonPath): string | undefined {
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : this.#shape(path, '"…"');
  }

  /** A prototype in disguise: it is dropped as the text is read. */
  #reportProtoKeys(node: JsonNode, path: JsonPath): void {
    for (const { key, keyAt, value } of node.entries ?? []) {
      if (key === "__proto__")
        this.#report.leftOut(pathText([...path, key]), lineColumn(this.#text, keyAt.from), "proto-key");
      this.#reportProtoKeys(value, [...path, key]);
    }
    for (const [i, item] of (node.items ?? []).entries()) this.#reportProtoKeys(item, [...path, i]);
  }

  /** Reports keys that mean nothing. Gives the object with the names of today. */
  #known(json: JsonObject, path: JsonPath, known: readonly string[]): JsonObject {
    const out: Record<string, Json> = {};
    for (const [key, value] of Object.entries(json)) {
      const today = FORMER_KEYS[key];
      const isFormer = today !== undefined && known.includes(today) && !Object.hasOwn(json, today);
      const element = pathText([...path, key]);
      const place = this.#place([...path, key]);
      if (isFormer) {
        this.#report.changed(element, place, "former-key", { key, today });
        out[today] = today === "reenter" ? value === false : value;
      } else if (known.includes(key)) out[key] = value;
      else
        this.#report.leftOut(element, place, "unknown-key", {
          key,
          near: near(key, known).join(", "),
        });
    }
    return out;
  }

  #state(key: string, given: JsonObject, path: JsonPath): StateDraft {
    const json = this.#known(given, path, path.length === 0 ? [...STATE_KEYS, ...MACHINE_KEYS] : STATE_KEYS);
    this.#report.taken(path.length === 0 ? "machine" : pathText(path), this.#place(path));
    const at = (name: string): JsonPath => [...path, name];
    const type = this.#textOf(json["type"], at("type"));
    if (type !== undefined && !["atomic", "compound", "parallel", "final", "history"].includes(type))
      this.#shape(at("type"), "atomic | compound | parallel | final | history");
    const history = json["history"] === true ? "shallow" : json["history"];
    const tags = json["tags"];
    const id = this.#textOf(json["id"], at("id"));
    const description = this.#textOf(json["description"], at("description"));
    const past = json["target"];
    const target = this.#textOf(Array.isArray(past) ? past[0] : past, at("target"));
    if (Array.isArray(past) && past.length > 1)
      this.#report.changed(pathText(at("target")), this.#place(at("target")), "history-targets", {
        target: target ?? "",
      });
    const states = json["states"] === undefined ? {} : this.#objectOf(json["states"], at("states"));
    return {
      key,
      ...(type === "parallel" || type === "final" || type === "history"
        ? { type }
        : history === "shallow" || history === "deep"
          ? { type: "history" }
          : {}),
      ...(history === "shallow" || history === "deep" ? { history } : {}),
      ...(id === undefined ? {} : { id }),
      ...(description === undefined ? {} : { description }),
      ...(tags === undefined || tags === null ? {} : { tags: jsonCode(tags) }),
      ...(json["meta"] === undefined ? {} : { meta: jsonCode(json["meta"]) }),
      ...this.#initial(json["initial"], at("initial")),
      ...(target === undefined ? {} : { target: this.#target(target) }),
      entry: this.#actions(json["entry"], at("entry")),
      exit: this.#actions(json["exit"], at("exit")),
      invoke: this.#list(json["invoke"]).map((item, i) =>
        this.#invoke(item, Array.isArray(json["invoke"]) ? [...at("invoke"), i] : at("invoke")),
      ),
      on: this.#slots(json["on"], at("on"), (event) => void this.#events.add(event)),
      after: this.#slots(json["after"], at("after"), (delay) => {
        if (Number.isNaN(Number(delay))) this.#provided.delays.add(delay);
      }),
      always: this.#candidates(json["always"], at("always")),
      onDone: this.#candidates(json["onDone"], at("onDone")),
      ...(json["output"] === undefined ? {} : { output: jsonCode(json["output"]) }),
      states: Object.entries(states).map(([name, state]) => {
        const inner = [...at("states"), name];
        return this.#state(name, this.#objectOf(state, inner), inner);
      }),
    };
  }

  #initial(value: Json | undefined, path: JsonPath): { initial?: CodeValue } {
    if (value === undefined || value === null) return {};
    if (!isObject(value)) return { initial: this.#target(this.#textOf(value, path) ?? "") };
    const { target } = value;
    const first = this.#textOf(Array.isArray(target) ? target[0] : target, [...path, "target"]);
    if (first === undefined) this.#shape(path, "{ target }");
    const actions = fewest(this.#actions(value["actions"], [...path, "actions"]));
    const key = this.#target(first.replace(/^\./, ""));
    return { initial: actions === undefined ? key : object({ target: key, actions }) };
  }

  #list(value: Json | undefined): readonly Json[] {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? (value as readonly Json[]) : [value];
  }

  #slots(
    value: Json | undefined,
    path: JsonPath,
    note: (key: string) => void,
  ): Map<string, readonly CodeValue[]> {
    if (value === undefined || value === null) return new Map();
    return new Map(
      Object.entries(this.#objectOf(value, path)).map(([key, candidates]) => {
        const type = this.#event(key);
        note(type);
        return [type, this.#candidates(candidates, [...path, key])];
      }),
    );
  }

  #candidates(value: Json | undefined, path: JsonPath): CodeValue[] {
    const isList = Array.isArray(value);
    const list = this.#list(value);
    return list.map((item, i) => this.#transition(item, isList ? [...path, i] : path, list.length > 1));
  }

  /** @param inList under `after` XState forgets a target that stands in a list as a text alone */
  #transition(value: Json, path: JsonPath, inList: boolean): CodeValue {
    this.#report.taken(pathText(path), this.#place(path));
    if (typeof value === "string") {
      const target = this.#target(value);
      return inList ? object({ target }) : target;
    }
    const json = this.#known(this.#objectOf(value, path), path, TRANSITION_KEYS);
    const targets = this.#list(json["target"]).map((item) =>
      this.#target(this.#textOf(item, [...path, "target"]) ?? this.#shape([...path, "target"], '"…"')),
    );
    const guard = json["guard"];
    const isGuarded = guard !== undefined && guard !== null;
    const description = this.#textOf(json["description"], [...path, "description"]);
    return object({
      guard: isGuarded ? this.#behavior("guards", guard, [...path, "guard"]) : undefined,
      target: fewest(targets),
      actions: fewest(this.#actions(json["actions"], [...path, "actions"])),
      reenter: json["reenter"] === true ? true : undefined,
      description,
      meta: json["meta"] === undefined ? undefined : jsonCode(json["meta"]),
    });
  }

  #actions(value: Json | undefined, path: JsonPath): CodeValue[] {
    const isList = Array.isArray(value);
    return this.#list(value).map((item, i) => this.#behavior("actions", item, isList ? [...path, i] : path));
  }

  /** A guard or action by its name, with parameters if it has any. */
  #behavior(kind: "guards" | "actions", value: Json, path: JsonPath): CodeValue {
    const type = isObject(value) ? value["type"] : value;
    if (typeof type !== "string") this.#shape(path, '"…" | { type, params }');
    if (!this.#provided[kind].has(type)) {
      this.#provided[kind].add(type);
      this.#report.changed(pathText(path), this.#place(path), "to-provide", { name: type });
    }
    if (!isObject(value)) return type;
    const { type: _type, params, ...others } = value;
    // XState 4 had the parameters beside the type.
    const isFormer = params === undefined && Object.keys(others).length > 0;
    if (isFormer)
      this.#report.changed(pathText(path), this.#place(path), "former-key", {
        key: Object.keys(others).join(", "),
        today: "params",
      });
    const all = isFormer ? others : params;
    return all === undefined ? type : object({ type, params: jsonCode(all) });
  }

  #invoke(value: Json, path: JsonPath): CodeValue {
    const json = this.#known(this.#objectOf(value, path), path, INVOKE_KEYS);
    const given = json["src"];
    const src = isObject(given) ? given["type"] : given;
    if (typeof src !== "string") this.#shape([...path, "src"], '"…"');
    if (!this.#provided.actors.has(src)) {
      this.#provided.actors.add(src);
      this.#report.changed(pathText(path), this.#place(path), "to-provide", { name: src });
    }
    const slot = (name: string) => fewest(this.#candidates(json[name], [...path, name]));
    return object({
      src,
      id: this.#textOf(json["id"], [...path, "id"]),
      systemId: this.#textOf(json["systemId"], [...path, "systemId"]),
      input: json["input"] === undefined ? undefined : jsonCode(json["input"]),
      onDone: slot("onDone"),
      onError: slot("onError"),
      onSnapshot: slot("onSnapshot"),
    });
  }
}

const pathText = (path: JsonPath): string => path.join(".");
