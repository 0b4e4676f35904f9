import type { Action, Guard, Transition, Verbatim } from "#core/chart/chart.ts";
import { readMeta } from "#core/read/config/readMeta.ts";
import { readReenter, readTargets } from "#core/read/config/readTargets.ts";
import {
  namesWithin,
  returnPaths,
  type PathCondition,
  type ReturnPath,
} from "#core/read/config/returnPaths.ts";
import { at, textOf, type Site } from "#core/read/config/site.ts";
import { unwrap, type Expression } from "#core/syntax/ast.ts";
import { effective, type Entry } from "#core/syntax/entries.ts";
import { nameOf, type Node } from "#core/syntax/node.ts";
import { isObject, parts, resolve } from "#core/syntax/resolve.ts";
import type { Binding, Within } from "#core/syntax/scope.ts";

/** What a candidate says, wherever it stands. */
export interface CandidateBody extends Pick<
  Transition,
  "form" | "at" | "targets" | "actions" | "reenter" | "meta" | "props"
> {
  readonly guard: Guard | undefined;
  readonly description: Transition["description"];
}

export const isFunction = ({ type }: Expression): boolean =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression" || (type as string) === "ObjectMethod";

/** Whether a transition is written as a function, which only XState 6 takes: itself, or as the `to` of an object. */
export function isReturned({ value, node }: Entry): boolean {
  if (!value) return node.type === "ObjectMethod";
  const written = resolve(value);
  if (!isObject(written)) return isFunction(written.node);
  const to = effective(parts(written)).get("to");
  return to !== undefined && isReturned(to);
}

/**
 * The candidates of a transition that is a function (XState 6), as its return paths have them: the conditions on the way as guard, what is
 * returned as target and context, what is enqueued as actions. Undefined where its text does not tell: then it is decided in code.
 */
export function readReturned(site: Site, within: Within, fn: Expression): CandidateBody[] | undefined {
  const paths = returnPaths(fn as unknown as Node);
  if (!paths) return undefined;
  const names = new Map([...namesWithin(fn as unknown as Node)].map((name) => [name, UNKNOWN] as const));
  const inside: Within = { ...within, scope: { names, outer: within.scope } };
  return paths.map((path) => readPath(site, inside, fn, path));
}

const UNKNOWN: Binding = { kind: "unknown" };

function readPath(site: Site, inside: Within, fn: Expression, path: ReturnPath): CandidateBody {
  const result = path.result && { ...inside, node: path.result as unknown as Expression, shared: false };
  const entries = result && isObject(result) ? effective(parts(result)) : undefined;
  const code = (node: unknown): Action => ({
    kind: "code",
    text: textOf(site, node as Expression, inside),
    at: at(site, node as Expression, inside),
  });
  const context = entries?.get("context");
  const target = entries?.get("target");
  const targets = readTargets(site, target);
  return {
    form: target && targets.length === 0 ? "other" : "returned",
    at: at(site, result?.node ?? fn, inside),
    targets,
    guard: guardOf(site, inside, path.conditions),
    actions: [...path.effects, ...(context ? [context.node] : [])].map(code),
    reenter: readReenter(site, entries?.get("reenter")),
    description: undefined,
    meta: readMeta(site, entries?.get("meta")?.value),
    props: [],
  };
}

/** The conditions of a path as one guard. */
function guardOf(site: Site, inside: Within, conditions: readonly PathCondition[]): Guard | undefined {
  const operands = conditions.map(({ test, equals, negated }): Guard => {
    const place = at(site, test as unknown as Expression, inside);
    const text = textOf(site, test as unknown as Expression, inside);
    const positive: Guard = equals
      ? {
          kind: "code",
          text: `${text} === ${textOf(site, equals as unknown as Expression, inside)}`,
          at: place,
        }
      : namedGuard(test, { text, at: place });
    return negated ? { kind: "not", of: [positive], text: `!(${positive.text})`, at: place } : positive;
  });
  const [first] = operands;
  if (!first || operands.length === 1) return first;
  const text = operands.map((operand) => operand.text).join(" && ");
  return { kind: "and", of: operands, text, at: first.at };
}

/** `guards.isReady()` is the guard of that name; any other condition is code. */
function namedGuard(test: Node, written: Verbatim): Guard {
  const node = unwrap(test as unknown as Expression);
  const callee = node.type === "CallExpression" ? (node.callee as Expression) : undefined;
  const owner = callee?.type === "MemberExpression" && !callee.computed ? callee.object : undefined;
  const isSource =
    (owner?.type === "Identifier" && owner.name === "guards") ||
    (owner?.type === "MemberExpression" &&
      owner.property.type === "Identifier" &&
      owner.property.name === "guards");
  const name = isSource && callee?.type === "MemberExpression" ? nameOf(callee.property) : "";
  return name === "" ? { kind: "code", ...written } : { kind: "named", name, ...written };
}
