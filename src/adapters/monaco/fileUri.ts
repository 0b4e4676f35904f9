const EXTENSION = { typescript: "ts", javascript: "js", json: "json" } as const;

/**
 * URI of the model of a game's file. Machines lie beside `node_modules` of the type checker, so that `xstate` resolves.
 * `docs` and `file` need no escaping: they are checked names (core/project/gameFiles.ts).
 */
export function fileUri(docs: string | undefined, file: string, lang: keyof typeof EXTENSION): string {
  const game = docs ?? "game";
  const name = file === "machine" ? `machines/${game}` : `rulesets/${game}/${file}`;
  return `file:///${name}.${EXTENSION[lang]}`;
}
