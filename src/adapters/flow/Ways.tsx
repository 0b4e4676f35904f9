import type { Point } from "#core/layout/geometry.ts";
import type { WayText } from "#core/layout/content/transitionText.ts";
import { useLateViews } from "#adapters/flow/useLateViews.ts";

/** What something stands for, in a list beside it: nobody points at anything before the first picture. */
export function Ways(props: { ways: readonly WayText[]; at: Point }) {
  const late = useLateViews(true);
  return late ? <late.WaysCard {...props} /> : null;
}
