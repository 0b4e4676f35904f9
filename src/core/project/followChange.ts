import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import { places } from "#core/chart/places.ts";
import type { Change, Refusal } from "#core/edit/command.ts";
import { addRules } from "#core/project/addRules.ts";
import { followInFile } from "#core/layout/arrangement/followInFile.ts";
import { followNames, inJson } from "#core/project/followNames.ts";
import { followReview } from "#core/project/followReview.ts";
import { followSaves, type StoredMachine } from "#core/project/followSaves.ts";
import { followStamps } from "#core/project/followStamps.ts";
import { applySteps, type Files, type FileStep } from "#core/project/history.ts";
import { layoutSteps } from "#core/project/layoutSteps.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { newPath } from "#core/run/scenario/saves.ts";
import { ruleSites } from "#core/symbol/ruleSites.ts";
import { addAll } from "#core/text/addAll.ts";
import type { TextEdit } from "#core/text/textEdit.ts";

/** The machine that a command is about, as it is before the command. */
export interface MachineBefore {
  readonly reading: ModuleReading;
  readonly chart: Chart;
  /** Its key among the machines of the file (`core/chart/machineKey.ts`). */
  readonly machine: string;
}

/**
 * Everything that a command changes in the files of a game: the machine by its edits, and the arrangement, rules and saves, which follow
 * what is renamed or moved. Refused when the rules have a new name already.
 * @param files as they are before the command
 * @param after what is read from the machine's text with the edits
 * @param stored the machine as it is stored, where that is another text
 */
export function followChange(
  files: Files,
  { edits, pathMap, names = [], added }: Change,
  { reading, chart, machine }: MachineBefore,
  after: ModuleReading,
  stored: () => StoredMachine | undefined = () => undefined,
): { readonly steps: FileStep[] } | { readonly refused: Refusal } {
  const steps: FileStep[] = [{ kind: "edit", file: "machine", edits }];
  // The rules of a game speak of its main machine, not of others in the file.
  const isMain = chart === mainChart(reading.charts);
  const isMoved = Object.keys(pathMap).length > 0;
  if (isMoved) {
    if (isMain) steps.push(...followPaths(files, pathMap));
    addAll(steps, followSaves(files, machine, pathMap, stored));
    const before = places(chart);
    steps.push(...layoutSteps(files.get("layout"), (file) => followInFile(file, machine, pathMap, before)));
  }
  const followed = names.filter(({ kind }) => isMain || kind === "clause");
  const named = followNames(files, followed);
  if ("refused" in named) return named;
  steps.push(...named.steps);
  if (isMain && added) steps.push(...addRules(files, added));
  const next = mainChart(after.charts);
  if (isMain && next && (names.length > 0 || isMoved)) {
    const moments = [
      { chart, consts: reading.consts ?? [] },
      { chart: next, consts: after.consts ?? [] },
    ] as const;
    const renamed = applySteps(files, steps).files;
    steps.push(...followStamps(renamed, ...moments, followed));
    steps.push(...followReview({ files, ...moments[0] }, { files: renamed, ...moments[1] }));
  }
  return { steps };
}

/**
 * What the files of a game have to follow when a state of its main machine was renamed outside of the studio: rules, saves and the
 * arrangement. `was` and `now` are path ids.
 */
export function followRename(
  files: Files,
  { chart, machine, consts = [] }: Pick<MachineBefore, "chart" | "machine"> & { consts?: readonly Const[] },
  was: string,
  now: string,
): FileStep[] {
  const moved = (path: string) => newPath({ [was]: now }, path);
  const named = [...new Set(ruleSites(files).flatMap(({ kind, name }) => (kind === "state" ? [name] : [])))];
  const known = places(chart);
  const inner = [...known.keys()].filter((path) => path === now || path.startsWith(`${now}.`));
  const pathMap = Object.fromEntries([
    ...inner.map((path) => [was + path.slice(now.length), path] as const),
    ...named.flatMap((name) => (moved(name) === name ? [] : [[name, moved(name)] as const])),
  ]);
  const before = { has: (path: string) => known.has(moved(path)) && !inner.includes(path) };
  const paths = followPaths(files, pathMap);
  const state = (id: string) => (inner.includes(id) ? was + id.slice(now.length) : id);
  return [
    ...paths,
    ...followReview(
      { files, chart, consts, state },
      { files: applySteps(files, paths).files, chart, consts },
    ),
    ...followSaves(files, machine, pathMap, () => undefined),
    ...layoutSteps(files.get("layout"), (file) => followInFile(file, machine, pathMap, before)),
  ];
}

/**
 * The edits that make the rule files follow a renamed or moved state: label keys and term places (`state:<path>`), the paths
 * in `in` and `notIn` of moves and scenarios. Paths of deleted states stay: the check reports them, nothing written is lost.
 */
export function followPaths(files: Files, pathMap: Readonly<Record<string, string | null>>): FileStep[] {
  const edits = new Map<string, TextEdit[]>();
  for (const { file, kind, name, at } of ruleSites(files)) {
    const to = kind === "state" && Object.hasOwn(pathMap, name) ? pathMap[name] : undefined;
    if (typeof to !== "string" || to === name) continue;
    edits.set(file, [...(edits.get(file) ?? []), { ...at, insert: inJson(to) }]);
  }
  return [...edits].map(([file, list]) => ({
    kind: "edit",
    file,
    edits: list.toSorted((a, b) => a.from - b.from),
  }));
}
