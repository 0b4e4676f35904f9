import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { expect as expectSeen } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

test("the key leaves the address at once; a reload and a new tab of the same browser go on without it", async ({
  visit,
  studio,
}) => {
  const me = await visit();

  await me.open("#/vf-card/design");
  const address = me.page.url();
  await me.page.reload();
  await me.graphState("setup").waitFor();
  const beside = await me.anotherWindow();
  await beside.page.goto(`${studio.url}#/vf-card/rules`);
  await beside.page.getByRole("heading", { level: 2 }).first().waitFor();

  expect(studio.door).toMatch(/#key=/);
  expect(address).toMatch(/\/#\/vf-card\/design/);
  expect(await me.page.context().cookies()).toEqual([]);
});

test("who comes without the key is told to bring it, and may in the same tab", async ({ visit, studio }) => {
  const me = await visit();

  await me.page.goto(`${studio.url}#/vf-card/design`);
  await me.page.getByText(me.say("store.locked")).first().waitFor();
  const listed = await me.page.getByText("machines/").count();
  await me.page.goto(studio.door);

  await me.page.locator("[data-state-name]").first().waitFor();
  expect(listed).toBe(0);
  expect(me.page.url()).not.toContain("key");
});

test("a page of a server that was started anew says so before anything is saved, and in the inspector's dialog", async ({
  visit,
}) => {
  const me = await visit();
  await me.open("#/vf-card/design");
  const eye = me.button("apps.inspect");
  await expectSeen(eye).toBeVisible();
  // What the server that runs now says to the token of the one before.
  await me.page.route("**/api/inspect", (route) =>
    route.fulfill({ status: 403, json: { code: "locked", message: "no such token" } }),
  );
  await eye.click();

  await expectSeen(me.dialog.getByText(me.say("store.locked"))).toBeVisible();
  await me.dialog
    .getByRole("button", { name: me.say("close") })
    .last()
    .click();
  const told = me.page.getByRole("button", { name: me.say("save.locked") });
  await expectSeen(told).toBeVisible();
  await told.click();
  await expectSeen(me.notice("store.locked")).toBeVisible();

  await me.page.unroute("**/api/inspect");
  await eye.click();
  await expectSeen(me.page.getByRole("link", { name: me.say("inspect.studio.open") })).toBeVisible();
  await expectSeen(told).toHaveCount(0);
});

test("a neighbour's server on another port gets no secret and reaches nothing", async ({ visit, studio }) => {
  const heard: string[] = [];
  const neighbour = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response
      .writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" })
      .end("<!doctype html><title>n</title>");
  }).listen(0, "127.0.0.1");
  await new Promise((done) => neighbour.once("listening", done));
  const theirs = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`;
  const me = await visit();
  await me.open("#/vf-card/design");
  const kept = await me.page.evaluate(() => localStorage.getItem("turnwright.session"));
  const { token } = JSON.parse(kept ?? "{}") as { token: string };

  // A link in the studio's tab, and a page of theirs in the same browser.
  const page = await me.context.newPage();
  await page.goto(theirs);
  const found = await page.evaluate(async (url) => {
    const said = async (asked: Promise<Response>) =>
      asked.then(async (answer) => `${answer.type} ${await answer.text()}`).catch(() => "refused");
    const call = (init: RequestInit) =>
      said(fetch(`${url}api/list`, { method: "POST", body: "{}", ...init }));
    const opened = window.open(url);
    await new Promise((done) => setTimeout(done, 500));
    let document = "closed to us";
    try {
      document = opened?.document?.documentElement.innerHTML ?? document;
    } catch {
      /* another origin */
    }
    return {
      own: JSON.stringify([{ ...localStorage }, window.document.cookie, window.name]),
      document,
      page: await said(fetch(url)),
      calls: [
        await call({ credentials: "include" }),
        await call({ mode: "no-cors", credentials: "include" }),
        await call({ headers: { "content-type": "application/json", "x-turnwright-token": "x" } }),
      ],
    };
  }, studio.url);
  await page.close();
  neighbour.close();

  expect(token).toMatch(/^[\w-]{43}$/);
  expect(heard.length).toBeGreaterThan(0);
  for (const secret of [token, /#key=([\w-]+)/.exec(studio.door)?.[1] ?? "no key"]) {
    expect(heard.join()).not.toContain(secret);
    expect(JSON.stringify(found)).not.toContain(secret);
  }
  expect(found.own).toBe(JSON.stringify([{}, "", ""]));
  expect(found.document).not.toContain("turnwright");
  expect(found.page).toBe("refused");
  expect(found.calls.every((said) => said === "refused" || said === "opaque ")).toBe(true);
});
