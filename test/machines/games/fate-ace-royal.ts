import type { Context, Input } from "../../../machines/fate-ace-royal.machine.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";

const total = (cards: { codes: number; events: number }): number => cards.codes + cards.events;

/** Codes and events, wherever they lie: 27 and 49 once the deck is built. */
const deckCards = ({ deck, discard, players }: Context): string =>
  [
    players.reduce(
      (sum, p) => sum + p.hand.codes + p.capCards.codes + p.codes.length,
      deck.codes + discard.codes,
    ),
    players.reduce((sum, p) => sum + p.hand.events + p.capCards.events, deck.events + discard.events),
  ].join();

const servantCards = ({ spiritPool, classPool, players }: Context): string =>
  [
    ...[...spiritPool, ...classPool].map((c) => c.name),
    ...players.flatMap((p) => [p.spirit, p.classCard].flatMap((c) => (c ? [c.name] : []))),
  ]
    .toSorted()
    .join();

const isBuilt = ({ deck, discard }: Context): boolean => total(deck) + total(discard) > 0;

/** A spirit and a class whose constant abilities change a stat. */
const CONSTANTS: Pick<Input, "spirits" | "classes"> = {
  spirits: ["Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus"].map((name) => ({
    name,
    stats: { physicalAttack: 3, physicalDefense: 2, magicAttack: 2, magicDefense: 2 },
    fits: ["Red"],
    skills: [],
    constants: [{ stat: "physicalAttack", amount: 1 }],
  })),
  classes: ["Red", "Blue", "Green", "Grey", "Pink", "Gold", "White"].map((name) => ({
    name,
    stats: { physicalAttack: 1, physicalDefense: 1, magicAttack: 1, magicDefense: 1 },
    skills: [],
    aptSkills: ["charisma"],
    constants: [{ stat: "magicDefense", amount: 1, needsAptitude: true }],
  })),
};

const inputs: Input[] = [
  {},
  CONSTANTS,
  { forcedWhenUnable: "battleAnyway", fallenHolder: "noEffects" },
  { seeThrough: "servantOnly", extension: "anAction" },
  {
    proxyTapping: "spiritOnly",
    proxyDamage: "doesNotCount",
    freeAssignment: "afterTheSwap",
    tappedAttacker: "noBattle",
  },
];

export const fateAceRoyal: GamePlay<Context, Input> = {
  id: "fate-ace-royal",
  input: (seed) => ({
    ...inputs[seed % inputs.length]!,
    seats: ["A", "B", "C", "D", "E", "F", "G"].slice(0, 2 + (seed % 6)),
  }),
  mostMoves: 3000,
  invariants: {
    "no card is lost or made": ({ was, is }) =>
      (!isBuilt(is) || deckCards(is) === "27,49") && servantCards(is) === servantCards(was),
    "counts, seals and equipped codes stay within their limits": ({ is }) =>
      [is.deck.codes, is.deck.events].every((n) => n >= 0 && Number.isInteger(n)) &&
      is.players.every(
        (p) =>
          [p.seals, p.mana, p.hand.codes, p.hand.events, p.tokens.assassination, p.tokens.drain].every(
            (n) => n >= 0 && Number.isInteger(n),
          ) &&
          p.codes.length <= 4 + total(p.capCards) &&
          p.seals <= 3 &&
          new Set(p.codes.map((c) => c.name)).size === p.codes.length,
      ),
    "turns go clockwise, past those who are out, and leave nothing of themselves behind": ({
      was,
      is,
      after,
    }) => {
      // Nobody has a turn while the game is set up, and the first begins with the start player.
      if (is.turnNo === 0) return is.coin.holder === is.turnPlayer;
      if (was.turnNo === 0) return is.turnNo === 1 && is.turnPlayer === is.startPlayer;
      const gone = is.players.find((p) => p.id === is.turnPlayer)!.out;
      if (isBuilt(is) && after.status === "active" && gone && is.step !== "loss") return false;
      if (is.turnNo === was.turnNo)
        return !isBuilt(is) || total(was.deck) === 0 || is.turnPlayer === was.turnPlayer;
      const at = was.seats.indexOf(was.turnPlayer);
      const next = [...was.seats.slice(at + 1), ...was.seats.slice(0, at)].find(
        (s) => !is.players.find((p) => p.id === s)!.out,
      );
      return (
        is.turnNo === was.turnNo + 1 &&
        is.turnPlayer === next &&
        is.boosts.length + is.battle.proxies.length === 0 &&
        !is.acted &&
        !is.equipped
      );
    },
    "the coin moves between turns only and stays two turns of its holder at most": ({ was, is, after }) =>
      after.status !== "active" ||
      (is.coin.turnsHeld <= 1 &&
        !(is.turnNo === was.turnNo && isBuilt(is) && is.coin.holder !== was.coin.holder)),
    "a servant that was hurt in person does not stay upright after the loss step": ({
      was,
      is,
      from,
      to,
      after,
    }) => {
      if (!from.includes("play.turn.battle.loss") || to.includes("play.turn.battle.loss")) return true;
      if (after.status !== "active") return true;
      const { attacker, defender, damageToAttacker, damageToDefender, proxies } = was.battle;
      return is.players.every(
        (p) =>
          p.out ||
          proxies.some(({ owner }) => owner === p.id) ||
          (p.id === attacker ? damageToAttacker : p.id === defender ? damageToDefender : 0) === 0 ||
          p.orientation !== "upright" ||
          // the turn may be over, and a new one begun
          is.turnNo > was.turnNo,
      );
    },
    "whoever loses is out at once, with no card left": ({ is }) =>
      is.players.every((p) => {
        const dead = p.tokens.assassination > total(p.hand) || p.tokens.drain > total(p.hand);
        const skills = [...(p.spirit?.skills ?? []), ...(p.classCard?.skills ?? [])];
        const lost = p.seals === 0 || p.mana === 0 || (dead && !skills.includes("independentAction"));
        if (p.out !== is.eliminated.flat().includes(p.id)) return false;
        return p.out ? total(p.hand) + total(p.capCards) + p.codes.length === 0 : !isBuilt(is) || !lost;
      }),
  },
  /** The game ends with one player left, or none. */
  ending: ({ context, output }) => {
    const left = (context as Context).players.filter((p) => !p.out).map((p) => p.id);
    const winner = (output as { winner: string | null }).winner;
    if (left.length > 1 || winner !== (left[0] ?? null)) return undefined;
    return [winner === null ? "draw" : "winner"];
  },
};
