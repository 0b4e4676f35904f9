import { useEffect, useState } from "react";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import { WaysCard } from "#adapters/flow/WaysCard.tsx";
import { transitionId } from "#core/chart/places.ts";
import { wayText } from "#core/layout/content/transitionText.ts";
import type { Picture } from "#core/layout/picture.ts";

/** Milliseconds that the pointer rests on a step before it is told of. */
const REST = 400;

/**
 * What the signs of a step on the map stand for, beside it while the pointer rests on it: for whom it waits, what it calls, and all that
 * can happen in it, with where that leads. From nearer the states say it themselves.
 */
export function StepCard({ picture, hovered }: { picture: Picture; hovered: string | undefined }) {
  const { names } = useCanvas();
  const [rested, setRested] = useState<string | undefined>();
  useEffect(() => {
    const rest = setTimeout(() => setRested(hovered), hovered === undefined ? 0 : REST);
    return () => clearTimeout(rest);
  }, [hovered]);
  const id = rested === hovered ? hovered : undefined;
  const item = id === undefined ? undefined : picture.scene.items.get(id);
  const box = id === undefined ? undefined : picture.boxes.get(id);
  if (!item || !box || item.level !== "map" || (item.shape !== "row" && item.shape !== "leaf")) return null;
  const told = item.content.marks.filter(({ kind }) => kind === "asks" || kind === "calls");
  const ways = item.node.transitions.map((one) => {
    const { slot, event, index } = one;
    const ref = { source: item.path, slot, ...(event === undefined ? {} : { event }), index };
    return wayText(transitionId(ref), one, item.node, names);
  });
  if (told.length === 0 && ways.length === 0) return null;
  return (
    <WaysCard
      ways={item.folded ? [] : ways}
      at={{ x: box.x + box.w, y: box.y - 6 }}
      first={told.map(({ kind, title }) => (
        <li key={kind}>
          <em>{title}</em>
        </li>
      ))}
    />
  );
}
