import { expect, test } from "vitest";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { readModule } from "#core/read/readModule.ts";
import { chart } from "#test/charts/charts.ts";

const paths = (target: string) => `{ "compilerOptions": { "paths": { "@/*": ["${target}/*"] } } }`;

test("aliases follow a config file that changed between two readings", () => {
  const files: Record<string, string> = {
    "tsconfig.json": `{ "extends": "./base.json" }`,
    "base.json": paths("old"),
    "old/words.ts": `export const GO = "GO"; export const BACK = "BACK";`,
    "new/words.ts": `export const GO = "WALK"; export const BACK = "RETURN";`,
  };
  const options = { path: "games/m.machine.ts", modules: siblingsIn((path) => files[path]) };
  const text = `import { GO } from "@/words";\nimport { BACK } from "@/words";\n${chart(`a: { on: { [GO]: "b" } }, b: { on: { [BACK]: "a" } }`)}`;
  const read = (previous?: { text: string; reading: ReturnType<typeof readModule> }) => {
    const reading = readModule(text, { ...options, ...(previous ? { previous } : {}) });
    const events = reading.charts[0]?.root.children.map(({ transitions }) => transitions[0]?.event);
    return { text, reading, events };
  };

  const first = read();
  const again = read(first);
  expect([first.events, again.events]).toEqual([
    ["GO", "BACK"],
    ["GO", "BACK"],
  ]);

  files["base.json"] = paths("new");
  expect(read(again).events).toEqual(["WALK", "RETURN"]);
});
