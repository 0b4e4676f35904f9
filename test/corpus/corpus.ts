import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Modules } from "#core/read/modules/moduleGraph.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import modules from "#test/corpus/modules.json";

/** A foreign module as it is in its repository. */
export interface CorpusModule {
  /**
   * `reference`: the list this project was measured against from the start; `found`: as many again, from other repositories. A
   * list of one's own has sets of its own.
   */
  readonly set: string;
  /** `owner/name/path`. */
  readonly name: string;
  readonly lang: "ts" | "js";
  readonly text: string;
  /** The files of its repository beside it that are here. */
  readonly beside: Modules;
}

/** Where `npm run corpus` puts them. */
export const corpusFolder = process.env["TURNWRIGHT_CORPUS"] || "corpus";

/** What a list says of a repository: which of its modules, at which commit, and the files beside them that they import. */
export interface Listed {
  readonly set: string;
  readonly repository: string;
  readonly commit: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly beside?: Listed["files"];
}

/** The list of this repository. */
export const ownList: readonly Listed[] = modules;

/** A list in a file. */
export const listIn = (path: string): readonly Listed[] =>
  JSON.parse(readFileSync(path, "utf8")) as readonly Listed[];

/** The modules of a list that are in the folder; empty when it was not brought. */
export function corpusModules(list = ownList, folder = corpusFolder): CorpusModule[] {
  return list.flatMap(({ set, repository, files }) =>
    files.flatMap(({ path }) => {
      const file = join(folder, repository, path);
      if (!existsSync(file)) return [];
      return [
        {
          set,
          name: `${repository}/${path}`,
          lang: /\.[cm]?jsx?$/.test(path) ? ("js" as const) : ("ts" as const),
          text: readFileSync(file, "utf8"),
          beside: siblingsIn((name) => {
            const sibling = join(folder, name);
            return existsSync(sibling) ? readFileSync(sibling, "utf8") : undefined;
          }),
        },
      ];
    }),
  );
}

/** How many a list names. */
export const countOf = (list: readonly Listed[]): number =>
  list.reduce((sum, { files }) => sum + files.length, 0);

/** How many the list of this repository names. */
export const listed = countOf(ownList);
