import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "@babel/parser";
import { expect } from "#test/support/expect.ts";
import { builtStudio } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";

/** KiB of JavaScript that the first chart may wait for. */
const LIMIT = 320;

/** What a page loads before it does anything: the scripts that it names, and what each of them imports. */
async function scriptsOf(folder: string, page: string): Promise<Set<string>> {
  const html = await readFile(join(folder, page), "utf8");
  const open = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  const found = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { program } = parse(await readFile(join(folder, path), "utf8"), { sourceType: "module" });
    for (const one of program.body)
      if ("source" in one && one.source?.type === "StringLiteral")
        open.push(join("assets", one.source.value));
  }
  return found;
}

test.for(["en", "ja", "zh-Hant"] as const)(
  `the first chart needs no more than ${LIMIT} KiB of JavaScript: %s`,
  async (language, { visit }) => {
    const folder = await builtStudio();
    const scripts = await scriptsOf(folder, "index.html");
    const me = await visit({ language });
    const loaded = new Set(scripts);
    /** The first words come; whatever else is asked for never does. */
    await me.page.route(/\/assets\/[^/]+\.js$/, async (route) => {
      const path = new URL(route.request().url()).pathname.slice(1);
      if (loaded.size === scripts.size && path.startsWith(`assets/${language}-`)) loaded.add(path);
      if (loaded.has(path)) await route.continue();
    });
    await me.openGame();
    await expect(me.graph.locator(".react-flow__edge").first()).toBeVisible();

    const sizes = await Promise.all(
      [...loaded].map(async (path) => gzipSync(await readFile(join(folder, path))).length / 1024),
    );
    expect(sizes).toHaveLength(scripts.size + 1);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(LIMIT);
  },
);
