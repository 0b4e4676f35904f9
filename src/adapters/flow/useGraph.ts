import { useLayoutEffect, useMemo, useState } from "react";
import { badgesOf } from "#adapters/flow/badges.ts";
import type { ChartCanvasProps, ControlWords } from "#adapters/flow/canvasProps.ts";
import { FlowGraph } from "#adapters/flow/flowGraph.ts";
import { EMPTY_OVERLAY, type Overlay, OverlayStore } from "#adapters/flow/overlayStore.ts";
import { pathId, transitionId } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Item } from "#core/layout/scene/scene.ts";

const NOTHING: readonly Diagnostic[] = [];
const NO_MORE: readonly string[] = [];

type GraphProps = Pick<ChartCanvasProps, "names" | "words" | "diagnostics" | "onArrange" | "readOnly">;

/** A picture as React Flow's nodes and edges, and the problems of its states. */
export function useGraph(picture: Picture, { names, words, diagnostics, onArrange, readOnly }: GraphProps) {
  const [graph] = useState(() => new FlowGraph());
  const movable = !readOnly && onArrange !== undefined;
  const nodes = useMemo(
    () => graph.nodes(picture, (item) => spoken(item, names, words), movable),
    [graph, picture, names, words, movable],
  );
  const edges = useMemo(() => graph.edges(picture, names, words.leads), [graph, picture, names, words]);
  const { scene } = picture;
  const badges = useMemo(() => badgesOf(diagnostics ?? NOTHING, scene), [diagnostics, scene]);
  return { nodes, edges, badges, movable };
}

/** What lies over the picture and changes often, for whoever draws it. */
export function useOverlayStore(
  { selection, also = NO_MORE, live, emphasis, readOnly = false }: ChartCanvasProps,
  { badges, renaming, dropInto, hovered }: Pick<Overlay, "badges" | "renaming" | "dropInto" | "hovered">,
): OverlayStore {
  const [overlay] = useState(() => new OverlayStore());
  const selectedState = selection?.kind === "state" ? pathId(selection.path) : undefined;
  const selectedTransition = selection?.kind === "transition" ? transitionId(selection.ref) : undefined;
  useLayoutEffect(() => {
    overlay.set({
      ...EMPTY_OVERLAY,
      selectedState,
      alsoSelected: new Set(also),
      selectedTransition,
      hovered,
      live,
      emphasis,
      renaming,
      dropInto,
      badges,
      readOnly,
    });
  }, [
    hovered,
    overlay,
    selectedState,
    also,
    selectedTransition,
    live,
    emphasis,
    renaming,
    dropInto,
    badges,
    readOnly,
  ]);
  return overlay;
}

/** What a screen reader says of a state. */
function spoken(item: Item, names: ChartNames, words: ControlWords): string {
  const label = names.state(item.path, item.node.key);
  const asks =
    item.node.meta.asks === undefined
      ? []
      : [names.words.waitsFor.replace("{who}", names.asks(item.node.meta.asks))];
  return [
    label,
    ...(label === item.node.key ? [] : [item.node.key]),
    ...item.node.meta.clauses,
    ...asks,
    ...(item.folded ? [words.unfold] : []),
  ].join(", ");
}
