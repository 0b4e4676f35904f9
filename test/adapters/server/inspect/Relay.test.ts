import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  FIRST_MESSAGE_TIMEOUT_MS,
  HELLO_TIMEOUT_MS,
  MAX_KEYLESS_PAGES,
  MAX_TRUSTED_PAGES,
  MAX_SHOWN_APPS,
  MAX_SILENT_APPS,
  MAX_WAITING_APPS,
} from "#adapters/server/inspect/crowd.ts";
import { Relay } from "#adapters/server/inspect/Relay.ts";
import type { AppStage, FromPage, FromRelay } from "#core/project/inspectWire.ts";
import { FakeLine } from "#test/support/inspector/FakeLine.ts";

const KEY = "k".repeat(43);

const introduction = (name: string, more = "") =>
  JSON.stringify({ type: "turnwright.app", version: 1, run: name, n: 0, name, allows: [], more });

/** A relay with lines to it, all of them in memory. */
class Port {
  readonly relay = new Relay({
    store: { list: async () => [], read: async () => [] },
    key: KEY,
    ownPorts: () => [],
    address: () => "",
    changed: () => void this.news++,
    failed: ({ message }) => void this.failures.push(message),
  });
  /** How often the studio was told that something changed, and what failed. */
  news = 0;
  readonly failures: string[] = [];
  readonly apps: FakeLine[] = [];
  readonly pages: FakeLine[] = [];

  app(origin: string | null = null): FakeLine {
    const line = new FakeLine();
    this.apps.push(line);
    this.relay.addApp(line.asSocket, origin);
    return line;
  }
  /** An app that introduced itself. */
  real(name: string, origin: string | null = null): FakeLine {
    const line = this.app(origin);
    line.says(introduction(name));
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
/** Names of the apps that a person is asked about, or that are shown, as a page was told last. */
function names(page: FakeLine, ...of: readonly AppStage[]): (string | undefined)[] {
  const now = stages(page);
  const about = new Map(ofKind(page, "open").map(({ app, introduction: said }) => [app, said?.name]));
  return [...now].flatMap(([app, stage]) => (of.includes(stage) ? [about.get(app)] : []));
}
const ofKind = <T extends FromRelay["t"]>(page: FakeLine, t: T) =>
  page.heard.filter((what): what is FromRelay & { t: T } => what.t === t);
const waitingOf = (page: FakeLine): number[] =>
  [...stages(page)].flatMap(([app, stage]) => (stage === "waiting" ? [app] : []));

test("300 silent sockets keep no app out: each that speaks is heard of, and the silent ones are bounded", () => {
  const port = new Port();
  const page = port.own();
  for (let i = 0; i < 150; i++) port.app(i % 2 ? null : "http://localhost:5173");
  const early = port.real("early");
  for (let i = 0; i < 150; i++) port.app();
  const late = port.real("late", "http://localhost:5173");

  expect([early.isOpen, late.isOpen]).toEqual([true, true]);
  expect(names(page, "waiting")).toEqual(["early", "late"]);
  expect(port.apps.filter(({ isOpen }) => isOpen).length).toBe(MAX_SILENT_APPS + 1);
  expect(port.apps.find(({ isOpen }) => !isOpen)?.code).toBe(1013);
});

test("an app that waits is heard no further than its introduction until a person says yes, and whole from then on", () => {
  const port = new Port();
  const page = port.own();
  const app = port.real("lamp");
  for (let i = 0; i < 100; i++) app.says(`${i}`);
  const before = ofKind(page, "message").length;
  const [waiting = 0] = waitingOf(page);
  page.asks({ t: "send", app: waiting, text: "to a stranger" });
  const later = port.own();

  page.asks({ t: "approve", app: waiting });
  app.says("100");
  page.asks({ t: "send", app: waiting, text: "to an app" });

  expect(before).toBe(0);
  expect(ofKind(page, "open").at(-1)?.introduction).toEqual({
    wire: "connect",
    name: "lamp",
    text: introduction("lamp"),
  });
  for (const one of [page, later])
    expect(ofKind(one, "message").map(({ text }) => text)).toEqual([
      introduction("lamp"),
      ...Array.from({ length: 101 }, (_, i) => `${i}`),
    ]);
  expect(app.received).toEqual(["to an app"]);
});

test("a page without the key approves nobody, and one that was refused is let go of what it says", () => {
  const port = new Port();
  const page = port.own();
  const stranger = port.page({ t: "hello" });
  const app = port.real("lamp");
  const [waiting = 0] = waitingOf(page);

  stranger.asks({ t: "approve", app: waiting });
  const before = stages(page).get(waiting);
  page.asks({ t: "refuse", app: waiting });
  app.says("b");

  expect([before, stages(page).get(waiting)]).toEqual(["waiting", "refused"]);
  expect(ofKind(port.own(), "message")).toEqual([]);
  expect(app.isOpen).toBe(true);
});

test("of apps that wait the largest crowd gives way to those that are not of it, and who gives way is held, not closed", () => {
  const port = new Port();
  const page = port.own();
  for (let i = 0; i < 40; i++) port.real(`program ${i}`);
  for (let i = 0; i < 20; i++) port.real(`page ${i}`, "http://localhost:1111");
  port.real("other", "http://localhost:2222");

  const waiting = names(page, "waiting");
  expect(waiting.length).toBe(MAX_WAITING_APPS);
  expect(waiting).toEqual(expect.arrayContaining(["program 0", "page 0", "other"]));
  expect(names(page, "held").length).toBe(61 - MAX_WAITING_APPS);
  expect(port.apps.every(({ isOpen }) => isOpen)).toBe(true);
});

test("lines that say nothing of any wire are asked about never, give way first, and keep no app out", () => {
  const port = new Port();
  const page = port.own();
  for (let i = 0; i < 16; i++) port.app().says("word");
  for (let i = 0; i < 24; i++) port.app(`http://localhost:${3000 + i}`).says('{"type":"word"}');
  const silent = port.app();
  const lamp = port.real("lamp");
  for (let i = 0; i < 200; i++) port.app().says("word");

  expect(names(page, "waiting", "held")).toEqual(["lamp"]);
  expect([lamp.isOpen, silent.isOpen]).toEqual([true, true]);
  expect(port.apps.filter(({ isOpen }) => isOpen).length).toBe(MAX_SILENT_APPS + 1);
});

test("an app that is held while too many wait can be said yes to, and waits as the others do when there is room", () => {
  const port = new Port();
  const page = port.own();
  for (let i = 0; i < MAX_WAITING_APPS; i++) port.real(`early ${i}`);
  const [yes, later] = [port.real("yes"), port.real("later")];
  const held = names(page, "held");
  const [first = 0] = [...stages(page)].flatMap(([app, stage]) => (stage === "held" ? [app] : []));

  page.asks({ t: "approve", app: first });
  yes.says("more");
  page.asks({ t: "refuse", app: waitingOf(page)[0] ?? 0 });
  later.says("more");

  expect(held).toEqual(["yes", "later"]);
  expect(names(page, "shown")).toEqual(["yes"]);
  expect(ofKind(page, "message").map(({ text }) => text)).toEqual([introduction("yes"), "more"]);
  expect(names(page, "held")).toEqual([]);
  expect(names(page, "waiting")).toContain("later");
});

test("however much apps that wait say, a page is told some KiB of each, and all of it once they are shown", () => {
  const port = new Port();
  const page = port.own();
  const large = "x".repeat(1_500_000);
  for (let i = 0; i < 60; i++) {
    const line = port.app(`http://localhost:${3000 + i}`);
    line.says(introduction(`${i}`, large));
    for (let n = 0; n < 20; n++) line.says(large);
  }
  const told = page.received.reduce((sum, text) => sum + text.length, 0);
  const [app = 0] = waitingOf(page);
  page.asks({ t: "approve", app });

  expect(names(page, "waiting", "held").length).toBe(59);
  expect(told).toBeLessThan(60 * 64 * 1024);
  expect(ofKind(page, "message").length).toBe(2);
});

test("as many apps are shown as there is room for; then the person is told, and one that is gone makes room", () => {
  const port = new Port();
  const page = port.own();
  const shown: FakeLine[] = [];
  for (let i = 0; i <= MAX_SHOWN_APPS; i++) {
    shown.push(port.real(`${i}`));
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
  port.real("secret");

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
    const [silent, app] = [port.app(), port.real("x")];

    vi.advanceTimersByTime(HELLO_TIMEOUT_MS);
    const pages = [mute.code, own.isOpen, silent.isOpen];
    vi.advanceTimersByTime(FIRST_MESSAGE_TIMEOUT_MS);

    expect(pages).toEqual([1008, true, true]);
    expect([silent.code, app.isOpen, own.isOpen]).toEqual([1008, true, true]);
  } finally {
    vi.useRealTimers();
  }
});

test("a page with the key that asks to be joined keeps its code, and its place, before any that has none", () => {
  const port = new Port();
  const mine = port.own();
  mine.asks({ t: "pair" });
  for (let i = 0; i < 30; i++) port.page({ t: "hello" }).asks({ t: "pair" });
  // As many joined pages as there are places for.
  const passes: string[] = [];
  for (let i = 0; i < MAX_TRUSTED_PAGES + 2; i++) {
    const page = port.page({ t: "hello" });
    page.asks({ t: "pair" });
    port.relay.answer({ do: "join", code: ofKind(page, "pairing").at(-1)?.code ?? "" });
    passes.push(ofKind(page, "pairing").at(-1)?.pass ?? "");
  }
  const second = port.own();

  expect(port.relay.news().asking).toContain(ofKind(mine, "pairing").at(-1)?.code);
  expect([mine, second].map((page) => ofKind(page, "hello").at(-1)?.looks)).toEqual([true, true]);
  expect(port.pages.filter((page) => page.isOpen && ofKind(page, "hello").at(-1)?.looks).length).toBe(
    MAX_TRUSTED_PAGES,
  );
});

test("strangers who ask and part in a circle make no more news than one in a quarter of a second, and are let go", () => {
  vi.useFakeTimers();
  try {
    const port = new Port();
    port.own();
    vi.advanceTimersByTime(1_000);
    port.news = 0;
    let asked = 0;
    for (let ms = 0; ms < 5_000; ms += 5) {
      const page = port.pages.filter(({ isOpen }) => isOpen).at(-1 - (ms % 4)) ?? port.page({ t: "hello" });
      const stranger = page === port.pages[0] ? port.page({ t: "hello" }) : page;
      stranger.asks({ t: "pair" });
      stranger.asks({ t: "part" });
      asked += 2;
      vi.advanceTimersByTime(5);
    }
    const busy = port.news;
    vi.advanceTimersByTime(1_000);
    const last = port.news;
    vi.advanceTimersByTime(10_000);

    expect(asked).toBe(2_000);
    expect(busy).toBeGreaterThan(2);
    expect(busy).toBeLessThanOrEqual(5_000 / 250 + 1);
    // Whatever was the last is told, and then there is peace.
    expect(last - busy).toBeLessThanOrEqual(1);
    expect(port.news).toBe(last);
    expect(port.failures.length).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
  }
});

test("who does not read what it is sent is let go, with the reason told: an app, a page with the key, one without, and who sends pings", () => {
  const port = new Port();
  const [own, keyless, pinging] = [port.own(), port.page({ t: "hello" }), port.app()];
  const app = port.real("deaf");
  own.asks({ t: "approve", app: waitingOf(own)[0] ?? 0 });
  const [shown = 0] = [...stages(own)].flatMap(([number, stage]) => (stage === "shown" ? [number] : []));
  for (const line of [app, own, keyless, pinging]) line.reads = false;

  for (let i = 0; i < 20; i++) own.asks({ t: "send", app: shown, text: "x".repeat(1_000_000) });
  for (let i = 0; i < 200_000 && pinging.isOpen; i++) pinging.emit("ping", Buffer.alloc(125));
  for (let i = 0; i < 4_000 && keyless.isOpen; i++) keyless.asks({ t: "hello", key: "x" });
  const second = port.own();
  second.reads = false;
  const telling = port.real("loud");
  second.asks({ t: "approve", app: waitingOf(second)[0] ?? 0 });
  for (let i = 0; i < 140 && second.isOpen; i++) telling.says("y".repeat(1_000_000));

  expect([app, keyless, pinging, second].map(({ isOpen }) => isOpen)).toEqual([false, false, false, false]);
  for (const line of [app, keyless, pinging, second])
    expect(line.bufferedAmount).toBeLessThan(129 * 1024 * 1024);
  expect(app.bufferedAmount).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(keyless.bufferedAmount).toBeLessThanOrEqual(64 * 1024);
  expect(pinging.bufferedAmount).toBeLessThanOrEqual(1024 * 1024 + 200);
  expect(port.failures).toContain("An app that does not read what it is sent was let go");
  expect(port.failures).toContain("A page of the inspector that does not read what it is told was let go");
});

test("who introduces itself at length, over and over, does not cut off a page of the person that is behind", () => {
  const port = new Port();
  const page = port.own();
  page.reads = false;
  for (let i = 0; i < 3_000; i++) port.real("x".repeat(50_000), `http://localhost:${i}`);
  page.reads = true;
  port.real("last");

  expect(page.isOpen).toBe(true);
  expect(page.bufferedAmount).toBeLessThan(8 * 1024 * 1024);
  expect(names(page, "waiting")).toContain("last");
});

test("a throw while a line is heard ends that line alone, and is told", () => {
  const port = new Port();
  const page = port.own();
  const app = port.real("lamp");
  page.send = () => {
    throw new Error("the socket broke");
  };

  app.leaves();
  const other = port.page({ t: "hello" });
  const broken = port.page();
  broken.send = page.send;
  broken.asks({ t: "hello" });

  expect([broken.code, other.isOpen]).toEqual([1011, true]);
  expect(port.failures).toContain("the socket broke");
});

/** What strangers, and a person, may do at the port. */
type Deed =
  | { readonly do: "app"; readonly origin: string | null; readonly says: readonly string[] }
  | { readonly do: "say" | "leave" | "approve" | "refuse"; readonly which: number }
  | { readonly do: "page"; readonly hello: number }
  | { readonly do: "pair" | "part" | "page-leaves"; readonly which: number }
  | { readonly do: "real" };
const which = fc.nat(200);
const origin = fc.oneof(
  fc.constantFrom(null, null, "http://localhost:1", "http://[::1]:3"),
  fc.nat(60_000).map((port) => `http://localhost:${port}`),
);
const words = fc.constantFrom(
  "word",
  "{}",
  '{"type":"word"}',
  '{"type":"@xstate.actor"}',
  "[".repeat(2_000),
  "x".repeat(90_000),
  introduction("stranger"),
  introduction("large", "x".repeat(90_000)),
);
/** @param strangers Origins that those write who introduce themselves */
const deedsOf = (strangers: fc.Arbitrary<string | null>): fc.Arbitrary<readonly Deed[]> => {
  const deed: fc.Arbitrary<Deed> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("app" as const), origin, says: fc.constant([]) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("app" as const),
        origin: strangers,
        says: fc.array(words, { maxLength: 4 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("say" as const), which }) },
    fc.record({ do: fc.constantFrom("leave" as const, "approve" as const, "refuse" as const), which }),
    { weight: 3, arbitrary: fc.record({ do: fc.constant("page" as const), hello: fc.nat(2) }) },
    fc.record({ do: fc.constantFrom("pair" as const, "part" as const, "page-leaves" as const), which }),
    fc.constant({ do: "real" as const }),
  );
  return fc.array(deed, { minLength: 50, maxLength: 600 });
};

test.each<[string, fc.Arbitrary<string | null>, (n: number) => string | null]>([
  ["programs among pages with Origins that are made up", origin.filter((one) => one !== null), () => null],
  ["pages among programs", fc.constant(null), (n) => `http://127.0.0.1:${n}`],
])(
  "law: whatever a crowd does, each real app is asked about or shown, a person's pages have their place, what was said yes to stays, and numbers are bounded: %s",
  (_, strangers, originOfReal) => {
    fc.assert(
      fc.property(deedsOf(strangers), (deeds) => {
        const port = new Port();
        const page = port.own();
        const approved = new Set<number>();
        const reals = new Map<FakeLine, string>();
        const refused = new Set<string | undefined>();
        const nameOf = (app: number) =>
          ofKind(page, "open").findLast((open) => open.app === app)?.introduction?.name;
        const real = () => {
          const name = `real ${reals.size}`;
          // More real apps than there are places to be shown in is another matter.
          if (reals.size < 12) reals.set(port.real(name, originOfReal(reals.size)), name);
        };
        for (const what of deeds) {
          if (what.do === "app") {
            const line = port.app(what.origin);
            for (const text of what.says) line.says(text);
          } else if (what.do === "real") real();
          else if (what.do === "page")
            port.page([undefined, { t: "hello" } as const, { t: "hello", key: "no" } as const][what.hello]);
          else if (what.do === "pair" || what.do === "part" || what.do === "page-leaves") {
            const line = port.pages.filter((one) => one !== page)[what.which];
            if (what.do === "page-leaves") line?.leaves();
            else line?.asks({ t: what.do });
          } else if (what.do === "say") port.apps.at(-1 - (what.which % 40))?.says("x");
          else if (what.do === "leave") {
            const line = port.apps.at(-1 - what.which);
            if (line && !reals.has(line)) line.leaves();
          } else {
            const app = [...stages(page)].filter(([, stage]) => stage === "waiting" || stage === "held")[
              what.which % 4
            ]?.[0];
            if (app === undefined) continue;
            if (what.do === "refuse") refused.add(nameOf(app));
            page.asks({ t: what.do, app });
            if (stages(page).get(app) === "shown") approved.add(app);
          }
        }
        real();
        const now = stages(page);

        expect(page.isOpen).toBe(true);
        expect(ofKind(port.own(), "hello").at(-1)?.looks).toBe(true);
        for (const [line, name] of reals) {
          if (refused.has(name)) continue;
          expect(line.isOpen, name).toBe(true);
          expect(names(page, "waiting", "held", "shown")).toContain(name);
        }
        const count = (...of: readonly AppStage[]) =>
          [...now.values()].filter((stage) => of.includes(stage)).length;
        expect(count("waiting")).toBeLessThanOrEqual(MAX_WAITING_APPS);
        expect(count("shown")).toBeLessThanOrEqual(MAX_SHOWN_APPS);
        expect(count("silent", "refused", "held")).toBeLessThanOrEqual(MAX_SILENT_APPS);
        expect(port.apps.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(
          MAX_WAITING_APPS + MAX_SHOWN_APPS + MAX_SILENT_APPS,
        );
        // No app that was approved was dropped for another while it was there.
        const dropped = new Set(
          ofKind(page, "closed").flatMap(({ app, code }) => (code === 1013 ? [app] : [])),
        );
        for (const app of approved) expect(dropped.has(app)).toBe(false);
        expect(port.pages.filter((one) => one.isOpen).length).toBeLessThanOrEqual(
          MAX_KEYLESS_PAGES + MAX_TRUSTED_PAGES,
        );
      }),
      { numRuns: 60 },
    );
  },
  120_000,
);
