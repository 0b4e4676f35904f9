import { introductionOf } from "#core/inspect/introduction.ts";
import type { FromPage } from "#core/project/inspectWire.ts";
import { Relay } from "#adapters/server/inspect/Relay.ts";
import { draws } from "#test/support/dice.ts";
import { foreignMessages } from "#test/support/foreignMessages.ts";
import { FakeLine } from "#test/support/inspector/FakeLine.ts";

const KEY = "k".repeat(43);

/** One of each thing that a page asks. Places to reach are none: a trial opens no connection to what else runs here. */
export const PAGE_MESSAGES: readonly FromPage[] = [
  { t: "hello" },
  { t: "hello", key: KEY, pass: "pass" },
  { t: "send", app: 1, text: '{"type":"turnwright.hello"}' },
  { t: "reach", at: "127.0.0.1:99999" },
  { t: "leave", app: 1 },
  { t: "approve", app: 1 },
  { t: "refuse", app: 1 },
  { t: "pair" },
  { t: "part" },
  { t: "library" },
  { t: "game", game: "lamp" },
  { t: "hand", trace: { game: "lamp", machine: "bulb", scenario: "{}" } },
];
/** One of each of the three packages, and how each introduces itself. */
export const APP_MESSAGES: readonly object[] = [
  { type: "turnwright.app", version: 1, run: "r", n: 0, name: "Lamp", allows: ["send"] },
  {
    type: "turnwright.step",
    version: 1,
    run: "r",
    n: 1,
    session: "x:0",
    event: { type: "GO" },
    snapshot: {},
  },
  {
    type: "@xstate.actor",
    _version: "0.7.2",
    createdAt: "1",
    sessionId: "x:0",
    name: "lamp",
    definition: "{}",
  },
  { type: "@xstate.event", _version: "0.7.2", createdAt: "2", sessionId: "x:0", event: { type: "GO" } },
  { type: "service.register", sessionId: "x:0", id: "lamp", machine: "{}", state: "{}" },
  { type: "xstate.disconnect" },
];

export interface ForeignOutcome {
  readonly tried: number;
  /** What was thrown, or left rejected, and the message that did it. */
  readonly faults: readonly string[];
  /** Lines that were ended for what they said: most of what is no message of a page. */
  readonly ended: number;
  /** Messages of apps that were read as one of a known wire. */
  readonly introduced: number;
}

/**
 * Random values and bytes into every message handler of the inspector's port, without a network between: pages with the key and without,
 * joined ones, and apps at each stage.
 * @param count how many messages
 */
export async function foreignInspectorMessages(seed: number, count: number): Promise<ForeignOutcome> {
  const random = draws(seed);
  const [ofPages, ofApps] = [foreignMessages(seed, PAGE_MESSAGES), foreignMessages(seed + 1, APP_MESSAGES)];
  const faults: string[] = [];
  const note = (what: string, error: unknown) => {
    if (faults.length < 100)
      faults.push(`seed ${seed}, ${what}: ${error instanceof Error ? error.stack : typeof error}`);
  };
  const rejected = (error: unknown) => note("a promise", error);
  process.on("unhandledRejection", rejected);
  const relay = new Relay({
    store: { list: async () => [], read: () => Promise.reject(new Error("no such game")) },
    key: KEY,
    ownPorts: () => [],
    address: () => "",
    changed: () => undefined,
    // What a guard caught; limits are as they should be.
    failed: ({ message }) => {
      if (!message.endsWith("was let go")) note("a guard", new Error(message));
    },
  });
  let [ended, introduced] = [0, 0];
  const open = (isPage: boolean): FakeLine => {
    const line = new FakeLine();
    // What is said back is nobody's here.
    line.keeps = 1;
    if (isPage) relay.addPage(line.asSocket);
    else relay.addApp(line.asSocket, random.pick([null, "http://localhost:5173"]));
    // A page with the key is told all that apps said.
    if (isPage && random.chance(0.02)) line.asks({ t: "hello", key: KEY });
    return line;
  };
  const pages = Array.from({ length: 6 }, () => open(true));
  const apps = Array.from({ length: 12 }, () => open(false));
  for (let i = 0; i < count; i++) {
    const isPage = random.chance(0.5);
    const lines = isPage ? pages : apps;
    const which = random.int(0, lines.length - 1);
    const before = lines[which];
    const line = before?.isOpen ? before : open(isPage);
    lines[which] = line;
    const bytes = (isPage ? ofPages : ofApps).bytes();
    try {
      line.emit("message", Buffer.from(bytes), random.chance(0.1));
      if (!isPage && introductionOf(Buffer.from(bytes).toString(), "")) introduced++;
    } catch (error) {
      note(`${isPage ? "page" : "app"} ${Buffer.from(bytes).toString("base64").slice(0, 400)}`, error);
    }
    if (!line.isOpen) ended++;
    // A person joins some, and says yes to some.
    if (i % 500 === 0) {
      for (const code of relay.news().asking) relay.answer({ do: "join", code });
      await new Promise((done) => setImmediate(done));
    }
  }
  await new Promise((done) => setImmediate(done));
  relay.close();
  process.off("unhandledRejection", rejected);
  return { tried: count, faults, ended, introduced };
}
