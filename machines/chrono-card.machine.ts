/**
 * Chrono Card TCG: two or more players, one turn after the other, in four phases or five.
 *
 *   turn
 *     startPhase    begin > order > uncheck | recover | liftRestrictions | takeTokens | trigger
 *     drawPhase     begin > order > draw | trigger, then round > close
 *     mainPhase     open; left for a Charm and taken up again by `resume`
 *     charmPhase    defence > effect > damage > close; at each timing order > trigger when triggers are due
 *     endPhase      begin > order > handLimit (discard) | faceDown | restoreDp | trigger
 *     chain         window > process > resolve > next      every declaration, wherever it was made
 *     phaseChange   victoryCheck > resetEp                 between any two phases
 *     passTurn      the next player's turn
 *   gameOver
 *
 * `order` is where the turn player says what comes first when several things are due. Cards in deck, hand
 * and discard are counted; cards on the field have names, because declarations point at them.
 * Clause ids (CC-...) are those of rulesets/chrono-card; "reading n" is an entry of its readings.json.
 */
import { and, assertEvent, assign, not, setup } from "xstate";

// ---- What the machine knows ----

export type CardKind = "heroine" | "character" | "item" | "bg" | "bgm";

/** A card on a field. Who has the field uses the card. */
export interface Card {
  name: string;
  kind: CardKind;
  /** To whose discard it goes; an effect may have brought it to another field (reading 28). */
  owner: string;
  /** Used: laid sideways. */
  checked: boolean;
  faceDown: boolean;
  /** Came this turn: the first-turn restriction. */
  restricted: boolean;
  /** Performance tokens of a BGM. */
  tokens: number;
  /** The DP that the card has of itself; null when nobody stated it. */
  dp: number | null;
  /** What was taken off the DP this turn. */
  damage: number;
}

export interface Player {
  id: string;
  deck: number;
  hand: number;
  discard: number;
  handLimit: number;
  /** Stored EP: made and not yet spent. */
  ep: number;
  field: Card[];
  /** Had to draw more than the deck held since the last victory check, which looks at it (reading 3). */
  drewShort: boolean;
  /** Reported as defeated. A report may be taken back; the victory check alone acts on it. */
  defeated: boolean;
  /** Found defeated by a victory check. */
  out: boolean;
}

/** What a card text does, as far as the rules can see it. */
export type EffectKind =
  | "none"
  | "damage"
  | "check"
  | "uncheck"
  | "turnDown"
  | "putAway"
  | "takeControl"
  | "draw"
  | "handLimit"
  | "damageChange";

export interface Change {
  effect: EffectKind;
  /** A card on the field, or a player. */
  target: string | null;
  amount: number;
}

/** The timings of the Charm phase (CC-4.6). */
export type CharmTiming = "defence" | "effect" | "charmEnd";

/** When a trigger comes up: in a phase, or at a timing of the Charm phase; `charmEnd` is after the damage. */
export type TriggerPhase = "start" | "draw" | CharmTiming | "end";

export interface Trigger {
  skill: string;
  /** Whose skill it is. */
  player: string;
  phase: TriggerPhase;
  /** In whose turn it comes up; null is in the next one that gets there (reading 27). */
  turnOf: string | null;
  change: Change;
}

/** Something that a phase has to get done: one of its own steps, or a trigger by the name of its skill. */
export interface Task {
  name: string;
  /** Whose trigger it is; null for a step of the phase. */
  player: string | null;
  change: Change;
}

export type DeclarationKind = "card" | "event" | "skill" | "draw" | "charm" | "endOfMain";

export interface Charm {
  target: string | null;
  timing: CharmTiming | null;
  attackers: string[];
  supporters: string[];
  defenders: string[];
  /** What effects add to the damage of a character, or take from it. */
  changes: { target: string; amount: number }[];
}

export interface Declaration {
  /** Counted through the game, from 1. */
  id: number;
  by: string;
  kind: DeclarationKind;
  /** The card or skill that is used; else what is declared, as in `kind`. */
  name: string;
  /** The card on the field whose A.Skill it is. */
  user: string | null;
  /** What enters the field. */
  card: Card | null;
  change: Change;
  charm: Charm | null;
  status: "declared" | "processed" | "failed";
}

/** Where a chain goes on when it is empty. */
export type Home = "drawOrder" | "drawRound" | "main" | "charmEffect";

export type Phase = "draw" | "main" | "charm" | "resumedMain" | "end" | "nextTurn";

export interface Round {
  asked: string[];
  after: string[];
}

/** Where players are asked one by one: after the draw, and in the effect timing. */
export type Timing = "draw" | "effect";

export interface Context {
  seats: string[];
  turnPlayer: string;
  turnNo: number;
  charmUsed: boolean;
  players: Player[];
  /** Triggers that wait for their phase. */
  triggers: Trigger[];
  tasks: { todo: Task[]; chosen: Task | null; asListed: boolean };
  /** Who is asked now whether to declare, and who comes after. */
  round: Round;
  /**
   * Declarations, the newest last; who has still to answer; whether all have accepted beforehand that the newest one is
   * processed; what an agreed declaration opens.
   */
  chain: {
    home: Home;
    stack: Declaration[];
    waiting: string[];
    accepted: boolean;
    opens: "charm" | "end" | null;
    nextId: number;
  };
  charm: Charm;
  nextPhase: Phase | null;
  lastCheck: { before: Phase | null; newlyOut: string[] };
  winner: string | null;
  readings: Readings;
}

/** Open points of the rules that may be read one way or the other. */
export interface Readings {
  /** Reading 1: is going from Main to Charm and back a change of phase? */
  charmSwitch: "phaseChange" | "noChange";
  /** Reading 4: with whom does the asking begin anew after a declaration? */
  effectRound: "fromTurnPlayer" | "goOn";
  /** Reading 5: may characters support when no Heroine attacks? */
  support: "free" | "withHeroine";
  /** Reading 6: what does the first-turn restriction forbid? */
  restriction: "noAttackNoSkill" | "nothing";
  /** Reading 8: is a Charm that fails in the chain used up? */
  failedCharm: "spent" | "free";
  /** Reading 11: whose cards and BGM does the start phase see to? */
  startCards: "turnPlayer" | "everyone";
  /** Reading 19: may a checked character defend? */
  defenders: "any" | "unchecked";
  /** Reading 22: how far is a hand over its limit discarded? */
  discardTo: "atOrBelow" | "exactly";
  /** Reading 23: is the work of the end phase looked at again when it comes up after its turn? */
  endWork: "once" | "again";
  /** Reading 24: in which order may players declare after the draw? */
  drawAsking: "inTurn" | "anyOrder";
  /** Reading 25: may cards that lie face down attack, support, defend and use A.Skills? */
  faceDownCards: "idle" | "active";
}

/** Every field may be left out: two players P1 and P2, 40 cards, 5 in hand, and the first reading of each kind. */
export interface Input {
  seats?: string[];
  /** Cards of a deck, opening hand included. */
  cards?: number;
  /** Cards of an opening hand. */
  hand?: number;
  charmSwitch?: "phaseChange" | "noChange";
  effectRound?: "fromTurnPlayer" | "goOn";
  support?: "free" | "withHeroine";
  restriction?: "noAttackNoSkill" | "nothing";
  failedCharm?: "spent" | "free";
  startCards?: "turnPlayer" | "everyone";
  defenders?: "any" | "unchecked";
  discardTo?: "atOrBelow" | "exactly";
  endWork?: "once" | "again";
  drawAsking?: "inTurn" | "anyOrder";
  faceDownCards?: "idle" | "active";
}

export type Event =
  // what a phase has to get done
  | { type: "PROCESS"; by: string; task: string }
  | { type: "PROCESS_AS_LISTED"; by: string }
  | { type: "DISCARD"; by: string; count: number }
  // declarations
  | {
      type: "PLAY_CARD";
      by: string;
      name: string;
      kind: "character" | "item" | "bg" | "bgm";
      cost: number;
      dp: number;
      tokens: number;
    }
  | {
      type: "USE_EVENT";
      by: string;
      card: string;
      cost: number;
      effect: EffectKind;
      target?: string;
      amount?: number;
    }
  | {
      type: "USE_SKILL";
      by: string;
      user: string;
      skill: string;
      cost: number;
      effect: EffectKind;
      target?: string;
      amount?: number;
    }
  | { type: "MAKE_EP"; by: string; amount: number }
  | { type: "DECLARE_CHARM"; by: string; target: string; attackers: string[]; supporters: string[] }
  | { type: "END_MAIN"; by: string }
  | { type: "DECLARE_DEFENCE"; by: string; defenders: string[] }
  | { type: "DECLARE_NO_DEFENCE"; by: string }
  // answers
  | { type: "PASS"; by: string }
  | { type: "CONFIRM"; by: string }
  | { type: "ACCEPT"; by: string }
  | { type: "ALL_AGREE"; by: "table" }
  // facts of card texts
  | { type: "DEAL_DAMAGE"; by: "table"; cards: string[]; amounts: number[]; downed: string[] }
  | {
      type: "REPORT_TRIGGER";
      by: "table";
      skill: string;
      /** Whose skill it is. */
      player: string;
      phase: TriggerPhase;
      /** In whose turn it comes up; left out when it is the next one that gets there. */
      turnOf?: string;
      effect: EffectKind;
      target?: string;
      amount?: number;
    }
  | { type: "REPORT_DEFEAT"; by: "table"; player: string }
  | { type: "WITHDRAW_DEFEAT"; by: "table"; player: string };

export interface Output {
  /** Null when the last players were defeated together. */
  winner: string | null;
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

// ---- Numbers and lists of the rules ----

const HAND_LIMIT = 5; // CC-5.9

const START_TASKS = ["uncheck", "recover", "liftRestrictions", "takeTokens"]; // CC-1.4 to CC-1.7
const DRAW_TASKS = ["draw"]; // CC-2.4
const END_TASKS = ["handLimit", "faceDown", "restoreDp"]; // CC-5.6 to CC-5.8
const OWN_TASKS = [...START_TASKS, ...DRAW_TASKS, ...END_TASKS];

const PHASES_WITH_TRIGGERS: TriggerPhase[] = ["start", "draw", "defence", "effect", "charmEnd", "end"];
const PLAYED_KINDS: CardKind[] = ["character", "item", "bg", "bgm"];

const NO_CHANGE: Change = { effect: "none", target: null, amount: 0 };
const NO_CHARM: Charm = {
  target: null,
  timing: null,
  attackers: [],
  supporters: [],
  defenders: [],
  changes: [],
};

// ---- Words that guards and actions use ----

const isWhole = (n: number) => n % 1 === 0;

const isCount = (n: number) => isWhole(n) && n >= 0;

const playerOf = (context: Context, seat: string) => context.players.find((p) => p.id === seat);

/** Players that no victory check has found defeated. */
const living = (context: Context) => context.players.filter((p) => !p.out).map((p) => p.id);

const others = (context: Context, seat: string) => living(context).filter((s) => s !== seat);

/** The list in its own order, but beginning with `first`. */
const from = (list: string[], first: string) => [
  ...list.slice(list.indexOf(first)),
  ...list.slice(0, list.indexOf(first)),
];

/** A round among these players: one by one in this order, or all at once (reading 24). */
const roundOf = (context: Context, seats: string[], timing: Timing): Round =>
  timing === "draw" && context.readings.drawAsking === "anyOrder"
    ? { asked: seats, after: [] }
    : { asked: seats.slice(0, 1), after: seats.slice(1) };

const cardsOf = (players: Player[]) => players.flatMap((p) => p.field);

const allCards = (context: Context) => cardsOf(context.players);

/** How many of these cards go to that player's discard, on whatever field they lay (CC-5.7). */
const ownedBy = (cards: Card[], seat: string) => cards.filter((c) => c.owner === seat).length;

const isCharacter = (card: Card) => card.kind === "character" || card.kind === "heroine";

const isOnField = (context: Context, name: string) => allCards(context).some((c) => c.name === name);

const hasOnField = (context: Context, seat: string, name: string) =>
  (playerOf(context, seat)?.field ?? []).some((c) => c.name === name);

const isCharacterOnField = (context: Context, name: string) =>
  allCards(context).some((c) => c.name === name && isCharacter(c));

const isHeroine = (context: Context, name: string) =>
  allCards(context).some((c) => c.name === name && c.kind === "heroine");

const areDistinct = (names: string[]) => names.every((name, i) => names.indexOf(name) === i);

const isRestricted = (context: Context, card: Card) =>
  card.restricted && context.readings.restriction === "noAttackNoSkill";

/** Lies face down and can therefore do nothing (reading 25). */
const isIdle = (context: Context, card: Card) => card.faceDown && context.readings.faceDownCards === "idle";

/** An unchecked character of that player that may attack or support (CC-3.5). */
const mayTakePart = (context: Context, seat: string, name: string) =>
  (playerOf(context, seat)?.field ?? []).some(
    (c) =>
      c.name === name && isCharacter(c) && !c.checked && !isIdle(context, c) && !isRestricted(context, c),
  );

const mayDefend = (context: Context, seat: string, name: string) =>
  (playerOf(context, seat)?.field ?? []).some(
    (c) =>
      c.name === name &&
      isCharacter(c) &&
      !isIdle(context, c) &&
      (!c.checked || context.readings.defenders === "any"),
  );

const takesPart = (charm: Charm, name: string) =>
  charm.attackers.includes(name) || charm.supporters.includes(name) || charm.defenders.includes(name);

/** A card whose A.Skill that player may use: own, not idle, not in the Charm, not restricted (CC-4-E.2). */
const mayUseSkillOf = (context: Context, seat: string, name: string) =>
  (playerOf(context, seat)?.field ?? []).some(
    (c) =>
      c.name === name &&
      !isIdle(context, c) &&
      !isRestricted(context, c) &&
      !takesPart(context.charm, c.name),
  );

/** A character, and by how much the damage of a Charm to it changes. */
const isDamageChange = (context: Context, change: { target?: string; amount?: number }) =>
  isCharacterOnField(context, change.target!) && isWhole(change.amount!) && change.amount !== 0;

/** Nothing at all, or one effect of that player with the target and the amount that it needs. */
const isChange = (
  context: Context,
  seat: string,
  change: { effect: EffectKind; target?: string; amount?: number },
) =>
  change.effect === "none"
    ? !change.target && !change.amount
    : change.effect === "draw"
      ? living(context).includes(change.target!) && isWhole(change.amount!) && change.amount! >= 1
      : change.effect === "handLimit"
        ? living(context).includes(change.target!) && isWhole(change.amount!) && change.amount !== 0
        : change.effect === "damage"
          ? isCharacterOnField(context, change.target!) && isWhole(change.amount!) && change.amount! >= 1
          : change.effect === "damageChange"
            ? context.charm.target !== null && isDamageChange(context, change)
            : change.effect === "putAway" || change.effect === "takeControl"
              ? isOnField(context, change.target!) &&
                !isHeroine(context, change.target!) &&
                !change.amount &&
                (change.effect === "putAway" || !hasOnField(context, seat, change.target!))
              : ["check", "uncheck", "turnDown"].includes(change.effect) &&
                isOnField(context, change.target!) &&
                !change.amount;

const changeOf = (event: { effect: EffectKind; target?: string; amount?: number }): Change => ({
  effect: event.effect,
  target: event.target ?? null,
  amount: event.amount ?? 0,
});

/** What the change points at is still there. */
const targetRemains = (context: Context, change: Change) =>
  change.target === null || living(context).includes(change.target) || isOnField(context, change.target);

/** Draws as far as the deck goes. */
const draw = (player: Player, wanted: number): Player => ({
  ...player,
  hand: player.hand + Math.min(player.deck, wanted),
  deck: player.deck - Math.min(player.deck, wanted),
  drewShort: player.drewShort || player.deck < wanted,
});

/** A reported defeat that was not taken back, or a card to draw with neither deck nor discard left (reading 3). */
const isDefeated = (player: Player) => player.defeated || (player.drewShort && player.discard === 0);

const changedCard = (card: Card, change: Change): Card =>
  card.name !== change.target
    ? card
    : change.effect === "damage"
      ? { ...card, damage: card.damage + change.amount }
      : change.effect === "check"
        ? { ...card, checked: true }
        : change.effect === "uncheck"
          ? { ...card, checked: false }
          : change.effect === "turnDown"
            ? { ...card, faceDown: true }
            : card;

/** A hand limit that would fall below 0 becomes 0 (CC-5.10). */
const changedPlayer = (player: Player, change: Change): Player =>
  player.id !== change.target
    ? player
    : change.effect === "draw"
      ? draw(player, change.amount)
      : change.effect === "handLimit"
        ? { ...player, handLimit: Math.max(0, player.handLimit + change.amount) }
        : player;

const isPutAway = (card: Card, change: Change) => change.effect === "putAway" && card.name === change.target;

const isTaken = (card: Card, change: Change) =>
  change.effect === "takeControl" && card.name === change.target;

/** The players after an effect of one of them. A card that is put away goes to its owner, one that is taken to that player. */
const changed = (players: Player[], seat: string | null, change: Change) =>
  players.map((p) =>
    changedPlayer(
      {
        ...p,
        discard:
          p.discard +
          ownedBy(
            cardsOf(players).filter((c) => isPutAway(c, change)),
            p.id,
          ),
        field: [
          ...p.field
            .filter((c) => !isPutAway(c, change) && !isTaken(c, change))
            .map((c) => changedCard(c, change)),
          ...(p.id === seat ? cardsOf(players).filter((c) => isTaken(c, change)) : []),
        ],
      },
      change,
    ),
  );

/** The Charm after an effect that may change its damage. */
const charmAfter = (charm: Charm, change: Change): Charm =>
  change.effect === "damageChange"
    ? { ...charm, changes: [...charm.changes, { target: change.target ?? "", amount: change.amount }] }
    : charm;

const topOf = (context: Context) => context.chain.stack.at(-1);

/** The chain with one more declaration, which all but its maker may interrupt (reading 9). */
const withDeclaration = (
  context: Context,
  by: string,
  kind: DeclarationKind,
  rest: { name?: string; user?: string; card?: Card; change?: Change; charm?: Charm },
) => ({
  ...context.chain,
  stack: [
    ...context.chain.stack,
    {
      id: context.chain.nextId,
      by,
      kind,
      name: rest.name ?? kind,
      user: rest.user ?? null,
      card: rest.card ?? null,
      change: rest.change ?? NO_CHANGE,
      charm: rest.charm ?? null,
      status: "declared" as const,
    },
  ],
  waiting: others(context, by),
  nextId: context.chain.nextId + 1,
});

const paid = (players: Player[], seat: string, cards: number, cost: number) =>
  players.map((p) => (p.id === seat ? { ...p, hand: p.hand - cards, ep: p.ep - cost } : p));

/** What effects change the damage of a card in this Charm by. */
const damageChange = (context: Context, name: string) =>
  context.charm.changes
    .filter((change) => change.target === name)
    .reduce((sum, change) => sum + change.amount, 0);

/** What the rules work out from where the game stands, for whoever shows it. Guards and actions use the same functions. */
export const derived = {
  /** What is left of the DP of each card of which it was told. */
  dpLeft: (context: Context) =>
    allCards(context)
      .filter((c) => c.dp !== null)
      .map((c) => ({ name: c.name, dp: c.dp! - c.damage })),
  /** What effects add to the damage that is to come, or take from it. */
  damageChanges: (context: Context) =>
    [...new Set(context.charm.changes.map((change) => change.target))].map((name) => ({
      name,
      amount: damageChange(context, name),
    })),
  /** Who holds more cards than the limit, and how many more. */
  overLimit: (context: Context) =>
    context.players
      .filter((p) => p.hand > p.handLimit)
      .map((p) => ({ id: p.id, amount: p.hand - p.handLimit })),
};

/** Fields whose cards the start phase sees to (reading 11). */
const inStart = (context: Context, player: Player) =>
  player.id === context.turnPlayer || context.readings.startCards === "everyone";

const startCards = (context: Context) =>
  context.players.filter((p) => inStart(context, p)).flatMap((p) => p.field);

const isOverLimit = (context: Context) =>
  context.players.some((p) => p.id === context.turnPlayer && p.hand > p.handLimit);

const isTrigger = (task: Task) => !OWN_TASKS.includes(task.name);

/** The trigger comes up in this phase or timing of this turn (reading 27). */
const isDue = (context: Context, trigger: Trigger, phase: TriggerPhase | null) =>
  trigger.phase === phase && (trigger.turnOf ?? context.turnPlayer) === context.turnPlayer;

/** Whether one of the phase's own steps would change anything now. */
const hasWork = (context: Context, task: Task) =>
  task.name === "uncheck"
    ? startCards(context).some((c) => c.checked)
    : task.name === "recover"
      ? (playerOf(context, context.turnPlayer)?.field ?? []).some((c) => c.kind === "heroine" && c.faceDown)
      : task.name === "liftRestrictions"
        ? (playerOf(context, context.turnPlayer)?.field ?? []).some((c) => c.restricted)
        : task.name === "takeTokens"
          ? startCards(context).some((c) => c.kind === "bgm")
          : task.name === "handLimit"
            ? isOverLimit(context)
            : task.name === "faceDown"
              ? allCards(context).some((c) => c.faceDown && c.kind !== "heroine")
              : task.name === "restoreDp"
                ? allCards(context).some((c) => c.damage > 0)
                : true;

/** A BGM without a token to give goes to the discard (CC-1.7). */
const isSpentBgm = (card: Card) => card.kind === "bgm" && card.tokens === 0;

/** Face-down cards leave the field at the end of a turn, Heroines do not (CC-5.7). */
const leavesAtEnd = (card: Card) => card.faceDown && card.kind !== "heroine";

// ---- Input ----

const READINGS: { [K in keyof Readings]: Readings[K][] } = {
  charmSwitch: ["phaseChange", "noChange"],
  effectRound: ["fromTurnPlayer", "goOn"],
  support: ["free", "withHeroine"],
  restriction: ["noAttackNoSkill", "nothing"],
  failedCharm: ["spent", "free"],
  startCards: ["turnPlayer", "everyone"],
  defenders: ["any", "unchecked"],
  discardTo: ["atOrBelow", "exactly"],
  endWork: ["once", "again"],
  drawAsking: ["inTurn", "anyOrder"],
  faceDownCards: ["idle", "active"],
};

/** Gives the input back, or throws an error that names the field at fault. */
function checked(input: Input): Input {
  const seats: unknown = input.seats;
  if (seats !== undefined) {
    const ok =
      Array.isArray(seats) &&
      seats.length >= 2 &&
      seats.length <= 6 &&
      new Set(seats).size === seats.length &&
      seats.every((s) => typeof s === "string" && s !== "" && s !== "chance" && s !== "table");
    if (!ok)
      throw new Error("input.seats: two to six different names are needed, other than chance and table");
  }
  for (const [field, value] of Object.entries(input)) {
    if (field === "seats" || value === undefined) continue;
    if (field === "cards" || field === "hand") {
      if (!Number.isInteger(value) || Number(value) < 0)
        throw new Error(`input.${field}: a whole number from 0 is needed`);
      continue;
    }
    const values: string[] | undefined = Object.entries(READINGS).find(([name]) => name === field)?.[1];
    if (!values) throw new Error(`input.${field}: there is no such field`);
    if (!values.includes(value)) throw new Error(`input.${field}: one of ${values.join(", ")} is needed`);
  }
  if ((input.hand ?? 5) > (input.cards ?? 40))
    throw new Error("input.hand: an opening hand cannot hold more cards than there are");
  return input;
}

const start = (input: Input, seats: string[]): Context => ({
  seats,
  turnPlayer: seats[0]!,
  turnNo: 0,
  charmUsed: false,
  players: seats.map((id) => ({
    id,
    deck: (input.cards ?? 40) - (input.hand ?? 5),
    hand: input.hand ?? 5,
    discard: 0,
    handLimit: HAND_LIMIT,
    ep: 0,
    // Every field begins with a Heroine (reading 21).
    field: [
      {
        name: `${id}'s Heroine`,
        kind: "heroine",
        owner: id,
        checked: false,
        faceDown: false,
        restricted: false,
        tokens: 0,
        dp: null,
        damage: 0,
      },
    ],
    drewShort: false,
    defeated: false,
    out: false,
  })),
  triggers: [],
  tasks: { todo: [], chosen: null, asListed: false },
  round: { asked: [], after: [] },
  chain: { home: "main", stack: [], waiting: [], accepted: false, opens: null, nextId: 1 },
  charm: NO_CHARM,
  nextPhase: null,
  lastCheck: { before: null, newlyOut: [] },
  winner: null,
  readings: {
    charmSwitch: input.charmSwitch ?? "phaseChange",
    effectRound: input.effectRound ?? "fromTurnPlayer",
    support: input.support ?? "free",
    restriction: input.restriction ?? "noAttackNoSkill",
    failedCharm: input.failedCharm ?? "spent",
    startCards: input.startCards ?? "turnPlayer",
    defenders: input.defenders ?? "any",
    discardTo: input.discardTo ?? "atOrBelow",
    endWork: input.endWork ?? "once",
    drawAsking: input.drawAsking ?? "inTurn",
    faceDownCards: input.faceDownCards ?? "idle",
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
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    byAnyPlayer: ({ context, event }) => living(context).includes(event.by),
    byAskedPlayer: ({ context, event }) => context.round.asked.includes(event.by),
    byAnsweringPlayer: ({ context, event }) => context.chain.waiting.includes(event.by),
    byCharmedPlayer: ({ context, event }) => event.by === context.charm.target,
    byTable: ({ event }) => event.by === "table",

    // What a phase has to get done.
    noTaskLeft: ({ context }) => context.tasks.todo.length === 0,
    orderIsOpen: ({ context }) =>
      !context.tasks.asListed &&
      context.tasks.todo.length > 1 &&
      (context.tasks.todo.some((t) => isTrigger(t)) ||
        context.tasks.todo.filter((t) => hasWork(context, t)).length > 1),
    taskIsDue: ({ context, event }) =>
      event.type === "PROCESS" && context.tasks.todo.some((t) => t.name === event.task),
    chosenIs: ({ context }, params: { task: string }) => context.tasks.chosen?.name === params.task,
    handIsOverLimit: ({ context }) => isOverLimit(context),
    discardsDownToLimit: ({ context, event }) =>
      event.type === "DISCARD" &&
      isWhole(event.count) &&
      context.players.some(
        (p) =>
          p.id === event.by &&
          event.count >= p.hand - p.handLimit &&
          event.count <= (context.readings.discardTo === "exactly" ? p.hand - p.handLimit : p.hand),
      ),
    endWorkComesAgain: ({ context }) =>
      context.readings.endWork === "again" &&
      END_TASKS.some((name) => hasWork(context, { name, player: null, change: NO_CHANGE })),

    // Cards, A.Skills and EP.
    hasCardInHand: ({ context, event }) => (playerOf(context, event.by)?.hand ?? 0) >= 1,
    costIsPaid: ({ context, event }) =>
      (event.type === "PLAY_CARD" || event.type === "USE_EVENT" || event.type === "USE_SKILL") &&
      isCount(event.cost) &&
      event.cost <= (playerOf(context, event.by)?.ep ?? 0),
    cardIsStated: ({ event }) =>
      event.type === "PLAY_CARD" &&
      event.name?.length > 0 &&
      PLAYED_KINDS.includes(event.kind) &&
      isCount(event.dp) &&
      isCount(event.tokens) &&
      (event.kind === "character" || event.dp === 0) &&
      (event.kind === "bgm" || event.tokens === 0),
    cardNameIsNew: ({ context, event }) => event.type === "PLAY_CARD" && !isOnField(context, event.name),
    eventCardIsStated: ({ context, event }) =>
      event.type === "USE_EVENT" && event.card?.length > 0 && isChange(context, event.by, event),
    skillIsStated: ({ context, event }) =>
      event.type === "USE_SKILL" && event.skill?.length > 0 && isChange(context, event.by, event),
    skillUserIsReady: ({ context, event }) =>
      event.type === "USE_SKILL" && mayUseSkillOf(context, event.by, event.user),
    epIsStated: ({ event }) => event.type === "MAKE_EP" && isWhole(event.amount) && event.amount >= 1,

    // Charm.
    charmIsUnused: ({ context }) => !context.charmUsed,
    charmsAnotherPlayer: ({ context, event }) =>
      event.type === "DECLARE_CHARM" && others(context, event.by).includes(event.target),
    charmersAreReady: ({ context, event }) =>
      event.type === "DECLARE_CHARM" &&
      event.attackers?.length + event.supporters?.length >= 1 &&
      areDistinct([...event.attackers, ...event.supporters]) &&
      [...event.attackers, ...event.supporters].every((name) => mayTakePart(context, event.by, name)),
    supportIsOpen: ({ context, event }) =>
      event.type === "DECLARE_CHARM" &&
      (context.readings.support === "free" ||
        event.supporters?.length === 0 ||
        (event.supporters?.length === 1 && event.attackers?.some((name) => isHeroine(context, name)))),
    defendersAreReady: ({ context, event }) =>
      event.type === "DECLARE_DEFENCE" &&
      event.defenders?.length >= 1 &&
      areDistinct(event.defenders) &&
      event.defenders.every((name) => mayDefend(context, event.by, name)),
    damageIsStated: ({ context, event }) =>
      event.type === "DEAL_DAMAGE" &&
      event.cards?.length >= 0 &&
      event.amounts?.length === event.cards.length &&
      areDistinct(event.cards) &&
      event.cards.every((name) => isCharacterOnField(context, name)) &&
      event.amounts.every((amount) => isCount(amount)),
    downedAreStated: ({ context, event }) =>
      event.type === "DEAL_DAMAGE" &&
      event.downed?.length >= 0 &&
      areDistinct(event.downed) &&
      event.downed.every((name) => isCharacterOnField(context, name)),
    noTaskLeftAt: ({ context }, params: { timing: CharmTiming }) =>
      context.tasks.todo.length === 0 && context.charm.timing === params.timing,
    charmTriggerIsDue: ({ context }) => context.triggers.some((t) => isDue(context, t, context.charm.timing)),
    charmSwitchCounts: ({ context }) => context.readings.charmSwitch === "phaseChange",

    // Asking and answering.
    isLastToPass: ({ context }) => context.round.asked.length + context.round.after.length === 1,
    acceptedBeforehand: ({ context }) => context.chain.accepted,
    isLastToAnswer: ({ context }) => context.chain.waiting.length === 1,

    // The chain.
    stillHolds: ({ context }) =>
      context.chain.stack
        .slice(-1)
        .every(
          (d) =>
            targetRemains(context, d.change) &&
            (d.user === null || mayUseSkillOf(context, d.by, d.user)) &&
            [...(d.charm?.attackers ?? []), ...(d.charm?.supporters ?? [])].every((name) =>
              mayTakePart(context, d.by, name),
            ),
        ),
    topIs: ({ context }, params: { kind: DeclarationKind }) => topOf(context)?.kind === params.kind,
    moreDeclarations: ({ context }) => context.chain.stack.length > 0,
    opensCharm: ({ context }) => context.chain.opens === "charm",
    opensEnd: ({ context }) => context.chain.opens === "end",
    cameFrom: ({ context }, params: { home: Home }) => context.chain.home === params.home,

    // Facts from the table.
    triggerIsStated: ({ context, event }) =>
      event.type === "REPORT_TRIGGER" &&
      event.skill?.length > 0 &&
      PHASES_WITH_TRIGGERS.includes(event.phase) &&
      (event.effect === "damageChange"
        ? (event.phase === "defence" || event.phase === "effect") && isDamageChange(context, event)
        : isChange(context, event.player, event)),
    triggerNamesPlayers: ({ context, event }) =>
      event.type === "REPORT_TRIGGER" &&
      living(context).includes(event.player) &&
      (!event.turnOf || living(context).includes(event.turnOf)),
    triggerIsNew: ({ context, event }) =>
      event.type === "REPORT_TRIGGER" &&
      ![...OWN_TASKS, ...context.triggers.map((t) => t.skill)].includes(event.skill) &&
      !context.tasks.todo.some((t) => t.name === event.skill),
    namesUndefeatedPlayer: ({ context, event }) =>
      event.type === "REPORT_DEFEAT" && context.players.some((p) => p.id === event.player && !p.defeated),
    namesReportedPlayer: ({ context, event }) =>
      event.type === "WITHDRAW_DEFEAT" &&
      context.players.some((p) => p.id === event.player && p.defeated && !p.out),

    // Phase changes.
    gameIsDecided: ({ context }) => living(context).length <= 1,
    turnPlayerIsOut: ({ context }) => !living(context).includes(context.turnPlayer),
    charmedPlayerIsOut: ({ context }) => context.players.some((p) => p.id === context.charm.target && p.out),
    goesTo: ({ context }, params: { phase: Phase }) => context.nextPhase === params.phase,
  },

  actions: {
    // Turns and phases.
    beginTurn: assign({
      turnNo: ({ context }) => context.turnNo + 1,
      charmUsed: false,
      tasks: { todo: [], chosen: null, asListed: false },
      round: { asked: [], after: [] },
      chain: ({ context }) => ({
        home: "main" as const,
        stack: [],
        waiting: [],
        accepted: false,
        opens: null,
        nextId: context.chain.nextId,
      }),
      charm: NO_CHARM,
      nextPhase: null,
    }),
    headFor: assign({ nextPhase: (_, params: { phase: Phase }) => params.phase }),
    settleDefeats: assign({
      players: ({ context }) =>
        context.players.map((p) => ({ ...p, drewShort: false, out: p.out || isDefeated(p) })),
      lastCheck: ({ context }) => ({
        before: context.nextPhase,
        newlyOut: context.players.filter((p) => isDefeated(p) && !p.out).map((p) => p.id),
      }),
    }),
    resetEp: assign({ players: ({ context }) => context.players.map((p) => ({ ...p, ep: 0 })) }),
    passTurn: assign({
      turnPlayer: ({ context }) =>
        from(context.seats, context.turnPlayer)
          .slice(1)
          .find((seat) => living(context).includes(seat)) ?? context.turnPlayer,
    }),
    nameWinner: assign({ winner: ({ context }) => living(context)[0] ?? null }),

    // What a phase has to get done.
    listTasks: assign({
      tasks: (_, params: { names: string[] }) => ({
        todo: params.names.map((name) => ({ name, player: null, change: NO_CHANGE })),
        chosen: null,
        asListed: false,
      }),
    }),
    collectTriggers: assign({
      tasks: ({ context }, params: { phase: TriggerPhase | null }) => ({
        ...context.tasks,
        todo: [
          ...context.tasks.todo,
          ...context.triggers
            .filter((t) => isDue(context, t, params.phase))
            .map((t) => ({ name: t.skill, player: t.player, change: t.change })),
        ],
        // A trigger that has come up meanwhile reopens the choice.
        asListed: context.tasks.asListed && !context.triggers.some((t) => isDue(context, t, params.phase)),
      }),
      triggers: ({ context }, params: { phase: TriggerPhase | null }) =>
        context.triggers.filter((t) => !isDue(context, t, params.phase)),
    }),
    chooseTask: assign({
      tasks: ({ context, event }) => {
        assertEvent(event, "PROCESS");
        return {
          ...context.tasks,
          todo: context.tasks.todo.filter((t) => t.name !== event.task),
          chosen: context.tasks.todo.find((t) => t.name === event.task) ?? null,
        };
      },
    }),
    chooseAsListed: assign({ tasks: ({ context }) => ({ ...context.tasks, asListed: true }) }),
    takeFirstTask: assign({
      tasks: ({ context }) => ({
        ...context.tasks,
        todo: context.tasks.todo.slice(1),
        chosen: context.tasks.todo[0] ?? null,
      }),
    }),
    carryOutTrigger: assign({
      players: ({ context }) =>
        changed(
          context.players,
          context.tasks.chosen?.player ?? null,
          context.tasks.chosen?.change ?? NO_CHANGE,
        ),
      charm: ({ context }) => charmAfter(context.charm, context.tasks.chosen?.change ?? NO_CHANGE),
    }),

    // Start phase.
    uncheckCards: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          inStart(context, p) ? { ...p, field: p.field.map((c) => ({ ...c, checked: false })) } : p,
        ),
    }),
    recoverHeroine: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.turnPlayer
            ? { ...p, field: p.field.map((c) => (c.kind === "heroine" ? { ...c, faceDown: false } : c)) }
            : p,
        ),
    }),
    liftRestrictions: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.turnPlayer
            ? { ...p, field: p.field.map((c) => ({ ...c, restricted: false })) }
            : p,
        ),
    }),
    takeTokens: assign({
      players: ({ context }) =>
        context.players.map((p) => ({
          ...p,
          discard:
            p.discard +
            ownedBy(
              startCards(context).filter((c) => isSpentBgm(c)),
              p.id,
            ),
          field: inStart(context, p)
            ? p.field
                .filter((c) => !isSpentBgm(c))
                .map((c) => (c.kind === "bgm" ? { ...c, tokens: c.tokens - 1 } : c))
            : p.field,
        })),
    }),

    // End phase.
    discardFromHand: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DISCARD");
        return context.players.map((p) =>
          p.id === event.by ? { ...p, hand: p.hand - event.count, discard: p.discard + event.count } : p,
        );
      },
    }),
    discardFaceDown: assign({
      players: ({ context }) =>
        context.players.map((p) => ({
          ...p,
          discard:
            p.discard +
            ownedBy(
              allCards(context).filter((c) => leavesAtEnd(c)),
              p.id,
            ),
          field: p.field.filter((c) => !leavesAtEnd(c)),
        })),
    }),
    restoreDp: assign({
      players: ({ context }) =>
        context.players.map((p) => ({ ...p, field: p.field.map((c) => ({ ...c, damage: 0 })) })),
    }),

    // Declarations.
    makeEp: assign({
      players: ({ context, event }) => {
        assertEvent(event, "MAKE_EP");
        return context.players.map((p) => (p.id === event.by ? { ...p, ep: p.ep + event.amount } : p));
      },
    }),
    leaveFrom: assign({
      chain: ({ context }, params: { home: Home }) => ({ ...context.chain, home: params.home }),
    }),
    declareDraw: assign({ chain: ({ context }) => withDeclaration(context, context.turnPlayer, "draw", {}) }),
    declareCard: assign({
      chain: ({ context, event }) => {
        assertEvent(event, "PLAY_CARD");
        return withDeclaration(context, event.by, "card", {
          name: event.name,
          card: {
            name: event.name,
            kind: event.kind,
            owner: event.by,
            checked: false,
            faceDown: false,
            restricted: event.kind === "character",
            tokens: event.tokens,
            dp: event.dp,
            damage: 0,
          },
        });
      },
      players: ({ context, event }) => {
        assertEvent(event, "PLAY_CARD");
        return paid(context.players, event.by, 1, event.cost);
      },
    }),
    declareEvent: assign({
      chain: ({ context, event }) => {
        assertEvent(event, "USE_EVENT");
        return withDeclaration(context, event.by, "event", { name: event.card, change: changeOf(event) });
      },
      players: ({ context, event }) => {
        assertEvent(event, "USE_EVENT");
        return paid(context.players, event.by, 1, event.cost);
      },
    }),
    declareSkill: assign({
      chain: ({ context, event }) => {
        assertEvent(event, "USE_SKILL");
        return withDeclaration(context, event.by, "skill", {
          name: event.skill,
          user: event.user,
          change: changeOf(event),
        });
      },
      players: ({ context, event }) => {
        assertEvent(event, "USE_SKILL");
        return paid(context.players, event.by, 0, event.cost);
      },
    }),
    declareCharm: assign({
      chain: ({ context, event }) => {
        assertEvent(event, "DECLARE_CHARM");
        return withDeclaration(context, event.by, "charm", {
          charm: {
            target: event.target,
            timing: "defence",
            attackers: event.attackers,
            supporters: event.supporters,
            defenders: [],
            changes: [],
          },
        });
      },
      charmUsed: true,
    }),
    declareEndOfMain: assign({
      chain: ({ context, event }) => withDeclaration(context, event.by, "endOfMain", {}),
    }),

    // Asking one by one.
    startRound: assign({
      round: ({ context }, params: { timing: Timing }) =>
        roundOf(context, from(living(context), context.turnPlayer), params.timing),
    }),
    askNext: assign({
      round: ({ context, event }) => ({
        asked: [
          ...context.round.asked.filter((seat) => seat !== event.by),
          ...context.round.after.slice(0, 1),
        ],
        after: context.round.after.slice(1),
      }),
    }),
    restartRound: assign({
      round: ({ context, event }, params: { timing: Timing }) =>
        roundOf(
          context,
          context.readings.effectRound === "fromTurnPlayer"
            ? from(living(context), context.turnPlayer)
            : [...from(living(context), event.by).slice(1), event.by],
          params.timing,
        ),
    }),
    askEverybody: assign({
      round: ({ context }) => ({ asked: from(living(context), context.turnPlayer), after: [] }),
    }),
    endRound: assign({ round: { asked: [], after: [] } }),

    // The chain.
    answered: assign({
      chain: ({ context, event }) => ({
        ...context.chain,
        waiting: context.chain.waiting.filter((seat) => seat !== event.by),
      }),
    }),
    askForInterrupts: assign({
      chain: ({ context }) => ({
        ...context.chain,
        waiting: others(context, topOf(context)?.by ?? ""),
      }),
    }),
    markTop: assign({
      chain: ({ context }, params: { status: "processed" | "failed" }) => ({
        ...context.chain,
        stack: [
          ...context.chain.stack.slice(0, -1),
          ...context.chain.stack.slice(-1).map((d) => ({ ...d, status: params.status })),
        ],
        waiting: others(context, topOf(context)?.by ?? ""),
      }),
    }),
    acceptBeforehand: assign({ chain: ({ context }) => ({ ...context.chain, accepted: true }) }),
    popTop: assign({
      chain: ({ context }) => ({
        ...context.chain,
        stack: context.chain.stack.slice(0, -1),
        waiting: [],
        accepted: false,
      }),
    }),
    enterField: assign({
      players: ({ context }) =>
        context.players.map((p) => ({
          ...p,
          field: [
            ...p.field,
            ...context.chain.stack
              .slice(-1)
              .filter((d) => d.by === p.id)
              .flatMap((d) => d.card ?? []),
          ],
        })),
    }),
    applyChange: assign({
      players: ({ context }) =>
        changed(context.players, topOf(context)?.by ?? null, topOf(context)?.change ?? NO_CHANGE),
      charm: ({ context }) => charmAfter(context.charm, topOf(context)?.change ?? NO_CHANGE),
    }),
    discardUsedEvent: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === topOf(context)?.by && topOf(context)?.kind === "event"
            ? { ...p, discard: p.discard + 1 }
            : p,
        ),
    }),
    drawOne: assign({
      players: ({ context }) => context.players.map((p) => (p.id === topOf(context)?.by ? draw(p, 1) : p)),
    }),
    agreeCharm: assign({
      charm: ({ context }) => topOf(context)?.charm ?? NO_CHARM,
      chain: ({ context }) => ({ ...context.chain, opens: "charm" as const }),
    }),
    agreeEndOfMain: assign({ chain: ({ context }) => ({ ...context.chain, opens: "end" as const }) }),
    giveCharmBack: assign({
      charmUsed: ({ context }) =>
        context.charmUsed && !(topOf(context)?.kind === "charm" && context.readings.failedCharm === "free"),
    }),
    nothingOpens: assign({ chain: ({ context }) => ({ ...context.chain, opens: null }) }),

    // Charm phase.
    goToTiming: assign({
      charm: ({ context }, params: { timing: CharmTiming }) => ({ ...context.charm, timing: params.timing }),
    }),
    declareDefence: assign({
      charm: ({ context, event }) => {
        assertEvent(event, "DECLARE_DEFENCE");
        return { ...context.charm, defenders: event.defenders };
      },
    }),
    dealDamage: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DEAL_DAMAGE");
        return context.players.map((p) => ({
          ...p,
          field: p.field.map((c) => ({
            ...c,
            damage:
              c.damage +
              (event.cards.includes(c.name)
                ? Math.max(0, event.amounts[event.cards.indexOf(c.name)]! + damageChange(context, c.name))
                : 0),
            faceDown: c.faceDown || event.downed.includes(c.name),
          })),
        }));
      },
    }),
    checkCharmers: assign({
      players: ({ context }) =>
        context.players.map((p) => ({
          ...p,
          field: p.field.map((c) =>
            context.charm.attackers.includes(c.name) || context.charm.supporters.includes(c.name)
              ? { ...c, checked: true }
              : c,
          ),
        })),
    }),
    endCharm: assign({ charm: NO_CHARM }),

    // Facts from the table.
    reportTrigger: assign({
      triggers: ({ context, event }) => {
        assertEvent(event, "REPORT_TRIGGER");
        return [
          ...context.triggers,
          {
            skill: event.skill,
            player: event.player,
            phase: event.phase,
            turnOf: event.turnOf ?? null,
            change: changeOf(event),
          },
        ];
      },
    }),
    reportDefeat: assign({
      players: ({ context, event }) => {
        assertEvent(event, "REPORT_DEFEAT");
        return context.players.map((p) => (p.id === event.player ? { ...p, defeated: true } : p));
      },
    }),
    withdrawDefeat: assign({
      players: ({ context, event }) => {
        assertEvent(event, "WITHDRAW_DEFEAT");
        return context.players.map((p) => (p.id === event.player ? { ...p, defeated: false } : p));
      },
    }),
  },
}).createMachine({
  id: "chrono-card",
  options: { maxIterations: 1000 },
  context: ({ input }) => start(checked(input ?? {}), input?.seats ?? ["P1", "P2"]),
  output: ({ context }) => ({ winner: context.winner, turns: context.turnNo }),
  initial: "turn",
  states: {
    turn: {
      meta: { clauses: ["CC-0.1"] },
      // Once-per-turn things begin anew here and nowhere else: Main is entered twice when there is a Charm.
      entry: "beginTurn",
      initial: "startPhase",
      on: {
        // Card texts are not modelled: the table says what triggers, when, and what it does.
        REPORT_TRIGGER: {
          guard: and(["byTable", "triggerIsStated", "triggerNamesPlayers", "triggerIsNew"]),
          actions: "reportTrigger",
          meta: { structural: "card text enters as a fact; the next order state of that phase finds it" },
        },
        REPORT_DEFEAT: {
          guard: and(["byTable", "namesUndefeatedPlayer"]),
          actions: "reportDefeat",
          meta: { structural: "how one is defeated stands elsewhere; only the victory check acts on it" },
        },
        WITHDRAW_DEFEAT: {
          guard: and(["byTable", "namesReportedPlayer"]),
          actions: "withdrawDefeat",
          meta: { structural: "a losing condition that has gone away before the victory check looks at it" },
        },
      },
      states: {
        // No card and no A.Skill can be used here: nothing in this phase listens to them.
        startPhase: {
          meta: { clauses: ["CC-0.2", "CC-1.1"] },
          initial: "begin",
          states: {
            begin: {
              meta: { structural: "lists what the start phase has to get done" },
              entry: { type: "listTasks", params: { names: START_TASKS } },
              always: { target: "order" },
            },
            order: {
              meta: { clauses: ["CC-1.2"], asks: "turnPlayer" },
              entry: { type: "collectTriggers", params: { phase: "start" } },
              on: {
                PROCESS: {
                  guard: and(["byTurnPlayer", "taskIsDue"]),
                  actions: "chooseTask",
                  target: "carryOut",
                  meta: { clauses: ["CC-1.2"] },
                },
                PROCESS_AS_LISTED: {
                  guard: "byTurnPlayer",
                  actions: "chooseAsListed",
                  meta: { clauses: ["CC-1.2"] },
                },
              },
              always: [
                {
                  guard: "noTaskLeft",
                  actions: { type: "headFor", params: { phase: "draw" } },
                  target: "#chrono-card.turn.phaseChange",
                  meta: { clauses: ["CC-1.3"] },
                },
                { guard: not("orderIsOpen"), actions: "takeFirstTask", target: "carryOut" },
              ],
            },
            carryOut: {
              meta: { structural: "goes to the step that was chosen" },
              always: [
                { guard: { type: "chosenIs", params: { task: "uncheck" } }, target: "uncheck" },
                { guard: { type: "chosenIs", params: { task: "recover" } }, target: "recover" },
                {
                  guard: { type: "chosenIs", params: { task: "liftRestrictions" } },
                  target: "liftRestrictions",
                },
                { guard: { type: "chosenIs", params: { task: "takeTokens" } }, target: "takeTokens" },
                { target: "trigger" },
              ],
            },
            uncheck: {
              meta: { clauses: ["CC-1.4"] },
              entry: "uncheckCards",
              always: { target: "order" },
            },
            recover: {
              meta: { clauses: ["CC-1.5"] },
              entry: "recoverHeroine",
              always: { target: "order" },
            },
            liftRestrictions: {
              meta: { clauses: ["CC-1.6"] },
              entry: "liftRestrictions",
              always: { target: "order" },
            },
            takeTokens: {
              meta: { clauses: ["CC-1.7"] },
              entry: "takeTokens",
              always: { target: "order" },
            },
            trigger: {
              meta: { clauses: ["CC-1.2"] },
              entry: "carryOutTrigger",
              always: { target: "order" },
            },
          },
        },

        drawPhase: {
          meta: { clauses: ["CC-0.2", "CC-2.1"] },
          initial: "begin",
          states: {
            begin: {
              meta: { structural: "lists what the draw phase has to get done" },
              entry: { type: "listTasks", params: { names: DRAW_TASKS } },
              always: { target: "order" },
            },
            order: {
              meta: { clauses: ["CC-2.2"], asks: "turnPlayer" },
              entry: { type: "collectTriggers", params: { phase: "draw" } },
              on: {
                PROCESS: {
                  guard: and(["byTurnPlayer", "taskIsDue"]),
                  actions: "chooseTask",
                  target: "carryOut",
                  meta: { clauses: ["CC-2.2"] },
                },
                PROCESS_AS_LISTED: {
                  guard: "byTurnPlayer",
                  actions: "chooseAsListed",
                  meta: { clauses: ["CC-2.2"] },
                },
              },
              always: [
                {
                  guard: "noTaskLeft",
                  actions: { type: "startRound", params: { timing: "draw" } },
                  target: "round",
                },
                { guard: not("orderIsOpen"), actions: "takeFirstTask", target: "carryOut" },
              ],
            },
            carryOut: {
              meta: { structural: "goes to the step that was chosen" },
              always: [
                { guard: { type: "chosenIs", params: { task: "draw" } }, target: "draw" },
                { target: "trigger" },
              ],
            },
            // The draw is declared like any action, so it may be interrupted (reading 9).
            draw: {
              meta: { clauses: ["CC-2.4", "CC-6.2"] },
              entry: ["declareDraw", { type: "leaveFrom", params: { home: "drawOrder" } }],
              always: { target: "#chrono-card.turn.chain" },
            },
            trigger: {
              meta: { clauses: ["CC-2.2"] },
              entry: "carryOutTrigger",
              always: { target: "order" },
            },
            // After the draw every player is asked (reading 13), one by one or as they like (reading 24).
            round: {
              meta: { clauses: ["CC-2.1"], asks: { context: "round.asked" } },
              on: {
                USE_EVENT: {
                  guard: and(["byAskedPlayer", "hasCardInHand", "costIsPaid", "eventCardIsStated"]),
                  actions: [
                    "declareEvent",
                    { type: "restartRound", params: { timing: "draw" } },
                    { type: "leaveFrom", params: { home: "drawRound" } },
                  ],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-2.1"] },
                },
                USE_SKILL: {
                  guard: and(["byAskedPlayer", "skillUserIsReady", "costIsPaid", "skillIsStated"]),
                  actions: [
                    "declareSkill",
                    { type: "restartRound", params: { timing: "draw" } },
                    { type: "leaveFrom", params: { home: "drawRound" } },
                  ],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-2.1"] },
                },
                MAKE_EP: {
                  guard: and(["byAnyPlayer", "epIsStated"]),
                  actions: "makeEp",
                  meta: { structural: "where EP come from stands elsewhere; the rules here only reset them" },
                },
                PASS: [
                  {
                    guard: and(["byAskedPlayer", "isLastToPass"]),
                    actions: "endRound",
                    target: "close",
                    meta: { clauses: ["CC-2.3"] },
                  },
                  { guard: "byAskedPlayer", actions: "askNext", meta: { clauses: ["CC-2.1"] } },
                ],
              },
            },
            close: {
              meta: { clauses: ["CC-2.3"] },
              entry: { type: "collectTriggers", params: { phase: "draw" } },
              always: [
                {
                  guard: "noTaskLeft",
                  actions: { type: "headFor", params: { phase: "main" } },
                  target: "#chrono-card.turn.phaseChange",
                  meta: { clauses: ["CC-2.3"] },
                },
                { target: "order" },
              ],
            },
          },
        },

        mainPhase: {
          meta: { clauses: ["CC-3.1", "CC-3.2"] },
          initial: "open",
          states: {
            // Players need not take turns in declaring; the turn player goes first in doubt (reading 14).
            open: {
              meta: { clauses: ["CC-3.1", "CC-3.2", "CC-3.3"], asks: { context: "round.asked" } },
              entry: "askEverybody",
              exit: "endRound",
              on: {
                PLAY_CARD: {
                  guard: and([
                    "byTurnPlayer",
                    "hasCardInHand",
                    "costIsPaid",
                    "cardIsStated",
                    "cardNameIsNew",
                  ]),
                  actions: ["declareCard", { type: "leaveFrom", params: { home: "main" } }],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-3.2"] },
                },
                USE_EVENT: {
                  guard: and(["byAnyPlayer", "hasCardInHand", "costIsPaid", "eventCardIsStated"]),
                  actions: ["declareEvent", { type: "leaveFrom", params: { home: "main" } }],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-3.1"] },
                },
                USE_SKILL: {
                  guard: and(["byAnyPlayer", "skillUserIsReady", "costIsPaid", "skillIsStated"]),
                  actions: ["declareSkill", { type: "leaveFrom", params: { home: "main" } }],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-3.1"] },
                },
                MAKE_EP: {
                  guard: and(["byAnyPlayer", "epIsStated"]),
                  actions: "makeEp",
                  meta: { structural: "where EP come from stands elsewhere; the rules here only reset them" },
                },
                DECLARE_CHARM: {
                  guard: and([
                    "byTurnPlayer",
                    "charmIsUnused",
                    "charmsAnotherPlayer",
                    "charmersAreReady",
                    "supportIsOpen",
                  ]),
                  actions: ["declareCharm", { type: "leaveFrom", params: { home: "main" } }],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-3.3", "CC-3.4", "CC-3.5"] },
                },
                END_MAIN: {
                  guard: "byTurnPlayer",
                  actions: ["declareEndOfMain", { type: "leaveFrom", params: { home: "main" } }],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-3.3", "CC-3.7", "CC-3.8"] },
                },
              },
            },
            resume: {
              type: "history",
              history: "deep",
              meta: { clauses: ["CC-3.6", "CC-4-F.4"] },
            },
          },
        },

        // Only Main's cards and declarations are missing here, and that is the rule (CC-4.2).
        charmPhase: {
          meta: { clauses: ["CC-4.1", "CC-4.2", "CC-4.6"] },
          initial: "defence",
          states: {
            defence: {
              meta: { clauses: ["CC-4-D.1"], asks: { context: "charm.target" } },
              on: {
                DECLARE_DEFENCE: {
                  guard: and(["byCharmedPlayer", "defendersAreReady"]),
                  actions: [
                    "declareDefence",
                    { type: "goToTiming", params: { timing: "effect" } },
                    { type: "startRound", params: { timing: "effect" } },
                  ],
                  target: "effect",
                  meta: { clauses: ["CC-4-D.1", "CC-4-D.3"] },
                },
                DECLARE_NO_DEFENCE: {
                  guard: "byCharmedPlayer",
                  actions: [
                    { type: "goToTiming", params: { timing: "effect" } },
                    { type: "startRound", params: { timing: "effect" } },
                  ],
                  target: "effect",
                  meta: { clauses: ["CC-4-D.2", "CC-4-D.3"] },
                },
              },
              // What falls due at a timing is processed before anybody goes on (reading 26).
              always: { guard: "charmTriggerIsDue", target: "order", meta: { clauses: ["CC-4.4"] } },
            },
            effect: {
              meta: { clauses: ["CC-4.3", "CC-4-E.1", "CC-4-E.3"], asks: { context: "round.asked" } },
              on: {
                USE_EVENT: {
                  guard: and(["byAskedPlayer", "hasCardInHand", "costIsPaid", "eventCardIsStated"]),
                  actions: [
                    "declareEvent",
                    { type: "restartRound", params: { timing: "effect" } },
                    { type: "leaveFrom", params: { home: "charmEffect" } },
                  ],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-4-E.1", "CC-4-E.5"] },
                },
                USE_SKILL: {
                  guard: and(["byAskedPlayer", "skillUserIsReady", "costIsPaid", "skillIsStated"]),
                  actions: [
                    "declareSkill",
                    { type: "restartRound", params: { timing: "effect" } },
                    { type: "leaveFrom", params: { home: "charmEffect" } },
                  ],
                  target: "#chrono-card.turn.chain",
                  meta: { clauses: ["CC-4-E.1", "CC-4-E.2", "CC-4-E.5"] },
                },
                MAKE_EP: {
                  guard: and(["byAnyPlayer", "epIsStated"]),
                  actions: "makeEp",
                  meta: { structural: "where EP come from stands elsewhere; the rules here only reset them" },
                },
                PASS: [
                  {
                    guard: and(["byAskedPlayer", "isLastToPass"]),
                    actions: ["endRound", { type: "goToTiming", params: { timing: "charmEnd" } }],
                    target: "damage",
                    meta: { clauses: ["CC-4-E.4", "CC-4-E.6"] },
                  },
                  { guard: "byAskedPlayer", actions: "askNext", meta: { clauses: ["CC-4-E.3"] } },
                ],
              },
              always: { guard: "charmTriggerIsDue", target: "order", meta: { clauses: ["CC-4.4"] } },
            },
            // AP and card texts are not known here: the table gives the base, the effects made are added.
            damage: {
              meta: { clauses: ["CC-4-F.1"], asks: "table" },
              on: {
                DEAL_DAMAGE: {
                  guard: and(["byTable", "damageIsStated", "downedAreStated"]),
                  actions: "dealDamage",
                  target: "order",
                  meta: { clauses: ["CC-4-F.1"] },
                },
              },
            },
            // Entered from every timing; the timing says where to go on.
            order: {
              meta: { clauses: ["CC-4.4"], asks: "turnPlayer" },
              entry: {
                type: "collectTriggers",
                params: ({ context }) => ({ phase: context.charm.timing }),
              },
              on: {
                PROCESS: {
                  guard: and(["byTurnPlayer", "taskIsDue"]),
                  actions: "chooseTask",
                  target: "trigger",
                  meta: { clauses: ["CC-4.4"] },
                },
                PROCESS_AS_LISTED: {
                  guard: "byTurnPlayer",
                  actions: "chooseAsListed",
                  meta: { clauses: ["CC-4.4"] },
                },
              },
              always: [
                {
                  guard: { type: "noTaskLeftAt", params: { timing: "defence" } },
                  target: "defence",
                  meta: { clauses: ["CC-4.6"] },
                },
                {
                  guard: { type: "noTaskLeftAt", params: { timing: "effect" } },
                  target: "effect",
                  meta: { clauses: ["CC-4.6"] },
                },
                { guard: "noTaskLeft", target: "close", meta: { clauses: ["CC-4.5"] } },
                { guard: not("orderIsOpen"), actions: "takeFirstTask", target: "trigger" },
              ],
            },
            trigger: {
              meta: { clauses: ["CC-4.4"] },
              entry: "carryOutTrigger",
              always: { target: "order" },
            },
            close: {
              meta: { clauses: ["CC-4-F.2", "CC-4-F.3"] },
              entry: ["checkCharmers", "endCharm"],
              always: [
                {
                  guard: "charmSwitchCounts",
                  actions: { type: "headFor", params: { phase: "resumedMain" } },
                  target: "#chrono-card.turn.phaseChange",
                  meta: { clauses: ["CC-4.5", "CC-4-F.4"] },
                },
                { target: "#chrono-card.turn.mainPhase.resume", meta: { clauses: ["CC-4.5", "CC-4-F.4"] } },
              ],
            },
          },
        },

        // As in the start phase, nothing here listens to cards and A.Skills.
        endPhase: {
          meta: { clauses: ["CC-0.2", "CC-5.1", "CC-5.2"] },
          initial: "begin",
          states: {
            begin: {
              meta: { structural: "lists what the end phase has to get done" },
              entry: { type: "listTasks", params: { names: END_TASKS } },
              always: { target: "order" },
            },
            order: {
              meta: { clauses: ["CC-5.3"], asks: "turnPlayer" },
              entry: { type: "collectTriggers", params: { phase: "end" } },
              on: {
                PROCESS: {
                  guard: and(["byTurnPlayer", "taskIsDue"]),
                  actions: "chooseTask",
                  target: "carryOut",
                  meta: { clauses: ["CC-5.3"] },
                },
                PROCESS_AS_LISTED: {
                  guard: "byTurnPlayer",
                  actions: "chooseAsListed",
                  meta: { clauses: ["CC-5.3"] },
                },
              },
              always: [
                // A trigger may have filled the hand or turned a card down after that was seen to.
                {
                  guard: and(["noTaskLeft", "endWorkComesAgain"]),
                  target: "begin",
                  meta: { clauses: ["CC-5.4"] },
                },
                {
                  guard: "noTaskLeft",
                  actions: { type: "headFor", params: { phase: "nextTurn" } },
                  target: "#chrono-card.turn.phaseChange",
                  meta: { clauses: ["CC-5.4"] },
                },
                { guard: not("orderIsOpen"), actions: "takeFirstTask", target: "carryOut" },
              ],
            },
            carryOut: {
              meta: { structural: "goes to the step that was chosen" },
              always: [
                { guard: { type: "chosenIs", params: { task: "handLimit" } }, target: "handLimit" },
                { guard: { type: "chosenIs", params: { task: "faceDown" } }, target: "faceDown" },
                { guard: { type: "chosenIs", params: { task: "restoreDp" } }, target: "restoreDp" },
                { target: "trigger" },
              ],
            },
            handLimit: {
              meta: { clauses: ["CC-5.6", "CC-5.9", "CC-5.10"] },
              always: [
                { guard: "handIsOverLimit", target: "discard", meta: { clauses: ["CC-5.6"] } },
                { target: "order" },
              ],
            },
            discard: {
              meta: { clauses: ["CC-5.6"], asks: "turnPlayer" },
              on: {
                DISCARD: {
                  guard: and(["byTurnPlayer", "discardsDownToLimit"]),
                  actions: "discardFromHand",
                  target: "order",
                  meta: { clauses: ["CC-5.6"] },
                },
              },
            },
            faceDown: {
              meta: { clauses: ["CC-5.7"] },
              entry: "discardFaceDown",
              always: { target: "order" },
            },
            restoreDp: {
              meta: { clauses: ["CC-5.8"] },
              entry: "restoreDp",
              always: { target: "order" },
            },
            trigger: {
              meta: { clauses: ["CC-5.3"] },
              entry: "carryOutTrigger",
              always: { target: "order" },
            },
          },
        },

        // Every action is declared, processed and resolved; what was declared last is processed first.
        chain: {
          meta: { clauses: ["CC-6.1", "CC-6.6"] },
          initial: "window",
          states: {
            window: {
              meta: { clauses: ["CC-6.2", "CC-6.4"], asks: { context: "chain.waiting" } },
              on: {
                USE_EVENT: {
                  guard: and(["byAnsweringPlayer", "hasCardInHand", "costIsPaid", "eventCardIsStated"]),
                  actions: "declareEvent",
                  meta: { clauses: ["CC-6.4"] },
                },
                USE_SKILL: {
                  guard: and(["byAnsweringPlayer", "skillUserIsReady", "costIsPaid", "skillIsStated"]),
                  actions: "declareSkill",
                  meta: { clauses: ["CC-6.4"] },
                },
                MAKE_EP: {
                  guard: and(["byAnyPlayer", "epIsStated"]),
                  actions: "makeEp",
                  meta: { structural: "where EP come from stands elsewhere; the rules here only reset them" },
                },
                CONFIRM: [
                  {
                    guard: and(["byAnsweringPlayer", "isLastToAnswer"]),
                    target: "process",
                    meta: { clauses: ["CC-6.6"] },
                  },
                  { guard: "byAnsweringPlayer", actions: "answered", meta: { clauses: ["CC-6.4"] } },
                ],
                // One answer for everybody: nobody interrupts, and all accept what comes of it.
                ALL_AGREE: {
                  guard: "byTable",
                  actions: "acceptBeforehand",
                  target: "process",
                  meta: { clauses: ["CC-6.4", "CC-6.5"] },
                },
              },
            },
            // What an interrupt has made impossible is not applied (reading 8).
            process: {
              meta: { clauses: ["CC-6.3"] },
              always: [
                {
                  guard: not("stillHolds"),
                  actions: [
                    "discardUsedEvent",
                    "giveCharmBack",
                    { type: "markTop", params: { status: "failed" } },
                  ],
                  target: "resolve",
                  meta: { clauses: ["CC-6.4"] },
                },
                {
                  guard: { type: "topIs", params: { kind: "card" } },
                  actions: ["enterField", { type: "markTop", params: { status: "processed" } }],
                  target: "resolve",
                  meta: { clauses: ["CC-6.3"] },
                },
                {
                  guard: { type: "topIs", params: { kind: "draw" } },
                  actions: ["drawOne", { type: "markTop", params: { status: "processed" } }],
                  target: "resolve",
                  meta: { clauses: ["CC-2.4", "CC-6.3"] },
                },
                {
                  guard: { type: "topIs", params: { kind: "charm" } },
                  actions: ["agreeCharm", { type: "markTop", params: { status: "processed" } }],
                  target: "resolve",
                  meta: { clauses: ["CC-3.6", "CC-6.3"] },
                },
                {
                  guard: { type: "topIs", params: { kind: "endOfMain" } },
                  actions: ["agreeEndOfMain", { type: "markTop", params: { status: "processed" } }],
                  target: "resolve",
                  meta: { clauses: ["CC-3.8", "CC-6.3"] },
                },
                {
                  actions: [
                    "applyChange",
                    "discardUsedEvent",
                    { type: "markTop", params: { status: "processed" } },
                  ],
                  target: "resolve",
                  meta: { clauses: ["CC-5.10", "CC-6.3"] },
                },
              ],
            },
            resolve: {
              meta: { clauses: ["CC-6.5"], asks: { context: "chain.waiting" } },
              on: {
                ACCEPT: [
                  {
                    guard: and(["byAnsweringPlayer", "isLastToAnswer"]),
                    actions: "popTop",
                    target: "next",
                    meta: { clauses: ["CC-6.5", "CC-6.6"] },
                  },
                  { guard: "byAnsweringPlayer", actions: "answered", meta: { clauses: ["CC-6.5"] } },
                ],
                ALL_AGREE: {
                  guard: "byTable",
                  actions: "popTop",
                  target: "next",
                  meta: { clauses: ["CC-6.5", "CC-6.6"] },
                },
              },
              always: {
                guard: "acceptedBeforehand",
                actions: "popTop",
                target: "next",
                meta: { clauses: ["CC-6.5", "CC-6.6"] },
              },
            },
            next: {
              meta: { clauses: ["CC-6.4", "CC-6.6"] },
              exit: "nothingOpens",
              always: [
                {
                  guard: "moreDeclarations",
                  actions: "askForInterrupts",
                  target: "window",
                  meta: { clauses: ["CC-6.4"] },
                },
                {
                  guard: and(["opensCharm", "charmSwitchCounts"]),
                  actions: { type: "headFor", params: { phase: "charm" } },
                  target: "#chrono-card.turn.phaseChange",
                  meta: { clauses: ["CC-3.6", "CC-4.1"] },
                },
                {
                  guard: "opensCharm",
                  target: "#chrono-card.turn.charmPhase",
                  meta: { clauses: ["CC-3.6", "CC-4.1"] },
                },
                {
                  guard: "opensEnd",
                  actions: { type: "headFor", params: { phase: "end" } },
                  target: "#chrono-card.turn.phaseChange",
                  meta: { clauses: ["CC-3.8", "CC-5.1"] },
                },
                {
                  guard: { type: "cameFrom", params: { home: "drawOrder" } },
                  target: "#chrono-card.turn.drawPhase.order",
                },
                {
                  guard: { type: "cameFrom", params: { home: "drawRound" } },
                  target: "#chrono-card.turn.drawPhase.round",
                },
                {
                  guard: { type: "cameFrom", params: { home: "charmEffect" } },
                  target: "#chrono-card.turn.charmPhase.effect",
                  meta: { clauses: ["CC-4-E.5"] },
                },
                { target: "#chrono-card.turn.mainPhase.resume" },
              ],
            },
          },
        },

        // Looks for the end of the game first.
        phaseChange: {
          meta: { clauses: ["CC-0.3"] },
          initial: "victoryCheck",
          states: {
            victoryCheck: {
              meta: { clauses: ["CC-0.3"] },
              entry: "settleDefeats",
              always: [
                {
                  guard: "gameIsDecided",
                  target: "#chrono-card.gameOver",
                  meta: { clauses: ["CC-0.3"] },
                },
                { target: "resetEp" },
              ],
            },
            resetEp: {
              meta: { clauses: ["CC-0.3"] },
              entry: "resetEp",
              always: [
                // The rest of the turn of a player who is out is dropped (reading 2).
                { guard: "turnPlayerIsOut", target: "#chrono-card.turn.passTurn" },
                {
                  guard: { type: "goesTo", params: { phase: "draw" } },
                  target: "#chrono-card.turn.drawPhase",
                  meta: { clauses: ["CC-0.2"] },
                },
                {
                  guard: { type: "goesTo", params: { phase: "main" } },
                  target: "#chrono-card.turn.mainPhase",
                  meta: { clauses: ["CC-0.2"] },
                },
                {
                  guard: "charmedPlayerIsOut",
                  actions: "endCharm",
                  target: "#chrono-card.turn.mainPhase.resume",
                },
                {
                  guard: { type: "goesTo", params: { phase: "charm" } },
                  target: "#chrono-card.turn.charmPhase",
                  meta: { clauses: ["CC-3.6", "CC-4.1"] },
                },
                {
                  guard: { type: "goesTo", params: { phase: "resumedMain" } },
                  target: "#chrono-card.turn.mainPhase.resume",
                  meta: { clauses: ["CC-4-F.4"] },
                },
                {
                  guard: { type: "goesTo", params: { phase: "end" } },
                  target: "#chrono-card.turn.endPhase",
                  meta: { clauses: ["CC-5.1"] },
                },
                { target: "#chrono-card.turn.passTurn" },
              ],
            },
          },
        },

        passTurn: {
          meta: { clauses: ["CC-5.5"] },
          entry: "passTurn",
          always: { target: "#chrono-card.turn", reenter: true, meta: { clauses: ["CC-5.5"] } },
        },
      },
    },

    gameOver: {
      meta: { clauses: ["CC-0.3"] },
      entry: "nameWinner",
      type: "final",
    },
  },
});
