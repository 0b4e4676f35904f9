/**
 * Volleyball card game "Break": two players, sets of rallies, one turn after the other.
 *
 *   setup                                   decks, serve right, opening hands, Set cards
 *   set                                     one set; entered anew for each
 *     serveTurn  > serve                    > start > deploy > free > calcOp > end
 *     rallyTurn  > startPhase               > start > choose > end
 *                > block                    > start > deploy > free > calcDp > judge > calcOp > end
 *                > receivePath > draw       > start > draw > free > end
 *                              > receive    > start > deploy > free > calcDp > judge > end
 *                              > toss       > start > deploy > free > end
 *                              > attack     > start > deploy > free > calcOp > end
 *     endPhase                              > start > cleanup > end          every turn ends here
 *     checkProcess                          entered from every `start`; context.check says where to go on
 *     lostDeclared > lostSet > interval     what a declared Lost leads to, wherever it was declared
 *   gameOver
 *
 * Cards are counted. Only names that a rule compares are kept, and the points that a rule adds up.
 * Clause ids (HV-...) are those of rulesets/haikyu-break; "reading n" is an entry of its readings.json.
 */
import { and, assertEvent, assign, setup } from "xstate";

// ---- What the machine knows ----

/** A character on the court. Its points are those of the area that it entered. */
export interface Character {
  name: string;
  points: number;
}

/** An area of the court: who stands there now, and how many cards lie under them (reading 13). */
export interface Area {
  characters: Character[];
  under: number;
}

export type AreaName = "serve" | "block" | "receive" | "toss" | "attack";

export interface Player {
  id: string;
  /** Size of the deck that was presented. */
  cards: number;
  /** Event cards that were not yet used, wherever they are. */
  eventCards: number;
  deck: number;
  hand: number;
  setCards: number;
  drop: number;
  /** Was once to draw more cards than the deck held (reading 14). */
  deckRanOut: boolean;
  serve: Area;
  block: Area;
  receive: Area;
  toss: Area;
  attack: Area;
}

/**
 * A number that a skill or an event card may change. `opponentOp` is the OP that one has to defend against. `blockOp` is given, not
 * added to: the OP of a block is that value instead of 0 (HV-III.6).
 */
export type Stat = AreaName | "op" | "dp" | "opponentOp" | "blockOp";

/** How long a change lasts at most. */
export type Scope = "phase" | "turn" | "set";

export interface Effect {
  owner: string;
  source: string;
  stat: Stat;
  amount: number;
  scope: Scope;
}

/** When skills are checked: at the start of the phase of that name, or when Lost was declared. */
export type Moment = "serve" | "start" | "block" | "draw" | "receive" | "toss" | "attack" | "end" | "lost";

export interface WaitingSkill {
  owner: string;
  skill: string;
  moment: Moment;
}

export type LostCause =
  | "noServer"
  | "noBlocker"
  | "noReceiver"
  | "noTosser"
  | "noAttacker"
  | "failedBlock"
  | "failedReceive"
  | "voluntary";

export interface Context {
  seats: string[];
  /** Empty until the first serve is settled. */
  turnPlayer: string;
  players: Player[];
  /** Who has still to present a deck. */
  toPresent: string[];
  /** Who decides about the first serve. */
  decider: string | null;
  serveHolder: string | null;
  setNo: number;
  /** 1 is the serve turn. */
  turnInSet: number;
  defense: "block" | "receive" | null;
  op: number | null;
  opBy: string | null;
  dp: number | null;
  lastJudge: { player: string; defense: "block" | "receive"; dp: number; op: number; held: boolean } | null;
  effects: Effect[];
  waiting: WaitingSkill[];
  /** The running check process: where it goes on, what triggered, who is asked. */
  check: { moment: Moment | null; triggered: WaitingSkill[]; asked: string[] };
  /** Who declared Lost, from the declaration to the next set. */
  loser: string | null;
  lostLog: { setNo: number; player: string; cause: LostCause }[];
  winner: string | null;
  readings: Readings;
}

/** Open points of the rules that may be read one way or the other. */
export interface Readings {
  /** Reading 6: may the turn player give the set up whenever asked, or in a free step only? */
  voluntaryLost: "anyTime" | "freeStep";
  /** Reading 2: does the deciding Lost end the game at once, or after its Lost-Set step? */
  finalLost: "atOnce" | "afterLostSet";
  /** Reading 3: which comes first in the interval? */
  intervalOrder: "refillFirst" | "setCardFirst";
  /** Reading 7: may a serve be blocked? */
  serveBlock: "allowed" | "forbidden";
  /** Reading 15: whose triggered skills come first? */
  checkOrder: "turnPlayerFirst" | "anyOrder";
  /** Reading 20: may blockers of one block share a name? */
  blockerNames: "free" | "distinct";
  /** Reading 21: does a change of block points count once for the block, or for each blocker? */
  blockBonus: "once" | "eachBlocker";
  /** Reading 22: which counts when several skills give the OP of a block a value? */
  blockOp: "latest" | "highest";
}

/** Every field may be left out: two players P1 and P2, and the first reading of each kind. */
export interface Input {
  seats?: string[];
  voluntaryLost?: "anyTime" | "freeStep";
  finalLost?: "atOnce" | "afterLostSet";
  intervalOrder?: "refillFirst" | "setCardFirst";
  serveBlock?: "allowed" | "forbidden";
  checkOrder?: "turnPlayerFirst" | "anyOrder";
  blockerNames?: "free" | "distinct";
  blockBonus?: "once" | "eachBlocker";
  blockOp?: "latest" | "highest";
}

export type Event =
  // setup
  | { type: "PRESENT_DECK"; by: string; cards: number; eventCards: number }
  | { type: "PICK_DECIDER"; by: "chance"; player: string }
  | { type: "DECIDE_SERVE"; by: string; choice: "take" | "leave" }
  | { type: "REDRAW"; by: string; count: number }
  // a turn
  | { type: "CHOOSE_DEFENSE"; by: string; defense: "block" | "receive" }
  | { type: "DEPLOY"; by: string; name: string; points: number }
  | { type: "DEPLOY_BLOCKERS"; by: string; names: string[]; points: number[]; center: number }
  | { type: "DEPLOY_NOBODY"; by: string }
  | { type: "USE_SKILL"; by: string; skill: string; stat?: Stat; amount?: number; scope?: Scope }
  | { type: "USE_EVENT_CARD"; by: string; card: string; stat?: Stat; amount?: number; scope?: Scope }
  | { type: "PASS"; by: string }
  | { type: "DECLARE_LOST"; by: string }
  // the check process
  | { type: "REPORT_SKILL"; by: "table"; owner: string; skill: string; moment: Moment }
  | { type: "RESOLVE_SKILL"; by: string; skill: string; stat?: Stat; amount?: number; scope?: Scope };

export interface Output {
  winner: string;
  loser: string;
  cause: LostCause;
  sets: number;
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

const DECK_SIZE = 40; // HV-I.1
const MAX_EVENT_CARDS = 8; // HV-I.1
const HAND_SIZE = 6; // HV-I.4, HV-I.5, HV-VI-2a
const SET_CARDS = 2; // HV-I.6
const MAX_BLOCKERS = 3; // HV-III.2

const STATS: Stat[] = ["serve", "block", "receive", "toss", "attack", "op", "dp", "opponentOp", "blockOp"];
const SCOPES: Scope[] = ["phase", "turn", "set"];
const MOMENTS: Moment[] = ["serve", "start", "block", "draw", "receive", "toss", "attack", "end", "lost"];

// ---- Words that guards and actions use ----

const isWhole = (n: number) => n % 1 === 0;

const isPoints = (n: number) => isWhole(n) && n >= 0;

const newPlayer = (id: string): Player => ({
  id,
  cards: 0,
  eventCards: 0,
  deck: 0,
  hand: 0,
  setCards: 0,
  drop: 0,
  deckRanOut: false,
  serve: { characters: [], under: 0 },
  block: { characters: [], under: 0 },
  receive: { characters: [], under: 0 },
  toss: { characters: [], under: 0 },
  attack: { characters: [], under: 0 },
});

/** The turn player; before there is one, somebody who has nothing. */
const turnPlayerOf = (context: Context) =>
  context.players.find((p) => p.id === context.turnPlayer) ?? newPlayer("");

const other = (context: Context, seat: string) => context.seats.find((s) => s !== seat)!;

const handOf = (context: Context, seat: string) => context.players.find((p) => p.id === seat)?.hand ?? 0;

/** Cards that a player can draw out of `wanted`: a deck that runs out gives what it has (reading 14). */
const drawable = (player: Player, wanted: number) => Math.min(player.deck, Math.max(0, wanted));

const draw = (player: Player, wanted: number) => ({
  ...player,
  hand: player.hand + drawable(player, wanted),
  deck: player.deck - drawable(player, wanted),
  deckRanOut: player.deckRanOut || player.deck < wanted,
});

/** Draws up to the hand size; a larger hand stays as it is (reading 4). */
const refill = (player: Player) => draw(player, HAND_SIZE - player.hand);

/** New characters stand on top of those that were in the area (reading 13). */
const enter = (area: Area, characters: Character[]) => ({
  characters,
  under: area.under + area.characters.length,
});

/** What living effects of the turn player add to a number. */
const bonus = (context: Context, stat: Stat) =>
  context.effects
    .filter((e) => e.owner === context.turnPlayer && e.stat === stat)
    .reduce((sum, e) => sum + e.amount, 0);

/** How often a change counts in an area: once, or for each of several blockers (reading 21). */
const timesIn = (context: Context, area: AreaName) =>
  area === "block" && context.readings.blockBonus === "eachBlocker"
    ? turnPlayerOf(context).block.characters.length
    : 1;

/** Points of the turn player's characters in an area, with what effects add to them. */
const pointsIn = (context: Context, area: AreaName) =>
  turnPlayerOf(context)[area].characters.reduce(
    (sum, c) => sum + c.points,
    bonus(context, area) * timesIn(context, area),
  );

/** The OP that the turn player has to reach. */
const facedOp = (context: Context) => (context.op ?? 0) + bonus(context, "opponentOp");

/** What the turn player's block sends back: 0, or the value that skills give it (HV-III.6, reading 22). */
const blockOp = (context: Context) =>
  context.effects
    .filter((e) => e.owner === context.turnPlayer && e.stat === "blockOp")
    .reduce((given, e) => (context.readings.blockOp === "highest" ? Math.max(given, e.amount) : e.amount), 0);

/** What the rules work out from where the game stands, for whoever shows it. Guards and actions use the same functions. */
export const derived = {
  /** Points of the turn player's areas, with what effects add. */
  points: (context: Context) =>
    context.turnPlayer === ""
      ? undefined
      : {
          serve: pointsIn(context, "serve"),
          block: pointsIn(context, "block"),
          receive: pointsIn(context, "receive"),
          toss: pointsIn(context, "toss"),
          attack: pointsIn(context, "attack"),
        },
  /** The OP that the turn player has to reach. */
  facedOp: (context: Context) => (context.op === null ? undefined : facedOp(context)),
};

/** A skill or card changes nothing, or one number by a whole amount for a named time. A value that is given is not below 0. */
const isChange = (change: { stat?: Stat; amount?: number; scope?: Scope }) =>
  change.stat
    ? STATS.includes(change.stat) &&
      isWhole(change.amount!) &&
      (change.stat !== "blockOp" || change.amount! >= 0) &&
      SCOPES.includes(change.scope!)
    : !change.amount && !change.scope;

/** The living effects, with the change that a skill or card of `owner` brings, if any. */
const withChange = (
  effects: Effect[],
  owner: string,
  source: string,
  change: { stat?: Stat; amount?: number; scope?: Scope },
) =>
  change.stat
    ? [
        ...effects,
        {
          owner,
          source,
          stat: change.stat,
          amount: change.amount ?? 0,
          scope: change.scope ?? "phase",
        },
      ]
    : effects;

// ---- Input ----

const READINGS: { [K in keyof Readings]: Readings[K][] } = {
  voluntaryLost: ["anyTime", "freeStep"],
  finalLost: ["atOnce", "afterLostSet"],
  intervalOrder: ["refillFirst", "setCardFirst"],
  serveBlock: ["allowed", "forbidden"],
  checkOrder: ["turnPlayerFirst", "anyOrder"],
  blockerNames: ["free", "distinct"],
  blockBonus: ["once", "eachBlocker"],
  blockOp: ["latest", "highest"],
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
    const values: string[] | undefined = Object.entries(READINGS).find(([name]) => name === field)?.[1];
    if (!values) throw new Error(`input.${field}: there is no such field`);
    if (!values.includes(value)) throw new Error(`input.${field}: one of ${values.join(", ")} is needed`);
  }
  return input;
}

const start = (input: Input, seats: string[]): Context => ({
  seats,
  turnPlayer: "",
  players: seats.map(newPlayer),
  toPresent: seats,
  decider: null,
  serveHolder: null,
  setNo: 0,
  turnInSet: 0,
  defense: null,
  op: null,
  opBy: null,
  dp: null,
  lastJudge: null,
  effects: [],
  waiting: [],
  check: { moment: null, triggered: [], asked: [] },
  loser: null,
  lostLog: [],
  winner: null,
  readings: {
    voluntaryLost: input.voluntaryLost ?? "anyTime",
    finalLost: input.finalLost ?? "atOnce",
    intervalOrder: input.intervalOrder ?? "refillFirst",
    serveBlock: input.serveBlock ?? "allowed",
    checkOrder: input.checkOrder ?? "turnPlayerFirst",
    blockerNames: input.blockerNames ?? "free",
    blockBonus: input.blockBonus ?? "once",
    blockOp: input.blockOp ?? "latest",
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
    // Who may act. In this game only the turn player acts in a turn (reading 9).
    byTurnPlayer: ({ context, event }) => event.by === context.turnPlayer,
    byOpponent: ({ context, event }) => event.by === other(context, context.turnPlayer),
    byDecider: ({ context, event }) => event.by === context.decider,
    byChance: ({ event }) => event.by === "chance",
    byTable: ({ event }) => event.by === "table",
    byAskedPlayer: ({ context, event }) => context.check.asked.includes(event.by),

    // Setup.
    hasDeckToPresent: ({ context, event }) => context.toPresent.includes(event.by),
    deckIsLegal: ({ event }) =>
      event.type === "PRESENT_DECK" &&
      event.cards === DECK_SIZE &&
      isWhole(event.eventCards) &&
      event.eventCards >= 0 &&
      event.eventCards <= MAX_EVENT_CARDS,
    allDecksPresented: ({ context }) => context.toPresent.length === 0,
    namesAPlayer: ({ context, event }) =>
      event.type === "PICK_DECIDER" && context.seats.includes(event.player),
    takesOrLeaves: ({ event }) =>
      event.type === "DECIDE_SERVE" && (event.choice === "take" || event.choice === "leave"),
    redrawsFromHand: ({ context, event }) =>
      event.type === "REDRAW" &&
      isWhole(event.count) &&
      event.count >= 0 &&
      event.count <= handOf(context, event.by),

    // Choice of defense.
    isDefense: ({ event }) =>
      event.type === "CHOOSE_DEFENSE" && (event.defense === "block" || event.defense === "receive"),
    blockIsOpen: ({ context, event }) =>
      event.type === "CHOOSE_DEFENSE" &&
      (event.defense !== "block" || context.turnInSet > 2 || context.readings.serveBlock === "allowed"),
    choseBlock: ({ context }) => context.defense === "block",

    // Deploy steps.
    oneCharacterFromHand: ({ context, event }) =>
      event.type === "DEPLOY" &&
      event.name?.length > 0 &&
      isPoints(event.points) &&
      handOf(context, event.by) >= 1,
    blockersFromHand: ({ context, event }) =>
      event.type === "DEPLOY_BLOCKERS" &&
      event.names?.length >= 1 &&
      event.names.length <= Math.min(MAX_BLOCKERS, handOf(context, event.by)) &&
      event.names.every((name) => name.length > 0),
    blockersHavePoints: ({ event }) =>
      event.type === "DEPLOY_BLOCKERS" &&
      event.points?.length === event.names?.length &&
      event.points?.every((points) => isPoints(points)),
    blockerNamesAreOpen: ({ context, event }) =>
      event.type === "DEPLOY_BLOCKERS" &&
      (context.readings.blockerNames === "free" ||
        event.names?.every((name, i) => event.names.indexOf(name) === i)),
    centerIsABlocker: ({ event }) =>
      event.type === "DEPLOY_BLOCKERS" &&
      isWhole(event.center) &&
      event.center >= 0 &&
      event.center < event.names?.length,
    differsFromReceiver: ({ context, event }) =>
      event.type === "DEPLOY" && !turnPlayerOf(context).receive.characters.some((c) => c.name === event.name),
    differsFromTosser: ({ context, event }) =>
      event.type === "DEPLOY" && !turnPlayerOf(context).toss.characters.some((c) => c.name === event.name),

    // Skills and event cards.
    skillIsStated: ({ event }) => event.type === "USE_SKILL" && event.skill?.length > 0 && isChange(event),
    cardIsStated: ({ event }) => event.type === "USE_EVENT_CARD" && event.card?.length > 0 && isChange(event),
    hasEventCard: ({ context }) => turnPlayerOf(context).hand >= 1 && turnPlayerOf(context).eventCards >= 1,
    reportIsComplete: ({ context, event }) =>
      event.type === "REPORT_SKILL" &&
      context.seats.includes(event.owner) &&
      event.skill?.length > 0 &&
      MOMENTS.includes(event.moment),
    skillIsNew: ({ context, event }) =>
      event.type === "REPORT_SKILL" &&
      ![...context.waiting, ...context.check.triggered].some(
        (s) => s.owner === event.owner && s.skill === event.skill && s.moment === event.moment,
      ),
    nothingTriggered: ({ context }) => context.check.triggered.length === 0,
    skillTriggered: ({ context, event }) =>
      event.type === "RESOLVE_SKILL" &&
      isChange(event) &&
      context.check.triggered.some((s) => s.owner === event.by && s.skill === event.skill),
    checkedAt: ({ context }, params: { moment: Moment }) => context.check.moment === params.moment,

    // Judge and Lost.
    defenseHolds: ({ context }) => (context.dp ?? 0) >= facedOp(context),
    lostIsFree: ({ context }) => context.readings.voluntaryLost === "anyTime",
    noLostYet: ({ context }) => context.loser === null,
    othersNotAsked: ({ context, event }) =>
      context.check.asked.length === 0 || context.check.asked.includes(event.by),
    noSetCardLeft: ({ context }) => context.players.some((p) => p.id === context.loser && p.setCards === 0),
    endsAtOnce: ({ context }) => context.readings.finalLost === "atOnce",
    setCardComesFirst: ({ context }) => context.readings.intervalOrder === "setCardFirst",
  },

  actions: {
    // Setup.
    presentDeck: assign({
      players: ({ context, event }) => {
        assertEvent(event, "PRESENT_DECK");
        return context.players.map((p) =>
          p.id === event.by ? { ...p, cards: event.cards, eventCards: event.eventCards } : p,
        );
      },
      toPresent: ({ context, event }) => context.toPresent.filter((seat) => seat !== event.by),
    }),
    pickDecider: assign({
      decider: ({ event }) => {
        assertEvent(event, "PICK_DECIDER");
        return event.player;
      },
    }),
    decideServe: assign({
      serveHolder: ({ context, event }) => {
        assertEvent(event, "DECIDE_SERVE");
        return event.choice === "take" ? event.by : other(context, event.by);
      },
    }),
    serverIsTurnPlayer: assign({ turnPlayer: ({ context }) => context.serveHolder ?? context.turnPlayer }),
    placeDecks: assign({ players: ({ context }) => context.players.map((p) => ({ ...p, deck: p.cards })) }),
    refillHands: assign({ players: ({ context }) => context.players.map((p) => refill(p)) }),
    redraw: assign({
      players: ({ context, event }) => {
        assertEvent(event, "REDRAW");
        return context.players.map((p) =>
          p.id === event.by ? refill({ ...p, hand: p.hand - event.count, deck: p.deck + event.count }) : p,
        );
      },
    }),
    placeSetCards: assign({
      players: ({ context }) =>
        context.players.map((p) => ({ ...p, deck: p.deck - SET_CARDS, setCards: SET_CARDS })),
    }),

    // Sets and turns.
    beginSet: assign({
      setNo: ({ context }) => context.setNo + 1,
      turnInSet: 1,
      defense: null,
      loser: null,
    }),
    chooseDefense: assign({
      defense: ({ event }) => {
        assertEvent(event, "CHOOSE_DEFENSE");
        return event.defense;
      },
    }),
    drawCard: assign({
      players: ({ context }) => context.players.map((p) => (p.id === context.turnPlayer ? draw(p, 1) : p)),
    }),
    passTurn: assign({
      turnPlayer: ({ context }) => other(context, context.turnPlayer),
      turnInSet: ({ context }) => context.turnInSet + 1,
      defense: null,
    }),

    // Deploy steps.
    deploy: assign({
      players: ({ context, event }, params: { area: AreaName }) => {
        assertEvent(event, "DEPLOY");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                hand: p.hand - 1,
                [params.area]: enter(p[params.area], [{ name: event.name, points: event.points }]),
              }
            : p,
        );
      },
    }),
    // The center stands first, so that it is known who the side blockers are (reading 12).
    deployBlockers: assign({
      players: ({ context, event }) => {
        assertEvent(event, "DEPLOY_BLOCKERS");
        return context.players.map((p) =>
          p.id === event.by
            ? {
                ...p,
                hand: p.hand - event.names.length,
                block: enter(
                  p.block,
                  [event.center, ...event.names.map((_, i) => i).filter((i) => i !== event.center)].map(
                    (i) => ({ name: event.names[i]!, points: event.points[i]! }),
                  ),
                ),
              }
            : p,
        );
      },
    }),
    dropSideBlockers: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.turnPlayer
            ? {
                ...p,
                drop: p.drop + p.block.characters.length - 1,
                block: { ...p.block, characters: p.block.characters.slice(0, 1) },
              }
            : p,
        ),
    }),

    // Skills, event cards and what they leave behind.
    useSkill: assign({
      effects: ({ context, event }) => {
        assertEvent(event, "USE_SKILL");
        return withChange(context.effects, event.by, event.skill, event);
      },
    }),
    useEventCard: assign({
      players: ({ context, event }) =>
        context.players.map((p) =>
          p.id === event.by ? { ...p, hand: p.hand - 1, eventCards: p.eventCards - 1, drop: p.drop + 1 } : p,
        ),
      effects: ({ context, event }) => {
        assertEvent(event, "USE_EVENT_CARD");
        return withChange(context.effects, event.by, event.card, event);
      },
    }),
    endPhaseEffects: assign({ effects: ({ context }) => context.effects.filter((e) => e.scope !== "phase") }),
    endTurnEffects: assign({ effects: ({ context }) => context.effects.filter((e) => e.scope === "set") }),
    endAllEffects: assign({ effects: [] }),
    dropWaitingSkills: assign({ waiting: [] }),

    // The check process.
    reportSkill: assign({
      waiting: ({ context, event }) => {
        assertEvent(event, "REPORT_SKILL");
        return [...context.waiting, { owner: event.owner, skill: event.skill, moment: event.moment }];
      },
    }),
    callCheck: assign({
      check: (_, params: { moment: Moment }) => ({ moment: params.moment, triggered: [], asked: [] }),
    }),
    collectSkills: assign({
      check: ({ context }) => ({
        ...context.check,
        triggered: [
          ...context.check.triggered,
          ...context.waiting.filter((s) => s.moment === context.check.moment),
        ],
      }),
      waiting: ({ context }) => context.waiting.filter((s) => s.moment !== context.check.moment),
    }),
    askOwners: assign({
      check: ({ context }) => ({
        ...context.check,
        asked: [context.turnPlayer, other(context, context.turnPlayer)]
          .filter((seat) => context.check.triggered.some((s) => s.owner === seat))
          .slice(0, context.readings.checkOrder === "turnPlayerFirst" ? 1 : 2),
      }),
    }),
    resolveSkill: assign({
      check: ({ context, event }) => {
        assertEvent(event, "RESOLVE_SKILL");
        return {
          ...context.check,
          triggered: context.check.triggered.filter(
            (s) => !(s.owner === event.by && s.skill === event.skill),
          ),
        };
      },
      effects: ({ context, event }) => {
        assertEvent(event, "RESOLVE_SKILL");
        return withChange(context.effects, event.by, event.skill, event);
      },
    }),
    endCheck: assign({ check: { moment: null, triggered: [], asked: [] } }),

    // Points.
    calcOp: assign({
      op: ({ context }, params: { areas: AreaName[] }) =>
        params.areas.reduce((sum, area) => sum + pointsIn(context, area), bonus(context, "op")),
      opBy: ({ context }) => context.turnPlayer,
    }),
    calcBlockOp: assign({
      op: ({ context }) => blockOp(context) + bonus(context, "op"),
      opBy: ({ context }) => context.turnPlayer,
    }),
    calcDp: assign({
      dp: ({ context }, params: { area: AreaName }) => pointsIn(context, params.area) + bonus(context, "dp"),
    }),
    recordJudge: assign({
      lastJudge: ({ context }, params: { defense: "block" | "receive" }) => ({
        player: context.turnPlayer,
        defense: params.defense,
        dp: context.dp ?? 0,
        op: facedOp(context),
        held: (context.dp ?? 0) >= facedOp(context),
      }),
    }),
    voidDp: assign({ dp: null }),
    voidOpAndDp: assign({ op: null, opBy: null, dp: null }),

    // Lost.
    declareLost: assign({
      loser: ({ context }) => context.turnPlayer,
      lostLog: ({ context }, params: { cause: LostCause }) => [
        ...context.lostLog,
        { setNo: context.setNo, player: context.turnPlayer, cause: params.cause },
      ],
    }),
    takeSetCard: assign({
      players: ({ context }) =>
        context.players.map((p) =>
          p.id === context.loser ? { ...p, setCards: p.setCards - 1, hand: p.hand + 1 } : p,
        ),
    }),
    giveServe: assign({ serveHolder: ({ context }) => other(context, context.loser ?? context.turnPlayer) }),
    nameWinner: assign({ winner: ({ context }) => other(context, context.loser ?? context.turnPlayer) }),
  },
}).createMachine({
  id: "haikyu-break",
  options: { maxIterations: 1000 },
  context: ({ input }) => start(checked(input ?? {}), input?.seats ?? ["P1", "P2"]),
  output: ({ context }) => ({
    winner: context.winner!,
    loser: context.loser!,
    cause: context.lostLog.at(-1)!.cause,
    sets: context.setNo,
  }),
  initial: "setup",
  states: {
    setup: {
      meta: { clauses: ["HV-I.0"] },
      initial: "presentDecks",
      states: {
        presentDecks: {
          meta: { clauses: ["HV-I.1"], asks: { context: "toPresent" } },
          on: {
            PRESENT_DECK: {
              guard: and(["hasDeckToPresent", "deckIsLegal"]),
              actions: "presentDeck",
              meta: { clauses: ["HV-I.1"] },
            },
          },
          always: { guard: "allDecksPresented", target: "pickDecider" },
        },

        pickDecider: {
          meta: { clauses: ["HV-I.2"], asks: "chance" },
          on: {
            PICK_DECIDER: {
              guard: and(["byChance", "namesAPlayer"]),
              actions: "pickDecider",
              target: "decideServe",
              meta: { clauses: ["HV-I.2"] },
            },
          },
        },

        decideServe: {
          meta: { clauses: ["HV-I.2"], asks: { context: "decider" } },
          on: {
            DECIDE_SERVE: {
              guard: and(["byDecider", "takesOrLeaves"]),
              actions: ["decideServe", "serverIsTurnPlayer"],
              target: "shuffle",
              meta: { clauses: ["HV-I.2"] },
            },
          },
        },

        // Cards are only counted, so the order that a shuffle gives does not show.
        shuffle: {
          meta: { clauses: ["HV-I.3"] },
          entry: "placeDecks",
          always: { target: "openingHands" },
        },

        openingHands: {
          meta: { clauses: ["HV-I.4"] },
          entry: "refillHands",
          always: { target: "redraw" },
        },

        redraw: {
          meta: { clauses: ["HV-I.5"] },
          initial: "firstServer",
          states: {
            firstServer: {
              meta: { clauses: ["HV-I.5"], asks: "turnPlayer" },
              on: {
                REDRAW: {
                  guard: and(["byTurnPlayer", "redrawsFromHand"]),
                  actions: "redraw",
                  target: "otherPlayer",
                  meta: { clauses: ["HV-I.5"] },
                },
              },
            },
            otherPlayer: {
              meta: { clauses: ["HV-I.5"], asks: "opponent" },
              on: {
                REDRAW: {
                  guard: and(["byOpponent", "redrawsFromHand"]),
                  actions: "redraw",
                  target: "#haikyu-break.setup.placeSetCards",
                  meta: { clauses: ["HV-I.5"] },
                },
              },
            },
          },
        },

        placeSetCards: {
          meta: { clauses: ["HV-I.6"] },
          entry: "placeSetCards",
          always: { target: "#haikyu-break.set", meta: { clauses: ["HV-I.7"] } },
        },
      },
    },

    set: {
      meta: { clauses: ["HV-II.0"] },
      entry: ["beginSet", "serverIsTurnPlayer"],
      initial: "serveTurn",
      on: {
        // Any game step may be left for a Lost, but not while a Lost is wound up (reading 16).
        DECLARE_LOST: {
          guard: and(["byTurnPlayer", "lostIsFree", "noLostYet", "othersNotAsked"]),
          actions: { type: "declareLost", params: { cause: "voluntary" } },
          target: ".lostDeclared",
          meta: { clauses: ["HV-VI.0"] },
        },
        // Card texts are not modelled: the table says which skill waits for which moment.
        REPORT_SKILL: {
          guard: and(["byTable", "reportIsComplete", "skillIsNew"]),
          actions: "reportSkill",
          meta: { structural: "card text enters as a fact; the next check of that moment finds it" },
        },
      },
      states: {
        serveTurn: {
          meta: { clauses: ["HV-II.0", "HV-II-1.0"] },
          initial: "serve",
          states: {
            serve: {
              meta: { clauses: ["HV-II-1.0"] },
              initial: "start",
              states: {
                start: {
                  meta: { clauses: ["HV-II-1.1"] },
                  always: {
                    actions: { type: "callCheck", params: { moment: "serve" } },
                    target: "#haikyu-break.set.checkProcess",
                  },
                },
                deploy: {
                  meta: { clauses: ["HV-II-1.2"], asks: "turnPlayer" },
                  on: {
                    DEPLOY: {
                      guard: and(["byTurnPlayer", "oneCharacterFromHand"]),
                      actions: { type: "deploy", params: { area: "serve" } },
                      target: "free",
                      meta: { clauses: ["HV-II-1.2"] },
                    },
                    DEPLOY_NOBODY: {
                      guard: "byTurnPlayer",
                      actions: { type: "declareLost", params: { cause: "noServer" } },
                      target: "#haikyu-break.set.lostDeclared",
                      meta: { clauses: ["HV-II-1.2b"] },
                    },
                  },
                },
                free: {
                  meta: { clauses: ["HV-II-1.3"], asks: "turnPlayer" },
                  on: {
                    USE_SKILL: {
                      guard: and(["byTurnPlayer", "skillIsStated"]),
                      actions: "useSkill",
                      meta: { clauses: ["HV-II-1.3"] },
                    },
                    USE_EVENT_CARD: {
                      guard: and(["byTurnPlayer", "hasEventCard", "cardIsStated"]),
                      actions: "useEventCard",
                      meta: { clauses: ["HV-II-1.3"] },
                    },
                    DECLARE_LOST: {
                      guard: "byTurnPlayer",
                      actions: { type: "declareLost", params: { cause: "voluntary" } },
                      target: "#haikyu-break.set.lostDeclared",
                      meta: { clauses: ["HV-II-1.3b"] },
                    },
                    PASS: { guard: "byTurnPlayer", target: "calcOp", meta: { clauses: ["HV-II-1.3"] } },
                  },
                },
                calcOp: {
                  meta: { clauses: ["HV-II-1.4"] },
                  entry: { type: "calcOp", params: { areas: ["serve"] } },
                  always: { target: "end" },
                },
                end: {
                  meta: { clauses: ["HV-II-1.5"] },
                  entry: "endPhaseEffects",
                  always: { target: "#haikyu-break.set.endPhase" },
                },
              },
            },
          },
        },

        rallyTurn: {
          meta: { clauses: ["HV-II.0", "HV-II-2.0"] },
          initial: "startPhase",
          states: {
            startPhase: {
              meta: { clauses: ["HV-II-2.0"] },
              initial: "start",
              states: {
                start: {
                  meta: { clauses: ["HV-II-2.1"] },
                  always: {
                    actions: { type: "callCheck", params: { moment: "start" } },
                    target: "#haikyu-break.set.checkProcess",
                  },
                },
                choose: {
                  meta: { clauses: ["HV-II-2.2"], asks: "turnPlayer" },
                  on: {
                    CHOOSE_DEFENSE: {
                      guard: and(["byTurnPlayer", "isDefense", "blockIsOpen"]),
                      actions: "chooseDefense",
                      target: "end",
                      meta: { clauses: ["HV-II-2.2"] },
                    },
                  },
                },
                end: {
                  meta: { clauses: ["HV-II-2.3"] },
                  entry: "endPhaseEffects",
                  always: [
                    {
                      guard: "choseBlock",
                      target: "#haikyu-break.set.rallyTurn.block",
                      meta: { clauses: ["HV-III.0"] },
                    },
                    {
                      target: "#haikyu-break.set.rallyTurn.receivePath",
                      meta: { clauses: ["HV-IV.0"] },
                    },
                  ],
                },
              },
            },

            block: {
              meta: { clauses: ["HV-III.0"] },
              initial: "start",
              states: {
                start: {
                  meta: { clauses: ["HV-III.1"] },
                  always: {
                    actions: { type: "callCheck", params: { moment: "block" } },
                    target: "#haikyu-break.set.checkProcess",
                  },
                },
                deploy: {
                  meta: { clauses: ["HV-III.2"], asks: "turnPlayer" },
                  on: {
                    DEPLOY_BLOCKERS: {
                      guard: and([
                        "byTurnPlayer",
                        "blockersFromHand",
                        "blockerNamesAreOpen",
                        "blockersHavePoints",
                        "centerIsABlocker",
                      ]),
                      actions: "deployBlockers",
                      target: "free",
                      meta: { clauses: ["HV-III.2"] },
                    },
                    DEPLOY_NOBODY: {
                      guard: "byTurnPlayer",
                      actions: { type: "declareLost", params: { cause: "noBlocker" } },
                      target: "#haikyu-break.set.lostDeclared",
                      meta: { clauses: ["HV-III.2b"] },
                    },
                  },
                },
                free: {
                  meta: { clauses: ["HV-III.3"], asks: "turnPlayer" },
                  on: {
                    USE_SKILL: {
                      guard: and(["byTurnPlayer", "skillIsStated"]),
                      actions: "useSkill",
                      meta: { clauses: ["HV-III.3"] },
                    },
                    USE_EVENT_CARD: {
                      guard: and(["byTurnPlayer", "hasEventCard", "cardIsStated"]),
                      actions: "useEventCard",
                      meta: { clauses: ["HV-III.3"] },
                    },
                    DECLARE_LOST: {
                      guard: "byTurnPlayer",
                      actions: { type: "declareLost", params: { cause: "voluntary" } },
                      target: "#haikyu-break.set.lostDeclared",
                      meta: { clauses: ["HV-VI.0"] },
                    },
                    PASS: { guard: "byTurnPlayer", target: "calcDp", meta: { clauses: ["HV-III.3"] } },
                  },
                },
                calcDp: {
                  meta: { clauses: ["HV-III.4"] },
                  entry: { type: "calcDp", params: { area: "block" } },
                  always: { target: "judge" },
                },
                judge: {
                  meta: { clauses: ["HV-III.5"] },
                  entry: { type: "recordJudge", params: { defense: "block" } },
                  always: [
                    { guard: "defenseHolds", target: "calcOp", meta: { clauses: ["HV-III.5"] } },
                    {
                      actions: { type: "declareLost", params: { cause: "failedBlock" } },
                      target: "#haikyu-break.set.lostDeclared",
                      meta: { clauses: ["HV-III.5"] },
                    },
                  ],
                },
                // A block sends back 0, or what a skill makes of it; other changes of the OP come on top.
                calcOp: {
                  meta: { clauses: ["HV-III.6"] },
                  entry: "calcBlockOp",
                  always: { target: "end" },
                },
                end: {
                  meta: { clauses: ["HV-III.7"] },
                  entry: ["dropSideBlockers", "endPhaseEffects"],
                  always: { target: "#haikyu-break.set.endPhase" },
                },
              },
            },

            receivePath: {
              meta: { clauses: ["HV-IV.0"] },
              initial: "draw",
              states: {
                draw: {
                  meta: { clauses: ["HV-IV.0"] },
                  initial: "start",
                  states: {
                    start: {
                      meta: { clauses: ["HV-IV-D.1"] },
                      always: {
                        actions: { type: "callCheck", params: { moment: "draw" } },
                        target: "#haikyu-break.set.checkProcess",
                      },
                    },
                    draw: {
                      meta: { clauses: ["HV-IV-D.2"] },
                      entry: "drawCard",
                      always: { target: "free" },
                    },
                    free: {
                      meta: { clauses: ["HV-IV-D.3"], asks: "turnPlayer" },
                      on: {
                        USE_SKILL: {
                          guard: and(["byTurnPlayer", "skillIsStated"]),
                          actions: "useSkill",
                          meta: { clauses: ["HV-IV-D.3"] },
                        },
                        USE_EVENT_CARD: {
                          guard: and(["byTurnPlayer", "hasEventCard", "cardIsStated"]),
                          actions: "useEventCard",
                          meta: { clauses: ["HV-IV-D.3"] },
                        },
                        DECLARE_LOST: {
                          guard: "byTurnPlayer",
                          actions: { type: "declareLost", params: { cause: "voluntary" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-VI.0"] },
                        },
                        PASS: { guard: "byTurnPlayer", target: "end", meta: { clauses: ["HV-IV-D.3"] } },
                      },
                    },
                    end: {
                      meta: { clauses: ["HV-IV-D.4"] },
                      entry: "endPhaseEffects",
                      always: { target: "#haikyu-break.set.rallyTurn.receivePath.receive" },
                    },
                  },
                },

                receive: {
                  meta: { clauses: ["HV-IV.0"] },
                  initial: "start",
                  states: {
                    start: {
                      meta: { clauses: ["HV-IV-R.1"] },
                      always: {
                        actions: { type: "callCheck", params: { moment: "receive" } },
                        target: "#haikyu-break.set.checkProcess",
                      },
                    },
                    deploy: {
                      meta: { clauses: ["HV-IV-R.2"], asks: "turnPlayer" },
                      on: {
                        DEPLOY: {
                          guard: and(["byTurnPlayer", "oneCharacterFromHand"]),
                          actions: { type: "deploy", params: { area: "receive" } },
                          target: "free",
                          meta: { clauses: ["HV-IV-R.2"] },
                        },
                        DEPLOY_NOBODY: {
                          guard: "byTurnPlayer",
                          actions: { type: "declareLost", params: { cause: "noReceiver" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-IV-R.2"] },
                        },
                      },
                    },
                    free: {
                      meta: { clauses: ["HV-IV-R.3"], asks: "turnPlayer" },
                      on: {
                        USE_SKILL: {
                          guard: and(["byTurnPlayer", "skillIsStated"]),
                          actions: "useSkill",
                          meta: { clauses: ["HV-IV-R.3"] },
                        },
                        USE_EVENT_CARD: {
                          guard: and(["byTurnPlayer", "hasEventCard", "cardIsStated"]),
                          actions: "useEventCard",
                          meta: { clauses: ["HV-IV-R.3"] },
                        },
                        DECLARE_LOST: {
                          guard: "byTurnPlayer",
                          actions: { type: "declareLost", params: { cause: "voluntary" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-VI.0"] },
                        },
                        PASS: { guard: "byTurnPlayer", target: "calcDp", meta: { clauses: ["HV-IV-R.3"] } },
                      },
                    },
                    calcDp: {
                      meta: { clauses: ["HV-IV-R.4"] },
                      entry: { type: "calcDp", params: { area: "receive" } },
                      always: { target: "judge" },
                    },
                    judge: {
                      meta: { clauses: ["HV-IV-R.5"] },
                      entry: { type: "recordJudge", params: { defense: "receive" } },
                      always: [
                        { guard: "defenseHolds", target: "end", meta: { clauses: ["HV-IV-R.5"] } },
                        {
                          actions: { type: "declareLost", params: { cause: "failedReceive" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-IV-R.5"] },
                        },
                      ],
                    },
                    end: {
                      meta: { clauses: ["HV-IV-R.6"] },
                      entry: "endPhaseEffects",
                      always: { target: "#haikyu-break.set.rallyTurn.receivePath.toss" },
                    },
                  },
                },

                toss: {
                  meta: { clauses: ["HV-IV.0"] },
                  initial: "start",
                  states: {
                    start: {
                      meta: { clauses: ["HV-IV-T.1"] },
                      always: {
                        actions: { type: "callCheck", params: { moment: "toss" } },
                        target: "#haikyu-break.set.checkProcess",
                      },
                    },
                    deploy: {
                      meta: { clauses: ["HV-IV-T.2"], asks: "turnPlayer" },
                      on: {
                        DEPLOY: {
                          guard: and(["byTurnPlayer", "oneCharacterFromHand", "differsFromReceiver"]),
                          actions: { type: "deploy", params: { area: "toss" } },
                          target: "free",
                          meta: { clauses: ["HV-IV-T.2", "HV-IV-T.2b"] },
                        },
                        DEPLOY_NOBODY: {
                          guard: "byTurnPlayer",
                          actions: { type: "declareLost", params: { cause: "noTosser" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-IV-T.2"] },
                        },
                      },
                    },
                    free: {
                      meta: { clauses: ["HV-IV-T.3"], asks: "turnPlayer" },
                      on: {
                        USE_SKILL: {
                          guard: and(["byTurnPlayer", "skillIsStated"]),
                          actions: "useSkill",
                          meta: { clauses: ["HV-IV-T.3"] },
                        },
                        USE_EVENT_CARD: {
                          guard: and(["byTurnPlayer", "hasEventCard", "cardIsStated"]),
                          actions: "useEventCard",
                          meta: { clauses: ["HV-IV-T.3"] },
                        },
                        DECLARE_LOST: {
                          guard: "byTurnPlayer",
                          actions: { type: "declareLost", params: { cause: "voluntary" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-VI.0"] },
                        },
                        PASS: { guard: "byTurnPlayer", target: "end", meta: { clauses: ["HV-IV-T.3"] } },
                      },
                    },
                    end: {
                      meta: { clauses: ["HV-IV-T.4"] },
                      entry: "endPhaseEffects",
                      always: { target: "#haikyu-break.set.rallyTurn.receivePath.attack" },
                    },
                  },
                },

                attack: {
                  meta: { clauses: ["HV-IV.0"] },
                  initial: "start",
                  states: {
                    start: {
                      meta: { clauses: ["HV-IV-A.1"] },
                      always: {
                        actions: { type: "callCheck", params: { moment: "attack" } },
                        target: "#haikyu-break.set.checkProcess",
                      },
                    },
                    deploy: {
                      meta: { clauses: ["HV-IV-A.2"], asks: "turnPlayer" },
                      on: {
                        DEPLOY: {
                          guard: and(["byTurnPlayer", "oneCharacterFromHand", "differsFromTosser"]),
                          actions: { type: "deploy", params: { area: "attack" } },
                          target: "free",
                          meta: { clauses: ["HV-IV-A.2", "HV-IV-A.2b"] },
                        },
                        DEPLOY_NOBODY: {
                          guard: "byTurnPlayer",
                          actions: { type: "declareLost", params: { cause: "noAttacker" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-IV-A.2"] },
                        },
                      },
                    },
                    free: {
                      meta: { clauses: ["HV-IV-A.3"], asks: "turnPlayer" },
                      on: {
                        USE_SKILL: {
                          guard: and(["byTurnPlayer", "skillIsStated"]),
                          actions: "useSkill",
                          meta: { clauses: ["HV-IV-A.3"] },
                        },
                        USE_EVENT_CARD: {
                          guard: and(["byTurnPlayer", "hasEventCard", "cardIsStated"]),
                          actions: "useEventCard",
                          meta: { clauses: ["HV-IV-A.3"] },
                        },
                        DECLARE_LOST: {
                          guard: "byTurnPlayer",
                          actions: { type: "declareLost", params: { cause: "voluntary" } },
                          target: "#haikyu-break.set.lostDeclared",
                          meta: { clauses: ["HV-VI.0"] },
                        },
                        PASS: { guard: "byTurnPlayer", target: "calcOp", meta: { clauses: ["HV-IV-A.3"] } },
                      },
                    },
                    calcOp: {
                      meta: { clauses: ["HV-IV-A.4"] },
                      entry: { type: "calcOp", params: { areas: ["toss", "attack"] } },
                      always: { target: "end" },
                    },
                    end: {
                      meta: { clauses: ["HV-IV-A.5"] },
                      entry: "endPhaseEffects",
                      always: { target: "#haikyu-break.set.endPhase" },
                    },
                  },
                },
              },
            },
          },
        },

        endPhase: {
          meta: { clauses: ["HV-V.0"] },
          initial: "start",
          states: {
            start: {
              meta: { clauses: ["HV-V.1"] },
              always: {
                actions: { type: "callCheck", params: { moment: "end" } },
                target: "#haikyu-break.set.checkProcess",
              },
            },
            // The OP is no effect and stays: the next judge needs it. A DP serves its own judge only.
            cleanup: {
              meta: { clauses: ["HV-V.2"] },
              entry: ["endTurnEffects", "voidDp"],
              always: { target: "end" },
            },
            end: {
              meta: { clauses: ["HV-V.3"] },
              always: { actions: "passTurn", target: "#haikyu-break.set.rallyTurn" },
            },
          },
        },

        // One for all phases and for Lost. It repeats until no skill of that moment is left.
        checkProcess: {
          meta: { clauses: ["HV-II-1.1"] },
          exit: "endCheck",
          initial: "collect",
          states: {
            collect: {
              meta: { clauses: ["HV-II-1.1"] },
              entry: ["collectSkills", "askOwners"],
              always: [{ guard: "nothingTriggered", target: "goOn" }, { target: "resolve" }],
            },
            resolve: {
              meta: { clauses: ["HV-II-1.1"], asks: { context: "check.asked" } },
              on: {
                RESOLVE_SKILL: {
                  guard: and(["byAskedPlayer", "skillTriggered"]),
                  actions: "resolveSkill",
                  target: "collect",
                  meta: { clauses: ["HV-II-1.1"] },
                },
              },
            },
            goOn: {
              meta: { structural: "leads back to the step after the one that called the check" },
              always: [
                {
                  guard: { type: "checkedAt", params: { moment: "serve" } },
                  target: "#haikyu-break.set.serveTurn.serve.deploy",
                },
                {
                  guard: { type: "checkedAt", params: { moment: "start" } },
                  target: "#haikyu-break.set.rallyTurn.startPhase.choose",
                },
                {
                  guard: { type: "checkedAt", params: { moment: "block" } },
                  target: "#haikyu-break.set.rallyTurn.block.deploy",
                },
                {
                  guard: { type: "checkedAt", params: { moment: "draw" } },
                  target: "#haikyu-break.set.rallyTurn.receivePath.draw.draw",
                },
                {
                  guard: { type: "checkedAt", params: { moment: "receive" } },
                  target: "#haikyu-break.set.rallyTurn.receivePath.receive.deploy",
                },
                {
                  guard: { type: "checkedAt", params: { moment: "toss" } },
                  target: "#haikyu-break.set.rallyTurn.receivePath.toss.deploy",
                },
                {
                  guard: { type: "checkedAt", params: { moment: "attack" } },
                  target: "#haikyu-break.set.rallyTurn.receivePath.attack.deploy",
                },
                {
                  guard: { type: "checkedAt", params: { moment: "end" } },
                  target: "#haikyu-break.set.endPhase.cleanup",
                },
                { target: "#haikyu-break.set.lostSet.clearEffects" },
              ],
            },
          },
        },

        // Looks for the end of the game first.
        lostDeclared: {
          meta: { clauses: ["HV-VI.0"] },
          always: [
            {
              guard: and(["noSetCardLeft", "endsAtOnce"]),
              target: "#haikyu-break.gameOver",
              meta: { clauses: ["HV-VI.3"] },
            },
            { target: "lostSet" },
          ],
        },

        lostSet: {
          meta: { clauses: ["HV-VI.0"] },
          initial: "voidPoints",
          states: {
            voidPoints: {
              meta: { clauses: ["HV-VI-1a"] },
              entry: "voidOpAndDp",
              always: { target: "checkSkills" },
            },
            checkSkills: {
              meta: { clauses: ["HV-VI-1b"] },
              always: {
                actions: { type: "callCheck", params: { moment: "lost" } },
                target: "#haikyu-break.set.checkProcess",
              },
            },
            clearEffects: {
              meta: { clauses: ["HV-VI-1c"] },
              entry: ["endAllEffects", "dropWaitingSkills"],
              always: [
                {
                  guard: "noSetCardLeft",
                  target: "#haikyu-break.gameOver",
                  meta: { clauses: ["HV-VI.3"] },
                },
                { target: "#haikyu-break.set.interval", meta: { clauses: ["HV-VI-1d"] } },
              ],
            },
          },
        },

        interval: {
          meta: { clauses: ["HV-VI-1d"] },
          initial: "order",
          states: {
            order: {
              meta: { structural: "the order of refill and Set card may be read both ways (reading 3)" },
              always: [{ guard: "setCardComesFirst", target: "takeSetCard" }, { target: "refillHands" }],
            },
            refillHands: {
              meta: { clauses: ["HV-VI-2a"] },
              entry: "refillHands",
              always: [{ guard: "setCardComesFirst", target: "endEffects" }, { target: "takeSetCard" }],
            },
            takeSetCard: {
              meta: { clauses: ["HV-VI-2b"] },
              entry: "takeSetCard",
              always: [{ guard: "setCardComesFirst", target: "refillHands" }, { target: "endEffects" }],
            },
            // The Lost-Set step has ended the effects; this ends what came after (reading 5).
            endEffects: {
              meta: { clauses: ["HV-VI-2c"] },
              entry: "endAllEffects",
              always: { target: "nextServe" },
            },
            nextServe: {
              meta: { clauses: ["HV-VI-2d"] },
              entry: "giveServe",
              always: { target: "#haikyu-break.set", reenter: true, meta: { clauses: ["HV-VI-2d"] } },
            },
          },
        },
      },
    },

    gameOver: {
      meta: { clauses: ["HV-VI.3"] },
      entry: "nameWinner",
      type: "final",
    },
  },
});
