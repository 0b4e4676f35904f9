import type { Arrow } from "#core/layout/scene/scene.ts";

/** Whether an end of an arrow is at a state or in it. */
export const isAt = (id: string, end: string): boolean =>
  id !== "" && (end === id || end.startsWith(`${id}.`));

/** Whether an arrow is among the lines of a state: what comes to it or leaves it, itself or something in it. */
export const isLineOf = (id: string, { from, to }: Pick<Arrow, "from" | "to">): boolean =>
  isAt(id, from) !== isAt(id, to) || id === from || id === to;
