import { useCanvas } from "#adapters/flow/overlayStore.ts";
import type { Told } from "#adapters/flow/surroundings.ts";
import type { WayText } from "#core/layout/content/transitionText.ts";
import { useLateViews } from "#adapters/flow/useLateViews.ts";

/** What something stands for, in a list beside it: nobody points at anything before the first picture. */
export function Ways({ ways, told }: { ways: readonly WayText[]; told: Told }) {
  const { picture } = useCanvas();
  const late = useLateViews(true);
  const drawn = picture();
  return late && drawn ? <late.WaysCard ways={ways} about={late.surroundingsOf(drawn, told)} /> : null;
}
