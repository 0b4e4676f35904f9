import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** What a value is without brackets, `as T` and calls that give back what they are given: `createStateConfig`, `Object.freeze`. */
export function passThrough(node: Node): Node {
  let inner = unwrap(node);
  for (;;) {
    const [argument] = inner.type === "CallExpression" && givesBack(inner) ? nodesOf(inner["arguments"]) : [];
    if (!argument || argument.type === "SpreadElement") return inner;
    inner = unwrap(argument);
  }
}

function givesBack(call: Node): boolean {
  const callee = child(call, "callee");
  const member = callee?.type === "MemberExpression" && callee["computed"] !== true;
  const name = nameOf(member ? child(callee, "property") : callee);
  return (
    name === "createStateConfig" || (member && name === "freeze" && nameOf(callee["object"]) === "Object")
  );
}
