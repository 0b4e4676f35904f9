import { useEffect, useState } from "react";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import { aroundState } from "#adapters/flow/surroundings.ts";
import { listedWays } from "#adapters/flow/listedWays.ts";
import { WaysCard } from "#adapters/flow/WaysCard.tsx";
import type { Action, StateNode, Transition } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { pathId, placeOf, places, transitionId } from "#core/chart/places.ts";
import { questionsOf } from "#core/layout/content/askTexts.ts";
import { callTexts, historyTexts } from "#core/layout/content/callTexts.ts";
import { type ChartNames, counted } from "#core/layout/names.ts";
import { headPlace } from "#core/layout/wordPlaces.ts";
import type { WayText } from "#core/layout/content/transitionText.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Item } from "#core/layout/scene/scene.ts";

/** Milliseconds that the pointer rests on a step before its card opens (`first`), and on another step (`next`) within `soon` after the last card. */
const HOVER_DELAY_MS = { first: 400, next: 90, soon: 600 } as const;

const SHAPES_WITH_CARD: ReadonlySet<Item["shape"]> = new Set(["row", "leaf", "final", "history"]);

/**
 * What the signs of a step on the map stand for, beside it while the pointer rests on it or it has the keyboard: for whom it waits, what
 * it calls, and all that can happen in it, with where that leads. Of an end it lists what leads there, and of a phase that is called
 * by whom: these are often too many to be drawn. From nearer the states say it themselves.
 */
export function StepCard({
  picture,
  consts,
  hovered,
}: {
  picture: Picture;
  consts: readonly Const[];
  hovered: string | undefined;
}) {
  const { names } = useCanvas();
  const [rested, setRested] = useState<string | undefined>();
  useEffect(() => {
    const ms =
      hovered === undefined
        ? HOVER_DELAY_MS.soon
        : rested === undefined
          ? HOVER_DELAY_MS.first
          : HOVER_DELAY_MS.next;
    const rest = setTimeout(() => setRested(hovered), ms);
    return () => clearTimeout(rest);
  }, [hovered, rested]);
  const id = rested === hovered ? hovered : undefined;
  const item = id === undefined ? undefined : picture.scene.items.get(id);
  const box = id === undefined ? undefined : picture.boxes.get(id);
  if (!item || !box || item.level !== "map" || !(SHAPES_WITH_CARD.has(item.shape) || item.called))
    return null;
  const { texts, ways } = tellingsOf(picture, item, consts, names);
  if (texts.length === 0 && ways.length === 0) return null;
  // of a phase its head is looked at: its steps stand below
  const around = SHAPES_WITH_CARD.has(item.shape) ? box : (headPlace(picture, item.id) ?? box);
  return (
    <WaysCard
      ways={ways}
      title={item.content.title}
      about={aroundState(picture, item.id, around)}
      first={texts.map((text) => (
        <li key={text}>
          <em>{text}</em>
        </li>
      ))}
    />
  );
}

/** What is said of a state, and the ways that are listed below. */
function tellingsOf(
  picture: Picture,
  item: Item,
  consts: readonly Const[],
  names: ChartNames,
): { readonly texts: readonly string[]; readonly ways: readonly WayText[] } {
  const { chart } = picture.scene;
  const { content, node, path } = item;
  if (node.type === "history") {
    const siblings = placeOf(chart, path.slice(0, -1))?.node.children ?? [];
    const { label, ways } = historyTexts(node, path, siblings, names);
    return { texts: [label], ways };
  }
  const signs = content.marks.filter(({ kind }) => kind === "asks" || kind === "calls");
  if (item.called) {
    const ways = callTexts(chart, item.id, consts, names);
    const asks = signs.filter(({ kind }) => kind === "asks").map(({ title }) => title);
    return { texts: [...asks, counted(names.words, "called", ways.length)], ways };
  }
  const by = questionsOf(chart, node, path, names).join("; ");
  const texts = signs.map(({ kind, who, title }) =>
    kind === "asks" && who === "context" && by !== "" ? `${title} ▸ ${by}` : title,
  );
  const done = entryAndExitTexts(node, names);
  if (item.shape === "final")
    return { texts: [...texts, ...done], ways: waysTo(picture, item, consts, names) };
  return { texts: [...texts, ...done], ways: item.folded ? [] : waysFrom(picture, item, consts, names) };
}

/** What is done on entering a state and on leaving it, by name. */
function entryAndExitTexts({ entry, exit }: StateNode, names: ChartNames): string[] {
  const actionTexts = (sign: string, actions: readonly Action[]) =>
    actions.length === 0 ? [] : [`${sign} ${actions.map((action) => names.action(action)).join(", ")}`];
  return [...actionTexts("▸", entry), ...actionTexts("◂", exit)];
}

const idOf = (source: readonly string[], { slot, event, index }: Transition): string =>
  transitionId({ source, slot, ...(event === undefined ? {} : { event }), index });

function waysFrom(
  picture: Picture,
  { id, path, node }: Item,
  consts: readonly Const[],
  names: ChartNames,
): WayText[] {
  const all = node.transitions.map((transition) => ({
    id: idOf(path, transition),
    path,
    source: node,
    transition,
  }));
  const lines = picture.scene.arrows.filter(({ from }) => from === id);
  return listedWays(picture, consts, all, path, names, lines);
}

/** By what, and from which states, an end is reached. */
function waysTo(picture: Picture, { id }: Item, consts: readonly Const[], names: ChartNames): WayText[] {
  const all = [...places(picture.scene.chart).values()].flatMap(({ node, path }) =>
    node.transitions
      .filter(({ targets }) => targets.some(({ resolved }) => resolved && pathId(resolved) === id))
      .map((transition) => ({ id: idOf(path, transition), path, source: node, transition })),
  );
  return listedWays(picture, consts, all, [], names, []);
}
