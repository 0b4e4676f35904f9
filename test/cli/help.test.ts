import { expect, test } from "vitest";
import { commonOptions } from "#cli/command.ts";
import { helpOf } from "#cli/help.ts";
import { commands } from "#cli/main.ts";
import { turnwright } from "#test/support/commandLine.ts";

const LANGUAGES = ["en", "ja", "zh-Hant"] as const;

test.each(commands)("$name: each option has a line and an example in every language", (command) => {
  for (const language of LANGUAGES) {
    const lines = helpOf(command, language).split("\n");
    for (const option of [...Object.keys(command.options), ...Object.keys(commonOptions)]) {
      const at = lines.findIndex((line) => line.startsWith(`  --${option} `));
      expect(lines[at]?.slice(`  --${option}`.length).trim(), `${language} ${option}`).toBeTruthy();
      if (Object.hasOwn(commonOptions, option)) continue;
      // The example uses the option, and only options of this command.
      const example = lines[at + 1] ?? "";
      expect(example, `${language} ${option}`).toMatch(
        new RegExp(`npx turnwright ${command.name}\\b.* --${option}\\b`),
      );
      for (const [, used = ""] of example.matchAll(/ --([a-z-]+)/g))
        expect([...Object.keys(command.options), ...Object.keys(commonOptions)]).toContain(used);
    }
  }
});

test("help COMMAND and COMMAND --help are the same, in the language of --lang", async () => {
  const at = { cwd: process.cwd() };
  const [a, b] = [
    await turnwright(["help", "check", "--lang", "ja"], at),
    await turnwright(["check", "--help", "--lang", "ja"], at),
  ];
  expect(a).toEqual(b);
  expect(a.out).toContain("エラーだけ");
});
