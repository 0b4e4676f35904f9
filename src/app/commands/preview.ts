import type { Offer } from "#app/commands/offer.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Commands that change what other files, machines and rules name: these can be looked at before they are made. */
const FAR_REACHING: ReadonlySet<string> = new Set([
  "state.delete",
  "state.extract",
  "state.move",
  "state.rename",
  "state.setId",
  "state.wrap",
  "transition.event",
]);

/** Several at once are made one after the other, each on what the one before left: there is no one change to show. */
export const canPreview = ({ command, each }: Offer): boolean => FAR_REACHING.has(command) && !each;

/** Shows what an offered command would change with these arguments. */
export function preview(studio: Studio, { command, words, facts }: Offer, args: object): void {
  studio.set({
    question: { kind: "preview", request: { command, args, words, ...(facts ? { facts } : {}) } },
  });
}
