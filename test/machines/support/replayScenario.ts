import { expect } from "vitest";
import { createActor, type AnyActor, type AnyMachineSnapshot, type AnyStateMachine } from "xstate";
import type { Scenario } from "#core/run/scenario.ts";
import { activePaths } from "#test/machines/support/chartOf.ts";
import { Coverage } from "#test/machines/support/Coverage.ts";

/**
 * Replays a scenario on a bare XState actor and expects at each step what the file says. A refused event is sent all the same: it
 * must change nothing, and the guard that the file names must be the one that said no.
 */
export function replayScenario(machine: AnyStateMachine, { input, steps }: Scenario, coverage?: Coverage) {
  const played = coverage?.machine ?? machine;
  const inspect = (coverage?.inspect ?? (() => {})) as () => void;
  const live = (options: object): AnyActor => createActor(played, { ...options, inspect }).start();
  let actor = live({ input: input ?? {} });
  const now = (): AnyMachineSnapshot => actor.getSnapshot();
  const text = (): string => JSON.stringify(actor.getPersistedSnapshot());
  const saved: Record<string, string> = {};
  steps.forEach(({ send, save, restore, expect: wanted = {} }, i) => {
    const where = `step ${i} ${JSON.stringify(send ?? save ?? restore)}`;
    if (save !== undefined) saved[save] = text();
    if (restore !== undefined) actor = live({ snapshot: JSON.parse(saved[restore]!) });
    if (send) {
      const before = text();
      coverage?.asks(now()._nodes, send.type);
      expect(now().can(send), where).toBe(!wanted.refused);
      if (typeof wanted.refused === "object" && wanted.refused.guard !== undefined) {
        const guard = machine.implementations.guards[wanted.refused.guard]!;
        expect(guard({ context: now().context, event: send } as never, undefined), where).toBe(false);
      }
      actor.send(send);
      if (wanted.refused) expect(text(), where).toBe(before);
    }
    const active = activePaths(now());
    for (const path of wanted.in ?? []) expect(active, where).toContain(path);
    for (const path of wanted.notIn ?? []) expect(active, where).not.toContain(path);
    if (wanted.context) expect(now().context, where).toMatchObject(wanted.context);
    for (const event of wanted.can ?? []) expect(now().can(event), JSON.stringify(event)).toBe(true);
    for (const event of wanted.cannot ?? []) expect(now().can(event), JSON.stringify(event)).toBe(false);
    expect(now().status, where).toBe(wanted.status ?? "active");
    if (wanted.output !== undefined) expect(now().output, where).toEqual(wanted.output);
  });
}
