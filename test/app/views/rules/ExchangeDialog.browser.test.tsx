import { createRoot } from "react-dom/client";
import i18next from "i18next";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { importMachine } from "#core/import/importForms.ts";
import { importedGameFiles } from "#core/project/importedGame.ts";
import { withTexts } from "#core/ruleset/withTexts.ts";
import { laterWords, startWords } from "#app/i18n.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { StudioContext } from "#app/studio/useStudio.ts";
import { ExchangeDialog } from "#app/views/rules/ExchangeDialog.tsx";

beforeAll(async () => {
  await startWords("en");
  await laterWords("en");
});
afterEach(() => void vi.restoreAllMocks());

const CSV = "id,target,target_language\ntitle,ゲーム,ja\n";
const machine = importMachine(
  '<scxml xmlns="http://www.w3.org/2005/07/scxml" name="Game"><state id="a"/></scxml>',
);
const first = new Map(importedGameFiles("game", machine).map(({ name, text }) => [name, text]));

/** The dialog over a game whose files can change. */
async function open() {
  let files: ReadonlyMap<string, string> = first;
  let state = stateOf(files);
  const listeners = new Set<() => void>();
  const studio = {
    get: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
    window: { set: () => undefined },
  } as unknown as Studio;
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(
    <StudioContext value={studio}>
      <ExchangeDialog />
    </StudioContext>,
  );
  const input = await vi.waitUntil(() =>
    document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"]'),
  );
  return {
    choose: (name: string, text: string) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      input.files = transfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    edit: (next: ReadonlyMap<string, string>) => {
      files = new Map([...files, ...next]);
      state = stateOf(files);
      for (const listener of listeners) listener();
    },
    /** Waits until the dialog says so. */
    says: (text: string) =>
      vi.waitFor(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain(text), {
        timeout: 10_000,
      }),
  };
}

const stateOf = (files: ReadonlyMap<string, string>) => ({
  files: { files },
  project: { id: "game" },
  uiLanguage: "ja",
});
const countsOf = (counts: { changed: number; left: number }) =>
  i18next.t("exchange.counts", { conflict: 0, suspect: 0, same: 0, ...counts });

test("whatever keeps a file from being read is said in the dialog", async () => {
  const dialog = await open();
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(() => {
    throw new Error("the disk is gone");
  });

  dialog.choose("back.csv", CSV);

  await dialog.says("back.csv cannot be read (Error: the disk is gone)");
});

test("a file that came back is compared with the game as it is when the file is read", async () => {
  const dialog = await open();
  dialog.choose("back.csv", CSV);
  await dialog.says(countsOf({ changed: 1, left: 0 }));

  dialog.choose("back.csv", CSV);
  const place = { file: "ruleset", way: ["title", "ja"] };
  dialog.edit(withTexts(first, { from: "en", into: "ja" }, [{ place, text: "遊戯" }]));

  await dialog.says(countsOf({ changed: 0, left: 1 }));
});
