import type { Context, Input } from "../../../machines/haikyu-break.machine.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";

type Player = Context["players"][number];

const cardsOf = (p: Player): number =>
  p.deck +
  p.hand +
  p.setCards +
  p.drop +
  [p.serve, p.block, p.receive, p.toss, p.attack].reduce((sum, a) => sum + a.characters.length + a.under, 0);

const inputs: Input[] = [
  {},
  { voluntaryLost: "freeStep", finalLost: "afterLostSet" },
  { intervalOrder: "setCardFirst", serveBlock: "forbidden", checkOrder: "anyOrder", blockOp: "highest" },
];

const lostBy = ({ lostLog }: Context, seat: string | null): number =>
  lostLog.filter((lost) => lost.player === seat).length;

export const haikyuBreak: GamePlay<Context, Input> = {
  id: "haikyu-break",
  input: (seed) => inputs[seed % inputs.length]!,
  mostMoves: 2000,
  invariants: {
    "no card is lost or made": ({ is }) => is.setNo === 0 || is.players.every((p) => cardsOf(p) === 40),
    "every number stays within its limits": ({ is }) =>
      is.players.every(
        (p) =>
          Math.min(p.deck, p.hand, p.setCards, p.drop, p.eventCards) >= 0 &&
          p.setCards <= 2 &&
          p.block.characters.length <= 3 &&
          lostBy(is, p.id) <= 3,
      ),
    "turns alternate within a set, and the set goes on with a serve of whoever did not lose it": ({
      was,
      is,
    }) => {
      if (is.setNo !== was.setNo)
        return (
          is.setNo === was.setNo + 1 &&
          is.turnInSet === 1 &&
          is.turnPlayer === is.serveHolder &&
          is.serveHolder !== is.lostLog.at(-1)?.player
        );
      if (is.turnInSet === was.turnInSet) return was.setNo === 0 || is.turnPlayer === was.turnPlayer;
      return is.turnInSet === was.turnInSet + 1 && is.turnPlayer !== was.turnPlayer;
    },
    "only an OP of the opponent's is defended against, and it is gone when a set is lost": ({ is, to }) =>
      to.includes("set.rallyTurn")
        ? is.op !== null && is.opBy !== is.turnPlayer
        : is.loser === null || is.op === null || to.includes("gameOver"),
    "a block sends back what skills gave it, with changes of the OP on top": ({ was, is, from }) => {
      if (!from.includes("set.rallyTurn.block") || is.opBy === was.opBy || is.op === null) return true;
      const own = was.effects.filter(({ owner }) => owner === was.turnPlayer);
      const given = own.filter(({ stat }) => stat === "blockOp").map(({ amount }) => amount);
      const added = own.filter(({ stat }) => stat === "op").reduce((sum, { amount }) => sum + amount, 0);
      const value = is.readings.blockOp === "highest" ? Math.max(0, ...given) : (given.at(-1) ?? 0);
      return is.op === value + added;
    },
  },
  /** Every cause of a Lost that occurred; the game ends with the third Lost of one player. */
  ending: ({ context }) => {
    const { lostLog, loser, winner } = context as Context;
    const third = lostBy(context as Context, loser) === 3 && lostLog.at(-1)!.player === loser;
    return third && winner !== loser ? lostLog.map(({ cause }) => cause) : undefined;
  },
};
