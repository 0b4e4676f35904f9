import { connect } from "turnwright/connect";
import { newGame, player, told, wrong, type Game } from "./game.ts";

const at = new URLSearchParams(location.search);
const to = at.get("inspect") ?? "http://127.0.0.1:4821/inspect";
const button = (id: string) => document.getElementById(id) as HTMLButtonElement;
const state = document.getElementById("state") as HTMLElement;

/** The inspector in a frame of this page. */
function framed(): Window | null {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.src = to;
  return frame.contentWindow;
}

// Windows are opened only right after a click.
button("start").onclick = () => {
  const { inspect } = connect({
    to,
    name: "Volleyball",
    // An actor cannot be set back: another one begins where the snapshot stands.
    allow: { read: true, send: true, restore: (snapshot) => begin(snapshot) },
    ...(at.has("frame") ? { window: framed() } : {}),
  });
  let game: Game;
  const begin = (snapshot?: unknown) => {
    const made = newGame(inspect, snapshot);
    const { status, error } = made.getSnapshot();
    // What is thrown here is what the inspector is told.
    if (status === "error") throw error;
    game?.stop();
    game = made;
    made.subscribe(() => (state.textContent = told(made)));
    made.start();
    state.textContent = told(made);
  };
  begin();
  const next = player(() => game);
  button("start").disabled = true;
  for (const id of ["next", "all", "wrong"]) button(id).disabled = false;
  button("next").onclick = () => void next();
  button("all").onclick = () => {
    while (next()) continue;
  };
  button("wrong").onclick = () => game.send(wrong as never);
};
