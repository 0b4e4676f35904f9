import type { Page } from "playwright";
import type { UiLanguage } from "#app/i18n.ts";
import en from "#locales/en.json";
import ja from "#locales/ja.json";
import zhHant from "#locales/zh-Hant.json";

/** A picture: what is shown, in which words, and what a person did before. */
export interface Scene {
  readonly name: string;
  readonly language: UiLanguage;
  readonly theme: "light" | "dark";
  /** Address after the studio's own. */
  readonly hash: string;
  /** Brings the page to where the picture is taken. */
  readonly prepare: (page: Page) => Promise<void>;
}

const game = "#/haikyu-break";
const fitWords = new RegExp(`^(${[en, ja, zhHant].map((words) => words.canvas.fit).join("|")})$`);

/** A window no wider than this begins with the wide side folded. In pixels. */
const NARROW = 1280;

/** The graph and, where there is room for it, the inspector or the code stand. */
async function designed(page: Page): Promise<void> {
  await graph(page);
  if ((page.viewportSize()?.width ?? 0) > NARROW)
    await page.getByRole("tabpanel").first().waitFor({ timeout: 60_000 });
  // the whole game, whatever is chosen in it
  await page.getByRole("button", { name: fitWords }).click();
  await page.waitForTimeout(3_000);
}

const graph = (page: Page) => page.locator(".react-flow__node").first().waitFor();

/** A recorded game is replayed, and walked back on to the middle of a rally. */
async function inTheMiddle(page: Page): Promise<void> {
  await graph(page);
  await page.locator('select:has(option[value="receive-and-attack"])').selectOption("receive-and-attack");
  const steps = page.locator("ol li button");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("ol li button").length > 10 &&
      document.querySelector('ol li button[aria-current="step"]'),
  );
  await page.waitForTimeout(500);
  await steps.nth(-7).click();
  await page.waitForTimeout(1_500);
}

/** A clause is chosen, and the graph beside it shows what carries it. */
async function clauseChosen(page: Page): Promise<void> {
  await graph(page);
  await page.waitForTimeout(1_500);
}

async function exported(page: Page): Promise<void> {
  await page.getByRole("radio").nth(3).click();
  await page.locator("pre").waitFor();
}

const design = { hash: `${game}/design?state=set.rallyTurn.receivePath.receive.deploy`, prepare: designed };
const simulate = { hash: `${game}/simulate`, prepare: inTheMiddle };
const rules = { hash: `${game}/rules?clause=HV-IV-R.2`, prepare: clauseChosen };
const export_ = { hash: `${game}/export`, prepare: exported };

/** Those of README and docs come first in each language. */
export const scenes: readonly Scene[] = [
  { name: "design", language: "en", theme: "light", ...design },
  { name: "simulate", language: "en", theme: "light", ...simulate },
  { name: "rules", language: "en", theme: "light", ...rules },
  { name: "export", language: "en", theme: "light", ...export_ },
  { name: "design-ja-dark", language: "ja", theme: "dark", ...design },
  { name: "simulate-zh-hant", language: "zh-Hant", theme: "light", ...simulate },
  { name: "rules-ja", language: "ja", theme: "light", ...rules },
];
