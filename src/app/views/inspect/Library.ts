import { chartOfKey, machineKeys } from "#core/chart/machineKey.ts";
import type { Chart } from "#core/chart/chart.ts";
import { graphCommands, loadGraphCommands } from "#core/project/graphCommands.ts";
import type { Files } from "#core/project/history.ts";
import type { FromRelay } from "#core/project/inspectWire.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { addAll } from "#core/text/addAll.ts";
import type { RelaySource } from "#app/views/inspect/RelaySource.ts";

/** A machine that a running one may be. */
export interface LibraryMachine {
  readonly id: string;
  readonly game: string;
  /** Its key among the machines of its file. */
  readonly key: string;
  readonly chart: Chart;
  readonly reading: ModuleReading;
  /** All files of the game, by logical name. */
  readonly files: Files;
  readonly title: Readonly<Record<string, string>>;
  /** Its code may run here: it is of the person's workspace, or of the games that come with the studio. */
  readonly trusted: boolean;
  /** Its whole code is in its file, as far as was read: it can be played by itself. */
  readonly whole: boolean;
}

export interface LibraryView {
  readonly from: "shipped" | "studio";
  readonly machines: readonly LibraryMachine[];
  readonly loading: boolean;
}

/**
 * The machines that the inspector knows: the games that come with the studio, which are public, and once this page was joined to a
 * studio those of its workspace, to read. Nothing is ever written.
 */
export class Library {
  #view: LibraryView = { from: "shipped", machines: [], loading: true };
  readonly #listeners = new Set<() => void>();
  readonly #relay: Pick<RelaySource, "hear" | "request">;
  /** Games of the studio whose files have yet to come. */
  readonly #awaited = new Map<string, { title: LibraryMachine["title"]; foreign: boolean }>();
  readonly #coming: LibraryMachine[] = [];

  constructor(relay: Pick<RelaySource, "hear" | "request">) {
    this.#relay = relay;
    relay.hear((message) => this.#onMessage(message));
  }

  get = (): LibraryView => this.#view;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #set(view: Partial<LibraryView>): void {
    this.#view = { ...this.#view, ...view };
    for (const listener of this.#listeners) listener();
  }

  async start(): Promise<void> {
    const [{ shippedGames }] = await Promise.all([
      import("#adapters/storage/shippedGames.ts"),
      loadGraphCommands(),
    ]);
    if (this.#view.from === "studio") return;
    const machines = shippedGames().flatMap(({ id, files }) =>
      machinesOf(id, new Map(files.map(({ name, text }) => [name, text])), {}, true),
    );
    this.#set({ machines, loading: false });
  }

  #onMessage(message: FromRelay): void {
    if (message.t === "pairing" && message.state === "joined") this.#relay.request({ t: "library" });
    if (message.t === "library") void this.#listed(message.games);
    if (message.t === "game") {
      const waiting = this.#awaited.get(message.game);
      this.#awaited.delete(message.game);
      const files = new Map((message.files ?? []).map(({ name, text }) => [name, text]));
      const more = waiting ? machinesOf(message.game, files, waiting.title, !waiting.foreign) : [];
      addAll(this.#coming, more);
      // Until all are there those known so far stay: what is drawn and played does not go and come.
      if (this.#awaited.size === 0)
        this.#set({ from: "studio", machines: this.#coming.splice(0), loading: false });
    }
  }
  async #listed(games: (FromRelay & { t: "library" })["games"]): Promise<void> {
    await loadGraphCommands();
    this.#awaited.clear();
    for (const { id, title, foreign } of games) this.#awaited.set(id, { title, foreign: foreign === true });
    this.#coming.length = 0;
    this.#set({ from: "studio", loading: games.length > 0 });
    for (const { id } of games) this.#relay.request({ t: "game", game: id });
  }
}

function machinesOf(
  game: string,
  files: Files,
  title: LibraryMachine["title"],
  trusted: boolean,
): LibraryMachine[] {
  const text = files.get("machine");
  if (text === undefined) return [];
  const reading = graphCommands().readModule(text);
  const whole = (reading.imports ?? []).length === 0;
  return machineKeys(reading.charts).flatMap((key) => {
    const chart = chartOfKey(reading.charts, key);
    return chart ? [{ id: `${game}/${key}`, game, key, chart, reading, files, title, trusted, whole }] : [];
  });
}
