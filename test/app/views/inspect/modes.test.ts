import { readFileSync } from "node:fs";
import { createActor, SimulatedClock, type AnyStateMachine, type AnyStateNode } from "xstate";
import { expect, test } from "vitest";
import { redial, relayMachine } from "#app/views/inspect/relay.machine.ts";
import { patience, sourceMachine } from "#app/views/inspect/source.machine.ts";
import { watchingMachine } from "#app/views/inspect/watching.machine.ts";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";

const source = () => {
  const clock = new SimulatedClock();
  const actor = createActor(sourceMachine, { clock }).start();
  actor.send({ type: "find" });
  return { actor, clock };
};
/** A page that a person said yes to, and one that nobody was asked about. */
const approved = { type: "message", origin: "http://localhost:5173", answer: "yes" } as const;
const unknown = { type: "message", origin: "https://far.example", answer: "ask" } as const;

test("a page that was said yes to is pinned by its first message; what comes from another origin is counted, not taken", () => {
  const { actor } = source();

  actor.send(approved);
  actor.send({ ...approved, origin: "http://localhost:9999" });
  actor.send(unknown);
  actor.send(approved);

  const { value, context } = actor.getSnapshot();
  expect([value, context.origin, context.strangers]).toEqual(["pinned", "http://localhost:5173", 2]);
});

test("a page that nobody was asked about waits for the person, whatever else comes meanwhile", () => {
  const { actor } = source();

  actor.send(unknown);
  actor.send(approved);
  const asked = actor.getSnapshot();
  actor.send({ type: "allow" });
  const allowed = actor.getSnapshot();

  expect([asked.value, asked.context.origin, asked.context.strangers]).toEqual([
    "asking",
    "https://far.example",
    1,
  ]);
  expect([allowed.value, allowed.context.origin]).toEqual(["pinned", "https://far.example"]);
});

test("who was refused stays so until the person greets again", () => {
  const { actor } = source();

  actor.send(unknown);
  actor.send({ type: "refuse" });
  actor.send(unknown);
  actor.send({ type: "allow" });
  const refused = actor.getSnapshot().value;
  actor.send({ type: "greet" });

  expect([refused, actor.getSnapshot().value]).toEqual(["refused", "greeting"]);
});

test("a page that is asked about no more is refused, and one that comes back under another name is asked about", () => {
  const { actor } = source();
  actor.send({ ...unknown, answer: "never" });
  const refused = actor.getSnapshot().value;
  actor.send({ type: "greet" });
  actor.send(approved);
  actor.send({ type: "left" });
  actor.send({ ...approved, answer: "ask" });

  expect([refused, actor.getSnapshot().value]).toEqual(["refused", "asking"]);
});

test("a window that does not answer is silent after a while, and heard all the same when it does", () => {
  const { actor, clock } = source();

  clock.increment(patience - 1);
  const before = actor.getSnapshot().value;
  clock.increment(1);
  const silent = actor.getSnapshot().value;
  actor.send(approved);

  expect([before, silent, actor.getSnapshot().value]).toEqual(["greeting", "silent", "pinned"]);
});

test("a page that was left is heard again from its own origin alone; a window that was closed never is", () => {
  const { actor } = source();
  actor.send(approved);

  actor.send({ type: "left" });
  actor.send({ ...approved, origin: "http://localhost:9999" });
  const away = actor.getSnapshot();
  actor.send(approved);
  const back = actor.getSnapshot().value;
  actor.send({ type: "closed" });
  actor.send(approved);

  expect([away.value, away.context.strangers, back]).toEqual(["away", 1, "pinned"]);
  expect(actor.getSnapshot().value).toBe("closed");
});

test("a line that broke is dialled again, and the pairing begins anew", () => {
  const clock = new SimulatedClock();
  const actor = createActor(relayMachine, { clock }).start();
  actor.send({ type: "opened" });
  actor.send({ type: "hello", looks: false });
  actor.send({ type: "pairing", state: "asked", code: "123456" });
  const asked = actor.getSnapshot();
  actor.send({ type: "pairing", state: "joined" });
  actor.send({ type: "hello", looks: true });
  const joined = actor.getSnapshot();
  actor.send({ type: "closed" });
  const broken = actor.getSnapshot();
  clock.increment(redial);

  expect([asked.value, asked.context.code]).toEqual([{ line: "locked", pairing: "asked" }, "123456"]);
  expect([joined.value, joined.context.code]).toEqual([{ line: "looking", pairing: "joined" }, undefined]);
  expect(broken.value).toEqual({ line: "broken", pairing: "alone" });
  expect(actor.getSnapshot().value).toEqual({ line: "dialling", pairing: "alone" });
});

test("a page that was joined and is parted may no longer look on", () => {
  const actor = createActor(relayMachine, { clock: new SimulatedClock() }).start();
  for (const event of [
    { type: "opened" },
    { type: "hello", looks: true },
    { type: "pairing", state: "joined" },
    { type: "pairing", state: "none" },
    { type: "hello", looks: false },
  ] as const)
    actor.send(event);

  expect(actor.getSnapshot().value).toEqual({ line: "locked", pairing: "alone" });
});

test("one follows an actor until one holds a step, and follows again on demand or with another actor", () => {
  const actor = createActor(watchingMachine).start();
  const seen = () => [actor.getSnapshot().value, actor.getSnapshot().context.step];

  actor.send({ type: "choose", actor: "a" });
  const first = seen();
  actor.send({ type: "hold", step: 3 });
  actor.send({ type: "hold", step: 4 });
  const held = seen();
  actor.send({ type: "follow" });
  const followed = seen();
  actor.send({ type: "hold", step: 1 });
  actor.send({ type: "choose", actor: "b" });

  expect([first, held, followed, seen()]).toEqual([
    ["following", undefined],
    ["held", 4],
    ["following", undefined],
    ["following", undefined],
  ]);
  expect(actor.getSnapshot().context.actor).toBe("b");
});

test("a window without an origin of its own is refused: nothing can be sent to it alone", () => {
  const { actor } = source();
  actor.send({ type: "find" });
  actor.send({ type: "message", origin: "null", answer: "ask" });
  expect(actor.getSnapshot().value).toBe("refused");
  expect(actor.getSnapshot().context.origin).toBe("null");

  actor.send({ type: "greet" });
  actor.send({ type: "message", origin: "http://localhost:5173", answer: "yes" });
  expect(actor.getSnapshot().value).toBe("pinned");
});

test("the charts of the modes can be read by the studio itself", () => {
  const machines: Record<string, AnyStateMachine> = {
    source: sourceMachine,
    relay: relayMachine,
    watching: watchingMachine,
  };
  const pathsIn = (node: AnyStateNode): string[] => [
    ...(node.parent ? [node.path.join(".")] : []),
    ...Object.values(node.states).flatMap(pathsIn),
  ];
  for (const [name, machine] of Object.entries(machines)) {
    const file = new URL(`../../../../src/app/views/inspect/${name}.machine.ts`, import.meta.url);
    const { charts, diagnostics } = readModule(readFileSync(file, "utf8"));
    const [chart] = charts;
    expect(diagnostics, name).toEqual([]);
    expect([...places(chart!).keys()].filter((id) => id !== "").toSorted(), name).toEqual(
      pathsIn(machine.root).toSorted(),
    );
  }
});
