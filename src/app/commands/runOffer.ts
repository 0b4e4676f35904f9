import type { StatePath } from "#core/chart/chart.ts";
import type { Refusal } from "#core/edit/command.ts";
import { argsOf, type Offer, type Values } from "#app/commands/offer.ts";
import { cut } from "#app/studio/stateDoings.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Begins with an offered command: asks for what it needs, or does it as soon as the commands are loaded. */
export function beginOffer(studio: Studio, offer: Offer): void {
  const { files } = studio.get();
  if (offer.clipboard) void byClipboard(studio, offer);
  else if (offer.fields && files)
    studio.set({ question: { kind: "command", offer, revision: files.revision } });
  else studio.whenReady(() => tell(studio, runOffer(studio, offer, {})));
}

/** Runs an offered command with the answers, and selects what it is about then. The refusal comes back. */
export function runOffer(
  studio: Studio,
  offer: Offer,
  given: Values,
  revision?: number,
): Refusal | undefined {
  const args = argsOf(offer, given);
  const before = studio.graphNow()?.chart;
  if (!args) return { code: "answer-missing" };
  const refused = offer.each
    ? attemptEach(
        studio,
        offer.command,
        offer.each.map((one) => ({ ...args, ...one })),
        revision,
      )
    : studio.attempt(offer.command, args, revision);
  const after = studio.graphNow()?.chart;
  if (!refused && offer.select && before && after) studio.select(offer.select(before, after, args));
  return refused;
}

let gestures = 0;
/** All of them as one entry of the history, or none. */
function attemptEach(
  studio: Studio,
  command: string,
  all: readonly object[],
  revision: number | undefined,
): Refusal | undefined {
  const joins = `each:${++gestures}`;
  for (const [i, args] of all.entries()) {
    const refused = studio.attempt(command, args, i === 0 ? revision : undefined, joins);
    if (refused && i > 0) studio.undo();
    if (refused) return refused;
  }
  return undefined;
}

/** A browser that does not let the page write or read its clipboard says so. */
async function byClipboard(studio: Studio, offer: Offer): Promise<void> {
  const { state, also } = offer.args({}) as { state?: StatePath; also?: readonly StatePath[] };
  try {
    if (offer.clipboard === "paste") {
      const clip = await navigator.clipboard.readText();
      tell(studio, runOffer(studio, { ...offer, args: () => offer.args({ clip }) }, {}));
    } else if (state) {
      const clip = offer.clipboard === "cut" ? cut(studio, state, also) : studio.copy(state, also);
      if (clip !== undefined) await navigator.clipboard.writeText(clip);
    }
  } catch {
    studio.notice("warn", "notice.no-clipboard");
  }
}

function tell(studio: Studio, refused: Refusal | undefined): void {
  if (refused) studio.notice("warn", `refusal.${refused.code}`, refused.facts, undefined, refused.offer);
}
