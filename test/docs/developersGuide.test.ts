import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { main } from "#cli/main.ts";

test("the talk with play --stdio in the developers' guide is what the command answers", async () => {
  const guide = await readFile("docs/guide-developers.md", "utf8");
  const machine = /```ts\n\/\/ nim\.machine\.ts\n(.*?)```/s.exec(guide)?.[1] ?? "";
  const talk = (/```\n(> .*?)```/s.exec(guide)?.[1] ?? "").trimEnd().split("\n");
  const asked = talk.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
  const folder = await mkdtemp(join(tmpdir(), "turnwright-guide-"));
  await writeFile(join(folder, "nim.machine.ts"), machine);
  let answers = "";

  const code = await main(["play", "nim.machine.ts", "--stdio"], {
    home: process.cwd(),
    cwd: folder,
    stdin: Readable.from([`${asked.join("\n")}\n`]),
    out: (text) => (answers += text),
    err: () => undefined,
  });

  await rm(folder, { recursive: true });
  expect(code).toBe(0);
  expect(asked.length).toBeGreaterThan(5);
  expect(answers.trimEnd().split("\n")).toEqual(talk.filter((line) => !line.startsWith("> ")));
});

test("what the guide copies out for a seat has nothing of the other player's hidden cards", async () => {
  const guide = await readFile("docs/guide-developers.md", "utf8");
  const folder = await mkdtemp(join(tmpdir(), "turnwright-seen-"));
  await writeFile(join(folder, "seenBy.mjs"), /```js\n\/\/ seenBy\.mjs\n(.*?)```/s.exec(guide)?.[1] ?? "");
  const { seenBy } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "seenBy.mjs")).href)) as {
    seenBy: (seat: string, answer: object) => object;
  };
  const deal = (player: string, card: string, kind: string) => ({
    send: { type: "DEAL", by: "table", player, card, kind },
  });
  const asked = [
    { input: { stockCapacity: 3, drawCount: 0 } },
    deal("P1", "Ann", "vf"),
    deal("P2", "Secret", "trap"),
    { send: { type: "BEGIN", by: "table", player: "P2" } },
    { send: { type: "SET_TRAP", by: "P2", card: "Secret" } },
    deal("P2", "Hidden", "vf"),
    deal("P2", "Masked", "vf"),
    { send: { type: "NEXT_PHASE", by: "P2" } },
    {
      send: {
        type: "SPECIAL_RELEASE",
        by: "table",
        player: "P2",
        card: "Masked",
        cause: "Secret",
        face: "down",
        position: "attack",
      },
    },
    { send: { type: "CHANGE_DISPLAY", by: "P2", card: "Masked", face: "down", position: "defense" } },
  ];
  let answers = "";

  await main(["play", "vf-card", "--stdio"], {
    home: process.cwd(),
    cwd: process.cwd(),
    stdin: Readable.from([`${asked.map((one) => JSON.stringify(one)).join("\n")}\n`]),
    out: (text) => (answers += text),
    err: () => undefined,
  });

  await rm(folder, { recursive: true });
  const last = JSON.parse(answers.trimEnd().split("\n").at(-1) ?? "") as { refused: boolean };
  expect(last).toMatchObject({ refused: false, context: { players: [{}, { traps: [{ id: "Secret" }] }] } });
  const seen = JSON.stringify(seenBy("P1", last));
  // The card that lies face down is named where it was changed, too.
  expect(last).toMatchObject({ context: { changed: ["Masked"] } });
  expect(seen).not.toMatch(/Secret|Hidden|Masked/);
  expect(seen).toContain("Ann");
  expect(seenBy("P1", last)).toMatchObject({ context: { players: [{}, { hand: 1, traps: 1 }] } });
});
