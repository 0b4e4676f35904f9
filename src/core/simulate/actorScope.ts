import {
  fromTransition,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
} from "xstate";
import type { Effect } from "#core/run/play/microstep.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import { plain } from "#core/simulate/plain.ts";

// What XState hands to whoever runs its machines, and keeps out of its types.

/** XState's `ActorScope`, which it does not export; the members are those of its own inert one. */
export interface ActorScope {
  readonly self: unknown;
  readonly system: {
    readonly _set: (systemId: string, actor: AnyActorRef) => void;
    readonly _unregister: (actor: AnyActorRef) => void;
  };
  readonly id: string;
  readonly sessionId: string;
  readonly logger: () => void;
  readonly defer: (later: () => void) => void;
  readonly stopChild: () => void;
  readonly emit: () => void;
  actionExecutor: (action: ExecutableAction) => void;
}

/** An action that XState wants carried out; its own ones are called `xstate.…`. */
export interface ExecutableAction {
  readonly type: string;
  readonly info: { readonly context: unknown };
  readonly params?: {
    readonly event?: EventObject;
    readonly to?: unknown;
    readonly id?: string;
    readonly delay?: number;
    readonly sendId?: unknown;
    readonly actorRef?: string | { readonly id?: unknown };
  };
  readonly exec?: (info: unknown, params: unknown) => void;
}

/** What XState tells an inspector of a microstep. */
export interface InspectedMicrostep {
  readonly event: EventObject;
  readonly snapshot: AnyMachineSnapshot;
  readonly _transitions: readonly AnyTransitionDefinition[];
}

/** A child, with what XState keeps to itself. */
export type SimulatedActor = AnyActorRef & {
  readonly _syncSnapshot?: boolean;
  readonly logic?: unknown;
  readonly systemId?: string;
  readonly _parent?: unknown;
};

/** The children of a machine, and theirs, that are at work and have a name in the system. */
export function systemIdsIn(snapshot: unknown): [systemId: string, actor: SimulatedActor][] {
  const { children = {} } = (snapshot ?? {}) as {
    readonly children?: Readonly<Record<string, SimulatedActor | undefined>>;
  };
  return Object.values(children).flatMap((child) => {
    const actorSnapshot = child?.getSnapshot() as { readonly status?: string } | undefined;
    if (!child || actorSnapshot?.status !== "active") return [];
    const { systemId } = child;
    return [
      ...(systemId === undefined ? [] : [[systemId, child] as [string, SimulatedActor]]),
      ...systemIdsIn(actorSnapshot),
    ];
  });
}

/** What an action did, as plain data. */
export function effectOf({ type, params }: ExecutableAction): Effect {
  if (!type.startsWith("xstate.") || !params) return { type };
  const { event, delay, id, sendId, actorRef } = params;
  const name = id ?? sendId ?? (typeof actorRef === "string" ? actorRef : actorRef?.id);
  return {
    type,
    ...(event && typeof event.type === "string" ? { event: plain(event) as unknown as PlayEvent } : {}),
    ...(typeof delay === "number" ? { delay } : {}),
    ...(typeof name === "string" ? { id: name } : {}),
  };
}

/** Whom an action is for, where it names somebody. */
export function targetOf(params: ExecutableAction["params"]): { readonly to?: string } {
  const to = params?.to as { readonly id?: unknown } | string | undefined;
  const id = typeof to === "string" ? to : to?.id;
  return typeof id === "string" ? { to: id } : {};
}

/** Stands for the running actor that there is none of. */
export const idle = fromTransition((state: null) => state, null);

/** Whether a state or one below it invokes actors. */
export const invokes = (node: AnyStateMachine["root"]): boolean =>
  node.invoke.length > 0 ||
  Object.values(node.states).some((child) => invokes(child as AnyStateMachine["root"]));
