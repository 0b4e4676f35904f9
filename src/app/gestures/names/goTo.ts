import { selectionAt } from "#app/gestures/names/selectAt.ts";
import { placesIn, type NamedSymbol } from "#app/gestures/names/placesIn.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { Jump } from "#app/studio/StudioState.ts";

let count = 0;

/**
 * Shows a place in the code, and on the graph what stands there. A file that the machine imports is opened as a game of its own
 * when it is one, else it is shown beside the game's files.
 * @param focus whether the caret's focus goes along
 */
export function goTo(studio: Studio, { file, at }: Pick<Jump, "file" | "at">, focus = false): void {
  const { games, project, files } = studio.get();
  const game = files?.files.has(file) ? undefined : games?.find(({ path }) => path === file);
  if (game && game.id !== project?.id) {
    void studio.openGame(game.id).then(() => {
      if (studio.get().project?.id === game.id) goTo(studio, { file: "machine", at }, focus);
    });
    return;
  }
  const graph = studio.editor.graphNow();
  const around =
    file === "machine" && graph && !graph.stale ? selectionAt(graph.reading.charts, at.from) : undefined;
  if (around && around.machine !== graph?.machine) studio.navigation.choose(around.machine, around.selection);
  else if (around?.selection) studio.navigation.select(around.selection);
  studio.window.set({ jump: { file, at, focus, key: ++count } });
}

/** Has the code show a place, there or when it is looked at next; the inspector in its place stays. */
export function showQuietly(studio: Studio, { file, at }: Pick<Jump, "file" | "at">): void {
  studio.window.set({ jump: { file, at, focus: false, isQuiet: true, key: ++count } });
}

/** Goes to where a name is written out; when that is nowhere in the game's files a notice says so. */
export function goToDefinition(studio: Studio, symbol: NamedSymbol): void {
  const place = placesIn(studio, symbol).find(({ role }) => role === "definition");
  if (place) goTo(studio, place, true);
  else studio.window.notice("info", "notice.not-written-here", { name: symbol.name });
}

/** Lists the places of a name beside the code, or with null takes the list away. */
export function listReferences(studio: Studio, symbol: NamedSymbol | null): void {
  studio.window.set({ listed: symbol });
}
