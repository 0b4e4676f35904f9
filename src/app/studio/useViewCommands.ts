import { useEffect, useRef } from "react";
import { useStudioDoings } from "#app/studio/useStudio.ts";
import { VIEW_COMMANDS, type ViewCommand, type ViewDoings } from "#app/studio/viewCommands.ts";

/**
 * Offers commands while the component is there. What is undefined does not apply now; a command is always done as of the last render,
 * and only what becomes possible or impossible is told to the studio.
 */
export function useViewCommands(
  commands: Readonly<Partial<Record<ViewCommand, (() => void) | undefined>>>,
): void {
  const studio = useStudioDoings();
  const last = useRef(commands);
  useEffect(() => {
    last.current = commands;
  });
  const ids = VIEW_COMMANDS.filter((id) => commands[id] !== undefined).join(" ");
  useEffect(() => {
    const own = Object.fromEntries(
      ids === "" ? [] : ids.split(" ").map((id) => [id, () => last.current[id as ViewCommand]?.()]),
    ) as ViewDoings;
    const without = () =>
      Object.fromEntries(
        Object.entries(studio.get().viewDoings).filter(([id, doing]) => own[id as ViewCommand] !== doing),
      );
    studio.set({ viewDoings: { ...studio.get().viewDoings, ...own } });
    return () => studio.set({ viewDoings: without() });
  }, [studio, ids]);
}
