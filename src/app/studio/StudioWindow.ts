import type { UiLanguage } from "#app/i18n.ts";
import { Failures } from "#app/studio/Failures.ts";
import { labelLanguages, type LabelLanguage } from "#app/studio/labels.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import type { Route } from "#app/studio/route.ts";
import type { Notice, StudioState, WindowState } from "#app/studio/StudioState.ts";

/** What a window shows beside its games: notices, questions, languages and theme; and who is notified when something changes. */
export class StudioWindow {
  /** What failed while the rest went on. */
  readonly failures = new Failures();
  #state: WindowState;
  readonly #beside: () => Omit<StudioState, keyof WindowState>;
  #whole: StudioState | undefined;
  #listeners = new Set<() => void>();
  #noticeId = 0;

  /** @param beside the rest of the state: of the game that is looked at, and of the tabs */
  constructor(
    route: Route,
    first: { uiLanguage: UiLanguage; theme: "light" | "dark" },
    beside: () => Omit<StudioState, keyof WindowState>,
  ) {
    this.#beside = beside;
    // Where no game is shown there is no status bar to tell it.
    this.failures.subscribe(() => {
      const [newest] = this.failures.get();
      if (newest?.count !== 1 || this.#state.opening === "ready") return;
      this.unsay(`failure.at.${newest.place}`);
      this.notice("error", `failure.at.${newest.place}`);
    });
    const label = labelLanguages.find((labelLanguage) => labelLanguage === readPreference("labels"));
    this.#state = {
      games: null,
      route,
      opening: "idle",
      locked: false,
      pictured: false,
      labelLanguage: label ?? first.uiLanguage,
      uiLanguage: first.uiLanguage,
      theme: first.theme,
      notices: [],
      question: null,
      listed: null,
      marked: null,
      jump: null,
      requested: null,
      palette: false,
      sideTurn: null,
      sought: null,
      viewActions: {},
      note: null,
      also: [],
    };
  }

  /** What is the window's own of the state. */
  get state(): WindowState {
    return this.#state;
  }
  get = (): StudioState => (this.#whole ??= { ...this.#state, ...this.#beside() });
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(patch: Partial<WindowState>): void {
    this.#state = { ...this.#state, ...patch };
    this.changed();
  }
  /** What stands beside the window is otherwise now. */
  changed(): void {
    this.#whole = undefined;
    for (const listener of this.#listeners) listener();
  }

  notice(
    tone: Notice["tone"],
    key: string,
    facts?: Notice["facts"],
    list?: Notice["list"],
    offer?: Notice["offer"],
  ): void {
    const notice: Notice = {
      id: ++this.#noticeId,
      tone,
      key,
      ...(facts ? { facts } : {}),
      ...(list ? { list } : {}),
      ...(offer ? { offer } : {}),
    };
    this.set({ notices: [...this.#state.notices.slice(-2), notice] });
    setTimeout(() => this.dismiss(notice.id), tone === "info" && !offer ? 4_000 : 9_000);
  }
  /** Takes back what was reported and is not true any more. */
  unsay(key: string): void {
    this.set({ notices: this.#state.notices.filter((n) => n.key !== key) });
  }
  dismiss(id: number): void {
    this.set({ notices: this.#state.notices.filter((n) => n.id !== id) });
  }

  setLabels(labelLanguage: LabelLanguage): void {
    writePreference("labels", labelLanguage);
    this.set({ labelLanguage });
  }
  setTheme(theme: "light" | "dark"): void {
    writePreference("theme", theme);
    document.documentElement.dataset["theme"] = theme;
    this.set({ theme });
  }
  async setUiLanguage(uiLanguage: UiLanguage): Promise<void> {
    const { changeWords } = await import("#app/i18n.ts");
    await changeWords(uiLanguage);
    writePreference("language", uiLanguage);
    this.set({ uiLanguage });
  }
}
