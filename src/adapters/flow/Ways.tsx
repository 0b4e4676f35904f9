import { useCanvas } from "#adapters/flow/overlayStore.ts";
import type { CardAnchor } from "#adapters/flow/surroundings.ts";
import type { StatePath } from "#core/chart/chart.ts";
import type { Sourced } from "#core/layout/content/transitionText.ts";
import { useLateViews } from "#adapters/flow/useLateViews.ts";

/** What something stands for, in a list beside it: nobody points at anything before the first picture. */
export function Ways({ of, drawn, place }: { of: readonly Sourced[]; drawn: StatePath; place: CardAnchor }) {
  const { picture, consts, names } = useCanvas();
  const late = useLateViews(true);
  const now = picture();
  if (!late || !now) return null;
  const ways = late.listedWays(now, consts(), of, drawn, names, "arrow" in place ? [place.arrow] : []);
  return <late.WaysCard ways={ways} about={late.surroundingsOf(now, place)} />;
}
