import type { Rewriting } from "#core/import/xstate4/Rewriting.ts";
import { child, nameOf, nodesOf, type Node } from "#core/syntax/node.ts";
import type { XStateImport } from "#core/import/xstate4/xstateNames.ts";
import { calleeOf, type Tree } from "#core/syntax/tree.ts";

/** A call with what follows it: `.withConfig(…)`, `.withContext(…)`. */
export function outermost(rw: Rewriting, call: Node): Node {
  let node = call;
  for (;;) {
    const member = rw.tree.parentOf(node);
    const above = member && rw.tree.parentOf(member);
    if (!above || member["object"] !== node || !/^with(?:Config|Context)$/.test(calleeOf(above))) return node;
    node = above;
  }
}

/** The machine is exported as `machine`. */
export function nameMachine(rw: Rewriting, call: Node): void {
  const { tree } = rw;
  let node = tree.parentOf(call);
  while (node && /^(?:TS\w+Expression|ParenthesizedExpression)$/.test(node.type)) node = tree.parentOf(node);
  const isTaken = tree.nodes.some((other) => nameOf(other) === "machine" && isReference(tree, other));
  const target = node?.type === "AssignmentExpression" ? child(node, "left") : undefined;
  const isExports = target !== undefined && /^(?:module\.)?exports(?:\.\w+)?$/.test(rw.source(target));
  if ((node?.type === "ExportDefaultDeclaration" || isExports) && !isTaken) {
    const declaration = node && child(node, isExports ? "right" : "declaration");
    const statement = isExports ? node && tree.parentOf(node) : node;
    if (declaration && statement) rw.replace(statement, `export const machine = ${rw.print(declaration)};`);
    return;
  }
  const id = node?.type === "VariableDeclarator" ? child(node, "id") : undefined;
  const declaration = node && tree.parentOf(node);
  const outer = declaration && tree.parentOf(declaration);
  const name = nameOf(id);
  if (
    !id ||
    !outer ||
    !/^(?:Program|ExportNamedDeclaration)$/.test(outer.type) ||
    (isTaken && name !== "machine")
  )
    return rw.leftOut("machine", call, "machine-name");
  if (name !== "machine") rename(rw, id, name);
  const annotation = child(id, "typeAnnotation");
  if (annotation) rw.replace(annotation, "");
  const isExported = tree.nodes.some(
    (other) => other.type === "ExportSpecifier" && nameOf(other["exported"]) === "machine",
  );
  if (outer.type === "Program" && !isExported) rw.insert(declaration.start, "export ");
}

/** Every use of a name of the module gets the other name; the names under which it is exported beside that stay. */
function rename(rw: Rewriting, id: Node, name: string): void {
  const { tree } = rw;
  for (const other of tree.nodes) {
    if (nameOf(other) !== name || !isReference(tree, other)) continue;
    const parent = tree.parentOf(other);
    if (other === id) rw.replace({ start: id.start, end: id.start + name.length }, "machine");
    else if (parent?.type === "ExportSpecifier") {
      if (parent["local"] !== other) continue;
      rw.replace(parent, `machine as ${rw.source(child(parent, "exported") ?? other)}`);
    } else if (parent?.type === "ObjectProperty" && parent["shorthand"] === true)
      rw.replace(parent, `${name}: machine`);
    else rw.replace(other, "machine");
  }
}

/** A name that stands for a value, and is no key. */
function isReference(tree: Tree, node: Node): boolean {
  const parent = tree.parentOf(node);
  if (parent?.["key"] === node && parent["value"] !== node) return false;
  return !(parent?.["property"] === node && parent["computed"] !== true);
}

/** The imports from XState 4 give way to one of what the module takes now. */
export function rewriteImports(rw: Rewriting): void {
  const ours = rw.names.imports;
  for (const statement of nodesOf(rw.tree.program["body"]))
    if (statement.type === "ImportDeclaration" && !ours.some((item) => item.statement === statement))
      rw.leftOut("import", statement, "module-import", { code: rw.source(statement) });
  for (const { statement, names } of ours) for (const name of names) keepName(rw, statement, name);
  const code = `import { ${rw.imports.join(", ")} } from "xstate";`;
  const [first, ...others] = ours;
  if (first) rw.replace(first.statement, code);
  else rw.insert(0, `${code}\n`);
  for (const { statement } of others) rw.remove(statement);
}

/** What is called in another way today, or gone: their uses are rewritten or reported. */
const CREATORS = new Set(
  "Machine createMachine assign send sendTo sendParent raise log cancel stop forwardTo choose actions setup interpret createSchema".split(
    " ",
  ),
);

/** A name that the rest of the module uses stays imported; what XState 5 has not is reported. */
function keepName(rw: Rewriting, statement: Node, { imported, local }: XStateImport["names"][number]): void {
  if (CREATORS.has(imported)) return;
  const use = rw.tree.nodes.find(
    (node) =>
      nameOf(node) === local &&
      (node.start < statement.start || node.end > statement.end) &&
      isReference(rw.tree, node) &&
      !(imported === "*" && isCreator(rw.tree.parentOf(node))) &&
      // What calls it was reported.
      !rw.seen(rw.tree.parentOf(node)),
  );
  if (!use) return;
  const specifier = imported === local ? local : `${imported} as ${local}`;
  if (imported === "matchesState") rw.keepImport(specifier);
  else if (TYPES.has(imported)) rw.keepImport(`type ${specifier}`);
  else rw.leftOut(local, use, "module-name", { name: imported === "*" ? local : imported });
}
/** `xstate.assign`, `xstate.actions.assign`: where they are called they were rewritten or reported. */
const isCreator = (member: Node | undefined): boolean =>
  member?.type === "MemberExpression" && CREATORS.has(nameOf(member["property"]));
const TYPES = new Set([
  "StateFrom",
  "EventFrom",
  "ContextFrom",
  "ActorRefFrom",
  "AnyEventObject",
  "EventObject",
  "AnyStateMachine",
]);
