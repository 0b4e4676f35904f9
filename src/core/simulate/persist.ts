import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { PlayError } from "#core/run/play/play.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { settle } from "#core/simulate/settle.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** XState's persisted snapshot as plain JSON. @throws PlayError `machine-error` */
export function persist(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): JsonObject {
  // An invoked actor without an implementation stands among the children as undefined, which XState cannot persist.
  const children = Object.fromEntries(
    Object.entries(snapshot.children).filter(([, child]) => child !== undefined),
  );
  const { context, ...rest } = ofXState(machine, { ...snapshot, children } as AnyMachineSnapshot);
  return {
    ...(JSON.parse(JSON.stringify(rest)) as JsonObject),
    context: jsonContext(context as JsonObject),
  };
}

/** XState cannot save actors whose logic is written in place: that is the machine's fault, not ours. */
function ofXState(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): JsonObject {
  try {
    return machine.getPersistedSnapshot(snapshot as never) as unknown as JsonObject;
  } catch (error) {
    throw new PlayError({ code: "machine-error", message: thrownText(error) });
  }
}

/** A settled context is JSON but for references to actors, which XState has replaced by then. */
const jsonContext = (context: JsonObject): JsonObject => settle(context) as JsonObject & Json;
