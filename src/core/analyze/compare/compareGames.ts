import { machineKeys, mainChart } from "#core/chart/machineKey.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { loadRuleset, type LoadedRuleset } from "#core/ruleset/loadRuleset.ts";
import { renamesIn } from "#core/run/scenario/renames.ts";
import type { Rename } from "#core/run/scenario/saves.ts";
import { jsonEqual } from "#core/text/json.ts";
import type { Change, Subject } from "#core/analyze/compare/change.ts";
import { compareCharts } from "#core/analyze/compare/compareCharts.ts";
import { matchStates, type StateMatch } from "#core/analyze/compare/matchStates.ts";
import { PartList } from "#core/analyze/compare/parts.ts";

/** A game, or a module by itself, as it is read. */
export interface ComparedGame {
  readonly reading: ModuleReading;
  /** Texts by logical name. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The differences between two versions of a game: its machines, and where both have rules, clauses, their wordings, labels, terms, readings,
 * moves and scenarios. Where states stand on the graph, reviews and the list of renames do not count.
 */
export function compareGames(first: ComparedGame, second: ComparedGame): readonly Change[] {
  const hasRules = first.files.has("ruleset") && second.files.has("ruleset");
  const rules = hasRules
    ? compareRules(loadRuleset(first.files), loadRuleset(second.files), mainMatch(first, second))
    : [];
  return [...compareMachines(first, second), ...rules];
}

/** Machines are the same by their key; of two modules with one machine each it is that. */
function compareMachines(first: ComparedGame, second: ComparedGame): Change[] {
  const [olds, news] = [first.reading.charts, second.reading.charts];
  const [oldKeys, newKeys] = [machineKeys(olds), machineKeys(news)];
  const isOne = olds.length === 1 && news.length === 1;
  const consts = (game: ComparedGame) => game.reading.consts ?? [];
  const present = news.flatMap((chart, i): readonly Change[] => {
    const key = newKeys[i] ?? "0";
    const old = isOne ? olds[0] : olds[oldKeys.indexOf(key)];
    const machine = isOne ? {} : { machine: key };
    if (!old) return [{ subject: "machine", kind: "added", name: key }];
    const renames = renamesSince(first, second, key);
    const pair = [old, chart].map((item, side) => ({
      chart: item,
      consts: consts(side === 0 ? first : second),
    }));
    return compareCharts(pair[0]!, pair[1]!, renames).map((change) => ({ ...change, ...machine }));
  });
  const removed = isOne
    ? []
    : oldKeys
        .filter((key) => !newKeys.includes(key))
        .map((key): Change => ({ subject: "machine", kind: "removed", name: key }));
  return [...present, ...removed];
}

/** Where the states of the machine that the rules speak of are now; undefined where one has none. */
function mainMatch(first: ComparedGame, second: ComparedGame): StateMatch | undefined {
  const charts = second.reading.charts;
  const [old, now] = [mainChart(first.reading.charts), mainChart(charts)];
  if (!old || !now) return undefined;
  return matchStates(old, now, renamesSince(first, second, machineKeys(charts)[now.ref.ordinal] ?? "0"));
}

/** What was recorded of renames in the second alone: none where the first is no earlier version of it. */
function renamesSince(first: ComparedGame, second: ComparedGame, machine: string): readonly Rename[] {
  const olds = renamesIn(first.files.get("renames"), machine);
  const news = renamesIn(second.files.get("renames"), machine);
  return olds.every((entry, i) => jsonEqual(entry, news[i])) ? news.slice(olds.length) : [];
}

function compareRules(
  { ruleset: a, scenarios: oldScenarios }: LoadedRuleset,
  { ruleset: b, scenarios: newScenarios }: LoadedRuleset,
  match: StateMatch | undefined,
): Change[] {
  const byId = <T extends { readonly id: string }>(list: readonly T[]) =>
    Object.fromEntries(list.map((item) => [item.id, item]));
  const locales = [...new Set([...localesOf(a.text, a.labels), ...localesOf(b.text, b.labels)])];
  return [
    ...compareRecords("ruleset", { [a.info.id]: a.info }, { [b.info.id]: b.info }),
    ...compareRecords("clause", byId(a.clauses), byId(b.clauses)),
    ...locales.flatMap((locale) => [
      ...compareTexts("wording", locale, a.text[locale] ?? {}, b.text[locale] ?? {}),
      ...compareTexts(
        "label",
        locale,
        followed(a.labels[locale] ?? {}, b.labels[locale] ?? {}, match),
        b.labels[locale] ?? {},
      ),
    ]),
    ...compareRecords("term", byId(a.terms), byId(b.terms)),
    ...compareRecords("reading", byId(a.readings), byId(b.readings)),
    ...compareRecords("moves", a.moves?.moves ?? {}, b.moves?.moves ?? {}),
    ...compareRecords("scenario", oldScenarios, newScenarios),
  ];
}

const localesOf = (...all: readonly object[]): string[] => all.flatMap((byLocale) => Object.keys(byLocale));

/** Labels of states under the names that the states have now, but for those that the second still has under the old one. */
const followed = (
  labels: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  match: StateMatch | undefined,
) =>
  Object.fromEntries(
    Object.entries(labels).map(([key, text]) => {
      const isOfState = key.startsWith("state:") && !Object.hasOwn(now, key);
      const path = isOfState ? match?.after.get(key.slice("state:".length)) : undefined;
      return [path === undefined ? key : `state:${path}`, text];
    }),
  );

function compareTexts(
  subject: Subject,
  locale: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Change[] {
  return keysOf(before, after).flatMap((name): Change[] => {
    const [was, is] = [valueOf(before, name), valueOf(after, name)];
    const parts = new PartList();
    parts.text("text", was, is);
    return parts.list.length > 0 ? [{ subject, kind: kindOf(was, is), name, locale, parts: parts.list }] : [];
  });
}

/** Records by name: of one that differs, its fields that do. */
function compareRecords(
  subject: Subject,
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>,
): Change[] {
  return keysOf(before, after).flatMap((name): Change[] => {
    const [was, is] = [valueOf(before, name), valueOf(after, name)];
    if (jsonEqual(was, is)) return [];
    if (!was || !is) return [{ subject, kind: kindOf(was, is), name }];
    const [olds, news] = [was as Record<string, unknown>, is as Record<string, unknown>];
    const parts = new PartList();
    for (const field of keysOf(olds, news)) {
      const show = (value: unknown) =>
        value === undefined ? undefined : `${field}: ${JSON.stringify(value)}`;
      if (!jsonEqual(olds[field], news[field])) parts.add("value", show(olds[field]), show(news[field]));
    }
    return [{ subject, kind: "changed", name, parts: parts.list }];
  });
}

const keysOf = (before: object, after: object): string[] => [
  ...new Set([...Object.keys(after), ...Object.keys(before)]),
];
const valueOf = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
const kindOf = (before: unknown, after: unknown): "added" | "removed" | "changed" =>
  before === undefined ? "added" : after === undefined ? "removed" : "changed";
