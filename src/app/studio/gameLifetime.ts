import type { Project } from "#core/project/Project.ts";

const ends = new WeakMap<Project, Set<() => void>>();

/** Something lives as long as a game is open: a runner, a text model. `end` is called when it is closed. Answers how to take it back. */
export function tieToGame(project: Project, end: () => void): () => void {
  const endings = ends.get(project) ?? new Set();
  ends.set(project, endings);
  endings.add(end);
  return () => void endings.delete(end);
}

/** The game is closed: all that lived with it ends. */
export function endTiedTo(project: Project): void {
  for (const end of ends.get(project) ?? []) end();
  ends.delete(project);
}
