import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "#test/support/expect.ts";
import { builtStudio } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";

test("no view, editor, sandbox or export asks anything from outside this machine", async ({
  visit,
  watched,
}) => {
  const me = await visit({ language: "ja" });

  await me.openGame();
  await me.typeInCode('initial: "presentDecks"', 'initial: = "presentDecks"');
  await expect(me.problems.getByRole("button").first()).toBeVisible();
  await me.undo();
  // suggestions and hovers come from the type worker
  await me.findInCode('target: "decideServe"');
  await me.page.keyboard.press("ArrowLeft");
  await me.hoverAtCaret();
  await me.page.keyboard.press("Escape");
  await me.showFile("labels/ja");
  await me.expectCode("state:setup");
  await me.button("header.dark").click();
  await me
    .button("header.palette")
    .or(me.page.getByTitle(me.say("header.palette")))
    .first()
    .click();
  await expect(me.dialog).toBeVisible();
  await me.page.keyboard.press("Escape");
  await me.startRun();
  await me.timeline.getByRole("button", { name: me.say("stepping.run"), exact: true }).click();
  await me.button("stepping.run-now").click();
  await me.settled();
  await me.view("rules");
  await expect(me.clause().first()).toBeVisible();
  await me.page.getByRole("tab", { name: me.say("rules.code") }).click();
  await me.expectCode(/./);
  for (const format of ["ts", "js", "json", "mermaid"] as const)
    expect((await me.export(format)).text.length).toBeGreaterThan(500);

  expect(me.strangers).toEqual([]);
  expect(me.complaints).toEqual([]);
  expect(watched.outside).toEqual([]);
});

test("what asks outside is counted and gets nothing", async ({ visit, watched }) => {
  const me = await visit();

  await me.page.goto("http://fonts.example/inter.woff2").catch(() => undefined);

  expect(watched.outside).toContain("GET http://fonts.example/inter.woff2");
});

test("the built page, its scripts and its styles load nothing from another address", async () => {
  const folder = await builtStudio();
  // XState's types are text for the editor, with examples in their comments: nothing runs them
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(html|css|m?js)$/.test(name) && !/xstateTypes-/.test(name),
  );
  const loads = [
    /(?:src|href)\s*=\s*["']?(?:https?:)?\/\//gi,
    /@import\s+(?:url\()?["']?(?:https?:)?\/\//gi,
    /url\(\s*["']?(?:https?:)?\/\//gi,
    /\b(?:import|importScripts|fetch)\(\s*["'`](?:https?:)?\/\//g,
    /new\s+(?:Shared)?Worker\(\s*["'`](?:https?:)?\/\//g,
    /\bfrom\s*["'](?:https?:)?\/\//g,
  ];

  const found: string[] = [];
  for (const name of files) {
    const text = await readFile(join(folder, name), "utf8");
    for (const pattern of loads)
      for (const match of text.matchAll(pattern))
        found.push(`${name}: ${text.slice(match.index, match.index + 90)}`);
  }

  expect(files.length).toBeGreaterThan(5);
  expect(found).toEqual([]);
});

test("the licences of what is bundled go along with it", async () => {
  const text = await readFile(join(await builtStudio(), "licences.txt"), "utf8");

  for (const name of [
    "react",
    "@xyflow/react",
    "monaco-editor",
    "xstate",
    "sucrase",
    "@babel/parser",
    "cmdk",
    "i18next",
    "idb",
  ])
    expect(text, name).toMatch(new RegExp(`^${name} [\\d.]+: `, "m"));
  expect(text).toMatch(/^@fontsource-variable\/inter [\d.]+: OFL-1\.1$/m);
  expect(text).toMatch(/SIL OPEN FONT LICENSE/i);
  expect(text).toMatch(/Permission is hereby granted/);
});
