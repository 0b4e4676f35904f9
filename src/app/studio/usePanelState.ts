import { useState } from "react";
import type { Project } from "#core/project/Project.ts";
import { useStudio } from "#app/studio/useStudio.ts";

const memories = new WeakMap<Project, Map<string, unknown>>();

/**
 * State of a panel that stays with the open game and its machine while others are looked at, and goes when the game is closed.
 * `name` tells it from others of the game.
 */
export function usePanelState<T>(name: string, first: T): [T, (next: T) => void] {
  const { last, keep } = usePanelMemory<T>(name);
  const [, draw] = useState({});
  return [
    last() ?? first,
    (next) => {
      keep(next);
      draw({});
    },
  ];
}

/** The same without drawing again when it changes: for what is only looked up when a panel is there again. */
export function usePanelMemory<T>(name: string): { last: () => T | undefined; keep: (value: T) => void } {
  const project = useStudio((s) => s.project);
  const place = useStudio((s) => s.graph?.chart?.ref.ordinal ?? 0);
  const key = `${name}:${place}`;
  const memory = project ? (memories.get(project) ?? new Map<string, unknown>()) : undefined;
  if (project && memory) memories.set(project, memory);
  return {
    last: () => memory?.get(key) as T | undefined,
    keep: (value) => void memory?.set(key, value),
  };
}
