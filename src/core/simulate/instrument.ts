import {
  createMachine,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
} from "xstate";
import { thrownText } from "#core/run/thrownText.ts";
import { settle } from "#core/simulate/settle.ts";

/** Microsteps of one macrostep, when the machine sets no limit itself: an endless `always` is stopped there. */
export const MOST_MICROSTEPS = 1000;

/** Told what happens inside a step. */
export interface StepListener {
  /** An action of the chart is about to be worked out. */
  action(name: string): void;
  /** It was, without throwing. */
  actionDone(): void;
}

/** Thrown by the machine's `context` function: kept apart from faults of guards and actions. */
export class ContextFailed extends Error {}

/**
 * A copy of a machine for playing; the original stays as it is. A macrostep has a limit, each action tells its name before it is
 * worked out, and every context that guards and actions see is settled: frozen, and JSON. What the machine does is XState's own.
 */
export function instrument(machine: AnyStateMachine, listener: StepListener): AnyStateMachine {
  const { context, options } = machine.config as { context?: unknown; options?: object };
  const limit = machine.options?.maxIterations;
  const copy = createMachine(
    {
      ...machine.config,
      options: {
        ...options,
        maxIterations: limit !== undefined && Number.isFinite(limit) ? limit : MOST_MICROSTEPS,
      },
      ...(context === undefined
        ? {}
        : {
            context:
              typeof context === "function" ? settledContext(context as ContextFunction) : settle(context),
          }),
    } as never,
    machine.implementations as never,
  ) as unknown as AnyStateMachine;
  wrapActions(copy.root, listener);
  // Before any action of the start: what the context function gave.
  copy.root.entry = [settleContext, ...copy.root.entry] as never;
  return copy;
}

type ContextFunction = (args: never) => unknown;

const settledContext =
  (make: ContextFunction): ContextFunction =>
  (args) => {
    let made: unknown;
    try {
      made = make(args);
    } catch (error) {
      throw new ContextFailed(thrownText(error));
    }
    return settle(made);
  };

function wrapActions(node: AnyStateNode, listener: StepListener): void {
  const wrap = (actions: readonly unknown[]) => actions.map((action) => wrapped(action, listener)) as never;
  node.entry = wrap(node.entry);
  node.exit = wrap(node.exit);
  const transitions: AnyTransitionDefinition[] = [...node.transitions.values()]
    .flat()
    .concat(node.always ?? []);
  for (const transition of transitions) transition.actions = wrap(transition.actions);
  if (node.type === "compound") (node.initial as { actions: unknown }).actions = wrap(node.initial.actions);
  for (const child of Object.values(node.states)) wrapActions(child, listener);
}

/**
 * An action of XState's built-in kind: its `resolve` gives the snapshot after it, and actions to go on with. So the original is
 * worked out by XState itself, between a note of its name and the settling of what it made.
 */
interface BuiltIn {
  (): void;
  type: string;
  resolve: (scope: unknown, snapshot: AnyMachineSnapshot) => [AnyMachineSnapshot, undefined, unknown[]?];
}

const builtIn = (type: string, resolve: BuiltIn["resolve"]): BuiltIn =>
  Object.assign(() => undefined, { type, resolve });

const settleContext = builtIn("turnwright.settle", (_scope, snapshot) => {
  const context = settle(snapshot.context) as AnyMachineSnapshot["context"];
  return [context === snapshot.context ? snapshot : { ...snapshot, context }, undefined];
});

function wrapped(action: unknown, listener: StepListener): unknown {
  // What XState itself adds for `after` is no action of the chart.
  if (isDelayBookkeeping(action)) return action;
  const name = actionName(action);
  const done = builtIn("turnwright.done", (scope, snapshot) => {
    listener.actionDone();
    return settleContext.resolve(scope, snapshot);
  });
  return builtIn("turnwright.action", (_scope, snapshot) => {
    listener.action(name);
    return [snapshot, undefined, [action, done]];
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

/** How many actions of the chart a state runs when it is entered, its `initial` transition's included. */
export const entryActionCount = (node: AnyStateNode): number => {
  const initial = node.type === "compound" ? (node.initial.actions as readonly unknown[]) : [];
  return [...(node.entry as readonly unknown[]), ...initial].filter(
    (action) => (action as Partial<BuiltIn>).type === "turnwright.action",
  ).length;
};
