import type { Project } from "#core/project/Project.ts";
import type { ScriptText, Store } from "#core/project/store.ts";
import type { importClosure, ImportClosure } from "#core/read/modules/importClosure.ts";
import { importsSiblings } from "#core/read/modules/importsSiblings.ts";
import type { Modules, Sibling } from "#core/read/modules/moduleGraph.ts";

/**
 * The files that lie with an open game and that its machine may import. They are fetched when it imports one, not before; the text
 * of a game that is open itself counts more than what the store has of it.
 */
export class Siblings {
  /** Until what looks for imports is loaded there are none. */
  readonly modules: Modules = (specifier, from) => this.#lookUp?.(specifier, from);
  readonly #store: Store;
  readonly #game: string;
  #texts: ReadonlyMap<string, string> = new Map();
  /** Imports that were looked for in vain: they are not requested again and again. */
  #missed = new Set<string>();
  #fetching = false;
  #isFetched = false;
  #imported: readonly Sibling[] = [];
  readonly #textAt: (path: string) => string | undefined;
  /** Both are loaded for the first machine that imports something. */
  #lookUp: Modules | undefined;
  #closureOf: typeof importClosure | undefined;

  /** @param live text of a file that is open here, by path */
  constructor(store: Store, game: string, live: (path: string) => string | undefined) {
    this.#store = store;
    this.#game = game;
    this.#textAt = (path) => live(path) ?? this.#texts.get(path);
  }

  async #load(): Promise<void> {
    if (this.#lookUp) return;
    const [closure, files] = await Promise.all([
      import("#core/read/modules/importClosure.ts"),
      import("#core/read/modules/siblingFiles.ts"),
    ]);
    this.#closureOf = closure.importClosure;
    this.#lookUp ??= files.siblingsIn(this.#textAt);
  }

  /** What the store has of a file; undefined when it has not been requested. */
  stored(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /**
   * Every file that the machine imports, for its types too, and what those import, as far as it is there: the same list while
   * nothing of it changes. While the text cannot be parsed it stays as it was.
   */
  imported(project: Project): readonly Sibling[] {
    if (!project.graph().now.parsed) return this.#imported;
    const { files } = this.#closure(project);
    const same =
      files.length === this.#imported.length &&
      files.every(({ path, text }, i) => path === this.#imported[i]?.path && text === this.#imported[i].text);
    if (!same) this.#imported = files.map(({ path, text }) => ({ path, text }));
    return this.#imported;
  }
  #closure(project: Project): Pick<ImportClosure, "files" | "missing"> {
    const { path, lang } = project.source;
    const text = project.text("machine") ?? "";
    if (!this.#closureOf || !importsSiblings(text)) return { files: [], missing: [] };
    return this.#closureOf({ path, text, lang }, this.modules, true);
  }

  /** Fetches what the machine imports and is not there yet. Failures are no news: the import stays opaque. */
  async follow(project: Project): Promise<void> {
    if (importsSiblings(project.text("machine") ?? "")) await this.#load();
    const unread = (project.graph().now.imports ?? []).filter(({ path }) => path === undefined);
    const missing = [...unread, ...this.#closure(project).missing].map(
      ({ specifier, from }) => `${from} ${specifier}`,
    );
    if (missing.every((path) => this.#missed.has(path)) || this.#fetching) return;
    for (const path of missing) this.#missed.add(path);
    await this.refresh(project);
  }

  /** The scripts around the machine, as they are now; undefined until they were looked for. */
  readonly scripts = (): readonly ScriptText[] | undefined =>
    this.#isFetched
      ? [...this.#texts].map(([path, text]) => ({ path, text: this.#textAt(path) ?? text }))
      : undefined;

  /** Looks which scripts there are, for whoever asks which of them import the machine. Failures are no news: then it is not known. */
  async look(): Promise<void> {
    try {
      this.#note(await this.#store.siblings(this.#game));
    } catch {
      // What was known may be another by now.
      this.#isFetched = false;
    }
  }
  #note(scripts: readonly ScriptText[]): void {
    this.#texts = new Map(scripts.map(({ path, text }) => [path, text]));
    this.#isFetched = true;
  }

  /** Fetches again, after another program changed something. */
  async refresh(project: Project): Promise<void> {
    this.#fetching = true;
    try {
      const [scripts] = await Promise.all([this.#store.siblings(this.#game), this.#load()]);
      this.#note(scripts);
      project.importsChanged();
    } catch {
      this.#missed.clear();
    } finally {
      this.#fetching = false;
    }
  }
}
