import type { PlayableMachine } from "#core/entries/play.ts";
import { kitOf } from "#core/entries/kit.ts";
import type { PlayerGame, PlayerModules } from "#core/export/player/playerGame.ts";
import type { Game } from "#react/game.ts";
import * as xstate from "xstate";
import * as actions from "xstate/actions";
import * as guards from "xstate/guards";

/** What modules of a game may import beside each other. */
const LIBRARIES: Readonly<Record<string, object>> = {
  xstate,
  "xstate/actions": actions,
  "xstate/guards": guards,
};
/** Stands for the folder of the main module, which may import files from above itself. */
const ROOT = "file:///1/2/3/4/5/6/7/8/";

type Exports = Record<string, unknown>;

/**
 * Runs the modules of a game. Each is run when it is first imported; one that imports it in a circle gets what there is so far.
 * @throws Error for an import that is not there, or a module without the machine
 */
export function loadGame({ kit }: PlayerGame, { main, machine, modules }: PlayerModules): Game {
  const placed = new Map(Object.entries(modules).map(([path, run]) => [new URL(path, ROOT).href, run]));
  const ran = new Map<string, Exports>();
  const moduleAt = (place: string): Exports => {
    const known = ran.get(place);
    if (known) return known;
    const run = placed.get(place);
    if (!run) throw new Error(`There is no module ${place.slice(ROOT.length)}`);
    const exports: Exports = {};
    ran.set(place, exports);
    run(
      (name) => (Object.hasOwn(LIBRARIES, name) ? LIBRARIES[name] : moduleAt(new URL(name, place).href)),
      { exports },
      exports,
    );
    return exports;
  };
  const { [machine]: played, derived } = moduleAt(new URL(main, ROOT).href);
  if (typeof played !== "object" || played === null) throw new Error(`${main} exports no ${machine}`);
  return {
    machine: played as PlayableMachine,
    kit: kitOf(kit),
    ...(typeof derived === "object" && derived !== null
      ? { derived: derived as NonNullable<Game["derived"]> }
      : {}),
  };
}
