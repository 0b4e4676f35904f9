import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { FormulaLabels } from "#core/expr/formulaParts.ts";
import { FormulaNames } from "#core/expr/formulaNames.ts";
import { Reading, READING_FORMS, type ReadingWords } from "#core/expr/readable.ts";
import { ENGLISH } from "#core/expr/print.ts";
import { formulaLabels } from "#core/ruleset/formulaLabels.ts";
import { innerContextPaths, type LabelKey } from "#core/ruleset/labels.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { behaviorsOf, outputsOf } from "#core/semantics/elementBehaviors.ts";

/** A name in the formulas of a game, under the key at which it is to be labelled. */
interface FormulaName {
  readonly key: LabelKey;
  readonly isLabelled: (labels: FormulaLabels) => boolean;
}

const latest = new WeakMap<Chart, { readonly consts: readonly Const[]; readonly names: FormulaName[] }>();

/**
 * Keys of the names that stand in the formulas of a game as in the code, since a language has no label for them: helpers and constants, local
 * names, values, and fields within others. Those that `labelKeys` has anyway are left out.
 * @param consts those of the module of the chart
 */
export function unlabelledKeys(
  chart: Chart,
  consts: readonly Const[],
  labels: Readonly<Record<string, string>>,
): LabelKey[] {
  const last = latest.get(chart);
  const names = last?.consts === consts ? last.names : namesInFormulas(chart, consts);
  latest.set(chart, { consts, names });
  const known = formulaLabels(labels);
  return [...new Set(names.filter(({ isLabelled }) => !isLabelled(known)).map(({ key }) => key))];
}

/** What is asked for a label while everything that Rules may show is printed. */
function namesInFormulas(chart: Chart, consts: readonly Const[]): FormulaName[] {
  const names = new Map<string, FormulaName>();
  const reading = Object.fromEntries(READING_FORMS.map((form) => [form, form])) as ReadingWords;
  const behaviors = new Behaviors(chart, consts, {
    ...ENGLISH,
    reading: new Reading(reading),
    names: new FormulaNames(recorder(chart, consts, names)),
  });
  const elements = [...places(chart).keys()].map((id) => ({ kind: "state", id }) as const);
  const does = elements.flatMap((element) => [
    ...behaviorsOf(chart, element, behaviors),
    ...outputsOf(chart, element, behaviors),
  ]);
  for (const { node } of places(chart).values())
    for (const { slot, event, guard, actions } of node.transitions) {
      const type = slot === "on" ? event : undefined;
      if (guard) does.push(behaviors.guard(guard, type));
      does.push(...actions.map((action) => behaviors.action(action, type)));
    }
  // Printing them asks for the labels of what is in them.
  behaviors.definitions([...does, ...behaviors.start.values()]);
  behaviors.start.needs();
  return [...names.values()];
}

/** Labels of nothing, which note what they are asked for. */
function recorder(
  chart: Chart,
  consts: readonly Const[],
  names: Map<string, FormulaName>,
): FormulaLabels {
  const inner = new Set(innerContextPaths(chart).map((path) => path.slice(path.lastIndexOf(".") + 1)));
  const module = new Set(consts.map(({ name }) => name));
  const note = (key: LabelKey, ask: string, isLabelled: FormulaName["isLabelled"]): undefined => {
    names.set(`${key} ${ask}`, { key, isLabelled });
  };
  return {
    field(path, event) {
      const [root, ...rest] = path;
      const last = rest.at(-1);
      // Fields of the context, of events and of the input have labels of their own, and lists tell their length.
      if (last === undefined || last === "length" || (root !== "" && rest.length === 1)) return undefined;
      const key = inner.has(last) ? `context:${last}` : `local:${last}`;
      return note(key, `${path.join(".")} ${event}`, (labels) => labels.field(path, event) !== undefined);
    },
    value(text, field, event) {
      if (!/\p{L}/u.test(text)) return undefined;
      const of = field?.at(-1);
      const key = of === undefined ? `name:${text}` : `value:context.${of}.${text}`;
      return note(key, `${event}`, (labels) => labels.value(text, field, event) !== undefined);
    },
    helper(name) {
      if (!module.has(name)) return undefined;
      return note(`derived:${name}`, "", (labels) => labels.helper(name) !== undefined);
    },
    local(name, list) {
      // A single letter of no list is a variable as in any formula.
      if (name.length === 1 && list === undefined) return undefined;
      const key = name.length === 1 ? `item:${list}` : `local:${name}`;
      return note(key, `${list}`, (labels) => labels.local(name, list) !== undefined);
    },
  };
}
