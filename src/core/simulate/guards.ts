import { and, not, or, stateIn, type AnyMachineSnapshot, type EventObject } from "xstate";
import type { AnyTransitionDefinition } from "xstate";
import type { GuardTrial } from "#core/run/play/microstep.ts";
import { plain } from "#core/simulate/plain.ts";
import type { OpenTrial, Trace } from "#core/simulate/trace.ts";
import type { Json } from "#core/text/json.ts";

/** A guard that was false: its name, and its params as they were evaluated. */
export interface FailedGuard {
  readonly name: string;
  readonly params?: Json;
  /** Fields of the event that decided, where that is certain. */
  readonly fields?: readonly string[];
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

/** Distinguished by their `check`: a minified bundle has other function names. */
const kinds = new Map<unknown, "and" | "or" | "not" | "stateIn">(
  (
    Object.entries({ and: and([]), or: or([]), not: not(""), stateIn: stateIn("") }) as [never, unknown][]
  ).map(([kind, guard]) => [(guard as BuiltInGuard).check, kind]),
);
const kindOf = (guard: BuiltInGuard): string => kinds.get(guard.check) ?? "guard";

/**
 * The guards that make a guard false; none when it is true. Of `and` the first operand that is false, of `or` all, of `not` its
 * operand as `not name`. A named guard is shown by its name, whatever it consists of.
 */
export function failedGuards(trial: GuardTrial): FailedGuard[] {
  if (trial.verdict !== false) return [];
  const [first] = trial.of;
  if (trial.name === undefined && first) {
    // Of an `and` only the operands up to the first that is false were evaluated.
    if (trial.sign !== "not") return trial.of.flatMap(failedGuards);
    return [{ ...failure(first), name: `not ${trialName(first)}` }];
  }
  return [failure(trial)];
}

const failure = (trial: GuardTrial): FailedGuard => ({
  name: trialName(trial),
  ...(trial.params === undefined ? {} : { params: trial.params }),
  ...fieldsOf(trial),
});

/** The fields of the event for which the formula of a guard was false; none where a part of it says nothing. */
function fieldsOf(trial: GuardTrial): Pick<FailedGuard, "fields"> {
  const fields = new Set<string>();
  const visit = (part: GuardTrial, wanted: boolean): void => {
    if (part.verdict !== wanted) return;
    const turned = part.sign === "not" ? !wanted : wanted;
    // What a helper was given says less than the part of it that decided.
    const inner = part.of.length > 0 ? part.of : [];
    const before = fields.size;
    for (const guardTrial of inner) visit(guardTrial, turned);
    if (fields.size === before) for (const field of part.fields ?? []) fields.add(field);
  };
  visit(trial, false);
  return fields.size > 0 ? { fields: [...fields] } : {};
}

const trialName = ({ sign, name, of }: GuardTrial): string =>
  sign === "in"
    ? `stateIn(${name?.startsWith("{") ? name : JSON.stringify(name)})`
    : (name ?? `${sign}(${of.map(trialName).join(", ")})`);

/** The function of an `and`, `or` or `not`, when it is one. */
export const compositeOf = (guard: unknown): BuiltInGuard | undefined =>
  isBuiltIn(guard) && guard.guards !== undefined ? guard : undefined;

/** Guards that tell the trace, with the guard that each stands for. */
const standsFor = new WeakMap<object, unknown>();
const original = (guard: unknown): unknown =>
  (typeof guard === "function" ? standsFor.get(guard) : undefined) ?? guard;

/**
 * A guard that tells the trace when XState asks it and what came of it. XState itself works it out (`and` of one), once, and the
 * parts of `and`, `or` and `not` in XState's order as far as it asks them.
 */
export function tracedGuard(
  guard: unknown,
  trace: () => Trace | undefined,
  transition?: AnyTransitionDefinition,
): BuiltInGuard {
  const whole = and([withParams(tracedParts(guard, trace), trace) as never]) as unknown as BuiltInGuard;
  const check: BuiltInGuard["check"] = (snapshot, { context, event }) => {
    const current = trace();
    if (!current) return whole.check(snapshot, { context, event }, whole);
    const trial: OpenTrial = { guard, context, event, of: [] };
    current.open(trial, transition);
    let verdict: boolean | undefined;
    try {
      return (verdict = whole.check(snapshot, { context, event }, whole));
    } finally {
      current.close(trial, verdict);
    }
  };
  const traced = Object.assign(() => false, { check });
  standsFor.set(traced, guard);
  return traced;
}

/** `and`, `or` and `not` with operands that tell the trace; anything else as it is. */
export function tracedParts(guard: unknown, trace: () => Trace | undefined): unknown {
  const composite = compositeOf(guard);
  if (!composite?.guards) return guard;
  const traced = Object.assign(() => false, composite, {
    guards: composite.guards.map((operand) => tracedGuard(operand, trace)),
  });
  standsFor.set(traced, guard);
  return traced;
}

function withParams(guard: unknown, trace: () => Trace | undefined): unknown {
  const params = (guard as { params?: unknown } | null)?.params;
  if (typeof guard !== "object" || typeof params !== "function") return guard;
  return {
    ...guard,
    params: (args: GuardArgs) => {
      const value: unknown = (params as (args: GuardArgs) => unknown)(args);
      trace()?.params(value);
      return value;
    },
  };
}

/** A trial as it is reported. `formula` adds what the code of a function says. */
export function tellTrial(
  trial: OpenTrial,
  implementations: Readonly<Record<string, unknown>>,
  formula: (trial: OpenTrial, name: string | undefined, params: unknown) => Partial<GuardTrial> | undefined,
): GuardTrial {
  const { guard, verdict = null } = trial;
  const params = trial.params ?? staticParams(guard);
  const resolved = resolve(guard, implementations);
  const composite = compositeOf(resolved);
  const named = nameIn(guard);
  const head = {
    ...(named === undefined && composite
      ? {}
      : { name: isStateIn(resolved) ? stateOf(resolved) : guardName(guard) }),
    ...(params === undefined ? {} : { params: plain(params) }),
    verdict,
  };
  if (composite?.guards)
    return {
      sign: kindOf(composite) as GuardTrial["sign"],
      ...head,
      // XState asks them in order, and stops where it is decided.
      of: composite.guards.map((operand, i) => {
        const { context, event } = trial;
        const part = trial.of[i] ?? { guard: original(operand), context, event, of: [] };
        return tellTrial(part, implementations, formula);
      }),
    };
  if (isStateIn(resolved)) return { sign: "in", ...head, of: [] };
  const read = verdict === null ? undefined : formula(trial, named, params);
  return { sign: "guard", ...head, ...(trial.given ? { given: true } : {}), of: [], ...read };
}

/** What a name in setup stands for, through names of names. */
function resolve(guard: unknown, implementations: Readonly<Record<string, unknown>>): unknown {
  let at = guard;
  for (let deep = 0; deep < 20; deep++) {
    const name = nameIn(at);
    if (name === undefined) return at;
    at = implementations[name];
  }
  return at;
}

const staticParams = (guard: unknown): unknown =>
  typeof guard === "object" && guard !== null && "params" in guard && typeof guard.params !== "function"
    ? guard.params
    : undefined;

const isStateIn = (guard: unknown): guard is BuiltInGuard & { stateValue: unknown } =>
  isBuiltIn(guard) && kindOf(guard) === "stateIn";
const stateOf = ({ stateValue }: { stateValue: unknown }): string =>
  typeof stateValue === "string" ? stateValue : JSON.stringify(stateValue);

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
  const originalGuard = original(guard);
  if (originalGuard !== guard) return guardName(originalGuard);
  const name = nameIn(guard);
  if (name !== undefined) return name;
  if (isBuiltIn(guard)) {
    const { stateValue } = guard as { stateValue?: unknown };
    const inner = guard.guards ? guard.guards.map(guardName).join(", ") : JSON.stringify(stateValue);
    return `${kindOf(guard)}(${inner})`;
  }
  // A function written in place is called after its property.
  const called = typeof guard === "function" ? guard.name : "";
  return called === "" || called === "guard" ? "inline" : called;
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
