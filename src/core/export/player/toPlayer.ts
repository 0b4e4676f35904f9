import { inlineJson, inlineScript } from "#core/export/player/inlineScript.ts";
import type { PlayerGame } from "#core/export/player/playerGame.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { escapeXml } from "#core/text/escapeXml.ts";

/** What a page that plays a game needs from outside of the core. */
export interface PlayerParts extends Pick<PlayerGame, "title" | "locales"> {
  /** The program of the page (`src/player`), bundled to one classic script that defines `turnwrightPlayer`. */
  readonly program: string;
  /** An ES module without types as a module of CommonJS, which a function can hold. Sucrase, in practice. */
  readonly toCommonJs: (text: string) => string;
  /** Draws the map in each language, as SVGs with the ids of their states. */
  readonly maps: () => PlayerGame["maps"];
}

export interface PlayerPage extends Pick<PlayerParts, "program" | "toCommonJs"> {
  readonly game: PlayerGame;
  /** The name under which the main module exports the machine. */
  readonly machine: string;
  /** JavaScript without types; the main module first. */
  readonly modules: readonly { readonly path: string; readonly text: string }[];
}

/** Nothing is fetched: what the page needs is in it. Forms send nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * A game as one HTML file that plays it, by clicks and without a network. All texts of the game stand in it as JSON, and its modules as code,
 * so that nothing is evaluated from text.
 * @throws Error for a module that cannot stand in a script
 */
export function toPlayer({ game, machine, modules, program, toCommonJs }: PlayerPage): string {
  const [first = "en"] = game.locales;
  const [main] = modules;
  const functions = modules.map(
    ({ path, text }) =>
      `${JSON.stringify(path)}: function (require, module, exports) {${toCommonJs(text)}\n}`,
  );
  const start = `turnwrightPlayer({ main: ${JSON.stringify(main?.path ?? "")}, machine: ${JSON.stringify(machine)}, modules: {
${functions.join(",\n")}
} });`;
  return `<!doctype html>
<html lang="${escapeXml(first)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Turnwright">
<title>${escapeXml(textIn(game.title, first) || game.id)}</title>
</head>
<body>
<div id="player"></div>
<script type="application/json" id="game">${inlineJson(game)}</script>
<script>${inlineScript(program)}</script>
<script>${inlineScript(start)}</script>
</body>
</html>
`;
}
