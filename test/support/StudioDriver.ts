import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import type { Level } from "#core/layout/level.ts";
import { expect } from "#test/support/expect.ts";
import type { TFunction } from "i18next";
import type { UiLanguage } from "#app/i18n.ts";
import { wordsOf } from "#test/support/words.ts";

export type ViewName = "design" | "simulate" | "rules" | "export";

export interface OpenOptions {
  /** Language of the browser; the studio takes its own from it. */
  readonly language?: UiLanguage;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  readonly theme?: "light" | "dark";
  /** The inspector was chosen on the wide side, as by one who works on the graph: Monaco and the type checker are not loaded. */
  readonly codeFolded?: boolean;
  /** Where pictures go. */
  readonly pictures?: string;
}

const browserLocale: Record<UiLanguage, string> = { en: "en-GB", ja: "ja-JP", "zh-Hant": "zh-TW" };

/** Runs in every frame of the page; a machine's sandbox has no storage. What the person chooses later stays. */
const chooseInspector = () => {
  if (window === window.top && localStorage.getItem("turnwright.side") === null)
    localStorage.setItem("turnwright.side", "inspector");
};

/** The studio as a person uses it: by what stands on buttons, in fields and on the graph, in one language. */
export class StudioDriver {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: UiLanguage;
  readonly url: string;
  readonly say: TFunction;
  /** What the page wrote to its console as a warning or an error, and what it threw. */
  readonly complaints: string[] = [];
  /** Addresses asked for that are not the studio's own. */
  readonly strangers: string[] = [];
  #pictures: string | undefined;
  #watching = false;
  #door: string;

  /** @param door the address with the key; another window of a browser that has been there needs none */
  private constructor(page: Page, door: string, language: UiLanguage, pictures: string | undefined) {
    this.page = page;
    this.context = page.context();
    this.url = `${new URL(door).origin}/`;
    this.#door = door;
    this.language = language;
    this.say = wordsOf(language);
    this.#pictures = pictures;
    this.#listen(page);
  }

  /**
   * A new window, as of a person who was never here before.
   * @param door the address that the person was given
   */
  static async start(browser: Browser, door: string, options: OpenOptions = {}): Promise<StudioDriver> {
    const {
      language = "en",
      size = { width: 1600, height: 960 },
      theme = "light",
      codeFolded = false,
      pictures,
    } = options;
    const context = await browser.newContext({
      locale: browserLocale[language],
      viewport: size,
      colorScheme: theme,
      reducedMotion: "reduce",
      acceptDownloads: true,
    });
    context.setDefaultTimeout(30_000);
    if (codeFolded) await context.addInitScript(chooseInspector);
    return new StudioDriver(await context.newPage(), door, language, pictures);
  }

  /** The same person in another window of the same browser: what was stored is there. */
  async anotherWindow(): Promise<StudioDriver> {
    return new StudioDriver(await this.context.newPage(), this.url, this.language, this.#pictures);
  }

  #listen(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        this.complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.complaints.push(`thrown: ${error.message}`));
    page.on("response", (response) => {
      if (response.url().endsWith("/api/events") && response.ok()) this.#watching = true;
    });
    this.context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && origin !== new URL(this.url).origin)
        this.strangers.push(request.url());
    });
  }

  // ---- The window ----

  /** Opens an address of the studio, such as `#/haikyu-break/rules`, and waits until a game or a message stands there. */
  async open(hash = ""): Promise<void> {
    await this.page.goto(this.#door + (this.#door.includes("#") ? hash.slice(1) : hash));
    this.#door = this.url;
    await this.page.getByRole("navigation", { name: this.say("header.views") }).waitFor();
    await this.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  }

  /** Holds back what the page asks for under such addresses, until what comes back is called. */
  async holdBack(asked: RegExp): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    await this.page.route(asked, async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  /** Draws a transition from the handle of one state to the middle of another. */
  async drawTransition(from: string, to: string): Promise<void> {
    await this.button("canvas.fit").click();
    const [source, target] = [this.graphState(from), this.graphState(to)];
    await source.hover();
    const handle = await source.locator(".react-flow__handle.source").first().boundingBox();
    const goal = await target.boundingBox();
    if (!handle || !goal) throw new Error("not drawn");
    const { mouse } = this.page;
    await mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await mouse.down();
    await mouse.move(handle.x + 30, handle.y + 20, { steps: 4 });
    await mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 10 });
    await mouse.up();
  }
  /** Drags a state by its head until its middle lies in the head of another. */
  async dropState(state: string, into: string): Promise<void> {
    await this.button("canvas.fit").click();
    // Waits until it stands still.
    await this.graphState(state).hover({ position: { x: 12, y: 6 } });
    const from = await this.graphState(state).boundingBox();
    const goal = await this.graphState(into).boundingBox();
    if (!from || !goal) throw new Error("not drawn");
    const at = { x: from.x + Math.min(20, from.width / 3), y: from.y + 6 };
    const way = {
      x: goal.x + goal.width / 2 - from.x - from.width / 2,
      y: goal.y + 8 - from.y - from.height / 2,
    };
    const { mouse } = this.page;
    await mouse.move(at.x, at.y);
    await mouse.down();
    await mouse.move(at.x + 30, at.y + 20, { steps: 4 });
    await mouse.move(at.x + way.x, at.y + way.y, { steps: 12 });
    await mouse.up();
  }

  /** Drags a state by its head until its middle lies behind another, and holds it there: the drop is a `mouse.up`. */
  async holdBehind(state: string, other: string): Promise<void> {
    // Waits until it stands still.
    await this.graphState(state).hover({ position: { x: 20, y: 10 } });
    const [from, last] = [
      await this.graphState(state).boundingBox(),
      await this.graphState(other).boundingBox(),
    ];
    if (!from || !last) throw new Error(`${state} or ${other} is not on the graph`);
    const at = { x: from.x + 20, y: from.y + 10 };
    const way = {
      x: last.x + last.width + 10 - (from.x + from.width / 2),
      y: last.y + last.height + 9 - (from.y + from.height / 2),
    };
    const { mouse } = this.page;
    await mouse.move(at.x, at.y);
    await mouse.down();
    await mouse.move(at.x + 10, at.y + 10, { steps: 4 });
    await mouse.move(at.x + way.x, at.y + way.y, { steps: 10 });
  }

  /** Opens a game in the Design view and waits for its graph. */
  async openGame(id = "haikyu-break"): Promise<void> {
    await this.open(`#/${id}/design`);
    await this.graph.locator(".react-flow__node").first().waitFor();
  }

  async view(name: ViewName): Promise<void> {
    const link = this.page
      .getByRole("navigation", { name: this.say("header.views") })
      .getByRole("link", { name: this.say(`view.${name}`) });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  }

  /** A button of the whole page by the key of its words. */
  button(key: string, facts: Record<string, unknown> = {}): Locator {
    return this.page.getByRole("button", { name: String(this.say(key, facts)), exact: true });
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  /** The message at the foot of the window that has these words. */
  notice(key: string, facts: Record<string, unknown> = {}): Locator {
    return this.page.getByRole("status").getByText(String(this.say(key, facts)));
  }

  async picture(name: string): Promise<void> {
    if (this.#pictures) await this.page.screenshot({ path: join(this.#pictures, `${name}.png`) });
  }

  close(): Promise<void> {
    return this.context.close();
  }

  // ---- Undo and save ----

  async undo(): Promise<void> {
    await this.button("header.undo").click();
  }
  /** Takes everything back. */
  async undoAll(): Promise<void> {
    const button = this.button("header.undo");
    while (await button.isEnabled()) await button.click();
  }
  async redo(): Promise<void> {
    await this.button("header.redo").click();
  }
  /** What the save button says: `saved`, `unsaved`, `conflict`. */
  async expectSaved(state: "saved" | "unsaved" | "conflict"): Promise<void> {
    await expect(
      this.page.getByRole("banner").getByText(this.say(`save.${state}`), { exact: true }),
    ).toBeVisible();
  }
  async save(): Promise<void> {
    await this.page.keyboard.press("Control+s");
    await this.expectSaved("saved");
  }

  /** Waits until the unsaved work of a game was put where a crash does not reach it. */
  async expectDraft(game: string, windows = 1): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(draftsIn, game), {
        message: `drafts of ${game} that are kept`,
        timeout: 5_000,
      })
      .toBe(windows);
  }

  /** Waits until the page hears of what other programs write. */
  async expectWatching(): Promise<void> {
    await expect.poll(() => this.#watching, { message: "the page listens to its server" }).toBe(true);
  }

  // ---- The graph and the outline ----

  get graph(): Locator {
    return this.page.getByRole("group", { name: this.say("canvas.canvas"), exact: true });
  }
  graphState(path: string): Locator {
    return this.graph.locator(`[data-id="/${path}"]`);
  }
  /** A transition's line or label: `setup.pickDecider|on|PICK_DECIDER|0`. */
  graphTransition(id: string): Locator {
    return this.graph.locator(`[data-transition="${id}"]`);
  }
  outlineState(path: string): Locator {
    return this.page.getByRole("tree", { name: this.say("outline.title") }).locator(`[data-id="${path}"]`);
  }
  async selectState(path: string): Promise<void> {
    await this.outlineState(path).click();
    await expect(this.outlineState(path)).toHaveAttribute("aria-selected", "true");
  }
  /** Double-clicks the title of a state without states inside and types another name. */
  async renameStateOnGraph(path: string, to: string): Promise<void> {
    await (await this.typeNameOnGraph(path, to)).press("Enter");
  }
  /** The same up to the key that ends it. @returns the field of the name */
  async typeNameOnGraph(path: string, to: string): Promise<Locator> {
    // The head of a state stands at its top, whatever it holds.
    await this.graphState(path).dblclick({ position: { x: 30, y: 12 } });
    return this.#typeName(to);
  }
  /** The same of a phase, which a double click would enter: by its key. */
  async renamePhaseOnGraph(path: string, to: string): Promise<void> {
    await this.graphState(path).click({ position: { x: 30, y: 12 } });
    await this.graph.press("F2");
    await (await this.#typeName(to)).press("Enter");
  }
  async #typeName(to: string): Promise<Locator> {
    const field = this.graph.getByRole("textbox", { name: this.say("canvas.rename") });
    await field.fill(to);
    return field;
  }
  /** Shows more or less of the graph, fitted to what is selected: labels of transitions are drawn from flow on. */
  async level(level: Level): Promise<void> {
    const button = this.levelButton(level);
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  }
  levelButton(level: Level): Locator {
    const words = { map: "canvas.levelMap", flow: "canvas.levelFlow", full: "canvas.levelFull" } as const;
    return this.graph.getByRole("button", { name: this.say(words[level]), exact: true });
  }
  /** Waits until the graph stands still; where and how near one looks then. */
  async still(): Promise<string> {
    const viewport = this.graph.locator(".react-flow__viewport");
    let [seen, before] = ["", "none"];
    while (seen !== before) {
      before = seen;
      await this.page.waitForTimeout(300);
      seen = await viewport.evaluate((element) => getComputedStyle(element).transform);
    }
    return seen;
  }
  /** Where one looks: the whole machine and the phases down to what is shown or selected. */
  get breadcrumb(): Locator {
    return this.graph.getByRole("navigation", { name: this.say("canvas.path"), exact: true });
  }
  /** Looks at the graph from nearer. */
  async zoomIn(): Promise<void> {
    await this.graph.getByRole("button", { name: this.say("canvas.zoomIn"), exact: true }).click();
  }
  get inspector(): Locator {
    return this.page.getByRole("region", {
      name: new RegExp(`^(${this.say("inspector.state")}|${this.say("inspector.transition")})$`),
    });
  }
  get problems(): Locator {
    return this.page.getByRole("region", { name: this.say("problems.title"), exact: true });
  }

  // ---- The code ----

  get code(): Locator {
    return this.page.getByRole("region", { name: this.say("code.title") });
  }
  /** Shows the inspector or the code on the wide side. */
  async showSide(side: "inspector" | "code"): Promise<void> {
    const tab = this.page.getByRole("tab", { name: this.say(`sideTabs.${side}`), exact: true });
    const fold = this.button("side.title");
    if ((await fold.getAttribute("aria-pressed")) === "false") await fold.click();
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  }
  /** Waits for Monaco, and puts the caret into it. */
  async focusCode(): Promise<void> {
    await this.showSide("code");
    const text = this.code.getByRole("textbox", { name: this.say("code.title") }).first();
    await text.waitFor({ state: "attached", timeout: 30_000 });
    await text.focus();
    await expect(this.code.locator(".monaco-editor.focused")).toBeVisible();
  }
  /** Selects a piece of text in the code with the editor's own search; it has to occur once. */
  async findInCode(text: string): Promise<void> {
    await this.focusCode();
    await this.page.keyboard.press("Control+Home");
    await this.page.keyboard.press("Control+f");
    const field = this.code.locator(".find-widget.visible textarea.input").first();
    await field.fill(text);
    await expect(this.code.locator(".find-widget .matchesCount")).toHaveText(/\b1\b/);
    await field.press("Escape");
    await expect(this.code.locator(".monaco-editor.focused")).toBeVisible();
  }
  /** Replaces a piece of the code by typing over it. One line: the editor indents and closes brackets after line ends. */
  async typeInCode(find: string, replacement: string): Promise<void> {
    await this.findInCode(find);
    await this.page.keyboard.insertText(replacement);
  }
  /** What the editor offers at the caret, best first. */
  get suggestions(): Locator {
    return this.page.locator(".suggest-widget.visible .monaco-list-row");
  }
  /** Points at the letter right of the caret, until the editor says what it is. */
  async hoverAtCaret(): Promise<void> {
    const caret = await this.code.locator(".cursors-layer .cursor").first().boundingBox();
    if (!caret) throw new Error("The code has no caret in sight");
    await this.page.mouse.move(caret.x + 60, caret.y + caret.height / 2);
    await this.page.mouse.move(caret.x + 10, caret.y + caret.height / 2, { steps: 4 });
    await this.hover.waitFor();
  }
  get hover(): Locator {
    return this.page.locator(".monaco-hover:not(.hidden)").last();
  }
  /** The list of a name's places below the code. */
  get references(): Locator {
    return this.page.getByRole("region", { name: this.say("references.title"), exact: true });
  }
  /** Waits until the code that is in view has this text; who looks at the inspector looks at that again afterwards. */
  async expectCode(text: string | RegExp): Promise<void> {
    const tabs = this.page.getByRole("tab", { name: this.say("sideTabs.inspector"), exact: true });
    const isBeside = (await tabs.count()) > 0 && (await tabs.getAttribute("aria-selected")) === "true";
    // In Rules the code has a place of its own.
    if ((await this.button("side.title").count()) > 0) await this.showSide("code");
    await expect(this.code.locator(".view-lines").first()).toContainText(text);
    if (isBeside) await this.showSide("inspector");
  }
  async showFile(name: string): Promise<void> {
    await this.code.getByRole("combobox", { name: this.say("code.file") }).selectOption(name);
  }

  // ---- Play ----

  async startRun(): Promise<void> {
    await this.view("simulate");
    const begin = this.page.getByRole("button", { name: this.say("simulate.start"), exact: true });
    await begin.click();
    await expect(this.now).toBeVisible();
  }
  get now(): Locator {
    return this.page.getByRole("region", { name: this.say("simulate.now"), exact: true });
  }
  get timeline(): Locator {
    return this.page.getByRole("region", { name: this.say("simulate.timeline"), exact: true });
  }
  /** The form of an event as labels name it; `seat` tells two of one name apart. */
  event(label: string, seat?: string): Locator {
    const forms = this.now.getByRole("form", { name: label, exact: true });
    return seat === undefined
      ? forms.first()
      : forms.filter({ has: this.page.locator(`[data-seat="${seat}"]`) });
  }
  /** Fills the fields of an event, given by their labels, and sends it. Waits until the run has moved. */
  async sendEvent(
    label: string,
    { seat, fields = {} }: { seat?: string; fields?: Record<string, string> } = {},
  ): Promise<void> {
    const form = this.event(label, seat);
    await this.#unfold(form);
    for (const [name, value] of Object.entries(fields)) {
      const field = form.getByLabel(name, { exact: true });
      if ((await field.evaluate((e) => e.tagName)) === "SELECT") await field.selectOption(value);
      else await field.fill(value);
    }
    const before = await this.at();
    // What is known to be refused is called otherwise: it may be tried.
    await form.locator("button[type=submit]").click();
    await expect.poll(() => this.at()).not.toBe(before);
    await this.settled();
  }
  /** Shows the fields of an event's form: those of seats that nobody waits for are folded. */
  async #unfold(form: Locator): Promise<void> {
    const head = form.locator("button[aria-expanded]");
    if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  }
  /** Where the run stands, as the timeline says it. */
  async at(): Promise<string> {
    const steps = await this.timeline.getByRole("listitem").count();
    const here = this.timeline.locator('[aria-current="step"]');
    return `${steps}: ${(await here.count()) > 0 ? await here.first().innerText() : ""}`;
  }
  /** Waits until the questions of what can happen are answered, after twenty random steps too. */
  async settled(): Promise<void> {
    await expect(
      this.timeline.getByRole("button", { name: this.say("simulate.random"), exact: true }),
    ).toBeEnabled({ timeout: 40_000 });
  }
  async stepBack(): Promise<void> {
    await this.timeline.getByRole("button", { name: this.say("simulate.back"), exact: true }).click();
    await this.settled();
  }
  /** The message that stands over the graph when the machine failed. */
  get fault(): Locator {
    return this.page.getByRole("alert").and(this.page.locator('[data-tone="stop"]'));
  }
  /** Path ids of the active states, as the outline marks them. */
  async active(): Promise<string[]> {
    const rows = this.page.getByRole("tree", { name: this.say("outline.title") }).locator("[data-active]");
    return rows.evaluateAll((all) => all.map((one) => one.getAttribute("data-id") ?? ""));
  }
  /** Saves the run as a scenario of that title; small letters and hyphens are its file name, too. */
  async saveScenario(name: string): Promise<void> {
    await this.timeline.getByRole("button", { name: this.say("simulate.save-scenario") }).click();
    const field = this.dialog.getByRole("textbox", { name: this.say("scenario.title"), exact: true });
    await field.fill(name);
    await field.press("Enter");
    await expect(this.notice("simulate.scenario-saved", { name })).toBeVisible();
  }

  // ---- Rules ----

  /** The rows of the clauses, or the one of a clause. */
  clause(id?: string): Locator {
    return this.page.locator(`[role="option"][data-clause${id === undefined ? "" : `="${id}"`}]`);
  }

  // ---- Export ----

  /** Downloads one format, or a file that goes beside it; gives its name and text. */
  async export(
    format:
      | "ts"
      | "js"
      | "json"
      | "mermaid"
      | "svg"
      | "vitest"
      | "book"
      | "side-by-side"
      | "sheet"
      | "package"
      | "player",
    beside?: string,
  ): Promise<{ name: string; text: string }> {
    await this.view("export");
    // Its title begins the name; what it is for comes after it and may name another format.
    await this.page.getByRole("radio", { name: new RegExp(`^${this.say(`export.${format}`)}`) }).click();
    if (beside !== undefined) await this.page.getByRole("button", { name: beside, exact: true }).click();
    const coming = this.page.waitForEvent("download");
    await this.button("export.download").click();
    const download = await coming;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  }

  // ---- Games ----

  /** Opens the menu of games and chooses an entry. */
  async gameMenu(item: string | RegExp): Promise<void> {
    const button = this.page
      .getByRole("banner")
      .getByRole("button", { name: new RegExp(`^${this.say("header.game")}: `) });
    await button.hover();
    await expect(button).toHaveAttribute("aria-haspopup", "menu");
    await button.click();
    await this.page
      .getByRole("menu")
      .getByRole(/^(games|dialog)\./.test(String(item)) ? "menuitem" : "menuitemradio", {
        name: typeof item === "string" ? this.say(item) : item,
      })
      .click();
  }
}

/** How many drafts of a game the browser's database holds. Runs in the page. */
function draftsIn(game: string): Promise<number> {
  return new Promise((done, fail) => {
    const opening = indexedDB.open("turnwright-drafts");
    opening.addEventListener("error", () => fail(opening.error ?? new Error("no database")));
    opening.addEventListener("success", () => {
      const keys = opening.result.transaction("drafts").objectStore("drafts").getAllKeys();
      keys.addEventListener("success", () => {
        opening.result.close();
        done(keys.result.filter((key) => Array.isArray(key) && key[1] === game).length);
      });
    });
  });
}
