import { isGameId } from "#core/project/gameFiles.ts";

export const views = ["design", "simulate", "rules", "export"] as const;
export type View = (typeof views)[number];

/** What one looks at, as it stands in the address: `#/haikyu-break/rules?clause=HV-II-1.3`. */
export interface Route {
  readonly game?: string;
  readonly view: View;
  readonly selection: Selection;
}

/** A state by path id (`""` is the root), a transition by transition id, a clause by its id, or nothing. */
export type Selection =
  | { readonly kind: "state"; readonly id: string }
  | { readonly kind: "transition"; readonly id: string }
  | { readonly kind: "clause"; readonly id: string }
  | null;

const kinds = ["state", "transition", "clause"] as const;

/** Reads an address hash. What it does not understand it leaves out: an old or mistyped link opens what it can. */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [game = "", view = ""] = path.split("/").map(safeDecode);
  const params = new URLSearchParams(query);
  const kind = kinds.find((k) => params.has(k));
  return {
    ...(isGameId(game) ? { game } : {}),
    view: views.find((v) => v === view) ?? "design",
    selection: kind ? { kind, id: params.get(kind) ?? "" } : null,
  };
}

/** The address hash of a route; the inverse of `readRoute`. */
export function routeHash({ game, view, selection }: Route): string {
  if (!game) return "#/";
  const query = selection ? `?${new URLSearchParams({ [selection.kind]: selection.id })}` : "";
  return `#/${game}/${view}${query}`;
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
