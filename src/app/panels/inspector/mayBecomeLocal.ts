import type { Refusal } from "#core/edit/command.ts";

/** Whether something that is shared may be changed here: asked of what makes it its own. The commands may still be on their way. */
export const mayBecomeLocal = (refused: Refusal | undefined): boolean =>
  refused === undefined || refused.code === "still-loading";
