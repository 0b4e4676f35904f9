import type { Refusal } from "#core/edit/command.ts";

/** Whether something shared may be changed here, judged by the refusal of the command that would copy it for this place. The commands may still be loading. */
export const mayBecomeLocal = (refused: Refusal | undefined): boolean =>
  refused === undefined || refused.code === "still-loading";
