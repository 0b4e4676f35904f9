import { list, readText, string } from "#core/text/schema.ts";
import type { Project } from "#core/project/Project.ts";
import { contentHash } from "#adapters/storage/contentHash.ts";

const KEY = "turnwright.trusted";

/**
 * Code from outside that the person has allowed to run, in this session: exactly the texts that were there. Another text of the
 * same file is another question.
 */
export class Trust {
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;
  readonly #keys: Set<string>;

  /** @param storage of the session: it ends with the window, and outlives a reload */
  constructor(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.#storage = storage;
    this.#keys = new Set(trustedIn(storage));
  }

  has = (key: string): boolean => this.#keys.has(key);

  add(key: string): void {
    this.#keys.add(key);
    try {
      this.#storage?.setItem(KEY, JSON.stringify([...this.#keys]));
    } catch {
      /* it lasts for this page */
    }
  }
}

/**
 * What stands for the code that a play of this game would run: the machine's file and the files that it imports, as they are
 * stored. What the person writes here is their own.
 * @param stored text of an imported file, by path
 */
export function trustKey(project: Project, stored: (path: string) => string | undefined): Promise<string> {
  const paths = (project.graph().now.imports ?? []).flatMap(({ path }) => path ?? []);
  const texts = [...new Set(paths)].toSorted().map((path) => `${path}\n${stored(path) ?? ""}`);
  return contentHash([project.storedHash("machine") ?? "", ...texts].join("\0"));
}

/** Denied or broken: nothing is trusted. */
function trustedIn(storage: Pick<Storage, "getItem"> | undefined): readonly string[] {
  try {
    const result = readText(list(string), storage?.getItem(KEY));
    return result.ok ? result.value : [];
  } catch {
    return [];
  }
}
