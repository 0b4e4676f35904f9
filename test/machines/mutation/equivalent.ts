const SAME = "the number is for TypeScript: there always is one where it is asked for";

/**
 * Mutants that are no faults: nobody could tell such a machine from the right one. By game and by the id of the mutant, with the
 * reason. They are not judged and not counted.
 */
export const equivalent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "haikyu-break": {
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
    'turn.phases SPECIAL_RELEASE[0]: without "byAPlayer"': "only a player has a hand to release from",
    'turn.phases RETURN_TO_FIELD[0]: without "byAPlayer"': "only a player has a leave pile to return from",
    'turn.phases.main.act CHANGE_DISPLAY[0]: without "vfOnOwnField"':
      "`displayDiffers` looks on the own field too",
    'turn.phases.main.act DECLARE_ATTACK[0]: without "vfOnOwnField"':
      "`faceUpInAttackPosition` looks on the own field too",
    "turn.handAdjustment.discard always[0]: to turn.handAdjustment.check instead of turn.handAdjustment.done":
      "the check finds a hand within the limit and goes on to `done`",
    "const roomInStock: -1 instead of 0": "a stock never holds more than its capacity",
    "const roomInStock: 1 instead of 0 (2)": "the capacity is known before there is a stock",
    "const roomInStock: -1 instead of 0 (2)": "the capacity is known before there is a stock",
    "const excess: 1 instead of 0": "the turn player has a hand limit",
    "const excess: -1 instead of 0": "the turn player has a hand limit",
    "guard leaversAreInPlay: -1 instead of 0": "a list has a length, and that is never negative",
  },
  "fate-ace-royal": {
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
};

/** Constants that are no rules: sample cards that the input may replace, and what stands for a seat that is not there. */
export const noRules: Readonly<Record<string, readonly string[]>> = {
  "fate-ace-royal": ["SPIRITS", "CLASSES", "NOBODY"],
};
