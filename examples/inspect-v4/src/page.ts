import { inspect } from "@xstate/inspect";
import { newRally, player, told, wrong } from "./rally.ts";

const at = new URLSearchParams(location.search);
const url = at.get("inspect") ?? "http://127.0.0.1:4821/inspect";
const button = (id: string) => document.getElementById(id) as HTMLButtonElement;
const state = document.getElementById("state") as HTMLElement;

/** The inspector in a frame of this page. */
function framed(): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.dataset["xstate"] = "";
  return document.body.appendChild(frame);
}

// Windows are opened only right after a click.
button("start").onclick = () => {
  const frame = at.has("frame") ? framed() : undefined;
  inspect({ url, iframe: frame ? () => frame : false });
  const game = newRally();
  game.onTransition(() => (state.textContent = told(game)));
  game.start();
  const next = player(game);
  button("start").disabled = true;
  for (const id of ["next", "all", "wrong"]) button(id).disabled = false;
  button("next").onclick = () => void next();
  button("all").onclick = () => {
    while (next()) continue;
  };
  button("wrong").onclick = () => void game.send(wrong);
};
