/**
 * VF card game: two players, one turn after the other; the phases of a turn as its page of the rules tells them.
 *
 *   setup                             room in the stock, first hands, who begins: told at the table
 *     stockCapacity > deal
 *   turn                              one turn; entered anew for each
 *     draw
 *     phases                          stock and trap work, the same in all three
 *       standby       > effects > act
 *       main          > act <-> battle
 *       end           > effects > act > check > mustStock > discard > done
 *   over
 *
 * The page tells no deck, no first hand, no battle and no win. Where it is silent, the table tells what happens (`by: "table"`)
 * and the machine decides nothing. A card is told when it comes to a hand: its name, which is its own in the whole game, its
 * kind, and the phases that its use condition names. From then on it always lies in one place.
 *
 * Clause ids (VF-...) are those of rulesets/vf-card; "reading n" is an entry of its readings.json.
 */
import { and, assertEvent, assign, not, setup } from "xstate";

// ---- What the machine knows ----

export type Phase = "standby" | "main" | "end";

/** `effect` is a card of another kind: in hand it counts for the limit, and what it does is told at the table. */
export type Kind = "vf" | "magic" | "trap" | "effect";

export interface Card {
  id: string;
  kind: Kind;
  /** Phases that the use condition names. None: the card is for Main (VF-S.2, VF-M.4). */
  usableIn: Phase[];
}

export type Face = "up" | "down";
export type Position = "attack" | "defense";
export type Arrival = "normal" | "special" | "returned";

/** A VF card on the field. */
export interface FieldCard extends Card {
  face: Face;
  position: Position;
  cameBy: Arrival;
  /** `turnNo` of the turn in which it came. */
  cameInTurn: number;
}

export interface Player {
  id: string;
  hand: Card[];
  /** The magic stock. Traps that were taken back may lie here too (reading 11). */
  stock: Card[];
  /** The trap set area. */
  traps: Card[];
  field: FieldCard[];
  leavePile: Card[];
  handLimit: number;
}

/** An effect that a card has left for a later phase. */
export interface Effect {
  player: string;
  source: string;
  phase: "standby" | "end";
  /** In whose turn; null is in the next turn that has the phase (reading 18). */
  turnOf: string | null;
}

export interface Context {
  seats: string[];
  /** Empty until the first player is named. */
  turnPlayer: string;
  turnNo: number;
  /** Who may use cards in this turn: the turn player, and as reading 13 goes the other player, with set traps. */
  cardUsers: string[];
  players: Player[];
  /** Room in each magic stock; null until it is told (reading 10). */
  stockCapacity: number | null;
  /** Cards to draw in a draw phase, and how many were drawn in this one. */
  drawCount: number;
  drawn: number;
  normalReleaseUsed: boolean;
  /** VF cards that were changed, that declared an attack, that may attack by an exception: all in this turn. */
  changed: string[];
  attacked: string[];
  excepted: string[];
  /** The VF card whose battle is on. */
  attacker: string | null;
  /** Effects for a later phase, and those to process in this one. */
  planned: Effect[];
  due: Effect[];
  /** The hand is adjusted, after all other work of the end phase. */
  adjusting: boolean;
  ending: { winner: string | null; reason: string } | null;
  readings: Readings;
}

/** Open points of the rules that may be read one way or the other. */
export interface Readings {
  /** Reading 6: may a change turn a face-up card face down? */
  turningFaceDown: "allowed" | "forbidden";
  /** Reading 9: how many magic cards must a player stock who holds too many cards? */
  mandatoryStock: "asManyAsFit" | "onlyExcess";
  /** Reading 12: may a magic card be used while it lies in the stock? */
  useFromStock: "allowed" | "forbidden";
  /** Reading 13: may a set trap be used in the other player's turn? */
  trapsInOtherTurn: "allowed" | "forbidden";
  /** Reading 20: may magic and trap cards be used while a battle is on? */
  useInBattle: "allowed" | "forbidden";
}

/** Every field may be left out: players P1 and P2, one card to draw, the first reading of each kind. */
export interface Input {
  seats?: string[];
  /** Left out: it is asked for before the first hands are dealt. */
  stockCapacity?: number;
  /** Cards to draw in each draw phase (reading 1). */
  drawCount?: number;
  turningFaceDown?: "allowed" | "forbidden";
  mandatoryStock?: "asManyAsFit" | "onlyExcess";
  useFromStock?: "allowed" | "forbidden";
  trapsInOtherTurn?: "allowed" | "forbidden";
  useInBattle?: "allowed" | "forbidden";
}

export type Event =
  // setup
  | { type: "SET_STOCK_CAPACITY"; by: "table"; capacity: number }
  | {
      type: "DEAL";
      by: "table";
      player: string;
      card: string;
      kind: Kind;
      /** Phases that the use condition of a magic or trap card names. */
      usableIn?: Phase[];
    }
  | { type: "BEGIN"; by: "table"; player: string }
  // draw phase
  | {
      type: "DRAW";
      by: "chance";
      card: string;
      kind: Kind;
      /** Phases that the use condition of a magic or trap card names. */
      usableIn?: Phase[];
    }
  | { type: "STOP_DRAWING"; by: "table" }
  // stock and trap work
  | { type: "STOCK_MAGIC"; by: string; card: string }
  | { type: "TAKE_FROM_STOCK"; by: string; card: string }
  | { type: "SET_TRAP"; by: string; card: string }
  | { type: "RESET_TRAP"; by: string; card: string; to: "hand" | "stock" }
  // use of cards
  | { type: "USE_MAGIC"; by: string; card: string }
  | { type: "USE_TRAP"; by: string; card: string }
  // VF cards
  | { type: "RELEASE"; by: string; card: string; face: Face; position: Position }
  | { type: "CHANGE_DISPLAY"; by: string; card: string; face: Face; position: Position }
  | { type: "DECLARE_ATTACK"; by: string; card: string }
  | {
      type: "BATTLE_RESULT";
      by: "table";
      /** VF cards on either field and set traps of either player that go to the leave piles. */
      leaves: string[];
    }
  // going on
  | { type: "NEXT_PHASE"; by: string }
  | { type: "DISCARD"; by: string; cards: string[] }
  // what effects do
  | {
      type: "SPECIAL_RELEASE";
      by: "table";
      player: string;
      card: string;
      /** The card whose effect it is. */
      cause: string;
      face: Face;
      position: Position;
    }
  | {
      type: "RETURN_TO_FIELD";
      by: "table";
      player: string;
      card: string;
      cause: string;
      face: Face;
      position: Position;
    }
  | {
      type: "PLAN_EFFECT";
      by: "table";
      player: string;
      /** The card whose effect it is. */
      source: string;
      phase: "standby" | "end";
      /** The player in whose turn it acts; left out when it is the next turn that has the phase. */
      turnOf?: string;
    }
  | {
      type: "RESOLVE_EFFECT";
      by: "table";
      source: string;
      /** Cards in play that go to the leave piles; none when the effect does something else. */
      leaves: string[];
    }
  | { type: "SEND_OFF"; by: "table"; leaves: string[]; cause: string }
  | { type: "GRANT_ATTACK"; by: "table"; card: string; cause: string }
  | { type: "SET_HAND_LIMIT"; by: "table"; player: string; limit: number; cause: string }
  // the end
  | {
      type: "END_GAME";
      by: "table";
      /** Left out when nobody won. */
      winner?: string;
      reason: string;
    };

export interface Output {
  /** Null when nobody won. */
  winner: string | null;
  reason: string;
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

// ---- Numbers and words of the rules ----

const HAND_LIMIT = 5; // VF-E.5, until an effect changes it
const MAX_TRAPS = 2; // VF-M.6c

const KINDS: Kind[] = ["vf", "magic", "trap", "effect"];
const PHASES: Phase[] = ["standby", "main", "end"];

// ---- Words that guards and actions use ----

const isCount = (n: number) => n % 1 === 0 && n >= 0;

const allDiffer = (ids: string[]) => ids.every((id, i) => ids.indexOf(id) === i);

const isDisplay = (display: { face: Face; position: Position }) =>
  (display.face === "up" || display.face === "down") &&
  (display.position === "attack" || display.position === "defense");

const playerOf = (context: Context, seat: string) => context.players.find((p) => p.id === seat);

const handOf = (context: Context, seat: string) => playerOf(context, seat)?.hand ?? [];

const stockOf = (context: Context, seat: string) => playerOf(context, seat)?.stock ?? [];

const trapsOf = (context: Context, seat: string) => playerOf(context, seat)?.traps ?? [];

const fieldOf = (context: Context, seat: string) => playerOf(context, seat)?.field ?? [];

const leavePileOf = (context: Context, seat: string) => playerOf(context, seat)?.leavePile ?? [];

const other = (context: Context, seat: string) => context.seats.find((s) => s !== seat)!;

/** Is this card, of this kind, among these? */
const holds = (cards: Card[], id: string, kind: Kind) => cards.some((c) => c.id === id && c.kind === kind);

const without = (cards: Card[], id: string) => cards.filter((c) => c.id !== id);

/** Every card that was told so far is in one of these places. */
const knows = (context: Context, id: string) =>
  context.players.some((p) =>
    [...p.hand, ...p.stock, ...p.traps, ...p.field, ...p.leavePile].some((c) => c.id === id),
  );

const roomInStock = (context: Context, seat: string) =>
  Math.max(0, (context.stockCapacity ?? 0) - stockOf(context, seat).length);

/** How many cards the turn player holds beyond the limit. */
const excess = (context: Context) =>
  handOf(context, context.turnPlayer).length - (playerOf(context, context.turnPlayer)?.handLimit ?? 0);

/** Is there a card of this name whose use condition fits the phase? One that names no phase is for Main (VF-S.2, VF-M.4). */
const isFor = (context: Context, id: string, phase: Phase) =>
  context.players.some((p) =>
    [...p.hand, ...p.stock, ...p.traps].some(
      (c) => c.id === id && (c.usableIn.includes(phase) || (phase === "main" && c.usableIn.length === 0)),
    ),
  );

/** VF cards on the fields and set traps may leave, each once. */
const mayLeave = (context: Context, ids: string[]) =>
  allDiffer(ids) &&
  ids.every((id) => context.players.some((p) => [...p.field, ...p.traps].some((c) => c.id === id)));

/** The players, when these cards have gone to the leave piles of their owners. */
const sentOff = (players: Player[], ids: string[]) =>
  players.map((p) => ({
    ...p,
    field: p.field.filter((c) => !ids.includes(c.id)),
    traps: p.traps.filter((c) => !ids.includes(c.id)),
    leavePile: [
      ...p.leavePile,
      ...[...p.field, ...p.traps]
        .filter((c) => ids.includes(c.id))
        .map((c) => ({ id: c.id, kind: c.kind, usableIn: c.usableIn })),
    ],
  }));

/** Cards of these with this name, as they come to the field. */
const arriving = (
  cards: Card[],
  arrival: { card: string; face: Face; position: Position; cameBy: Arrival; cameInTurn: number },
) =>
  cards
    .filter((c) => c.id === arrival.card)
    .map((c) => ({
      ...c,
      face: arrival.face,
      position: arrival.position,
      cameBy: arrival.cameBy,
      cameInTurn: arrival.cameInTurn,
    }));

/** Came to the field in this turn other than by normal release (VF-M.3c). */
const cameSpecially = (context: Context, card: FieldCard) =>
  card.cameBy !== "normal" && card.cameInTurn === context.turnNo;

/** What the rules work out from where the game stands, for whoever shows it. Guards and actions use the same functions. */
export const derived = {
  /** Room that is left in each magic stock, once it is told how much there is. */
  stockRoom: (context: Context) =>
    context.stockCapacity === null
      ? undefined
      : context.players.map((p) => ({ id: p.id, room: roomInStock(context, p.id) })),
  /** Cards that the turn player holds beyond the hand limit. */
  overLimit: (context: Context) => (context.turnPlayer === "" ? undefined : Math.max(0, excess(context))),
};

// ---- Input ----

const READINGS: { [K in keyof Readings]: Readings[K][] } = {
  turningFaceDown: ["allowed", "forbidden"],
  mandatoryStock: ["asManyAsFit", "onlyExcess"],
  useFromStock: ["allowed", "forbidden"],
  trapsInOtherTurn: ["allowed", "forbidden"],
  useInBattle: ["allowed", "forbidden"],
};

/** Gives the input back, or throws an error that names the field at fault. */
function checked(input: Input): Input {
  const seats: unknown = input.seats;
  if (seats !== undefined) {
    const ok =
      Array.isArray(seats) &&
      seats.length === 2 &&
      seats[0] !== seats[1] &&
      seats.every((s) => typeof s === "string" && s !== "" && s !== "chance" && s !== "table");
    if (!ok) throw new Error("input.seats: two different names are needed, other than chance and table");
  }
  for (const [field, value] of Object.entries(input)) {
    if (field === "seats" || value === undefined) continue;
    if (field === "stockCapacity" || field === "drawCount") {
      if (typeof value !== "number" || !isCount(value))
        throw new Error(`input.${field}: a whole number, 0 or more, is needed`);
      continue;
    }
    const values: string[] | undefined = Object.entries(READINGS).find(([name]) => name === field)?.[1];
    if (!values) throw new Error(`input.${field}: there is no such field`);
    if (!values.includes(value)) throw new Error(`input.${field}: one of ${values.join(", ")} is needed`);
  }
  return input;
}

const start = (input: Input, seats: string[]): Context => ({
  seats,
  turnPlayer: "",
  turnNo: 0,
  cardUsers: [],
  players: seats.map((id) => ({
    id,
    hand: [],
    stock: [],
    traps: [],
    field: [],
    leavePile: [],
    handLimit: HAND_LIMIT,
  })),
  stockCapacity: input.stockCapacity ?? null,
  drawCount: input.drawCount ?? 1,
  drawn: 0,
  normalReleaseUsed: false,
  changed: [],
  attacked: [],
  excepted: [],
  attacker: null,
  planned: [],
  due: [],
  adjusting: false,
  ending: null,
  readings: {
    turningFaceDown: input.turningFaceDown ?? "allowed",
    mandatoryStock: input.mandatoryStock ?? "asManyAsFit",
    useFromStock: input.useFromStock ?? "allowed",
    trapsInOtherTurn: input.trapsInOtherTurn ?? "allowed",
    useInBattle: input.useInBattle ?? "allowed",
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
    byChance: ({ event }) => event.by === "chance",
    byTable: ({ event }) => event.by === "table",

    // Cards and players that are told.
    capacityIsKnown: ({ context }) => context.stockCapacity !== null,
    capacityIsACount: ({ event }) => event.type === "SET_STOCK_CAPACITY" && isCount(event.capacity),
    namesAPlayer: ({ context, event }) =>
      (event.type === "DEAL" ||
        event.type === "BEGIN" ||
        event.type === "PLAN_EFFECT" ||
        event.type === "SET_HAND_LIMIT") &&
      context.seats.includes(event.player),
    cardIsNew: ({ context, event }) =>
      (event.type === "DEAL" || event.type === "DRAW") &&
      event.card?.length > 0 &&
      !knows(context, event.card),
    kindIsKnown: ({ event }) =>
      (event.type === "DEAL" || event.type === "DRAW") && KINDS.includes(event.kind),
    conditionFits: ({ event }) =>
      (event.type === "DEAL" || event.type === "DRAW") &&
      ((event.usableIn ?? []).length === 0 || event.kind === "magic" || event.kind === "trap") &&
      (event.usableIn ?? []).every((phase, i, all) => PHASES.includes(phase) && all.indexOf(phase) === i),
    drawingIsDone: ({ context }) => context.drawn >= context.drawCount,

    // Stock and trap work. It rests while effects are processed (reading 14) and in a battle (reading 7), and is over when the
    // hand is adjusted (VF-E.5).
    cardWorkIsOpen: ({ context }) =>
      context.due.length === 0 && context.attacker === null && !context.adjusting,
    magicInHand: ({ context, event }) =>
      event.type === "STOCK_MAGIC" && holds(handOf(context, event.by), event.card, "magic"),
    stockHasRoom: ({ context, event }) => roomInStock(context, event.by) > 0,
    magicInStock: ({ context, event }) =>
      event.type === "TAKE_FROM_STOCK" && holds(stockOf(context, event.by), event.card, "magic"),
    trapInHandOrStock: ({ context, event }) =>
      event.type === "SET_TRAP" &&
      holds([...handOf(context, event.by), ...stockOf(context, event.by)], event.card, "trap"),
    trapAreaHasRoom: ({ context, event }) => trapsOf(context, event.by).length < MAX_TRAPS,
    trapIsSet: ({ context, event }) =>
      (event.type === "RESET_TRAP" || event.type === "USE_TRAP") &&
      holds(trapsOf(context, event.by), event.card, "trap"),
    placeIsOpen: ({ context, event }) =>
      event.type === "RESET_TRAP" &&
      (event.to === "hand" || (event.to === "stock" && roomInStock(context, event.by) > 0)),

    // Use of cards.
    magicWithinReach: ({ context, event }) =>
      event.type === "USE_MAGIC" &&
      (holds(handOf(context, event.by), event.card, "magic") ||
        (context.readings.useFromStock === "allowed" &&
          holds(stockOf(context, event.by), event.card, "magic"))),
    turnFitsTrap: ({ context, event }) =>
      event.by === context.turnPlayer || context.readings.trapsInOtherTurn === "allowed",
    battleAdmitsCards: ({ context }) => context.readings.useInBattle === "allowed",
    isForStandby: ({ context, event }) =>
      (event.type === "USE_MAGIC" || event.type === "USE_TRAP") && isFor(context, event.card, "standby"),
    isForMain: ({ context, event }) =>
      (event.type === "USE_MAGIC" || event.type === "USE_TRAP") && isFor(context, event.card, "main"),
    isForEnd: ({ context, event }) =>
      (event.type === "USE_MAGIC" || event.type === "USE_TRAP") && isFor(context, event.card, "end"),

    // VF cards.
    vfInHand: ({ context, event }) =>
      (event.type === "RELEASE" && holds(handOf(context, event.by), event.card, "vf")) ||
      (event.type === "SPECIAL_RELEASE" && holds(handOf(context, event.player), event.card, "vf")),
    vfInLeavePile: ({ context, event }) =>
      event.type === "RETURN_TO_FIELD" && holds(leavePileOf(context, event.player), event.card, "vf"),
    releaseIsLeft: ({ context }) => !context.normalReleaseUsed,
    displayIsStated: ({ event }) =>
      (event.type === "RELEASE" ||
        event.type === "SPECIAL_RELEASE" ||
        event.type === "RETURN_TO_FIELD" ||
        event.type === "CHANGE_DISPLAY") &&
      isDisplay(event),
    vfOnOwnField: ({ context, event }) =>
      (event.type === "CHANGE_DISPLAY" || event.type === "DECLARE_ATTACK") &&
      fieldOf(context, event.by).some((c) => c.id === event.card),
    displayDiffers: ({ context, event }) =>
      event.type === "CHANGE_DISPLAY" &&
      fieldOf(context, event.by).some(
        (c) => c.id === event.card && (c.face !== event.face || c.position !== event.position),
      ),
    mayTurnThatWay: ({ context, event }) =>
      event.type === "CHANGE_DISPLAY" &&
      (context.readings.turningFaceDown === "allowed" ||
        event.face === "up" ||
        fieldOf(context, event.by).some((c) => c.id === event.card && c.face === "down")),
    notChangedYet: ({ context, event }) =>
      event.type === "CHANGE_DISPLAY" && !context.changed.includes(event.card),
    notAttackedYet: ({ context, event }) =>
      (event.type === "CHANGE_DISPLAY" || event.type === "DECLARE_ATTACK") &&
      !context.attacked.includes(event.card),
    faceUpInAttackPosition: ({ context, event }) =>
      event.type === "DECLARE_ATTACK" &&
      fieldOf(context, event.by).some(
        (c) => c.id === event.card && c.face === "up" && c.position === "attack",
      ),
    arrivalAllowsAttack: ({ context, event }) =>
      event.type === "DECLARE_ATTACK" &&
      (context.excepted.includes(event.card) ||
        fieldOf(context, event.by).some((c) => c.id === event.card && !cameSpecially(context, c))),

    // What effects do.
    causeIsACard: ({ context, event }) =>
      (event.type === "SPECIAL_RELEASE" ||
        event.type === "RETURN_TO_FIELD" ||
        event.type === "SEND_OFF" ||
        event.type === "GRANT_ATTACK" ||
        event.type === "SET_HAND_LIMIT") &&
      knows(context, event.cause),
    effectIsStated: ({ context, event }) =>
      event.type === "PLAN_EFFECT" &&
      knows(context, event.source) &&
      (event.phase === "standby" || event.phase === "end") &&
      (!event.turnOf || context.seats.includes(event.turnOf)),
    effectIsDue: ({ context, event }) =>
      event.type === "RESOLVE_EFFECT" && context.due.some((e) => e.source === event.source),
    nothingDue: ({ context }) => context.due.length === 0,
    leaversAreInPlay: ({ context, event }) =>
      (event.type === "BATTLE_RESULT" || event.type === "RESOLVE_EFFECT" || event.type === "SEND_OFF") &&
      event.leaves?.length >= 0 &&
      mayLeave(context, event.leaves),
    someoneLeaves: ({ event }) => event.type === "SEND_OFF" && event.leaves?.length > 0,
    attackIsBarred: ({ context, event }) =>
      event.type === "GRANT_ATTACK" &&
      !context.excepted.includes(event.card) &&
      fieldOf(context, context.turnPlayer).some((c) => c.id === event.card && cameSpecially(context, c)),
    limitIsACount: ({ event }) => event.type === "SET_HAND_LIMIT" && isCount(event.limit),

    // Hand adjustment and end.
    handIsOverLimit: ({ context }) => excess(context) > 0,
    stockingIsDone: ({ context }) =>
      roomInStock(context, context.turnPlayer) === 0 ||
      !handOf(context, context.turnPlayer).some((c) => c.kind === "magic") ||
      (context.readings.mandatoryStock === "onlyExcess" && excess(context) <= 0),
    discardsTheExcess: ({ context, event }) =>
      event.type === "DISCARD" &&
      event.cards?.length === excess(context) &&
      allDiffer(event.cards) &&
      event.cards.every((id) => handOf(context, event.by).some((c) => c.id === id)),
    endIsStated: ({ context, event }) =>
      event.type === "END_GAME" &&
      event.reason?.length > 0 &&
      (!event.winner || context.seats.includes(event.winner)),
  },

  actions: {
    // Setup and draw.
    noteCapacity: assign({
      stockCapacity: ({ event }) => {
        assertEvent(event, "SET_STOCK_CAPACITY");
        return event.capacity;
      },
    }),
    takeDealtCard: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DEAL");
        return context.players.map((p) =>
          p.id === event.player
            ? {
                ...p,
                hand: [...p.hand, { id: event.card, kind: event.kind, usableIn: event.usableIn ?? [] }],
              }
            : p,
        );
      },
    }),
    takeDrawnCard: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DRAW");
        return context.players.map((p) =>
          p.id === context.turnPlayer
            ? {
                ...p,
                hand: [...p.hand, { id: event.card, kind: event.kind, usableIn: event.usableIn ?? [] }],
              }
            : p,
        );
      },
      drawn: ({ context }) => context.drawn + 1,
    }),
    nameFirstPlayer: assign({
      turnPlayer: ({ event }) => {
        assertEvent(event, "BEGIN");
        return event.player;
      },
    }),

    // Turns.
    beginTurn: assign({
      turnNo: ({ context }) => context.turnNo + 1,
      cardUsers: ({ context }) =>
        context.readings.trapsInOtherTurn === "allowed"
          ? [context.turnPlayer, other(context, context.turnPlayer)]
          : [context.turnPlayer],
      drawn: 0,
      normalReleaseUsed: false,
      changed: [],
      attacked: [],
      excepted: [],
      adjusting: false,
    }),
    passTurn: assign({ turnPlayer: ({ context }) => other(context, context.turnPlayer) }),

    // Stock and trap work.
    stockMagic: assign({
      players: ({ context, event }) => {
        assertEvent(event, "STOCK_MAGIC");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                hand: without(p.hand, event.card),
                stock: [...p.stock, ...p.hand.filter((c) => c.id === event.card)],
              }
            : p,
        );
      },
    }),
    takeFromStock: assign({
      players: ({ context, event }) => {
        assertEvent(event, "TAKE_FROM_STOCK");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                stock: without(p.stock, event.card),
                hand: [...p.hand, ...p.stock.filter((c) => c.id === event.card)],
              }
            : p,
        );
      },
    }),
    setTrap: assign({
      players: ({ context, event }) => {
        assertEvent(event, "SET_TRAP");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                hand: without(p.hand, event.card),
                stock: without(p.stock, event.card),
                traps: [...p.traps, ...[...p.hand, ...p.stock].filter((c) => c.id === event.card)],
              }
            : p,
        );
      },
    }),
    resetTrap: assign({
      players: ({ context, event }) => {
        assertEvent(event, "RESET_TRAP");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                traps: without(p.traps, event.card),
                [event.to]: [...p[event.to], ...p.traps.filter((c) => c.id === event.card)],
              }
            : p,
        );
      },
    }),

    // A card that was used goes to its owner's leave pile (reading 17).
    useCard: assign({
      players: ({ context, event }) => {
        assertEvent(event, ["USE_MAGIC", "USE_TRAP"]);
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                hand: without(p.hand, event.card),
                stock: without(p.stock, event.card),
                traps: without(p.traps, event.card),
                leavePile: [
                  ...p.leavePile,
                  ...[...p.hand, ...p.stock, ...p.traps].filter((c) => c.id === event.card),
                ],
              }
            : p,
        );
      },
    }),

    // VF cards.
    release: assign({
      players: ({ context, event }, params: { cameBy: "normal" | "special" }) => {
        assertEvent(event, ["RELEASE", "SPECIAL_RELEASE"]);
        return context.players.map((p) =>
          p.id === (event.type === "RELEASE" ? event.by : event.player)
            ? {
                ...p,
                hand: without(p.hand, event.card),
                field: [
                  ...p.field,
                  ...arriving(p.hand, {
                    card: event.card,
                    face: event.face,
                    position: event.position,
                    cameBy: params.cameBy,
                    cameInTurn: context.turnNo,
                  }),
                ],
              }
            : p,
        );
      },
    }),
    returnToField: assign({
      players: ({ context, event }) => {
        assertEvent(event, "RETURN_TO_FIELD");
        return context.players.map((p) =>
          p.id === event.player
            ? {
                ...p,
                leavePile: without(p.leavePile, event.card),
                field: [
                  ...p.field,
                  ...arriving(p.leavePile, {
                    card: event.card,
                    face: event.face,
                    position: event.position,
                    cameBy: "returned",
                    cameInTurn: context.turnNo,
                  }),
                ],
              }
            : p,
        );
      },
    }),
    noteNormalRelease: assign({ normalReleaseUsed: true }),
    changeDisplay: assign({
      players: ({ context, event }) => {
        assertEvent(event, "CHANGE_DISPLAY");
        return context.players.map((p) => ({
          ...p,
          field: p.field.map((c) =>
            c.id === event.card ? { ...c, face: event.face, position: event.position } : c,
          ),
        }));
      },
      changed: ({ context, event }) => {
        assertEvent(event, "CHANGE_DISPLAY");
        return [...context.changed, event.card];
      },
    }),
    declareAttack: assign({
      attacker: ({ event }) => {
        assertEvent(event, "DECLARE_ATTACK");
        return event.card;
      },
      attacked: ({ context, event }) => {
        assertEvent(event, "DECLARE_ATTACK");
        return [...context.attacked, event.card];
      },
    }),
    endBattle: assign({ attacker: null }),

    // What effects do.
    sendOff: assign({
      players: ({ context, event }) => {
        assertEvent(event, ["BATTLE_RESULT", "RESOLVE_EFFECT", "SEND_OFF"]);
        return sentOff(context.players, event.leaves);
      },
    }),
    planEffect: assign({
      planned: ({ context, event }) => {
        assertEvent(event, "PLAN_EFFECT");
        return [
          ...context.planned,
          {
            player: event.player,
            source: event.source,
            phase: event.phase,
            turnOf: event.turnOf ?? null,
          },
        ];
      },
    }),
    collectDue: assign({
      due: ({ context }, params: { phase: "standby" | "end" }) =>
        context.planned.filter(
          (e) => e.phase === params.phase && (e.turnOf ?? context.turnPlayer) === context.turnPlayer,
        ),
      planned: ({ context }, params: { phase: "standby" | "end" }) =>
        context.planned.filter(
          (e) => e.phase !== params.phase || (e.turnOf ?? context.turnPlayer) !== context.turnPlayer,
        ),
    }),
    strikeDue: assign({
      due: ({ context, event }) => {
        assertEvent(event, "RESOLVE_EFFECT");
        return context.due.filter((_, i) => i !== context.due.findIndex((e) => e.source === event.source));
      },
    }),
    grantAttack: assign({
      excepted: ({ context, event }) => {
        assertEvent(event, "GRANT_ATTACK");
        return [...context.excepted, event.card];
      },
    }),
    setHandLimit: assign({
      players: ({ context, event }) => {
        assertEvent(event, "SET_HAND_LIMIT");
        return context.players.map((p) => (p.id === event.player ? { ...p, handLimit: event.limit } : p));
      },
    }),

    // Hand adjustment and end.
    beginAdjustment: assign({ adjusting: true }),
    discard: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DISCARD");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                hand: p.hand.filter((c) => !event.cards.includes(c.id)),
                leavePile: [...p.leavePile, ...p.hand.filter((c) => event.cards.includes(c.id))],
              }
            : p,
        );
      },
    }),
    noteEnding: assign({
      ending: ({ event }) => {
        assertEvent(event, "END_GAME");
        return { winner: event.winner ?? null, reason: event.reason };
      },
    }),
  },
}).createMachine({
  id: "vf-card",
  options: { maxIterations: 1000 },
  context: ({ input }) => start(checked(input ?? {}), input?.seats ?? ["P1", "P2"]),
  output: ({ context }) => ({
    winner: context.ending!.winner,
    reason: context.ending!.reason,
    turns: context.turnNo,
  }),
  initial: "setup",
  states: {
    setup: {
      meta: { structural: "how a game is set up is told on another page; the table says it" },
      initial: "stockCapacity",
      states: {
        stockCapacity: {
          meta: {
            structural: "the rules use the room in the stock but give no number (reading 10)",
            asks: "table",
          },
          on: {
            SET_STOCK_CAPACITY: {
              guard: and(["byTable", "capacityIsACount"]),
              actions: "noteCapacity",
              meta: { structural: "the number is told, not invented (reading 10)" },
            },
          },
          always: { guard: "capacityIsKnown", target: "deal" },
        },
        deal: {
          meta: { structural: "first hands and the first player are told on another page", asks: "table" },
          on: {
            DEAL: {
              guard: and(["byTable", "namesAPlayer", "cardIsNew", "kindIsKnown", "conditionFits"]),
              actions: "takeDealtCard",
              meta: { structural: "a card of a first hand" },
            },
            BEGIN: {
              guard: and(["byTable", "namesAPlayer"]),
              actions: "nameFirstPlayer",
              target: "#vf-card.turn",
              meta: { structural: "who begins is told" },
            },
          },
        },
      },
    },

    // Its entry makes the limits of a turn new: one normal release, one change and one attack for each VF card.
    turn: {
      meta: { clauses: ["VF-M.1", "VF-M.2", "VF-M.3d"] },
      entry: "beginTurn",
      on: {
        END_GAME: {
          guard: and(["byTable", "endIsStated"]),
          actions: "noteEnding",
          target: "over",
          meta: {
            structural:
              "how a game is won is told on another page; the table says that it is over (reading 1)",
          },
        },
      },
      initial: "draw",
      states: {
        draw: {
          meta: { clauses: ["VF-D.0"], asks: "chance" },
          on: {
            DRAW: {
              guard: and(["byChance", "cardIsNew", "kindIsKnown", "conditionFits"]),
              actions: "takeDrawnCard",
              meta: { clauses: ["VF-D.0"] },
            },
            STOP_DRAWING: {
              guard: "byTable",
              target: "phases",
              meta: { structural: "nothing is left to draw, or a rule of another page says so (reading 1)" },
            },
          },
          always: { guard: "drawingIsDone", target: "phases" },
        },

        // Stock and trap work is the same in standby, Main and End; see `cardWorkIsOpen` for when it rests.
        phases: {
          meta: { clauses: ["VF-S.5", "VF-M.7", "VF-E.4b"] },
          on: {
            STOCK_MAGIC: {
              guard: and(["byTurnPlayer", "cardWorkIsOpen", "magicInHand", "stockHasRoom"]),
              actions: "stockMagic",
              meta: { clauses: ["VF-S.3", "VF-M.5", "VF-E.3"] },
            },
            TAKE_FROM_STOCK: {
              guard: and(["byTurnPlayer", "cardWorkIsOpen", "magicInStock"]),
              actions: "takeFromStock",
              meta: { clauses: ["VF-S.3", "VF-M.5", "VF-E.3"] },
            },
            SET_TRAP: {
              guard: and(["byTurnPlayer", "cardWorkIsOpen", "trapInHandOrStock", "trapAreaHasRoom"]),
              actions: "setTrap",
              meta: { clauses: ["VF-S.4", "VF-M.6", "VF-M.6c", "VF-E.4"] },
            },
            RESET_TRAP: {
              guard: and(["byTurnPlayer", "cardWorkIsOpen", "trapIsSet", "placeIsOpen"]),
              actions: "resetTrap",
              meta: { clauses: ["VF-M.6", "VF-E.4"] },
            },

            // What cards do is told as they are used, processed or fought with (reading 15).
            SPECIAL_RELEASE: {
              guard: and(["byTable", "vfInHand", "displayIsStated", "causeIsACard"]),
              actions: { type: "release", params: { cameBy: "special" } },
              meta: { clauses: ["VF-M.1b", "VF-M.1c"] },
            },
            RETURN_TO_FIELD: {
              guard: and(["byTable", "vfInLeavePile", "displayIsStated", "causeIsACard"]),
              actions: "returnToField",
              meta: { clauses: ["VF-M.1c", "VF-M.3c"] },
            },
            GRANT_ATTACK: {
              guard: and(["byTable", "attackIsBarred", "causeIsACard"]),
              actions: "grantAttack",
              meta: { clauses: ["VF-M.3c"] },
            },
            PLAN_EFFECT: {
              guard: and(["byTable", "namesAPlayer", "effectIsStated"]),
              actions: "planEffect",
              meta: { clauses: ["VF-S.1", "VF-E.1"] },
            },
            SET_HAND_LIMIT: {
              guard: and(["byTable", "namesAPlayer", "limitIsACount", "causeIsACard"]),
              actions: "setHandLimit",
              meta: { clauses: ["VF-E.5"] },
            },
            SEND_OFF: {
              guard: and(["byTable", "someoneLeaves", "leaversAreInPlay", "causeIsACard"]),
              actions: "sendOff",
              meta: { structural: "what a card does is written on the card" },
            },
            DEAL: {
              guard: and(["byTable", "namesAPlayer", "cardIsNew", "kindIsKnown", "conditionFits"]),
              actions: "takeDealtCard",
              meta: { structural: "a card that an effect brings to a hand" },
            },
          },
          initial: "standby",
          states: {
            standby: {
              meta: { clauses: ["VF-S.0"] },
              initial: "effects",
              states: {
                effects: {
                  meta: { clauses: ["VF-S.1"], asks: "table" },
                  entry: { type: "collectDue", params: { phase: "standby" } },
                  on: {
                    RESOLVE_EFFECT: {
                      guard: and(["byTable", "effectIsDue", "leaversAreInPlay"]),
                      actions: ["sendOff", "strikeDue"],
                      meta: { clauses: ["VF-S.1"] },
                    },
                  },
                  always: { guard: "nothingDue", target: "act" },
                },
                act: {
                  meta: { clauses: ["VF-S.0"], asks: { context: "cardUsers" } },
                  on: {
                    USE_MAGIC: {
                      guard: and(["byTurnPlayer", "magicWithinReach", "isForStandby"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-S.2"] },
                    },
                    USE_TRAP: {
                      guard: and(["turnFitsTrap", "trapIsSet", "isForStandby"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-S.2", "VF-S.4b"] },
                    },
                    NEXT_PHASE: {
                      guard: "byTurnPlayer",
                      target: "#vf-card.turn.phases.main",
                      meta: { clauses: ["VF-M.0"] },
                    },
                  },
                },
              },
            },

            main: {
              meta: { clauses: ["VF-M.0"] },
              initial: "act",
              states: {
                act: {
                  meta: { clauses: ["VF-M.0", "VF-M.3e"], asks: { context: "cardUsers" } },
                  on: {
                    RELEASE: {
                      guard: and(["byTurnPlayer", "vfInHand", "displayIsStated", "releaseIsLeft"]),
                      actions: [{ type: "release", params: { cameBy: "normal" } }, "noteNormalRelease"],
                      meta: { clauses: ["VF-M.1", "VF-M.1c"] },
                    },
                    CHANGE_DISPLAY: {
                      guard: and([
                        "byTurnPlayer",
                        "vfOnOwnField",
                        "displayIsStated",
                        "displayDiffers",
                        "mayTurnThatWay",
                        "notChangedYet",
                        "notAttackedYet",
                      ]),
                      actions: "changeDisplay",
                      meta: { clauses: ["VF-M.2", "VF-M.2b"] },
                    },
                    DECLARE_ATTACK: {
                      guard: and([
                        "byTurnPlayer",
                        "vfOnOwnField",
                        "faceUpInAttackPosition",
                        "arrivalAllowsAttack",
                        "notAttackedYet",
                      ]),
                      actions: "declareAttack",
                      target: "battle",
                      meta: { clauses: ["VF-M.3", "VF-M.3b", "VF-M.3c", "VF-M.3d", "VF-M.3f"] },
                    },
                    USE_MAGIC: {
                      guard: and(["byTurnPlayer", "magicWithinReach", "isForMain"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-M.4"] },
                    },
                    USE_TRAP: {
                      guard: and(["turnFitsTrap", "trapIsSet", "isForMain"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-M.4", "VF-M.6b"] },
                    },
                    NEXT_PHASE: {
                      guard: "byTurnPlayer",
                      target: "#vf-card.turn.phases.end",
                      meta: { clauses: ["VF-E.0"] },
                    },
                  },
                },

                // One attack, one battle; then Main goes on, and another attack may follow (reading 7).
                battle: {
                  meta: { clauses: ["VF-M.3", "VF-M.3g"], asks: "table" },
                  on: {
                    // A battle is part of Main, whose clause on using cards makes no exception (reading 20).
                    USE_MAGIC: {
                      guard: and(["battleAdmitsCards", "byTurnPlayer", "magicWithinReach", "isForMain"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-M.4"] },
                    },
                    USE_TRAP: {
                      guard: and(["battleAdmitsCards", "turnFitsTrap", "trapIsSet", "isForMain"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-M.4", "VF-M.6b"] },
                    },
                    BATTLE_RESULT: {
                      guard: and(["byTable", "leaversAreInPlay"]),
                      actions: ["sendOff", "endBattle"],
                      target: "act",
                      meta: { clauses: ["VF-M.3e", "VF-M.3g"] },
                    },
                  },
                },
              },
            },

            end: {
              meta: { clauses: ["VF-E.0"] },
              initial: "effects",
              states: {
                effects: {
                  meta: { clauses: ["VF-E.1"], asks: "table" },
                  entry: { type: "collectDue", params: { phase: "end" } },
                  on: {
                    RESOLVE_EFFECT: {
                      guard: and(["byTable", "effectIsDue", "leaversAreInPlay"]),
                      actions: ["sendOff", "strikeDue"],
                      meta: { clauses: ["VF-E.1"] },
                    },
                  },
                  always: { guard: "nothingDue", target: "act" },
                },
                act: {
                  meta: { clauses: ["VF-E.0"], asks: { context: "cardUsers" } },
                  on: {
                    USE_MAGIC: {
                      guard: and(["byTurnPlayer", "magicWithinReach", "isForEnd"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-E.2"] },
                    },
                    USE_TRAP: {
                      guard: and(["turnFitsTrap", "trapIsSet", "isForEnd"]),
                      actions: "useCard",
                      meta: { clauses: ["VF-E.2", "VF-E.4"] },
                    },
                    NEXT_PHASE: {
                      guard: "byTurnPlayer",
                      target: "check",
                      meta: { clauses: ["VF-E.5"] },
                    },
                  },
                },

                // The hand adjustment is the last work of the phase, when everything else is done.
                check: {
                  meta: { clauses: ["VF-E.5"] },
                  entry: "beginAdjustment",
                  always: [{ guard: "handIsOverLimit", target: "mustStock" }, { target: "done" }],
                },
                // Once the hand was too large, what fits goes to the stock, below the limit too (reading 9).
                mustStock: {
                  meta: { clauses: ["VF-E.5b"], asks: "turnPlayer" },
                  on: {
                    STOCK_MAGIC: {
                      guard: and(["byTurnPlayer", "magicInHand"]),
                      actions: "stockMagic",
                      meta: { clauses: ["VF-E.5b"] },
                    },
                  },
                  always: { guard: "stockingIsDone", target: "discard" },
                },
                discard: {
                  meta: { clauses: ["VF-E.5"], asks: "turnPlayer" },
                  on: {
                    DISCARD: {
                      guard: and(["byTurnPlayer", "discardsTheExcess"]),
                      actions: "discard",
                      meta: { clauses: ["VF-E.5"] },
                    },
                  },
                  always: { guard: not("handIsOverLimit"), target: "done" },
                },
                done: {
                  meta: { structural: "the turn passes to the other player; the page takes that as known" },
                  always: { actions: "passTurn", target: "#vf-card.turn", reenter: true },
                },
              },
            },
          },
        },
      },
    },

    over: {
      meta: { structural: "how a game is won is told on another page (reading 1)" },
      type: "final",
    },
  },
});
