import { childrenOf, type Scene } from "#core/layout/scene/scene.ts";
import { transitionId } from "#core/chart/places.ts";

/** Where an arrow key leads from a state, as in the outline: up and down among siblings, left to the parent, right inside. */
export function walkStates(scene: Scene, from: string | undefined, key: string): string | undefined {
  const kids = childrenOf(scene);
  const top = kids.get(scene.root) ?? [];
  if (from === undefined) return top[0]?.id;
  const item = scene.items.get(from);
  if (!item) return top[0]?.id;
  if (key === "ArrowLeft") return item.parent === scene.root ? undefined : item.parent;
  if (key === "ArrowRight") return kids.get(from)?.[0]?.id;
  const siblings = kids.get(item.parent ?? scene.root) ?? [];
  const at = siblings.findIndex((s) => s.id === from);
  return siblings[at + (key === "ArrowDown" ? 1 : -1)]?.id;
}

/** The next or previous transition of a state in the order of the text; the first or last without one. */
export function walkTransitions(
  scene: Scene,
  state: string,
  from: string | undefined,
  step: 1 | -1,
): string | undefined {
  const item = scene.items.get(state);
  if (!item) return undefined;
  const ids = item.node.transitions.map((t) =>
    transitionId({
      source: item.path,
      slot: t.slot,
      ...(t.event === undefined ? {} : { event: t.event }),
      index: t.index,
    }),
  );
  const at = from === undefined ? -1 : ids.indexOf(from);
  return at < 0 ? (step === 1 ? ids[0] : ids.at(-1)) : ids[at + step];
}
