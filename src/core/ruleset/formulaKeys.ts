import type { Action, Chart, Guard } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import type { FormulaLabels } from "#core/expr/formulaParts.ts";
import { FormulaNames, type LocalNames } from "#core/expr/formulaNames.ts";
import { Reading, READING_FORMS, type ReadingWords } from "#core/expr/readable.ts";
import { ENGLISH } from "#core/expr/print.ts";
import { formulaLabels } from "#core/ruleset/formulaLabels.ts";
import { contextWords, innerContextPaths, type LabelKey } from "#core/ruleset/labels.ts";
import { type ActionBehavior, Behaviors, type GuardBehavior } from "#core/semantics/behavior.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { outputsOf } from "#core/semantics/elementBehaviors.ts";

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

/** Of what a formula is asked no word is shown, so that none has to differ from another. */
class AskedNames extends FormulaNames {
  override whole<T extends LocalNames>(style: T): T {
    return style;
  }
}

/** What is asked for a label while everything that Rules may show is printed. */
function namesInFormulas(chart: Chart, consts: readonly Const[]): FormulaName[] {
  const names = new Map<string, FormulaName>();
  const reading = Object.fromEntries(READING_FORMS.map((form) => [form, form])) as ReadingWords;
  const behaviors = new Behaviors(chart, consts, {
    ...ENGLISH,
    reading: new Reading(reading),
    names: new AskedNames(recorder(chart, consts, names)),
  });
  /** What was printed: most guards and actions stand at many transitions. */
  const printed = new Set<string>();
  const isNew = ({ text, params }: Guard | Action, event?: string) => {
    const key = JSON.stringify([text, params?.text, event]);
    const before = printed.size;
    return printed.add(key).size > before;
  };
  const does: (GuardBehavior | ActionBehavior)[] = [];
  for (const [id, { node }] of places(chart)) {
    does.push(...outputsOf(chart, { kind: "state", id }, behaviors));
    for (const action of [...node.entry, ...node.exit])
      if (isNew(action)) does.push(behaviors.action(action));
    for (const { slot, event, guard, actions } of node.transitions) {
      const type = slot === "on" ? event : undefined;
      if (guard && isNew(guard, type)) does.push(behaviors.guard(guard, type));
      for (const action of actions) if (isNew(action, type)) does.push(behaviors.action(action, type));
    }
  }
  // Printing them asks for the labels of what is in them.
  behaviors.definitions([...does, ...behaviors.start.values()]);
  behaviors.start.needs();
  return [...names.values()];
}

/** Labels of nothing, which note what they are asked for. */
function recorder(chart: Chart, consts: readonly Const[], names: Map<string, FormulaName>): FormulaLabels {
  const inner = new Set(innerContextPaths(chart).map((path) => path.slice(path.lastIndexOf(".") + 1)));
  const wordsOfContext = contextWords(chart);
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
      if (!wordsOfContext.has(text)) return undefined;
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
