import { parse } from "@babel/parser";
import type { Plugin } from "vite";
import { isFunction, repeatedBodies, withCalls, type RepeatedBody } from "../src/core/run/play/countWork.ts";
import { isNode, nameOf, walk, type Node } from "../src/core/syntax/node.ts";

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

/** The same code, line for line, with countdowns. */
export function guarded(code: string): string {
  const { program } = parse(code, { sourceType: "module", plugins: ["typescript"] });
  const root = program as unknown as Node;
  /** `const name = () => …`: what a function without a name of its own is called by. */
  const names = new Map<Node, unknown>();
  walk(root, ({ type, init, id }) => {
    if (type === "VariableDeclarator" && isNode(init)) names.set(init, id);
  });
  const bodies = repeatedBodies(root).filter((repeated) =>
    repeated.isLoop ? !countsDown(repeated.owner) : mayGoOn(repeated, names.get(repeated.owner)),
  );
  return bodies.length === 0 ? code : IMPORT + withCalls(code, bodies, "$step()");
}

/** Whether a function goes through lists or calls itself, as far as its own code says. */
function mayGoOn({ owner: { type, id, key }, body }: RepeatedBody, variable: unknown): boolean {
  const isMethod = type.endsWith("Method");
  const name = nameOf(isMethod ? key : (id ?? variable));
  return someBelow(body, (node) => {
    if (isFunction(node)) return true;
    const { object, property } = node;
    const own = isMethod ? (isNode(object) && object.type === "ThisExpression" ? property : undefined) : node;
    return name !== "" && nameOf(own) === name;
  });
}

/** Whether a loop counts down to nothing, which it does however it is left: `for (let i = list.length - 1; i >= 0; i--)`. */
function countsDown({ type, test, update, body }: Node): boolean {
  if (type !== "ForStatement" || !isNode(test) || !isNode(update) || !isNode(body)) return false;
  const name = nameOf(test["left"]);
  const down = update.type === "UpdateExpression" && update["operator"] === "--";
  if (name === "" || !down || nameOf(update["argument"]) !== name) return false;
  if (!/^>=?$/.test(String(test["operator"]))) return false;
  const isWritten = ({ left, argument }: Node) => (nameOf(left) || nameOf(argument)) === name;
  return !isWritten(body) && !someBelow(body, isWritten);
}

function someBelow(root: Node, fits: (node: Node) => boolean): boolean {
  let found = false;
  walk(root, (node) => {
    found ||= node !== root && fits(node);
    return !found;
  });
  return found;
}
