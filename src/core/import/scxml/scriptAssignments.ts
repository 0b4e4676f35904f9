import { child, nodesOf, type Node } from "#core/syntax/node.ts";
import { parseModule } from "#core/syntax/parse.ts";

/** One statement of a script that gives a variable a value. */
export interface ScriptAssignment {
  readonly location: string;
  /** As in `x += 1`: `+`; empty for a plain assignment. */
  readonly operator: string;
  readonly value: Node;
  /** The text that the value is part of. */
  readonly source: string;
}

/** What a script assigns, in order; undefined when it does anything else. */
export function assignments(text: string): readonly ScriptAssignment[] | undefined {
  const { file, fault } = parseModule(text, "js");
  if (!file || fault) return undefined;
  const list: ScriptAssignment[] = [];
  for (const statement of nodesOf(file.program.body)) {
    if (statement.type === "EmptyStatement") continue;
    const expression = statement.type === "ExpressionStatement" ? child(statement, "expression") : undefined;
    const assignment = expression && assignmentOf(expression, text);
    if (!assignment) return undefined;
    list.push(assignment);
  }
  return list;
}

function assignmentOf(node: Node, text: string): ScriptAssignment | undefined {
  const textOf = (part: Node) => text.slice(part.start ?? 0, part.end ?? 0);
  if (node.type === "AssignmentExpression") {
    const [left, right] = [child(node, "left"), child(node, "right")];
    const operator = String(node["operator"]).slice(0, -1);
    return left && right && /^[-+*/%]?$/.test(operator)
      ? { location: textOf(left), operator, value: right, source: text }
      : undefined;
  }
  if (node.type !== "UpdateExpression") return undefined;
  const argument = child(node, "argument");
  return argument
    ? {
        location: textOf(argument),
        operator: String(node["operator"]).slice(1),
        value: { type: "NumericLiteral", start: 0, end: 1 } as Node,
        source: "1",
      }
    : undefined;
}
