import { pathOf } from "#core/chart/places.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";

/** Renames a symbol by its command; a refusal becomes a notice. True when it was done. */
export function renameSymbol(studio: Studio, symbol: NamedSymbol, to: string): boolean {
  const { command, args } = renaming(studio, symbol, to);
  return studio.command(command, args) === undefined;
}

/** Shows what renaming a symbol would change, before it is made. */
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
