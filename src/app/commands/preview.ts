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

export const canPreview = ({ command }: Offer): boolean => FAR_REACHING.has(command);

/** Shows what an offered command would change with these arguments. */
export function preview(studio: Studio, { command, each, words, facts }: Offer, args: object): void {
  const request = { command, args, words, ...(each ? { each } : {}), ...(facts ? { facts } : {}) };
  studio.set({ question: { kind: "preview", request } });
}
