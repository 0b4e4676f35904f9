import type { Context, Input, Output } from "../../../machines/flesh-and-blood.machine.ts";
import { askedSeats } from "#test/machines/support/chartOf.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";

type Seat = Context["players"][number];

/** Cards of a player, wherever they are and whoever controls them. */
const cardsOf = (c: Context, p: Seat): number =>
  p.poolArena +
  p.poolDeck +
  p.arms +
  p.chest +
  p.head +
  p.legs +
  p.weapons +
  p.startingDeck +
  p.elsewhere +
  p.inventory +
  p.deck +
  p.hand +
  p.arsenal +
  p.pitch.length +
  p.graveyard +
  p.banished +
  p.removed +
  [...c.permanents, ...c.chain.cards].reduce((sum, o) => sum + (o.owner === p.id ? o.cards : 0), 0) +
  [...c.stack, c.resolving].filter((o) => o?.card && o.owner === p.id).length;

const isIn = (c: Context, seat: string | null): boolean => c.players.some((p) => p.id === seat && !p.out);

/** Who comes next clockwise among those still in the game. */
const following = (c: Context, seat: string): string | undefined => {
  const i = c.seats.indexOf(seat);
  return [...c.seats.slice(i + 1), ...c.seats.slice(0, i)].find((s) => isIn(c, s));
};

const three = ["P1", "P2", "P3"];
const inputs: Input[] = [
  {},
  { openingDraw: "equal", weaponZones: 1, deckSize: 40, deckPool: 45, arsenalZones: 2 },
  { seats: three, turnOfLoser: "nextTurn", stalemateBy: "judge" },
  { deathCheck: "atOnce", arsenalZones: 0 },
  { seats: [...three, "P4"], games: 2, chooserWithoutLoser: "ruling", deathCheck: "atOnce" },
  { seats: three, games: 2, drawConsent: "lapses" },
];

export const fleshAndBlood: GamePlay<Context, Input> = {
  id: "flesh-and-blood",
  input: (seed) => inputs[seed % inputs.length]!,
  mostMoves: 3000,
  invariants: {
    "every card of every player stays in the game or is removed": ({ is }) =>
      is.players.every((p) => cardsOf(is, p) === is.rules.arenaPool + is.rules.deckPool),
    "numbers stay whole and within their limits": ({ is }) =>
      is.players.every(
        (p) =>
          Object.values(p).every((n) => typeof n !== "number" || (n >= 0 && n % 1 === 0)) &&
          Math.max(p.arms, p.chest, p.head, p.legs) <= 1 &&
          p.weapons <= is.rules.weaponZones &&
          (is.turnNo === 0 || p.id === is.turnPlayer || p.actionPoints === 0),
      ),
    "turns go clockwise past those who have lost, and end tidily": ({ was, is }) => {
      if (is.gameNo !== was.gameNo || is.turnNo <= was.turnNo || was.turnNo === 0) return true;
      const cutShort = is.readings.turnOfLoser === "nextTurn" && is.lost.length > was.lost.length;
      return (
        is.turnNo === was.turnNo + 1 &&
        is.turnPlayer === following(is, was.turnPlayer) &&
        !is.chain.open &&
        (cutShort || is.players.every((p) => p.pitch.length === 0))
      );
    },
    "priority has one holder, in the action phase, and goes clockwise": ({ was, is, event, to }) => {
      const { holder, next, passes } = is.priority;
      if (holder !== null && (is.phase !== "action" || !isIn(is, holder) || next !== null)) return false;
      if (passes >= is.players.filter((p) => !p.out).length) return false;
      const passed = event.type === "PASS" && holder !== null && passes > 0;
      if (passed && holder !== following(is, was.priority.holder ?? "")) return false;
      const settled = to.includes("game") && !to.includes("game.settle");
      return !settled || is.chain.open === to.includes("game.turn.actionPhase.combat");
    },
    "nothing is left of a player who has lost": ({ is }) => {
      const owned = [
        ...is.stack,
        ...is.permanents,
        ...is.chain.cards,
        ...(is.resolving ? [is.resolving] : []),
      ];
      return (
        is.players.every((p) => !p.out || (p.hand === 0 && p.actionPoints === 0 && p.hero === null)) &&
        owned.every((o) => isIn(is, o.owner) && isIn(is, o.controller)) &&
        new Set(is.stack.map((o) => o.id)).size === is.stack.length
      );
    },
    "whoever is asked is still in the game": ({ is, after }) => {
      const seats = after.status === "active" ? askedSeats(after) : ["table"];
      return seats.length > 0 && seats.every((s) => s === "chance" || s === "table" || isIn(is, s));
    },
  },
  /** The match ends after its games, each won or drawn in one of many ways. */
  ending: ({ context, output }, input) => {
    const { record } = output as Output;
    if (record.length !== (input.games ?? 1)) return undefined;
    const right = record.every(({ how, winner, lost }) => {
      const left = (context as Context).seats.filter((s) => !lost.flat().includes(s));
      return how === "lastOneLeft" ? left.join() === winner : left.length >= 2;
    });
    return right ? record.map(({ winner, how }) => `${winner === null ? "draw" : "win"} ${how}`) : undefined;
  },
};
