import { isNode, nodesOf, walk, type Node } from "#core/syntax/node.ts";
import { knownSource, freshSource } from "#core/syntax/source.ts";
import { freshMark, workCounter } from "#core/run/workCounter.ts";
import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";

/**
 * A module that counts its own work: every round of a loop and every call of a function calls `workCounter`, which may throw. The count
 * is the same on every machine and under every load, which no clock is. Lines stay where they are and functions keep their names; what
 * `toString` gives is mended by `withoutCounting`. What runs inside a native function (a regular expression, `sort`, `fill`) is not
 * counted, and a text that cannot be parsed stays as it is: whoever runs it says why.
 * @param mark stands around all that is put in; the text must not have it (`freshMark`)
 */
export function countWork(text: string, lang: "ts" | "js", mark = freshMark([text])): string {
  const { file } = (knownSource(text, lang) ?? freshSource(text, lang)).parsed;
  if (!file) return text;
  const openings: TextEdit[] = [];
  const closings: TextEdit[] = [];
  const insert = (list: TextEdit[], at: number, code: string) =>
    list.push({ from: at, to: at, insert: `${mark}${code}${mark}` });
  const call = `${workCounter}()`;
  const around = ({ start, end }: Node, open: string, close: string) => {
    insert(openings, start, open);
    insert(closings, end, close);
  };
  const countBody = (body: Node) => {
    if (body.type !== "BlockStatement") return around(body, `{${call};`, "}");
    // A directive counts only where nothing stands before it, and need not have a semicolon of its own.
    const directive = nodesOf(body["directives"]).at(-1);
    if (directive) insert(openings, directive.end, `;${call};`);
    else insert(openings, body.start + 1, `${call};`);
  };
  walk(file.program as unknown as Node, (node) => {
    const { type, body } = node;
    if (!isNode(body)) return;
    if (LOOPS.has(type)) countBody(body);
    else if (FUNCTIONS.has(type))
      if (body.type === "BlockStatement") countBody(body);
      else around(body, `(${call},`, ")");
  });
  // Where several end at one place the innermost ends first, and the walk meets that last.
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
