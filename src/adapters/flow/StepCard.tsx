import { useEffect, useState } from "react";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import { aroundState } from "#adapters/flow/surroundings.ts";
import { WaysCard } from "#adapters/flow/WaysCard.tsx";
import { pathId, places, transitionId } from "#core/chart/places.ts";
import type { Transition } from "#core/chart/chart.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { type WayText, wayText } from "#core/layout/content/transitionText.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Item } from "#core/layout/scene/scene.ts";

/** Milliseconds that the pointer rests on a step before it is told of, on a next one soon after, and how long that is. */
const REST = { first: 400, next: 90, soon: 600 } as const;

const TOLD: ReadonlySet<Item["shape"]> = new Set(["row", "leaf", "final"]);

/**
 * What the signs of a step on the map stand for, beside it while the pointer rests on it: for whom it waits, what it calls, and all that
 * can happen in it, with where that leads. Of an end it is told what leads there: its ways are often too many to be drawn. From nearer
 * the states say it themselves.
 */
export function StepCard({ picture, hovered }: { picture: Picture; hovered: string | undefined }) {
  const { names } = useCanvas();
  const [rested, setRested] = useState<string | undefined>();
  useEffect(() => {
    const ms = hovered === undefined ? REST.soon : rested === undefined ? REST.first : REST.next;
    const rest = setTimeout(() => setRested(hovered), ms);
    return () => clearTimeout(rest);
  }, [hovered, rested]);
  const id = rested === hovered ? hovered : undefined;
  const item = id === undefined ? undefined : picture.scene.items.get(id);
  const box = id === undefined ? undefined : picture.boxes.get(id);
  if (!item || !box || item.level !== "map" || !TOLD.has(item.shape)) return null;
  const told = item.content.marks.filter(({ kind }) => kind === "asks" || kind === "calls");
  const ways = item.shape === "final" ? waysTo(picture, item, names) : waysFrom(item, names);
  if (told.length === 0 && ways.length === 0) return null;
  return (
    <WaysCard
      ways={item.folded ? [] : ways}
      title={item.content.title}
      about={aroundState(picture, item.id, box)}
      first={told.map(({ kind, title }) => (
        <li key={kind}>
          <em>{title}</em>
        </li>
      ))}
    />
  );
}

const idOf = (source: readonly string[], { slot, event, index }: Transition): string =>
  transitionId({ source, slot, ...(event === undefined ? {} : { event }), index });

const waysFrom = ({ path, node }: Item, names: ChartNames): WayText[] =>
  node.transitions.map((one) => wayText(idOf(path, one), one, node, names));

/** By what, and from which states, an end is reached. */
function waysTo({ scene }: Picture, { id }: Item, names: ChartNames): WayText[] {
  return [...places(scene.chart).values()].flatMap(({ node, path }) =>
    node.transitions
      .filter(({ targets }) => targets.some(({ resolved }) => resolved && pathId(resolved) === id))
      .map((one) => {
        const way = wayText(idOf(path, one), one, node, names);
        const from = path.length === 0 ? "" : names.state(path, node.key);
        return { ...way, when: [from, way.when].filter((part) => part !== "").join(": ") };
      }),
  );
}
