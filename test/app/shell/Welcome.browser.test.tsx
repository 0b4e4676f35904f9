import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import type { GameEntry } from "#core/project/store.ts";

import { laterWords, startWords } from "#app/i18n.ts";
import { Welcome } from "#app/shell/Welcome.tsx";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

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
  await startWords("en");
  await laterWords("en");
  const state = { opening: "idle", games, uiLanguage: "en", labelLanguage: "en", route: {} };
  const studio = { get: () => state, subscribe: () => () => undefined, store: { others: async () => [] } };
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  await act(async () =>
    root.render(
      <StudioContext value={studio as unknown as Studio}>
        <Welcome />
      </StudioContext>,
    ),
  );
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
