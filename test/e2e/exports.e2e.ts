import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect as plain } from "vitest";
import { main } from "#cli/main.ts";
import { expect } from "#test/support/expect.ts";
import { home } from "#test/support/startStudio.ts";
import { test } from "#test/support/studioTest.ts";

/** What the command line writes of the same folder. */
async function byCommand(folder: string, line: string): Promise<string> {
  let out = "";
  let err = "";
  const io = {
    home,
    cwd: folder,
    stdin: [] as never,
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  const code = await main(line.split(" "), io);
  plain(code, err).toBe(0);
  return out;
}

test("what is downloaded is what the command line writes, byte by byte, under a name of its own in each language", async ({
  visit,
  studio,
}) => {
  for (const [language, game] of [
    ["ja", "haikyu-break"],
    ["en", "fate-ace-royal"],
  ] as const) {
    const me = await visit({ language });
    await me.open(`#/${game}/export`);
    const same = async (format: Parameters<typeof me.export>[0], name: string, options = "") => {
      const made = await me.export(format);
      plain(made.name).toBe(name);
      plain(made.text === (await byCommand(studio.folder, `export ${game} --to ${format}${options}`))).toBe(
        true,
      );
      return made.text;
    };

    await same("svg", `${game}.${language}.svg`, ` --lang ${language}`);
    await same("mermaid", `${game}.${language}.mmd`, ` --lang ${language}`);
    await same("js", `${game}.machine.js`);
    await same("book", `${game}.${language}.book.html`, ` --locales ${language}`);
    await same("sheet", `${game}.${language}.sheet.html`, ` --locales ${language}`);
    const others = ["zh-Hant", "ja", "en"].filter((locale) => locale !== language);
    const all = [language, ...others].join(",");
    await same("side-by-side", `${game}.${language}.side-by-side.html`, ` --locales ${all}`);
    await same("player", `${game}.player.html`);
    const json = await same("json", `${game}.machine.json`);

    const code = await me.export("json", `${game}.implementations.js`);
    const saves = await me.export("json", `${game}.saves.js`);
    const told = JSON.parse(await byCommand(studio.folder, `export ${game} --to json --json`));
    plain([code.name, saves.name]).toEqual([`${game}.implementations.js`, `${game}.saves.js`]);
    plain([code.text, saves.text]).toEqual(told.beside.map(({ text }: { text: string }) => text));
    plain(JSON.parse(json).version).toMatch(/sha256:/);

    // A package is a folder: its files are given one by one.
    await byCommand(studio.folder, `export ${game} --to package --out ${game}-package`);
    for (const name of ["package.json", "README.md", "index.d.ts", "chart.svg", "words/ja.js"]) {
      const file = await me.export("package", name);
      plain([name, file.text]).toEqual([
        name,
        await readFile(join(studio.folder, `${game}-package`, name), "utf8"),
      ]);
    }

    // A control says how deep Mermaid goes.
    await me.page.getByRole("radio", { name: me.say("export.mermaid") }).click();
    await me.page.getByLabel(me.say("export.levels")).selectOption("1");
    const outer = await byCommand(studio.folder, `export ${game} --to mermaid --levels 1 --lang ${language}`);
    await expect(me.page.locator("pre")).toHaveText(outer.trim(), { useInnerText: true });
    plain(me.complaints).toEqual([]);
  }
});

test("a module of XState 6 is said to be one in the Export view and in Problems, and nothing wrong is made of it", async ({
  visit,
  studio,
}) => {
  await studio.write(
    "machines/six.machine.ts",
    `import { createMachine } from "xstate";
export const machine = createMachine({ id: "six", initial: "turn", states: { turn: { on: { TAKE: ({ event }) => ({ target: "over" }) } }, over: {} } });
`,
  );
  const me = await visit({ codeFolded: true });
  await me.open("#/six/export");

  await expect(me.page.getByRole("alert")).toContainText("XState 6");
  await expect(me.button("export.download")).toBeDisabled();
  await me.view("design");
  await expect(me.problems.getByRole("button").filter({ hasText: "XState 6" })).toBeVisible();
});
