import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { absolute, pathOf, placeOf, stateSpan, transitionOf, transitionRef } from "#core/chart/places.ts";
import { goTo } from "#app/gestures/names/goTo.ts";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

export const SIDE_TABS = ["inspector", "code"] as const;
export type SideTab = (typeof SIDE_TABS)[number];

export const isSideTab = (value: string | null): value is SideTab => SIDE_TABS.some((name) => name === value);

/**
 * Which of the two stands on the wide side. What a person has chosen is remembered and comes back with each selection; until somebody
 * has chosen, the code is there first and the inspector from the first selection on. A place in the code, or a field that waits for a
 * word, brings its own whatever was chosen. Nothing changes under who works in the side itself: the caret selects as well.
 */
export function useSideTab(side: RefObject<HTMLElement | null>): {
  tab: SideTab;
  /** @param withKeys the keys go along into the code */
  choose: (tab: SideTab, withKeys?: boolean) => void;
} {
  const studio = useStudioActions();
  const selection = useStudio((s) => s.route.selection);
  const requested = useStudio((s) => s.requested);
  const jump = useStudio((s) => s.jump);
  const listed = useStudio((s) => s.listed);
  const [chosen, setChosen] = useState(readChoice);
  const [tab, setTab] = useState<SideTab>(() =>
    (jump && !jump.isQuiet) || listed
      ? "code"
      : requested
        ? "inspector"
        : (chosen ?? (selection ? "inspector" : "code")),
  );
  const key = selection && selection.kind !== "clause" ? `${selection.kind}:${selection.id}` : "";
  const seen = useRef({ key, requested, jump, listed });
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { key, requested, jump, listed };
    const isJump = jump !== null && jump !== before.jump;
    // A problem whose code nobody has looked at is left for what was selected since.
    if (jump?.isQuiet && !isJump && key !== before.key) studio.window.set({ jump: null });
    if ((isJump && !jump.isQuiet) || (listed && listed !== before.listed)) setTab("code");
    else if (requested && requested !== before.requested) setTab("inspector");
    else if (key !== "" && key !== before.key && !side.current?.contains(document.activeElement))
      setTab(chosen ?? "inspector");
  }, [studio, side, key, requested, jump, listed, chosen]);
  const choose = useCallback(
    (next: SideTab, withKeys = false) => {
      writePreference("side", next);
      setChosen(next);
      setTab(next);
      if (next === "code" && withKeys) goToSelected(studio);
    },
    [studio],
  );
  return { tab, choose };
}

function readChoice(): SideTab | undefined {
  const stored = readPreference("side");
  return isSideTab(stored) ? stored : undefined;
}

/** Leads the caret to what is selected; to the machine where nothing is. */
function goToSelected(studio: Studio): void {
  const { selection } = studio.navigation.route;
  const chart = studio.get().graph?.chart;
  if (!chart) return;
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  const found = ref && transitionOf(chart, ref);
  const place = placeOf(chart, selection?.kind === "state" ? pathOf(selection.id) : []);
  const at = found ? absolute(found.place, found.transition.at) : place && stateSpan(place);
  if (at) goTo(studio, { file: "machine", at: { from: at.from, to: at.from } }, true);
}
