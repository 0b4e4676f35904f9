import { createActor } from "xstate";
import { expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import { complaints } from "#app/views/inspect/complaints.ts";
import type { HubView } from "#app/views/inspect/InspectHub.ts";
import type { Link } from "#app/views/inspect/link.ts";
import { relayMachine } from "#app/views/inspect/relay.machine.ts";
import { sourceMachine } from "#app/views/inspect/source.machine.ts";
import { packages, snippet, ways } from "#app/views/inspect/snippets.ts";

const link: Link = { id: "relay:1", way: "in", stage: "shown", origin: "", known: true };
/** The page with a relay that is open, no window, and nothing else. */
function view(
  inspection: Inspection,
  links: readonly Link[],
  relay: "looking" | "locked" | "broken" = "looking",
) {
  const line = createActor(relayMachine).start();
  line.send({ type: "opened" });
  line.send(relay === "broken" ? { type: "closed" } : { type: "hello", looks: relay === "looking" });
  const seen: Pick<HubView, "apps" | "links" | "source" | "relay" | "counts"> = {
    apps: inspection.apps,
    links,
    counts: inspection.counts,
    source: createActor(sourceMachine).start().getSnapshot(),
    relay: line.getSnapshot(),
  };
  line.stop();
  return seen;
}
const codes = (
  inspection: Inspection,
  links: readonly Link[],
  relay?: "looking" | "locked" | "broken",
  now = 0,
) =>
  complaints(view(inspection, links, relay), (key) => inspection.session(key), now).map(({ code }) => code);

function told(...messages: readonly object[]): Inspection {
  const inspection = new Inspection();
  inspection.open("relay:1", { wire: "stately", origin: "", at: 0 });
  for (const message of messages)
    inspection.receive("relay:1", JSON.stringify(message), { origin: "", at: 0 });
  return inspection;
}
const common = { _version: "0.7.2", createdAt: "1", id: null, rootId: "x:0", sessionId: "x:0" };
const actor = {
  ...common,
  type: "@xstate.actor",
  name: "lamp",
  definition: JSON.stringify({ id: "lamp", initial: "off", states: { off: {} } }),
};
const snapshot = (context: object) => ({
  ...common,
  type: "@xstate.snapshot",
  event: { type: "xstate.init" },
  snapshot: { status: "active", value: "off", context, children: {}, historyValue: {}, tags: [] },
});
const init = { ...common, type: "@xstate.event", event: { type: "xstate.init" } };

test("nothing is wrong while an app tells everything", () => {
  expect(codes(told(actor, init, snapshot({ n: 1 })), [link])).toEqual([]);
});

test("with nobody there it says so, and what else keeps apps away", () => {
  const nothing = new Inspection();

  expect(codes(nothing, [])).toEqual(["nobody"]);
  expect(codes(nothing, [], "locked")).toEqual(["locked", "nobody"]);
  expect(codes(nothing, [], "broken")).toEqual(["broken", "nobody"]);
  expect(codes(nothing, [{ ...link, known: false }])).toEqual(["strange"]);
});

test("where all apps are gone nothing is well, and a key of another start is named", () => {
  const inspection = told(actor, init, snapshot({ n: 1 }));
  inspection.close("relay:1");

  expect(codes(inspection, [link])).toEqual(["gone"]);
  inspection.open("relay:2", { wire: "stately", origin: "", at: 0 });
  expect(codes(inspection, [link, { ...link, id: "relay:2" }])).toEqual([]);

  const locked = { ...view(new Inspection(), [], "locked"), hasKey: true };
  expect(complaints(locked, () => undefined, 0).map(({ code }) => code)).toEqual(["other-key", "nobody"]);
});

test("in Node the snippet gives connect the WebSocket that Node 20 lacks", () => {
  const text = snippet("turnwright/connect", "socket", "http://127.0.0.1:4999");
  expect(text).toMatch(/import WebSocket from "ws"/);
  expect(text).toMatch(/connect\(\{[^}]*\n {2}WebSocket,/);
  expect(snippet("turnwright/connect", "window", "http://127.0.0.1:4999")).not.toContain("WebSocket");
});

test("a page that was left and a window that was closed are no app that is well", () => {
  const window = createActor(sourceMachine).start();
  const found = () =>
    complaints({ ...view(told(actor, init), [link]), source: window.getSnapshot() }, () => undefined, 0);
  for (const event of [
    { type: "find" },
    { type: "message", origin: "http://localhost:5173", answer: "yes" },
    { type: "left" },
  ] as const)
    window.send(event);

  expect(found()).toEqual([{ code: "left", facts: { origin: "http://localhost:5173" } }]);
  window.send({ type: "closed" });
  expect(found()).toEqual([{ code: "closed", facts: {} }]);
});

test("what is cut off, begins in the middle, is held back, too large or too fast is told", () => {
  expect(codes(told(actor, init, snapshot({ deep: "[...]" })), [link])).toEqual(["cut"]);
  expect(codes(told({ ...snapshot({ n: 1 }), event: { type: "GO" } }), [link])).toEqual(["middle"]);
  expect(codes(told(actor, init), [link], "looking", 1_000)).toEqual([]);
  expect(codes(told(actor, init), [link], "looking", 3_000)).toEqual(["idle"]);
  const many = { rate: 7, binary: 0, old: 0 };
  expect(codes(told(actor), [{ ...link, ended: 1009, refused: many }])).toEqual(["too-large", "too-fast"]);
});

test("an app of a version that is not understood is told, and whatever else was not taken, with the reasons", () => {
  const inspection = new Inspection();
  inspection.open("relay:1", { wire: "connect", origin: "", at: 0 });
  const say = (message: object | string) =>
    inspection.receive("relay:1", typeof message === "string" ? message : JSON.stringify(message), {
      origin: "",
      at: 0,
    });
  say({ type: "turnwright.app", version: 2, run: "a", n: 0, allows: [] });
  say({ type: "turnwright.app", version: 2, run: "a", n: 0, allows: [] });
  say("garbage");
  say({ type: "turnwright.step", version: 1, run: "a", n: 1 });

  expect(complaints(view(inspection, [link]), (key) => inspection.session(key), 0)).toEqual([
    { code: "version", facts: { version: 2 } },
    {
      code: "not-taken",
      facts: { count: 2 },
      list: [
        ["not-json", 1],
        ["not-a-message", 1],
      ],
    },
  ]);
});

test("what is to be typed names this inspector's address, in each package and way", () => {
  for (const one of packages)
    for (const way of ways) {
      const text = snippet(one, way, "http://127.0.0.1:4999");
      expect(text, `${one} ${way}`).toContain(one);
      if (!(one === "@xstate/inspect" && way === "socket"))
        expect(text, `${one} ${way}`).toContain(
          way === "socket" ? "ws://127.0.0.1:4999/app" : "http://127.0.0.1:4999/inspect",
        );
    }
});
