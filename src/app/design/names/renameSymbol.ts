import { pathOf } from "#core/chart/places.ts";
import type { Studio } from "#app/studio/Studio.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";

/** Renames a symbol by its command; a refusal becomes a notice. True when it was done. */
export function renameSymbol(studio: Studio, { kind, name, machine }: NamedSymbol, to: string): boolean {
  // Commands change the machine that is looked at.
  if (machine !== undefined && machine !== studio.get().graph?.machine) studio.choose(machine);
  const refused =
    kind === "state"
      ? studio.command("state.rename", { state: pathOf(name), to })
      : studio.command(`${kind}.rename`, { name, to });
  return refused === undefined;
}
