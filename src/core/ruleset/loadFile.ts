import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { wordFact } from "#core/diagnostic/say.ts";
import { newestFormat, schemaOf } from "#core/ruleset/format.ts";
import {
  childOf,
  keySpan,
  nodeAt,
  type JsonFault,
  readJson,
  repeatedKeys,
  type JsonNode,
} from "#core/ruleset/jsonText.ts";
import { schemaFaults, type SchemaName } from "#core/ruleset/schemaFaults.ts";
import { parseJson, type Json, type JsonObject } from "#core/text/json.ts";

/** A JSON file of a game, read and checked. */
export interface LoadedFile {
  /** What can be used of it: items with faults are left out. Undefined when nothing can. */
  readonly value?: JsonObject;
  /** Places in the text, while it is JSON. */
  readonly node?: JsonNode;
  /** The file's `format` is newer than this program: it may be shown, not written. */
  readonly newer: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** How large what is in a file may be. */
export interface FileLimits {
  /** Steps of a scenario; `MAX_SCENARIO_STEPS` when left out. */
  readonly scenarioSteps?: number;
}

/**
 * Steps that a scenario may have: played and compared, so many take about ten seconds. The longest of the games that come with the
 * studio has a thousandth of them; more is a recording that went on by itself.
 */
export const MAX_SCENARIO_STEPS = 10_000;

/**
 * Reads one JSON file of a game: syntax, `format`, schema, keys written twice. Never throws on what a file holds.
 * @throws RangeError when no schema belongs to the name: a fault of ours.
 */
export function loadFile(
  name: string,
  text: string,
  { scenarioSteps = MAX_SCENARIO_STEPS }: FileLimits = {},
): LoadedFile {
  const known = latest.get(name);
  if (known?.text === text && known.scenarioSteps === scenarioSteps) return known.file;
  const file = load(name, text, scenarioSteps);
  latest.set(name, { text, scenarioSteps, file });
  return file;
}

/** Whether `loadFile` has the reading of this text at hand. */
export const isFileRead = (name: string, text: string): boolean => latest.get(name)?.text === text;

/** Forgets the readings of all files but these: what is remembered is that of one game, however many are opened in a day. */
export function forgetOtherFiles(files: ReadonlyMap<string, unknown>): void {
  for (const name of latest.keys()) if (!files.has(name)) latest.delete(name);
}

/** A sentence went on behind a quotation mark: the likeliest fault of one who writes wordings. */
const isQuoteInside = (text: string, { at, expected, got }: JsonFault): boolean =>
  (expected === "comma-or-brace" || expected === "comma-or-bracket" || expected === "colon") &&
  text.slice(0, at.from).trimEnd().endsWith('"') &&
  !['"', "}", "]", "{", "[", ""].includes(got);

/** The latest reading of each name: while one file is edited the others are read again and again. */
const latest = new Map<
  string,
  { readonly text: string; readonly scenarioSteps: number; readonly file: LoadedFile }
>();

function load(name: string, text: string, scenarioSteps: number): LoadedFile {
  const schema = schemaOf(name);
  if (!schema) throw new RangeError(`No schema for a file named ${name}`);
  const read = readJson(text);
  if ("fault" in read) {
    const { code, at, expected, got } = read.fault;
    return {
      newer: false,
      diagnostics: [
        {
          code,
          severity: "error",
          file: name,
          at,
          facts: {
            expected: wordFact(`expected-${expected}`),
            got,
            ...(isQuoteInside(text, read.fault) ? { cause: "quote" } : {}),
          },
        },
      ],
    };
  }
  const { node } = read;
  const steps = schema === "scenario" ? childOf(node, "steps") : undefined;
  const count = steps?.items?.length ?? 0;
  // Nothing else is said of it: a finding for each of its steps would help nobody.
  if (count > scenarioSteps)
    return {
      node,
      newer: false,
      diagnostics: [
        {
          code: "scenario-too-long",
          severity: "error",
          file: name,
          at: keySpan(node, ["steps"]),
          facts: { steps: count, limit: scenarioSteps },
        },
      ],
    };
  const value = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const diagnostics: Diagnostic[] = repeatedKeys(node).map((entry) => ({
    code: "json-duplicate-key",
    severity: "error",
    file: name,
    at: entry.keyAt,
    facts: { key: entry.key },
  }));
  const format = typeof value === "object" && value !== null ? (value as JsonObject)["format"] : undefined;
  const newer = typeof format === "number" && format > newestFormat(schema);
  if (newer)
    diagnostics.push({
      code: "newer-format",
      severity: "warning",
      file: name,
      at: nodeAt(node, ["format"]).at,
      facts: { format, known: newestFormat(schema) },
    });
  const faults = schemaFaults(schema, value).filter((fault) => !(newer && fault.way[0] === "format"));
  // What a newer format allows is not known here, so its differences are not called faults.
  if (!newer)
    for (const { code, way, facts } of faults)
      diagnostics.push({
        code,
        severity: code === "json-unknown-key" ? "warning" : "error",
        file: name,
        at:
          code === "json-missing"
            ? opening(nodeAt(node, way))
            : code === "json-unknown-key"
              ? keySpan(node, way)
              : nodeAt(node, way).at,
        facts,
      });
  const broken = faults.filter((fault) => fault.code !== "json-unknown-key").map((fault) => fault.way);
  const usable = prune(value, schema, broken);
  return { ...(usable ? { value: usable } : {}), node, newer, diagnostics };
}

/** A missing key is marked at the brace that should hold it, not over the whole object. */
const opening = (node: JsonNode) => ({ from: node.at.from, to: Math.min(node.at.to, node.at.from + 1) });

/** Leaves out the items (of the list or map that the file is about) which have faults. A fault elsewhere in a scenario spoils it. */
function prune(
  value: Json,
  schema: SchemaName,
  broken: readonly (readonly (string | number)[])[],
): JsonObject | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const all = value as JsonObject;
  if (broken.length === 0) return all;
  if (schema === "scenario") return undefined;
  const out: Record<string, Json> = { ...all };
  const tops = new Set(broken.map((way) => way[0]));
  for (const top of tops) {
    if (top === undefined) continue;
    const held = out[top];
    const bad = new Set(broken.filter((way) => way[0] === top).map((way) => way[1]));
    if (bad.has(undefined) || typeof held !== "object" || held === null) delete out[top];
    else if (Array.isArray(held)) out[top] = held.filter((_, i) => !bad.has(i));
    else out[top] = Object.fromEntries(Object.entries(held).filter(([key]) => !bad.has(key)));
  }
  return out;
}
