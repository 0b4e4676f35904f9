import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { transitionIdOf, type Considered } from "#core/run/play/microstep.ts";
import { PlayError, type PlayEvent, type PlayFault } from "#core/run/play/play.ts";
import type { WhyAnswer, WhyCandidate, WhyLevel } from "#core/run/play/why.ts";
import { candidatesOf, forbids, valueEntries } from "#core/simulate/candidates.ts";
import type { Engine } from "#core/simulate/engine.ts";
import type { Refusal } from "#core/simulate/offers.ts";

/**
 * Why an event would be taken, or why not (`WhyAnswer`). XState reports what it evaluated, and with which result, while it selects; the walk
 * here only says where what it did not come to would have stood.
 * @param refusal what a send of the event would be refused for
 */
export function why(
  engine: Engine,
  snapshot: AnyMachineSnapshot,
  event: PlayEvent,
  refusal: () => Refusal | undefined,
): WhyAnswer {
  const { considered, refused, fault } = askAll(engine, snapshot, event, refusal);
  const levels = snapshot.status === "active" && event.type !== "*" ? levelsOf(engine, snapshot, event) : [];
  const verdicts = new Map(considered.map((item) => [transitionIdOf(item), item]));
  const winners = considered.filter(({ taken }) => taken).map(transitionIdOf);
  return {
    event,
    enabled: refused === undefined && fault === undefined,
    reasons: refused?.reasons ?? [],
    levels: levels.map(({ state, region, transitions, inside }): WhyLevel => {
      const before = new Set(inside);
      const behind = () => [...before].filter((id) => verdicts.get(id)?.verdict);
      return {
        state,
        ...(region === undefined ? {} : { region }),
        candidates: transitions.map((transition) => {
          const result = candidate(engine, transition, verdicts, behind, winners);
          before.add(transitionIdOf(result));
          return result;
        }),
      };
    }),
    elsewhere: elsewhere(engine, snapshot, event.type),
    ...(fault ? { fault } : {}),
  };
}

/** What XState asks; of an event that would be taken also which of those that hold are taken, which only a step tells. */
function askAll(
  engine: Engine,
  snapshot: AnyMachineSnapshot,
  event: PlayEvent,
  refusal: () => Refusal | undefined,
): { considered: readonly Considered[]; refused?: Refusal | undefined; fault?: PlayFault } {
  let answers: readonly Considered[] = [];
  try {
    if (snapshot.status === "active" && event.type !== "*") answers = engine.ask(snapshot, event);
    const refused = refusal();
    if (!refused) answers = engine.step(snapshot, event).microsteps[0]?.considered ?? answers;
    return { considered: answers, refused };
  } catch (error) {
    if (error instanceof PlayError) return { considered: answers, fault: error.fault };
    throw error;
  }
}

function candidate(
  engine: Engine,
  transition: AnyTransitionDefinition,
  verdicts: ReadonlyMap<string, Considered>,
  behind: () => readonly string[],
  winners: readonly string[],
): WhyCandidate {
  const written = engine.index.takenOf(transition);
  if (!written) throw new Error(`A transition of ${transition.source.id} is none of this machine's`);
  const { source, slot, event, index, targets, clauses } = written;
  const base = { source, slot, ...(event === undefined ? {} : { event }), index, targets, clauses };
  const answer = verdicts.get(transitionIdOf(written));
  if (!answer) {
    const guard = engine.unasked(transition);
    return {
      ...base,
      asked: false,
      verdict: null,
      taken: false,
      behind: behind(),
      ...(guard ? { guard } : {}),
    };
  }
  const lost = answer.verdict && !answer.taken && winners.length > 0;
  return {
    ...base,
    asked: true,
    verdict: answer.verdict,
    taken: answer.taken,
    ...(lost ? { behind: winners } : {}),
    ...(answer.guard ? { guard: answer.guard } : {}),
  };
}

interface Level {
  readonly state: string;
  readonly region: string | undefined;
  readonly transitions: readonly AnyTransitionDefinition[];
  /** Ids of the candidates of the states within it. */
  readonly inside: readonly string[];
}

/** States are visited in XState's order (`transitionNode`): those within before those around, regions in the order of the value. */
function levelsOf({ index }: Engine, snapshot: AnyMachineSnapshot, { type }: PlayEvent): Level[] {
  const levels: Level[] = [];
  const visit = (node: AnyStateNode, value: unknown, region: string | undefined): string[] => {
    const inside: string[] = [];
    for (const [key, part] of valueEntries(value)) {
      const child = node.states[key] as AnyStateNode | undefined;
      if (child) inside.push(...visit(child, part, node.type === "parallel" ? index.pathOf(child) : region));
    }
    const transitions = candidatesOf(node, type).filter((transition) => index.takenOf(transition));
    if (transitions.length > 0) levels.push({ state: index.pathOf(node), region, transitions, inside });
    return [
      ...inside,
      ...transitions.map((transition) =>
        transitionIdOf(index.takenOf(transition) as NonNullable<ReturnType<typeof index.takenOf>>),
      ),
    ];
  };
  visit(snapshot.machine.root, snapshot.value, undefined);
  return levels;
}

/** States that are not active now and have a transition for the event that does something. */
function elsewhere(engine: Engine, snapshot: AnyMachineSnapshot, type: string): string[] {
  const active = new Set(snapshot._nodes as readonly AnyStateNode[]);
  const sources: string[] = [];
  const visit = (node: AnyStateNode): void => {
    if (!active.has(node) && candidatesOf(node, type).some((transition) => !forbids(transition)))
      sources.push(engine.index.pathOf(node));
    for (const child of Object.values(node.states)) visit(child as AnyStateNode);
  };
  visit(engine.machine.root);
  return sources;
}
