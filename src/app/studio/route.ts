import type { Chart } from "#core/chart/chart.ts";
import { places, transitionOf, transitionRef } from "#core/chart/places.ts";
import { isGameId } from "#core/project/gameFiles.ts";

export const views = ["design", "simulate", "rules", "export"] as const;
export type View = (typeof views)[number];

/** What one looks at, as it stands in the address: `#/haikyu-break/rules?clause=HV-II-1.3`, `#/shop/design?machine=cart&state=paid`. */
export interface Route {
  readonly game?: string;
  readonly view: View;
  /** Which machine of the file, by its key; absent for the main one. */
  readonly machine?: string | undefined;
  readonly selection: Selection;
}

/**
 * A state by path id (`""` is the root), a transition by transition id, a clause by its id, or nothing. `renamed`: it was selected
 * before under another name and stands where it stood.
 */
export type Selection =
  | { readonly kind: "state"; readonly id: string; readonly renamed?: boolean }
  | { readonly kind: "transition"; readonly id: string; readonly renamed?: boolean }
  | { readonly kind: "clause"; readonly id: string }
  | null;

/** Whether what is selected is to be found in a chart. A clause stands in no chart and is always there. */
export function isThere(chart: Chart, selection: Selection): boolean {
  if (selection === null || selection.kind === "clause") return true;
  if (selection.kind === "state") return places(chart).has(selection.id);
  const ref = transitionRef(selection.id);
  return ref !== undefined && transitionOf(chart, ref) !== undefined;
}

const kinds = ["state", "transition", "clause"] as const;

/** Reads an address hash. What it does not understand it leaves out: an old or mistyped link opens what it can. */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [game = "", view = ""] = path.split("/").map(safeDecode);
  const params = new URLSearchParams(query);
  const kind = kinds.find((k) => params.has(k));
  const machine = params.get("machine");
  return {
    ...(isGameId(game) ? { game } : {}),
    view: views.find((v) => v === view) ?? "design",
    ...(machine ? { machine } : {}),
    selection: kind ? { kind, id: params.get(kind) ?? "" } : null,
  };
}

/** The address hash of a route; the inverse of `readRoute`. */
export function routeHash({ game, view, machine, selection }: Route): string {
  if (!game) return "#/";
  const query = new URLSearchParams({
    ...(machine ? { machine } : {}),
    ...(selection ? { [selection.kind]: selection.id } : {}),
  });
  return `#/${game}/${view}${query.size > 0 ? `?${query}` : ""}`;
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
