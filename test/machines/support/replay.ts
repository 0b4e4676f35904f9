import { createActor, type AnyActor, type AnyMachineSnapshot, type AnyStateMachine } from "xstate";
import { differing } from "#core/run/scenario/expectations.ts";
import type { Expectation, Scenario } from "#core/run/scenario/scenario.ts";
import { jsonEqual, type Json } from "#core/text/json.ts";
import { activePaths } from "#test/machines/support/chartOf.ts";
import type { Coverage } from "#test/machines/support/Coverage.ts";

/**
 * Replays a scenario on a bare XState actor, apart from the studio's own player. A refused event is sent all the same: it must
 * change nothing, and the guard that the file names must be the one that said no.
 * @returns the first thing that is not as the file says, or undefined
 */
export function replay(
  machine: AnyStateMachine,
  { input, steps }: Scenario,
  coverage?: Coverage,
): string | undefined {
  const played = coverage?.machine ?? machine;
  const live = (options: object): AnyActor => {
    const actor = createActor(
      played,
      coverage ? { ...options, inspect: coverage.inspect as never } : options,
    );
    // What goes wrong shows in the snapshot; without this it would also end the process.
    actor.subscribe({ error: () => undefined });
    return actor.start();
  };
  let actor = live({ input: input ?? {} });
  const now = (): AnyMachineSnapshot => actor.getSnapshot() as AnyMachineSnapshot;
  const text = (): string => JSON.stringify(actor.getPersistedSnapshot());
  const saved: Record<string, string> = {};
  for (const [i, { send, save, restore, expect = {}, ...other }] of steps.entries()) {
    if ("advance" in other || "answer" in other || "edit" in other)
      throw new Error(`Step ${i} is of a kind that is not replayed here`);
    const fault = (what: string): string => `step ${i} ${JSON.stringify(send ?? save ?? restore)}: ${what}`;
    if (save !== undefined) saved[save] = text();
    if (restore !== undefined) actor = live({ snapshot: JSON.parse(saved[restore]!) as never });
    if (send) {
      coverage?.asks(now()._nodes, send.type);
      if (now().can(send) !== !expect.refused) return fault(expect.refused ? "accepted" : "refused");
      const guard = typeof expect.refused === "object" ? expect.refused.guard : undefined;
      if (guard !== undefined && saysYes(machine, guard, now(), send)) return fault(`${guard} says yes`);
      const before = expect.refused ? text() : "";
      if (now().status === "active") actor.send(send);
      if (expect.refused && text() !== before) return fault("a refused event changed something");
    }
    const status = expect.status ?? (expect.refused ? now().status : "active");
    const wrong = compare(now(), { ...expect, status });
    if (wrong !== undefined) return fault(wrong);
  }
  return undefined;
}

/** A guard as it answers for itself; those that take parameters are not asked so. */
function saysYes(machine: AnyStateMachine, name: string, at: AnyMachineSnapshot, event: object): boolean {
  const guard = machine.implementations.guards[name];
  if (typeof guard !== "function") throw new Error(`The scenario names a guard ${name} that there is not`);
  return guard({ context: at.context, event } as never, undefined as never) !== false;
}

function compare(now: AnyMachineSnapshot, expect: Expectation): string | undefined {
  const active = activePaths(now);
  const lacking = expect.in?.find((path) => !active.includes(path));
  if (lacking !== undefined) return `not in ${lacking} but in ${active.join(", ")}`;
  const unwanted = expect.notIn?.find((path) => active.includes(path));
  if (unwanted !== undefined) return `in ${unwanted}`;
  const other = expect.context && differing(expect.context, now.context as Json, "");
  if (other) return `${other.at} is ${JSON.stringify(other.got)}, not ${JSON.stringify(other.expected)}`;
  for (const event of expect.can ?? []) if (!now.can(event)) return `cannot ${JSON.stringify(event)}`;
  for (const event of expect.cannot ?? []) if (now.can(event)) return `can ${JSON.stringify(event)}`;
  if (now.status !== expect.status) return `${now.status} ${String(now.error ?? "")}`;
  if (expect.output !== undefined && !jsonEqual(expect.output, now.output as Json))
    return `output is ${JSON.stringify(now.output)}`;
  return undefined;
}
