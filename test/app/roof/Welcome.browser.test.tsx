import { expect, test } from "vitest";
import type { GameEntry } from "#core/project/store.ts";
import { Welcome } from "#app/roof/Welcome.tsx";
import { mounted } from "#test/support/mounted.tsx";

const game = (id: string, more: Partial<GameEntry> = {}): GameEntry => ({
  id,
  title: {},
  files: [],
  place: "/games",
  path: `machines/${id}.machine.ts`,
  ...more,
});
const lamp = game("src-lamp", { path: "src/lamp.ts", kept: "path", foreign: true, found: true });

/** What the start page says where these are to be opened. */
async function pageOf(games: readonly GameEntry[]): Promise<string> {
  const state = { opening: "idle", games, uiLanguage: "en", labelLanguage: "en", route: {} };
  const store = { others: async () => [], list: async () => games };
  const drafts = { strayDrafts: async () => [] };
  const studio = { get: () => state, subscribe: () => () => undefined, store, drafts };
  const { element, show } = await mounted(studio);
  await show(<Welcome />);
  return element.textContent;
}

test.each<[string, boolean, readonly GameEntry[]]>([
  ["a folder with games only", true, [game("chess")]],
  ["a folder with games, looked through already", false, [game("chess"), lamp]],
  ["a folder without games", false, [lamp]],
  ["the games of this browser", false, [game("chess", { kept: "browser" })]],
])("how machines that lie elsewhere are opened: %s", async (_, isSaid, games) => {
  expect((await pageOf(games)).includes("npx turnwright open")).toBe(isSaid);
});
