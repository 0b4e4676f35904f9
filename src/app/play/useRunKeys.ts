import { useEffect } from "react";
import type { Step } from "#core/run/timeline/run.ts";
import { way } from "#core/run/timeline/timeline.ts";
import { freshSeed } from "#app/play/stepping/pace.ts";
import type { useSteppingOf } from "#app/play/stepping/useStepping.ts";
import { RUN_KEYS, type RunKey } from "#app/play/runKeys.ts";
import type { useSession } from "#app/play/useSession.ts";

/** Keys of a run, outside of fields: arrows walk on the timeline, 1 to 9 send what stands there. Escape stops it wherever one is. */
export function useRunKeys(
  view: ReturnType<typeof useSession>,
  stepped: ReturnType<typeof useSteppingOf>,
): void {
  const stepping = stepped?.stepping;
  useEffect(() => {
    if (!view || !stepping) return;
    const onKey = (event: KeyboardEvent) => {
      const run = view.session.shown();
      if (!run || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { mode } = stepping.get();
      const isRunning = mode === "random" || mode === "recorded";
      if (event.key === "Escape" && isRunning) {
        event.preventDefault();
        return stepping.stop();
      }
      if (
        event.target instanceof HTMLElement &&
        event.target.closest(
          "input, textarea, select, .monaco-editor, [role=tree], .react-flow, [role=menu], [role=dialog], [role=separator]",
        )
      )
        return;
      const key = /^[1-9]$/.test(event.key) ? "1-9" : event.key;
      if (!Object.hasOwn(RUN_KEYS, key) || key === "Escape") return;
      const steps = way(run);
      const end = (step: Step | undefined) => step && stepping.go({ step: step.id, micro: null });
      // Inside a step the arrows go from microstep to microstep.
      const walk = (by: 1 | -1) =>
        view.session.place()?.micro === null ? stepping.over(by) : stepping.into(by);
      if (key !== "1-9") event.preventDefault();
      const actions: Record<Exclude<RunKey, "Escape">, () => void> = {
        ArrowLeft: () => walk(-1),
        ArrowRight: () => walk(1),
        Home: () => end(steps[0]),
        End: () => end(steps.at(-1)),
        ".": () => stepping.into(1),
        ",": () => stepping.into(-1),
        o: () => stepping.out(1),
        d: () => stepping.runTo("decision", 1, freshSeed()),
        b: () => stepping.runTo("breakpoint", 1, freshSeed()),
        "1-9": () => document.querySelector<HTMLButtonElement>(`button[data-send="${event.key}"]`)?.click(),
      };
      actions[key as Exclude<RunKey, "Escape">]();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [view, stepping]);
}
