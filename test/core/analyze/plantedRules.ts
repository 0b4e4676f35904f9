/**
 * Twelve wrong rules, each planted alone into a game. What stands at the clause (formulas, assignments, opened helpers, targets, the
 * order of candidates) must change; where the fault is inside of a guard or action, its label must be told to be older too.
 */
export interface Planted {
  readonly game: string;
  readonly clause: string;
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

export const planted: readonly Planted[] = [
  {
    game: "haikyu-break",
    clause: "HV-III.5",
    what: "an equal defence does not hold",
    from: "defenseHolds: ({ context }) => (context.dp ?? 0) >= facedOp(context)",
    to: "defenseHolds: ({ context }) => (context.dp ?? 0) > facedOp(context)",
  },
  {
    game: "haikyu-break",
    clause: "HV-III.2",
    what: "four blockers",
    from: "const MAX_BLOCKERS = 3;",
    to: "const MAX_BLOCKERS = 4;",
  },
  {
    game: "haikyu-break",
    clause: "HV-IV-T.4",
    what: "the toss leads to the end phase",
    from: `always: { target: "#haikyu-break.set.rallyTurn.receivePath.attack" }`,
    to: `always: { target: "#haikyu-break.set.rallyTurn.endPhase" }`,
  },
  {
    game: "haikyu-break",
    clause: "HV-VI-2d",
    what: "the loser gets the serve",
    from: "serveHolder: ({ context }) => other(context, context.loser ?? context.turnPlayer)",
    to: "serveHolder: ({ context }) => context.loser ?? context.turnPlayer",
  },
  {
    game: "chrono-card",
    clause: "CC-3.4",
    what: "Charm twice a turn",
    from: `"charmIsUnused",\n                    "charmsAnotherPlayer"`,
    to: `"charmsAnotherPlayer"`,
  },
  {
    game: "chrono-card",
    clause: "CC-5.6",
    what: "the hand limit upside down",
    from: "handIsOverLimit: ({ context }) => isOverLimit(context)",
    to: "handIsOverLimit: ({ context }) => !isOverLimit(context)",
  },
  {
    game: "chrono-card",
    clause: "CC-4-E.5",
    what: "asking does not begin anew",
    from: `"declareSkill",\n                    { type: "restartRound", params: { timing: "effect" } },`,
    to: `"declareSkill",`,
  },
  {
    game: "fate-ace-royal",
    clause: "FA-BAT-8",
    what: "an equal attack deals nothing",
    from: "context.battle.attackSystem) === 0\n            ? 1",
    to: "context.battle.attackSystem) === 0\n            ? 0",
  },
  {
    game: "fate-ace-royal",
    clause: "FA-COIN-1",
    what: "the coin moves after three turns",
    from: "const TURNS_OF_THE_COIN = 2;",
    to: "const TURNS_OF_THE_COIN = 3;",
  },
  {
    game: "fate-ace-royal",
    clause: "FA-ENC-2",
    what: "battle on a six",
    from: `event.type === "ROLL_ENCOUNTER" && event.die === 1`,
    to: `event.type === "ROLL_ENCOUNTER" && event.die === 6`,
  },
  {
    game: "vf-card",
    clause: "VF-S.3",
    what: "stock without room",
    from: "stockHasRoom: ({ context, event }) => roomInStock(context, event.by) > 0",
    to: "stockHasRoom: ({ context, event }) => roomInStock(context, event.by) >= 0",
  },
  {
    game: "flesh-and-blood",
    clause: "FAB-4.4.3b",
    what: "anybody stores in the arsenal",
    from: `STORE_CARD: {\n                      guard: "byTurnPlayer",\n`,
    to: `STORE_CARD: {\n`,
  },
];
