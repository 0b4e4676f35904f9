import type { Chart } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { ModuleReading } from "#core/read/module.ts";

/** An export's name, or the 0-based place of the call among those of the file. */
export type MachineRef = string | number;

/** The machine that is meant, or why there is none. A name of digits alone is a place. */
export function findMachine(
  text: string,
  reading: ModuleReading,
  ref: MachineRef,
): { readonly chart: Chart } | { readonly refused: Refusal } {
  const { charts } = reading;
  const place = typeof ref === "number" ? ref : /^\d+$/.test(ref) ? Number(ref) : undefined;
  if (place !== undefined) {
    const chart = charts[place];
    return chart ? { chart } : { refused: notFound(ref, charts) };
  }
  const name = String(ref);
  const named = charts.filter((chart) => chart.ref.name === name);
  const candidates =
    named.length > 0 ? named : charts.filter((chart) => chart.ref.name === exportedAs(text, name));
  const [chart] = candidates;
  if (!chart) return { refused: notFound(ref, charts) };
  const exported = candidates.length > 1 ? exportedOf(text, name, candidates) : undefined;
  if (exported) return { chart: exported };
  if (candidates.length > 1) {
    const places = candidates.map((item) => item.ref.ordinal).join(", ");
    return { refused: { code: "machine-ambiguous", facts: { machine: name, places } } };
  }
  return { chart };
}

/** Of machines with one name the one behind `export const name = `; others of the name stand inside functions. */
function exportedOf(text: string, name: string, charts: readonly Chart[]): Chart | undefined {
  for (const { index, 1: variable } of text.matchAll(
    /^[ \t]*export\s+(?:const|let|var)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu,
  ))
    if (variable === name) return charts.find((chart) => chart.callAt.from > index);
  return undefined;
}

/** The variable behind `export { lamp as name }` or `export default lamp`; the reader knows machines by their variables. */
function exportedAs(text: string, name: string): string | undefined {
  if (name === "default") {
    const direct = /^[ \t]*export\s+default\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:;|$)/mu.exec(text);
    if (direct) return direct[1];
  }
  for (const [, list = ""] of text.matchAll(/^[ \t]*export\s*\{([^}]*)\}(?!\s*from\b)/gmu))
    for (const item of list.split(",")) {
      const [variable, as] = item.trim().split(/\s+as\s+/);
      if (as === name) return variable;
    }
  return undefined;
}

function notFound(ref: MachineRef, charts: readonly Chart[]): Refusal {
  if (charts.length === 0) return { code: "no-machine" };
  const machines = charts.map(({ ref: { name, ordinal } }) => (name ? `${ordinal} (${name})` : `${ordinal}`));
  return { code: "machine-not-found", facts: { machine: String(ref), machines: machines.join(", ") } };
}
