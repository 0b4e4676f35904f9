import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, transitionRef } from "#core/chart/places.ts";
import type { CommandId } from "#core/edit/commands.ts";
import { declareEvent } from "#app/gestures/declareEvent.ts";
import type { GestureOptions } from "#app/studio/GameCommands.ts";
import type { Refusal } from "#core/edit/command.ts";
import { argsOf, type Offer, type Values } from "#app/studio/offer.ts";
import { cut } from "#app/studio/stateActions.ts";
import type { CommandRequest } from "#app/studio/StudioState.ts";
import type { Selection } from "#app/studio/route.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Begins with an offered command: asks for what it needs, or does it as soon as the commands are loaded. */
export function beginOffer(studio: Studio, offer: Offer): void {
  const { files } = studio.get();
  if (offer.clipboard) void byClipboard(studio, offer);
  else if (offer.fields && files)
    studio.window.set({ question: { kind: "command", offer, revision: files.revision } });
  else
    studio.editor.whenReady(() => {
      const args = argsOf(offer, {});
      const refused = runOffer(studio, offer, {});
      if (refused) studio.editor.refuse(refused, args && requestOf(offer, args));
    });
}

const requestOf = ({ command, each }: Offer, args: object): CommandRequest => ({
  id: command,
  args,
  ...(each ? { each } : {}),
});

/** Commands that change what other files, machines and rules refer to: these have a preview. */
const FAR_REACHING: ReadonlySet<CommandId> = new Set([
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
export function preview(studio: Studio, offer: Offer, args: object): void {
  const { words, facts } = offer;
  const request = { ...requestOf(offer, args), words, ...(facts ? { facts } : {}) };
  studio.window.set({ question: { kind: "preview", request } });
}

/** Runs an offered command with the answers, and selects what it is about then. The refusal comes back. */
export function runOffer(
  studio: Studio,
  offer: Offer,
  values: Values,
  options: GestureOptions = {},
): Refusal | undefined {
  const args = argsOf(offer, values);
  const before = studio.editor.graphNow()?.chart;
  if (!args) return { code: "answer-missing" };
  const joins = options.joins ?? `offer:${Date.now()}`;
  const refused = studio.editor.attempt(requestOf(offer, args), { ...options, joins });
  if (refused?.code === "being-tried") {
    void whenTried(studio, offer, args, options);
    return undefined;
  }
  if (!refused && before) declareAdded(studio, before, args, joins);
  const after = studio.editor.graphNow()?.chart;
  if (!refused && offer.select && before && after) {
    const selection = offer.select(before, after, args);
    studio.navigation.select(selection);
    if (offer.command === "transition.add") requestGuard(studio, selection);
  }
  return refused;
}

/** The name of the event of a new transition is a new event. */
function declareAdded(studio: Studio, before: Chart, args: object, joins: string): void {
  const { slot, event } = args as { readonly slot?: unknown; readonly event?: unknown };
  if (slot === "on" && typeof event === "string") declareEvent(studio, before, event, joins);
}

/** After the event of a new transition come its guard and its actions, and then its state again, for the next one. */
function requestGuard(studio: Studio, selection: Selection): void {
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  if (selection?.kind !== "transition" || !ref) return;
  const target = pathId(ref.source);
  studio.window.set({ requested: { transition: selection.id, field: "guard", isNew: true, target } });
}

/** Does what was offered once XState had its say about its results; a refusal becomes a notice. */
async function whenTried(studio: Studio, offer: Offer, args: object, options: GestureOptions): Promise<void> {
  const before = studio.editor.graphNow()?.chart;
  const request = requestOf(offer, args);
  const refused = await studio.editor.attemptTried(request, options);
  if (refused) return studio.editor.refuse(refused, request);
  const after = studio.editor.graphNow()?.chart;
  if (offer.select && before && after) studio.navigation.select(offer.select(before, after, args));
}

/** A browser that does not let the page write or read its clipboard says so. */
async function byClipboard(studio: Studio, offer: Offer): Promise<void> {
  const { state, also } = offer.args({}) as { state?: StatePath; also?: readonly StatePath[] };
  try {
    if (offer.clipboard === "paste") {
      const clip = await navigator.clipboard.readText();
      const refused = runOffer(studio, { ...offer, args: () => offer.args({ clip }) }, {});
      if (refused) studio.editor.refuse(refused);
    } else if (state) {
      const clip = offer.clipboard === "cut" ? cut(studio, state, also) : studio.editor.copy(state, also);
      if (clip !== undefined) await navigator.clipboard.writeText(clip);
    }
  } catch {
    studio.window.notice("warn", "notice.no-clipboard");
  }
}
