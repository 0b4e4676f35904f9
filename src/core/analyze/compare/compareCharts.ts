import type { Chart, Implementation, StateNode } from "#core/chart/chart.ts";
import { typeText, type Field } from "#core/chart/payload.ts";
import { pathId, places, type PlacedState } from "#core/chart/places.ts";
import { formulaOf } from "#core/expr/formula.ts";
import type { Rename } from "#core/run/scenario/saves.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { oneLine } from "#core/semantics/behaviorPrint.ts";
import { codeForm } from "#core/syntax/codeForm.ts";
import type { Change, ChangedPart, Subject } from "#core/analyze/compare/change.ts";
import { compareTransitions } from "#core/analyze/compare/compareTransitions.ts";
import { matchStates, type StateMatch } from "#core/analyze/compare/matchStates.ts";
import { codePart, codesPart, invokeCode, metaParts, PartList } from "#core/analyze/compare/parts.ts";

/** A machine with the helpers of its module. */
export interface ComparedChart {
  readonly chart: Chart;
  readonly consts: readonly Const[];
}

/**
 * The differences between two versions of a machine: states, transitions, what is named in its setup, helpers, events and context. How the
 * module is laid out does not count.
 * @param renames those of the second that the first does not know yet
 */
export function compareCharts(
  first: ComparedChart,
  second: ComparedChart,
  renames: readonly Rename[],
): readonly Change[] {
  const [a, b] = [first.chart, second.chart];
  const match = matchStates(a, b, renames);
  return [
    ...compareStates(a, b, match),
    ...compareNamed("guard", a.setup?.guards, b.setup?.guards),
    ...compareNamed("action", a.setup?.actions, b.setup?.actions),
    ...compareNamed("actor", a.setup?.actors, b.setup?.actors),
    ...compareNamed("delay", a.setup?.delays, b.setup?.delays),
    ...compareNamed("helper", first.consts, second.consts),
    ...compareFields("event", eventFields(a), eventFields(b)),
    ...compareFields("context", fieldTexts(a.context), fieldTexts(b.context)),
    ...compareFields("input", fieldTexts(a.input), fieldTexts(b.input)),
  ];
}

function compareStates(a: Chart, b: Chart, match: StateMatch): Change[] {
  const [olds, news] = [places(a), places(b)];
  const present = [...news].flatMap(([id, place]): Change[] => {
    const was = match.before.get(id);
    const old = was === undefined ? undefined : olds.get(was);
    if (!old || was === undefined) {
      const isOutermost = !place.parent || match.before.has(pathId(place.parent.path));
      return isOutermost ? [{ subject: "state", kind: "added", name: id, ...insideOf(place.node) }] : [];
    }
    const parts = stateParts(old, place, match);
    const change = { subject: "state" as const, name: id, ...(parts.length > 0 ? { parts } : {}) };
    const kind = wayOf(old, place, match);
    const own: Change[] = kind
      ? [{ ...change, kind, was }]
      : parts.length > 0
        ? [{ ...change, kind: "changed" }]
        : [];
    return [...own, ...compareTransitions(old.node, place.node, id, match)];
  });
  const removed = [...olds].flatMap(([id, { node, parent }]): Change[] => {
    if (match.after.has(id) || (parent && !match.after.has(pathId(parent.path)))) return [];
    return [{ subject: "state", kind: "removed", name: id, ...insideOf(node) }];
  });
  return [...present, ...removed];
}

/** Whether a state has another name or another state around it. */
function wayOf(old: PlacedState, now: PlacedState, { after }: StateMatch): "renamed" | "moved" | undefined {
  if (!old.parent || !now.parent) return undefined;
  if (after.get(pathId(old.parent.path)) !== pathId(now.parent.path)) return "moved";
  return old.node.key === now.node.key ? undefined : "renamed";
}

const countIn = (node: StateNode): number =>
  node.children.reduce((sum, child) => sum + 1 + countIn(child), 0);
const insideOf = (node: StateNode) => (node.children.length > 0 ? { inside: countIn(node) } : {});

function stateParts(
  { node: a, path }: PlacedState,
  { node: b, path: newPath }: PlacedState,
  { after }: StateMatch,
): ChangedPart[] {
  const parts = new PartList();
  const keyNow = (key: string | undefined) =>
    key === undefined ? undefined : (after.get(pathId([...path, key])) ?? pathId([...path, key]));
  parts.text("type", a.type, b.type);
  parts.text("history", a.history, b.history);
  parts.text("id", a.id, b.id);
  const initial = (node: StateNode) => node.initial?.value;
  const [was, is] = [initial(a), initial(b)];
  if (keyNow(was) !== (is === undefined ? undefined : pathId([...newPath, is])))
    parts.add("initial", was, is);
  codesPart(parts, "initial", a.initial?.actions ?? [], b.initial?.actions ?? []);
  parts.text("description", a.description?.value, b.description?.value);
  parts.text("tags", a.tags.join(", ") || undefined, b.tags.join(", ") || undefined);
  codesPart(parts, "entry", a.entry, b.entry);
  codesPart(parts, "exit", a.exit, b.exit);
  codesPart(parts, "invoke", a.invoke.map(invokeCode), b.invoke.map(invokeCode));
  codePart(parts, "output", a.output, b.output);
  codePart(parts, "context", a.context, b.context);
  metaParts(parts, a.meta, b.meta);
  const targets = (node: StateNode, follow: (id: string) => string) =>
    node.historyTargets?.map(({ resolved, text }) => (resolved ? follow(pathId(resolved)) : text)).join(", ");
  parts.text(
    "target",
    targets(a, (id) => after.get(id) ?? id),
    targets(b, (id) => id),
  );
  const kept = a.children.flatMap(({ key }) => {
    const now = keyNow(key);
    const child = b.children.find((item) => pathId([...newPath, item.key]) === now);
    return child ? [child.key] : [];
  });
  const order = b.children.map(({ key }) => key).filter((key) => kept.includes(key));
  parts.text("order", kept.join(", "), order.join(", "));
  return parts.list;
}

/** What setup or the module gives a name. One that has the code of one that is gone was renamed. */
function compareNamed(
  subject: Subject,
  before: readonly Pick<Implementation, "name" | "text">[] = [],
  after: readonly Pick<Implementation, "name" | "text">[] = [],
): Change[] {
  const olds = new Map(before.map(({ name, text }) => [name, text]));
  const news = new Map(after.map(({ name, text }) => [name, text]));
  const gone = new Map([...olds].filter(([name]) => !news.has(name)));
  const changes = [...news].flatMap(([name, text]): Change[] => {
    const old = olds.get(name);
    if (old === undefined) {
      const was = [...gone].find(([, code]) => codeForm(code) === codeForm(text))?.[0];
      if (was === undefined)
        return [{ subject, kind: "added", name, parts: [{ part: "formula", after: shownCode(text) }] }];
      gone.delete(was);
      return [{ subject, kind: "renamed", name, was }];
    }
    if (codeForm(old) === codeForm(text)) return [];
    const parts = new PartList();
    codePart(parts, "formula", { text: old }, { text });
    return [{ subject, kind: "changed", name, parts: parts.list }];
  });
  const removed = [...gone].map(([name, text]): Change => ({
    subject,
    kind: "removed",
    name,
    parts: [{ part: "formula", before: shownCode(text) }],
  }));
  return [...changes, ...removed];
}

const shownCode = (text: string): string => formulaOf(text) ?? oneLine(text);

function compareFields(
  subject: Subject,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Change[] {
  const changes = [...after].flatMap(([name, text]): Change[] => {
    const old = before.get(name);
    if (old === undefined)
      return [{ subject, kind: "added", name, parts: [{ part: "fields", after: text }] }];
    if (old === text) return [];
    return [{ subject, kind: "changed", name, parts: [{ part: "fields", before: old, after: text }] }];
  });
  const removed = [...before]
    .filter(([name]) => !after.has(name))
    .map(([name, text]): Change => ({
      subject,
      kind: "removed",
      name,
      parts: [{ part: "fields", before: text }],
    }));
  return [...changes, ...removed];
}

const fieldTexts = (fields: readonly Field[] = []): ReadonlyMap<string, string> =>
  new Map(
    fields.map(({ name, type, optional }) => [name, `${optional ? "?" : ""}${plainType(typeText(type))}`]),
  );
const eventFields = ({ events = [] }: Chart): ReadonlyMap<string, string> =>
  new Map(events.map(({ type, fields }) => [type, plainType(typeText({ kind: "object", fields }))]));

/** A type that could not be read is shown as it is written. */
const plainType = (text: string): string => oneLine(text).replaceAll(/;\s*\}/g, " }");
