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
};
