const SAME = "the number is for TypeScript: there always is one where it is asked for";

/**
 * Events that a state would still refuse if it had the answer that another gives: what the answer's guard asks for is never so there.
 * Events and states are told with spaces between.
 */
const unheard = (reason: string, answer: string, events: string, states: string): Record<string, string> =>
  Object.fromEntries(
    states
      .split(" ")
      .flatMap((state) =>
        events.split(" ").map((event) => [`${state}: accepts ${event} as ${answer} does`, reason]),
      ),
  );

/**
 * Mutants that are no faults: nobody could tell such a machine from the right one. By game and by the id of the mutant, with the
 * reason. They are not judged and not counted.
 */
export const equivalent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "haikyu-break": {
    ...unheard(
      "nobody is named yet who decides",
      "setup.decideServe",
      "DECIDE_SERVE",
      "setup.presentDecks setup.pickDecider",
    ),
    ...unheard(
      "the hands are not dealt yet",
      "setup.redraw.firstServer",
      "REDRAW",
      "setup.presentDecks setup.pickDecider setup.decideServe",
    ),
    ...unheard(
      "every deck has been presented",
      "setup.presentDecks",
      "PRESENT_DECK",
      "setup.pickDecider setup.decideServe",
    ),
    'setup.redraw.firstServer REDRAW[0]: without "redraw"':
      "cards are counted: who puts n back and draws n has as many as before",
    'setup.redraw.otherPlayer REDRAW[0]: without "redraw"':
      "cards are counted: who puts n back and draws n has as many as before",
    "action redraw: p.id !== event.by, not ===":
      "cards are counted: who puts n back and draws n has as many as before",
    'set.interval.endEffects entry: without "endAllEffects"':
      "the Lost-Set step has ended the effects, and nobody can make one before the next set (reading 5)",
    "set.interval.refillHands always[0]: to set.interval.nextServe instead of set.interval.endEffects":
      "what is left out ends effects that the Lost-Set step has ended (reading 5)",
    "set.interval.takeSetCard always[1]: to set.interval.nextServe instead of set.interval.endEffects":
      "what is left out ends effects that the Lost-Set step has ended (reading 5)",
    "action askOwners: 3 instead of 2": "there are two seats",
    "const handOf: 1 instead of 0": "a seat that asks has a hand",
    "const handOf: -1 instead of 0": "a seat that asks has a hand",
    "const facedOp: 1 instead of 0": SAME,
    "const facedOp: -1 instead of 0": SAME,
    "const withChange: 1 instead of 0": SAME,
    "const withChange: -1 instead of 0": SAME,
    "guard defenseHolds: 1 instead of 0": SAME,
    "guard defenseHolds: -1 instead of 0": SAME,
    "action recordJudge: 1 instead of 0": SAME,
    "action recordJudge: -1 instead of 0": SAME,
    "action recordJudge: 1 instead of 0 (2)": SAME,
    "action recordJudge: -1 instead of 0 (2)": SAME,
  },
  "chrono-card": {
    ...unheard(
      "nobody is asked in a round there",
      "turn.drawPhase.round",
      "USE_EVENT USE_SKILL PASS",
      "turn.drawPhase.order",
    ),
    ...unheard(
      "nobody is asked in a round there",
      "turn.charmPhase.effect",
      "USE_EVENT USE_SKILL PASS",
      "turn.charmPhase.defence turn.charmPhase.damage",
    ),
    ...unheard("no work waits there", "turn.drawPhase.order", "PROCESS", "turn.drawPhase.round"),
    ...unheard(
      "no work waits there",
      "turn.charmPhase.order",
      "PROCESS",
      "turn.charmPhase.defence turn.charmPhase.effect turn.charmPhase.damage",
    ),
    "turn.endPhase.discard DISCARD[0]: to turn.endPhase.carryOut instead of turn.endPhase.order":
      "the hand limit is still the chosen work, and finds nothing left to do",
    "turn.startPhase.begin always[0]: to turn.startPhase.carryOut instead of turn.startPhase.order":
      "nothing is chosen yet, so nothing is carried out before `order`",
    "turn.drawPhase.begin always[0]: to turn.drawPhase.carryOut instead of turn.drawPhase.order":
      "nothing is chosen yet, so nothing is carried out before `order`",
    "turn.endPhase.begin always[0]: to turn.endPhase.carryOut instead of turn.endPhase.order":
      "nothing is chosen yet, so nothing is carried out before `order`",
    "turn.charmPhase.close always[1]: to turn.mainPhase.open instead of turn.mainPhase.resume":
      "Main is always left from `open`, so its history leads there too",
    "turn.chain.next always[7]: to turn.mainPhase.open instead of turn.mainPhase.resume":
      "Main is always left from `open`, so its history leads there too",
    "turn.phaseChange.resetEp always[3]: to turn.mainPhase.open instead of turn.mainPhase.resume":
      "Main is always left from `open`, so its history leads there too",
    "turn.phaseChange.resetEp always[5]: to turn.mainPhase.open instead of turn.mainPhase.resume":
      "Main is always left from `open`, so its history leads there too",
    "turn.chain.process always[0]: swapped with the next":
      "a card that is played points at nothing, so it always holds",
    "turn.chain.next always[0]: swapped with the next":
      "a Charm is declared first, so nothing is left under it",
    "turn.chain.next always[2]: swapped with the next": "the two exclude each other",
    "turn.chain.next always[3]: swapped with the next": "the two exclude each other",
    "turn.phaseChange.resetEp always[2]: swapped with the next": "nobody is charmed on the way to Main",
    "const start: 1 instead of 0 (4)": "EP are reset before anybody can pay with them",
    "const start: -1 instead of 0 (4)": "EP are reset before anybody can pay with them",
    "guard hasCardInHand: 1 instead of 0": "only players get that far, and each has a hand",
    "guard hasCardInHand: -1 instead of 0": "only players get that far, and each has a hand",
    "guard costIsPaid: 1 instead of 0": "only players get that far, and each has EP",
    "guard costIsPaid: -1 instead of 0": "only players get that far, and each has EP",
    "guard damageIsStated: -1 instead of 0": "a list has a length, and that is never negative",
    "guard downedAreStated: -1 instead of 0": "a list has a length, and that is never negative",
    "action enterField: 2 instead of 1": "a card is played on an empty chain, so it is alone there",
    "action enterField: 0 instead of 1": "a card is played on an empty chain, so it is alone there",
  },
  "vf-card": {
    ...unheard(
      "no card has come in this turn yet, so none is barred",
      "turn.phases",
      "GRANT_ATTACK",
      "turn.draw",
    ),
    ...unheard(
      "no effect is due there",
      "turn.phases.standby.effects",
      "RESOLVE_EFFECT",
      "turn.draw turn.phases.standby.act",
    ),
    ...unheard(
      "no effect is due there",
      "turn.phases.end.effects",
      "RESOLVE_EFFECT",
      "turn.phases.end.act turn.phases.end.mustStock turn.phases.end.discard",
    ),
    'turn.phases.main.act CHANGE_DISPLAY[0]: without "vfOnOwnField"':
      "`displayDiffers` looks on the own field too",
    'turn.phases.main.act DECLARE_ATTACK[0]: without "vfOnOwnField"':
      "`faceUpInAttackPosition` looks on the own field too",
    "const roomInStock: -1 instead of 0": "a stock never holds more than its capacity",
    "const roomInStock: 1 instead of 0 (2)": "the capacity is known before there is a stock",
    "const roomInStock: -1 instead of 0 (2)": "the capacity is known before there is a stock",
    "const excess: 1 instead of 0": "the turn player has a hand limit",
    "const excess: -1 instead of 0": "the turn player has a hand limit",
    "guard leaversAreInPlay: -1 instead of 0": "a list has a length, and that is never negative",
  },
  "fate-ace-royal": {
    ...unheard("nobody has agreed yet", "setup.agree", "WITHDRAW", "setup.pickStart"),
    ...unheard(
      "it is nobody's turn to draft",
      "setup.swapClasses",
      "SWAP_CLASS KEEP_CLASS",
      "setup.pickStart setup.agree setup.assignFreely",
    ),
    ...unheard(
      "nobody is asked to pass there",
      "play.turn.battle.engagement",
      "ACTIVATE_PROXY PASS",
      "play.turn.draw play.turn.encounter play.turn.battle.voluntary play.turn.battle.forced play.turn.battle.attack play.turn.battle.counter play.turn.battle.take play.turn.battle.pickCard",
    ),
    ...unheard(
      "nobody is attacking",
      "play.turn.battle.attack",
      "CHOOSE_SYSTEM",
      "play.turn.draw play.turn.encounter play.turn.battle.voluntary play.turn.battle.forced",
    ),
    ...unheard(
      "nobody has won a card yet",
      "play.turn.battle.take",
      "TAKE_CARD LEAVE_CARD",
      "play.turn.draw play.turn.encounter play.turn.battle.voluntary play.turn.battle.forced play.turn.battle.engagement play.turn.battle.attack play.turn.battle.attackDamage play.turn.battle.counter play.turn.battle.counterDamage play.turn.battle.loss",
    ),
    ...unheard(
      "nobody has lost a battle",
      "play.turn.battle.pickCard",
      "PICK_CARD",
      "play.turn.draw play.turn.encounter play.turn.battle.voluntary play.turn.battle.forced",
    ),
    'play SEAL_NULLIFY[0]: without "bySomebodyInTheGame"':
      "who is out has no card in hand, and so a token is death to the seals",
    'play USE_EVENT_CARD[0]: without "bySomebodyInTheGame"': "who is out has no card in hand",
    'play USE_HOUSEWORK[0]: without "bySomebodyInTheGame"': "who is out has no card in hand to pay with",
    "play always[0]: swapped with the next":
      "`eliminate` takes out all who lose at once, and nobody loses by that",
    "play always[1]: swapped with the next": "the two exclude each other",
    'play.turn.encounter ROLL_ENCOUNTER[0]: without "isADie"': "a 1 is a number of the die",
    "const MIN_PLAYERS: 1 instead of 2": "the check of the input uses it, which tests of its own hold",
    "const MAX_PLAYERS: 8 instead of 7": "the check of the input uses it, which tests of its own hold",
    "const boostsOn: 1 instead of 0":
      "it is added to attack and defence alike, and only their difference counts",
    "const boostsOn: -1 instead of 0":
      "it is added to attack and defence alike, and only their difference counts",
    "const boostOf: 1 instead of 0": SAME,
    "const boostOf: -1 instead of 0": SAME,
    "guard hasSealToUse: 0 instead of 1": "who has no seal is out",
    "guard discardsCanBePaid: 1 instead of 0": "one card is a count as well",
    "guard discardsCanBePaid: 1 instead of 0 (2)": "one card is a count as well",
    "guard discardsCanBePaid: -1 instead of 0 (3)": "no hand is smaller than 0",
    "guard discardsCanBePaid: -1 instead of 0 (4)": "no hand is smaller than 0",
    "action endTurnEffects: 1 instead of 0": "the next draw phase sets it before anybody looks",
    "action endTurnEffects: -1 instead of 0": "the next draw phase sets it before anybody looks",
  },
  "flesh-and-blood": {
    ...unheard(
      "nobody is a candidate yet",
      "game.startOfGame.firstPlayer.random",
      "PICK_CHOOSER",
      "game.startOfGame.heroes",
    ),
    ...unheard(
      "nobody is the chooser yet",
      "game.startOfGame.firstPlayer.name",
      "NAME_FIRST_PLAYER",
      "game.startOfGame.heroes game.startOfGame.firstPlayer.random game.startOfGame.firstPlayer.ruling",
    ),
    ...unheard(
      "nobody holds a deck",
      "game.startOfGame.present.handle",
      "HANDLE_DECK",
      "game.startOfGame.heroes game.startOfGame.arena game.startOfGame.deck game.startOfGame.inventory game.startOfGame.present.hand",
    ),
    ...unheard(
      "the table forms the inventories: no player is asked",
      "game.startOfGame.heroes",
      "PLACE_HERO",
      "game.startOfGame.inventory",
    ),
    ...unheard(
      "the table forms the inventories: no player is asked",
      "game.startOfGame.arena",
      "CHOOSE_ARENA_CARDS",
      "game.startOfGame.inventory",
    ),
    ...unheard(
      "the table forms the inventories: no player is asked",
      "game.startOfGame.deck",
      "CHOOSE_DECK",
      "game.startOfGame.inventory",
    ),
    ...unheard(
      "the table forms the inventories: no player is asked",
      "game.startOfGame.present.hand",
      "PRESENT_DECK",
      "game.startOfGame.inventory",
    ),
    ...unheard(
      "the table forms the inventories: no player is asked",
      "game.startOfGame.equip.inTurn",
      "EQUIP",
      "game.startOfGame.inventory",
    ),
    ...unheard(
      "nobody is attacked",
      "game.turn.actionPhase.combat.defend.declare",
      "DEFEND",
      "game.turn.actionPhase.main",
    ),
    ...unheard(
      "no pitched card is left to order",
      "game.turn.endPhase.pitch",
      "BOTTOM_PITCH",
      "game.turn.endPhase.arsenal",
    ),
    ...unheard(
      "nobody is told to order triggers",
      "game.settle.order",
      "ORDER_TRIGGERS",
      "game.settle.pickFirst game.settle.resolve",
    ),
    'game CONCEDE[0]: without "byRemainingPlayer"':
      "nobody but a remaining player can leave the game like that",
    'game CONCEDE[1]: without "byRemainingPlayer"':
      "nobody but a remaining player can leave the game like that",
    'game CONCEDE[2]: without "byRemainingPlayer"':
      "nobody but a remaining player can leave the game like that",
    "game CONCEDE[0]: to result.drawn instead of result.won":
      "`ending` says how the game ended, and both states record it",
    'game LOSE_BY_EFFECT[0]: without "namesRemainingPlayer"':
      "nobody but a remaining player can leave the game like that",
    'game LOSE_BY_EFFECT[1]: without "namesRemainingPlayer"':
      "nobody but a remaining player can leave the game like that",
    'game LOSE_BY_EFFECT[2]: without "namesRemainingPlayer"':
      "nobody but a remaining player can leave the game like that",
    "game LOSE_BY_EFFECT[0]: to result.drawn instead of result.won":
      "`ending` says how the game ended, and both states record it",
    "game WIN_BY_EFFECT[0]: to result.drawn instead of result.won":
      "`ending` says how the game ended, and both states record it",
    'game AGREE_TO_DRAW[0]: without "byRemainingPlayer"': "the last to agree is one of those who remain",
    'game AGREE_TO_DRAW[0]: without "drawIsOpen"': "the others could not agree to it either",
    'game AGREE_TO_DRAW[0]: without "consentIsNew"': "when all have agreed there is no game any more",
    'game WITHDRAW_DRAW[0]: without "byRemainingPlayer"': "who has lost has no consent left to take back",
    'game CHANGE_LIFE[0]: without "losesAtOnce"': "somebody has to lose for one to be left",
    'game CHANGE_LIFE[1]: without "losesAtOnce"': "somebody has to lose for an agreement to be left",
    'game CHANGE_LIFE[2]: without "losesAtOnce"': "the turn-player who loses loses at once",
    "game CHANGE_LIFE[0]: to result.drawn instead of result.won":
      "`ending` says how the game ended, and both states record it",
    "game.startOfGame.firstPlayer.ruling always[0]: to game.startOfGame.firstPlayer.random instead of game.startOfGame.firstPlayer.findChooser":
      "with few candidates `random` goes on there at once",
    "game.startOfGame.present.handle HANDLE_DECK[0]: to game.startOfGame.present.handle instead of game.startOfGame.present.hand":
      "no deck is presented any more, so it goes on to `hand` at once",
    "game.turn.actionPhase.combat always[0]: to game.turn.actionPhase.afterClose instead of game.turn.actionPhase.close":
      "settling finds it too, before anybody can act",
    'game.settle.enter always[0]: without "layerIsResolving"':
      "where nothing resolves, `resolve` goes on to `deaths` at once",
    "game.settle.deaths always[1]: to result.drawn instead of result.won":
      "`ending` says how the game ended, and both states record it",
    "game.settle.deaths always[0]: swapped with the next": "the two exclude each other",
    "game.settle.triggers always[0]: to game.settle.next instead of game.settle.closing":
      "combat itself finds that the attack has gone",
    "game.settle.closing always[0]: swapped with the next": "combat itself finds that the attack has gone",
    "game.settle.stackNext always[0]: to game.settle.pickFirst instead of game.settle.triggers":
      "all are stacked, so nobody is asked who comes first",
    "const NO_CHAIN: 1 instead of 0 (2)": "an attack sets the power",
    "const NO_CHAIN: -1 instead of 0 (2)": "an attack sets the power",
    "const NO_CHAIN: 1 instead of 0 (3)": "an attack sets the defense",
    "const NO_CHAIN: -1 instead of 0 (3)": "an attack sets the defense",
    "const worn: 1 instead of 0": "nobody defends before the equipment is on",
    "const worn: -1 instead of 0": "nobody defends before the equipment is on",
    "const passedOver: i <= others.findIndex((other) => other === nextAfter(context, context.turnPlayer)), not <":
      "the next player is still in the game",
    "const loserBy: 1 instead of 0": SAME,
    "const loserBy: -1 instead of 0": SAME,
    "const clearedCards: 2 instead of 1":
      "a layer is controlled by its owner, so it goes with the player and not to a graveyard",
    "const clearedCards: 0 instead of 1":
      "a layer is controlled by its owner, so it goes with the player and not to a graveyard",
    "const clearedCards: 1 instead of 0":
      "a layer is controlled by its owner, so it goes with the player and not to a graveyard",
    "const clearedCards: -1 instead of 0":
      "a layer is controlled by its owner, so it goes with the player and not to a graveyard",
    "const without: s !== context.priority.next, not ===":
      "for a seat that stays the successor is the seat itself",
    "const start: 0 instead of 1 (2)": "one game is played in either case",
    "guard arenaCardsInPool: 1 instead of 0": SAME,
    "guard arenaCardsInPool: -1 instead of 0": SAME,
    "guard deckIsLegal: 1 instead of 0": SAME,
    "guard deckIsLegal: -1 instead of 0": SAME,
    "guard hasActionPoint: 1 instead of 0": SAME,
    "guard hasActionPoint: -1 instead of 0": SAME,
    "guard deathsLeaveAgreement: dead(context).length >= 0, not >":
      "when all have agreed there is no game any more",
    "guard deathsLeaveAgreement: -1 instead of 0": "when all have agreed there is no game any more",
    "guard cardsAreThere: 1 instead of 0": SAME,
    "guard cardsAreThere: -1 instead of 0": SAME,
    "guard permanentHasSource: 1 instead of 0": SAME,
    "guard permanentHasSource: -1 instead of 0": SAME,
    "action listCandidates: context.gameNo >= 1, not >": "in the first game that is everybody as well",
    "action listCandidates: 0 instead of 1 (2)": "in the first game that is everybody as well",
    "action putAbilityOnStack: 2 instead of 1 (2)": "a number that nobody else has is enough",
    "action askDefender: 1 instead of 0": "giving priority anew begins to count anew",
    "action askDefender: -1 instead of 0": "giving priority anew begins to count anew",
    "action beginPhase: 1 instead of 0": "giving priority begins to count anew",
    "action beginPhase: -1 instead of 0": "giving priority begins to count anew",
    "action resolveLink: 1 instead of 0 (3)": "the next attack sets it",
    "action resolveLink: -1 instead of 0 (3)": "the next attack sets it",
    "action resolveLink: 1 instead of 0 (4)": "the next attack sets it",
    "action resolveLink: -1 instead of 0 (4)": "the next attack sets it",
    "action stackFromPicked: t.owner !== s, not ===": "who has no trigger stacks none",
    "action stackInOrder: 0 instead of 1": "who has no trigger left stacks none",
  },
};

/**
 * Constants that are no rules: bounds of the input, sample cards that it may replace, what stands for a seat that is not there, and
 * `derived`, which decides nothing.
 */
export const noRules: Readonly<Record<string, readonly string[]>> = {
  "haikyu-break": ["derived"],
  "chrono-card": ["derived"],
  "vf-card": ["derived"],
  "flesh-and-blood": ["NUMBERS", "derived"],
  "fate-ace-royal": ["SPIRITS", "CLASSES", "NOBODY", "derived"],
};
