import { isNode, nodesOf, walk, type Node } from "#core/syntax/node.ts";
import { knownSource, freshSource } from "#core/syntax/source.ts";
import { freshMark, workCounter } from "#core/run/play/workCounter.ts";
import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/**
 * A module that counts its own work: every round of a loop and every call of a function calls `workCounter`, which may throw. The count
 * is the same on every machine and under every load, which no clock is. Lines stay where they are and functions keep their names; what
 * `toString` gives is repaired by `withoutCounting`. What runs inside a native function (a regular expression, `sort`, `fill`) is not
 * counted, and a text that cannot be parsed stays as it is: whoever runs it says why.
 * @param mark stands around all that is put in; the text must not have it (`freshMark`)
 */
export function countWork(text: string, lang: "ts" | "js", mark = freshMark([text])): string {
  const { file } = (knownSource(text, lang) ?? freshSource(text, lang)).parsed;
  if (!file) return text;
  return withCalls(text, repeatedBodies(file.program as unknown as Node), `${workCounter}()`, mark);
}

/** The body of a loop or of a function, whose code may run any number of times. */
export interface RepeatedBody {
  /** The loop or the function. */
  readonly owner: Node;
  readonly body: Node;
  readonly isLoop: boolean;
}

/** The bodies of all loops and functions below a node, outermost first. */
export function repeatedBodies(root: Node): RepeatedBody[] {
  const bodies: RepeatedBody[] = [];
  walk(root, (owner) => {
    const { type, body } = owner;
    const isLoop = LOOPS.has(type);
    if (isNode(body) && (isLoop || FUNCTIONS.has(type))) bodies.push({ owner, body, isLoop });
  });
  return bodies;
}

export const isFunction = ({ type }: Node): boolean => FUNCTIONS.has(type);

/**
 * A text in which each of these bodies begins with a call. Lines stay where they are.
 * @param bodies outermost first
 * @param mark stands around all that is put in
 */
export function withCalls(text: string, bodies: readonly RepeatedBody[], call: string, mark = ""): string {
  const openings: TextEdit[] = [];
  const closings: TextEdit[] = [];
  const insert = (list: TextEdit[], at: number, code: string) =>
    list.push({ from: at, to: at, insert: `${mark}${code}${mark}` });
  for (const { body, isLoop } of bodies) {
    if (body.type === "BlockStatement") {
      // A directive counts only where nothing stands before it, and need not have a semicolon of its own.
      const directive = nodesOf(body["directives"]).at(-1);
      if (directive) insert(openings, directive.end, `;${call};`);
      else insert(openings, body.start + 1, `${call};`);
    } else {
      insert(openings, body.start, isLoop ? `{${call};` : `(${call}, `);
      insert(closings, body.end, isLoop ? "}" : ")");
    }
  }
  // Where several end at one place the innermost ends first, and that comes last among them.
  return applyEdits(text, sortEdits([...openings, ...closings.reverse()]));
}

const LOOPS = new Set([
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
]);
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);
