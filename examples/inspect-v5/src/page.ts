import { createBrowserInspector } from "@statelyai/inspect";
import { newGame, player, told, wrong } from "./game.ts";

const at = new URLSearchParams(location.search);
const url = at.get("inspect") ?? "http://127.0.0.1:4821/inspect";
const button = (id: string) => document.getElementById(id) as HTMLButtonElement;
const state = document.getElementById("state") as HTMLElement;

// Windows are opened only right after a click.
button("start").onclick = () => {
  const iframe = at.has("frame") ? document.body.appendChild(document.createElement("iframe")) : null;
  const { inspect } = createBrowserInspector({
    url,
    iframe,
    serializationDepthLimit: at.has("cut") ? 10 : 100,
    maxDeferredEvents: 5000,
  });
  const game = newGame(inspect as never);
  game.subscribe(() => (state.textContent = told(game)));
  game.start();
  const next = player(game);
  button("start").disabled = true;
  for (const id of ["next", "all", "wrong"]) button(id).disabled = false;
  button("next").onclick = () => void next();
  button("all").onclick = () => {
    while (next()) continue;
  };
  button("wrong").onclick = () => game.send(wrong as never);
};
