import { and, not, or, stateIn, type AnyMachineSnapshot, type EventObject } from "xstate";
import type { Json } from "#core/text/json.ts";

/** A guard that said no: its name, and its params as they were worked out. */
export interface FailedGuard {
  readonly name: string;
  readonly params?: Json;
}

interface GuardArgs {
  readonly context: unknown;
  readonly event: EventObject;
}
/** `and`, `or`, `not` and `stateIn` are functions with a `check` of their own; the first three hold their operands. */
interface BuiltInGuard {
  readonly check: (snapshot: AnyMachineSnapshot, args: GuardArgs, guard: unknown) => boolean;
  readonly guards?: readonly unknown[];
}

/** Told apart by their `check`: a minified bundle has other function names. */
const kinds = new Map<unknown, "and" | "or" | "not" | "stateIn">(
  (
    Object.entries({ and: and([]), or: or([]), not: not(""), stateIn: stateIn("") }) as [never, unknown][]
  ).map(([kind, guard]) => [(guard as BuiltInGuard).check, kind]),
);
const kindOf = (guard: BuiltInGuard): string => kinds.get(guard.check) ?? "guard";

/**
 * The guards that make a guard false; none when it is true. Of `and` the first operand that is false, of `or` all, of `not` its
 * operand as `not name`. A named guard is told by its name, whatever it is made of. @throws what the guard throws
 */
export function failedGuards(
  guard: unknown,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): FailedGuard[] {
  if (guard === undefined || passes(guard, snapshot, event)) return [];
  if (isBuiltIn(guard)) {
    const operands = guard.guards ?? [];
    if (kindOf(guard) === "and") {
      for (const operand of operands) {
        const failed = failedGuards(operand, snapshot, event);
        if (failed.length > 0) return failed;
      }
    }
    if (kindOf(guard) === "or" && operands.length > 0)
      return operands.flatMap((operand) => failedGuards(operand, snapshot, event));
    if (kindOf(guard) === "not") return [named(operands[0], snapshot, event, "not ")];
  }
  return [named(guard, snapshot, event)];
}

/** Whether a guard is true, as XState decides it (`evaluateGuard`). @throws what the guard throws, and for a name without one in setup, as XState does */
export function passes(guard: unknown, snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  const args: GuardArgs = { context: snapshot.context, event };
  const name = nameIn(guard);
  const implementations = snapshot.machine.implementations.guards as Readonly<Record<string, unknown>>;
  const resolved = name === undefined ? guard : implementations[name];
  if (!resolved) throw new Error(`There is no guard '${name}' in setup.`);
  if (typeof resolved !== "function") return passes(resolved, snapshot, event);
  if (isBuiltIn(resolved)) return resolved.check(snapshot, args, resolved);
  return Boolean((resolved as (args: GuardArgs, params: unknown) => unknown)(args, paramsOf(guard, args)));
}

/** What a guard is called: its name in setup, for a function in place that of the function, else `inline`. */
export function guardName(guard: unknown): string {
  const name = nameIn(guard);
  if (name !== undefined) return name;
  if (isBuiltIn(guard)) {
    const { stateValue } = guard as { stateValue?: unknown };
    const inner = guard.guards ? guard.guards.map(guardName).join(", ") : JSON.stringify(stateValue);
    return `${kindOf(guard)}(${inner})`;
  }
  // A function written in place is called after its property.
  const own = typeof guard === "function" ? guard.name : "";
  return own === "" || own === "guard" ? "inline" : own;
}

function named(guard: unknown, snapshot: AnyMachineSnapshot, event: EventObject, prefix = ""): FailedGuard {
  const params = paramsOf(guard, { context: snapshot.context, event });
  const text = params === undefined ? undefined : JSON.stringify(params);
  return {
    name: prefix + guardName(guard),
    ...(text === undefined ? {} : { params: JSON.parse(text) as Json }),
  };
}

function paramsOf(guard: unknown, args: GuardArgs): unknown {
  if (typeof guard !== "object" || guard === null || !("params" in guard)) return undefined;
  return typeof guard.params === "function"
    ? (guard.params as (args: GuardArgs) => unknown)(args)
    : guard.params;
}

function nameIn(guard: unknown): string | undefined {
  if (typeof guard === "string") return guard;
  return typeof guard === "object" && guard !== null ? String((guard as { type?: unknown }).type) : undefined;
}

const isBuiltIn = (guard: unknown): guard is BuiltInGuard => typeof guard === "function" && "check" in guard;
