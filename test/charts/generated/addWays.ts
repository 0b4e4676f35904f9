import type { Draws } from "#test/support/dice.ts";
import type { Plan } from "#test/charts/generated/growTree.ts";
import { below, type MadeState, type MadeWay, sameLane } from "#test/charts/generated/madeChart.ts";

export const guards = ["mayPlay", "mayPass", "hasCards", "isTurnPlayer", "bothPassed", "deckIsEmpty"];
export const actions = ["count", "refill", "note", "turnOver"];
export const actors = ["askTable", "waitForSeat"];
const events = ["NEXT", "PASS", "PLAY", "PAY", "REVEAL", "ATTACK", "DECLARE", "CONFIRM", "SKIP", "TAKE"];
const asks = ["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"];

const quoted = (name: string) => JSON.stringify(name);
const isStep = (state: MadeState) => state.kind === "atomic";
const last = <T>(list: readonly T[]): T | undefined => list.at(-1);

/** Gives the states of a tree their kinds, their ways out and what they do. */
export function addWays(root: MadeState, plan: Plan, random: Draws): void {
  const all = below(root);
  const phases = [root, ...all].filter((state) => state.kind === "compound" && state.key !== "settle");
  if (plan.chain !== true) for (const phase of phases) addEnd(phase, random);
  for (const phase of phases) leadThrough(phase, plan, random);
  if (plan.chain === true) return;
  const steps = all.filter((state) => isStep(state) && state.parent?.key !== "settle");
  for (const step of steps) addHabits(step, random);
  addCrossings(steps, all, random);
  for (const state of all)
    if (state.kind === "parallel") addFork(state, steps, random);
    else if (state.kind === "history" || state.kind === "deepHistory") leadBack(state, steps, random);
  if (root.kind === "parallel") forkFrom(root, root, random);
  if (plan.wide) addList(steps, random);
  if (plan.called) addCalls(root);
}

/** The last step of some phases is final, of others the memory of the phase. */
function addEnd(phase: MadeState, random: Draws): void {
  const end = last(phase.children);
  if (phase.children.length < 3 || !end || !isStep(end)) return;
  if (random.chance(0.45)) end.kind = "final";
  else if (random.chance(0.4)) end.kind = random.chance(0.5) ? "history" : "deepHistory";
}

/** The order of play in a phase: each step leads to the next, sometimes elsewhere or back. */
function leadThrough(phase: MadeState, plan: Plan, random: Draws): void {
  const line = phase.children.filter(
    ({ kind, key }) => kind !== "history" && kind !== "deepHistory" && key !== "settle",
  );
  line.forEach((step, i) => {
    const next = line[i + 1] ?? (random.chance(0.5) ? line[0] : undefined);
    if (!next || next === step || step.kind === "final") return;
    if (!isStep(step)) step.ways.push(leaving(step, next, random));
    else if (plan.chain === true) step.ways.push(on("NEXT", next));
    else step.ways.push(...leadOn(step, next, random.pick(line), random));
  });
}

const on = (event: string, target: MadeState): MadeWay => ({ under: "on", event, targets: [target] });

/** A phase is left when it is done, or by an event at any time. */
const leaving = (phase: MadeState, next: MadeState, random: Draws): MadeWay =>
  phase.children.some(({ kind }) => kind === "final")
    ? { under: "onDone", targets: [next] }
    : on(random.pick(["END_PHASE", "BREAK_OFF"]), next);

function leadOn(step: MadeState, next: MadeState, other: MadeState, random: Draws): MadeWay[] {
  const way = (under: MadeWay["under"], to: MadeState, more: Partial<MadeWay> = {}): MadeWay => ({
    under,
    targets: [to],
    ...more,
  });
  const kind = random.int(1, 20);
  if (kind <= 3 && other !== step) {
    const guard = quoted(random.pick(guards));
    return [way("always", other, { guard }), way("always", next)];
  }
  if (kind <= 5) return [way("after", next, { event: String(random.int(1, 9) * 500) })];
  if (kind <= 7) {
    step.invokes.push(random.pick(actors));
    return [way("invoke.onDone", next), way("invoke.onError", other === step ? next : other)];
  }
  const event = random.pick(events);
  if (kind > 14) return [way("on", next, { event })];
  const guard = quoted(random.pick(guards));
  return [way("on", other, { event, guard, action: random.pick(actions) }), way("on", next, { event })];
}

/** Who is waited for, what stays in the state, what it does on the way in. */
function addHabits(step: MadeState, random: Draws): void {
  if (step.ways.some(({ under }) => under === "always")) return;
  if (random.chance(0.5)) step.asks = random.pick(asks);
  if (random.chance(0.3)) step.clause = `G-${random.int(1, 9)}.${random.int(1, 40)}`;
  if (random.chance(0.2)) step.entry.push(random.pick(actions));
  const self = { under: "on", targets: [] } as const;
  if (random.chance(0.15)) step.ways.push({ ...self, event: "COUNT", action: "count" });
  if (random.chance(0.1))
    step.ways.push({ ...self, event: "AGAIN", targets: [step], reenter: true, action: "refill" });
  if (random.chance(0.05)) step.ways.push({ ...self, event: "STAY", targets: [step] });
  if (random.chance(0.05)) step.ways.push({ ...self, event: "*", action: "note" });
  if (random.chance(0.06)) step.ways.push({ ...self, event: "BREAK_OFF" });
}

/** One step in eight leads to another part of the chart. */
function addCrossings(steps: readonly MadeState[], all: readonly MadeState[], random: Draws): void {
  const goals = all.filter(
    ({ kind, key, parent }) =>
      (kind === "atomic" || kind === "compound") && key !== "settle" && parent?.key !== "settle",
  );
  for (const step of steps) {
    const goal = random.pick(goals);
    if (!random.chance(0.125) || goal === step || !sameLane(step, goal)) continue;
    step.ways.push({ ...on(random.pick(["RETREAT", "CHAIN", "INTERRUPT"]), goal), guard: quoted("mayPlay") });
  }
}

/** A transition with several targets into a parallel state, and one out of it. */
function addFork(parallel: MadeState, steps: readonly MadeState[], random: Draws): void {
  const outside = steps.filter((step) => !below(parallel).includes(step) && sameLane(step, parallel));
  if (outside.length === 0 && parallel.parent) forkFrom(parallel.parent, parallel, random);
  else if (outside.length > 0) forkFrom(random.pick(outside), parallel, random);
}

function forkFrom(source: MadeState, parallel: MadeState, random: Draws): void {
  const targets = parallel.children.flatMap((region) => {
    const inside = region.children.filter(({ kind }) => kind === "atomic");
    return inside.length > 0 ? [random.pick(inside)] : [];
  });
  if (targets.length > 1) source.ways.push({ under: "on", event: "SPLIT", targets });
}

/** Another part of the chart leads back to what was left. */
function leadBack(memory: MadeState, steps: readonly MadeState[], random: Draws): void {
  const phase = memory.parent;
  const outside = steps.filter((step) => step.parent !== phase && sameLane(step, memory));
  if (outside.length > 0) random.pick(outside).ways.push(on("RESUME", memory));
}

/** Twenty events, each with a target of its own as long as there are so many. */
function addList(steps: readonly MadeState[], random: Draws): void {
  const from = random.pick(steps);
  const goals = steps.filter((step) => step !== from && sameLane(from, step));
  for (let i = 0; i < 20; i++) {
    const goal = goals[i % Math.max(goals.length, 1)];
    if (goal) from.ways.push(on(`PICK_${i + 1}`, goal));
  }
}

/** Phases call `settle` from their first step; the last step of `settle` goes on at the second step of who called. */
function addCalls(root: MadeState): void {
  const settle = root.children.find(({ key }) => key === "settle");
  const [each, next, goOn] = settle?.children ?? [];
  if (!settle || !each || !next || !goOn) return;
  each.ways.push({ under: "always", targets: [next], guard: quoted("hasCards") });
  each.ways.push({ under: "always", targets: [goOn] });
  next.asks = "turnPlayer";
  next.ways.push(on("CONFIRM", each));
  for (const phase of below(root)) {
    const [first, second] = phase.children;
    if (phase === settle || phase.kind !== "compound" || !first || !second || !isStep(first)) continue;
    if (!sameLane(first, settle)) continue;
    const params = `params: { point: ${quoted(phase.key)} }`;
    Object.assign(first, { ways: [], invokes: [], asks: undefined });
    first.ways.push({ under: "always", targets: [settle], action: `{ type: "call", ${params} }` });
    goOn.ways.push({ under: "always", targets: [second], guard: `{ type: "calledAt", ${params} }` });
  }
}
