import { parseJson, type Json } from "#core/text/json.ts";

/** Where a run is to stop. */
export type BreakOn =
  | { readonly on: "state"; readonly state: string; readonly when: "entered" | "left" }
  /** By the id of a transition, as in `chart/places.ts`. */
  | { readonly on: "transition"; readonly transition: string }
  /** An event that drives a microstep, or is refused. */
  | { readonly on: "event"; readonly event: string }
  /** A guard by its name in setup, or that of a transition by its id; null stands for either verdict. */
  | { readonly on: "guard"; readonly guard: string; readonly verdict: boolean | null }
  /** A formula over the context, where it turns true. */
  | { readonly on: "context"; readonly formula: string };

/** A place to stop at, as a person keeps it. */
export type Breakpoint = BreakOn & {
  /** It stays, and stops nothing. */
  readonly off?: true;
};

/** The key of a breakpoint: two with the same key are the same. */
export function breakpointKey(breakpoint: BreakOn): string {
  switch (breakpoint.on) {
    case "state":
      return `state:${breakpoint.when}:${breakpoint.state}`;
    case "transition":
      return `transition:${breakpoint.transition}`;
    case "event":
      return `event:${breakpoint.event}`;
    case "guard":
      return `guard:${breakpoint.verdict}:${breakpoint.guard}`;
    case "context":
      return `context:${breakpoint.formula}`;
  }
}

/** Debug settings that are stored with a machine. */
export interface DebugSettings {
  readonly breakpoints: readonly Breakpoint[];
  /** Watched formulas. */
  readonly watches: readonly string[];
}

export const NO_DEBUG_SETTINGS: DebugSettings = { breakpoints: [], watches: [] };

/** What was stored as text; what cannot be read of it is left out. */
export function readDebugSettings(text: string | null): DebugSettings {
  if (text === null) return NO_DEBUG_SETTINGS;
  try {
    const stored = parseJson(text) as { readonly breakpoints?: Json; readonly watches?: Json } | null;
    const { breakpoints, watches } = stored ?? {};
    return {
      breakpoints: Array.isArray(breakpoints) ? breakpoints.flatMap(breakpointIn) : [],
      watches: Array.isArray(watches)
        ? watches.filter((watch): watch is string => typeof watch === "string")
        : [],
    };
  } catch {
    return NO_DEBUG_SETTINGS;
  }
}

function breakpointIn(stored: Json): Breakpoint[] {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return [];
  const { on, state, when, transition, event, guard, verdict, formula, off } = stored as Record<string, Json>;
  const isText = (value: Json | undefined): value is string => typeof value === "string";
  const trigger: BreakOn | undefined =
    on === "state" && isText(state) && (when === "entered" || when === "left")
      ? { on, state, when }
      : on === "transition" && isText(transition)
        ? { on, transition }
        : on === "event" && isText(event)
          ? { on, event }
          : on === "guard" && isText(guard) && (typeof verdict === "boolean" || verdict === null)
            ? { on, guard, verdict }
            : on === "context" && isText(formula)
              ? { on, formula }
              : undefined;
  return trigger ? [{ ...trigger, ...(off === true ? { off } : {}) }] : [];
}
