import { createRoot } from "react-dom/client";
import type { PlayerGame, PlayerModules } from "#core/export/player/playerGame.ts";
import tokens from "#app/kit/tokens.css?inline";
import { loadGame } from "#player/loadGame.ts";
import { Page } from "#player/Page.tsx";
import forms from "#player/forms.css?inline";
import panels from "#player/panels.css?inline";
import layout from "#player/player.css?inline";

/** The page that `turnwright export ID --to player` writes begins here: a script after this one calls it with the modules of the game. */
function turnwrightPlayer(modules: PlayerModules): void {
  const style = document.createElement("style");
  style.textContent = [tokens, forms, panels, layout].join("\n");
  document.head.append(style);
  followTheme();
  const place = document.getElementById("player")!;
  const root = createRoot(place, {
    onUncaughtError: (error) => {
      showFailure(place, error);
    },
  });
  try {
    const game = JSON.parse(document.getElementById("game")!.textContent) as PlayerGame;
    root.render(<Page page={game} game={loadGame(game, modules)} />);
  } catch (error) {
    showFailure(place, error);
  }
}

/** The page is light or dark as the system is, also when that changes. */
function followTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = () => {
    document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", set);
  set();
}

/** The module of a game is its author's code: it may fail as it is loaded, or as the game starts. */
function showFailure(place: HTMLElement, error: unknown): void {
  const text = document.createElement("p");
  text.className = "failure";
  text.setAttribute("role", "alert");
  text.textContent = error instanceof Error ? error.message : String(error);
  place.replaceChildren(text);
}

Object.assign(globalThis, { turnwrightPlayer });
