import { singleFiles } from "#core/ruleset/format.ts";
import { isFileName, isGameId } from "#core/project/gameFiles.ts";

const machineFile = /^machines\/([^/]+)\.(machine\.ts|layout\.json)$/;
const rulesFile = /^rulesets\/([^/]+)\/(.+)\.json$/;

/** The game and the logical name that a path of a workspace folder stands for (the way back of `filePath`), if it is one. */
export function fileAt(path: string): { readonly game: string; readonly name: string } | undefined {
  const [, machineOf, kind] = machineFile.exec(path) ?? [];
  const [, rulesOf, below] = rulesFile.exec(path) ?? [];
  const game = machineOf ?? rulesOf ?? "";
  const name = kind === undefined ? (below ?? "") : kind === "machine.ts" ? "machine" : "layout";
  if (!isGameId(game) || !isFileName(name)) return undefined;
  // `rulesets/x/machine.json` has a name's form but no file of a game stands there.
  return kind === undefined && (name === "machine" || name === "layout") ? undefined : { game, name };
}

const order: readonly string[] = ["machine", ...singleFiles];

/** Order of a game's files in every store: the machine first, texts and scenarios last and by name. */
export function compareNames(a: string, b: string): number {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}
