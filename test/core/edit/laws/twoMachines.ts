import { transformSync } from "@swc/core";
import * as xstate from "xstate";
import type { AnyStateMachine } from "xstate";
import type { Chart } from "#core/chart/chart.ts";
import { runCommand } from "#core/edit/commands.ts";
import { needsTrial } from "#core/project/dryRun.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { randomCommand } from "#test/core/edit/laws/chartArgs.ts";
import { ownFault, type Shape, type StateShape } from "#test/core/edit/laws/ownFault.ts";
import { random } from "#test/core/edit/laws/random.ts";
import { OverBudgetError, withinSteps } from "#test/core/edit/laws/stepBudget.ts";
import { twoMachineModule } from "#test/core/edit/laws/twoMachineModules.ts";

/** What came of one command on a module with two or three machines. */
export interface Tried {
  readonly outcome: "applied" | "refused";
  readonly form: string;
  readonly id: string;
  readonly code?: string;
  readonly at?: string | undefined;
  /** What went wrong, with what is needed to see it again. */
  readonly fault?: string;
  readonly kind?: "other" | "broken" | "own" | "steps" | "undo";
  readonly looks: number;
}

/** Looks at nodes that a command may take for each node of the module, with all that is made one's own on the way. */
const LOOKS_PER_NODE = 400;

/** One random command on one random module; undefined where the module makes no machine that can be edited. */
export function tryTwoMachines(seed: number): Tried | undefined {
  const r = random(seed);
  const { text, form } = twoMachineModule(r);
  const before = machinesOf(text);
  // Some of what is put together by chance is no machine, such as a target that names the id of the other one.
  if (before instanceof Error) return undefined;
  const charts = readModule(text).charts.filter(({ configAt }) => configAt);
  const chart = charts[r.below(charts.length)];
  if (!chart) return undefined;
  const own = ownMachines(chart, before);
  if (own.size === 0) return undefined;
  const { id, args } = randomCommand(r, text, chart);
  const said = `seed ${seed}, ${form}, machine ${chart.ref.ordinal}: ${id} ${JSON.stringify(args)}\n${text}`;
  let change: ReturnType<typeof runCommand>;
  let looks = 0;
  try {
    const done = withinSteps(LOOKS_PER_NODE, text, (prepare) =>
      runCommand(id, text, chart, args, (later) => {
        prepare(later);
        return readModule(later).charts;
      }),
    );
    change = done.result;
    looks = done.perNode;
  } catch (error) {
    const kind = error instanceof OverBudgetError ? "steps" : "broken";
    return { outcome: "refused", form, id, looks, kind, fault: `${String(error)}: ${said}` };
  }
  if ("refused" in change)
    return {
      outcome: "refused",
      form,
      id,
      looks,
      at: change.refused.at && text.slice(change.refused.at.from, change.refused.at.to),
      code: change.refused.code,
    };
  const after = applyEdits(text, change.edits);
  const told = change.warnings.map(({ code }) => code).join(", ");
  const both = `${said}--- after (${told})\n${after}`;
  const wrong = (kind: NonNullable<Tried["kind"]>, what: string): Tried => ({
    outcome: "applied",
    form,
    id,
    looks,
    kind,
    fault: `${what}: ${both}`,
  });
  if (applyEdits(after, invertEdits(text, change.edits)) !== text) return wrong("undo", "not taken back");
  const now = machinesOf(after);
  if (now instanceof Error)
    // Where reading cannot tell, the product asks XState before it answers, and refuses as XState does here.
    return needsTrial(readModule(text), readModule(after), change)
      ? { outcome: "refused", form, id, looks, code: "would-throw" }
      : wrong("broken", String(now));
  for (const [name, shape] of before)
    if (!own.has(name) && !isSame(shape, now.get(name))) return wrong("other", `${name} was changed`);
  for (const name of own) {
    const fault = ownFault(id, args, change, before.get(name) ?? "", now.get(name) ?? "");
    if (fault) return wrong("own", `${name}: ${fault}`);
  }
  return { outcome: "applied", form, id, looks };
}

/** Refusals of what nobody could do: there is no such thing, or it is there already. */
const ASKED =
  /^(?:is-root|into-itself|name-taken|id-taken|has-transitions|has-children|has-behavior|.*-not-found|index-out-of-range|no-children|parent-.*|history-.*|first-child-history|no-initial-left|no-setup|no-event-types|target-needs-id|route-.*|slot-.*|text-not-in-force|cannot-invoke|source-cannot-leave|bad-arguments|not-siblings|clip-not-a-state|type-needed|id-invalid|states-not-read)$/;
export const isAsked = (code: string): boolean => ASKED.test(code);

/** What XState makes of the machines that a module exports, by the way to them. */
function machinesOf(text: string): Map<string, string> | Error {
  try {
    const { code } = transformSync(text, {
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      module: { type: "commonjs" },
      swcrc: false,
    });
    const exports: Record<string, unknown> = {};
    new Function("require", "exports", code)(() => xstate, exports);
    const found = new Map<string, string>();
    const collect = (value: unknown, name: string): void => {
      if (typeof value !== "object" || value === null) return;
      if ("root" in value && "config" in value) found.set(name, shapeOf(value as AnyStateMachine));
      else for (const [key, one] of Object.entries(value)) collect(one, `${name}.${key}`);
    };
    for (const [name, value] of Object.entries(exports)) collect(value, name);
    return found;
  } catch (error) {
    return error as Error;
  }
}

function shapeOf(machine: AnyStateMachine): string {
  const states: Record<string, StateShape> = {};
  const words = (all: readonly unknown[]) =>
    all.map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one)));
  const asks: string[] = [];
  const visit = (node: AnyStateMachine["root"]): void => {
    const own = [...node.transitions].flatMap(([, list]) => list);
    asks.push(...[...own, ...(node.always ?? [])].flatMap(({ guard }) => askedBy(machine, guard) || []));
    const { type, tags, description, meta, entry, exit, invoke } = node;
    states[node.path.join(".")] = {
      initial: type === "compound" ? (node.initial.target ?? []).map(({ path }) => path.join(".")) : [],
      begins: type === "compound" ? words(node.initial.actions) : [],
      leads: [...own, ...(node.always ?? [])].map((one) => ({
        event: one.eventType.replace(/^(xstate\.(?:after\.[^.]+|done\.state|error|route)).*/, "$1"),
        to: (one.target ?? []).map(({ path }) => path.join(".")),
        does: words(one.actions),
        if: String(one.guard),
        reenter: one.reenter,
        description: one.description,
        meta: one.meta as unknown,
      })),
      type,
      tags,
      description,
      meta: meta as unknown,
      entry: words(entry),
      exit: words(exit),
      invoke: invoke.map(({ id, src }) => `${id} ${String(src)}`),
      id: node.id.startsWith(`${machine.id}.`) || node.id === machine.id ? "" : node.id,
      keys: Object.keys(node.states),
    };
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  const { guards = {}, actions = {} } = machine.implementations;
  const given = Object.fromEntries(
    [...Object.entries(guards), ...Object.entries(actions)].map(([name, value]) => [
      name,
      askedBy(machine, value),
    ]),
  );
  return JSON.stringify({ id: machine.id, given, asks, states } satisfies Shape);
}

/** The state that a guard asks for by `stateIn`; "" for anything else. */
function askedBy(machine: AnyStateMachine, guard: unknown): string {
  const value: unknown = typeof guard === "function" && "stateValue" in guard ? guard.stateValue : undefined;
  if (typeof value === "string" && value.startsWith("#")) {
    try {
      return machine.getStateNodeById(value.slice(1)).path.join(".");
    } catch {
      return `nothing: ${value}`;
    }
  }
  const path = (at: unknown): string =>
    typeof at === "object" && at !== null
      ? Object.entries(at)
          .map(([key, inner]) => [key, path(inner)].filter((one) => one !== "").join("."))
          .join(" ")
      : String(at ?? "");
  return path(value);
}

/** Is a machine what it was? A setup that it shares may have more in it now. */
function isSame(before: string, after: string | undefined): boolean {
  if (after === undefined) return false;
  const [was, is] = [JSON.parse(before) as Shape, JSON.parse(after) as Shape];
  return (
    JSON.stringify({ ...was, given: {} }) === JSON.stringify({ ...is, given: {} }) &&
    Object.entries(was.given).every(([name, asked]) => is.given[name] === asked)
  );
}

/** The exports that a chart stands for: those of its id, or all that a factory makes. */
function ownMachines(chart: Chart, all: ReadonlyMap<string, string>): Set<string> {
  const idOf = (shape: string) => (JSON.parse(shape) as Shape).id;
  const isOwn = (id: string) => (chart.id === undefined ? id.startsWith("f-") : id === chart.id);
  return new Set([...all].flatMap(([name, shape]) => (isOwn(idOf(shape)) ? [name] : [])));
}

/** What came of many. */
export interface Counts {
  /** Modules that run and whose machine can be edited. */
  readonly tried: number;
  readonly applied: number;
  /** Refusals of what a person could do in the code; what nobody could do is not among them. */
  readonly refused: number;
  /** What was asked for and is not there, or is there already. */
  readonly impossible: number;
  readonly faults: readonly string[];
  /** The most looks for each node that a command took. */
  readonly looks: number;
}

/** Tries as many modules as wished for. @param seed where they start */
export function countTried(seed: number, runs: number): Counts {
  const counts = { tried: 0, applied: 0, refused: 0, impossible: 0, looks: 0 };
  const faults: string[] = [];
  // Some of what is put together by chance does not run, and is no case.
  for (let at = seed * 1_000_003; counts.tried < runs; at++) {
    const one = tryTwoMachines(at);
    if (!one) continue;
    counts.tried++;
    counts.looks = Math.max(counts.looks, one.looks);
    if (one.fault !== undefined) faults.push(`${one.kind}: ${one.fault}`);
    else if (one.outcome === "applied") counts.applied++;
    else if (one.code !== undefined && isAsked(one.code)) counts.impossible++;
    else counts.refused++;
  }
  return { ...counts, faults };
}
