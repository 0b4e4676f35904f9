import type { Page } from "playwright";
import type { OpenStudio } from "../../scripts/studio/withStudio.ts";

/** The Design view of the volleyball game, states under their own names, with Monaco loaded and everything at rest. */
export async function designPage({ studio, page: newPage }: OpenStudio, selected?: string): Promise<Page> {
  const page = await newPage({ reducedMotion: "reduce" });
  await page.addInitScript(() => localStorage.setItem("turnwright.labels", "id"));
  const query = selected === undefined ? "" : `?state=${encodeURIComponent(selected)}`;
  await page.goto(studio.at(`/haikyu-break/design${query}`));
  await page.locator(".react-flow__node").first().waitFor();
  await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 60_000 });
  // The types of XState are read by Monaco's worker in the meantime.
  await page.waitForTimeout(3_000);
  return page;
}

/** Puts the caret before the only occurrence of a text, by the editor's own search. */
export async function caretBefore(page: Page, text: string): Promise<void> {
  const editor = page.locator(".monaco-editor").first();
  await editor.locator("textarea, .native-edit-context").first().focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+f");
  const field = editor.locator(".find-widget.visible textarea.input").first();
  await field.fill(text);
  await editor.locator(".find-widget .matchesCount", { hasText: /\b1\b/ }).waitFor();
  await field.press("Escape");
  await page.keyboard.press("ArrowLeft");
}
