import { useEffect, useRef } from "react";
import { useStudioActions } from "#app/studio/useStudio.ts";
import { VIEW_COMMANDS, type ViewCommand, type ViewActions } from "#app/studio/viewCommands.ts";

/**
 * Offers commands while the component is there. What is undefined does not apply now; a command is always done as of the last render,
 * and only what becomes possible or impossible is reported to the studio.
 */
export function useViewCommands(
  commands: Readonly<Partial<Record<ViewCommand, (() => void) | undefined>>>,
): void {
  const studio = useStudioActions();
  const last = useRef(commands);
  useEffect(() => {
    last.current = commands;
  });
  const ids = VIEW_COMMANDS.filter((id) => commands[id] !== undefined).join(" ");
  useEffect(() => {
    const actions = Object.fromEntries(
      ids === "" ? [] : ids.split(" ").map((id) => [id, () => last.current[id as ViewCommand]?.()]),
    ) as ViewActions;
    const without = () =>
      Object.fromEntries(
        Object.entries(studio.get().viewActions).filter(
          ([id, action]) => actions[id as ViewCommand] !== action,
        ),
      );
    studio.window.set({ viewActions: { ...studio.get().viewActions, ...actions } });
    return () => studio.window.set({ viewActions: without() });
  }, [studio, ids]);
}
