import { parse } from "@babel/parser";
import type { Plugin } from "vite";

/** The folders of core whose work somebody waits for on the page: reading, checks, commands and what they stand on. */
const GUARDED =
  /[\\/]src[\\/]core[\\/](?:text|syntax|diagnostic|expr|chart|symbol|ruleset|read|edit|analyze|find|project)[\\/].*\.ts$/;
const COUNTDOWN = /[\\/]src[\\/]core[\\/]text[\\/]budget\.ts$/;

/**
 * Writes a countdown into each loop of core, each function that names itself, and each that has a function within it, which is how lists
 * are gone through here: `core/text/budget.ts` says what for. What goes on for ever passes one of them again and again, or ends with
 * a full stack. Other functions have none: with one in each function reading took a twentieth longer.
 */
export function guardLoops(): Plugin {
  return {
    name: "turnwright-guard-loops",
    enforce: "pre",
    transform(code, id) {
      const [path = id] = id.split("?");
      return GUARDED.test(path) && !COUNTDOWN.test(path) ? { code: guarded(code), map: null } : null;
    },
  };
}

const IMPORT = 'import { countStep as $step } from "#core/text/budget.ts";';
const STATEMENT = "$step();";
const EXPRESSION = "$step(), ";

/** The same code, line for line, with countdowns. */
export function guarded(code: string): string {
  const inserts: { readonly at: number; readonly text: string }[] = [];
  /** `const name = () => …`: what a function without a name of its own is called by. */
  const names = new Map<Node, unknown>();
  for (const node of nodesOf(parse(code, { sourceType: "module", plugins: ["typescript"] }).program)) {
    if (node.type === "VariableDeclarator" && isNode(node["init"])) names.set(node["init"], node["id"]);
    const isLoop = LOOPS.has(node.type) && !countsDown(node);
    const body = node["body"];
    if (!isNode(body) || !(isLoop || (FUNCTIONS.has(node.type) && mayGoOn(node, names.get(node), body))))
      continue;
    if (body.type === "BlockStatement") inserts.push({ at: body.start + 1, text: STATEMENT });
    else
      inserts.push(
        { at: body.start, text: isLoop ? `{${STATEMENT}` : `(${EXPRESSION}` },
        { at: body.end, text: isLoop ? "}" : ")" },
      );
  }
  if (inserts.length === 0) return code;
  let text = IMPORT;
  let at = 0;
  for (const insert of inserts.toSorted((a, b) => a.at - b.at)) {
    text += code.slice(at, insert.at) + insert.text;
    at = insert.at;
  }
  return text + code.slice(at);
}

const LOOPS: ReadonlySet<string> = new Set([
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
]);
const FUNCTIONS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** Everything below a node, outer ones first. */
function nodesOf(root: object): Node[] {
  const all: Node[] = [];
  const add = (value: unknown) => {
    if (!isNode(value)) return;
    all.push(value);
    below(value);
  };
  const below = (node: object) => {
    for (const part in node) {
      const value = (node as Readonly<Record<string, unknown>>)[part];
      if (Array.isArray(value)) for (const item of value) add(item);
      else if (part !== "loc") add(value);
    }
  };
  below(root);
  return all;
}

/** Whether a function goes through lists or calls itself, as far as its own code says. */
function mayGoOn({ type, id, key }: Node, variable: unknown, body: Node): boolean {
  const isMethod = type.endsWith("Method");
  const name = nameOf(isMethod ? key : (id ?? variable));
  for (const node of nodesOf(body)) {
    if (FUNCTIONS.has(node.type)) return true;
    const { object, property } = node as { object?: unknown; property?: unknown };
    const own = isMethod ? (isNode(object) && object.type === "ThisExpression" ? property : undefined) : node;
    if (name !== undefined && nameOf(own) === name) return true;
  }
  return false;
}

/** Whether a loop counts down to nothing, which it does however it is left: `for (let i = list.length - 1; i >= 0; i--)`. */
function countsDown({ type, test, update, body }: Node): boolean {
  if (type !== "ForStatement" || !isNode(test) || !isNode(update)) return false;
  const name = nameOf(test["left"]);
  const down = update.type === "UpdateExpression" && update["operator"] === "--";
  if (name === undefined || !down || nameOf(update["argument"]) !== name) return false;
  if (!/^>=?$/.test(String(test["operator"]))) return false;
  const written = nodesOf({ body }).map((node) => nameOf(node["left"]) ?? nameOf(node["argument"]));
  return !written.includes(name);
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Identifier" ? String(node["name"]) : undefined;
