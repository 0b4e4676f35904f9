import { parse } from "@babel/parser";

/** What is replaced in a file of a package: said for people, found by its text or a pattern, replaced by a text. */
export type Cut = readonly [what: string, where: RegExp | string, by: string];

/** The package that something is left out of, and the script that does it. */
export interface Cutter {
  readonly of: string;
  readonly script: string;
}

const missing = ({ of, script }: Cutter, what: string) =>
  new Error(`${of} has no ${what} to leave out: see scripts/${script}`);

/**
 * The text of a package's file without what nobody here asks it for. A next version that says it otherwise stops the build.
 * @throws Error when something of it is not where it was
 */
export const withCuts = (code: string, cutter: Cutter, cuts: readonly Cut[]): string =>
  cuts.reduce((text, [what, where, by]) => {
    const cut = text.replace(where, by);
    if (cut === text) throw missing(cutter, what);
    return cut;
  }, code);

/**
 * The same by names: what stands in the braces of functions, classes and methods (`Class.method`) is replaced.
 * @throws Error when there is no such function, class or method
 */
export function withBodies(code: string, cutter: Cutter, bodies: Readonly<Record<string, string>>): string {
  const found = new Map<string, Place>();
  for (const { node, owner } of nodesOf(code)) {
    const name = node.type === "ClassMethod" ? `${owner}.${node.key?.name}` : node.id?.name;
    if (name !== undefined && BODIED.has(node.type) && isPlace(node.body)) found.set(name, node.body);
  }
  const cuts = Object.entries(bodies).map(([name, by]) => {
    const body = found.get(name);
    if (!body) throw missing(cutter, name);
    return { ...body, by: `{ ${by} }` };
  });
  return spliced(code, cuts);
}

/**
 * The same without statements that are nothing but a call of one of these.
 * @param calls what is called, as it is written: `this.logger.warn`
 * @throws Error when one of them is not called
 */
export function withoutCalls(code: string, cutter: Cutter, calls: readonly string[]): string {
  const met = new Set<string>();
  const cuts = [...nodesOf(code)].flatMap(({ node: { type, start, end, expression } }) => {
    const callee =
      type === "ExpressionStatement" && expression?.type === "CallExpression" && expression.callee;
    const name = isPlace(callee) ? code.slice(callee.start, callee.end) : "";
    if (!calls.includes(name)) return [];
    met.add(name);
    return [{ start, end, by: ";" }];
  });
  const lacking = calls.find((name) => !met.has(name));
  if (lacking !== undefined) throw missing(cutter, `call of ${lacking}`);
  return spliced(code, cuts);
}

/**
 * The same with short names for methods and fields of its classes, which no minifier may give: an object can be asked for any of them by
 * name. Kept are names that stand in a text, in a table, or as a field of what the file makes, and those that others ask for.
 * @param asked names by which others use objects of this file
 */
export function withShortMembers(code: string, asked: readonly string[] = []): string {
  const all = [...nodesOf(code)].map(({ node }) => node);
  const kept = new Set([...asked, "constructor", "toString"]);
  for (const { type, key, value, left } of all) {
    if (type === "StringLiteral" && typeof value === "string") kept.add(value);
    if (type === "ObjectProperty" && key?.name !== undefined) kept.add(key.name);
    const isOwn =
      left?.object !== undefined &&
      /^(?:this|this\.state|state)$/.test(code.slice(left.object.start, left.object.end));
    if (type === "AssignmentExpression" && !isOwn && left?.property?.name !== undefined)
      kept.add(left.property.name);
  }
  const long = new Set<string>();
  for (const { type, key } of all)
    if (
      (type === "ClassMethod" || type === "ClassProperty") &&
      key?.name !== undefined &&
      key.name.length >= LONG_NAME &&
      !kept.has(key.name)
    )
      long.add(key.name);
  const short = new Map([...long].map((name, i) => [name, `$${i.toString(36)}`]));
  const used = new Set(
    all.flatMap(({ type, name }) => (type === "Identifier" && name !== undefined ? [name] : [])),
  );
  const taken = [...short.values()].find((name) => used.has(name));
  if (taken !== undefined) throw new Error(`The file has a name ${taken} of its own: see scripts/cuts.ts`);
  const cuts = all.flatMap(({ type, start, end, name = "" }) => {
    const by = type === "Identifier" ? short.get(name) : undefined;
    return by === undefined ? [] : [{ start, end, by }];
  });
  return spliced(code, cuts);
}

/** Characters of a name from which on a shorter one is worth it: the shorter ones have three or four. */
const LONG_NAME = 6;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** What is asked of a node of a syntax tree. */
interface Known extends Place {
  readonly type: string;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
  readonly name?: string;
  readonly value?: unknown;
  readonly left?: { readonly object?: Place; readonly property?: { readonly name?: string } };
  readonly body?: unknown;
  readonly expression?: { readonly type: string; readonly callee?: unknown };
}

const CLASSES: ReadonlySet<string> = new Set(["ClassDeclaration", "ClassExpression"]);
const BODIED: ReadonlySet<string> = new Set([...CLASSES, "FunctionDeclaration", "ClassMethod"]);
const isPlace = (value: unknown): value is Place =>
  typeof value === "object" && value !== null && "start" in value && "end" in value;
const isNode = (value: unknown): value is Known => isPlace(value) && "type" in value;

/** All nodes of a file in the order of their beginnings, each with the name of the class around it. */
function* nodesOf(code: string): Generator<{ node: Known; owner: string }> {
  const { program } = parse(code, { sourceType: "unambiguous" });
  if (isNode(program)) yield* within(program, "");
}

function* within(node: Known, owner: string): Generator<{ node: Known; owner: string }> {
  yield { node, owner };
  const inner = CLASSES.has(node.type) ? (node.id?.name ?? "") : owner;
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* within(value, inner);
}

/** What lies within another cut goes with that. */
function spliced(code: string, cuts: readonly (Place & { readonly by: string })[]): string {
  let text = "";
  let at = 0;
  for (const { start, end, by } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    text += code.slice(at, start) + by;
    at = end;
  }
  return text + code.slice(at);
}
