import type { Refusal } from "#core/edit/command.ts";
import type { CommandArgs } from "#core/edit/commands.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf } from "#core/chart/places.ts";
import { neighbourOf } from "#app/studio/neighbourOf.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Runs a command that adds states to a parent, and selects the new ones. */
function makeState<Id extends "state.duplicate" | "state.paste">(
  studio: Studio,
  id: Id,
  parent: StatePath,
  args: CommandArgs[Id],
): void {
  const children = () => {
    const chart = studio.editor.graphNow()?.chart;
    return (chart && placeOf(chart, parent)?.node.children.map(({ key }) => key)) ?? [];
  };
  studio.editor.whenReady(() => {
    const before = new Set(children());
    if (studio.editor.command(id, args) !== undefined) return;
    const newKeys = children().filter((key) => !before.has(key));
    if (newKeys.length > 0) studio.navigation.selectStates(newKeys.map((key) => pathId([...parent, key])));
  });
}

/** Puts a copy of a state after it. */
export const duplicate = (studio: Studio, path: StatePath): void =>
  makeState(studio, "state.duplicate", path.slice(0, -1), { state: path });

/** Takes a state away, with those that are selected beside it, once they were copied: one entry of the history, or none. */
export function cut(studio: Studio, path: StatePath, also: readonly StatePath[] = []): string | undefined {
  const clip = studio.editor.copy(path, also);
  if (clip === undefined) return undefined;
  const all = [path, ...also];
  const before = studio.editor.graphNow()?.chart;
  const request = { id: "state.delete", args: {}, each: all.map((state) => ({ state })) };
  const refused = studio.editor.attempt(request);
  const report = (why: Refusal | undefined) =>
    why ? studio.editor.refuse(why) : studio.navigation.select(before ? neighbourOf(before, all) : null);
  if (refused?.code === "being-tried") void studio.editor.attemptTried(request).then(report);
  else report(refused);
  return clip;
}

/** Puts what was copied into a state. */
export const paste = (studio: Studio, parent: StatePath, clip: string): void =>
  makeState(studio, "state.paste", parent, { parent, clip });

/** Where a paste goes: into a selected state that holds others, else beside it; beside the copied state itself, too. */
export function pasteParent(studio: Studio, selected: StatePath | undefined, clip: string): StatePath {
  const chart = studio.editor.graphNow()?.chart;
  if (!chart || !selected || selected.length === 0) return [];
  const holds = (placeOf(chart, selected)?.node.children.length ?? 0) > 0;
  const isCopied = clip.includes(`"path":${JSON.stringify(selected)}`);
  return holds && !isCopied ? selected : selected.slice(0, -1);
}
