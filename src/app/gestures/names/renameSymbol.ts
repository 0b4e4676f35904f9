import { pathOf } from "#core/chart/places.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";

/**
 * Renames a symbol by its command; a refusal becomes a notice. False when another name may be taken: where XState is still checking, or the
 * person may want it all the same, the notice has the next word.
 */
export function renameSymbol(studio: Studio, symbol: NamedSymbol, to: string): boolean {
  const { command, args } = renaming(studio, symbol, to);
  const refused = studio.command(command, args);
  return refused === undefined || refused.code === "being-tried" || refused.anyway === true;
}

/** Shows what renaming a symbol would change. */
export function previewRename(studio: Studio, symbol: NamedSymbol, to: string): void {
  const request = renaming(studio, symbol, to);
  studio.set({ question: { kind: "preview", request: { ...request, words: request.command } } });
}

function renaming(studio: Studio, { kind, name, machine }: NamedSymbol, to: string) {
  // Commands change the machine that is looked at.
  if (machine !== undefined && machine !== studio.get().graph?.machine) studio.choose(machine);
  const args = kind === "state" ? { state: pathOf(name), to } : { name, to };
  return { command: `${kind}.rename`, args };
}
