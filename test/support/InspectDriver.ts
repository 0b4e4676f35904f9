import type { Locator, Page } from "playwright";
import type { TFunction } from "i18next";
import type { UiLanguage } from "#app/i18n.ts";
import { drawn } from "#test/support/drawn.ts";
import { expect } from "#test/support/expect.ts";
import { wordsOf } from "#test/support/words.ts";

/** The inspector's page as a person uses it. */
export class InspectDriver {
  readonly page: Page;
  readonly say: TFunction;
  readonly complaints: string[] = [];

  constructor(page: Page, language: UiLanguage = "en") {
    this.page = page;
    this.say = wordsOf(language);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(`thrown: ${error.message}`));
  }

  button(key: string, facts: Record<string, unknown> = {}): Locator {
    return this.page.getByRole("button", { name: String(this.say(key, facts)), exact: true });
  }
  get log(): Locator {
    return this.page.getByRole("listbox", { name: this.say("inspect.log") });
  }
  get step(): Locator {
    return this.page.getByRole("complementary", { name: this.say("inspect.step") });
  }
  /** Says yes to an app that wants to be shown. @param app its page, which sends only when it is drawn @param where the page stands, when it is in a frame */
  async allow(app?: Page, where: Pick<Page, "getByRole"> = this.page): Promise<void> {
    const asked = where.getByRole("region", { name: this.say("inspect.ask.title") });
    const yes = asked.getByRole("button", { name: this.say("inspect.ask.yes"), exact: true }).first();
    if (app) await drawn(app, () => expect(yes).toBeVisible({ timeout: 500 }));
    await yes.click({ timeout: 20_000 });
  }
  /** The newest row of the log has this text. */
  async expectLast(text: string | RegExp, timeout = 10_000): Promise<void> {
    await expect(this.log.getByRole("option").last()).toContainText(text, { timeout });
  }
  /** The chart shows that the actor stands in this state: it is lit, or holds what is lit. */
  async expectActive(path: string, timeout = 30_000): Promise<void> {
    const state = this.page.locator(`[data-state="${path}"][data-live], [data-frame="${path}"][data-live]`);
    // The library is read, and the game played beside, before the chart stands.
    await expect(state.first()).toHaveAttribute("data-live", /^(active|holds)$/, { timeout });
  }
  async choose(actor: string): Promise<void> {
    await this.page
      .getByRole("navigation", { name: this.say("inspect.apps") })
      .getByRole("button", { name: actor })
      .click();
  }
  async send(type: string, payload: object): Promise<void> {
    await this.page.getByLabel(this.say("inspect.event-type")).fill(type);
    await this.page.getByLabel(this.say("inspect.payload")).fill(JSON.stringify(payload));
    await this.button("inspect.send-button").click();
  }
}
