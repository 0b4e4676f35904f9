import type { Chart } from "#core/chart/chart.ts";
import type { Stub, StubKind, Stubs } from "#core/export/stubs.ts";
import { child, nameOf, nodesOf } from "#core/syntax/node.ts";
import { treeOf } from "#core/syntax/tree.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

type Way = readonly (string | number)[];

/**
 * The code that a JSON names, for a machine that is written in several files: taken from the machine itself, at the places that the JSON
 * has too. Undefined when the module does not export the machine.
 * @param from file name of the machine as a JavaScript module
 */
export function takenFromMachine(
  chart: Chart,
  text: string,
  { json, stubs }: { readonly json: JsonObject; readonly stubs: Stubs },
  from: string,
): string | undefined {
  const { name } = chart.ref;
  if (name === undefined || (name !== "default" && !isExported(text, name))) return undefined;
  const ways = waysOf(json);
  const tables = (["guards", "actions", "actors", "delays"] as const).map((kind) => {
    const lines = stubs[kind]
      .filter((stub) => stub.from === "inline" && ways.has(`${kind} ${stub.name}`))
      .map(
        (stub) =>
          `    ${JSON.stringify(stub.name)}: ${takenAt(kind, stub, ways.get(`${kind} ${stub.name}`) ?? [])},`,
      );
    return `  ${kind}: {\n    ...machine.implementations.${kind},\n${lines.map((line) => `${line}\n`).join("")}  },`;
  });
  const missing = ["context", "output", "meta"].filter((key) => !Object.hasOwn(json, key));
  return `import { enqueueActions } from "xstate";
import { ${name === "default" ? "default as machine" : name === "machine" ? name : `${name} as machine`} } from ${JSON.stringify(`./${from}`)};

/** What stands at a place of the config; a list of one may be written without its brackets. */
const at = (...way) =>
  way.reduce((held, key) => (typeof key === "number" && !Array.isArray(held) ? held : held[key]), machine.config);
/** An action of another name with parameters of its own. */
const given = (action) => enqueueActions(({ enqueue }) => enqueue(action));

/** What the machine itself has and JSON cannot hold: \`createMachine({ ...json, ...parts })\`. */
export const parts = Object.fromEntries(
  ${JSON.stringify(missing)}.flatMap((key) => (key in machine.config ? [[key, machine.config[key]]] : [])),
);

/** The code of all that the JSON names: \`.provide(implementations)\`. */
export const implementations = {
${tables.join("\n")}
};
`;
}

const takenAt = (kind: StubKind, { given }: Stub, way: Way): string => {
  const path = `at(${way.map((key) => JSON.stringify(key)).join(", ")})`;
  return given && kind === "actions" ? `given(${path})` : path;
};

function isExported(text: string, name: string): boolean {
  return nodesOf(treeOf(text)?.program["body"]).some((node) => {
    if (node.type !== "ExportNamedDeclaration") return false;
    const declared = nodesOf(child(node, "declaration")?.["declarations"]);
    const named = nodesOf(node["specifiers"]).map((each) => each["exported"]);
    return [...declared.map((each) => each["id"]), ...named].some((id) => nameOf(id) === name);
  });
}

/** Where in a config each name of a guard, action or actor stands first. */
function waysOf(json: JsonObject): Map<string, Way> {
  const ways = new Map<string, Way>();
  const tell = (kind: StubKind, name: Json | undefined, way: Way) => {
    const key = `${kind} ${String(name)}`;
    if (typeof name === "string" && !ways.has(key)) ways.set(key, way);
  };
  const visit = (value: Json | undefined, way: Way, key: string): void => {
    if (Array.isArray(value)) value.forEach((item: Json, i) => visit(item, [...way, i], key));
    else if (isObject(value)) {
      if (key === "actions" || key === "entry" || key === "exit") tell("actions", value["type"], way);
      else if (key === "guard") tell("guards", value["type"], way);
      else {
        if (key === "invoke") tell("actors", value["src"], [...way, "src"]);
        for (const [name, inner] of Object.entries(value))
          if (!DATA.has(name) || MAPS.has(key)) visit(inner, [...way, name], MAPS.has(key) ? "" : name);
      }
    }
  };
  visit(json, [], "");
  return ways;
}

/** Keys whose values are named by the module's author. */
const MAPS = new Set(["states", "on", "after"]);
const DATA = new Set(["meta", "params", "context", "output", "tags", "options"]);

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
