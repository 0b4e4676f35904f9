import { createRoot } from "react-dom/client";
import { Clauses, kitOf, Moves, useGame } from "turnwright/react";
import "turnwright/react.css";
import kit from "./game/haikyu-break.kit.json";
import { derived, machine } from "./game/haikyu-break.machine.ts";
import { canRestore, stamped } from "./game/haikyu-break.saves.ts";

const game = { machine, derived, canRestore, stamped, kit: kitOf(kit) };

function Table() {
  const play = useGame(game, { save: "haikyu-break" });
  return (
    <main>
      <h1>{play.where}</h1>
      {play.view.context.players.map(({ id, hand, deck }) => (
        <p key={id}>{`${play.words.name(id)}  手札 ${hand}枚  デッキ ${deck}枚`}</p>
      ))}
      <Moves of={play} />
      <Clauses of={play.happened} />
      <button onClick={play.undo} disabled={!play.canUndo}>
        元に戻す
      </button>
      <button onClick={() => play.start()}>最初から</button>
    </main>
  );
}
createRoot(document.getElementById("root")!).render(<Table />);
