import { list, readText, string } from "#core/text/schema.ts";
import { workspaceScope } from "#adapters/storage/session.ts";

/**
 * Games that are copies of foreign ones, and that the person has not yet said of that they may run. A copy lies among the games of
 * the workspace, where nothing tells it from what the person wrote.
 */
export interface ForeignCopies {
  has(game: string): boolean;
  add(game: string): void;
  drop(game: string): void;
}

/**
 * @param storage where they outlive the page; without it they last as long as this page
 * @param scope tells apart workspaces that are served at one address one after the other
 */
export function foreignCopies(
  storage: () => Pick<Storage, "getItem" | "setItem"> = () => localStorage,
  scope: () => string = workspaceScope,
): ForeignCopies {
  const key = () => `turnwright.foreign-copies.${scope()}`;
  /** What this page said, also where nothing can be kept. */
  const answers = new Map<string, boolean>();
  // Another tab may have created one meanwhile.
  const stored = (): ReadonlySet<string> => {
    try {
      const result = readText(list(string), storage().getItem(key()));
      return new Set(result.ok ? result.value : []);
    } catch {
      return new Set();
    }
  };
  const write = (game: string, isOne: boolean) => {
    const games = new Set(stored());
    if (isOne) games.add(game);
    else games.delete(game);
    try {
      storage().setItem(key(), JSON.stringify([...games]));
      answers.delete(game);
    } catch {
      answers.set(game, isOne);
    }
  };
  return {
    has: (game) => answers.get(game) ?? stored().has(game),
    add: (game) => write(game, true),
    drop: (game) => write(game, false),
  };
}
