import type { Implementation, Setup } from "#core/chart/chart.ts";
import { argument, unwrap, type CallExpression, type Expression } from "#core/syntax/ast.ts";
import { spanOf } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { MachineCall } from "#core/read/modules/findMachines.ts";
import { effective } from "#core/syntax/entries.ts";
import { resolveConfig } from "#core/syntax/calls/givenBack.ts";
import { parts, resolve } from "#core/syntax/resolve.ts";
import { calledName, lookup, type Value } from "#core/syntax/scope.ts";
import { elsewhere, textOf } from "#core/read/config/site.ts";

const KINDS = ["guards", "actions", "actors", "delays"] as const;

/** The objects that give a machine its implementations, in the order in which later ones win, and its `types`. */
interface Sources {
  readonly objects: readonly Value[];
  /** The argument of `setup(...)` itself. */
  readonly first: Value | undefined;
  /** Whether the way to `setup(...)` leads out of what can be read. */
  readonly cut: boolean;
}

/** `setup(a).extend(b).createMachine(c, d).provide(e)`: a, b, d and e, also when the setup is stored in a const of this file. */
function sources(machine: MachineCall): Sources {
  const chain: Value[] = [];
  let at = calledOn({ node: machine.call.callee as Expression, scope: machine.scope, shared: false });
  let first: Value | undefined;
  let cut = false;
  for (let i = 0; at && i < 32; i++) {
    const value: Value = resolve(at);
    const node: Expression = unwrap(value.node);
    if (node.type !== "CallExpression") {
      cut = !isNamespace(value);
      break;
    }
    const name = calledName(node, value.scope);
    const arg = argument(node, 0);
    if (arg && (name === "extend" || name === "setup")) chain.unshift({ ...value, node: arg });
    if (name === "setup") {
      first = arg && { ...value, node: arg };
      break;
    }
    at = calledOn({ ...value, node: node.callee as Expression });
    cut = at === undefined;
  }
  for (const node of [argument(machine.call, 1), ...machine.provided])
    if (node) chain.push({ node, scope: machine.scope, shared: false });
  return { objects: chain, first, cut };
}

/** What a method is called on: `setup(...)` of `setup(...).createMachine`, also after `const { createMachine } = setup(...)`. */
function calledOn(callee: Value): Value | undefined {
  let { node, scope } = { ...callee, node: unwrap(callee.node) };
  const binding = node.type === "Identifier" ? lookup(scope, node.name) : undefined;
  if (binding?.kind === "const") ({ init: node, scope } = binding);
  return node.type === "MemberExpression" && node.object.type !== "Super"
    ? { ...callee, node: node.object as Expression, scope }
    : undefined;
}

/** `xstate` of `import * as xstate`: what is in front of `.createMachine` is then no setup. */
function isNamespace({ node, scope }: Value): boolean {
  const binding = node.type === "Identifier" ? lookup(scope, node.name) : undefined;
  return binding?.kind === "import" && binding.from === "xstate";
}

/**
 * Names and code of guards, actions, actors and delays; undefined when the machine has no setup and no second argument. A setup
 * that cannot be read, such as one of another package, has none and leaves open which there are.
 */
export function readSetup(text: string, machine: MachineCall): Setup | undefined {
  const { objects, first, cut } = sources(machine);
  const main = first ?? objects[0];
  if (!main) return cut ? { ...NOTHING_READ, at: calleeSpan(machine) } : undefined;
  const lists = { guards: [], actions: [], actors: [], delays: [] } as Record<
    (typeof KINDS)[number],
    Implementation[]
  >;
  const open: (typeof KINDS)[number][] = [];
  for (const kind of KINDS) {
    const byName = new Map<string, Implementation>();
    for (const object of objects)
      for (const impl of implementations(text, object, kind)) byName.set(impl.name, impl);
    lists[kind] = [...byName.values()];
    if (cut || objects.some((object) => isOpen(object, kind))) open.push(kind);
  }
  const far = elsewhere(main.node, main);
  return { at: spanOf(main.via ?? main.node), ...(far ? { elsewhere: far } : {}), open, ...lists };
}

/** A setup that leads out of what can be read. */
const NOTHING_READ = { open: KINDS, guards: [], actions: [], actors: [], delays: [] };

function calleeSpan({ call: { callee } }: MachineCall): Span {
  return spanOf(callee.type === "MemberExpression" ? callee.object : callee);
}

/** Whether an object with implementations may hold more of a kind than can be read: a spread or a table of unknown origin. */
function isOpen(object: Value, kind: string): boolean {
  const holder = resolve(object);
  if (holder.node.type !== "ObjectExpression") return true;
  const all = parts({ ...holder, node: holder.node });
  if (all.some((part) => part.kind !== "entry")) return true;
  const held = effective(all).get(kind);
  if (!held) return false;
  const table = held.value && resolve(held.value);
  if (table?.node.type !== "ObjectExpression") return true;
  return parts({ ...table, node: table.node }).some((part) => part.kind !== "entry");
}

function implementations(text: string, object: Value, kind: string): Implementation[] {
  const holder = resolve(object);
  if (holder.node.type !== "ObjectExpression") return [];
  const table = effective(parts({ ...holder, node: holder.node })).get(kind)?.value;
  const inner = table && resolve(table);
  if (inner?.node.type !== "ObjectExpression") return [];
  return [...effective(parts({ ...inner, node: inner.node })).values()].map((entry) => {
    const { name, node, via } = entry;
    const value = node.type === "ObjectMethod" ? node : node.value;
    const far = elsewhere(node, entry);
    return {
      name,
      keyAt: spanOf(via ?? node.key),
      valueAt: spanOf(via ?? value),
      text: textOf({ reader: { text } }, value, entry),
      ...(far ? { elsewhere: far } : {}),
    };
  });
}

/** The value of `types`, from setup or, without one, from the config. */
export function typesValue(machine: MachineCall): Value | undefined {
  const config = argument(machine.call, 0);
  const definition = config && { node: config, scope: machine.scope, shared: false };
  for (const holder of [...sources(machine).objects.toReversed(), definition]) {
    const object = holder && resolveConfig(holder);
    if (object?.node.type !== "ObjectExpression") continue;
    const types = effective(parts({ ...object, node: object.node })).get("types")?.value;
    if (types) return types;
  }
  return undefined;
}

export type { CallExpression };
