import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, expect as expectValue } from "vitest";
import WebSocket from "ws";
import { createActor, createMachine } from "xstate";
import { connect } from "#core/inspect/connect.ts";
import { expect } from "#test/support/expect.ts";
import { InspectDriver } from "#test/support/InspectDriver.ts";
import { seriousFindings } from "#test/support/seriousFindings.ts";
import { startStudio, type ServedStudio } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";

const lamp = createMachine({
  id: "lamp",
  initial: "off",
  states: { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" } } },
});

/** A program that tells the inspector of a lamp. @returns what ends it */
function program(studio: ServedStudio, name: string): () => void {
  const to = studio.inspect.replace("http", "ws").replace("/inspect", "/app");
  const line = connect({ to, name, WebSocket: WebSocket as never });
  createActor(lamp, { inspect: line.inspect as never }).start();
  onTestFinished(() => line.close());
  return () => line.close();
}

test("programs that come for the first time are asked about, three at once; a yes holds for one that is started anew, a never for good", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const { page } = me;
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  const asked = page.getByRole("region", { name: inspector.say("inspect.ask.title") });
  const apps = page.getByRole("navigation", { name: inspector.say("inspect.apps") });
  const shown = (name: string) => apps.getByText(name, { exact: true });
  const question = (name: string) =>
    asked.getByRole("group", { name: String(inspector.say("inspect.ask.name", { name })) });
  const answer = (name: string, word: "yes" | "no" | "never") =>
    question(name)
      .getByRole("button", { name: inspector.say(`inspect.ask.${word}`), exact: true })
      .click();

  const ends = new Map<string, () => void>();
  for (const [n, name] of ["Ann", "Ben", "Cat", "Dan", "Eve"].entries()) {
    ends.set(name, program(studio, name));
    if (n < 3) await expect(question(name)).toBeVisible();
  }
  await expect(asked.getByText(inspector.say("inspect.ask.more", { count: 2 }))).toBeVisible();
  await expect(asked.getByRole("group")).toHaveCount(3);
  await expect(apps.getByText(inspector.say("inspect.no-apps"))).toBeVisible();
  expectValue(await seriousFindings(page)).toEqual([]);
  await inspector.button("header.dark").click();
  expectValue(await seriousFindings(page)).toEqual([]);

  // By keyboard alone, from where the list of apps ends.
  await question("Ann").getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await expect(shown("Ann")).toBeVisible();
  // The second half of a double click falls on the question that moved up, and answers nothing.
  await question("Ben")
    .getByRole("button", { name: inspector.say("inspect.ask.no"), exact: true })
    .dblclick();
  await expect(question("Ben")).toHaveCount(0);
  await expect(question("Cat")).toBeVisible();
  await answer("Cat", "never");
  await expect(question("Dan")).toBeVisible();
  await expect(question("Eve")).toBeVisible();
  await answer("Dan", "yes");
  await answer("Eve", "yes");
  await expect(asked.getByRole("group")).toHaveCount(0);

  // Started anew, as a developer's program is with each save: nobody is asked. One more beside it is another matter.
  ends.get("Ann")?.();
  await expect(apps.getByText(inspector.say("inspect.gone"))).toHaveCount(1);
  program(studio, "Ann");
  await expect(apps.getByText(inspector.say("inspect.gone"))).toHaveCount(0);
  await expect(asked.getByRole("group")).toHaveCount(0);
  program(studio, "Ann");
  await expect(asked.getByText(inspector.say("inspect.ask.another"))).toBeVisible();
  await answer("Ann", "no");

  // Who is not asked about any more is named by the doctor, with the way back.
  program(studio, "Cat");
  program(studio, "Fay");
  await expect(question("Fay")).toBeVisible();
  await expect(asked.getByRole("group")).toHaveCount(1);
  await inspector.button("inspect.doctor").click();
  await inspector.button("inspect.ask.again").click();
  program(studio, "Cat");
  await expect(question("Cat")).toBeVisible();

  // Loaded anew the page shows what was said yes to, and asks about the rest.
  await page.reload();
  await expect(shown("Dan")).toBeVisible();
  await expect(question("Cat")).toBeVisible();
  await expect(question("Dan")).toHaveCount(0);
  expectValue(inspector.complaints).toEqual([]);
});

/** A line that writes an Origin as no browser would let it, and says one thing. */
function forged(studio: ServedStudio, origin: string | undefined, says: string): void {
  const to = studio.inspect.replace("http", "ws").replace("/inspect", "/app");
  const line = new WebSocket(to, { headers: origin === undefined ? {} : { origin } });
  line.on("open", () => line.send(says));
  onTestFinished(() => line.terminate());
}
const posing = (name: string) =>
  JSON.stringify({ type: "turnwright.app", version: 1, run: name, n: 0, name, allows: [] });

test("a crowd that says words of no wire and writes Origins that it made up does not keep a program from being asked about, and an Origin that was said yes to lets in no more than some", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const { page } = me;
  const inspector = new InspectDriver(page);
  await page.goto(studio.inspector);
  const asked = page.getByRole("region", { name: inspector.say("inspect.ask.title") });
  const apps = page.getByRole("navigation", { name: inspector.say("inspect.apps") });
  const origin = "http://localhost:5173";
  for (let i = 0; i < 20; i++) forged(studio, undefined, "a word");
  for (let i = 0; i < 40; i++) forged(studio, `http://localhost:${6_000 + i}`, posing(`Made up ${i}`));
  await expect(asked.getByText(inspector.say("inspect.ask.more", { count: 37 }))).toBeVisible();
  program(studio, "Ann");

  const ann = asked.getByRole("group", { name: String(inspector.say("inspect.ask.name", { name: "Ann" })) });
  await expect(ann).toBeVisible();
  await ann.getByRole("button", { name: inspector.say("inspect.ask.yes"), exact: true }).click();
  await expect(apps.getByText("Ann", { exact: true })).toBeVisible();

  // Each answer brings the next question, and the number of those that wait goes down.
  await expect(asked.getByRole("group")).toHaveCount(3);
  for (let i = 0; i < 3; i++) {
    const first = asked.getByRole("group").first();
    const [name = ""] = /Made up \d+/.exec(await first.innerText()) ?? [];
    await first.getByRole("button", { name: inspector.say("inspect.ask.no"), exact: true }).click();
    // The server takes it away: a click that is faster would answer the same question again.
    await expect(asked.getByText(`“${name}”`)).toHaveCount(0);
  }
  await expect(asked.getByText(inspector.say("inspect.ask.more", { count: 34 }))).toBeVisible();
  expectValue(inspector.complaints).toEqual([]);

  const other = await startStudio();
  onTestFinished(() => other.close());
  await page.goto(other.inspector);
  forged(other, origin, posing("Lamp"));
  await inspector.allow();
  for (let i = 0; i < 20; i++) forged(other, origin, posing("Lamp"));
  await expect(
    asked.getByText(inspector.say("inspect.ask.another-page", { count: 4 })).first(),
  ).toBeVisible();
  await expect(asked.getByText(inspector.say("inspect.ask.more", { count: 14 }))).toBeVisible();
  await expect(apps.getByText("Lamp", { exact: true })).toHaveCount(4);
  expectValue(await seriousFindings(page)).toEqual([]);
  expectValue(inspector.complaints).toEqual([]);
});

/** A page at an origin of its own, that does what it is told. */
async function poser(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    // With an address behind its #, it shows that in a frame, and tells whoever is around it when the frame speaks.
    response.end(`<!doctype html><title>poser</title><body>poser<script>
      if (location.hash) {
        const frame = document.createElement("iframe");
        frame.src = location.hash.slice(1);
        onmessage = () => {
          document.title = "heard";
          if (parent !== window) parent.postMessage("heard", "*");
        };
        document.body.append(frame);
      }
    </script>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a window that poses as an app: nothing of it is shown before the yes, and no message, however odd, breaks the page", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const [url, other] = [await poser(), await poser()];
  const app = await me.context.newPage();
  await app.goto(url);
  const [page] = await Promise.all([
    me.context.waitForEvent("page"),
    app.evaluate((at) => {
      Object.assign(window, { inspector: window.open(at, "posing") });
    }, studio.inspect),
  ]);
  const inspector = new InspectDriver(page);
  await expect(inspector.button("inspect.doctor")).toBeVisible();
  const asked = page.getByRole("region", { name: inspector.say("inspect.ask.title") });
  const apps = page.getByRole("navigation", { name: inspector.say("inspect.apps") });
  const counts = page.getByRole("banner");
  /** In the page of the poser: all that a structured clone can bring, many times, and what a forged source can do. */
  const attack = (n: number) =>
    app.evaluate((count) => {
      const { inspector: target } = window as unknown as { inspector: Window };
      const post = (message: unknown, transfer: Transferable[] = []) => {
        try {
          target.postMessage(message, "*", transfer);
        } catch {
          // what cannot be cloned is not sent
        }
      };
      const round: Record<string, unknown> = { type: "@xstate.actor", _version: "0.7.2" };
      round["self"] = round;
      const actor = (more: object) => ({
        type: "@xstate.actor",
        _version: "0.7.2",
        createdAt: String(Date.now()),
        sessionId: "x:0",
        name: "poser",
        ...more,
      });
      let deep: unknown = 1;
      for (let i = 0; i < 3_000; i++) deep = [deep];
      const holes: unknown[] = [];
      holes.length = 4_000_000_000;
      const channel = new MessageChannel();
      for (let i = 0; i < count; i++) {
        post(actor({ n: i }));
        post(round);
        post(actor({ createdAt: { toString: 1 } }));
        post(actor({ name: { toString: 1 }, sessionId: new Map([[1, round]]) }));
        post(actor({ definition: deep }));
        post(actor({ definition: holes }));
        post(
          JSON.parse(
            '{"type":"turnwright.app","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
          ),
        );
        post({
          type: "service.register",
          sessionId: "x:1",
          machine: "[".repeat(5_000),
          state: new Date(NaN),
        });
        post(null);
        post(1n);
        post(new Uint8Array(1024));
      }
      post(actor({ definition: "x".repeat(16_000_000) }));
      post({
        get type(): string {
          throw new Error("looked at");
        },
      });
      post({ type: "@xstate.actor", _version: "0.7.2", port: channel.port1 }, [channel.port1]);
      // From another window: a frame of the poser's that knows the inspector's window.
      const frame = document.createElement("iframe");
      frame.srcdoc = `<script>parent.inspector.postMessage({type:"turnwright.app",version:1,run:"f",n:0,name:"forged"},"*")</script>`;
      document.body.append(frame);
    }, n);

  await attack(300);

  await expect(asked.getByRole("group")).toHaveCount(1);
  await expect(asked.getByText(new URL(url).origin, { exact: true })).toBeVisible();
  await expect(apps.getByText(inspector.say("inspect.no-apps"))).toBeVisible();
  await expect(counts.getByText(inspector.say("inspect.messages", { count: 0 }))).toBeVisible();

  // After the yes it is taken within limits, and what is not is counted.
  await inspector.allow();
  await expect(apps.getByRole("button", { name: /poser/ }).last()).toBeVisible();
  await attack(300);
  await expect(counts.getByText(/not taken/)).toBeVisible();
  await expect(apps.getByText("forged")).toHaveCount(0);
  expectValue(
    await page.evaluate(() => [({} as { polluted?: unknown }).polluted, Object.keys(Object.prototype)]),
  ).toEqual([undefined, []]);

  // The same window at another origin is another one: what it says is counted and not taken.
  const before = await apps.getByRole("button", { name: /poser|Forget/ }).count();
  await app.goto(other);
  await app.evaluate((at) => {
    const target = window.open("", "posing");
    target?.postMessage({ type: "turnwright.app", version: 1, run: "o", n: 0, name: "moved" }, at);
  }, new URL(studio.inspect).origin);
  await expect(apps.getByText("moved")).toHaveCount(0);
  expectValue(await apps.getByRole("button", { name: /poser|Forget/ }).count()).toBe(before);

  // The page still does what a page does.
  await inspector.button("header.dark").click();
  await expect(inspector.button("header.light")).toBeVisible();
  expectValue(inspector.complaints).toEqual([]);
});

test("a frame: only an origin that was named may show the inspector, nobody around it may, and one without an origin of its own is not heard", async ({
  visit,
  studio,
}) => {
  const me = await visit();
  const [url, around] = [await poser(), await poser()];
  const named = await startStudio({ frames: [new URL(url).origin] });
  onTestFinished(() => named.close());
  const app = await me.context.newPage();
  /** Whether the page at an address hears of a frame in it within the time that a frame needs. */
  const hears = async (at: string, within: number) => {
    await app.goto("about:blank");
    await app.goto(at);
    return app
      .waitForFunction(() => document.title === "heard", undefined, { timeout: within })
      .then(() => true)
      .catch(() => false);
  };
  expectValue(await hears(`${url}#${named.inspect}`, 20_000)).toBe(true);
  expectValue(await hears(`${around}#${named.inspect}`, 3_000)).toBe(false);
  expectValue(await hears(`${url}#${studio.inspect}`, 3_000)).toBe(false);
  // The frame that may show it is shown by a page that may not.
  expectValue(await hears(`${around}#${url}#${named.inspect}`, 3_000)).toBe(false);

  // Opened by a sandboxed frame: its messages come from the origin "null".
  await app.goto("about:blank");
  await app.goto(url);
  const [page] = await Promise.all([
    me.context.waitForEvent("page"),
    app.evaluate((at) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
      frame.srcdoc = `<script>
        const opened = open(${JSON.stringify(at)});
        setInterval(() => opened.postMessage({type:"turnwright.app",version:1,run:"s",n:0,name:"sandboxed"}, "*"), 200);
      </script>`;
      document.body.append(frame);
    }, studio.inspect),
  ]);
  const inspector = new InspectDriver(page);
  await expect(page.getByText(inspector.say("inspect.source.opaque"))).toBeVisible();
  await expect(
    page.getByRole("region", { name: inspector.say("inspect.ask.title") }).getByRole("group"),
  ).toHaveCount(0);
  expectValue(inspector.complaints).toEqual([]);
});
