/**
 * Fate/Ace Royal: two to seven masters, each with one servant, until one of them is left.
 *
 *   setup      pickStart > agree > (assignFreely | drawSpirits > drawClasses > openPool > swapClasses)
 *              > buildDeck > deal
 *   play
 *     turn     reset > draw > ritual > encounter > battle > endPhase
 *       battle   voluntary | forced > disclosure > engagement > attack > attackDamage > counter
 *                > counterDamage > loss > manaLoss > proxyAftermath > retreat > take
 *     turnOver   check > passCoin > nextTurn
 *   won, drawn
 *
 * Whoever loses is taken out by the `always` of `play`, in whatever step it happens. Automatic states in
 * which somebody may lose (battle.manaLoss, turnOver.check) go on only when nobody does, so that `play` looks first.
 *
 * Cards of the deck are counted by kind. Spirits, classes and equipped mystic codes have names, as rules
 * compare them. What the text of a card does arrives as the payload of the event that uses it.
 * Clause ids (FA-...) are those of rulesets/fate-ace-royal; "reading n" is an entry of its readings.json.
 */
import { and, assertEvent, assign, not, setup } from "xstate";

// ---- What the machine knows ----

export type Stat = "physicalAttack" | "physicalDefense" | "magicAttack" | "magicDefense";
export type Stats = { [K in Stat]: number };
export type System = "physical" | "magic";

export type Skill =
  | "intuition"
  | "dragon"
  | "divinity"
  | "initiative"
  | "seeThrough"
  | "legion"
  | "charisma"
  | "support"
  | "housework"
  | "independentAction"
  | "roleSwap";

/** A constant change of a stat by a spirit or class card. */
export interface Constant {
  stat: Stat;
  amount: number;
  /** Of a class card: works with an apt spirit only. */
  needsAptitude?: boolean;
}

export interface Spirit {
  name: string;
  stats: Stats;
  /** Constant abilities that change a stat. */
  constants?: Constant[];
  /** Names of the classes that the spirit is apt for. */
  fits: string[];
  skills: Skill[];
}

export interface ClassCard {
  name: string;
  stats: Stats;
  /** Constant abilities that change a stat. */
  constants?: Constant[];
  skills: Skill[];
  /** Skills that need an apt spirit. */
  aptSkills: Skill[];
}

/** Skills that slayer and anti-army effects count against. */
export type Weakness = "dragon" | "divinity" | "legion";

/** How many cards of the deck's two kinds lie somewhere. */
export interface Cards {
  codes: number;
  events: number;
}
export type CardKind = "code" | "event";

/** Where counted cards can lie. */
export type Pile = "hand" | "deck" | "discard";

/** An equipped mystic code with its skills, and its constant change of a stat, if it has one. */
export interface Code {
  name: string;
  tapped: boolean;
  stat: Stat | null;
  amount: number;
  skills: Skill[];
}

export type Orientation = "upright" | "tapped" | "inverted";
export type Token = "assassination" | "drain";

export interface Player {
  id: string;
  out: boolean;
  seals: number;
  mana: number;
  hand: Cards;
  codes: Code[];
  /** Hand cards laid face-down; each raises the cap of equipped codes by one. */
  capCards: Cards;
  spirit: Spirit | null;
  spiritFaceUp: boolean;
  classCard: ClassCard | null;
  classFaceUp: boolean;
  orientation: Orientation;
  tokens: { [K in Token]: number };
}

/** A change of a stat to the end of the turn. */
export interface Boost {
  /** By which it is named; new for each effect of a turn. */
  no: number;
  owner: string;
  source: string;
  kind: "servant" | "code" | "event" | "seal";
  onto: string;
  /** Meant for the summon token of `onto`, not for the servant. */
  toProxy: boolean;
  stat: Stat;
  amount: number;
  /** Counts only against a rival with this weakness. */
  against: Weakness | null;
}

/** A summon token that fights for a servant, and the card that called it: "spirit" or the name of a code. */
export interface Proxy {
  owner: string;
  card: string;
  stats: Stats;
}

export interface Battle {
  attacker: string | null;
  defender: string | null;
  forced: boolean;
  swapped: boolean;
  /** Who of the two has still to go on from this step. */
  toPass: string[];
  engaged: boolean;
  attackSystem: System | null;
  counterSystem: System | null;
  damageToDefender: number;
  damageToAttacker: number;
  proxies: Proxy[];
  /** Who dealt damage and took none. */
  raider: string | null;
}

/** The phase or step that waits. Event cards name it as their time of use. */
export type Step =
  | "draw"
  | "ritual"
  | "encounter"
  | "battle"
  | "engagement"
  | "attack"
  | "attackDamage"
  | "counter"
  | "counterDamage"
  | "loss"
  | "retreat"
  | "end";

export interface Context {
  seats: string[];
  /** Empty until the start player is picked, as are the start player and who has the coin. */
  turnPlayer: string;
  players: Player[];
  startPlayer: string;
  /** 0 until the first turn begins. */
  turnNo: number;
  /** Who has still to agree to a free assignment. */
  toAgree: string[];
  /** Whose go it is in the draft or the deal, and who comes after. */
  drafter: string | null;
  queue: string[];
  spiritPool: Spirit[];
  classPool: ClassCard[];
  deck: Cards;
  discard: Cards;
  /** How many cards are being drawn. */
  drawing: number;
  coin: { holder: string; turnsHeld: number };
  /** Was a code equipped or a card revealed in this ritual phase? */
  acted: boolean;
  equipped: boolean;
  die: number | null;
  battle: Battle;
  boosts: Boost[];
  /** Cards of which intuition has cancelled the abilities to the end of the turn. */
  silenced: { owner: string; card: string }[];
  step: Step | null;
  /** Cards that were used in this step. */
  used: { owner: string; card: string }[];
  /** In the order in which they went out, with those together who went out at one moment. */
  eliminated: string[][];
  readings: Readings;
}

/** Open points of the rules that may be read one way or the other. */
export interface Readings {
  /** Reading 3: a forced attack of a servant that may not attack. */
  forcedWhenUnable: "noBattle" | "battleAnyway";
  /** Reading 6: does the coin of a fallen holder cost its receiver a mana? */
  fallenHolder: "normalPass" | "noEffects";
  /** Reading 12: what does see-through shut off? */
  seeThrough: "allCards" | "servantOnly";
  /** Reading 17: is raising the cap an action of the ritual phase? */
  extension: "notAnAction" | "anAction";
  /** Reading 24: whose servant is tapped when its token takes more than 1 damage? */
  proxyTapping: "bothKinds" | "spiritOnly";
  /** Reading 25: does damage to a token count as taken? */
  proxyDamage: "counts" | "doesNotCount";
  /** Reading 34: when may all agree to assign spirits and classes freely? */
  freeAssignment: "beforeTheDraft" | "afterTheSwap";
  /** Reading 35: does a summon token fight for an attacker that has been tapped? */
  tappedAttacker: "tokenFights" | "noBattle";
}

/** Every field may be left out: players P1 and P2, sample cards, and the first reading of each kind. */
export interface Input {
  seats?: string[];
  spirits?: Spirit[];
  classes?: ClassCard[];
  forcedWhenUnable?: "noBattle" | "battleAnyway";
  fallenHolder?: "normalPass" | "noEffects";
  seeThrough?: "allCards" | "servantOnly";
  extension?: "notAnAction" | "anAction";
  proxyTapping?: "bothKinds" | "spiritOnly";
  proxyDamage?: "counts" | "doesNotCount";
  freeAssignment?: "beforeTheDraft" | "afterTheSwap";
  tappedAttacker?: "tokenFights" | "noBattle";
}

export type Event =
  // setup
  | { type: "PICK_START"; by: "chance"; player: string }
  | { type: "AGREE"; by: string }
  | { type: "REFUSE"; by: string }
  | { type: "WITHDRAW"; by: string }
  | { type: "ASSIGN"; by: string; spirit: string; classCard: string }
  | { type: "DRAW_SPIRIT"; by: "chance"; card: string }
  | { type: "DRAW_CLASS"; by: "chance"; card: string }
  | { type: "SWAP_CLASS"; by: string; card: string }
  | { type: "KEEP_CLASS"; by: string }
  | { type: "DRAW"; by: "chance"; codes: number }
  // a turn
  | {
      type: "EQUIP";
      by: string;
      name: string;
      stat?: Stat;
      amount?: number;
      skills?: Skill[];
      replace?: string;
    }
  | { type: "EXTEND_CAP"; by: string; card: CardKind }
  | { type: "REVEAL"; by: string; card: "spirit" | "class" }
  | { type: "END_RITUAL"; by: string }
  | { type: "ROLL_ENCOUNTER"; by: "chance"; die: number }
  | { type: "DISCARD"; by: string; codes: number; events: number }
  // a battle
  | { type: "ATTACK"; by: string; target: string }
  | { type: "DECLINE"; by: string }
  | { type: "PICK_TARGET"; by: "chance"; target: string }
  | {
      type: "ACTIVATE_PROXY";
      by: string;
      card: string;
      physicalAttack: number;
      physicalDefense: number;
      magicAttack: number;
      magicDefense: number;
      tapThis?: boolean;
      discardCodes?: number;
      discardEvents?: number;
      tap?: string[];
    }
  | { type: "PASS"; by: string }
  | { type: "ALL_PASS"; by: "table" }
  | { type: "CHOOSE_SYSTEM"; by: string; system: System }
  | { type: "TAKE_CARD"; by: string }
  | { type: "LEAVE_CARD"; by: string }
  | { type: "PICK_CARD"; by: "chance"; card: CardKind }
  // at any time of a turn
  | { type: "SEAL_MANA"; by: string }
  | { type: "SEAL_BOOST"; by: string; stat: Stat }
  | { type: "SEAL_NULLIFY"; by: string; token: Token }
  | {
      type: "SEAL_ABILITY";
      by: string;
      card: "spirit" | "class";
      xCost: boolean;
      needsAptitude?: boolean;
      anyTime?: boolean;
      onto?: string;
      stat?: Stat;
      amount?: number;
      against?: Weakness;
    }
  | { type: "SEAL_RESET"; by: string }
  | {
      type: "ACTIVATE";
      by: string;
      card: string;
      needsAptitude?: boolean;
      anyTime?: boolean;
      tapThis?: boolean;
      discardCodes?: number;
      discardEvents?: number;
      tap?: string[];
      numbers?: number[];
      die?: number;
      onto?: string;
      stat?: Stat;
      amount?: number;
      against?: Weakness;
    }
  | {
      type: "USE_EVENT_CARD";
      by: string;
      name: string;
      timing: Step | "any";
      onto?: string;
      stat?: Stat;
      amount?: number;
      against?: Weakness;
    }
  | {
      type: "USE_SUPPORT";
      by: string;
      /** "spirit", "class" or the name of an equipped code. */
      card: string;
      onto: string;
      toProxy: boolean;
      stat: Stat;
      amount: number;
    }
  | { type: "USE_HOUSEWORK"; by: string; discard: CardKind; player: string; card: string }
  | {
      type: "USE_INTUITION";
      by: string;
      /** The number of the effect that is cancelled; left out when it is the abilities of a card. */
      effect?: number;
      /** Whose card it is, and which, when the abilities of a card are cancelled. */
      player?: string;
      card?: string;
    }
  | { type: "PUT_TOKENS"; by: "table"; player: string; token: Token; amount: number }
  | { type: "TURN_SERVANT"; by: "table"; player: string; orientation: Orientation }
  | { type: "TURN_CARD"; by: "table"; player: string; card: "spirit" | "class"; faceUp: boolean }
  | { type: "CHANGE_MANA"; by: "table"; player: string; amount: number }
  | { type: "CHANGE_SEALS"; by: "table"; player: string; amount: number }
  | {
      type: "MOVE_CARDS";
      by: "table";
      /** Whose hand it is, when one end is a hand. */
      player: string;
      from: Pile;
      to: Pile;
      codes: number;
      events: number;
    }
  | { type: "CHANGE_CODE"; by: "table"; player: string; card: string; to: "tapped" | "upright" | "discard" }
  | {
      type: "CHANGE_STAT";
      by: "table";
      /** Whose effect it is, and of which card. */
      player: string;
      source: string;
      kind: "servant" | "code" | "event";
      onto: string;
      stat: Stat;
      amount: number;
      against?: Weakness;
    };

export interface Output {
  /** Nobody wins a draw. */
  winner: string | null;
  /** In the order in which they went out, with those together who went out at one moment. */
  eliminated: string[][];
  turns: number;
}

export interface Meta {
  /** The clauses that this state or transition carries out. */
  clauses?: string[];
  /** For whom the game waits here. */
  asks?: "turnPlayer" | "opponent" | "anyone" | "everyone" | "chance" | "table" | { context: string };
  /** Why it is here, when no clause asks for it. */
  structural?: string;
}

// ---- Numbers of the rules ----

const MIN_PLAYERS = 2; // FA-PREP-1
const MAX_PLAYERS = 7; // FA-PREP-1
const SEALS = 3; // FA-PREP-4
const MANA = 5; // FA-PREP-4
const DECK = { codes: 27, events: 49 }; // FA-CARD-5, FA-CARD-6
const OPENING_HAND = 4; // FA-SET-8
const HAND_LIMIT = 4; // FA-END-1
const CODE_CAP = 4; // FA-RIT-4
const CARDS_PER_REVEAL = 2; // FA-RIT-7
const TURNS_OF_THE_COIN = 2; // FA-COIN-1

const STATS: Stat[] = ["physicalAttack", "physicalDefense", "magicAttack", "magicDefense"];
const STEPS: Step[] = [
  "draw",
  "ritual",
  "encounter",
  "battle",
  "engagement",
  "attack",
  "attackDamage",
  "counter",
  "counterDamage",
  "loss",
  "retreat",
  "end",
];
const ORIENTATIONS: Orientation[] = ["upright", "tapped", "inverted"];
const TOKENS: Token[] = ["assassination", "drain"];
const PILES: Pile[] = ["hand", "deck", "discard"];
const WEAKNESSES: Weakness[] = ["dragon", "divinity", "legion"];
const SKILLS: Skill[] = [
  "intuition",
  "dragon",
  "divinity",
  "initiative",
  "seeThrough",
  "legion",
  "charisma",
  "support",
  "housework",
  "independentAction",
  "roleSwap",
];

// ---- Sample cards: the numbers are not those of the printed cards, which `input` may bring ----

const stats = (
  physicalAttack: number,
  physicalDefense: number,
  magicAttack: number,
  magicDefense: number,
) => ({
  physicalAttack,
  physicalDefense,
  magicAttack,
  magicDefense,
});

const SPIRITS: Spirit[] = [
  { name: "Sasaki Kojiro", stats: stats(4, 2, 1, 2), fits: ["Assassin"], skills: ["roleSwap"] },
  { name: "Roland", stats: stats(4, 3, 1, 2), fits: ["Saber"], skills: ["intuition"] },
  { name: "Siegfried", stats: stats(4, 4, 2, 2), fits: ["Saber", "Rider"], skills: ["dragon"] },
  { name: "Hector", stats: stats(3, 4, 2, 2), fits: ["Lancer", "Rider"], skills: ["support"] },
  {
    name: "Achilles",
    stats: stats(5, 3, 1, 1),
    fits: ["Rider", "Lancer"],
    skills: ["divinity", "initiative"],
  },
  { name: "Karna", stats: stats(4, 3, 4, 3), fits: ["Lancer", "Archer"], skills: ["divinity"] },
  { name: "Arash", stats: stats(4, 2, 2, 2), fits: ["Archer"], skills: ["seeThrough"] },
  { name: "Robin Hood", stats: stats(3, 2, 2, 3), fits: ["Archer"], skills: ["independentAction"] },
  { name: "Alexander", stats: stats(3, 3, 2, 2), fits: ["Rider"], skills: ["legion", "charisma"] },
  { name: "Boudica", stats: stats(2, 4, 1, 3), fits: ["Rider"], skills: ["charisma", "support"] },
  { name: "Circe", stats: stats(1, 2, 5, 4), fits: ["Caster"], skills: ["divinity"] },
  { name: "Merlin", stats: stats(1, 2, 4, 4), fits: ["Caster"], skills: ["support"] },
  { name: "Lu Bu", stats: stats(5, 3, 1, 1), fits: ["Berserker"], skills: [] },
  { name: "Beowulf", stats: stats(5, 3, 1, 2), fits: ["Berserker", "Saber"], skills: ["intuition"] },
  { name: "Jing Ke", stats: stats(3, 1, 2, 2), fits: ["Assassin"], skills: ["initiative"] },
  { name: "Tomoe", stats: stats(4, 2, 2, 1), fits: ["Archer", "Berserker"], skills: ["housework"] },
  { name: "Spartacus", stats: stats(4, 5, 0, 2), fits: ["Berserker"], skills: ["legion"] },
];

const CLASSES: ClassCard[] = [
  { name: "Saber", stats: stats(2, 1, 0, 2), skills: [], aptSkills: ["intuition"] },
  { name: "Archer", stats: stats(1, 1, 1, 1), skills: ["independentAction"], aptSkills: ["seeThrough"] },
  { name: "Lancer", stats: stats(1, 2, 1, 1), skills: [], aptSkills: ["initiative"] },
  { name: "Rider", stats: stats(1, 1, 1, 1), skills: [], aptSkills: ["charisma"] },
  { name: "Caster", stats: stats(0, 1, 2, 2), skills: [], aptSkills: ["housework"] },
  { name: "Assassin", stats: stats(1, 0, 1, 1), skills: [], aptSkills: ["initiative"] },
  { name: "Berserker", stats: stats(2, 2, 0, 0), skills: [], aptSkills: [] },
];

const NOBODY: Player = {
  id: "",
  out: true,
  seals: 0,
  mana: 0,
  hand: { codes: 0, events: 0 },
  codes: [],
  capCards: { codes: 0, events: 0 },
  spirit: null,
  spiritFaceUp: false,
  classCard: null,
  classFaceUp: false,
  orientation: "inverted",
  tokens: { assassination: 0, drain: 0 },
};

// ---- Words that guards and actions use ----

const isWhole = (n: number) => n % 1 === 0;

const isCount = (n: number) => isWhole(n) && n >= 0;

const total = (cards: Cards) => cards.codes + cards.events;

/** One card of a kind. */
const one = (kind: CardKind) => (kind === "code" ? { codes: 1, events: 0 } : { codes: 0, events: 1 });

const plus = (a: Cards, b: Cards) => ({ codes: a.codes + b.codes, events: a.events + b.events });

const minus = (a: Cards, b: Cards) => ({ codes: a.codes - b.codes, events: a.events - b.events });

const holds = (cards: Cards, kind: CardKind) =>
  (kind === "code" && cards.codes >= 1) || (kind === "event" && cards.events >= 1);

const playerOf = (context: Context, seat: string | null) => context.players.find((p) => p.id === seat);

/** Who sits there, or somebody out of the game: guards never fail on a seat that is missing. */
const seatOf = (context: Context, seat: string | null) => playerOf(context, seat) ?? NOBODY;

const turnPlayerOf = (context: Context) => seatOf(context, context.turnPlayer);

const isIn = (context: Context, seat: string) => context.players.some((p) => p.id === seat && !p.out);

/** All seats clockwise, beginning with `seat`. */
const clockwise = (context: Context, seat: string) => [
  ...context.seats.slice(context.seats.indexOf(seat)),
  ...context.seats.slice(0, context.seats.indexOf(seat)),
];

/** All seats counter-clockwise, beginning with `seat`. */
const counterClockwise = (context: Context, seat: string) => [
  seat,
  ...clockwise(context, seat).slice(1).toReversed(),
];

/** The next player clockwise who is still in the game. */
const nextIn = (context: Context, seat: string) =>
  clockwise(context, seat)
    .slice(1)
    .find((s) => isIn(context, s)) ?? seat;

const isApt = (player: Player) =>
  player.spirit !== null && player.spirit.fits.includes(player.classCard!.name);

/** Skills of the cards that lie face up; those that need aptitude only with it (FA-CARD-3, FA-CARD-4). */
const skillsOf = (player: Player) => [
  ...(player.spiritFaceUp ? player.spirit!.skills : []),
  ...(player.classFaceUp ? player.classCard!.skills : []),
  ...(player.classFaceUp && isApt(player) ? player.classCard!.aptSkills : []),
  ...player.codes.flatMap((c) => c.skills),
];

const hasSkill = (context: Context, seat: string | null, skill: Skill) =>
  context.players.some((p) => p.id === seat && skillsOf(p).includes(skill));

const pileOf = (context: Context, seat: string, pile: Pile) =>
  pile === "hand" ? seatOf(context, seat).hand : pile === "deck" ? context.deck : context.discard;

/** A pile after cards went from one to another. */
const afterMove = (
  cards: Cards,
  pile: Pile,
  move: { from: Pile; to: Pile; codes: number; events: number },
) =>
  pile === move.from
    ? minus(cards, { codes: move.codes, events: move.events })
    : pile === move.to
      ? plus(cards, { codes: move.codes, events: move.events })
      : cards;

const capOf = (player: Player) => CODE_CAP + total(player.capCards);

// Losing.

const inDeathState = (player: Player) =>
  player.tokens.assassination > total(player.hand) || player.tokens.drain > total(player.hand);

const loses = (player: Player) =>
  !player.out &&
  (player.seals <= 0 ||
    player.mana <= 0 ||
    (inDeathState(player) && !skillsOf(player).includes("independentAction")));

const remaining = (context: Context) => context.players.filter((p) => !p.out);

// Battle.

const noBattle = {
  attacker: null,
  defender: null,
  forced: false,
  swapped: false,
  toPass: [],
  engaged: false,
  attackSystem: null,
  counterSystem: null,
  damageToDefender: 0,
  damageToAttacker: 0,
  proxies: [],
  raider: null,
};

const rivalOf = (battle: Battle, seat: string | null) =>
  seat === battle.attacker ? battle.defender : battle.attacker;

const proxyOf = (battle: Battle, seat: string | null) => battle.proxies.find((p) => p.owner === seat);

/** Skills count in battle when the servant fights in person (reading 33). */
const fightsWith = (context: Context, seat: string | null, skill: Skill) =>
  !proxyOf(context.battle, seat) && hasSkill(context, seat, skill);

/** The player fights a rival who has see-through, and has it not. */
const isSeenThrough = (context: Context, seat: string) =>
  (seat === context.battle.attacker || seat === context.battle.defender) &&
  fightsWith(context, rivalOf(context.battle, seat), "seeThrough") &&
  !fightsWith(context, seat, "seeThrough");

/** Is this change an effect of the rival's that see-through shuts off? Seals are no card effects (reading 12). */
const isShutOff = (context: Context, boost: Boost) =>
  isSeenThrough(context, boost.owner) &&
  boost.kind !== "seal" &&
  (boost.kind === "servant" || context.readings.seeThrough === "allCards");

/** What changes of this turn add to a stat of the servant, or of the token that fights for it. */
const boostsOn = (context: Context, seat: string | null, stat: Stat) =>
  context.boosts
    .filter(
      (b) =>
        b.onto === seat &&
        b.stat === stat &&
        b.toProxy === (proxyOf(context.battle, seat) !== undefined) &&
        (b.against === null || fightsWith(context, rivalOf(context.battle, seat), b.against)) &&
        !isShutOff(context, b),
    )
    .reduce((sum, b) => sum + b.amount, 0);

/** Intuition has cancelled the abilities of this card (FA-SKILL-1). */
const isSilenced = (context: Context, owner: string, card: string) =>
  context.silenced.some((one) => one.owner === owner && one.card === card);

/** Constant changes of stats by the cards of a player: servant cards that lie face up, and equipped codes (FA-ABIL-1). */
const constantsOf = (
  context: Context,
  player: Player,
): { card: string; stat: Stat | null; amount: number }[] =>
  [
    ...(player.spiritFaceUp ? (player.spirit!.constants ?? []) : []).map((c) => ({ ...c, card: "spirit" })),
    ...(player.classFaceUp ? (player.classCard!.constants ?? []) : [])
      .filter((c) => !c.needsAptitude || isApt(player))
      .map((c) => ({ ...c, card: "class" })),
    ...player.codes.map((c) => ({ card: c.name, stat: c.stat, amount: c.amount })),
  ].filter((c) => !isSilenced(context, player.id, c.card));

/** Spirit and class added, and what constant abilities change. */
const baseOf = (context: Context, player: Player, stat: Stat) =>
  constantsOf(context, player)
    .filter((c) => c.stat === stat)
    .reduce((sum, c) => sum + c.amount, player.spirit!.stats[stat] + player.classCard!.stats[stat]);

/** Charisma lends a token 2 attack and 1 defence in both systems; with legion, twice that. */
const charismaOn = (context: Context, seat: string | null, stat: Stat) =>
  hasSkill(context, seat, "charisma")
    ? (stat === "physicalAttack" || stat === "magicAttack" ? 2 : 1) *
      (hasSkill(context, seat, "legion") ? 2 : 1)
    : 0;

/** A stat of whoever fights for a seat: the token if there is one, or else the servant. */
const strength = (context: Context, seat: string | null, stat: Stat) =>
  (proxyOf(context.battle, seat)
    ? proxyOf(context.battle, seat)!.stats[stat] + charismaOn(context, seat, stat)
    : baseOf(context, playerOf(context, seat)!, stat)) + boostsOn(context, seat, stat);

const attackOf = (system: System | null): Stat => (system === "magic" ? "magicAttack" : "physicalAttack");

const defenseOf = (system: System | null): Stat => (system === "magic" ? "magicDefense" : "physicalDefense");

/** How far the attack exceeds the defence, below 0 when it falls short. */
const margin = (context: Context, from: string | null, onto: string | null, system: System | null) =>
  strength(context, from, attackOf(system)) - strength(context, onto, defenseOf(system));

const damageTo = (battle: Battle, seat: string | null) =>
  seat === battle.defender ? battle.damageToDefender : seat === battle.attacker ? battle.damageToAttacker : 0;

/** Damage that counts for the right to take a card (reading 25). */
const countedDamage = (context: Context, seat: string | null) =>
  proxyOf(context.battle, seat) && context.readings.proxyDamage === "doesNotCount"
    ? 0
    : damageTo(context.battle, seat);

const dealtUnharmed = (context: Context, seat: string | null) =>
  countedDamage(context, rivalOf(context.battle, seat)) > 0 && countedDamage(context, seat) === 0;

const isHit = (battle: Battle, player: Player) => damageTo(battle, player.id) > 0;

/** A servant of whom a token took damage is inverted, tapped, or stays as it is (FA-PROXY-3, FA-PROXY-4). */
const afterProxy = (context: Context, player: Player, proxy: Proxy) =>
  damageTo(context.battle, player.id) <= 1 ||
  player.orientation === "inverted" ||
  (proxy.card !== "spirit" && context.readings.proxyTapping === "spiritOnly")
    ? player.orientation
    : proxy.card === "spirit" && player.hand.codes === 0
      ? "inverted"
      : "tapped";

/** What a token costs that took damage: its code, if that is still there, or a code from hand. */
const lostCodes = (player: Player, proxy: Proxy) =>
  proxy.card === "spirit"
    ? Math.min(1, player.hand.codes)
    : player.codes.filter((c) => c.name === proxy.card).length;

// Abilities.

/** A number that no effect of this turn has had. */
const nextNo = (boosts: Boost[]) => boosts.reduce((most, b) => Math.max(most, b.no), 0) + 1;

/** The change that a card or ability makes, as a list of one or none. */
const boostOf = (
  no: number,
  by: string,
  source: string,
  kind: Boost["kind"],
  change: { onto?: string; stat?: Stat; amount?: number; against?: Weakness },
) =>
  change.stat
    ? [
        {
          no,
          owner: by,
          source,
          kind,
          onto: change.onto ?? by,
          toProxy: false,
          stat: change.stat,
          amount: change.amount ?? 0,
          against: change.against ?? null,
        },
      ]
    : [];

/** A use changes nothing, or one stat by a whole amount, of somebody in the game. */
const isChange = (
  context: Context,
  change: { onto?: string; stat?: Stat; amount?: number; against?: Weakness },
) =>
  change.stat
    ? STATS.includes(change.stat) &&
      isWhole(change.amount!) &&
      (change.onto === undefined || isIn(context, change.onto)) &&
      (change.against === undefined || WEAKNESSES.includes(change.against))
    : change.amount === undefined && change.onto === undefined && change.against === undefined;

const isServantCard = (card: string) => card === "spirit" || card === "class";

/** The card lies face up before the player: half of the servant, or an equipped code. */
const liesFaceUp = (player: Player, card: string) =>
  (card === "spirit" && player.spiritFaceUp) ||
  (card === "class" && player.classFaceUp) ||
  player.codes.some((c) => c.name === card);

/** What the servant's orientation allows: codes when upright, own abilities unless inverted. */
const orientationAllows = (player: Player, card: string) =>
  player.orientation === "upright" || (isServantCard(card) && player.orientation === "tapped");

/** Cards that can still be tapped: "servant" and untapped codes. */
const untapped = (player: Player) => [
  ...(player.orientation === "upright" ? ["servant"] : []),
  ...player.codes.filter((c) => !c.tapped).map((c) => c.name),
];

/** The name of a card as something to tap. */
const tappable = (card: string) => (isServantCard(card) ? "servant" : card);

/** Everything that a cost taps. */
const tapsOf = (cost: { card: string; tapThis?: boolean; tap?: string[] }) => [
  ...(cost.tapThis ? [tappable(cost.card)] : []),
  ...(cost.tap ?? []),
];

const tapAll = (player: Player, cards: string[]) => ({
  ...player,
  orientation: cards.includes("servant") ? ("tapped" as const) : player.orientation,
  codes: player.codes.map((c) => (cards.includes(c.name) ? { ...c, tapped: true } : c)),
});

const isUsed = (context: Context, owner: string, card: string) =>
  context.used.some((u) => u.owner === owner && u.card === card);

/**
 * What the rules work out from where the game stands, for whoever shows it. Guards and actions use the same functions.
 */
export const derived = {
  /** The stats with which everybody fights now: of the token, or of the servant with all that changes it. */
  fighting: (context: Context) =>
    context.players
      .filter((p) => p.spirit !== null && p.classCard !== null && !p.out)
      .map((p) => ({
        id: p.id,
        physicalAttack: strength(context, p.id, "physicalAttack"),
        physicalDefense: strength(context, p.id, "physicalDefense"),
        magicAttack: strength(context, p.id, "magicAttack"),
        magicDefense: strength(context, p.id, "magicDefense"),
      })),
  /** What the attack and the counter would deal in each system, as the battle stands. */
  damageToCome: (context: Context) =>
    context.battle.attacker === null || context.battle.defender === null
      ? undefined
      : {
          toDefender: {
            physical: Math.max(
              0,
              margin(context, context.battle.attacker, context.battle.defender, "physical"),
            ),
            magic: Math.max(0, margin(context, context.battle.attacker, context.battle.defender, "magic")),
          },
          toAttacker: {
            physical: Math.max(
              0,
              margin(context, context.battle.defender, context.battle.attacker, "physical"),
            ),
            magic: Math.max(0, margin(context, context.battle.defender, context.battle.attacker, "magic")),
          },
        },
  /** Who is in the death state (FA-TOK-1, FA-TOK-2). */
  deathState: (context: Context) =>
    remaining(context)
      .filter(inDeathState)
      .map((p) => p.id),
  /** How many mystic codes everybody may have equipped. */
  codeCap: (context: Context) =>
    context.players.map((p) => ({ id: p.id, codes: p.codes.length, cap: capOf(p) })),
};

// ---- Input ----

const READINGS: { [K in keyof Readings]: Readings[K][] } = {
  forcedWhenUnable: ["noBattle", "battleAnyway"],
  fallenHolder: ["normalPass", "noEffects"],
  seeThrough: ["allCards", "servantOnly"],
  extension: ["notAnAction", "anAction"],
  proxyTapping: ["bothKinds", "spiritOnly"],
  proxyDamage: ["counts", "doesNotCount"],
  freeAssignment: ["beforeTheDraft", "afterTheSwap"],
  tappedAttacker: ["tokenFights", "noBattle"],
};

const isName = (value: unknown) => typeof value === "string" && value !== "";

const areSkills = (value: unknown) => Array.isArray(value) && value.every((s) => SKILLS.includes(s));

function isCard(card: Partial<Spirit & ClassCard> | null) {
  const isStats = STATS.every((stat) => Number.isInteger(card?.stats?.[stat]));
  const constants: unknown = card?.constants ?? [];
  const areConstants =
    Array.isArray(constants) && constants.every((c) => STATS.includes(c?.stat) && Number.isInteger(c.amount));
  return isName(card?.name) && isStats && areSkills(card?.skills) && areConstants;
}

/** Gives the input back, or throws an error that names the field at fault. */
function checked(input: Input): Input {
  const { seats, spirits, classes } = input;
  if (seats !== undefined) {
    const ok =
      Array.isArray(seats) &&
      seats.length >= MIN_PLAYERS &&
      seats.length <= MAX_PLAYERS &&
      new Set(seats).size === seats.length &&
      seats.every((s) => isName(s) && s !== "chance" && s !== "table");
    if (!ok) throw new Error("input.seats: 2 to 7 different names are needed, other than chance and table");
  }
  const needed = seats?.length ?? MIN_PLAYERS;
  if (spirits !== undefined) {
    const ok = Array.isArray(spirits) && spirits.every((s) => isCard(s) && s.fits?.every(isName));
    if (!ok || spirits.length < needed || new Set(spirits.map((s) => s.name)).size < spirits.length)
      throw new Error("input.spirits: a spirit for each player is needed, with name, stats, fits and skills");
  }
  if (classes !== undefined) {
    const ok = Array.isArray(classes) && classes.every((c) => isCard(c) && areSkills(c.aptSkills));
    if (!ok || classes.length < needed || new Set(classes.map((c) => c.name)).size < classes.length)
      throw new Error(
        "input.classes: a class for each player is needed, with name, stats, skills and aptSkills",
      );
  }
  for (const [field, value] of Object.entries(input)) {
    if (["seats", "spirits", "classes"].includes(field) || value === undefined) continue;
    const values: string[] | undefined = Object.entries(READINGS).find(([name]) => name === field)?.[1];
    if (!values) throw new Error(`input.${field}: there is no such field`);
    if (!values.includes(value)) throw new Error(`input.${field}: one of ${values.join(", ")} is needed`);
  }
  return input;
}

const start = (input: Input, seats: string[]): Context => ({
  seats,
  turnPlayer: "",
  players: seats.map((id) => ({
    id,
    out: false,
    seals: SEALS,
    mana: MANA,
    hand: { codes: 0, events: 0 },
    codes: [],
    capCards: { codes: 0, events: 0 },
    spirit: null,
    spiritFaceUp: false,
    classCard: null,
    classFaceUp: false,
    orientation: "upright",
    tokens: { assassination: 0, drain: 0 },
  })),
  startPlayer: "",
  turnNo: 0,
  toAgree: seats,
  drafter: null,
  queue: [],
  spiritPool: input.spirits ?? SPIRITS,
  classPool: input.classes ?? CLASSES,
  deck: { codes: 0, events: 0 },
  discard: { codes: 0, events: 0 },
  drawing: 0,
  coin: { holder: "", turnsHeld: 0 },
  acted: false,
  equipped: false,
  die: null,
  battle: noBattle,
  boosts: [],
  silenced: [],
  step: null,
  used: [],
  eliminated: [],
  readings: {
    forcedWhenUnable: input.forcedWhenUnable ?? "noBattle",
    fallenHolder: input.fallenHolder ?? "normalPass",
    seeThrough: input.seeThrough ?? "allCards",
    extension: input.extension ?? "notAnAction",
    proxyTapping: input.proxyTapping ?? "bothKinds",
    proxyDamage: input.proxyDamage ?? "counts",
    freeAssignment: input.freeAssignment ?? "beforeTheDraft",
    tappedAttacker: input.tappedAttacker ?? "tokenFights",
  },
});

// ---- The game ----

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
    byChance: ({ event }) => event.by === "chance",
    byTable: ({ event }) => event.by === "table",
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    byDrafter: ({ context, event }) => event.by === context.drafter,
    byAttacker: ({ context, event }) => event.by === context.battle.attacker,
    byDefender: ({ context, event }) => event.by === context.battle.defender,
    byRaider: ({ context, event }) => event.by === context.battle.raider,
    byWhoMayPass: ({ context, event }) => context.battle.toPass.includes(event.by),
    bySomebodyInTheGame: ({ context, event }) => isIn(context, event.by),

    // Setup.
    namesAPlayer: ({ context, event }) => event.type === "PICK_START" && context.seats.includes(event.player),
    hasToAgree: ({ context, event }) => context.toAgree.includes(event.by),
    hasAgreed: ({ context, event }) =>
      context.seats.includes(event.by) && !context.toAgree.includes(event.by),
    draftComesFirst: ({ context }) =>
      context.readings.freeAssignment === "afterTheSwap" && context.players.some((p) => p.spirit === null),
    consentComesLast: ({ context }) => context.readings.freeAssignment === "afterTheSwap",
    allAgreed: ({ context }) => context.toAgree.length === 0,
    cardsAreFree: ({ context, event }) =>
      event.type === "ASSIGN" &&
      context.spiritPool.some((s) => s.name === event.spirit) &&
      context.classPool.some((c) => c.name === event.classCard),
    spiritIsFree: ({ context, event }) =>
      event.type === "DRAW_SPIRIT" && context.spiritPool.some((s) => s.name === event.card),
    classIsFree: ({ context, event }) =>
      (event.type === "DRAW_CLASS" || event.type === "SWAP_CLASS") &&
      context.classPool.some((c) => c.name === event.card),
    everyoneHadAGo: ({ context }) => context.drafter === null,
    everyoneHasAServant: ({ context }) => context.players.every((p) => p.spirit !== null),
    poolIsEmpty: ({ context }) => context.classPool.length === 0,

    // Drawing.
    deckHoldsThem: ({ context, event }) =>
      event.type === "DRAW" &&
      isCount(event.codes) &&
      event.codes <= Math.min(context.drawing, context.deck.codes) &&
      context.drawing - event.codes <= context.deck.events,
    nothingToDraw: ({ context }) => context.drawing === 0,

    // Ritual and encounter.
    codeInHand: ({ context, event }) =>
      event.type === "EQUIP" && event.name?.length > 0 && turnPlayerOf(context).hand.codes >= 1,
    codeIsNew: ({ context, event }) =>
      event.type === "EQUIP" &&
      !isServantCard(event.name) &&
      event.name !== "servant" &&
      !turnPlayerOf(context).codes.some((c) => c.name === event.name),
    codeIsStated: ({ event }) =>
      event.type === "EQUIP" &&
      (event.stat ? STATS.includes(event.stat) && isWhole(event.amount!) : event.amount === undefined) &&
      (event.skills ?? []).every((skill) => SKILLS.includes(skill)),
    noneEquippedYet: ({ context }) => !context.equipped,
    capIsKept: ({ context, event }) =>
      event.type === "EQUIP" &&
      (turnPlayerOf(context).codes.length < capOf(turnPlayerOf(context))
        ? event.replace === undefined
        : turnPlayerOf(context).codes.some((c) => c.name === event.replace)),
    cardInHand: ({ context, event }) =>
      event.type === "EXTEND_CAP" && holds(turnPlayerOf(context).hand, event.card),
    cardIsFaceDown: ({ context, event }) =>
      event.type === "REVEAL" &&
      ((event.card === "spirit" && !turnPlayerOf(context).spiritFaceUp) ||
        (event.card === "class" && !turnPlayerOf(context).classFaceUp)),
    ritualWasUsed: ({ context }) => context.acted,
    isADie: ({ event }) =>
      event.type === "ROLL_ENCOUNTER" && isWhole(event.die) && event.die >= 1 && event.die <= 6,
    dieShowsOne: ({ event }) => event.type === "ROLL_ENCOUNTER" && event.die === 1,
    mayBeForced: ({ context }) =>
      turnPlayerOf(context).orientation === "upright" || context.readings.forcedWhenUnable === "battleAnyway",

    // Battle.
    servantMayAttack: ({ context }) => turnPlayerOf(context).orientation === "upright",
    targetIsARival: ({ context, event }) =>
      (event.type === "ATTACK" || event.type === "PICK_TARGET") &&
      event.target !== context.turnPlayer &&
      isIn(context, event.target),
    battleBreaksOff: ({ context }) =>
      context.step !== "loss" &&
      context.players.some(
        (p) => p.out && (p.id === context.battle.attacker || p.id === context.battle.defender),
      ),
    rolesSwap: ({ context }) =>
      context.battle.forced &&
      (hasSkill(context, context.battle.attacker, "roleSwap") ||
        hasSkill(context, context.battle.defender, "roleSwap")),
    hasNoProxy: ({ context, event }) => !proxyOf(context.battle, event.by),
    proxyIsStated: ({ event }) =>
      event.type === "ACTIVATE_PROXY" &&
      event.card !== "class" &&
      isCount(event.physicalAttack) &&
      isCount(event.physicalDefense) &&
      isCount(event.magicAttack) &&
      isCount(event.magicDefense),
    allPassed: ({ context }) => !context.battle.toPass.some((seat) => isIn(context, seat)),
    attackStands: ({ context }) =>
      seatOf(context, context.battle.attacker).orientation === "upright" ||
      (proxyOf(context.battle, context.battle.attacker) !== undefined &&
        context.readings.tappedAttacker === "tokenFights") ||
      context.battle.swapped ||
      (context.battle.forced && context.readings.forcedWhenUnable === "battleAnyway"),
    isASystem: ({ event }) =>
      event.type === "CHOOSE_SYSTEM" && (event.system === "physical" || event.system === "magic"),
    initiativeHolds: ({ context }) =>
      context.battle.damageToDefender > 0 &&
      fightsWith(context, context.battle.attacker, "initiative") &&
      !fightsWith(context, context.battle.defender, "initiative"),
    raiderMayTake: ({ context }) =>
      context.battle.raider !== null &&
      total(seatOf(context, rivalOf(context.battle, context.battle.raider)).hand) > 0,
    loserHoldsThatKind: ({ context, event }) =>
      event.type === "PICK_CARD" &&
      holds(seatOf(context, rivalOf(context.battle, context.battle.raider)).hand, event.card),

    // End of a turn.
    discardsTheExcess: ({ context, event }) =>
      event.type === "DISCARD" &&
      isCount(event.codes) &&
      isCount(event.events) &&
      event.codes <= turnPlayerOf(context).hand.codes &&
      event.events <= turnPlayerOf(context).hand.events &&
      total(turnPlayerOf(context).hand) - event.codes - event.events === HAND_LIMIT,
    handIsWithinLimit: ({ context }) => total(turnPlayerOf(context).hand) <= HAND_LIMIT,
    gameGoesOn: ({ context }) => remaining(context).length >= 2 && !context.players.some((p) => loses(p)),
    coinIsDue: ({ context }) =>
      context.coin.turnsHeld >= TURNS_OF_THE_COIN || !isIn(context, context.coin.holder),

    // Abilities and command seals.
    hasSealToUse: ({ context, event }) =>
      context.players.some((p) => p.id === event.by && p.seals >= 1 && !inDeathState(p)),
    isAStat: ({ event }) => event.type === "SEAL_BOOST" && STATS.includes(event.stat),
    hasThatToken: ({ context, event }) =>
      event.type === "SEAL_NULLIFY" &&
      TOKENS.includes(event.token) &&
      seatOf(context, event.by).tokens[event.token] >= 1,
    hasNoXCost: ({ event }) => event.type === "SEAL_ABILITY" && event.xCost === false,
    isServantAbility: ({ event }) => event.type === "SEAL_ABILITY" && isServantCard(event.card),
    servantIsTurned: ({ context, event }) =>
      context.players.some((p) => p.id === event.by && p.orientation !== "upright"),
    cardWorks: ({ context, event }) =>
      (event.type === "ACTIVATE" || event.type === "ACTIVATE_PROXY" || event.type === "SEAL_ABILITY") &&
      liesFaceUp(seatOf(context, event.by), event.card) &&
      !isSilenced(context, event.by, event.card),
    aptitudeIsThere: ({ context, event }) =>
      (event.type === "ACTIVATE" || event.type === "SEAL_ABILITY") &&
      (!event.needsAptitude || event.card !== "class" || isApt(seatOf(context, event.by))),
    servantAllowsIt: ({ context, event }) =>
      (event.type === "ACTIVATE" || event.type === "ACTIVATE_PROXY" || event.type === "SEAL_ABILITY") &&
      orientationAllows(seatOf(context, event.by), event.card),
    notUsedInThisStep: ({ context, event }) =>
      ((event.type === "ACTIVATE" || event.type === "SEAL_ABILITY") &&
        (event.anyTime === true || !isUsed(context, event.by, event.card))) ||
      ((event.type === "ACTIVATE_PROXY" || event.type === "USE_SUPPORT") &&
        !isUsed(context, event.by, event.card)),
    tapsCanBePaid: ({ context, event }) =>
      (event.type === "ACTIVATE" || event.type === "ACTIVATE_PROXY") &&
      tapsOf(event).every(
        (card, i, all) => all.indexOf(card) === i && untapped(seatOf(context, event.by)).includes(card),
      ),
    discardsCanBePaid: ({ context, event }) =>
      (event.type === "ACTIVATE" || event.type === "ACTIVATE_PROXY") &&
      isCount(event.discardCodes ?? 0) &&
      isCount(event.discardEvents ?? 0) &&
      (event.discardCodes ?? 0) <= seatOf(context, event.by).hand.codes &&
      (event.discardEvents ?? 0) <= seatOf(context, event.by).hand.events,
    dieIsThrownIfNeeded: ({ event }) =>
      event.type === "ACTIVATE" &&
      (event.numbers
        ? event.numbers.length > 0 &&
          event.numbers.every((n) => isWhole(n) && n >= 1 && n <= 6) &&
          isWhole(event.die!) &&
          event.die! >= 1 &&
          event.die! <= 6
        : event.die === undefined),
    changeIsStated: ({ context, event }) =>
      (event.type === "ACTIVATE" || event.type === "SEAL_ABILITY" || event.type === "USE_EVENT_CARD") &&
      isChange(context, event),
    hasEventCard: ({ context, event }) =>
      event.type === "USE_EVENT_CARD" && event.name?.length > 0 && seatOf(context, event.by).hand.events >= 1,
    timingFits: ({ context, event }) =>
      event.type === "USE_EVENT_CARD" &&
      (event.timing === "any" || (STEPS.includes(event.timing) && event.timing === context.step)),

    // Skills.
    supportWorks: ({ context, event }) =>
      event.type === "USE_SUPPORT" &&
      hasSkill(context, event.by, "support") &&
      liesFaceUp(seatOf(context, event.by), event.card) &&
      !isSilenced(context, event.by, event.card) &&
      orientationAllows(seatOf(context, event.by), event.card) &&
      STATS.includes(event.stat) &&
      isWhole(event.amount),
    supportsAnother: ({ context, event }) =>
      event.type === "USE_SUPPORT" &&
      isIn(context, event.onto) &&
      (event.toProxy ? proxyOf(context.battle, event.onto) !== undefined : event.onto !== event.by),
    isNotItsOwnProxy: ({ context, event }) =>
      event.type === "USE_SUPPORT" && proxyOf(context.battle, event.by)?.card !== event.card,
    houseworkWorks: ({ context, event }) =>
      event.type === "USE_HOUSEWORK" &&
      hasSkill(context, event.by, "housework") &&
      seatOf(context, event.by).orientation !== "inverted" &&
      holds(seatOf(context, event.by).hand, event.discard),
    isTappedAndNotItself: ({ context, event }) =>
      event.type === "USE_HOUSEWORK" &&
      context.players.some(
        (p) =>
          p.id === event.player &&
          !p.out &&
          (event.card === "servant"
            ? p.id !== event.by && p.orientation === "tapped"
            : p.codes.some((c) => c.name === event.card && c.tapped)),
      ),
    intuitionWorks: ({ context, event }) =>
      event.type === "USE_INTUITION" &&
      hasSkill(context, event.by, "intuition") &&
      seatOf(context, event.by).orientation !== "inverted",
    isARivalsEffect: ({ context, event }) =>
      event.type === "USE_INTUITION" &&
      (event.card === undefined && event.player === undefined
        ? context.boosts.some((b) => b.no === event.effect && b.owner !== event.by && b.kind !== "seal")
        : event.effect === undefined &&
          event.player !== event.by &&
          liesFaceUp(seatOf(context, event.player ?? null), event.card!) &&
          !isSilenced(context, event.player!, event.card!)),

    // Facts from the table.
    tokensAreStated: ({ context, event }) =>
      event.type === "PUT_TOKENS" &&
      isIn(context, event.player) &&
      TOKENS.includes(event.token) &&
      isWhole(event.amount) &&
      event.amount >= 1,
    turnIsStated: ({ context, event }) =>
      event.type === "TURN_SERVANT" &&
      isIn(context, event.player) &&
      ORIENTATIONS.includes(event.orientation) &&
      seatOf(context, event.player).orientation !== event.orientation,

    amountIsStated: ({ context, event }) =>
      (event.type === "CHANGE_MANA" || event.type === "CHANGE_SEALS") &&
      isIn(context, event.player) &&
      isWhole(event.amount) &&
      event.amount !== 0,
    // A draw that is open takes from a deck that nothing else changes.
    cardsCanMove: ({ context, event }) =>
      event.type === "MOVE_CARDS" &&
      isIn(context, event.player) &&
      event.from !== event.to &&
      PILES.includes(event.from) &&
      PILES.includes(event.to) &&
      isCount(event.codes) &&
      isCount(event.events) &&
      event.codes + event.events >= 1 &&
      event.codes <= pileOf(context, event.player, event.from).codes &&
      event.events <= pileOf(context, event.player, event.from).events &&
      (event.from !== "deck" || context.drawing === 0),
    codeCanChange: ({ context, event }) =>
      event.type === "CHANGE_CODE" &&
      isIn(context, event.player) &&
      seatOf(context, event.player).codes.some(
        (c) =>
          c.name === event.card &&
          (event.to === "discard" ||
            (event.to === "tapped" && !c.tapped) ||
            (event.to === "upright" && c.tapped)),
      ),
    statIsStated: ({ context, event }) =>
      event.type === "CHANGE_STAT" &&
      isIn(context, event.player) &&
      event.source?.length > 0 &&
      (event.kind === "servant" || event.kind === "code" || event.kind === "event") &&
      STATS.includes(event.stat) &&
      isChange(context, event),
    cardCanTurn: ({ context, event }) =>
      event.type === "TURN_CARD" &&
      isIn(context, event.player) &&
      ((event.card === "spirit" && seatOf(context, event.player).spiritFaceUp === !event.faceUp) ||
        (event.card === "class" && seatOf(context, event.player).classFaceUp === !event.faceUp)),

    // Elimination.
    someoneLoses: ({ context }) => context.players.some((p) => loses(p)),
    oneIsLeft: ({ context }) => remaining(context).length === 1,
    nobodyIsLeft: ({ context }) => remaining(context).length === 0,
    turnPlayerIsOut: ({ context }) => context.step !== "loss" && turnPlayerOf(context).out,
  },

  actions: {
    // Setup.
    pickStart: assign({
      startPlayer: ({ event }) => {
        assertEvent(event, "PICK_START");
        return event.player;
      },
      turnPlayer: ({ event }) => {
        assertEvent(event, "PICK_START");
        return event.player;
      },
      coin: ({ event }) => {
        assertEvent(event, "PICK_START");
        return { holder: event.player, turnsHeld: 0 };
      },
    }),
    agree: assign({ toAgree: ({ context, event }) => context.toAgree.filter((seat) => seat !== event.by) }),
    assignServant: assign({
      players: ({ context, event }) => {
        assertEvent(event, "ASSIGN");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                spirit: context.spiritPool.find((s) => s.name === event.spirit)!,
                classCard: context.classPool.find((c) => c.name === event.classCard)!,
              }
            : p,
        );
      },
      spiritPool: ({ context, event }) => {
        assertEvent(event, "ASSIGN");
        return context.spiritPool.filter((s) => s.name !== event.spirit);
      },
      classPool: ({ context, event }) => {
        assertEvent(event, "ASSIGN");
        return context.classPool.filter((c) => c.name !== event.classCard);
      },
      toAgree: ({ context, event }) => context.toAgree.filter((seat) => seat !== event.by),
    }),
    withdrawConsent: assign({ toAgree: ({ context, event }) => [...context.toAgree, event.by] }),
    // What was drawn goes back, so that everything is there to choose from.
    askEveryone: assign({
      toAgree: ({ context }) => context.seats,
      spiritPool: ({ context }) => [...context.spiritPool, ...context.players.flatMap((p) => p.spirit ?? [])],
      classPool: ({ context }) => [
        ...context.classPool,
        ...context.players.flatMap((p) => p.classCard ?? []),
      ],
      players: ({ context }) => context.players.map((p) => ({ ...p, spirit: null, classCard: null })),
    }),
    goClockwise: assign({
      drafter: ({ context }) => context.startPlayer,
      queue: ({ context }) => clockwise(context, context.startPlayer).slice(1),
    }),
    goCounterClockwise: assign({
      drafter: ({ context }) => context.startPlayer,
      queue: ({ context }) => counterClockwise(context, context.startPlayer).slice(1),
    }),
    goCounterClockwiseFromLast: assign({
      drafter: ({ context }) => clockwise(context, context.startPlayer).at(-1)!,
      queue: ({ context }) => clockwise(context, context.startPlayer).toReversed().slice(1),
    }),
    nextDrafter: assign({
      drafter: ({ context }) => context.queue[0] ?? null,
      queue: ({ context }) => context.queue.slice(1),
    }),
    takeSpirit: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DRAW_SPIRIT");
        return context.players.map((p) =>
          p.id === context.drafter
            ? { ...p, spirit: context.spiritPool.find((s) => s.name === event.card)! }
            : p,
        );
      },
      spiritPool: ({ context, event }) => {
        assertEvent(event, "DRAW_SPIRIT");
        return context.spiritPool.filter((s) => s.name !== event.card);
      },
    }),
    takeClass: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DRAW_CLASS");
        return context.players.map((p) =>
          p.id === context.drafter
            ? { ...p, classCard: context.classPool.find((c) => c.name === event.card)! }
            : p,
        );
      },
      classPool: ({ context, event }) => {
        assertEvent(event, "DRAW_CLASS");
        return context.classPool.filter((c) => c.name !== event.card);
      },
    }),
    // The card that was given away lies face up for those who come later (reading 21).
    swapClass: assign({
      players: ({ context, event }) => {
        assertEvent(event, "SWAP_CLASS");
        return context.players.map((p) =>
          p.id === event.by ? { ...p, classCard: context.classPool.find((c) => c.name === event.card)! } : p,
        );
      },
      classPool: ({ context, event }) => {
        assertEvent(event, "SWAP_CLASS");
        return [
          ...context.classPool.filter((c) => c.name !== event.card),
          playerOf(context, event.by)!.classCard!,
        ];
      },
    }),
    buildDeck: assign({ deck: DECK }),

    // Drawing. A deck that is too small for a draw takes in the discard pile first (reading 27).
    beginDraw: assign({
      drawing: ({ context }, params: { cards: number }) =>
        Math.min(params.cards, total(context.deck) + total(context.discard)),
      deck: ({ context }, params: { cards: number }) =>
        total(context.deck) < params.cards ? plus(context.deck, context.discard) : context.deck,
      discard: ({ context }, params: { cards: number }) =>
        total(context.deck) < params.cards ? { codes: 0, events: 0 } : context.discard,
    }),
    draw: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DRAW");
        return context.players.map((p) =>
          p.id === (context.drafter ?? context.turnPlayer)
            ? { ...p, hand: plus(p.hand, { codes: event.codes, events: context.drawing - event.codes }) }
            : p,
        );
      },
      deck: ({ context, event }) => {
        assertEvent(event, "DRAW");
        return minus(context.deck, { codes: event.codes, events: context.drawing - event.codes });
      },
      drawing: 0,
    }),

    // Turn.
    beginStep: assign({ step: (_, params: { step: Step }) => params.step, used: [] }),
    resetCards: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.turnPlayer
            ? {
                ...p,
                orientation: p.orientation === "tapped" ? ("upright" as const) : p.orientation,
                codes: p.codes.map((c) => ({ ...c, tapped: false })),
              }
            : p,
        ),
    }),
    equip: assign({
      players: ({ context, event }) => {
        assertEvent(event, "EQUIP");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                hand: minus(p.hand, one("code")),
                codes: [
                  ...p.codes.filter((c) => c.name !== event.replace),
                  {
                    name: event.name,
                    tapped: false,
                    stat: event.stat ?? null,
                    amount: event.amount ?? 0,
                    skills: event.skills ?? [],
                  },
                ],
              }
            : p,
        );
      },
      discard: ({ context, event }) => {
        assertEvent(event, "EQUIP");
        return event.replace ? plus(context.discard, one("code")) : context.discard;
      },
      acted: true,
      equipped: true,
    }),
    extendCap: assign({
      players: ({ context, event }) => {
        assertEvent(event, "EXTEND_CAP");
        return context.players.map((p) =>
          p.id === event.by
            ? { ...p, hand: minus(p.hand, one(event.card)), capCards: plus(p.capCards, one(event.card)) }
            : p,
        );
      },
      acted: ({ context }) => context.acted || context.readings.extension === "anAction",
    }),
    reveal: assign({
      players: ({ context, event }) => {
        assertEvent(event, "REVEAL");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                spiritFaceUp: p.spiritFaceUp || event.card === "spirit",
                classFaceUp: p.classFaceUp || event.card === "class",
              }
            : p,
        );
      },
      acted: true,
    }),
    recordDie: assign({
      die: ({ event }) => {
        assertEvent(event, "ROLL_ENCOUNTER");
        return event.die;
      },
    }),
    discardCards: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DISCARD");
        return context.players.map((p) =>
          p.id === event.by ? { ...p, hand: minus(p.hand, { codes: event.codes, events: event.events }) } : p,
        );
      },
      discard: ({ context, event }) => {
        assertEvent(event, "DISCARD");
        return plus(context.discard, { codes: event.codes, events: event.events });
      },
    }),
    endTurnEffects: assign({
      boosts: [],
      silenced: [],
      battle: noBattle,
      die: null,
      acted: false,
      equipped: false,
      drawing: 0,
      step: null,
      used: [],
    }),
    countTurn: assign({
      coin: ({ context }) =>
        context.turnPlayer === context.coin.holder
          ? { ...context.coin, turnsHeld: context.coin.turnsHeld + 1 }
          : context.coin,
    }),
    passCoin: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === nextIn(context, context.coin.holder) &&
          (isIn(context, context.coin.holder) || context.readings.fallenHolder === "normalPass")
            ? {
                ...p,
                mana: p.mana - 1,
                orientation: p.orientation === "inverted" ? ("tapped" as const) : p.orientation,
              }
            : p,
        ),
      coin: ({ context }) => ({ holder: nextIn(context, context.coin.holder), turnsHeld: 0 }),
    }),
    countFirstTurn: assign({ turnNo: 1 }),
    passTurn: assign({
      turnPlayer: ({ context }) => nextIn(context, context.turnPlayer),
      turnNo: ({ context }) => context.turnNo + 1,
    }),

    // Battle.
    beginBattle: assign({
      battle: ({ context, event }, params: { forced: boolean }) => {
        assertEvent(event, ["ATTACK", "PICK_TARGET"]);
        return {
          ...noBattle,
          attacker: context.turnPlayer,
          defender: event.target,
          forced: params.forced,
          toPass: [context.turnPlayer, event.target],
        };
      },
    }),
    disclose: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.battle.attacker || p.id === context.battle.defender
            ? { ...p, spiritFaceUp: true, classFaceUp: true }
            : p,
        ),
    }),
    swapRoles: assign({
      battle: ({ context }) => ({
        ...context.battle,
        attacker: context.battle.defender,
        defender: context.battle.attacker,
        swapped: true,
      }),
    }),
    callProxy: assign({
      battle: ({ context, event }) => {
        assertEvent(event, "ACTIVATE_PROXY");
        return {
          ...context.battle,
          proxies: [
            ...context.battle.proxies,
            {
              owner: event.by,
              card: event.card,
              stats: {
                physicalAttack: event.physicalAttack,
                physicalDefense: event.physicalDefense,
                magicAttack: event.magicAttack,
                magicDefense: event.magicDefense,
              },
            },
          ],
        };
      },
    }),
    pass: assign({
      battle: ({ context, event }) => ({
        ...context.battle,
        toPass: context.battle.toPass.filter((seat) => seat !== event.by),
      }),
    }),
    passAll: assign({ battle: ({ context }) => ({ ...context.battle, toPass: [] }) }),
    askBattlers: assign({
      battle: ({ context }) => ({
        ...context.battle,
        toPass: [context.battle.attacker!, context.battle.defender!],
      }),
    }),
    engage: assign({ battle: ({ context }) => ({ ...context.battle, engaged: true }) }),
    chooseAttack: assign({
      battle: ({ context, event }) => {
        assertEvent(event, "CHOOSE_SYSTEM");
        return { ...context.battle, attackSystem: event.system };
      },
    }),
    chooseCounter: assign({
      battle: ({ context, event }) => {
        assertEvent(event, "CHOOSE_SYSTEM");
        return { ...context.battle, counterSystem: event.system };
      },
    }),
    // An attack that equals the defence deals 1, a lower one none (reading 10).
    dealAttackDamage: assign({
      battle: ({ context }) => ({
        ...context.battle,
        damageToDefender:
          margin(context, context.battle.attacker, context.battle.defender, context.battle.attackSystem) === 0
            ? 1
            : Math.max(
                0,
                margin(
                  context,
                  context.battle.attacker,
                  context.battle.defender,
                  context.battle.attackSystem,
                ),
              ),
      }),
    }),
    dealCounterDamage: assign({
      battle: ({ context }) => ({
        ...context.battle,
        damageToAttacker: Math.max(
          0,
          margin(context, context.battle.defender, context.battle.attacker, context.battle.counterSystem),
        ),
      }),
    }),
    loseMana: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          proxyOf(context.battle, p.id)
            ? p
            : { ...p, mana: Math.max(0, p.mana - damageTo(context.battle, p.id)) },
        ),
    }),
    payForProxies: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          context.battle.proxies
            .filter((proxy) => proxy.owner === p.id && isHit(context.battle, p))
            .reduce(
              (player, proxy) => ({
                ...player,
                orientation: afterProxy(context, p, proxy),
                hand:
                  proxy.card === "spirit" ? minus(p.hand, { codes: lostCodes(p, proxy), events: 0 }) : p.hand,
                codes: p.codes.filter((c) => c.name !== proxy.card),
              }),
              p,
            ),
        ),
      discard: ({ context }) =>
        context.battle.proxies
          .filter((proxy) => damageTo(context.battle, proxy.owner) > 0)
          .reduce(
            (pile, proxy) =>
              plus(pile, { codes: lostCodes(playerOf(context, proxy.owner)!, proxy), events: 0 }),
            context.discard,
          ),
    }),
    // A servant that lies inverted stays so (reading 9).
    tapTheHurt: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          isHit(context.battle, p) && !p.out && !proxyOf(context.battle, p.id) && p.orientation === "upright"
            ? { ...p, orientation: "tapped" as const }
            : p,
        ),
      battle: ({ context }) => ({
        ...context.battle,
        raider:
          [context.battle.attacker, context.battle.defender].find((seat) => dealtUnharmed(context, seat)) ??
          null,
      }),
    }),
    takeCard: assign({
      players: ({ context, event }) => {
        assertEvent(event, "PICK_CARD");
        return context.players.map((p) =>
          p.id === context.battle.raider
            ? { ...p, hand: plus(p.hand, one(event.card)) }
            : p.id === rivalOf(context.battle, context.battle.raider)
              ? { ...p, hand: minus(p.hand, one(event.card)) }
              : p,
        );
      },
    }),

    // Command seals.
    removeSeal: assign({
      players: ({ context, event }) =>
        context.players.map((p) => (p.id === event.by ? { ...p, seals: p.seals - 1 } : p)),
    }),
    gainMana: assign({
      players: ({ context, event }) =>
        context.players.map((p) => (p.id === event.by ? { ...p, mana: p.mana + 1 } : p)),
    }),
    // The codes are counted when the seal is used (reading 16).
    boostByCodes: assign({
      boosts: ({ context, event }) => {
        assertEvent(event, "SEAL_BOOST");
        return [
          ...context.boosts,
          ...boostOf(nextNo(context.boosts), event.by, "seal", "seal", {
            stat: event.stat,
            amount: playerOf(context, event.by)!.codes.length,
          }),
        ];
      },
    }),
    removeToken: assign({
      players: ({ context, event }) => {
        assertEvent(event, "SEAL_NULLIFY");
        return context.players.map((p) =>
          p.id === event.by ? { ...p, tokens: { ...p.tokens, [event.token]: p.tokens[event.token] - 1 } } : p,
        );
      },
    }),
    setUpright: assign({
      players: ({ context, event }) =>
        context.players.map((p) => (p.id === event.by ? { ...p, orientation: "upright" as const } : p)),
    }),

    // Abilities, event cards, skills.
    payCost: assign({
      players: ({ context, event }) => {
        assertEvent(event, ["ACTIVATE", "ACTIVATE_PROXY"]);
        return context.players.map((p) =>
          p.id === event.by
            ? tapAll(
                {
                  ...p,
                  hand: minus(p.hand, {
                    codes: event.discardCodes ?? 0,
                    events: event.discardEvents ?? 0,
                  }),
                },
                tapsOf(event),
              )
            : p,
        );
      },
      discard: ({ context, event }) => {
        assertEvent(event, ["ACTIVATE", "ACTIVATE_PROXY"]);
        return plus(context.discard, { codes: event.discardCodes ?? 0, events: event.discardEvents ?? 0 });
      },
    }),
    markUsed: assign({
      used: ({ context, event }) => {
        assertEvent(event, ["ACTIVATE", "ACTIVATE_PROXY", "SEAL_ABILITY", "USE_SUPPORT"]);
        return [...context.used, { owner: event.by, card: event.card }];
      },
    }),
    // With a die in the cost, nothing happens unless it shows one of the numbers (reading 18).
    useAbility: assign({
      boosts: ({ context, event }) => {
        assertEvent(event, ["ACTIVATE", "SEAL_ABILITY"]);
        return event.type === "ACTIVATE" && event.numbers && !event.numbers.includes(event.die!)
          ? context.boosts
          : [
              ...context.boosts,
              ...boostOf(
                nextNo(context.boosts),
                event.by,
                event.card,
                isServantCard(event.card) ? "servant" : "code",
                event,
              ),
            ];
      },
    }),
    useEventCard: assign({
      players: ({ context, event }) =>
        context.players.map((p) => (p.id === event.by ? { ...p, hand: minus(p.hand, one("event")) } : p)),
      discard: ({ context }) => plus(context.discard, one("event")),
      boosts: ({ context, event }) => {
        assertEvent(event, "USE_EVENT_CARD");
        return [...context.boosts, ...boostOf(nextNo(context.boosts), event.by, event.name, "event", event)];
      },
    }),
    support: assign({
      boosts: ({ context, event }) => {
        assertEvent(event, "USE_SUPPORT");
        return [
          ...context.boosts,
          {
            no: nextNo(context.boosts),
            owner: event.by,
            source: event.card,
            kind: isServantCard(event.card) ? ("servant" as const) : ("code" as const),
            onto: event.onto,
            toProxy: event.toProxy,
            stat: event.stat,
            amount: event.amount,
            against: null,
          },
        ];
      },
    }),
    payHousework: assign({
      players: ({ context, event }) => {
        assertEvent(event, "USE_HOUSEWORK");
        return context.players.map((p) =>
          p.id === event.by ? { ...p, hand: minus(p.hand, one(event.discard)) } : p,
        );
      },
      discard: ({ context, event }) => {
        assertEvent(event, "USE_HOUSEWORK");
        return plus(context.discard, one(event.discard));
      },
    }),
    resetOneCard: assign({
      players: ({ context, event }) => {
        assertEvent(event, "USE_HOUSEWORK");
        return context.players.map((p) =>
          p.id === event.player
            ? {
                ...p,
                orientation: event.card === "servant" ? ("upright" as const) : p.orientation,
                codes: p.codes.map((c) => (c.name === event.card ? { ...c, tapped: false } : c)),
              }
            : p,
        );
      },
    }),
    cancelEffect: assign({
      boosts: ({ context, event }) => {
        assertEvent(event, "USE_INTUITION");
        return context.boosts.filter((b) => b.no !== event.effect);
      },
      silenced: ({ context, event }) => {
        assertEvent(event, "USE_INTUITION");
        return event.card
          ? [...context.silenced, { owner: event.player!, card: event.card }]
          : context.silenced;
      },
    }),
    putTokens: assign({
      players: ({ context, event }) => {
        assertEvent(event, "PUT_TOKENS");
        return context.players.map((p) =>
          p.id === event.player
            ? { ...p, tokens: { ...p.tokens, [event.token]: p.tokens[event.token] + event.amount } }
            : p,
        );
      },
    }),
    turnServant: assign({
      players: ({ context, event }) => {
        assertEvent(event, "TURN_SERVANT");
        return context.players.map((p) =>
          p.id === event.player ? { ...p, orientation: event.orientation } : p,
        );
      },
    }),

    turnCard: assign({
      players: ({ context, event }) => {
        assertEvent(event, "TURN_CARD");
        return context.players.map((p) =>
          p.id === event.player
            ? {
                ...p,
                spiritFaceUp: event.card === "spirit" ? event.faceUp : p.spiritFaceUp,
                classFaceUp: event.card === "class" ? event.faceUp : p.classFaceUp,
              }
            : p,
        );
      },
    }),
    changeMana: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CHANGE_MANA");
        return context.players.map((p) =>
          p.id === event.player ? { ...p, mana: Math.max(0, p.mana + event.amount) } : p,
        );
      },
    }),
    changeSeals: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CHANGE_SEALS");
        return context.players.map((p) =>
          p.id === event.player ? { ...p, seals: Math.max(0, p.seals + event.amount) } : p,
        );
      },
    }),
    moveCards: assign({
      players: ({ context, event }) => {
        assertEvent(event, "MOVE_CARDS");
        return context.players.map((p) =>
          p.id === event.player ? { ...p, hand: afterMove(p.hand, "hand", event) } : p,
        );
      },
      deck: ({ context, event }) => {
        assertEvent(event, "MOVE_CARDS");
        return afterMove(context.deck, "deck", event);
      },
      discard: ({ context, event }) => {
        assertEvent(event, "MOVE_CARDS");
        return afterMove(context.discard, "discard", event);
      },
    }),
    changeCode: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CHANGE_CODE");
        return context.players.map((p) =>
          p.id === event.player
            ? {
                ...p,
                codes: p.codes
                  .filter((c) => c.name !== event.card || event.to !== "discard")
                  .map((c) => (c.name === event.card ? { ...c, tapped: event.to === "tapped" } : c)),
              }
            : p,
        );
      },
      discard: ({ context, event }) => {
        assertEvent(event, "CHANGE_CODE");
        return event.to === "discard" ? plus(context.discard, one("code")) : context.discard;
      },
    }),
    changeStat: assign({
      boosts: ({ context, event }) => {
        assertEvent(event, "CHANGE_STAT");
        return [
          ...context.boosts,
          ...boostOf(nextNo(context.boosts), event.player, event.source, event.kind, event),
        ];
      },
    }),

    // Elimination: all that lose at one moment go out together; their cards go to the discard pile (reading 28).
    eliminate: assign({
      eliminated: ({ context }) => [
        ...context.eliminated,
        clockwise(context, context.turnPlayer).filter((seat) => loses(playerOf(context, seat)!)),
      ],
      discard: ({ context }) =>
        context.players
          .filter((p) => loses(p))
          .reduce(
            (pile, p) => plus(pile, plus(plus(p.hand, p.capCards), { codes: p.codes.length, events: 0 })),
            context.discard,
          ),
      players: ({ context }) =>
        context.players.map((p) =>
          loses(p)
            ? {
                ...p,
                out: true,
                hand: { codes: 0, events: 0 },
                capCards: { codes: 0, events: 0 },
                codes: [],
              }
            : p,
        ),
    }),
  },
}).createMachine({
  id: "fate-ace-royal",
  options: { maxIterations: 1000 },
  context: ({ input }) => start(checked(input ?? {}), input?.seats ?? ["P1", "P2"]),
  output: ({ context }) => ({
    winner: context.players.find((p) => !p.out)?.id ?? null,
    eliminated: context.eliminated,
    turns: context.turnNo,
  }),
  initial: "setup",
  states: {
    setup: {
      meta: { clauses: ["FA-PREP-1", "FA-PREP-2", "FA-PREP-4"] },
      initial: "pickStart",
      states: {
        pickStart: {
          meta: { clauses: ["FA-SET-1"], asks: "chance" },
          on: {
            PICK_START: {
              guard: and(["byChance", "namesAPlayer"]),
              actions: "pickStart",
              target: "agree",
              meta: { clauses: ["FA-SET-1", "FA-PREP-3"] },
            },
          },
        },

        // Spirits and classes are drawn unless everybody wants to choose, before the draft or after it (reading 34).
        agree: {
          meta: { clauses: ["FA-SET-6"], asks: { context: "toAgree" } },
          on: {
            AGREE: { guard: "hasToAgree", actions: "agree", meta: { clauses: ["FA-SET-6"] } },
            WITHDRAW: { guard: "hasAgreed", actions: "withdrawConsent", meta: { clauses: ["FA-SET-6"] } },
            REFUSE: [
              {
                guard: and(["hasToAgree", "consentComesLast"]),
                target: "buildDeck",
                meta: { clauses: ["FA-SET-6", "FA-SET-7"] },
              },
              {
                guard: "hasToAgree",
                actions: "goClockwise",
                target: "drawSpirits",
                meta: { clauses: ["FA-SET-6"] },
              },
            ],
          },
          always: [
            {
              guard: "draftComesFirst",
              actions: "goClockwise",
              target: "drawSpirits",
              meta: { clauses: ["FA-SET-2"] },
            },
            {
              guard: "allAgreed",
              actions: "askEveryone",
              target: "assignFreely",
              meta: { clauses: ["FA-SET-6"] },
            },
          ],
        },

        assignFreely: {
          meta: { clauses: ["FA-SET-6", "FA-CARD-1"], asks: { context: "toAgree" } },
          on: {
            ASSIGN: {
              guard: and(["hasToAgree", "cardsAreFree"]),
              actions: "assignServant",
              meta: { clauses: ["FA-SET-6", "FA-CARD-1"] },
            },
          },
          always: { guard: "everyoneHasAServant", target: "buildDeck", meta: { clauses: ["FA-SET-7"] } },
        },

        drawSpirits: {
          meta: { clauses: ["FA-SET-2", "FA-CARD-1"], asks: "chance" },
          on: {
            DRAW_SPIRIT: {
              guard: and(["byChance", "spiritIsFree"]),
              actions: ["takeSpirit", "nextDrafter"],
              meta: { clauses: ["FA-SET-2"] },
            },
          },
          always: {
            guard: "everyoneHadAGo",
            actions: "goClockwise",
            target: "drawClasses",
            meta: { clauses: ["FA-SET-3"] },
          },
        },

        drawClasses: {
          meta: { clauses: ["FA-SET-3", "FA-CARD-1"], asks: "chance" },
          on: {
            DRAW_CLASS: {
              guard: and(["byChance", "classIsFree"]),
              actions: ["takeClass", "nextDrafter"],
              meta: { clauses: ["FA-SET-3"] },
            },
          },
          always: { guard: "everyoneHadAGo", target: "openPool", meta: { clauses: ["FA-SET-4.1"] } },
        },

        // With seven players no class is left over.
        openPool: {
          meta: { clauses: ["FA-SET-4.1"] },
          always: [
            { guard: "poolIsEmpty", target: "afterDraft", meta: { clauses: ["FA-SET-4.1"] } },
            {
              actions: "goCounterClockwiseFromLast",
              target: "swapClasses",
              meta: { clauses: ["FA-SET-4.2"] },
            },
          ],
        },

        swapClasses: {
          meta: { clauses: ["FA-SET-4.2", "FA-SET-5"], asks: { context: "drafter" } },
          on: {
            SWAP_CLASS: {
              guard: and(["byDrafter", "classIsFree"]),
              actions: ["swapClass", "nextDrafter"],
              meta: { clauses: ["FA-SET-4.2", "FA-SET-5"] },
            },
            KEEP_CLASS: { guard: "byDrafter", actions: "nextDrafter", meta: { clauses: ["FA-SET-4.2"] } },
          },
          always: { guard: "everyoneHadAGo", target: "afterDraft", meta: { clauses: ["FA-SET-7"] } },
        },

        afterDraft: {
          meta: { clauses: ["FA-SET-6"] },
          always: [
            { guard: "consentComesLast", target: "agree", meta: { clauses: ["FA-SET-6"] } },
            { target: "buildDeck", meta: { clauses: ["FA-SET-7"] } },
          ],
        },

        buildDeck: {
          meta: { clauses: ["FA-SET-7", "FA-PREP-5"] },
          entry: "buildDeck",
          always: {
            actions: ["goCounterClockwise", { type: "beginDraw", params: { cards: OPENING_HAND } }],
            target: "deal",
            meta: { clauses: ["FA-SET-8"] },
          },
        },

        deal: {
          meta: { clauses: ["FA-SET-8"], asks: "chance" },
          on: {
            DRAW: {
              guard: and(["byChance", "deckHoldsThem"]),
              actions: ["draw", "nextDrafter", { type: "beginDraw", params: { cards: OPENING_HAND } }],
              meta: { clauses: ["FA-SET-8"] },
            },
          },
          always: {
            guard: "everyoneHadAGo",
            actions: "countFirstTurn",
            target: "#fate-ace-royal.play",
            meta: { clauses: ["FA-SET-8"] },
          },
        },
      },
    },

    play: {
      meta: { clauses: ["FA-SEAL-6"] },
      initial: "turn",
      // Whenever the game waits, those who lose go out at once.
      always: [
        {
          guard: "someoneLoses",
          actions: "eliminate",
          meta: { clauses: ["FA-WIN-3", "FA-WIN-4", "FA-TOK-1", "FA-TOK-2"] },
        },
        { guard: "oneIsLeft", target: "won", meta: { clauses: ["FA-WIN-1"] } },
        { guard: "nobodyIsLeft", target: "drawn", meta: { clauses: ["FA-WIN-2"] } },
      ],
      on: {
        SEAL_MANA: {
          guard: and(["bySomebodyInTheGame", "hasSealToUse"]),
          actions: ["removeSeal", "gainMana"],
          meta: { clauses: ["FA-SEAL-1", "FA-SEAL-6"] },
        },
        SEAL_BOOST: {
          guard: and(["bySomebodyInTheGame", "hasSealToUse", "isAStat"]),
          actions: ["removeSeal", "boostByCodes"],
          meta: { clauses: ["FA-SEAL-2", "FA-SEAL-6"] },
        },
        SEAL_NULLIFY: {
          guard: and(["bySomebodyInTheGame", "hasSealToUse", "hasThatToken"]),
          actions: ["removeSeal", "removeToken"],
          meta: { clauses: ["FA-SEAL-3", "FA-SEAL-6", "FA-TOK-1", "FA-TOK-2"] },
        },
        SEAL_ABILITY: {
          guard: and([
            "bySomebodyInTheGame",
            "hasSealToUse",
            "hasNoXCost",
            "isServantAbility",
            "cardWorks",
            "aptitudeIsThere",
            "servantAllowsIt",
            "notUsedInThisStep",
            "changeIsStated",
          ]),
          actions: ["removeSeal", "markUsed", "useAbility"],
          meta: {
            clauses: [
              "FA-SEAL-4",
              "FA-SEAL-6",
              "FA-CARD-3",
              "FA-STATE-1",
              "FA-STATE-3",
              "FA-STATE-4",
              "FA-ABIL-4",
            ],
          },
        },
        SEAL_RESET: {
          guard: and(["bySomebodyInTheGame", "hasSealToUse", "servantIsTurned"]),
          actions: ["removeSeal", "setUpright"],
          meta: { clauses: ["FA-SEAL-5", "FA-SEAL-6"] },
        },
        ACTIVATE: {
          guard: and([
            "bySomebodyInTheGame",
            "cardWorks",
            "aptitudeIsThere",
            "servantAllowsIt",
            "notUsedInThisStep",
            "tapsCanBePaid",
            "discardsCanBePaid",
            "dieIsThrownIfNeeded",
            "changeIsStated",
          ]),
          actions: ["payCost", "markUsed", "useAbility"],
          meta: {
            clauses: [
              "FA-CARD-3",
              "FA-STATE-1",
              "FA-STATE-2",
              "FA-STATE-3",
              "FA-STATE-4",
              "FA-ABIL-2",
              "FA-COST-1",
              "FA-COST-2",
              "FA-COST-3",
              "FA-COST-4",
              "FA-COST-5",
              "FA-ABIL-3",
              "FA-ABIL-4",
              "FA-SKILL-2",
              "FA-SKILL-5",
            ],
          },
        },
        USE_EVENT_CARD: {
          guard: and(["bySomebodyInTheGame", "hasEventCard", "timingFits", "changeIsStated"]),
          actions: "useEventCard",
          meta: { clauses: ["FA-CARD-6"] },
        },
        USE_SUPPORT: {
          guard: and([
            "bySomebodyInTheGame",
            "supportWorks",
            "supportsAnother",
            "isNotItsOwnProxy",
            "notUsedInThisStep",
          ]),
          actions: ["markUsed", "support"],
          meta: {
            clauses: ["FA-SKILL-7", "FA-CARD-4", "FA-STATE-1", "FA-STATE-3", "FA-STATE-4", "FA-ABIL-4"],
          },
        },
        USE_HOUSEWORK: {
          guard: and(["bySomebodyInTheGame", "houseworkWorks", "isTappedAndNotItself"]),
          actions: ["payHousework", "resetOneCard"],
          meta: { clauses: ["FA-SKILL-8", "FA-CARD-4", "FA-STATE-1", "FA-STATE-4"] },
        },
        USE_INTUITION: {
          guard: and(["bySomebodyInTheGame", "intuitionWorks", "isARivalsEffect"]),
          actions: "cancelEffect",
          meta: { clauses: ["FA-SKILL-1", "FA-CARD-4", "FA-STATE-1", "FA-STATE-4"] },
        },
        PUT_TOKENS: {
          guard: and(["byTable", "tokensAreStated"]),
          actions: "putTokens",
          meta: { clauses: ["FA-TOK-1", "FA-TOK-2"] },
        },
        TURN_SERVANT: {
          guard: and(["byTable", "turnIsStated"]),
          actions: "turnServant",
          meta: { structural: "what a card does to a servant is written on the card" },
        },
        TURN_CARD: {
          guard: and(["byTable", "cardCanTurn"]),
          actions: "turnCard",
          meta: { structural: "what a card does to a servant is written on the card" },
        },
        CHANGE_MANA: {
          guard: and(["byTable", "amountIsStated"]),
          actions: "changeMana",
          meta: { structural: "what a card does to the mana is written on the card" },
        },
        CHANGE_SEALS: {
          guard: and(["byTable", "amountIsStated"]),
          actions: "changeSeals",
          meta: { structural: "what a card does to command seals is written on the card" },
        },
        MOVE_CARDS: {
          guard: and(["byTable", "cardsCanMove"]),
          actions: "moveCards",
          meta: { structural: "what a card does to a hand, the deck or the discard is written on the card" },
        },
        CHANGE_CODE: {
          guard: and(["byTable", "codeCanChange"]),
          actions: "changeCode",
          meta: { structural: "what a card does to a mystic code is written on the card" },
        },
        CHANGE_STAT: {
          guard: and(["byTable", "statIsStated"]),
          actions: "changeStat",
          meta: { structural: "what a card does to a stat is written on the card" },
        },
      },
      states: {
        turn: {
          meta: { clauses: ["FA-SET-1", "FA-ABIL-4"] },
          initial: "reset",
          // The rest of a fallen player's turn is dropped (reading 28), but for the losses of a battle (reading 8).
          always: { guard: "turnPlayerIsOut", target: "turnOver", meta: { clauses: ["FA-WIN-3"] } },
          states: {
            reset: {
              meta: { clauses: ["FA-TURN-1"] },
              entry: "resetCards",
              always: {
                actions: { type: "beginDraw", params: { cards: 1 } },
                target: "draw",
                meta: { clauses: ["FA-TURN-2"] },
              },
            },

            draw: {
              meta: { clauses: ["FA-TURN-2"], asks: "chance" },
              entry: { type: "beginStep", params: { step: "draw" } },
              always: { guard: "nothingToDraw", target: "ritual", meta: { clauses: ["FA-TURN-2"] } },
              on: {
                DRAW: {
                  guard: and(["byChance", "deckHoldsThem"]),
                  actions: "draw",
                  meta: { clauses: ["FA-TURN-2"] },
                },
              },
            },

            ritual: {
              meta: { clauses: ["FA-RIT-1"] },
              entry: { type: "beginStep", params: { step: "ritual" } },
              initial: "act",
              states: {
                act: {
                  meta: { clauses: ["FA-RIT-1"], asks: "turnPlayer" },
                  on: {
                    EQUIP: {
                      guard: and([
                        "byTurnPlayer",
                        "codeInHand",
                        "codeIsNew",
                        "codeIsStated",
                        "noneEquippedYet",
                        "capIsKept",
                      ]),
                      actions: "equip",
                      meta: {
                        clauses: ["FA-RIT-1", "FA-RIT-3", "FA-RIT-4", "FA-RIT-6", "FA-CARD-4", "FA-CARD-5"],
                      },
                    },
                    EXTEND_CAP: {
                      guard: and(["byTurnPlayer", "cardInHand"]),
                      actions: "extendCap",
                      meta: { clauses: ["FA-RIT-5"] },
                    },
                    REVEAL: {
                      guard: and(["byTurnPlayer", "cardIsFaceDown"]),
                      actions: ["reveal", { type: "beginDraw", params: { cards: CARDS_PER_REVEAL } }],
                      target: "drawTwo",
                      meta: { clauses: ["FA-RIT-1", "FA-RIT-7"] },
                    },
                    END_RITUAL: [
                      {
                        guard: and(["byTurnPlayer", "ritualWasUsed"]),
                        target: "#fate-ace-royal.play.turn.encounter",
                        meta: { clauses: ["FA-RIT-2", "FA-ENC-1"] },
                      },
                      {
                        guard: "byTurnPlayer",
                        target: "#fate-ace-royal.play.turn.battle",
                        meta: { clauses: ["FA-RIT-2", "FA-ENC-1"] },
                      },
                    ],
                  },
                },
                drawTwo: {
                  meta: { clauses: ["FA-RIT-7"], asks: "chance" },
                  always: { guard: "nothingToDraw", target: "act", meta: { clauses: ["FA-RIT-7"] } },
                  on: {
                    DRAW: {
                      guard: and(["byChance", "deckHoldsThem"]),
                      actions: "draw",
                      meta: { clauses: ["FA-RIT-7"] },
                    },
                  },
                },
              },
            },

            encounter: {
              meta: { clauses: ["FA-ENC-1", "FA-ENC-2", "FA-PREP-2"], asks: "chance" },
              entry: { type: "beginStep", params: { step: "encounter" } },
              on: {
                ROLL_ENCOUNTER: [
                  {
                    guard: and(["byChance", "isADie", "dieShowsOne", "mayBeForced"]),
                    actions: "recordDie",
                    target: "battle.forced",
                    meta: { clauses: ["FA-ENC-2"] },
                  },
                  {
                    guard: and(["byChance", "isADie"]),
                    actions: "recordDie",
                    target: "endPhase",
                    meta: { clauses: ["FA-ENC-2"] },
                  },
                ],
              },
            },

            battle: {
              meta: { clauses: ["FA-BAT-1", "FA-BAT-2"] },
              initial: "voluntary",
              // Nobody fights on against a player who is out; what was dealt before the loss step is still taken (reading 8).
              always: { guard: "battleBreaksOff", target: "endPhase", meta: { clauses: ["FA-WIN-3"] } },
              states: {
                voluntary: {
                  meta: { clauses: ["FA-BAT-1"], asks: "turnPlayer" },
                  entry: { type: "beginStep", params: { step: "battle" } },
                  on: {
                    ATTACK: {
                      guard: and(["byTurnPlayer", "servantMayAttack", "targetIsARival"]),
                      actions: { type: "beginBattle", params: { forced: false } },
                      target: "disclosure",
                      meta: { clauses: ["FA-BAT-1", "FA-STATE-2", "FA-STATE-3", "FA-STATE-4"] },
                    },
                    DECLINE: {
                      guard: "byTurnPlayer",
                      target: "#fate-ace-royal.play.turn.endPhase",
                      meta: { clauses: ["FA-BAT-1"] },
                    },
                  },
                },

                forced: {
                  meta: { clauses: ["FA-BAT-2", "FA-BAT-3"], asks: "chance" },
                  entry: { type: "beginStep", params: { step: "battle" } },
                  on: {
                    PICK_TARGET: {
                      guard: and(["byChance", "targetIsARival"]),
                      actions: { type: "beginBattle", params: { forced: true } },
                      target: "disclosure",
                      meta: { clauses: ["FA-BAT-2", "FA-BAT-3"] },
                    },
                  },
                },

                disclosure: {
                  meta: { clauses: ["FA-BAT-4"] },
                  entry: "disclose",
                  always: [
                    {
                      guard: "rolesSwap",
                      actions: "swapRoles",
                      target: "engagement",
                      meta: { clauses: ["FA-BAT-3"] },
                    },
                    { target: "engagement", meta: { clauses: ["FA-BAT-5"] } },
                  ],
                },

                engagement: {
                  meta: { clauses: ["FA-BAT-5", "FA-PROXY-1"], asks: { context: "battle.toPass" } },
                  entry: { type: "beginStep", params: { step: "engagement" } },
                  on: {
                    ACTIVATE_PROXY: {
                      guard: and([
                        "byWhoMayPass",
                        "hasNoProxy",
                        "proxyIsStated",
                        "cardWorks",
                        "servantAllowsIt",
                        "notUsedInThisStep",
                        "tapsCanBePaid",
                        "discardsCanBePaid",
                      ]),
                      actions: ["payCost", "markUsed", "callProxy"],
                      meta: {
                        clauses: ["FA-PROXY-1", "FA-STATE-1", "FA-STATE-2", "FA-STATE-3", "FA-STATE-4"],
                      },
                    },
                    PASS: { guard: "byWhoMayPass", actions: "pass", meta: { clauses: ["FA-BAT-5"] } },
                    // One answer for everybody who has still to go on from a step.
                    ALL_PASS: { guard: "byTable", actions: "passAll", meta: { clauses: ["FA-BAT-5"] } },
                  },
                  always: [
                    {
                      guard: and(["allPassed", "attackStands"]),
                      actions: "engage",
                      target: "attack",
                      meta: { clauses: ["FA-BAT-5", "FA-BAT-6"] },
                    },
                    {
                      guard: "allPassed",
                      target: "#fate-ace-royal.play.turn.endPhase",
                      meta: { clauses: ["FA-BAT-6"] },
                    },
                  ],
                },

                attack: {
                  meta: { clauses: ["FA-BAT-7", "FA-BAT-6"], asks: { context: "battle.attacker" } },
                  entry: { type: "beginStep", params: { step: "attack" } },
                  on: {
                    CHOOSE_SYSTEM: {
                      guard: and(["byAttacker", "isASystem"]),
                      actions: "chooseAttack",
                      target: "attackDamage",
                      meta: { clauses: ["FA-BAT-7"] },
                    },
                  },
                },

                // A step of its own: what may be used at any time or in this step comes before the damage.
                attackDamage: {
                  meta: {
                    clauses: [
                      "FA-BAT-8",
                      "FA-CARD-2",
                      "FA-CARD-4",
                      "FA-ABIL-1",
                      "FA-SET-9",
                      "FA-SKILL-2",
                      "FA-SKILL-4.1",
                      "FA-SKILL-4.2",
                      "FA-SKILL-5",
                      "FA-SKILL-6",
                    ],
                    asks: { context: "battle.toPass" },
                  },
                  entry: ["askBattlers", { type: "beginStep", params: { step: "attackDamage" } }],
                  on: {
                    PASS: { guard: "byWhoMayPass", actions: "pass", meta: { clauses: ["FA-BAT-8"] } },
                    ALL_PASS: { guard: "byTable", actions: "passAll", meta: { clauses: ["FA-BAT-8"] } },
                  },
                  always: {
                    guard: "allPassed",
                    actions: "dealAttackDamage",
                    target: "counter",
                    meta: { clauses: ["FA-BAT-8", "FA-BAT-9"] },
                  },
                },

                counter: {
                  meta: {
                    clauses: ["FA-BAT-9", "FA-STATE-3", "FA-STATE-4"],
                    asks: { context: "battle.defender" },
                  },
                  entry: { type: "beginStep", params: { step: "counter" } },
                  on: {
                    CHOOSE_SYSTEM: [
                      {
                        guard: and(["byDefender", "isASystem", "initiativeHolds"]),
                        actions: "chooseCounter",
                        target: "loss",
                        meta: { clauses: ["FA-SKILL-3.1", "FA-SKILL-3.2"] },
                      },
                      {
                        guard: and(["byDefender", "isASystem"]),
                        actions: "chooseCounter",
                        target: "counterDamage",
                        meta: { clauses: ["FA-BAT-9"] },
                      },
                    ],
                  },
                },

                counterDamage: {
                  meta: {
                    clauses: [
                      "FA-BAT-10",
                      "FA-CARD-4",
                      "FA-ABIL-1",
                      "FA-SET-9",
                      "FA-SKILL-4.1",
                      "FA-SKILL-4.2",
                      "FA-SKILL-6",
                    ],
                    asks: { context: "battle.toPass" },
                  },
                  entry: ["askBattlers", { type: "beginStep", params: { step: "counterDamage" } }],
                  on: {
                    PASS: { guard: "byWhoMayPass", actions: "pass", meta: { clauses: ["FA-BAT-10"] } },
                    ALL_PASS: { guard: "byTable", actions: "passAll", meta: { clauses: ["FA-BAT-10"] } },
                  },
                  always: {
                    guard: "allPassed",
                    actions: "dealCounterDamage",
                    target: "loss",
                    meta: { clauses: ["FA-BAT-10", "FA-BAT-11"] },
                  },
                },

                loss: {
                  meta: { clauses: ["FA-BAT-11"], asks: { context: "battle.toPass" } },
                  entry: ["askBattlers", { type: "beginStep", params: { step: "loss" } }],
                  on: {
                    PASS: { guard: "byWhoMayPass", actions: "pass", meta: { clauses: ["FA-BAT-11"] } },
                    ALL_PASS: { guard: "byTable", actions: "passAll", meta: { clauses: ["FA-BAT-11"] } },
                  },
                  always: { guard: "allPassed", target: "manaLoss", meta: { clauses: ["FA-BAT-11"] } },
                },

                // If a battler has to go out, `play` takes over first; the survivor then retreats (reading 8).
                manaLoss: {
                  meta: { clauses: ["FA-BAT-11", "FA-PROXY-1"] },
                  entry: "loseMana",
                  always: {
                    guard: "gameGoesOn",
                    target: "proxyAftermath",
                    meta: { clauses: ["FA-BAT-11", "FA-WIN-3"] },
                  },
                },

                proxyAftermath: {
                  meta: { clauses: ["FA-PROXY-2", "FA-PROXY-3", "FA-PROXY-4"] },
                  entry: "payForProxies",
                  always: { target: "retreat", meta: { clauses: ["FA-BAT-12"] } },
                },

                retreat: {
                  meta: { clauses: ["FA-BAT-12"] },
                  entry: ["tapTheHurt", { type: "beginStep", params: { step: "retreat" } }],
                  always: [
                    { guard: "raiderMayTake", target: "take", meta: { clauses: ["FA-BAT-13"] } },
                    { target: "#fate-ace-royal.play.turn.endPhase", meta: { clauses: ["FA-END-1"] } },
                  ],
                },

                take: {
                  meta: { clauses: ["FA-BAT-13"], asks: { context: "battle.raider" } },
                  on: {
                    TAKE_CARD: { guard: "byRaider", target: "pickCard", meta: { clauses: ["FA-BAT-13"] } },
                    LEAVE_CARD: {
                      guard: "byRaider",
                      target: "#fate-ace-royal.play.turn.endPhase",
                      meta: { clauses: ["FA-BAT-13"] },
                    },
                  },
                },

                pickCard: {
                  meta: { clauses: ["FA-BAT-13"], asks: "chance" },
                  on: {
                    PICK_CARD: {
                      guard: and(["byChance", "loserHoldsThatKind"]),
                      actions: "takeCard",
                      target: "#fate-ace-royal.play.turn.endPhase",
                      meta: { clauses: ["FA-BAT-13"] },
                    },
                  },
                  // An effect may have emptied the hand meanwhile.
                  always: {
                    guard: not("raiderMayTake"),
                    target: "#fate-ace-royal.play.turn.endPhase",
                    meta: { clauses: ["FA-END-1"] },
                  },
                },
              },
            },

            endPhase: {
              meta: { clauses: ["FA-END-1"], asks: "turnPlayer" },
              entry: { type: "beginStep", params: { step: "end" } },
              on: {
                DISCARD: {
                  guard: and(["byTurnPlayer", "discardsTheExcess"]),
                  actions: "discardCards",
                  meta: { clauses: ["FA-END-1"] },
                },
              },
              always: {
                guard: "handIsWithinLimit",
                target: "#fate-ace-royal.play.turnOver",
                meta: { clauses: ["FA-END-1"] },
              },
            },
          },
        },

        turnOver: {
          meta: { clauses: ["FA-ABIL-3", "FA-COIN-1"] },
          entry: ["endTurnEffects", "countTurn"],
          initial: "check",
          states: {
            // If somebody has to go out, the way on is closed and `play` takes over.
            check: {
              meta: { clauses: ["FA-WIN-3", "FA-WIN-4"] },
              always: [
                {
                  guard: and(["gameGoesOn", "coinIsDue"]),
                  target: "passCoin",
                  meta: { clauses: ["FA-COIN-1", "FA-COIN-4"] },
                },
                { guard: "gameGoesOn", target: "nextTurn", meta: { clauses: ["FA-SET-1"] } },
              ],
            },
            passCoin: {
              meta: { clauses: ["FA-COIN-1", "FA-COIN-2", "FA-COIN-3", "FA-COIN-4", "FA-PREP-3"] },
              entry: "passCoin",
              always: { target: "check", meta: { clauses: ["FA-WIN-3"] } },
            },
            nextTurn: {
              meta: { clauses: ["FA-SET-1"] },
              entry: "passTurn",
              always: { target: "#fate-ace-royal.play.turn", meta: { clauses: ["FA-SET-1"] } },
            },
          },
        },
      },
    },

    won: { meta: { clauses: ["FA-WIN-1"] }, type: "final" },
    drawn: { meta: { clauses: ["FA-WIN-2"] }, type: "final" },
  },
});
