import { useEffect } from "react";
import { way } from "#core/run/timeline.ts";
import { RUN_KEYS, type RunKey } from "#app/simulate/runKeys.ts";
import type { useSession } from "#app/simulate/useSession.ts";

/** Keys of a run, outside of fields: arrows walk on the timeline, 1 to 9 send what stands there. */
export function useRunKeys(made: ReturnType<typeof useSession>): void {
  useEffect(() => {
    if (!made) return;
    const onKey = (event: KeyboardEvent) => {
      const run = made.session.shown();
      if (!run || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof HTMLElement &&
        event.target.closest(
          "input, textarea, select, .monaco-editor, [role=tree], .react-flow, [role=menu], [role=dialog], [role=separator]",
        )
      )
        return;
      const key = /^[1-9]$/.test(event.key) ? "1-9" : event.key;
      if (!Object.hasOwn(RUN_KEYS, key)) return;
      const steps = way(run);
      const at = steps.findIndex((s) => s.id === run.cursor);
      const go = (to: number) => {
        event.preventDefault();
        const step = steps[to];
        if (step) made.session.go(step.id);
      };
      const doings: Record<RunKey, () => void> = {
        ArrowLeft: () => go(at - 1),
        ArrowRight: () => go(at + 1),
        Home: () => go(0),
        End: () => go(steps.length - 1),
        "1-9": () => document.querySelector<HTMLButtonElement>(`button[data-send="${event.key}"]`)?.click(),
      };
      doings[key as RunKey]();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [made]);
}
