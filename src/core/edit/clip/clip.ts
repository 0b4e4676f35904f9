import type { Json } from "#core/text/json.ts";
import type { StatePath } from "#core/chart/chart.ts";

/** The tables of `setup`. */
export const TABLES = ["guards", "actions", "actors", "delays"] as const;
export type Table = (typeof TABLES)[number];

/** What is known of a copied state besides its text, so that it can be put into another machine. */
export interface ClipHead {
  readonly format: 1;
  /** The machine it was copied from, and the state's path there. */
  readonly machine: { readonly id?: string; readonly name?: string };
  readonly path: StatePath;
  /** One step of its indentation. */
  readonly indent: string;
  /** What `import * as` was called there. */
  readonly namespace?: string;
  /** Where its targets led: the source, counted from the state, the text of the target and the state's path there. */
  readonly targets: readonly (readonly [source: StatePath, text: string, path: StatePath])[];
  /** The states that `stateIn` names: the argument as code, and the path there. */
  readonly stateIn: readonly (readonly [code: string, path: StatePath])[];
  /** The names it needs in setup: their code, or null where that could not be copied. */
  readonly needs: Readonly<Record<Table, Readonly<Record<string, string | null>>>>;
}

/** A copied state: `key: { ... }` from the left margin, line feeds as line ends, and what is known of it. */
export interface Clip {
  readonly head?: ClipHead;
  readonly body: string;
}

const MARK = "turnwright state ";

/** A clip as a text that may go through any clipboard: a comment, then the state as it is written in code. */
export function printClip({ head, body }: Clip): string {
  if (!head) return body;
  return `/* ${MARK}${JSON.stringify(head).replaceAll("*/", "*\\/")} */\n${body}\n`;
}

/** Reads a clip. Text without the comment, such as `idle: { ... }` from an editor, is a clip of which nothing else is known. */
export function parseClip(text: string): Clip {
  const plain = text.replaceAll("\r\n", "\n");
  const match = /^\s*\/\* turnwright state (\{.*\}) \*\/\n/.exec(plain);
  const body = (match ? plain.slice(match[0].length) : plain).trim().replace(/,$/, "");
  const head = match && readHead(match[1] ?? "");
  return head ? { head, body } : { body: toMargin(body) };
}

/** Several copied states as one text, and the other way round; a text without the comment is one. */
export const joinClips = (clips: readonly string[]): string => clips.join("\n");
export function splitClips(text: string): readonly Clip[] {
  const plain = text.replaceAll("\r\n", "\n");
  const starts = [...plain.matchAll(/^\/\* turnwright state (\{.*\}) \*\/$/gm)].flatMap(
    ({ index, 1: json = "" }) => (readHead(json) ? [index] : []),
  );
  const [first, ...more] = starts;
  if (first === undefined || plain.slice(0, first).trim() !== "") return [parseClip(text)];
  return [first, ...more].map((from, i) => parseClip(plain.slice(from, more[i])));
}

/** Code that was cut out of a file without the indent of its first line: its last line says what that was. */
function toMargin(body: string): string {
  const indent = /\n([ \t]*)[^\n]*$/.exec(body)?.[1] ?? "";
  return indent === "" ? body : body.replaceAll(`\n${indent}`, "\n");
}

/** One step of indentation in a clip: what its head says, else that of the first line which has one. */
export const indentOf = ({ head, body }: Clip): string =>
  head?.indent ?? /\n([ \t]+)\S/.exec(body)?.[1] ?? "";

function readHead(json: string): ClipHead | undefined {
  try {
    const head = JSON.parse(json) as Json;
    return isHead(head) ? (head as unknown as ClipHead) : undefined;
  } catch {
    return undefined;
  }
}

/** A clipboard may hold anything: only a head of the right shape counts. */
function isHead(value: Json): boolean {
  if (!isRecord(value) || value["format"] !== 1) return false;
  const { machine, path, indent, namespace, targets, stateIn, needs } = value;
  return (
    isRecord(machine) &&
    isPath(path) &&
    typeof indent === "string" &&
    /^[ \t]*$/.test(indent) &&
    (namespace === undefined || typeof namespace === "string") &&
    isList(targets, (target) => isTriple(target, [isPath, isText, isPath])) &&
    isList(stateIn, (entry) => isTriple(entry, [isText, isPath])) &&
    isRecord(needs) &&
    TABLES.every((table) => isRecord(needs[table]) && Object.values(needs[table]).every(isTextOrNull))
  );
}

type Maybe = Json | undefined;
const isText = (value: Maybe): boolean => typeof value === "string";
const isTextOrNull = (value: Maybe): boolean => value === null || isText(value);
const isRecord = (value: Maybe): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: Maybe, of: (item: Maybe) => boolean): boolean =>
  Array.isArray(value) && value.every(of);
const isPath = (value: Maybe): boolean => isList(value, isText);
const isTriple = (value: Maybe, of: readonly ((item: Maybe) => boolean)[]): boolean =>
  Array.isArray(value) && value.length === of.length && of.every((is, i) => is(value[i]));
