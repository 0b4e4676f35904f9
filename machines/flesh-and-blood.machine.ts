/**
 * Flesh and Blood, chapter 4 of its rules: a match of games for two or more players, each with opponents only.
 *
 *   game                                  one game; the whole chart is the match
 *     startOfGame > heroes > firstPlayer > arena > deck > inventory > present > equip > draw     the eight steps
 *     turn
 *       startPhase                        > begin > event > end
 *       actionPhase                       > begin > gainPoint > main
 *                  > combat               > layer > attack > defend > reaction > damage > resolution
 *                  > close > afterClose
 *       endPhase                          > begin > allies > arsenal > pitch > untap > points > draw > turnEnds
 *       withoutOwner                      the turn-player has lost and the game goes on
 *     settle                              game state actions, triggers, the stack; entered from every phase and step,
 *                                         context.settle.to says where to go on
 *   result                                > won | drawn > next
 *   matchOver
 *
 * Cards are counted. What a card does is not known here: it enters as an event by "table". Priority, the stack and the
 * combat chain come from other chapters; their clauses are marked as imported.
 * Clause ids (FAB-...) are those of rulesets/flesh-and-blood; "reading A-Fnn" is an entry of its readings.json.
 */
import { and, assertEvent, assign, not, setup } from "xstate";

// ---- What the machine knows ----

export interface Player {
  id: string;
  /** Has lost this game. */
  out: boolean;
  /** Name of the hero, or null when none is controlled. */
  hero: string | null;
  life: number;
  intellect: number;
  actionPoints: number;
  resourcePoints: number;
  /** Cards of the card-pool that are not picked yet. */
  poolArena: number;
  poolDeck: number;
  /** Arena-cards picked in step 3; from step 7 on they are equipped. */
  arms: number;
  chest: number;
  head: number;
  legs: number;
  weapons: number;
  equipped: boolean;
  /** Deck-cards picked in step 4: the starting deck, and those that begin the game elsewhere. */
  startingDeck: number;
  elsewhere: number;
  inventory: number;
  deck: number;
  hand: number;
  arsenal: number;
  /** Pitch zone: what each card there was worth. */
  pitch: number[];
  graveyard: number;
  banished: number;
  /** Cards removed from the game. */
  removed: number;
}

/** An object in the arena that is neither hero nor equipment. */
export interface Permanent {
  id: number;
  name: string;
  owner: string;
  controller: string;
  kind: "ally" | "other";
  /** How many cards it is: 0 for a token, more than 1 for cards of one player that begin the game there together. */
  cards: number;
  tapped: boolean;
  baseLife: number;
  /** What counters on it add to or take from its base life. */
  counters: number;
  life: number;
}

export type LayerKind = "attack" | "action" | "instant" | "attackReaction" | "defenseReaction" | "trigger";

export interface Layer {
  id: number;
  kind: LayerKind;
  name: string;
  controller: string;
  owner: string;
  card: boolean;
  goAgain: boolean;
}

/** When an effect triggers: now, or as soon as that moment of the game comes. */
export type Moment =
  | "now"
  | "startOfGame"
  | "startOfTurn"
  | "actionPhase"
  | "actionPoint"
  | "layer"
  | "attack"
  | "defend"
  | "reaction"
  | "damage"
  | "resolution"
  | "close"
  | "endPhase"
  | "allies"
  | "arsenal"
  | "pitch"
  | "untap"
  | "points"
  | "draw";

export interface Trigger {
  id: number;
  owner: string;
  effect: string;
  at: Moment;
}

/** After which event or step the stack is settled, and so where the game goes on. */
export type SettlePoint =
  | "startOfGame"
  | "startOfTurn"
  | "main"
  | "layer"
  | "attack"
  | "defend"
  | "reaction"
  | "damage"
  | "resolution"
  | "close"
  | "endPhase"
  | "allies"
  | "arsenal"
  | "pitch"
  | "untap"
  | "points"
  | "draw";

/** How long an effect lasts: until the next turn starts, whosever it is, or until the next turn of its controller starts, ... */
export type Until = "startOfTurn" | "startOfOwnTurn" | "endOfTurn" | "thisTurn" | "endOfGame";

/** A layer-continuous effect. `morePoints` is what it adds whenever its controller gains action points. */
export interface Effect {
  controller: string;
  name: string;
  until: Until;
  morePoints: number;
}

export interface Chain {
  open: boolean;
  /** Chain links so far. */
  links: number;
  target: string | null;
  power: number;
  defense: number;
  goAgain: boolean;
  /** Cards on the chain, that go to graveyards when it closes. */
  cards: { owner: string; controller: string; cards: number }[];
  /** Something said that the chain closes. */
  mustClose: boolean;
}

export type How = "lastOneLeft" | "effect" | "heroes" | "agreement" | "stalemate" | "deadlock";

export interface GameRecord {
  game: number;
  /** Null when the game ended before anybody was to choose. */
  chooser: string | null;
  winner: string | null;
  how: How;
  /** Who lost, in order; those who lost together stand together. */
  lost: string[][];
}

export type DrawReason = "agreement" | "stalemate" | "deadlock";

export interface Context {
  seats: string[];
  /** Empty in the start-of-game procedure, before the first turn. */
  turnPlayer: string;
  players: Player[];
  gameNo: number;
  /** Turn of this game; 0 in the start-of-game procedure. */
  turnNo: number;
  phase: "startOfGame" | "start" | "action" | "end";
  /** Who names the first-turn-player of this game; null until that is settled. */
  chooser: string | null;
  /** Out of whom a chooser is picked. */
  candidates: string[];
  firstTurnPlayer: string | null;
  /** Who has still to act in the current step. */
  toAct: string[];
  /** The presented deck: whose it is, and who shuffles or cuts it. */
  deckOf: string | null;
  deckHolder: string | null;
  permanents: Permanent[];
  /** The last one is on top. */
  stack: Layer[];
  /** The layer that is resolving. */
  resolving: Layer | null;
  /** Effects that will trigger. */
  waiting: Trigger[];
  settle: { to: SettlePoint | null; pending: Trigger[]; stackers: string[]; orderer: string | null };
  /** Who has priority, or gets it next; and how many have passed in a row. */
  priority: { holder: string | null; next: string | null; passes: number };
  /** Something happened that game state actions have to look at. */
  changed: boolean;
  chain: Chain;
  effects: Effect[];
  lost: string[][];
  /** Who consents to a draw; consent to one kind says nothing of another (reading A-F25). */
  drawVotes: { player: string; reason: DrawReason }[];
  ending: { winner: string | null; how: How } | null;
  record: GameRecord[];
  nextId: number;
  rules: Rules;
  readings: Readings;
}

/** What other documents fix: formats, products, the event that is played. */
export interface Rules {
  games: number;
  arenaPool: number;
  deckPool: number;
  deckSize: number;
  weaponZones: number;
  arsenalZones: number;
}

/** Open points of the rules that may be read one way or the other. */
export interface Readings {
  /** Reading A-F03: does the last step draw as many cards as the intellect says, or up to that many in hand? */
  openingDraw: "upTo" | "equal";
  /** Reading A-F10: how is a chooser found when it is not known who lost first? */
  chooserWithoutLoser: "random" | "ruling";
  /** Reading A-F12: what becomes of the turn of a turn-player who loses? */
  turnOfLoser: "endPhase" | "nextTurn";
  /** Reading A-F14: is life of 0 looked at in game state actions, or at once? */
  deathCheck: "gameState" | "atOnce";
  /** Reading A-F19: who says that there is a stalemate or deadlock? */
  stalemateBy: "players" | "judge";
  /** Reading A-F23: does consent to a draw outlive the loss of somebody else? */
  drawConsent: "stands" | "lapses";
  /** Reading A-F24: when does an effect end that lasts until the next turn of somebody who has lost? */
  effectsOfLoser: "turnWouldBegin" | "nextTurn";
}

/** Every field may be left out: one game of P1 and P2, and the first reading of each kind. */
export interface Input {
  seats?: string[];
  games?: number;
  arenaPool?: number;
  deckPool?: number;
  deckSize?: number;
  weaponZones?: number;
  arsenalZones?: number;
  openingDraw?: "upTo" | "equal";
  chooserWithoutLoser?: "random" | "ruling";
  turnOfLoser?: "endPhase" | "nextTurn";
  deathCheck?: "gameState" | "atOnce";
  stalemateBy?: "players" | "judge";
  drawConsent?: "stands" | "lapses";
  effectsOfLoser?: "turnWouldBegin" | "nextTurn";
}

export type Zone = "deck" | "hand" | "arsenal" | "graveyard" | "banished";

export type Event =
  // the start-of-game procedure
  | { type: "PLACE_HERO"; by: string; hero: string; life: number; intellect: number }
  | { type: "PICK_CHOOSER"; by: "chance" | "table"; player: string }
  | { type: "NAME_FIRST_PLAYER"; by: string; player: string }
  | {
      type: "CHOOSE_ARENA_CARDS";
      by: string;
      arms: number;
      chest: number;
      head: number;
      legs: number;
      weapons: number;
    }
  | { type: "CHOOSE_DECK"; by: string; cards: number; arenaCards: number; elsewhere: number }
  | { type: "FORM_INVENTORIES"; by: "table"; removed: number[] }
  | { type: "PRESENT_DECK"; by: string; to: string }
  | { type: "HANDLE_DECK"; by: string; how: "shuffle" | "cut" }
  | { type: "EQUIP"; by: string }
  // what players do in turns
  | {
      type: "ATTACK";
      by: string;
      name: string;
      from: "hand" | "arsenal" | "weapon";
      target: string;
      power: number;
      cost: number;
      pitch: number[];
      goAgain: "yes" | "no";
    }
  | {
      type: "PLAY_CARD";
      by: string;
      name: string;
      from: "hand" | "arsenal";
      kind: "action" | "instant" | "attackReaction" | "defenseReaction";
      cost: number;
      pitch: number[];
      goAgain: "yes" | "no";
    }
  | {
      type: "ACTIVATE";
      by: string;
      name: string;
      kind: "action" | "instant" | "attackReaction";
      cost: number;
      pitch: number[];
      goAgain: "yes" | "no";
    }
  | { type: "PASS"; by: string }
  | { type: "DEFEND"; by: string; cards: number; equipment: number; defense: number }
  | { type: "PICK_FIRST_STACKER"; by: string; player: string }
  | { type: "ORDER_TRIGGERS"; by: string; order: number[] }
  | { type: "STORE_CARD"; by: string }
  | { type: "SKIP_ARSENAL"; by: string }
  | { type: "BOTTOM_PITCH"; by: string; order: number[] }
  // what cards do
  | {
      type: "REPORT_TRIGGER";
      by: "table";
      owner: string;
      effect: string;
      at: Moment;
      onlyInTurn: "yes" | "no";
    }
  | { type: "RESOLVE_LAYER"; by: "table" }
  | { type: "CHANGE_LIFE"; by: "table"; player: string; amount: number }
  | { type: "GAIN_POINTS"; by: "table"; player: string; action: number; resource: number }
  | { type: "MOVE_CARDS"; by: "table"; player: string; from: Zone; to: Zone; count: number }
  | {
      type: "CREATE_PERMANENT";
      by: "table";
      name: string;
      owner: string;
      controller: string;
      kind: "ally" | "other";
      life: number;
      from: "token" | "layer" | "hand" | "deck" | "graveyard";
    }
  | {
      type: "CHANGE_PERMANENT";
      by: "table";
      id: number;
      tapped: "yes" | "no";
      damage: number;
      counters: number;
    }
  | { type: "ADD_EFFECT"; by: "table"; controller: string; name: string; until: Until; morePoints: number }
  | { type: "CHANGE_COMBAT"; by: "table"; power: number; defense: number }
  | { type: "CLOSE_CHAIN"; by: "table" }
  | { type: "REMOVE_HERO"; by: "table"; player: string }
  // how a game ends
  | { type: "CONCEDE"; by: string }
  | { type: "WIN_BY_EFFECT"; by: "table"; player: string }
  | { type: "LOSE_BY_EFFECT"; by: "table"; player: string }
  | { type: "DRAW_BY_EFFECT"; by: "table" }
  | { type: "AGREE_TO_DRAW"; by: string; reason: DrawReason }
  | { type: "WITHDRAW_DRAW"; by: string; reason: DrawReason }
  | { type: "RULE_DRAW"; by: "table"; reason: "stalemate" | "deadlock" }
  // the match
  | { type: "BEGIN_GAME"; by: "table" };

export interface Output {
  record: GameRecord[];
}

export interface Meta {
  /** The clauses that this state or transition carries out. */
  clauses?: string[];
  /** For whom the game waits here. */
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
  /** Why it is here, when no clause asks for it. */
  structural?: string;
}

// ---- Words that guards and actions use ----

const MOMENTS: Moment[] = [
  "now",
  "startOfGame",
  "startOfTurn",
  "actionPhase",
  "actionPoint",
  "layer",
  "attack",
  "defend",
  "reaction",
  "damage",
  "resolution",
  "close",
  "endPhase",
  "allies",
  "arsenal",
  "pitch",
  "untap",
  "points",
  "draw",
];
const ZONES: Zone[] = ["deck", "hand", "arsenal", "graveyard", "banished"];
const UNTIL: Until[] = ["startOfTurn", "startOfOwnTurn", "endOfTurn", "thisTurn", "endOfGame"];
const REASONS: DrawReason[] = ["agreement", "stalemate", "deadlock"];

/** Points of settling at which a player receives priority; at all others everybody passes as it were. */
const WITH_PRIORITY: (SettlePoint | null)[] = [
  "main",
  "layer",
  "attack",
  "defend",
  "reaction",
  "damage",
  "resolution",
];

const NO_CHAIN: Chain = {
  open: false,
  links: 0,
  target: null,
  power: 0,
  defense: 0,
  goAgain: false,
  cards: [],
  mustClose: false,
};

const isCount = (n: number) => n % 1 === 0 && n >= 0;

const isWhole = (n: number) => n % 1 === 0;

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

const isIn = (context: Context, seat: string | null) => context.players.some((p) => p.id === seat && !p.out);

/** The seats still in the game, clockwise, beginning with `seat`. */
const clockwise = (context: Context, seat: string) =>
  [
    ...context.seats.slice(context.seats.indexOf(seat)),
    ...context.seats.slice(0, context.seats.indexOf(seat)),
  ].filter((s) => isIn(context, s));

/** Who is still in the game and sits next after `seat`, clockwise. */
const nextAfter = (context: Context, seat: string) =>
  clockwise(context, seat).find((s) => s !== seat) ?? seat;

/** Seats whose turn is passed over on the way to the next one: their players have lost. */
const passedOver = (context: Context) =>
  [
    ...context.seats.slice(context.seats.indexOf(context.turnPlayer) + 1),
    ...context.seats.slice(0, context.seats.indexOf(context.turnPlayer)),
  ].filter(
    (s, i, others) =>
      !isIn(context, s) && i < others.findIndex((other) => other === nextAfter(context, context.turnPlayer)),
  );

const remaining = (context: Context) => context.seats.filter((s) => isIn(context, s));

const playerOf = (context: Context, seat: string | null) => context.players.find((p) => p.id === seat);

/** Equipment to defend with. */
const worn = (player: Player) =>
  player.equipped ? player.arms + player.chest + player.head + player.legs : 0;

/** Draws until the hand holds `size` cards; a deck that runs out gives what it has. */
const drawTo = (player: Player, size: number) => ({
  ...player,
  hand: player.hand + Math.min(player.deck, Math.max(0, size - player.hand)),
  deck: player.deck - Math.min(player.deck, Math.max(0, size - player.hand)),
});

/** A whole cost is paid, each pitched card is worth 1 to 3, and the last one was still needed. */
const pays = (player: Player, cost: number, pitch: number[]) =>
  isCount(cost) &&
  pitch?.every((value) => value === 1 || value === 2 || value === 3) &&
  player.resourcePoints + sum(pitch) >= cost &&
  (pitch.length === 0 || player.resourcePoints + sum(pitch.slice(0, -1)) < cost);

/** The player after paying: pitched cards lie in the pitch zone, what is too much stays as resource points. */
const afterPaying = (player: Player, cost: number, pitch: number[], actionPoints: number) => ({
  ...player,
  hand: player.hand - pitch.length,
  pitch: [...player.pitch, ...pitch],
  resourcePoints: player.resourcePoints + sum(pitch) - cost,
  actionPoints: player.actionPoints - actionPoints,
});

/** The player after a card left the hand or the arsenal for the stack. */
const afterPlaying = (player: Player, from: "hand" | "arsenal" | "weapon") => ({
  ...player,
  hand: player.hand - (from === "hand" ? 1 : 0),
  arsenal: player.arsenal - (from === "arsenal" ? 1 : 0),
});

/** There is a card to play, besides those that are pitched for it; an attack with a weapon needs that weapon. */
const hasCard = (player: Player, from: "hand" | "arsenal" | "weapon", pitched: number) =>
  from === "weapon"
    ? player.equipped && player.weapons >= 1 && player.hand >= pitched
    : from === "arsenal"
      ? player.arsenal >= 1 && player.hand >= pitched
      : from === "hand" && player.hand >= pitched + 1;

/** Triggers that a player, or in set-up the first-turn-player for all, puts on the stack. */
const groupOf = (context: Context, seat: string | null) =>
  context.settle.pending.filter((t) => context.phase === "startOfGame" || t.owner === seat);

const layerOf = (trigger: Trigger): Layer => ({
  id: trigger.id,
  kind: "trigger",
  name: trigger.effect,
  controller: trigger.owner,
  owner: trigger.owner,
  card: false,
  goAgain: false,
});

const damageOf = (chain: Chain) => Math.max(0, chain.power - chain.defense);

/** Heroes that are dead or gone while their players are still in the game. */
const dead = (context: Context) =>
  context.players.filter((p) => !p.out && (p.life === 0 || p.hero === null)).map((p) => p.id);

/** What the rules work out from where the game stands, for whoever shows it. Guards and actions use the same functions. */
export const derived = {
  /** What the attack of the chain link deals as it stands; none while there is no target. */
  damageToCome: (context: Context) => (context.chain.target === null ? undefined : damageOf(context.chain)),
  /** Who would lose when game state actions look at it. */
  dead: (context: Context) => dead(context),
};

/** What gaining action points amounts to, with the effects that replace it. */
const gained = (context: Context, seat: string, points: number) =>
  points === 0
    ? 0
    : points + sum(context.effects.filter((e) => e.controller === seat).map((e) => e.morePoints));

/** Moves what triggers at a moment from the waiting effects to the pending triggers. */
const fired = (context: Context, moment: Moment | SettlePoint) => ({
  ...context.settle,
  pending: [...context.settle.pending, ...context.waiting.filter((t) => t.at === moment)],
});

const staysOnChain = (context: Context, layer: Layer) =>
  context.chain.open && (layer.kind === "attackReaction" || layer.kind === "defenseReaction");

/** A player gains points; what triggers on gaining action points does so. */
const withGain = (context: Context, seat: string, action: number, resource: number): Context => ({
  ...context,
  players: context.players.map((p) =>
    p.id === seat
      ? {
          ...p,
          actionPoints: p.actionPoints + gained(context, seat, action),
          resourcePoints: p.resourcePoints + resource,
        }
      : p,
  ),
  settle: {
    ...context.settle,
    pending: [
      ...context.settle.pending,
      ...context.waiting.filter((t) => action > 0 && t.at === "actionPoint" && t.owner === seat),
    ],
  },
  waiting: context.waiting.filter((t) => !(action > 0 && t.at === "actionPoint" && t.owner === seat)),
});

/** The layer has resolved: a reaction joins the chain, any other card goes to its owner's graveyard. */
const resolved = (context: Context, layer: Layer): Context =>
  withGain(
    {
      ...context,
      resolving: null,
      players: context.players.map((p) =>
        p.id === layer.owner && layer.card && !staysOnChain(context, layer)
          ? { ...p, graveyard: p.graveyard + 1 }
          : p,
      ),
      chain:
        layer.card && staysOnChain(context, layer)
          ? {
              ...context.chain,
              cards: [...context.chain.cards, { owner: layer.owner, controller: layer.controller, cards: 1 }],
            }
          : context.chain,
    },
    layer.controller,
    layer.goAgain && layer.controller === context.turnPlayer && context.phase === "action" ? 1 : 0,
    0,
  );

/** Who the event makes lose at once, or null. */
const loserBy = (context: Context, event: Event) =>
  event.type === "CONCEDE"
    ? event.by
    : event.type === "LOSE_BY_EFFECT"
      ? event.player
      : event.type === "CHANGE_LIFE" &&
          context.readings.deathCheck === "atOnce" &&
          (playerOf(context, event.player)?.life ?? 0) + event.amount <= 0
        ? event.player
        : null;

const staysWithout = (losers: string[], object: { owner: string; controller: string }) =>
  !losers.includes(object.owner) && !losers.includes(object.controller);

/** Cards of `owner` among objects that are cleared because `losers` controlled them. */
const clearedCards = (context: Context, losers: string[], owner: string) =>
  [
    ...[...context.stack, ...(context.resolving ? [context.resolving] : [])].map((layer) => ({
      owner: layer.owner,
      controller: layer.controller,
      cards: layer.card ? 1 : 0,
    })),
    ...context.permanents,
    ...context.chain.cards,
  ]
    .filter((o) => o.owner === owner && losers.includes(o.controller))
    .reduce((total, o) => total + o.cards, 0);

/** A player who has lost: everything owned has left the game (FAB-4.5.1a.1). */
const gone = (player: Player, removed: number): Player => ({
  ...player,
  out: true,
  hero: null,
  life: 0,
  actionPoints: 0,
  resourcePoints: 0,
  poolArena: 0,
  poolDeck: 0,
  arms: 0,
  chest: 0,
  head: 0,
  legs: 0,
  weapons: 0,
  startingDeck: 0,
  elsewhere: 0,
  inventory: 0,
  deck: 0,
  hand: 0,
  arsenal: 0,
  pitch: [],
  graveyard: 0,
  banished: 0,
  removed,
});

const successor = (context: Context, losers: string[], seat: string | null) =>
  seat !== null && losers.includes(seat)
    ? (clockwise(context, seat).find((s) => !losers.includes(s)) ?? seat)
    : seat;

/**
 * The game without players who have lost together: what they control is cleared to its owners' graveyards, what they own
 * leaves the game, and nobody waits for them any more. Their effects stay (FAB-4.5.1a.3). Consent of the others to an
 * agreed draw may stand (reading A-F23); what was claimed of the game as it was has to be claimed anew.
 */
const without = (context: Context, losers: string[]): Context => ({
  ...context,
  players: context.players.map((p) =>
    losers.includes(p.id)
      ? gone(p, context.rules.arenaPool + context.rules.deckPool)
      : { ...p, graveyard: p.graveyard + clearedCards(context, losers, p.id) },
  ),
  permanents: context.permanents.filter((o) => staysWithout(losers, o)),
  stack: context.stack.filter((o) => staysWithout(losers, o)),
  resolving: context.resolving && staysWithout(losers, context.resolving) ? context.resolving : null,
  waiting: context.waiting.filter((t) => !losers.includes(t.owner)),
  settle: {
    ...context.settle,
    pending: context.settle.pending.filter((t) => !losers.includes(t.owner)),
    stackers: context.settle.stackers.filter((s) => !losers.includes(s)),
  },
  chain: { ...context.chain, cards: context.chain.cards.filter((c) => staysWithout(losers, c)) },
  firstTurnPlayer:
    context.phase === "startOfGame"
      ? successor(context, losers, context.firstTurnPlayer)
      : context.firstTurnPlayer,
  candidates: context.candidates.filter((s) => !losers.includes(s)),
  toAct: context.toAct.filter((s) => !losers.includes(s)),
  deckHolder:
    context.deckHolder !== null && losers.includes(context.deckHolder)
      ? (clockwise(context, context.deckHolder).find((s) => !losers.includes(s) && s !== context.deckOf) ??
        context.deckHolder)
      : context.deckHolder,
  priority: losers.some((s) => s === context.priority.holder || s === context.priority.next)
    ? {
        holder: successor(context, losers, context.priority.holder),
        next: successor(context, losers, context.priority.next),
        passes: 0,
      }
    : { ...context.priority, passes: 0 },
  lost: [...context.lost, losers],
  drawVotes: context.drawVotes.filter(
    (v) =>
      context.readings.drawConsent === "stands" && v.reason === "agreement" && !losers.includes(v.player),
  ),
  changed: true,
});

/** Everybody who stays has agreed to a draw, and that stands (reading A-F23). */
const agreedWithout = (context: Context, losers: string[]) =>
  context.readings.drawConsent === "stands" &&
  remaining(context)
    .filter((s) => !losers.includes(s))
    .every((s) => context.drawVotes.some((v) => v.player === s && v.reason === "agreement"));

// ---- Input ----

const NUMBERS: { [K in keyof Rules]: [number, number] } = {
  games: [1, 99],
  arenaPool: [0, 99],
  deckPool: [1, 999],
  deckSize: [1, 999],
  weaponZones: [0, 9],
  arsenalZones: [0, 9],
};
const READINGS: { [K in keyof Readings]: Readings[K][] } = {
  openingDraw: ["upTo", "equal"],
  chooserWithoutLoser: ["random", "ruling"],
  turnOfLoser: ["endPhase", "nextTurn"],
  deathCheck: ["gameState", "atOnce"],
  stalemateBy: ["players", "judge"],
  drawConsent: ["stands", "lapses"],
  effectsOfLoser: ["turnWouldBegin", "nextTurn"],
};

/** Gives the input back, or throws an error that names the field at fault. */
function checked(input: Input): Input {
  const seats: unknown = input.seats;
  if (seats !== undefined) {
    const ok =
      Array.isArray(seats) &&
      seats.length >= 2 &&
      new Set(seats).size === seats.length &&
      seats.every((s) => typeof s === "string" && s !== "" && s !== "chance" && s !== "table");
    if (!ok)
      throw new Error("input.seats: two or more different names are needed, other than chance and table");
  }
  for (const [field, value] of Object.entries(input) as [string, unknown][]) {
    if (field === "seats" || value === undefined) continue;
    const limits = Object.entries(NUMBERS).find(([name]) => name === field)?.[1];
    const values: unknown[] | undefined = Object.entries(READINGS).find(([name]) => name === field)?.[1];
    if (limits) {
      const ok = typeof value === "number" && isWhole(value) && value >= limits[0] && value <= limits[1];
      if (!ok) throw new Error(`input.${field}: a whole number from ${limits[0]} to ${limits[1]} is needed`);
    } else if (!values) throw new Error(`input.${field}: there is no such field`);
    else if (!values.includes(value))
      throw new Error(`input.${field}: one of ${values.join(", ")} is needed`);
  }
  if ((input.deckSize ?? 60) > (input.deckPool ?? 75))
    throw new Error("input.deckSize: the card-pool must hold as many deck-cards");
  return input;
}

const newPlayer = (id: string, rules: Rules): Player => ({
  id,
  out: false,
  hero: null,
  life: 0,
  intellect: 0,
  actionPoints: 0,
  resourcePoints: 0,
  poolArena: rules.arenaPool,
  poolDeck: rules.deckPool,
  arms: 0,
  chest: 0,
  head: 0,
  legs: 0,
  weapons: 0,
  equipped: false,
  startingDeck: 0,
  elsewhere: 0,
  inventory: 0,
  deck: 0,
  hand: 0,
  arsenal: 0,
  pitch: [],
  graveyard: 0,
  banished: 0,
  removed: 0,
});

/** The context at the start of a game of the match. */
const newGame = (
  seats: string[],
  gameNo: number,
  record: GameRecord[],
  rules: Rules,
  readings: Readings,
): Context => ({
  seats,
  turnPlayer: "",
  players: seats.map((id) => newPlayer(id, rules)),
  gameNo,
  turnNo: 0,
  phase: "startOfGame",
  chooser: null,
  candidates: [],
  firstTurnPlayer: null,
  toAct: [],
  deckOf: null,
  deckHolder: null,
  permanents: [],
  stack: [],
  resolving: null,
  waiting: [],
  settle: { to: null, pending: [], stackers: [], orderer: null },
  priority: { holder: null, next: null, passes: 0 },
  changed: false,
  chain: NO_CHAIN,
  effects: [],
  lost: [],
  drawVotes: [],
  ending: null,
  record,
  nextId: 1,
  rules,
  readings,
});

const start = (input: Input, seats: string[]): Context =>
  newGame(
    seats,
    1,
    [],
    {
      games: input.games ?? 1,
      arenaPool: input.arenaPool ?? 11,
      deckPool: input.deckPool ?? 75,
      deckSize: input.deckSize ?? 60,
      weaponZones: input.weaponZones ?? 2,
      arsenalZones: input.arsenalZones ?? 1,
    },
    {
      openingDraw: input.openingDraw ?? "upTo",
      chooserWithoutLoser: input.chooserWithoutLoser ?? "random",
      turnOfLoser: input.turnOfLoser ?? "endPhase",
      deathCheck: input.deathCheck ?? "gameState",
      stalemateBy: input.stalemateBy ?? "players",
      drawConsent: input.drawConsent ?? "stands",
      effectsOfLoser: input.effectsOfLoser ?? "turnWouldBegin",
    },
  );

// ---- The match ----

export const machine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    input: {} as Input | void,
    output: {} as Output,
    meta: {} as Meta,
  },

  guards: {
    // Who may act.
    byRemainingPlayer: ({ context, event }) => isIn(context, event.by),
    byAskedPlayer: ({ context, event }) => context.toAct.includes(event.by),
    byNextInLine: ({ context, event }) => event.by === context.toAct[0],
    byChooser: ({ context, event }) => event.by === context.chooser,
    byDeckHolder: ({ context, event }) => event.by === context.deckHolder,
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    byPriorityHolder: ({ context, event }) => event.by === context.priority.holder,
    byDefender: ({ context, event }) => event.by === context.chain.target,
    byOrderer: ({ context, event }) => event.by === context.settle.orderer,
    byChance: ({ event }) => event.by === "chance",
    byTable: ({ event }) => event.by === "table",

    // The start-of-game procedure.
    everyoneHasActed: ({ context }) => context.toAct.length === 0,
    heroIsStated: ({ event }) =>
      event.type === "PLACE_HERO" &&
      event.hero?.length > 0 &&
      isCount(event.life) &&
      event.life >= 1 &&
      isCount(event.intellect),
    chooserStays: ({ context }) =>
      context.record.at(-1)?.winner === null && context.record.at(-1)?.chooser !== null,
    oneCandidate: ({ context }) => context.candidates.length === 1,
    needsRuling: ({ context }) => context.gameNo > 1 && context.readings.chooserWithoutLoser === "ruling",
    fewCandidates: ({ context }) => context.candidates.length < 2,
    namesCandidate: ({ context, event }) =>
      event.type === "PICK_CHOOSER" && context.candidates.includes(event.player),
    chooserIsOut: ({ context }) => !isIn(context, context.chooser),
    namesPlayer: ({ context, event }) => event.type === "NAME_FIRST_PLAYER" && isIn(context, event.player),
    oneArenaCardPerZone: ({ context, event }) =>
      event.type === "CHOOSE_ARENA_CARDS" &&
      [event.arms, event.chest, event.head, event.legs].every((n) => n === 0 || n === 1) &&
      isCount(event.weapons) &&
      event.weapons <= context.rules.weaponZones,
    arenaCardsInPool: ({ context, event }) =>
      event.type === "CHOOSE_ARENA_CARDS" &&
      event.arms + event.chest + event.head + event.legs + event.weapons <=
        (playerOf(context, event.by)?.poolArena ?? 0),
    noArenaCardInDeck: ({ event }) => event.type === "CHOOSE_DECK" && event.arenaCards === 0,
    deckIsLegal: ({ context, event }) =>
      event.type === "CHOOSE_DECK" &&
      isCount(event.cards) &&
      isCount(event.elsewhere) &&
      event.cards + event.elsewhere >= context.rules.deckSize &&
      event.cards + event.elsewhere <= (playerOf(context, event.by)?.poolDeck ?? 0),
    removesLeftovers: ({ context, event }) =>
      event.type === "FORM_INVENTORIES" &&
      event.removed?.length === context.players.length &&
      context.players.every(
        (p, i) => isCount(event.removed[i]!) && event.removed[i]! <= p.poolArena + p.poolDeck,
      ),
    handsToOpponent: ({ context, event }) =>
      event.type === "PRESENT_DECK" && event.to !== event.by && isIn(context, event.to),
    shufflesOrCuts: ({ event }) =>
      event.type === "HANDLE_DECK" && (event.how === "shuffle" || event.how === "cut"),
    presenterIsOut: ({ context }) => !isIn(context, context.deckOf),

    // Priority.
    lastToPass: ({ context }) => context.priority.passes + 1 >= remaining(context).length,
    stackIsEmpty: ({ context }) => context.stack.length === 0,
    attackIsOnTop: ({ context }) => context.stack.at(-1)?.kind === "attack",
    someoneHasPriority: ({ context }) => context.priority.holder !== null,
    somethingChanged: ({ context }) => context.changed,

    // Playing, activating, attacking, defending.
    attackIsStated: ({ context, event }) =>
      event.type === "ATTACK" &&
      event.name?.length > 0 &&
      isCount(event.power) &&
      event.target !== event.by &&
      isIn(context, event.target) &&
      (event.goAgain === "yes" || event.goAgain === "no"),
    mayAttackNow: ({ context, event }) =>
      event.by === context.turnPlayer &&
      context.stack.length === 0 &&
      (!context.chain.open || context.settle.to === "resolution"),
    playIsStated: ({ event }) =>
      event.type === "PLAY_CARD" &&
      event.name?.length > 0 &&
      (event.goAgain === "yes" || event.goAgain === "no"),
    abilityIsStated: ({ event }) =>
      event.type === "ACTIVATE" &&
      event.name?.length > 0 &&
      (event.goAgain === "yes" || event.goAgain === "no"),
    kindFitsMoment: ({ context, event }) =>
      (event.type === "PLAY_CARD" || event.type === "ACTIVATE") &&
      (event.kind === "instant" ||
        (event.kind === "action" &&
          event.by === context.turnPlayer &&
          context.stack.length === 0 &&
          !context.chain.open) ||
        (event.kind === "attackReaction" &&
          event.by === context.turnPlayer &&
          context.settle.to === "reaction") ||
        (event.kind === "defenseReaction" &&
          event.by === context.chain.target &&
          context.settle.to === "reaction")),
    hasActionPoint: ({ context, event }) =>
      ((event.type === "PLAY_CARD" || event.type === "ACTIVATE") && event.kind !== "action") ||
      (playerOf(context, event.by)?.actionPoints ?? 0) >= 1,
    costIsPaid: ({ context, event }) =>
      (event.type === "ATTACK" || event.type === "PLAY_CARD" || event.type === "ACTIVATE") &&
      context.players.some((p) => p.id === event.by && pays(p, event.cost, event.pitch)),
    cardIsThere: ({ context, event }) =>
      context.players.some(
        (p) =>
          p.id === event.by &&
          (event.type === "ATTACK"
            ? hasCard(p, event.from, event.pitch?.length)
            : event.type === "PLAY_CARD"
              ? (event.from === "hand" || event.from === "arsenal") &&
                hasCard(p, event.from, event.pitch?.length)
              : event.type === "ACTIVATE" && p.hand >= event.pitch?.length),
      ),
    defenseIsLegal: ({ context, event }) =>
      event.type === "DEFEND" &&
      isCount(event.cards) &&
      isCount(event.equipment) &&
      isCount(event.defense) &&
      (event.defense === 0 || event.cards + event.equipment > 0) &&
      context.players.some((p) => p.id === event.by && p.hand >= event.cards && worn(p) >= event.equipment),
    attackHasGone: ({ context }) =>
      context.chain.mustClose || (context.chain.target !== null && !isIn(context, context.chain.target)),

    // Settling.
    layerIsResolving: ({ context }) => context.resolving !== null,
    nothingResolves: ({ context }) => context.resolving === null,
    allHeroesDied: ({ context }) => dead(context).length === remaining(context).length,
    deathsLeaveOne: ({ context }) => dead(context).length === remaining(context).length - 1,
    deathsLeaveAgreement: ({ context }) => dead(context).length > 0 && agreedWithout(context, dead(context)),
    ownerOfTurnDied: ({ context }) =>
      dead(context).includes(context.turnPlayer) && (context.phase === "start" || context.phase === "action"),
    someHeroDied: ({ context }) => dead(context).length > 0,
    nothingPending: ({ context }) => context.settle.pending.length === 0,
    inStartOfGame: ({ context }) => context.phase === "startOfGame",
    turnPlayerPicksFirst: ({ context }) =>
      isIn(context, context.turnPlayer) &&
      context.seats.filter((s) => context.settle.pending.some((t) => t.owner === s)).length > 1,
    needsNoFirst: ({ context }) =>
      !isIn(context, context.turnPlayer) ||
      context.seats.filter((s) => context.settle.pending.some((t) => t.owner === s)).length < 2,
    namesTriggerOwner: ({ context, event }) =>
      event.type === "PICK_FIRST_STACKER" && context.settle.pending.some((t) => t.owner === event.player),
    nobodyLeftToStack: ({ context }) => context.settle.stackers.length === 0,
    nextHasOneTrigger: ({ context }) => groupOf(context, context.settle.stackers[0]!).length < 2,
    ordersOwnTriggers: ({ context, event }) =>
      event.type === "ORDER_TRIGGERS" &&
      event.order?.length === groupOf(context, event.by).length &&
      groupOf(context, event.by).every((t) => event.order.includes(t.id)),
    ordererIsOut: ({ context }) =>
      !isIn(context, context.settle.orderer) ||
      !context.settle.stackers.includes(context.settle.orderer ?? ""),
    nobodyGetsPriority: ({ context }) => !WITH_PRIORITY.includes(context.settle.to),
    stackHasLayers: ({ context }) => context.stack.length > 0,
    settledAfter: ({ context }, params: { point: SettlePoint }) => context.settle.to === params.point,

    // The end phase.
    cannotStore: ({ context }) =>
      !context.players.some(
        (p) => p.id === context.turnPlayer && !p.out && p.hand >= 1 && p.arsenal < context.rules.arsenalZones,
      ),
    ordersOwnPitch: ({ context, event }) =>
      event.type === "BOTTOM_PITCH" &&
      context.players.some(
        (p) =>
          p.id === event.by &&
          event.order?.length === p.pitch.length &&
          p.pitch.every((_, i) => event.order.includes(i)),
      ),
    turnIsLost: ({ context }) => context.readings.turnOfLoser === "nextTurn",

    // What cards do.
    effectsCanHappen: ({ context }) => context.resolving !== null || context.priority.holder !== null,
    triggerIsStated: ({ context, event }) =>
      event.type === "REPORT_TRIGGER" &&
      isIn(context, event.owner) &&
      event.effect?.length > 0 &&
      MOMENTS.includes(event.at),
    mayTriggerInSetup: ({ context, event }) =>
      event.type === "REPORT_TRIGGER" &&
      (event.onlyInTurn === "no" ||
        (event.onlyInTurn === "yes" &&
          !(context.phase === "startOfGame" && (event.at === "now" || event.at === "startOfGame")))),
    lifeIsStated: ({ context, event }) =>
      event.type === "CHANGE_LIFE" && isIn(context, event.player) && isWhole(event.amount),
    pointsAreStated: ({ context, event }) =>
      event.type === "GAIN_POINTS" &&
      isIn(context, event.player) &&
      isCount(event.action) &&
      isCount(event.resource),
    actionPointsAllowed: ({ context, event }) =>
      event.type === "GAIN_POINTS" &&
      (event.action === 0 || (event.player === context.turnPlayer && context.phase === "action")),
    moveIsStated: ({ context, event }) =>
      event.type === "MOVE_CARDS" &&
      isIn(context, event.player) &&
      ZONES.includes(event.from) &&
      ZONES.includes(event.to) &&
      event.from !== event.to,
    cardsAreThere: ({ context, event }) =>
      event.type === "MOVE_CARDS" &&
      isCount(event.count) &&
      event.count <= (playerOf(context, event.player)?.[event.from] ?? 0),
    permanentIsStated: ({ context, event }) =>
      event.type === "CREATE_PERMANENT" &&
      event.name?.length > 0 &&
      isIn(context, event.owner) &&
      isIn(context, event.controller) &&
      ((event.kind === "ally" && isCount(event.life) && event.life >= 1) ||
        (event.kind === "other" && event.life === 0)),
    permanentHasSource: ({ context, event }) =>
      event.type === "CREATE_PERMANENT" &&
      (event.from === "token" ||
        (event.from === "layer" &&
          context.resolving?.card === true &&
          context.resolving.owner === event.owner) ||
        ((event.from === "hand" || event.from === "deck" || event.from === "graveyard") &&
          (playerOf(context, event.owner)?.[event.from] ?? 0) >= 1)),
    permanentIsThere: ({ context, event }) =>
      event.type === "CHANGE_PERMANENT" &&
      (event.tapped === "yes" || event.tapped === "no") &&
      isCount(event.damage) &&
      isWhole(event.counters) &&
      context.permanents.some(
        (o) => o.id === event.id && (o.kind === "ally" || (event.damage === 0 && event.counters === 0)),
      ),
    effectIsStated: ({ context, event }) =>
      event.type === "ADD_EFFECT" &&
      isIn(context, event.controller) &&
      event.name?.length > 0 &&
      UNTIL.includes(event.until) &&
      isCount(event.morePoints),
    combatIsStated: ({ event }) =>
      event.type === "CHANGE_COMBAT" && isWhole(event.power) && isWhole(event.defense),
    chainIsOpen: ({ context }) => context.chain.open,
    namesRemainingPlayer: ({ context, event }) =>
      (event.type === "REMOVE_HERO" || event.type === "WIN_BY_EFFECT" || event.type === "LOSE_BY_EFFECT") &&
      isIn(context, event.player),

    // How a game ends.
    losesAtOnce: ({ context, event }) => loserBy(context, event) !== null,
    leavesOne: ({ context, event }) =>
      remaining(context).filter((s) => s !== loserBy(context, event)).length === 1,
    leavesAgreement: ({ context, event }) => agreedWithout(context, [loserBy(context, event) ?? ""]),
    losesOwnTurn: ({ context, event }) =>
      loserBy(context, event) === context.turnPlayer &&
      (context.phase === "start" || context.phase === "action"),
    drawIsOpen: ({ context, event }) =>
      event.type === "AGREE_TO_DRAW" &&
      REASONS.includes(event.reason) &&
      (event.reason === "agreement" || context.readings.stalemateBy === "players"),
    consentIsNew: ({ context, event }) =>
      event.type === "AGREE_TO_DRAW" &&
      !context.drawVotes.some((v) => v.player === event.by && v.reason === event.reason),
    lastToAgree: ({ context, event }) =>
      event.type === "AGREE_TO_DRAW" &&
      remaining(context).every(
        (s) => s === event.by || context.drawVotes.some((v) => v.player === s && v.reason === event.reason),
      ),
    hasAgreed: ({ context, event }) =>
      event.type === "WITHDRAW_DRAW" &&
      context.drawVotes.some((v) => v.player === event.by && v.reason === event.reason),
    judgeMayRule: ({ context, event }) =>
      event.type === "RULE_DRAW" &&
      context.readings.stalemateBy === "judge" &&
      (event.reason === "stalemate" || event.reason === "deadlock"),
    gamesAreLeft: ({ context }) => context.gameNo < context.rules.games,
  },

  actions: {
    // The start-of-game procedure.
    askEveryone: assign({ toAct: ({ context }) => remaining(context) }),
    askClockwise: assign({
      toAct: ({ context }) => clockwise(context, context.firstTurnPlayer ?? context.turnPlayer),
    }),
    hasActed: assign({ toAct: ({ context, event }) => context.toAct.filter((s) => s !== event.by) }),
    placeHero: assign({
      players: ({ context, event }) => {
        assertEvent(event, "PLACE_HERO");
        return context.players.map((p) =>
          p.id === event.by ? { ...p, hero: event.hero, life: event.life, intellect: event.intellect } : p,
        );
      },
    }),
    // In a later game: who was first to lose, else everybody but the winner (reading A-F10).
    listCandidates: assign({
      candidates: ({ context }) =>
        [
          context.record.at(-1)?.lost[0] ?? [],
          context.seats.filter((s) => context.gameNo > 1 && s !== context.record.at(-1)?.winner),
          context.seats,
        ]
          .map((group) => group.filter((s) => isIn(context, s)))
          .find((group) => group.length > 0) ?? [],
    }),
    candidateIsChooser: assign({ chooser: ({ context }) => context.candidates[0] ?? null }),
    sameChooser: assign({ chooser: ({ context }) => context.record.at(-1)?.chooser ?? null }),
    nextChooser: assign({
      chooser: ({ context }) => clockwise(context, context.chooser!)[0]!,
    }),
    pickChooser: assign({
      chooser: ({ event }) => {
        assertEvent(event, "PICK_CHOOSER");
        return event.player;
      },
    }),
    nameFirstPlayer: assign({
      firstTurnPlayer: ({ event }) => {
        assertEvent(event, "NAME_FIRST_PLAYER");
        return event.player;
      },
    }),
    chooseArenaCards: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CHOOSE_ARENA_CARDS");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                poolArena: p.poolArena - event.arms - event.chest - event.head - event.legs - event.weapons,
                arms: event.arms,
                chest: event.chest,
                head: event.head,
                legs: event.legs,
                weapons: event.weapons,
              }
            : p,
        );
      },
    }),
    chooseDeck: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CHOOSE_DECK");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                poolDeck: p.poolDeck - event.cards - event.elsewhere,
                startingDeck: event.cards,
                elsewhere: event.elsewhere,
              }
            : p,
        );
      },
    }),
    formInventories: assign({
      players: ({ context, event }) => {
        assertEvent(event, "FORM_INVENTORIES");
        return context.players.map((p, i) => ({
          ...p,
          poolArena: 0,
          poolDeck: 0,
          inventory: p.poolArena + p.poolDeck - event.removed[i]!,
          removed: p.removed + event.removed[i]!,
        }));
      },
    }),
    presentDeck: assign({
      deckOf: ({ event }) => event.by,
      deckHolder: ({ event }) => {
        assertEvent(event, "PRESENT_DECK");
        return event.to;
      },
    }),
    placeDeck: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.deckOf ? { ...p, deck: p.startingDeck, startingDeck: 0 } : p,
        ),
      deckOf: null,
      deckHolder: null,
    }),
    takeDeckBack: assign({ deckOf: null, deckHolder: null }),
    equip: assign({
      players: ({ context, event }) =>
        context.players.map((p) => (p.id === event.by ? { ...p, equipped: true } : p)),
    }),
    placeStartingCards: assign({
      permanents: ({ context }) =>
        context.players
          .filter((p) => p.elsewhere > 0)
          .map((p, i) => ({
            id: context.nextId + i,
            name: "starting cards",
            owner: p.id,
            controller: p.id,
            kind: "other" as const,
            cards: p.elsewhere,
            tapped: false,
            baseLife: 0,
            counters: 0,
            life: 0,
          })),
      nextId: ({ context }) => context.nextId + context.players.filter((p) => p.elsewhere > 0).length,
      players: ({ context }) => context.players.map((p) => ({ ...p, elsewhere: 0 })),
    }),
    drawOpeningHands: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.out
            ? p
            : drawTo(p, context.readings.openingDraw === "equal" ? p.hand + p.intellect : p.intellect),
        ),
    }),
    beginFirstTurn: assign({
      turnPlayer: ({ context }) => context.firstTurnPlayer ?? context.turnPlayer,
      turnNo: 1,
    }),

    // Turns.
    beginPhase: assign({
      phase: (_, params: { phase: "start" | "action" | "end" }) => params.phase,
      priority: { holder: null, next: null, passes: 0 },
    }),
    endEffectsUntilStart: assign({
      effects: ({ context }) =>
        context.effects.filter(
          (e) =>
            e.until !== "startOfTurn" &&
            !(e.until === "startOfOwnTurn" && e.controller === context.turnPlayer) &&
            !(
              e.until === "startOfOwnTurn" &&
              context.readings.effectsOfLoser === "nextTurn" &&
              !isIn(context, e.controller)
            ),
        ),
    }),
    // The turn of somebody who has lost would begin here (reading A-F24).
    endEffectsOfPassedOver: assign({
      effects: ({ context }) =>
        context.effects.filter(
          (e) => e.until !== "startOfOwnTurn" || !passedOver(context).includes(e.controller),
        ),
    }),
    endEffectsOfTurn: assign({
      effects: ({ context }) =>
        context.effects.filter((e) => e.until !== "endOfTurn" && e.until !== "thisTurn"),
    }),
    // Neither triggers nor replacement effects look at this point (FAB-4.3.2a, FAB-4.3.2b).
    gainTurnPoint: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.turnPlayer ? { ...p, actionPoints: p.actionPoints + 1 } : p,
        ),
    }),
    passTurn: assign({
      turnPlayer: ({ context }) => nextAfter(context, context.turnPlayer),
      turnNo: ({ context }) => context.turnNo + 1,
    }),

    // Priority.
    givePriority: assign({
      priority: ({ context }) => ({
        holder: context.priority.next,
        next: null,
        passes: context.priority.passes,
      }),
    }),
    passPriority: assign({
      priority: ({ context, event }) => ({
        holder: null,
        next: nextAfter(context, event.by),
        passes: context.priority.passes + 1,
      }),
    }),
    // Who acted gets priority again; the count of passes starts anew.
    keepPriority: assign({
      priority: ({ event }) => ({ holder: null, next: event.by, passes: 0 }),
    }),
    suspendPriority: assign({
      priority: ({ context }) => ({
        holder: null,
        next: context.priority.holder,
        passes: context.priority.passes,
      }),
    }),

    // Playing, attacking, defending.
    putAttackOnStack: assign({
      players: ({ context, event }) => {
        assertEvent(event, "ATTACK");
        return context.players.map((p) =>
          p.id === event.by ? afterPaying(afterPlaying(p, event.from), event.cost, event.pitch, 1) : p,
        );
      },
      stack: ({ context, event }) => {
        assertEvent(event, "ATTACK");
        return [
          ...context.stack,
          {
            id: context.nextId,
            kind: "attack" as const,
            name: event.name,
            controller: event.by,
            owner: event.by,
            card: event.from !== "weapon",
            goAgain: false,
          },
        ];
      },
      chain: ({ context, event }) => {
        assertEvent(event, "ATTACK");
        return {
          ...context.chain,
          open: true,
          target: event.target,
          power: event.power,
          defense: 0,
          goAgain: event.goAgain === "yes",
        };
      },
      nextId: ({ context }) => context.nextId + 1,
    }),
    putCardOnStack: assign({
      players: ({ context, event }) => {
        assertEvent(event, "PLAY_CARD");
        return context.players.map((p) =>
          p.id === event.by
            ? afterPaying(
                afterPlaying(p, event.from),
                event.cost,
                event.pitch,
                event.kind === "action" ? 1 : 0,
              )
            : p,
        );
      },
      stack: ({ context, event }) => {
        assertEvent(event, "PLAY_CARD");
        return [
          ...context.stack,
          {
            id: context.nextId,
            kind: event.kind,
            name: event.name,
            controller: event.by,
            owner: event.by,
            card: true,
            goAgain: event.goAgain === "yes",
          },
        ];
      },
      nextId: ({ context }) => context.nextId + 1,
    }),
    putAbilityOnStack: assign({
      players: ({ context, event }) => {
        assertEvent(event, "ACTIVATE");
        return context.players.map((p) =>
          p.id === event.by ? afterPaying(p, event.cost, event.pitch, event.kind === "action" ? 1 : 0) : p,
        );
      },
      stack: ({ context, event }) => {
        assertEvent(event, "ACTIVATE");
        return [
          ...context.stack,
          {
            id: context.nextId,
            kind: event.kind,
            name: event.name,
            controller: event.by,
            owner: event.by,
            card: false,
            goAgain: event.goAgain === "yes",
          },
        ];
      },
      nextId: ({ context }) => context.nextId + 1,
    }),
    attackBecomesLink: assign({
      chain: ({ context }) => ({
        ...context.chain,
        links: context.chain.links + 1,
        cards: [
          ...context.chain.cards,
          ...context.stack
            .filter((layer) => layer.kind === "attack" && layer.card)
            .map((layer) => ({ owner: layer.owner, controller: layer.controller, cards: 1 })),
        ],
      }),
      stack: ({ context }) => context.stack.filter((layer) => layer.kind !== "attack"),
    }),
    askDefender: assign({ priority: { holder: null, next: null, passes: 0 } }),
    defend: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DEFEND");
        return context.players.map((p) => (p.id === event.by ? { ...p, hand: p.hand - event.cards } : p));
      },
      chain: ({ context, event }) => {
        assertEvent(event, "DEFEND");
        return {
          ...context.chain,
          defense: context.chain.defense + event.defense,
          cards: [...context.chain.cards, { owner: event.by, controller: event.by, cards: event.cards }],
        };
      },
    }),
    dealDamage: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.chain.target ? { ...p, life: Math.max(0, p.life - damageOf(context.chain)) } : p,
        ),
    }),
    resolveLink: assign(({ context }) => ({
      ...withGain(context, context.turnPlayer, context.chain.goAgain ? 1 : 0, 0),
      chain: { ...context.chain, target: null, power: 0, defense: 0, goAgain: false },
    })),
    closeChain: assign({
      players: ({ context }) =>
        context.players.map((p) => ({
          ...p,
          graveyard:
            p.graveyard +
            (p.out
              ? 0
              : sum(context.chain.cards.filter((c) => c.owner === p.id).map((c) => c.cards)) +
                context.stack.filter((l) => l.kind === "attack" && l.card && l.owner === p.id).length),
        })),
      stack: ({ context }) => context.stack.filter((layer) => layer.kind !== "attack"),
      chain: NO_CHAIN,
    }),

    // Settling.
    callSettle: assign({
      settle: ({ context }, params: { to: SettlePoint }) => ({ ...fired(context, params.to), to: params.to }),
      waiting: ({ context }, params: { to: SettlePoint }) =>
        context.waiting.filter((t) => t.at !== params.to),
      priority: ({ context }, params: { to: SettlePoint }) => ({
        holder: null,
        next: WITH_PRIORITY.includes(params.to) ? context.turnPlayer : null,
        passes: 0,
      }),
    }),
    fireActionPhase: assign({
      settle: ({ context }) => fired(context, "actionPhase"),
      waiting: ({ context }) => context.waiting.filter((t) => t.at !== "actionPhase"),
    }),
    fireNow: assign({
      settle: ({ context }) => fired(context, "now"),
      waiting: ({ context }) => context.waiting.filter((t) => t.at !== "now"),
    }),
    lookAtState: assign({ changed: false }),
    loseTogether: assign(({ context }) => without(context, dead(context))),
    clearDeadAllies: assign({
      players: ({ context }) =>
        context.players.map((p) => ({
          ...p,
          graveyard:
            p.graveyard +
            sum(
              context.permanents
                .filter((o) => o.kind === "ally" && o.life === 0 && o.owner === p.id)
                .map((o) => o.cards),
            ),
        })),
      permanents: ({ context }) => context.permanents.filter((o) => o.kind !== "ally" || o.life > 0),
    }),
    firstPlayerOrders: assign({
      settle: ({ context }) => ({
        ...context.settle,
        stackers: [context.firstTurnPlayer ?? context.turnPlayer],
      }),
    }),
    stackClockwise: assign({
      settle: ({ context }) => ({
        ...context.settle,
        stackers: clockwise(context, context.turnPlayer).filter((s) =>
          context.settle.pending.some((t) => t.owner === s),
        ),
      }),
    }),
    stackFromPicked: assign({
      settle: ({ context, event }) => {
        assertEvent(event, "PICK_FIRST_STACKER");
        return {
          ...context.settle,
          stackers: clockwise(context, event.player).filter((s) =>
            context.settle.pending.some((t) => t.owner === s),
          ),
        };
      },
    }),
    askOrder: assign({
      settle: ({ context }) => ({ ...context.settle, orderer: context.settle.stackers[0] ?? null }),
    }),
    stackOnlyTrigger: assign({
      stack: ({ context }) => [
        ...context.stack,
        ...groupOf(context, context.settle.stackers[0]!).map((t) => layerOf(t)),
      ],
      settle: ({ context }) => ({
        ...context.settle,
        pending: context.settle.pending.filter(
          (t) => !groupOf(context, context.settle.stackers[0]!).some((g) => g.id === t.id),
        ),
        stackers: context.settle.stackers.slice(1),
      }),
      priority: ({ context }) => ({ ...context.priority, passes: 0 }),
    }),
    // In the given order: the last one is on top.
    stackInOrder: assign({
      stack: ({ context, event }) => {
        assertEvent(event, "ORDER_TRIGGERS");
        return [
          ...context.stack,
          ...event.order.flatMap((id) =>
            context.settle.pending.filter((t) => t.id === id).map((t) => layerOf(t)),
          ),
        ];
      },
      settle: ({ context, event }) => {
        assertEvent(event, "ORDER_TRIGGERS");
        return {
          ...context.settle,
          pending: context.settle.pending.filter((t) => !event.order.includes(t.id)),
          stackers: context.settle.stackers.slice(1),
          orderer: null,
        };
      },
      priority: ({ context }) => ({ ...context.priority, passes: 0 }),
    }),
    takeTopLayer: assign({
      resolving: ({ context }) => context.stack.at(-1) ?? null,
      stack: ({ context }) => context.stack.slice(0, -1),
      priority: ({ context }) => ({
        holder: null,
        next: WITH_PRIORITY.includes(context.settle.to) ? context.turnPlayer : null,
        passes: 0,
      }),
    }),
    resolveLayer: assign(({ context }) =>
      context.resolving ? resolved(context, context.resolving) : context,
    ),

    // The end phase.
    resetAllies: assign({
      permanents: ({ context }) =>
        context.permanents.map((o) =>
          o.kind === "ally" ? { ...o, life: Math.max(0, o.baseLife + o.counters) } : o,
        ),
    }),
    storeCard: assign({
      players: ({ context, event }) =>
        context.players.map((p) =>
          p.id === event.by ? { ...p, hand: p.hand - 1, arsenal: p.arsenal + 1 } : p,
        ),
    }),
    // One card has one order only.
    askPitchOrders: assign({
      toAct: ({ context }) => context.players.filter((p) => p.pitch.length > 1).map((p) => p.id),
    }),
    // The order stays with the player: here the deck is a number.
    bottomPitch: assign({
      players: ({ context }) =>
        context.players.map((p) => ({ ...p, deck: p.deck + p.pitch.length, pitch: [] })),
    }),
    untap: assign({
      permanents: ({ context }) =>
        context.permanents.map((o) => (o.controller === context.turnPlayer ? { ...o, tapped: false } : o)),
    }),
    losePoints: assign({
      players: ({ context }) => context.players.map((p) => ({ ...p, actionPoints: 0, resourcePoints: 0 })),
    }),
    drawUp: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          !p.out && (p.id === context.turnPlayer || context.turnNo === 1) ? drawTo(p, p.intellect) : p,
        ),
    }),

    // What cards do.
    reportTrigger: assign({
      waiting: ({ context, event }) => {
        assertEvent(event, "REPORT_TRIGGER");
        return [
          ...context.waiting,
          { id: context.nextId, owner: event.owner, effect: event.effect, at: event.at },
        ];
      },
      nextId: ({ context }) => context.nextId + 1,
      changed: ({ context, event }) => {
        assertEvent(event, "REPORT_TRIGGER");
        return context.changed || event.at === "now";
      },
    }),
    changeLife: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CHANGE_LIFE");
        return context.players.map((p) =>
          p.id === event.player ? { ...p, life: Math.max(0, p.life + event.amount) } : p,
        );
      },
      changed: true,
    }),
    gainPoints: assign(({ context, event }) => {
      assertEvent(event, "GAIN_POINTS");
      return { ...withGain(context, event.player, event.action, event.resource), changed: true };
    }),
    moveCards: assign({
      players: ({ context, event }) => {
        assertEvent(event, "MOVE_CARDS");
        return context.players.map((p) =>
          p.id === event.player
            ? {
                ...p,
                [event.from]: p[event.from] - event.count,
                [event.to]: p[event.to] + event.count,
              }
            : p,
        );
      },
      changed: true,
    }),
    createPermanent: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CREATE_PERMANENT");
        return context.players.map((p) =>
          p.id === event.owner
            ? {
                ...p,
                hand: p.hand - (event.from === "hand" ? 1 : 0),
                deck: p.deck - (event.from === "deck" ? 1 : 0),
                graveyard: p.graveyard - (event.from === "graveyard" ? 1 : 0),
              }
            : p,
        );
      },
      resolving: ({ context, event }) => {
        assertEvent(event, "CREATE_PERMANENT");
        return event.from === "layer" && context.resolving
          ? { ...context.resolving, card: false }
          : context.resolving;
      },
      permanents: ({ context, event }) => {
        assertEvent(event, "CREATE_PERMANENT");
        return [
          ...context.permanents,
          {
            id: context.nextId,
            name: event.name,
            owner: event.owner,
            controller: event.controller,
            kind: event.kind,
            cards: event.from === "token" ? 0 : 1,
            tapped: false,
            baseLife: event.life,
            counters: 0,
            life: event.life,
          },
        ];
      },
      nextId: ({ context }) => context.nextId + 1,
      changed: true,
    }),
    changePermanent: assign({
      permanents: ({ context, event }) => {
        assertEvent(event, "CHANGE_PERMANENT");
        return context.permanents.map((o) =>
          o.id === event.id
            ? {
                ...o,
                tapped: event.tapped === "yes",
                counters: o.counters + event.counters,
                life: Math.max(0, o.life + event.counters - event.damage),
              }
            : o,
        );
      },
      changed: true,
    }),
    addEffect: assign({
      effects: ({ context, event }) => {
        assertEvent(event, "ADD_EFFECT");
        return [
          ...context.effects,
          {
            controller: event.controller,
            name: event.name,
            until: event.until,
            morePoints: event.morePoints,
          },
        ];
      },
      changed: true,
    }),
    changeCombat: assign({
      chain: ({ context, event }) => {
        assertEvent(event, "CHANGE_COMBAT");
        return {
          ...context.chain,
          power: Math.max(0, context.chain.power + event.power),
          defense: Math.max(0, context.chain.defense + event.defense),
        };
      },
      changed: true,
    }),
    chainMustClose: assign({ chain: ({ context }) => ({ ...context.chain, mustClose: true }) }),
    removeHero: assign({
      players: ({ context, event }) => {
        assertEvent(event, "REMOVE_HERO");
        return context.players.map((p) => (p.id === event.player ? { ...p, hero: null } : p));
      },
      changed: true,
    }),

    // How a game ends.
    lose: assign(({ context, event }) => without(context, [loserBy(context, event) ?? event.by])),
    agreeToDraw: assign({
      drawVotes: ({ context, event }) => {
        assertEvent(event, "AGREE_TO_DRAW");
        return [...context.drawVotes, { player: event.by, reason: event.reason }];
      },
    }),
    withdrawDraw: assign({
      drawVotes: ({ context, event }) => {
        assertEvent(event, "WITHDRAW_DRAW");
        return context.drawVotes.filter((v) => v.player !== event.by || v.reason !== event.reason);
      },
    }),
    winAsLastOne: assign({
      ending: ({ context }) => ({ winner: remaining(context)[0] ?? null, how: "lastOneLeft" as const }),
    }),
    winByEffect: assign({
      ending: ({ event }) => {
        assertEvent(event, "WIN_BY_EFFECT");
        return { winner: event.player, how: "effect" as const };
      },
    }),
    endInDraw: assign({
      ending: (_, params: { how: "heroes" | "effect" | "agreement" }) => ({ winner: null, how: params.how }),
    }),
    endInDrawFor: assign({
      ending: ({ event }) => ({
        winner: null,
        how:
          event.type === "AGREE_TO_DRAW" || event.type === "RULE_DRAW"
            ? event.reason
            : ("agreement" as const),
      }),
    }),
    recordGame: assign({
      record: ({ context }) => [
        ...context.record,
        {
          game: context.gameNo,
          chooser: context.chooser,
          winner: context.ending!.winner,
          how: context.ending!.how,
          lost: context.lost,
        },
      ],
    }),
    beginNextGame: assign(({ context }) =>
      newGame(context.seats, context.gameNo + 1, context.record, context.rules, context.readings),
    ),
  },
}).createMachine({
  id: "flesh-and-blood",
  options: { maxIterations: 1000 },
  context: ({ input }) => start(checked(input ?? {}), input?.seats ?? ["P1", "P2"]),
  output: ({ context }) => ({ record: context.record }),
  initial: "game",
  states: {
    game: {
      meta: { clauses: ["FAB-4.0.1", "FAB-4.0.2"] },
      initial: "startOfGame",
      on: {
        // Losing and drawing, at any time.
        CONCEDE: [
          {
            guard: and(["byRemainingPlayer", "leavesOne"]),
            actions: ["lose", "winAsLastOne"],
            target: "#flesh-and-blood.result.won",
            meta: { clauses: ["FAB-4.5.3c", "FAB-4.5.1", "FAB-4.5.2a"] },
          },
          {
            guard: and(["byRemainingPlayer", "leavesAgreement"]),
            actions: ["lose", { type: "endInDraw", params: { how: "agreement" } }],
            target: "#flesh-and-blood.result.drawn",
            meta: { clauses: ["FAB-4.5.3c", "FAB-4.5.4c", "FAB-4.5.1"] },
          },
          {
            guard: and(["byRemainingPlayer", "losesOwnTurn"]),
            actions: "lose",
            target: "#flesh-and-blood.game.turn.withoutOwner",
            meta: { clauses: ["FAB-4.5.3c", "FAB-4.5.1a.1", "FAB-4.5.1a.2", "FAB-4.5.1a.3"] },
          },
          {
            guard: "byRemainingPlayer",
            actions: "lose",
            meta: { clauses: ["FAB-4.5.3c", "FAB-4.5.1a.1", "FAB-4.5.1a.2", "FAB-4.5.1a.3"] },
          },
        ],
        LOSE_BY_EFFECT: [
          {
            guard: and(["byTable", "effectsCanHappen", "namesRemainingPlayer", "leavesOne"]),
            actions: ["lose", "winAsLastOne"],
            target: "#flesh-and-blood.result.won",
            meta: { clauses: ["FAB-4.5.3b", "FAB-4.5.1", "FAB-4.5.2a"] },
          },
          {
            guard: and(["byTable", "effectsCanHappen", "namesRemainingPlayer", "leavesAgreement"]),
            actions: ["lose", { type: "endInDraw", params: { how: "agreement" } }],
            target: "#flesh-and-blood.result.drawn",
            meta: { clauses: ["FAB-4.5.3b", "FAB-4.5.4c", "FAB-4.5.1"] },
          },
          {
            guard: and(["byTable", "effectsCanHappen", "namesRemainingPlayer", "losesOwnTurn"]),
            actions: "lose",
            target: "#flesh-and-blood.game.turn.withoutOwner",
            meta: { clauses: ["FAB-4.5.3b", "FAB-4.5.1a.1", "FAB-4.5.1a.2", "FAB-4.5.1a.3"] },
          },
          {
            guard: and(["byTable", "effectsCanHappen", "namesRemainingPlayer"]),
            actions: "lose",
            meta: { clauses: ["FAB-4.5.3b", "FAB-4.5.1a.1", "FAB-4.5.1a.2", "FAB-4.5.1a.3"] },
          },
        ],
        WIN_BY_EFFECT: {
          guard: and(["byTable", "effectsCanHappen", "namesRemainingPlayer"]),
          actions: "winByEffect",
          target: "#flesh-and-blood.result.won",
          meta: { clauses: ["FAB-4.5.2b", "FAB-4.5.1"] },
        },
        DRAW_BY_EFFECT: {
          guard: and(["byTable", "effectsCanHappen"]),
          actions: { type: "endInDraw", params: { how: "effect" } },
          target: "#flesh-and-blood.result.drawn",
          meta: { clauses: ["FAB-4.5.4b", "FAB-4.5.1"] },
        },
        AGREE_TO_DRAW: [
          {
            guard: and(["byRemainingPlayer", "drawIsOpen", "consentIsNew", "lastToAgree"]),
            actions: ["agreeToDraw", "endInDrawFor"],
            target: "#flesh-and-blood.result.drawn",
            meta: { clauses: ["FAB-4.5.4c", "FAB-4.5.4d", "FAB-4.5.4e"] },
          },
          {
            guard: and(["byRemainingPlayer", "drawIsOpen", "consentIsNew"]),
            actions: "agreeToDraw",
            meta: { clauses: ["FAB-4.5.4c", "FAB-4.5.4d", "FAB-4.5.4e"] },
          },
        ],
        WITHDRAW_DRAW: {
          guard: and(["byRemainingPlayer", "hasAgreed"]),
          actions: "withdrawDraw",
          meta: { structural: "consent that not all have given yet may be taken back" },
        },
        RULE_DRAW: {
          guard: and(["byTable", "judgeMayRule"]),
          actions: "endInDrawFor",
          target: "#flesh-and-blood.result.drawn",
          meta: { clauses: ["FAB-4.5.4d", "FAB-4.5.4e"] },
        },

        // What cards do, while a layer resolves or somebody has priority.
        REPORT_TRIGGER: {
          guard: and(["byTable", "triggerIsStated", "mayTriggerInSetup"]),
          actions: "reportTrigger",
          meta: { clauses: ["FAB-4.1.8b", "FAB-6.6.6"] },
        },
        CHANGE_LIFE: [
          {
            guard: and(["byTable", "effectsCanHappen", "lifeIsStated", "losesAtOnce", "leavesOne"]),
            actions: ["lose", "winAsLastOne"],
            target: "#flesh-and-blood.result.won",
            meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.1", "FAB-4.5.2a"] },
          },
          {
            guard: and(["byTable", "effectsCanHappen", "lifeIsStated", "losesAtOnce", "leavesAgreement"]),
            actions: ["lose", { type: "endInDraw", params: { how: "agreement" } }],
            target: "#flesh-and-blood.result.drawn",
            meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.4c", "FAB-4.5.1"] },
          },
          {
            guard: and(["byTable", "effectsCanHappen", "lifeIsStated", "losesAtOnce", "losesOwnTurn"]),
            actions: "lose",
            target: "#flesh-and-blood.game.turn.withoutOwner",
            meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.1a.1", "FAB-4.5.1a.2", "FAB-4.5.1a.3"] },
          },
          {
            guard: and(["byTable", "effectsCanHappen", "lifeIsStated", "losesAtOnce"]),
            actions: "lose",
            meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.1a.1", "FAB-4.5.1a.2", "FAB-4.5.1a.3"] },
          },
          {
            guard: and(["byTable", "effectsCanHappen", "lifeIsStated"]),
            actions: "changeLife",
            meta: { structural: "what a card does; the effects themselves are in other chapters" },
          },
        ],
        GAIN_POINTS: {
          guard: and(["byTable", "effectsCanHappen", "pointsAreStated", "actionPointsAllowed"]),
          actions: "gainPoints",
          meta: { clauses: ["FAB-1.13.2"] },
        },
        MOVE_CARDS: {
          guard: and(["byTable", "effectsCanHappen", "moveIsStated", "cardsAreThere"]),
          actions: "moveCards",
          meta: { structural: "what a card does; the effects themselves are in other chapters" },
        },
        CREATE_PERMANENT: {
          guard: and(["byTable", "effectsCanHappen", "permanentIsStated", "permanentHasSource"]),
          actions: "createPermanent",
          meta: { structural: "what a card does; the effects themselves are in other chapters" },
        },
        CHANGE_PERMANENT: {
          guard: and(["byTable", "effectsCanHappen", "permanentIsThere"]),
          actions: "changePermanent",
          meta: { structural: "what a card does; the effects themselves are in other chapters" },
        },
        ADD_EFFECT: {
          guard: and(["byTable", "effectsCanHappen", "effectIsStated"]),
          actions: "addEffect",
          meta: { structural: "what a card does; the effects themselves are in other chapters" },
        },
        CHANGE_COMBAT: {
          guard: and(["byTable", "effectsCanHappen", "chainIsOpen", "combatIsStated"]),
          actions: "changeCombat",
          meta: { structural: "what a card does; the effects themselves are in other chapters" },
        },
        CLOSE_CHAIN: {
          guard: and(["byTable", "effectsCanHappen", "chainIsOpen"]),
          actions: "chainMustClose",
          meta: { clauses: ["FAB-1.10.2e"] },
        },
        REMOVE_HERO: {
          guard: and(["byTable", "effectsCanHappen", "namesRemainingPlayer"]),
          actions: "removeHero",
          meta: { structural: "what a card does; the effects themselves are in other chapters" },
        },
      },
      states: {
        startOfGame: {
          meta: { clauses: ["FAB-4.0.1", "FAB-4.1.1"] },
          initial: "heroes",
          states: {
            heroes: {
              meta: { clauses: ["FAB-4.1.2"], asks: { context: "toAct" } },
              entry: "askEveryone",
              on: {
                PLACE_HERO: {
                  guard: and(["byAskedPlayer", "heroIsStated"]),
                  actions: ["placeHero", "hasActed"],
                  meta: { clauses: ["FAB-4.1.2"] },
                },
              },
              always: { guard: "everyoneHasActed", target: "firstPlayer" },
            },

            firstPlayer: {
              meta: { clauses: ["FAB-4.1.3.1"] },
              initial: "findChooser",
              states: {
                findChooser: {
                  meta: { clauses: ["FAB-4.1.3.2", "FAB-4.1.3.3", "FAB-4.1.3.4"] },
                  entry: "listCandidates",
                  always: [
                    {
                      guard: "chooserStays",
                      actions: "sameChooser",
                      target: "name",
                      meta: { clauses: ["FAB-4.1.3.4"] },
                    },
                    {
                      guard: "oneCandidate",
                      actions: "candidateIsChooser",
                      target: "name",
                      meta: { clauses: ["FAB-4.1.3.3"] },
                    },
                    { guard: "needsRuling", target: "ruling", meta: { clauses: ["FAB-4.1.3.3"] } },
                    { target: "random", meta: { clauses: ["FAB-4.1.3.2"] } },
                  ],
                },
                random: {
                  meta: { clauses: ["FAB-4.1.3.2"], asks: "chance" },
                  on: {
                    PICK_CHOOSER: {
                      guard: and(["byChance", "namesCandidate"]),
                      actions: "pickChooser",
                      target: "name",
                      meta: { clauses: ["FAB-4.1.3.2"] },
                    },
                  },
                  always: { guard: "fewCandidates", target: "findChooser" },
                },
                ruling: {
                  meta: { clauses: ["FAB-4.1.3.3"], asks: "table" },
                  on: {
                    PICK_CHOOSER: {
                      guard: and(["byTable", "namesCandidate"]),
                      actions: "pickChooser",
                      target: "name",
                      meta: { clauses: ["FAB-4.1.3.3"] },
                    },
                  },
                  always: { guard: "fewCandidates", target: "findChooser" },
                },
                name: {
                  meta: { clauses: ["FAB-4.1.3.1"], asks: { context: "chooser" } },
                  on: {
                    NAME_FIRST_PLAYER: {
                      guard: and(["byChooser", "namesPlayer"]),
                      actions: "nameFirstPlayer",
                      target: "#flesh-and-blood.game.startOfGame.arena",
                      meta: { clauses: ["FAB-4.1.3.1", "FAB-4.1.3.5"] },
                    },
                  },
                  // Nothing in the rules says who chooses then (reading A-F26).
                  always: { guard: "chooserIsOut", actions: "nextChooser" },
                },
              },
            },

            // Picks are kept apart from all zones until step 7.
            arena: {
              meta: { clauses: ["FAB-4.1.4"], asks: { context: "toAct" } },
              entry: "askEveryone",
              on: {
                CHOOSE_ARENA_CARDS: {
                  guard: and(["byAskedPlayer", "oneArenaCardPerZone", "arenaCardsInPool"]),
                  actions: ["chooseArenaCards", "hasActed"],
                  meta: { clauses: ["FAB-4.1.4", "FAB-4.1.4a.1"] },
                },
              },
              always: { guard: "everyoneHasActed", target: "deck" },
            },
            deck: {
              meta: { clauses: ["FAB-4.1.5"], asks: { context: "toAct" } },
              entry: "askEveryone",
              on: {
                CHOOSE_DECK: {
                  guard: and(["byAskedPlayer", "noArenaCardInDeck", "deckIsLegal"]),
                  actions: ["chooseDeck", "hasActed"],
                  meta: { clauses: ["FAB-4.1.5", "FAB-4.1.5a", "FAB-4.1.5b", "FAB-4.1.5b-ex"] },
                },
              },
              always: { guard: "everyoneHasActed", target: "inventory" },
            },

            inventory: {
              meta: { clauses: ["FAB-4.1.6"], asks: "table" },
              on: {
                FORM_INVENTORIES: {
                  guard: and(["byTable", "removesLeftovers"]),
                  actions: "formInventories",
                  target: "present",
                  meta: { clauses: ["FAB-4.1.6", "FAB-4.1.6c"] },
                },
              },
            },

            // Nothing that was picked can be changed once the deck is presented: no state from here on takes a pick.
            present: {
              meta: { clauses: ["FAB-4.1.7"] },
              entry: "askEveryone",
              initial: "hand",
              states: {
                hand: {
                  meta: { clauses: ["FAB-4.1.7"], asks: { context: "toAct" } },
                  on: {
                    PRESENT_DECK: {
                      guard: and(["byAskedPlayer", "handsToOpponent"]),
                      actions: ["presentDeck", "hasActed"],
                      target: "handle",
                      meta: { clauses: ["FAB-4.1.7"] },
                    },
                  },
                  always: { guard: "everyoneHasActed", target: "#flesh-and-blood.game.startOfGame.equip" },
                },
                handle: {
                  meta: { clauses: ["FAB-4.1.7"], asks: { context: "deckHolder" } },
                  on: {
                    HANDLE_DECK: {
                      guard: and(["byDeckHolder", "shufflesOrCuts"]),
                      actions: "placeDeck",
                      target: "hand",
                      meta: { clauses: ["FAB-4.1.7", "FAB-4.1.7a"] },
                    },
                  },
                  always: { guard: "presenterIsOut", actions: "takeDeckBack", target: "hand" },
                },
              },
            },

            equip: {
              meta: { clauses: ["FAB-4.1.8.1"] },
              entry: "askClockwise",
              initial: "inTurn",
              states: {
                inTurn: {
                  meta: { clauses: ["FAB-4.1.8.1"], asks: { context: "toAct.0" } },
                  on: {
                    EQUIP: {
                      guard: "byNextInLine",
                      actions: ["equip", "hasActed"],
                      meta: { clauses: ["FAB-4.1.8.1", "FAB-4.1.4a.2"] },
                    },
                  },
                  always: { guard: "everyoneHasActed", target: "otherCards" },
                },
                otherCards: {
                  meta: { clauses: ["FAB-4.1.8.2"] },
                  entry: "placeStartingCards",
                  always: { target: "event" },
                },
                event: {
                  meta: { clauses: ["FAB-4.1.8.3", "FAB-4.1.8.4"] },
                  always: {
                    actions: { type: "callSettle", params: { to: "startOfGame" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.1.8.3", "FAB-4.1.8.4"] },
                  },
                },
              },
            },

            draw: {
              meta: { clauses: ["FAB-4.1.9.1"] },
              entry: "drawOpeningHands",
              always: {
                actions: "beginFirstTurn",
                target: "#flesh-and-blood.game.turn",
                meta: { clauses: ["FAB-4.1.9.2"] },
              },
            },
          },
        },

        turn: {
          meta: { clauses: ["FAB-4.0.3", "FAB-4.0.3a", "FAB-4.0.3b"] },
          initial: "startPhase",
          states: {
            // Nobody has priority: no state of this phase takes a move of a player.
            startPhase: {
              meta: { clauses: ["FAB-4.2.1"] },
              initial: "begin",
              states: {
                begin: {
                  meta: { clauses: ["FAB-4.2.2.1"] },
                  entry: [{ type: "beginPhase", params: { phase: "start" } }, "endEffectsUntilStart"],
                  always: { target: "event" },
                },
                event: {
                  meta: { clauses: ["FAB-4.2.2.2"] },
                  always: {
                    actions: { type: "callSettle", params: { to: "startOfTurn" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.2.2.2", "FAB-4.2.2.3"] },
                  },
                },
                end: {
                  meta: { clauses: ["FAB-4.2.3"] },
                  always: { target: "#flesh-and-blood.game.turn.actionPhase" },
                },
              },
            },

            actionPhase: {
              meta: { clauses: ["FAB-4.0.3a"] },
              initial: "begin",
              // Transitions of a step come before these: the last pass on an empty stack ends the step.
              on: {
                PASS: [
                  {
                    guard: and(["byPriorityHolder", "lastToPass"]),
                    target: "#flesh-and-blood.game.settle.top",
                    meta: { clauses: ["FAB-1.11.4a"] },
                  },
                  {
                    guard: "byPriorityHolder",
                    actions: "passPriority",
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-1.11.4a"] },
                  },
                ],
                PLAY_CARD: {
                  guard: and([
                    "byPriorityHolder",
                    "playIsStated",
                    "kindFitsMoment",
                    "hasActionPoint",
                    "cardIsThere",
                    "costIsPaid",
                  ]),
                  actions: ["putCardOnStack", "keepPriority"],
                  target: "#flesh-and-blood.game.settle",
                  meta: { clauses: ["FAB-1.10.3", "FAB-1.11.5", "FAB-3.15", "FAB-7.0.2", "FAB-7.4"] },
                },
                ACTIVATE: {
                  guard: and([
                    "byPriorityHolder",
                    "abilityIsStated",
                    "kindFitsMoment",
                    "hasActionPoint",
                    "cardIsThere",
                    "costIsPaid",
                  ]),
                  actions: ["putAbilityOnStack", "keepPriority"],
                  target: "#flesh-and-blood.game.settle",
                  meta: { clauses: ["FAB-1.10.3", "FAB-1.11.5", "FAB-3.15", "FAB-7.0.2", "FAB-7.4"] },
                },
                ATTACK: {
                  guard: and([
                    "byPriorityHolder",
                    "attackIsStated",
                    "mayAttackNow",
                    "hasActionPoint",
                    "cardIsThere",
                    "costIsPaid",
                  ]),
                  actions: ["putAttackOnStack", { type: "callSettle", params: { to: "layer" } }],
                  target: "#flesh-and-blood.game.settle",
                  meta: { clauses: ["FAB-7.0.1", "FAB-7.0.2", "FAB-7.1", "FAB-1.11.5", "FAB-1.10.3"] },
                },
              },
              always: {
                guard: and(["somethingChanged", "someoneHasPriority"]),
                actions: "suspendPriority",
                target: "#flesh-and-blood.game.settle",
                meta: { clauses: ["FAB-1.10.2"] },
              },
              states: {
                begin: {
                  meta: { clauses: ["FAB-4.3.1"] },
                  entry: [{ type: "beginPhase", params: { phase: "action" } }, "fireActionPhase"],
                  always: { target: "gainPoint" },
                },
                gainPoint: {
                  meta: { clauses: ["FAB-4.3.2", "FAB-4.3.2a", "FAB-4.3.2b"] },
                  entry: "gainTurnPoint",
                  always: {
                    actions: { type: "callSettle", params: { to: "main" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.3.3"] },
                  },
                },
                // The combat chain is closed here.
                main: {
                  meta: { clauses: ["FAB-4.3.3"], asks: { context: "priority.holder" } },
                  on: {
                    PASS: {
                      guard: and(["byPriorityHolder", "lastToPass", "stackIsEmpty"]),
                      target: "#flesh-and-blood.game.turn.endPhase",
                      meta: { clauses: ["FAB-4.3.4"] },
                    },
                  },
                },

                combat: {
                  meta: { clauses: ["FAB-7.0.1"] },
                  initial: "layer",
                  always: {
                    guard: "attackHasGone",
                    target: "#flesh-and-blood.game.turn.actionPhase.close",
                    meta: { clauses: ["FAB-7.7"] },
                  },
                  states: {
                    layer: {
                      meta: { clauses: ["FAB-7.1"], asks: { context: "priority.holder" } },
                      on: {
                        PASS: {
                          guard: and(["byPriorityHolder", "lastToPass", "attackIsOnTop"]),
                          target: "attack",
                          meta: { clauses: ["FAB-5.3.1", "FAB-7.1"] },
                        },
                      },
                    },
                    attack: {
                      meta: { clauses: ["FAB-7.2"] },
                      initial: "begin",
                      states: {
                        begin: {
                          meta: { clauses: ["FAB-7.2"] },
                          entry: "attackBecomesLink",
                          always: {
                            actions: { type: "callSettle", params: { to: "attack" } },
                            target: "#flesh-and-blood.game.settle",
                          },
                        },
                        priority: {
                          meta: { clauses: ["FAB-7.2"], asks: { context: "priority.holder" } },
                          on: {
                            PASS: {
                              guard: and(["byPriorityHolder", "lastToPass", "stackIsEmpty"]),
                              target: "#flesh-and-blood.game.turn.actionPhase.combat.defend",
                              meta: { clauses: ["FAB-7.2"] },
                            },
                          },
                        },
                      },
                    },
                    defend: {
                      meta: { clauses: ["FAB-7.3"] },
                      initial: "declare",
                      states: {
                        declare: {
                          meta: { clauses: ["FAB-7.3"], asks: { context: "chain.target" } },
                          entry: "askDefender",
                          on: {
                            DEFEND: {
                              guard: and(["byDefender", "defenseIsLegal"]),
                              actions: ["defend", { type: "callSettle", params: { to: "defend" } }],
                              target: "#flesh-and-blood.game.settle",
                              meta: { clauses: ["FAB-7.3"] },
                            },
                          },
                        },
                        priority: {
                          meta: { clauses: ["FAB-7.3"], asks: { context: "priority.holder" } },
                          on: {
                            PASS: {
                              guard: and(["byPriorityHolder", "lastToPass", "stackIsEmpty"]),
                              actions: { type: "callSettle", params: { to: "reaction" } },
                              target: "#flesh-and-blood.game.settle",
                              meta: { clauses: ["FAB-7.4"] },
                            },
                          },
                        },
                      },
                    },
                    reaction: {
                      meta: { clauses: ["FAB-7.4"], asks: { context: "priority.holder" } },
                      on: {
                        PASS: {
                          guard: and(["byPriorityHolder", "lastToPass", "stackIsEmpty"]),
                          target: "damage",
                          meta: { clauses: ["FAB-7.4"] },
                        },
                      },
                    },
                    damage: {
                      meta: { clauses: ["FAB-7.5"] },
                      initial: "begin",
                      states: {
                        begin: {
                          meta: { clauses: ["FAB-7.5"] },
                          entry: "dealDamage",
                          always: {
                            actions: { type: "callSettle", params: { to: "damage" } },
                            target: "#flesh-and-blood.game.settle",
                          },
                        },
                        priority: {
                          meta: { clauses: ["FAB-7.5"], asks: { context: "priority.holder" } },
                          on: {
                            PASS: {
                              guard: and(["byPriorityHolder", "lastToPass", "stackIsEmpty"]),
                              target: "#flesh-and-blood.game.turn.actionPhase.combat.resolution",
                              meta: { clauses: ["FAB-7.5"] },
                            },
                          },
                        },
                      },
                    },
                    resolution: {
                      meta: { clauses: ["FAB-7.6"] },
                      initial: "begin",
                      states: {
                        begin: {
                          meta: { clauses: ["FAB-7.6", "FAB-1.13.2"] },
                          entry: "resolveLink",
                          always: {
                            actions: { type: "callSettle", params: { to: "resolution" } },
                            target: "#flesh-and-blood.game.settle",
                          },
                        },
                        priority: {
                          meta: { clauses: ["FAB-7.6"], asks: { context: "priority.holder" } },
                          on: {
                            PASS: {
                              guard: and(["byPriorityHolder", "lastToPass", "stackIsEmpty"]),
                              target: "#flesh-and-blood.game.turn.actionPhase.close",
                              meta: { clauses: ["FAB-7.6", "FAB-7.7"] },
                            },
                          },
                        },
                      },
                    },
                  },
                },
                close: {
                  meta: { clauses: ["FAB-7.7"] },
                  entry: "closeChain",
                  always: {
                    actions: { type: "callSettle", params: { to: "close" } },
                    target: "#flesh-and-blood.game.settle",
                  },
                },
                afterClose: {
                  meta: { clauses: ["FAB-7.7"] },
                  always: {
                    actions: { type: "callSettle", params: { to: "main" } },
                    target: "#flesh-and-blood.game.settle",
                  },
                },
              },
            },

            // Nobody has priority here either: cards can neither be played nor abilities activated.
            endPhase: {
              meta: { clauses: ["FAB-4.4.1", "FAB-4.4.3"] },
              initial: "begin",
              states: {
                begin: {
                  meta: { clauses: ["FAB-4.4.2.1"] },
                  entry: { type: "beginPhase", params: { phase: "end" } },
                  always: {
                    actions: { type: "callSettle", params: { to: "endPhase" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.4.2.1", "FAB-4.4.2.2"] },
                  },
                },
                allies: {
                  meta: { clauses: ["FAB-4.4.3a"] },
                  entry: "resetAllies",
                  always: {
                    actions: { type: "callSettle", params: { to: "allies" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.4.3"] },
                  },
                },
                arsenal: {
                  meta: { clauses: ["FAB-4.4.3b"], asks: "turnPlayer" },
                  on: {
                    STORE_CARD: {
                      guard: "byTurnPlayer",
                      actions: ["storeCard", { type: "callSettle", params: { to: "arsenal" } }],
                      target: "#flesh-and-blood.game.settle",
                      meta: { clauses: ["FAB-4.4.3b"] },
                    },
                    SKIP_ARSENAL: {
                      guard: "byTurnPlayer",
                      actions: { type: "callSettle", params: { to: "arsenal" } },
                      target: "#flesh-and-blood.game.settle",
                      meta: { clauses: ["FAB-4.4.3b"] },
                    },
                  },
                  always: {
                    guard: "cannotStore",
                    actions: { type: "callSettle", params: { to: "arsenal" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.4.3b"] },
                  },
                },
                pitch: {
                  meta: { clauses: ["FAB-4.4.3c.1"], asks: { context: "toAct" } },
                  entry: "askPitchOrders",
                  on: {
                    BOTTOM_PITCH: {
                      guard: and(["byAskedPlayer", "ordersOwnPitch"]),
                      actions: "hasActed",
                      meta: { clauses: ["FAB-4.4.3c.1"] },
                    },
                  },
                  always: {
                    guard: "everyoneHasActed",
                    actions: ["bottomPitch", { type: "callSettle", params: { to: "pitch" } }],
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.4.3c.1", "FAB-4.4.3"] },
                  },
                },
                untap: {
                  meta: { clauses: ["FAB-4.4.3d"] },
                  entry: "untap",
                  always: {
                    actions: { type: "callSettle", params: { to: "untap" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.4.3"] },
                  },
                },
                points: {
                  meta: { clauses: ["FAB-4.4.3e"] },
                  entry: "losePoints",
                  always: {
                    actions: { type: "callSettle", params: { to: "points" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.4.3"] },
                  },
                },
                draw: {
                  meta: { clauses: ["FAB-4.4.3f.1", "FAB-4.4.3f.2", "FAB-4.4.3f.3"] },
                  entry: "drawUp",
                  always: {
                    actions: { type: "callSettle", params: { to: "draw" } },
                    target: "#flesh-and-blood.game.settle",
                    meta: { clauses: ["FAB-4.4.3"] },
                  },
                },
                turnEnds: {
                  meta: { clauses: ["FAB-4.4.4.1"] },
                  entry: "endEffectsOfTurn",
                  always: {
                    actions: ["endEffectsOfPassedOver", "passTurn"],
                    target: "#flesh-and-blood.game.turn.startPhase",
                    meta: { clauses: ["FAB-4.4.4.2", "FAB-1.1.6", "FAB-4.5.1a.3"] },
                  },
                },
              },
            },

            // Nothing in the rules says what becomes of the turn (reading A-F12).
            withoutOwner: {
              meta: { clauses: ["FAB-4.5.1a.2"] },
              entry: "closeChain",
              always: [
                { guard: "turnIsLost", target: "#flesh-and-blood.game.turn.endPhase.turnEnds" },
                { target: "#flesh-and-blood.game.turn.endPhase" },
              ],
            },
          },
        },

        // One for all phases and steps. A layer in the middle of its resolution is finished first.
        settle: {
          meta: { clauses: ["FAB-1.10.2"] },
          initial: "enter",
          states: {
            enter: {
              meta: { structural: "somebody may have lost while a layer was resolving" },
              always: [{ guard: "layerIsResolving", target: "resolve" }, { target: "deaths" }],
            },
            // Looks for the end of the game first.
            deaths: {
              meta: { clauses: ["FAB-1.10.2a", "FAB-4.5.3a"] },
              entry: "lookAtState",
              always: [
                {
                  guard: "allHeroesDied",
                  actions: { type: "endInDraw", params: { how: "heroes" } },
                  target: "#flesh-and-blood.result.drawn",
                  meta: { clauses: ["FAB-4.5.4a"] },
                },
                {
                  guard: "deathsLeaveOne",
                  actions: ["loseTogether", "winAsLastOne"],
                  target: "#flesh-and-blood.result.won",
                  meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.2a"] },
                },
                {
                  guard: "deathsLeaveAgreement",
                  actions: ["loseTogether", { type: "endInDraw", params: { how: "agreement" } }],
                  target: "#flesh-and-blood.result.drawn",
                  meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.4c"] },
                },
                {
                  guard: "ownerOfTurnDied",
                  actions: "loseTogether",
                  target: "#flesh-and-blood.game.turn.withoutOwner",
                  meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.1a.1"] },
                },
                {
                  guard: "someHeroDied",
                  actions: "loseTogether",
                  target: "allies",
                  meta: { clauses: ["FAB-4.5.3a", "FAB-4.5.1a.1"] },
                },
                { target: "allies" },
              ],
            },
            allies: {
              meta: { clauses: ["FAB-1.10.2b"] },
              entry: "clearDeadAllies",
              always: { target: "triggers" },
            },
            triggers: {
              meta: { clauses: ["FAB-1.10.2d", "FAB-6.6.6"] },
              entry: "fireNow",
              always: [
                { guard: "nothingPending", target: "closing" },
                {
                  guard: "inStartOfGame",
                  actions: "firstPlayerOrders",
                  target: "stackNext",
                  meta: { clauses: ["FAB-4.1.8a"] },
                },
                { guard: "turnPlayerPicksFirst", target: "pickFirst", meta: { clauses: ["FAB-6.6.6b"] } },
                { actions: "stackClockwise", target: "stackNext", meta: { clauses: ["FAB-6.6.6b"] } },
              ],
            },
            pickFirst: {
              meta: { clauses: ["FAB-6.6.6b"], asks: "turnPlayer" },
              on: {
                PICK_FIRST_STACKER: {
                  guard: and(["byTurnPlayer", "namesTriggerOwner"]),
                  actions: "stackFromPicked",
                  target: "stackNext",
                  meta: { clauses: ["FAB-6.6.6b"] },
                },
              },
              always: { guard: "needsNoFirst", target: "triggers" },
            },
            stackNext: {
              meta: { clauses: ["FAB-6.6.6", "FAB-6.6.6b"] },
              always: [
                { guard: "nobodyLeftToStack", target: "triggers" },
                {
                  guard: "nextHasOneTrigger",
                  actions: "stackOnlyTrigger",
                  target: "stackNext",
                  reenter: true,
                },
                { actions: "askOrder", target: "order" },
              ],
            },
            order: {
              meta: { clauses: ["FAB-4.1.8a", "FAB-6.6.6b"], asks: { context: "settle.orderer" } },
              on: {
                ORDER_TRIGGERS: {
                  guard: and(["byOrderer", "ordersOwnTriggers"]),
                  actions: "stackInOrder",
                  target: "stackNext",
                  meta: { clauses: ["FAB-4.1.8a", "FAB-6.6.6b"] },
                },
              },
              always: { guard: "ordererIsOut", target: "triggers" },
            },
            closing: {
              meta: { clauses: ["FAB-1.10.2e"] },
              always: [
                {
                  guard: "attackHasGone",
                  target: "#flesh-and-blood.game.turn.actionPhase.close",
                  meta: { clauses: ["FAB-1.10.2e", "FAB-7.7"] },
                },
                { target: "next" },
              ],
            },
            // Where nobody gets priority the stack is emptied as though everybody kept passing.
            next: {
              meta: { clauses: ["FAB-4.1.8.4", "FAB-4.2.2.3", "FAB-4.4.2.2"] },
              always: [
                {
                  guard: and(["nobodyGetsPriority", "stackHasLayers"]),
                  target: "top",
                  meta: { clauses: ["FAB-4.1.8.4", "FAB-4.2.2.3", "FAB-4.4.2.2", "FAB-4.4.3"] },
                },
                { target: "goOn" },
              ],
            },
            top: {
              meta: { clauses: ["FAB-3.15"] },
              entry: "takeTopLayer",
              always: { target: "resolve" },
            },
            resolve: {
              meta: { clauses: ["FAB-3.15", "FAB-1.11.5"], asks: "table" },
              on: {
                RESOLVE_LAYER: {
                  guard: "byTable",
                  actions: "resolveLayer",
                  target: "deaths",
                  meta: { clauses: ["FAB-3.15", "FAB-1.13.2"] },
                },
              },
              always: { guard: "nothingResolves", target: "deaths" },
            },
            goOn: {
              meta: { structural: "leads back to the phase or step that called" },
              always: [
                {
                  guard: { type: "settledAfter", params: { point: "startOfGame" } },
                  target: "#flesh-and-blood.game.startOfGame.draw",
                },
                {
                  guard: { type: "settledAfter", params: { point: "startOfTurn" } },
                  target: "#flesh-and-blood.game.turn.startPhase.end",
                },
                {
                  guard: { type: "settledAfter", params: { point: "main" } },
                  actions: "givePriority",
                  target: "#flesh-and-blood.game.turn.actionPhase.main",
                  meta: { clauses: ["FAB-4.3.3", "FAB-1.11.3"] },
                },
                {
                  guard: { type: "settledAfter", params: { point: "layer" } },
                  actions: "givePriority",
                  target: "#flesh-and-blood.game.turn.actionPhase.combat.layer",
                  meta: { clauses: ["FAB-1.11.3"] },
                },
                {
                  guard: { type: "settledAfter", params: { point: "attack" } },
                  actions: "givePriority",
                  target: "#flesh-and-blood.game.turn.actionPhase.combat.attack.priority",
                  meta: { clauses: ["FAB-1.11.3"] },
                },
                {
                  guard: { type: "settledAfter", params: { point: "defend" } },
                  actions: "givePriority",
                  target: "#flesh-and-blood.game.turn.actionPhase.combat.defend.priority",
                  meta: { clauses: ["FAB-1.11.3"] },
                },
                {
                  guard: { type: "settledAfter", params: { point: "reaction" } },
                  actions: "givePriority",
                  target: "#flesh-and-blood.game.turn.actionPhase.combat.reaction",
                  meta: { clauses: ["FAB-1.11.3"] },
                },
                {
                  guard: { type: "settledAfter", params: { point: "damage" } },
                  actions: "givePriority",
                  target: "#flesh-and-blood.game.turn.actionPhase.combat.damage.priority",
                  meta: { clauses: ["FAB-1.11.3"] },
                },
                {
                  guard: { type: "settledAfter", params: { point: "resolution" } },
                  actions: "givePriority",
                  target: "#flesh-and-blood.game.turn.actionPhase.combat.resolution.priority",
                  meta: { clauses: ["FAB-1.11.3"] },
                },
                {
                  guard: { type: "settledAfter", params: { point: "close" } },
                  target: "#flesh-and-blood.game.turn.actionPhase.afterClose",
                },
                {
                  guard: { type: "settledAfter", params: { point: "endPhase" } },
                  target: "#flesh-and-blood.game.turn.endPhase.allies",
                },
                {
                  guard: { type: "settledAfter", params: { point: "allies" } },
                  target: "#flesh-and-blood.game.turn.endPhase.arsenal",
                },
                {
                  guard: { type: "settledAfter", params: { point: "arsenal" } },
                  target: "#flesh-and-blood.game.turn.endPhase.pitch",
                },
                {
                  guard: { type: "settledAfter", params: { point: "pitch" } },
                  target: "#flesh-and-blood.game.turn.endPhase.untap",
                },
                {
                  guard: { type: "settledAfter", params: { point: "untap" } },
                  target: "#flesh-and-blood.game.turn.endPhase.points",
                },
                {
                  guard: { type: "settledAfter", params: { point: "points" } },
                  target: "#flesh-and-blood.game.turn.endPhase.draw",
                },
                { target: "#flesh-and-blood.game.turn.endPhase.turnEnds" },
              ],
            },
          },
        },
      },
    },

    result: {
      meta: { clauses: ["FAB-4.5.1"] },
      initial: "won",
      states: {
        won: {
          meta: { clauses: ["FAB-4.5.2", "FAB-4.5.3"] },
          entry: "recordGame",
          always: { target: "next" },
        },
        drawn: {
          meta: { clauses: ["FAB-4.5.4"] },
          entry: "recordGame",
          always: { target: "next" },
        },
        // The game that is over stays to be seen until the next one begins.
        next: {
          meta: { clauses: ["FAB-4.0.2"], asks: "table" },
          on: {
            BEGIN_GAME: {
              guard: "byTable",
              actions: "beginNextGame",
              target: "#flesh-and-blood.game",
              meta: { clauses: ["FAB-4.0.2"] },
            },
          },
          always: { guard: not("gamesAreLeft"), target: "#flesh-and-blood.matchOver" },
        },
      },
    },

    matchOver: {
      meta: { clauses: ["FAB-4.0.2"] },
      type: "final",
    },
  },
});
