import type { StatePath } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { Asked } from "#core/project/graphChange.ts";
import { argsOf, type Offer, type Values } from "#app/commands/offer.ts";
import { attemptEach, attemptEachTried } from "#app/studio/attemptEach.ts";
import { cut } from "#app/studio/stateDoings.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Begins with an offered command: asks for what it needs, or does it as soon as the commands are loaded. */
export function beginOffer(studio: Studio, offer: Offer): void {
  const { files } = studio.get();
  if (offer.clipboard) void byClipboard(studio, offer);
  else if (offer.fields && files)
    studio.set({ question: { kind: "command", offer, revision: files.revision } });
  else
    studio.whenReady(() => {
      const args = offer.each ? undefined : argsOf(offer, {});
      const refused = runOffer(studio, offer, {});
      if (refused) studio.refuse(refused, args && { id: offer.command, args });
    });
}

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

/** Runs an offered command with the answers, and selects what it is about then. The refusal comes back. */
export function runOffer(
  studio: Studio,
  offer: Offer,
  given: Values,
  asked: Asked = {},
): Refusal | undefined {
  const args = argsOf(offer, given);
  const before = studio.graphNow()?.chart;
  if (!args) return { code: "answer-missing" };
  const refused = offer.each
    ? attemptEach(
        studio,
        offer.command,
        offer.each.map((one) => ({ ...args, ...one })),
        asked,
      )
    : studio.attempt(offer.command, args, asked);
  if (refused?.code === "being-tried") {
    void whenTried(studio, offer, args, asked);
    return undefined;
  }
  const after = studio.graphNow()?.chart;
  if (!refused && offer.select && before && after) studio.select(offer.select(before, after, args));
  return refused;
}

/** Does what was offered once XState had its say about its results; a refusal becomes a notice. */
async function whenTried(
  studio: Studio,
  { command, each, select }: Offer,
  args: object,
  asked: Asked,
): Promise<void> {
  const before = studio.graphNow()?.chart;
  const argsList = (each ?? [{}]).map((extra) => ({ ...args, ...extra }));
  const refused = await attemptEachTried(studio, command, argsList, asked);
  if (refused) return studio.refuse(refused, each ? undefined : { id: command, args });
  const after = studio.graphNow()?.chart;
  if (select && before && after) studio.select(select(before, after, args));
}

/** A browser that does not let the page write or read its clipboard says so. */
async function byClipboard(studio: Studio, offer: Offer): Promise<void> {
  const { state, also } = offer.args({}) as { state?: StatePath; also?: readonly StatePath[] };
  try {
    if (offer.clipboard === "paste") {
      const clip = await navigator.clipboard.readText();
      const refused = runOffer(studio, { ...offer, args: () => offer.args({ clip }) }, {});
      if (refused) studio.refuse(refused);
    } else if (state) {
      const clip = offer.clipboard === "cut" ? cut(studio, state, also) : studio.copy(state, also);
      if (clip !== undefined) await navigator.clipboard.writeText(clip);
    }
  } catch {
    studio.notice("warn", "notice.no-clipboard");
  }
}
