import { pathOf } from "#core/chart/places.ts";
import type { RenamableSymbol } from "#core/symbol/symbol.ts";
import type { CommandCall } from "#core/edit/commands.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";

/**
 * Renames a symbol by its command; a refusal becomes a notice. False when another name may be taken: where XState is still checking, or the
 * person may want it all the same, the notice has the next word.
 */
export function renameSymbol(studio: Studio, symbol: NamedSymbol & RenamableSymbol, to: string): boolean {
  const refused = studio.editor.run(renaming(studio, symbol, to));
  return refused === undefined || refused.code === "being-tried" || refused.anyway === true;
}

type RenameRequest = Extract<CommandCall, { readonly id: `${string}.rename` }>;

/** Shows what renaming a symbol would change. */
export function previewRename(studio: Studio, symbol: NamedSymbol & RenamableSymbol, to: string): void {
  const request = renaming(studio, symbol, to);
  studio.window.set({ question: { kind: "preview", request: { ...request, words: request.id } } });
}

function renaming(
  studio: Studio,
  { kind, name, machine }: NamedSymbol & RenamableSymbol,
  to: string,
): RenameRequest {
  // Commands change the machine that is looked at.
  if (machine !== undefined && machine !== studio.get().graph?.machine) studio.navigation.choose(machine);
  if (kind === "state") return { id: "state.rename", args: { state: pathOf(name), to } };
  return { id: `${kind}.rename`, args: { name, to } };
}
