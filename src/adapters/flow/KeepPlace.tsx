import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useLayoutEffect, useRef } from "react";
import type { Look } from "#adapters/flow/canvasProps.ts";
import type { Picture } from "#core/layout/picture.ts";
import { statesInView } from "#core/layout/unfoldedFirst.ts";

interface Shown {
  readonly picture: Picture;
  readonly folded: ReadonlySet<string> | undefined;
}

/**
 * When much is unfolded or folded at once, the state in the middle of the canvas stays where it is, and what grows around it moves. One
 * phase that is unfolded by hand is in sight itself, and moves nothing.
 */
export function KeepPlace({ picture, look }: { picture: Picture; look: Look | undefined }) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const shown = useRef<Shown>({ picture, folded: look?.folded });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { picture, folded: look?.folded };
    if (before.picture === picture || !isFoldedAgain(before, shown.current)) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = flow.getViewport();
    const view = { x: -x / zoom, y: -y / zoom, w: width / zoom, h: height / zoom };
    const held = statesInView(before.picture, view).find((id) => picture.boxes.has(id));
    const from = held === undefined ? undefined : before.picture.boxes.get(held);
    const to = held === undefined ? undefined : picture.boxes.get(held);
    if (from && to)
      void flow.setViewport({ x: x + (from.x - to.x) * zoom, y: y + (from.y - to.y) * zoom, zoom });
  }, [flow, store, picture, look]);
  return null;
}

/** Whether two pictures are of one machine, and more than one of its states was closed in one of them only. */
function isFoldedAgain(before: Shown, now: Shown): boolean {
  const [a, b] = [before.picture.scene, now.picture.scene];
  if (a.chart !== b.chart || a.root !== b.root || !before.folded || !now.folded) return false;
  const others = (folded: ReadonlySet<string>, than: ReadonlySet<string>) =>
    [...folded].filter((id) => !than.has(id)).length;
  return others(now.folded, before.folded) + others(before.folded, now.folded) > 1;
}
