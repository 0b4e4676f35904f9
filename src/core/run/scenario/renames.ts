import { newPath, type Rename } from "#core/run/scenario/saves.ts";
import { parseJson, type Json, type JsonObject } from "#core/text/json.ts";

/** The newest format of `renames.json` that is written here. */
const FORMAT = 1;

/** The renames of a machine in `renames.json`, oldest first; none when there is no such file or it cannot be read. */
export function renamesIn(text: string | undefined, machine: string): readonly Rename[] {
  const list = (fileOf(text)?.["machines"] as JsonObject | undefined)?.[machine];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/**
 * `renames.json` with what a graph command moved or renamed, as one more entry; undefined when it moved nothing. The file stays as it
 * is, too, when it cannot be read or is of a newer format.
 * @param pathMap old path id of a state to its new one, null for what is gone
 */
export function addRename(
  text: string | undefined,
  machine: string,
  pathMap: Readonly<Record<string, string | null>>,
): string | undefined {
  const states: Record<string, string> = {};
  for (const [from, to] of Object.entries(pathMap).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (to !== null && newPath(states, from) !== to) states[from] = to;
  const file = fileOf(text);
  if (Object.keys(states).length === 0 || !file) return undefined;
  const machines = isObject(file["machines"]) ? file["machines"] : {};
  const before = machines[machine];
  const list = [...(Array.isArray(before) ? before : []), { states }];
  return print({ ...file, machines: { ...machines, [machine]: list } });
}

/** A path before a rename of it or of a state around it: the inverse of `newPath`. */
export function oldPath(names: Readonly<Record<string, string>>, path: string): string {
  const inside = Object.entries(names).filter(([, to]) => path === to || path.startsWith(`${to}.`));
  const [from, to] = inside.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ["", ""];
  return from === "" ? path : from + path.slice(to.length);
}

/** The file, or one to begin with; undefined for a text that must not be touched. */
function fileOf(text: string | undefined): JsonObject | undefined {
  if (text === undefined)
    return { $schema: "../../schemas/renames.schema.json", format: FORMAT, machines: {} };
  try {
    const file = parseJson(text);
    return isObject(file) && Number(file["format"]) <= FORMAT ? file : undefined;
  } catch {
    return undefined;
  }
}

/** One entry a line. */
function print({ machines, ...rest }: JsonObject): string {
  const fields = Object.entries(rest).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const lists = Object.entries(machines as JsonObject).map(([key, list]) => {
    const entries = Array.isArray(list) ? list : [];
    const lines = entries.map((entry: Json) => `      ${JSON.stringify(entry)}`).join(",\n");
    return `    ${JSON.stringify(key)}: [${lines === "" ? "" : `\n${lines}\n    `}]`;
  });
  return `{\n${[...fields, `  "machines": {\n${lists.join(",\n")}\n  }`].join(",\n")}\n}\n`;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
