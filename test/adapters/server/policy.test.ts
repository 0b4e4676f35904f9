import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import type { PolicyOptions } from "#adapters/server/policy.ts";
import { serve, type Serving } from "#adapters/server/serve.ts";
import { chromiumFlags, findChromium } from "../../../scripts/findChromium.ts";

/** What a sandbox frame starts with: it makes a worker of the text that its parent sends, and hands answers on. */
const frameScript = `
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data.leave) return void (location = data.leave);
    const worker = new Worker(URL.createObjectURL(new Blob([data.code], { type: "text/javascript" })));
    worker.onmessage = (said) => parent.postMessage(said.data, "*");
    worker.onerror = () => parent.postMessage("the worker did not load", "*");
  });
  parent.postMessage("ready", "*");`;
const framePolicy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; connect-src 'none'";

let dir: string;
let browser: Browser;
let workspace: Workspace;
let foreign: Server;
/** A server of someone else that would take anything from anyone, and counts. */
let hits = 0;
let elsewhere: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnwright-policy-"));
  await mkdir(join(dir, "games"));
  await mkdir(join(dir, "studio"));
  await writeFile(
    join(dir, "studio/index.html"),
    "<!doctype html><head><script>window.inlineRan = true</script></head><body>",
  );
  workspace = await openWorkspace(join(dir, "games"));
  await workspace.create("one", [{ name: "machine", text: "theirs" }]);
  foreign = createServer((_request, response) => {
    hits++;
    response
      .writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/html" })
      .end("<body>");
  }).listen(0, "127.0.0.1");
  await new Promise((done) => foreign.once("listening", done));
  elsewhere = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`;
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  foreign?.close();
  await workspace?.close();
  await rm(dir, { recursive: true });
});

async function studio<T>(
  policy: PolicyOptions,
  work: (page: Page, serving: Serving) => Promise<T>,
): Promise<T> {
  const serving = await serve({
    store: workspace,
    place: dir,
    studioDir: join(dir, "studio"),
    port: 0,
    ...policy,
  });
  const page = await browser.newPage();
  try {
    await page.goto(serving.url);
    return await work(page, serving);
  } finally {
    await page.close();
    await serving.close();
  }
}

/** How long nothing has to come from a frame to count as nothing, in milliseconds; an answer is waited for much longer. */
const SILENCE = 1_500;

/** Starts a sandbox frame on the page and gives what the worker of this code says first; undefined when nothing comes. */
const sandboxed = (page: Page, message: { code?: string; leave?: string }, patience = 20_000) =>
  page.evaluate(
    async ({ html, message, patience }) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      const said = new Promise<unknown>((done) => {
        setTimeout(() => done(undefined), patience);
        addEventListener("message", ({ source, data }) => {
          if (source !== frame.contentWindow) return;
          if (data === "ready") frame.contentWindow?.postMessage(message, "*");
          else done(data);
        });
      });
      frame.srcdoc = html;
      document.body.append(frame);
      return await said;
    },
    {
      html: `<meta http-equiv="content-security-policy" content="${framePolicy}"><script>${frameScript}</script>`,
      message,
      patience,
    },
  );

const code = (user: string) => `
  (async () => {
    let answer;
    try { answer = ${user} } catch (error) { answer = error.name }
    const sent = await fetch("${elsewhere}").then(() => "sent", () => "refused");
    postMessage([answer, sent]);
  })()`;

test("the sandbox works when its first script is named and code from text is allowed, and reaches no network", async () => {
  hits = 0;
  const said = await studio({ frameScripts: [frameScript], frameEval: true }, (page) =>
    sandboxed(page, { code: code(`new Function("return 6 * 7")()`) }),
  );

  expect(said).toEqual([42, "refused"]);
  expect(hits).toBe(0);
});

test("without code from text a worker whose script is the user's code still runs", async () => {
  const policy = { frameScripts: [frameScript] };

  expect(await studio(policy, (page) => sandboxed(page, { code: code("6 * 7") }))).toEqual([42, "refused"]);
  expect(
    await studio(policy, (page) => sandboxed(page, { code: code(`new Function("return 1")()`) })),
  ).toEqual(["EvalError", "refused"]);
});

test("a frame's first script that is not named does not run, nor does an inline script of the page", async () => {
  const [said, inline] = await studio({ frameEval: true }, async (page) => [
    await sandboxed(page, { code: code("1") }, SILENCE),
    await page.evaluate(() => "inlineRan" in window),
  ]);

  expect(said).toBeUndefined();
  expect(inline).toBe(false);
});

test("a frame cannot carry anything away by going elsewhere, nor can the page call other servers", async () => {
  hits = 0;
  const fetched = await studio({ frameScripts: [frameScript], frameEval: true }, async (page) => {
    await sandboxed(page, { leave: `${elsewhere}?secret` }, SILENCE);
    return page.evaluate(
      (url) =>
        fetch(url).then(
          () => "sent",
          () => "refused",
        ),
      elsewhere,
    );
  });

  expect(fetched).toBe("refused");
  expect(hits).toBe(0);
});

test("a page of another origin of this machine reads nothing, changes nothing and cannot frame the studio", async () => {
  await studio({}, async (_page, serving) => {
    const hostile = await browser.newPage();
    await hostile.goto(elsewhere);
    const tried = await hostile.evaluate(async (url) => {
      const outcome = (sent: Promise<Response>) =>
        sent.then(
          async (r) => (await r.text()) || "nothing to read",
          () => "refused",
        );
      const body = JSON.stringify({ game: "one" });
      const results = [
        await outcome(fetch(url)),
        await outcome(fetch(url, { mode: "no-cors" })),
        await outcome(
          fetch(`${url}api/remove`, {
            method: "POST",
            body,
            headers: { "content-type": "application/json" },
          }),
        ),
        await outcome(fetch(`${url}api/remove`, { method: "POST", body, mode: "no-cors" })),
      ];
      navigator.sendBeacon(`${url}api/remove`, body);
      const form = document.createElement("form");
      Object.assign(form, {
        method: "post",
        action: `${url}api/remove`,
        enctype: "text/plain",
        target: "sink",
      });
      const sink = document.createElement("iframe");
      sink.name = "sink";
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(sink, frame, form);
      form.submit();
      await new Promise((done) => setTimeout(done, 800));
      return { results, framed: frame.contentDocument !== null };
    }, serving.url);
    const framedText = await Promise.all(
      hostile
        .frames()
        .slice(1)
        .map((frame) => frame.content().catch(() => "")),
    );
    await hostile.close();

    expect(tried.results.every((said) => said === "refused" || said === "nothing to read")).toBe(true);
    expect(tried.framed).toBe(false);
    expect(framedText.join()).not.toContain(serving.token);
    expect((await workspace.list()).map(({ id }) => id)).toEqual(["one"]);
  });
});
