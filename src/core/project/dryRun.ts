import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import type { RefusalWord } from "#core/edit/codes.ts";
import { checkTargets } from "#core/analyze/checkTargets.ts";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { machineKeys } from "#core/chart/machineKey.ts";
import { pathId, places } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Change, Refusal } from "#core/edit/command.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { spanBefore } from "#core/text/composeEdits.ts";

/*
 * The dry run of a command: before it is answered, its result is read, and what XState would not begin with is looked for there. A
 * command knows what it meant to change; the result tells what else was changed with it, such as another machine that takes its states from the
 * same const. Where code stands that could not be read, XState itself is asked, if the code may be run (`RunnerRequest`, `resolve`).
 */

/** What XState throws at when it makes a machine, or takes silently for something else; the refusals that say so. */
const REFUSALS: Readonly<Partial<Record<DiagnosticCode, RefusalWord>>> = {
  "target-not-found": "would-lose-target",
  "initial-not-found": "would-lose-initial",
  "initial-missing": "would-lose-initial",
  "duplicate-id": "would-share-id",
};

/** Warnings that say themselves that the machine may no longer start. */
const MAY_THROW: ReadonlySet<string> = new Set(["targets-unread"]);

/** Warnings of what goes by an old name still: where it was hidden, it may lead where nothing is. */
const MAY_COME_TO_LIGHT: ReadonlySet<string> = new Set(["name-spelled"]);

/**
 * Why the result of a command would no longer run as far as reading tells: a fault that was not there before, in whichever machine of the
 * module. Undefined where there is none.
 */
export function newFault(
  before: ModuleReading,
  after: ModuleReading,
  { edits, pathMap }: Pick<Change, "edits" | "pathMap">,
  chart: Chart,
): Refusal | undefined {
  for (const [i, now] of after.charts.entries()) {
    // A machine that came or went leaves the others where they are; what cannot be compared is judged by itself.
    const was = before.charts.length === after.charts.length ? before.charts[i] : undefined;
    if (was?.root === now.root) continue;
    const faults = faultsOf(now);
    if (faults.length === 0) continue;
    const known = new Map<string, number>();
    const moved = was === chart ? pathMap : {};
    for (const fault of was ? faultsOf(was) : []) {
      const at = pathId(fault.path ?? []);
      // A state may be called as what every object has, such as `constructor`.
      const key = `${fault.code} ${(Object.hasOwn(moved, at) && moved[at]) || at}`;
      known.set(key, (known.get(key) ?? 0) + 1);
    }
    for (const fault of faults) {
      const key = `${fault.code} ${pathId(fault.path ?? [])}`;
      const left = known.get(key) ?? 0;
      known.set(key, left - 1);
      if (left > 0) continue;
      const machine = after.charts.length > 1 ? `${machineKeys(after.charts)[i]}: ` : "";
      return refusalOf(fault, machine, edits);
    }
  }
  return undefined;
}

const faultsOf = (chart: Chart): readonly Diagnostic[] =>
  checkTargets(chart).filter(({ code, severity }) => severity === "error" && Object.hasOwn(REFUSALS, code));

function refusalOf({ code, at, facts, path }: Diagnostic, machine: string, edits: Change["edits"]): Refusal {
  const text = (name: string) => (typeof facts[name] === "string" ? String(facts[name]) : "");
  return {
    code: REFUSALS[code] ?? "would-throw",
    ...(at ? { at: spanBefore(at, edits) } : {}),
    facts: {
      state: `${machine}${text("state") || pathId(path ?? [])}`,
      ...(code === "target-not-found" ? { target: text("target") } : {}),
      ...(code === "initial-not-found" ? { initial: text("initial") } : {}),
      ...(code === "initial-missing" ? { initial: "-" } : {}),
      ...(code === "duplicate-id" ? { id: text("id"), other: text("other") } : {}),
    },
    anyway: true,
  };
}

/** The warning of a change that says that the machine may no longer start, as a refusal. */
export function mayThrow({ warnings }: Pick<Change, "warnings">): Refusal | undefined {
  const warning = warnings.find(({ code }) => MAY_THROW.has(code));
  return warning && { ...warning, code: "may-not-start", anyway: true };
}

/**
 * Whether only XState can say if the result still runs: parts of the module's machines could not be read, and a name by which code in them may
 * lead somewhere is gone, or new, or the code stands in another place. What adds only what can be read takes nothing from them.
 */
export function needsTrial(before: ModuleReading, after: ModuleReading, change: Change): boolean {
  const [was, now] = [unreadParts(before), unreadParts(after)];
  if (was.size === 0 && now.size === 0) return false;
  if (Object.keys(change.pathMap).length > 0) return true;
  if (change.warnings.some(({ code }) => MAY_THROW.has(code) || MAY_COME_TO_LIGHT.has(code))) return true;
  // Two machines may well have the same ids.
  const [idsBefore, ids] = [new Set(before.charts.flatMap(idsOf)), new Set(after.charts.flatMap(idsOf))];
  if (idsBefore.size !== ids.size || [...idsBefore].some((id) => !ids.has(id))) return true;
  return [...now].some(([part, count]) => count > (was.get(part) ?? 0));
}

/** The parts of a module's machines that could not be read, by where they stand and what is written, and how many of each there are. */
function unreadParts({ charts }: ModuleReading): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const [i, chart] of charts.entries())
    for (const { path, node } of places(chart).values())
      for (const text of unreadTexts(node)) {
        const part = JSON.stringify([i, path, node.type, text]);
        all.set(part, (all.get(part) ?? 0) + 1);
      }
  return all;
}

const idsOf = (chart: Chart, machine: number): string[] =>
  [...places(chart).values()].flatMap(({ node }) => (node.id === undefined ? [] : [`${machine} ${node.id}`]));

/** What a state is, begins in or leads to counts; an action or a guard in code does not. */
const COUNTS: ReadonlySet<string> = new Set(["id", "initial", "type", "history", "target", "states", "..."]);

function unreadTexts({ opaque, origin, props }: StateNode): readonly string[] {
  const texts = opaque.flatMap(({ what, at, text }) => {
    if (what === "overwritten") return [];
    if (what !== "value") return [text];
    const holder = props.find((prop) => prop.at.from <= at.from && at.to <= prop.at.to);
    return holder === undefined || COUNTS.has(holder.name) ? [text] : [];
  });
  return origin === "shared" ? ["", ...texts] : texts;
}
