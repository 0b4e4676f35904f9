import {
  createMachine,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
} from "xstate";
import type { ActionRun } from "#core/run/play/microstep.ts";
import type { Whereabouts } from "#core/run/play/playRequest.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { guardName, tracedGuard, tracedParts } from "#core/simulate/guards.ts";
import type { OpenGuards } from "#core/simulate/openGuards.ts";
import { plain } from "#core/simulate/plain.ts";
import { settle } from "#core/simulate/settle.ts";
import type { Trace } from "#core/simulate/trace.ts";

/** Microsteps of one macrostep when the machine sets no limit of its own: an endless `always` is stopped there. */
export const MAX_MICROSTEPS_PER_MACROSTEP = 1000;

/** The trace that is being kept; undefined while nothing is played. */
export type CurrentTrace = () => Trace | undefined;

/** Is called with guards and actions before they run. */
export type Heard = (at: Whereabouts) => void;

/** Thrown by the machine's `context` function: kept apart from faults of guards and actions. */
export class ContextFailed extends Error {}

/**
 * A copy of a machine for playing; the original stays as it is. A macrostep has a limit, and every context that guards and actions
 * see is settled: frozen, and JSON. While a trace is kept, states, transitions, guards and actions tell it when XState comes to them,
 * in XState's order; what the machine does is XState's own. Guards that it does not work out say what was given for them.
 */
export function instrument(
  machine: AnyStateMachine,
  trace: CurrentTrace,
  open: OpenGuards,
  heard?: Heard,
): AnyStateMachine {
  const { implementations } = machine;
  const { context, options } = machine.config as { context?: unknown; options?: object };
  const limit = machine.options?.maxIterations;
  const copy = createMachine(
    {
      ...machine.config,
      options: {
        ...options,
        maxIterations: limit !== undefined && Number.isFinite(limit) ? limit : MAX_MICROSTEPS_PER_MACROSTEP,
      },
      ...(context === undefined
        ? {}
        : {
            context:
              typeof context === "function" ? settledContext(context as ContextFunction) : settle(context),
          }),
    } as never,
    {
      ...implementations,
      guards: open.over(each(implementations.guards, (guard) => tracedParts(guard, trace))),
      actions: each(implementations.actions, (action) => enqueuing(action, trace, heard)),
    } as never,
  ) as unknown as AnyStateMachine;
  wrapNode(copy.root, trace, heard);
  // Before any action of the start: what the context function gave.
  copy.root.entry = [settleContext, ...copy.root.entry] as never;
  return copy;
}

const each = (all: object, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(all).map(([name, part]) => [name, change(part)]));

type ContextFunction = (args: never) => unknown;

const settledContext =
  (make: ContextFunction): ContextFunction =>
  (args) => {
    let result: unknown;
    try {
      result = make(args);
    } catch (error) {
      throw new ContextFailed(thrownText(error));
    }
    return settle(result);
  };

function wrapNode(node: AnyStateNode, trace: CurrentTrace, heard?: Heard): void {
  const state = node.path.join(".");
  const wrap = (actions: readonly unknown[], at: ActionRun["at"]) =>
    actions.map((action) => wrapped(action, { at, state }, trace, heard));
  const mark = (type: string, tell: (trace: Trace, context: unknown) => void) =>
    builtIn(type, (_scope, snapshot) => {
      const current = trace();
      if (current) tell(current, snapshot.context);
      return [snapshot, undefined];
    });
  node.entry = [
    mark("turnwright.entry", (current, context) => current.entered(node, context)),
    ...wrap(node.entry, "entry"),
  ] as never;
  node.exit = [
    mark("turnwright.exit", (current, context) => current.left(node, context)),
    ...wrap(node.exit, "exit"),
  ] as never;
  for (const transition of [...node.transitions.values()].flat().concat(node.always ?? []))
    wrapTransition(
      transition,
      wrap(transition.actions, "transition"),
      mark("turnwright.transition", (current) => current.took(transition)),
      trace,
      heard && called(transition.guard, (guard) => heard({ state, guard })),
    );
  if (node.type === "compound")
    (node.initial as { actions: unknown }).actions = wrap(node.initial.actions, "initial");
  for (const child of Object.values(node.states)) wrapNode(child, trace, heard);
}

/** Tells of a guard by its name; that is read now, while the transition is still as it was written. */
function called(guard: unknown, tell: (name: string) => void): () => void {
  const name = guardName(guard);
  return () => tell(name);
}

/**
 * While a trace is kept, a transition tells that its guard is evaluated, and that it is taken: XState runs the actions of those that it
 * takes, so a mark stands before them. Otherwise it looks as ever, to code of ours and of XState that looks at it.
 */
function wrapTransition(
  transition: AnyTransitionDefinition,
  actions: readonly unknown[],
  taken: unknown,
  trace: CurrentTrace,
  asks?: () => void,
): void {
  const { guard } = transition;
  const traced = guard === undefined ? undefined : tracedGuard(guard, trace, transition);
  const marked = [taken, ...actions];
  Object.defineProperties(transition, {
    guard: {
      configurable: true,
      enumerable: true,
      get: () => {
        const current = trace();
        if (traced) asks?.();
        if (current && !traced) current.consider(transition);
        return current ? traced : guard;
      },
    },
    actions: { configurable: true, enumerable: true, get: () => (trace() ? marked : actions) },
  });
}

/**
 * An action of XState's built-in kind: its `resolve` gives the snapshot after it, and actions to go on with. So the original is
 * computed by XState itself, between a note of its name and the settling of what it made.
 */
interface BuiltIn {
  (): void;
  type: string;
  resolve: (
    scope: unknown,
    snapshot: AnyMachineSnapshot,
    ...more: unknown[]
  ) => [AnyMachineSnapshot, undefined, (unknown[] | undefined)?];
}

const builtIn = (type: string, resolve: BuiltIn["resolve"]): BuiltIn =>
  Object.assign(() => undefined, { type, resolve });

const settleContext = builtIn("turnwright.settle", (_scope, snapshot) => {
  const context = settle(snapshot.context) as AnyMachineSnapshot["context"];
  return [context === snapshot.context ? snapshot : { ...snapshot, context }, undefined];
});

function wrapped(
  action: unknown,
  where: Pick<ActionRun, "at" | "state">,
  trace: CurrentTrace,
  heard?: Heard,
): unknown {
  // What XState itself adds for `after` is no action of the chart.
  if (isDelayBookkeeping(action)) return action;
  const name = actionName(action);
  const done = builtIn("turnwright.done", (scope, snapshot) => {
    const settled = settleContext.resolve(scope, snapshot);
    trace()?.ran(settled[0].context);
    return settled;
  });
  const work = withParams(enqueuing(action, trace, heard), trace);
  return builtIn("turnwright.action", (_scope, snapshot) => {
    heard?.({ state: where.state, action: name });
    trace()?.runs({ name, ...where, ...(hasOwnParams(action) ? { params: plain(action.params) } : {}) });
    return [snapshot, undefined, [work, done]];
  });
}

const hasOwnParams = (action: unknown): action is { params: unknown } =>
  typeof action === "object" &&
  action !== null &&
  "params" in action &&
  action.params !== undefined &&
  typeof action.params !== "function";

/** An action whose params are evaluated tells what came of them. */
function withParams(action: unknown, trace: CurrentTrace): unknown {
  const params = (action as { params?: unknown } | null)?.params;
  if (typeof action !== "object" || typeof params !== "function") return action;
  return {
    ...action,
    params: (args: unknown) => {
      const value: unknown = (params as (args: unknown) => unknown)(args);
      trace()?.ranWith(value);
      return value;
    },
  };
}

/** `enqueueActions` gives XState further actions: they are reported as well. */
function enqueuing(action: unknown, trace: CurrentTrace, heard?: Heard): unknown {
  if (typeof action !== "function" || (action as Partial<BuiltIn>).type !== "xstate.enqueueActions")
    return action;
  const originalAction = action as BuiltIn;
  return Object.assign(() => undefined, originalAction, {
    resolve: ((scope, snapshot, ...more) => {
      const [next, params, actions] = originalAction.resolve(scope, snapshot, ...more);
      const state = trace()?.state ?? "";
      return [next, params, actions?.map((item) => wrapped(item, { at: "enqueued", state }, trace, heard))];
    }) satisfies BuiltIn["resolve"],
  });
}

function isDelayBookkeeping(action: unknown): boolean {
  if (typeof action !== "function") return false;
  const { type, id, sendId } = action as unknown as { type?: unknown; id?: unknown; sendId?: unknown };
  const name = type === "xstate.raise" ? id : type === "xstate.cancel" ? sendId : undefined;
  return typeof name === "string" && name.startsWith("xstate.after.");
}

/** The name of a named action, of a built-in (`assign`), of a function, else `inline`. */
export function actionName(action: unknown): string {
  if (typeof action === "string") return action;
  if (typeof action === "object" && action !== null) return String((action as { type?: unknown }).type);
  if (typeof action !== "function") return "inline";
  const { type } = action as unknown as { type?: unknown };
  if ("resolve" in action && typeof type === "string") return type.replace(/^xstate\./, "");
  // A function written in place is called after its property.
  return ["", "actions", "entry", "exit"].includes(action.name) ? "inline" : action.name;
}
