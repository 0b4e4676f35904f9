import { expect, test, vi } from "vitest";
import { Gesture, loadMachines } from "#adapters/flow/gestures/Gesture.ts";
import type { marqueeMachine } from "#adapters/flow/gestures/marquee.machine.ts";
import type { renamingMachine } from "#adapters/flow/gestures/renaming.machine.ts";

/** The machines are read from the disk anew: on a busy machine that takes its time. */
const LOADED = { timeout: 30_000 };

const spot = (x: number) => ({ page: { x, y: 0 }, canvas: { x, y: 0 } });

test("what happens before the machines are there happens when they are, in its order, and once", async () => {
  vi.resetModules();
  const { Gesture: Fresh } = await import("#adapters/flow/gestures/Gesture.ts");
  const told: unknown[] = [];
  const gesture = new Fresh<typeof renamingMachine>({
    machine: (all) => all.renamingMachine,
    tell: (event) => told.push(event),
  });
  gesture.open();
  gesture.send({ type: "edit", id: "a" });
  gesture.send({ type: "enter", text: "x" });
  gesture.send({ type: "edit", id: "b" });

  expect(gesture.context()).toBeUndefined();
  await vi.waitFor(() => expect(gesture.context()).toEqual({ id: "b" }), LOADED);
  expect(told).toEqual([{ type: "named", id: "a", text: "x", goesOn: false }]);
});

test("a pointer that is let go before the machines are there ends the gesture where it was", async () => {
  vi.resetModules();
  const { Gesture: Fresh } = await import("#adapters/flow/gestures/Gesture.ts");
  const told: unknown[] = [];
  const following = { stopped: false };
  let hear: ((x: number, type: "pointer.move" | "pointer.up") => void) | undefined;
  const gesture = new Fresh<typeof marqueeMachine>({
    machine: (all) => all.marqueeMachine.provide({ actors: { held: all.heldBy(() => () => undefined) } }),
    follow: (send) => {
      hear = (x, type) => send({ type, spot: spot(x) });
      return () => (following.stopped = true);
    },
    tell: (event) => told.push(event),
  });
  gesture.open();
  gesture.send({ type: "pointer.down", spot: spot(0) });
  hear?.(50, "pointer.move");
  hear?.(50, "pointer.up");

  await vi.waitFor(
    () => expect(told).toEqual([{ type: "frame", around: { x: 0, y: 0, w: 50, h: 0 } }]),
    LOADED,
  );
  expect(following.stopped).toBe(true);
  expect(gesture.context()).toEqual({ from: undefined, frame: undefined });
});

test("where they are, a gesture begins at once; a closed one hears nothing", async () => {
  await loadMachines();
  const told: unknown[] = [];
  const gesture = new Gesture<typeof renamingMachine>({
    machine: (all) => all.renamingMachine,
    tell: (event) => told.push(event),
  });
  const close = gesture.open();
  gesture.send({ type: "edit", id: "a" });

  expect(gesture.context()).toEqual({ id: "a" });
  close();
  gesture.send({ type: "enter", text: "x" });
  expect(gesture.context()).toBeUndefined();
  expect(told).toEqual([]);
});
