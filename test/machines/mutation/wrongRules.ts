import type { Transition } from "#core/chart/chart.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import { absolute, pathId, places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";
import type { Mutant } from "#test/machines/mutation/mutants.ts";

/**
 * Faults that change how a rule reads, beside those of `mutantsOf`, which scenarios must find: two actions in each other's place, the last
 * candidate left out, a step that waits, and the turn player where it is whoever acts.
 */
export function wrongRulesOf(source: string): readonly Mutant[] {
  const { charts } = readModule(source);
  const chart = mainChart(charts);
  if (!chart) throw new Error("There is no machine to plant faults in");
  const mutants: Mutant[] = [];
  const plant = (id: string, edits: readonly TextEdit[]) => {
    const code = applyEdits(source, sortEdits(edits));
    mutants.push({ id, line: source.slice(0, edits[0]!.from).split("\n").length, code });
  };
  for (const place of places(chart).values()) {
    const { node, path } = place;
    const here = pathId(path) || "(machine)";
    const span = (site: { readonly at: Transition["at"] }) => absolute(place, site.at);
    for (const transition of node.transitions.filter(({ shared }) => !shared)) {
      const { slot, event, index, actions } = transition;
      const where = `${here} ${event ?? slot}[${index}]`;
      const [first, second] = actions;
      if (first && second)
        plant(`${where}: ${first.text} after ${second.text}`, [
          { ...span(first), insert: second.text },
          { ...span(second), insert: first.text },
        ]);
      if (isLostElse(transition, node.transitions)) {
        const { from, to } = span(transition);
        plant(`${where}: left out`, [{ from, to: to + (source[to] === "," ? 1 : 0), insert: "" }]);
      }
      const alone = node.transitions.filter((other) => other.slot === "always").length === 1;
      if (slot === "always" && transition.propAt && alone)
        plant(`${where}: after 5 s`, [
          { ...absolute(place, transition.keyAt), insert: "after: { 5000" },
          {
            from: absolute(place, transition.propAt).to,
            to: absolute(place, transition.propAt).to,
            insert: " }",
          },
        ]);
    }
  }
  for (const [list, kind] of [
    [chart.setup?.guards ?? [], "guard"],
    [chart.setup?.actions ?? [], "action"],
  ] as const)
    for (const { name, valueAt } of list)
      for (const match of source.slice(valueAt.from, valueAt.to).matchAll(/\bevent\.by\b/g))
        plant(`${kind} ${name}: the turn player at ${match.index}`, [
          {
            from: valueAt.from + match.index,
            to: valueAt.from + match.index + match[0].length,
            insert: "context.turnPlayer",
          },
        ]);
  return mutants;
}

const isLostElse = ({ slot, event, index, guard, form }: Transition, all: readonly Transition[]): boolean =>
  guard === undefined &&
  index > 0 &&
  form.startsWith("array-item") &&
  !all.some((other) => other.slot === slot && other.event === event && other.index > index);
