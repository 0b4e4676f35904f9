import { cpSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "#cli/main.ts";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";

let folder: ConsumerFolder;
beforeAll(async () => {
  folder = await consumerFolder();
  cpSync("test/core/read/projects", join(folder.path, "src"), { recursive: true });
});
afterAll(() => folder.remove());

const shape = `const shape = (node) => ({
  id: node.id, entry: node.entry.length, exit: node.exit.length, invoke: node.invoke.length,
  ways: [...node.transitions.values(), node.always ?? []].flat().map((one) => [one.eventType, one.target?.map(({ id }) => id), one.actions.length, one.guard !== undefined]),
  states: Object.values(node.states).map(shape),
});`;

test("a machine in several files is whole as JSON with its code, which is taken from the module beside it", async () => {
  let err = "";
  const io = { home: process.cwd(), cwd: folder.path, stdin: [] as never, out: () => undefined };
  const words = "export src/named/machine.ts --to json --out out/duel.machine.json".split(" ");
  const code = await main(words, { ...io, err: (text) => (err += text) });
  expect(code, err).toBe(0);
  expect(err).not.toMatch(/To be provided|Left out|There is no file/);

  const name = /export const (\w+) = /.exec(
    await readFile(join(folder.path, "out/duel.machine.js"), "utf8"),
  )![1]!;
  await folder.write(
    "compare.js",
    `import { readFileSync } from "node:fs";
import { createActor, createMachine } from "xstate";
import { implementations, parts } from "./out/duel.implementations.js";
import { ${name} as whole } from "./out/duel.machine.js";
const json = JSON.parse(readFileSync("out/duel.machine.json", "utf8"));
const made = createMachine({ ...json, ...parts }).provide(implementations);
${shape}
const named = (node) => [node.entry, node.exit, ...[...node.transitions.values(), node.always ?? []].flat().map((one) => one.actions)].flat().map(({ type }) => type).concat(Object.values(node.states).flatMap(named));
console.log(JSON.stringify([shape(whole.root), shape(made.root),
  named(made.root).filter((type) => !(type in made.implementations.actions) && !type.startsWith("xstate.")),
  createActor(whole).start().getPersistedSnapshot(), createActor(made).start().getPersistedSnapshot()]));`,
  );
  const [before, after, missing, started, startedAnew] = JSON.parse(await folder.node("compare.js"));

  expect(after).toEqual(before);
  expect(missing).toEqual([]);
  expect(startedAnew).toEqual(started);
});
