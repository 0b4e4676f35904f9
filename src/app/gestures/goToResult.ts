import type { FindResult } from "#core/find/find.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { goTo } from "#app/gestures/names/goTo.ts";
import { markUsers } from "#app/gestures/names/marked.ts";
import { placesIn } from "#app/gestures/names/placesIn.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Shows what was found: a state on the graph, a name where it is written out or first used, a rule in Rules, a scenario in Simulate. */
export function goToResult(
  studio: Studio,
  { kind, id, machine }: Pick<FindResult, "kind" | "id" | "machine">,
): void {
  switch (kind) {
    case "state": {
      const selection = { kind, id } as const;
      if (studio.get().route.view === "export") studio.navigation.go("design");
      if (machine !== undefined && machine !== studio.get().graph?.machine)
        studio.navigation.choose(machine, selection);
      else studio.navigation.select(selection);
      return;
    }
    case "clause":
      studio.navigation.go("rules");
      return studio.navigation.select({ kind, id });
    case "term":
      studio.navigation.go("rules");
      return studio.window.set({ sought: { kind, id } });
    case "scenario":
      studio.navigation.go("simulate");
      return studio.window.set({ sought: { kind, id } });
    case "command":
      return undefined;
    default:
      return goToName(studio, kind, id, machine);
  }
}

/** Where a name is written out, else its first use; what uses it is marked on the graph, which keeps the keys then. */
function goToName(studio: Studio, kind: SymbolKind, name: string, machine: string | undefined): void {
  const places = placesIn(studio, { kind, name, ...(machine === undefined ? {} : { machine }) });
  const place = places.find(({ role }) => role === "definition") ?? places[0];
  if (!place) return studio.window.notice("info", "notice.not-written-here", { name });
  studio.navigation.go("design");
  const isUsed = markUsers(studio, { kind, name, ...(machine === undefined ? {} : { machine }) });
  goTo(studio, place, !isUsed);
}
