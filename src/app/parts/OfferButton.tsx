import { useTranslation } from "react-i18next";
import type { Refusal } from "#core/edit/command.ts";
import type { Notice } from "#app/studio/StudioState.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/** The state that an offer is about: seldom the one that was to be changed. */
function stateOf(args: unknown): string {
  const { state, transition } = args as { state?: string[]; transition?: { source: string[] } };
  return (state ?? transition?.source ?? []).join(".");
}

/** Does what clears the way, and then what it stood in the way of. */
export function OfferButton({
  offer,
  className,
  onTaken,
  onDone,
}: {
  offer: NonNullable<Notice["offer"]>;
  className: string | undefined;
  onTaken?: (studio: Studio) => void;
  /** With the reason where it was refused in its turn. */
  onDone?: (refused: Refusal | undefined) => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onTaken?.(studio);
        const { again, anyway, ...request } = offer;
        const refused = studio.editor.run(request, anyway ? { anyway } : {});
        onDone?.(!refused && again ? studio.editor.run(again) : refused);
      }}
    >
      {t(offer.anyway ? "offer.anyway" : [`offer.${offer.id}`, `command.${offer.id}`], {
        ...(offer.id === "context.add" ? (offer.args as { name: string; value: string }) : {}),
        state: stateOf(offer.args),
      })}
    </button>
  );
}
