import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  FIRST_MESSAGE_DEADLINE,
  HELLO_DEADLINE,
  MAX_KEYLESS_PAGES,
  MAX_OWN_PAGES,
  MAX_SHOWN_APPS,
  MAX_SILENT_APPS,
  MAX_WAITING_APPS,
  MAX_WAITING_APPS_PER_PEER,
} from "#adapters/server/inspect/crowd.ts";
import { Relay } from "#adapters/server/inspect/Relay.ts";
import type { AppStage, FromPage, FromRelay } from "#core/project/inspectWire.ts";
import { FakeLine } from "#test/support/inspector/FakeLine.ts";

const KEY = "k".repeat(43);

/** A relay with lines to it, all of them in memory. */
class Port {
  readonly relay = new Relay({
    store: { list: async () => [], read: async () => [] },
    key: KEY,
    ownPorts: () => [],
    address: () => "",
    changed: () => undefined,
  });
  readonly apps: FakeLine[] = [];
  readonly pages: FakeLine[] = [];

  app(origin: string | null = null): FakeLine {
    const line = new FakeLine();
    this.apps.push(line);
    this.relay.addApp(line.asSocket, origin);
    return line;
  }
  page(hello?: FromPage & { readonly t: "hello" }): FakeLine {
    const line = new FakeLine();
    this.pages.push(line);
    this.relay.addPage(line.asSocket);
    if (hello) line.asks(hello);
    return line;
  }
  own(): FakeLine {
    return this.page({ t: "hello", key: KEY });
  }
}
/** Where each app stands, as a page was told last. */
function stages(page: FakeLine): Map<number, AppStage> {
  const known = new Map<number, AppStage>();
  for (const what of page.heard) {
    if (what.t === "open") known.set(what.app, what.stage);
    if (what.t === "dropped" || what.t === "closed") known.delete(what.app);
  }
  return known;
}
const ofKind = <T extends FromRelay["t"]>(page: FakeLine, t: T) =>
  page.heard.filter((what): what is FromRelay & { t: T } => what.t === t);
const waitingOf = (page: FakeLine): number[] =>
  [...stages(page)].flatMap(([app, stage]) => (stage === "waiting" ? [app] : []));

test("300 silent sockets keep no app out: each that speaks is heard of, and the silent ones are bounded", () => {
  const port = new Port();
  const page = port.own();
  for (let i = 0; i < 150; i++) port.app(i % 2 ? null : "http://localhost:5173");
  const early = port.app();
  early.says("early");
  for (let i = 0; i < 150; i++) port.app();
  const late = port.app("http://localhost:5173");
  late.says("late");

  expect([early.isOpen, late.isOpen]).toEqual([true, true]);
  expect(ofKind(page, "message").map(({ text }) => text)).toEqual(["early", "late"]);
  expect(port.apps.filter(({ isOpen }) => isOpen).length).toBe(MAX_SILENT_APPS + 1);
  expect(port.apps.find(({ isOpen }) => !isOpen)?.code).toBe(1013);
});

test("an app that waits is heard no further than its introduction until a person says yes, and whole from then on", () => {
  const port = new Port();
  const page = port.own();
  const app = port.app();
  for (let i = 0; i < 100; i++) app.says(`${i}`);
  const introduced = ofKind(page, "message").length;
  const [waiting = 0] = waitingOf(page);
  page.asks({ t: "send", app: waiting, text: "to a stranger" });
  const later = port.own();

  page.asks({ t: "approve", app: waiting });
  app.says("100");
  page.asks({ t: "send", app: waiting, text: "to an app" });

  expect(introduced).toBe(20);
  expect(ofKind(later, "message").length).toBe(20 + 101);
  expect(
    ofKind(page, "message")
      .map(({ text }) => text)
      .slice(-101),
  ).toEqual(Array.from({ length: 101 }, (_, i) => `${i}`));
  expect(app.received).toEqual(["to an app"]);
});

test("a page without the key approves nobody, and one that was refused is let go of what it says", () => {
  const port = new Port();
  const page = port.own();
  const stranger = port.page({ t: "hello" });
  const app = port.app();
  app.says("a");
  const [waiting = 0] = waitingOf(page);

  stranger.asks({ t: "approve", app: waiting });
  const before = stages(page).get(waiting);
  page.asks({ t: "refuse", app: waiting });
  app.says("b");

  expect([before, stages(page).get(waiting)]).toEqual(["waiting", "refused"]);
  expect(ofKind(port.own(), "message")).toEqual([]);
  expect(app.isOpen).toBe(true);
});

test("of apps that speak a peer has no more than its share, and one that has more gives way to one that has fewer", () => {
  const port = new Port();
  const page = port.own();
  const speak = (origin: string | null) => {
    const line = port.app(origin);
    line.says("x");
    return line;
  };
  const programs = Array.from({ length: 40 }, () => speak(null));
  const pages = Array.from({ length: 20 }, () => speak("http://localhost:1111"));
  const other = speak("http://localhost:2222");

  const open = (lines: readonly FakeLine[]) => lines.filter(({ isOpen }) => isOpen).length;
  expect(other.isOpen).toBe(true);
  expect(programs[0]?.isOpen).toBe(true);
  expect(pages[0]?.isOpen).toBe(true);
  expect(open(programs)).toBeLessThanOrEqual(MAX_WAITING_APPS_PER_PEER);
  expect(open(programs) + open(pages) + open([other])).toBe(MAX_WAITING_APPS);
  expect(open(pages)).toBeGreaterThanOrEqual(MAX_WAITING_APPS - MAX_WAITING_APPS_PER_PEER);
  expect(waitingOf(page).length).toBe(MAX_WAITING_APPS);
});

test("as many apps are shown as there is room for; then the person is told, and one that is gone makes room", () => {
  const port = new Port();
  const page = port.own();
  const shown: FakeLine[] = [];
  for (let i = 0; i <= MAX_SHOWN_APPS; i++) {
    const line = port.app();
    shown.push(line);
    line.says("x");
    for (const app of waitingOf(page)) page.asks({ t: "approve", app });
  }
  const crowded = ofKind(page, "crowded");
  shown[3]?.leaves();
  const [late = 0] = waitingOf(page);
  page.asks({ t: "approve", app: late });

  expect(crowded.map(({ app }) => app)).toEqual([late]);
  expect(stages(page).get(late)).toBe("shown");
});

test("30 pages without a key, and any number more, keep no page of the person out, and hear nothing", () => {
  const port = new Port();
  const strangers = Array.from({ length: 30 }, () => port.page({ t: "hello", key: "x".repeat(43) }));
  const first = port.own();
  for (let i = 0; i < 200; i++) {
    const line = port.page(i % 3 ? { t: "hello" } : undefined);
    if (i % 2) line.asks({ t: "pair" });
  }
  const second = port.own();
  port.app().says("secret");

  expect(ofKind(first, "hello").at(-1)?.looks).toBe(true);
  expect(ofKind(second, "hello").at(-1)?.looks).toBe(true);
  expect([first.isOpen, second.isOpen]).toEqual([true, true]);
  for (const one of strangers) expect(one.received.join()).not.toContain("secret");
  const keyless = port.pages.filter((page) => page.isOpen && page !== first && page !== second);
  expect(keyless.length).toBeLessThanOrEqual(MAX_KEYLESS_PAGES);
});

test("the person's page that asks to be joined gets a code, whoever asked before", () => {
  const port = new Port();
  for (let i = 0; i < 30; i++) port.page({ t: "hello" }).asks({ t: "pair" });
  const mine = port.page({ t: "hello" });

  mine.asks({ t: "pair" });

  const code = ofKind(mine, "pairing").at(-1)?.code ?? "";
  expect(port.relay.news().asking).toContain(code);
  expect(port.relay.news().asking.length).toBe(8);
  port.relay.answer({ do: "join", code });
  expect(ofKind(mine, "hello").at(-1)?.looks).toBe(true);
});

test("a page that says no hello, and an app that says nothing, are let go after a while; those that spoke stay", () => {
  vi.useFakeTimers();
  try {
    const port = new Port();
    const [mute, own] = [port.page(), port.own()];
    const [silent, app] = [port.app(), port.app()];
    app.says("x");

    vi.advanceTimersByTime(HELLO_DEADLINE);
    const pages = [mute.code, own.isOpen, silent.isOpen];
    vi.advanceTimersByTime(FIRST_MESSAGE_DEADLINE);

    expect(pages).toEqual([1008, true, true]);
    expect([silent.code, app.isOpen, own.isOpen]).toEqual([1008, true, true]);
  } finally {
    vi.useRealTimers();
  }
});

/** What strangers, and a person, may do at the port. */
type Deed =
  | { readonly do: "app"; readonly origin: string | null }
  | { readonly do: "say" | "leave" | "approve" | "refuse"; readonly which: number }
  | { readonly do: "page"; readonly hello: number }
  | { readonly do: "pair" | "page-leaves"; readonly which: number };
const which = fc.nat(200);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("app" as const),
      origin: fc.constantFrom(null, null, "http://localhost:1", "http://localhost:2", "http://[::1]:3"),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("say" as const), which }) },
  fc.record({ do: fc.constantFrom("leave" as const, "approve" as const, "refuse" as const), which }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant("page" as const), hello: fc.nat(2) }) },
  fc.record({ do: fc.constantFrom("pair" as const, "page-leaves" as const), which }),
);

test("law: whatever strangers do, what a person approved stays, the person's pages stay, a new app that speaks finds a place beside silent ones, and numbers are bounded", () => {
  fc.assert(
    fc.property(fc.array(deed, { minLength: 50, maxLength: 600 }), (deeds) => {
      const port = new Port();
      const page = port.own();
      const isStranger = (line: FakeLine) => line !== page;
      const left = new Set<FakeLine>();
      const approved = new Set<number>();
      for (const what of deeds) {
        if (what.do === "app") port.app(what.origin);
        else if (what.do === "page")
          port.page([undefined, { t: "hello" } as const, { t: "hello", key: "no" } as const][what.hello]);
        else if (what.do === "pair" || what.do === "page-leaves") {
          const line = port.pages.filter(isStranger)[what.which];
          if (what.do === "pair") line?.asks({ t: "pair" });
          else line?.leaves();
        } else if (what.do === "say") port.apps.at(-1 - (what.which % 40))?.says("x");
        else if (what.do === "leave") {
          const line = port.apps.at(-1 - what.which);
          if (line) left.add(line);
          line?.leaves();
        } else {
          const app = waitingOf(page)[what.which % 4];
          if (app === undefined) continue;
          page.asks({ t: what.do, app });
          if (stages(page).get(app) === "shown") approved.add(app);
        }
      }
      const before = stages(page);
      const real = port.app("http://localhost:9");
      real.says("real");

      expect(page.isOpen).toBe(true);
      expect(port.own().isOpen).toBe(true);
      expect(real.isOpen).toBe(true);
      const count = (stage: AppStage) => [...before.values()].filter((one) => one === stage).length;
      expect(count("waiting")).toBeLessThanOrEqual(MAX_WAITING_APPS);
      expect(count("shown")).toBeLessThanOrEqual(MAX_SHOWN_APPS);
      expect(count("silent") + count("refused")).toBeLessThanOrEqual(MAX_SILENT_APPS);
      // No app that was approved was dropped for another while it was there.
      const dropped = new Set(
        ofKind(page, "closed").flatMap(({ app, code }) => (code === 1013 ? [app] : [])),
      );
      for (const app of approved) expect(dropped.has(app)).toBe(false);
      expect(port.pages.filter((one) => one.isOpen).length).toBeLessThanOrEqual(
        MAX_KEYLESS_PAGES + MAX_OWN_PAGES,
      );
    }),
    { numRuns: 60 },
  );
}, 120_000);
