import { expect, test } from "vitest";
import { readBackOf } from "#test/support/readBack.ts";

/** A wrong machine, and the clause at which it must show without a press of a key. */
interface PlantedFault {
  readonly what: string;
  readonly game: string;
  readonly clause: string;
  /** The text of the machine that is wrong, once it stands instead of `from`. */
  readonly from: string;
  readonly to: string;
}

const PLAIN_COUNTER = `{
                        guard: and(["byDefender", "isASystem"]),
                        actions: "chooseCounter",
                        target: "counterDamage",
                        meta: { clauses: ["FA-BAT-9"] },
                      },
`;
const INITIATIVE_COUNTER = `{
                        guard: and(["byDefender", "isASystem", "initiativeHolds"]),
                        actions: "chooseCounter",
                        target: "loss",
                        meta: { clauses: ["FA-SKILL-3.1", "FA-SKILL-3.2"] },
                      },
`;
const BETWEEN = " ".repeat(22);

const faults: readonly PlantedFault[] = [
  {
    what: "the wrong player: who takes the serve and who leaves it are swapped",
    game: "haikyu-break",
    clause: "HV-I.2",
    from: 'event.choice === "take" ? event.by',
    to: 'event.choice === "leave" ? event.by',
  },
  {
    what: "a wrong comparison: effects of the turn outlast it",
    game: "haikyu-break",
    clause: "HV-V.2",
    from: 'filter((e) => e.scope === "set")',
    to: 'filter((e) => e.scope !== "phase")',
  },
  {
    what: "the wrong end of a list: the last blocker stays",
    game: "haikyu-break",
    clause: "HV-III.7",
    from: "p.block.characters.slice(0, 1)",
    to: "p.block.characters.slice(-1)",
  },
  {
    what: "a delay where there is none",
    game: "haikyu-break",
    clause: "HV-IV-D.4",
    from: 'always: { target: "#haikyu-break.set.rallyTurn.receivePath.receive" }',
    to: 'after: { 5000: { target: "#haikyu-break.set.rallyTurn.receivePath.receive" } }',
  },
  {
    what: "a reset that is missing",
    game: "chrono-card",
    clause: "CC-3.4",
    from: "      charmUsed: false,\n      tasks",
    to: "      tasks",
  },
  {
    what: "a wrong start value",
    game: "chrono-card",
    clause: "CC-5.9",
    from: "const HAND_LIMIT = 5;",
    to: "const HAND_LIMIT = 6;",
  },
  {
    what: "a wrong comparison: more than the excess may be put away",
    game: "vf-card",
    clause: "VF-E.5",
    from: "event.cards?.length === excess(context)",
    to: "event.cards?.length >= excess(context)",
  },
  {
    what: "an event accepted in the wrong phase",
    game: "vf-card",
    clause: "VF-M.3",
    from: `                    NEXT_PHASE: {
                      guard: "byTurnPlayer",
                      target: "#vf-card.turn.phases.main",`,
    to: `                    DECLARE_ATTACK: {
                      guard: and(["byTurnPlayer", "vfOnOwnField", "faceUpInAttackPosition", "arrivalAllowsAttack", "notAttackedYet"]),
                      actions: "declareAttack",
                      target: "#vf-card.turn.phases.main.battle",
                    },
                    NEXT_PHASE: {
                      guard: "byTurnPlayer",
                      target: "#vf-card.turn.phases.main",`,
  },
  {
    what: "actions in the wrong order",
    game: "flesh-and-blood",
    clause: "FAB-4.5.2a",
    from: 'actions: ["lose", "winAsLastOne"]',
    to: 'actions: ["winAsLastOne", "lose"]',
  },
  {
    what: "a lost else",
    game: "flesh-and-blood",
    clause: "FAB-4.1.3.2",
    from: '                    { target: "random", meta: { clauses: ["FAB-4.1.3.2"] } },\n',
    to: "",
  },
  {
    what: "a missing condition",
    game: "fate-ace-royal",
    clause: "FA-SKILL-3.1",
    from: `"initiative") &&
      !fightsWith(context, context.battle.defender, "initiative"),`,
    to: `"initiative"),`,
  },
  {
    what: "candidates in the wrong order",
    game: "fate-ace-royal",
    clause: "FA-BAT-9",
    from: INITIATIVE_COUNTER + BETWEEN + PLAIN_COUNTER,
    to: PLAIN_COUNTER + BETWEEN + INITIATIVE_COUNTER,
  },
];

test.for(faults)("what stands open at $clause shows $what", ({ game, clause, from, to }) => {
  const rowsOf = (edit?: (machine: string) => string) =>
    readBackOf(game, "en", { edit, only: clause })[0]?.rows ?? [];
  const edit = (machine: string) => {
    expect(machine).toContain(from);
    return machine.replace(from, to);
  };

  const right = rowsOf();
  const wrong = rowsOf(edit);

  expect(right.length).toBeGreaterThan(1);
  expect(wrong).not.toEqual(right);
});
