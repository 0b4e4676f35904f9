import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Modules } from "#core/read/modules/moduleGraph.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import modules from "#test/corpus/modules.json";

/** A foreign module as it is in its repository. */
export interface CorpusModule {
  /** `reference`: the list this project was measured against from the start; `found`: as many again, from other repositories. */
  readonly set: "reference" | "found";
  /** `owner/name/path`. */
  readonly name: string;
  readonly lang: "ts" | "js";
  readonly text: string;
  /** The files of its repository beside it that are here. */
  readonly beside: Modules;
}

/** Where `npm run corpus` puts them. */
export const corpusFolder = process.env["TURNWRIGHT_CORPUS"] || "corpus";

/** The modules of the list that are in the folder; empty when it was not brought. */
export function corpusModules(): CorpusModule[] {
  return modules.flatMap(({ set, repository, files }) =>
    files.flatMap(({ path }) => {
      const file = join(corpusFolder, repository, path);
      if (!existsSync(file)) return [];
      return [
        {
          set: set as CorpusModule["set"],
          name: `${repository}/${path}`,
          lang: /\.[cm]?jsx?$/.test(path) ? ("js" as const) : ("ts" as const),
          text: readFileSync(file, "utf8"),
          beside: siblingsIn((name) => {
            const sibling = join(corpusFolder, name);
            return existsSync(sibling) ? readFileSync(sibling, "utf8") : undefined;
          }),
        },
      ];
    }),
  );
}

/** How many the list names. */
export const listed = modules.reduce((sum, { files }) => sum + files.length, 0);
