import { arcNetsOf } from "#core/layout/place/arcs.ts";
import { withColumns } from "#core/layout/place/columns.ts";
import { trunksOf } from "#core/layout/place/trunks.ts";
import { type Arrow, childrenOf, type Scene } from "#core/layout/scene/scene.ts";

const known = new WeakMap<Scene, ReadonlyMap<string, string>>();

/** The bundle of each arrow that shares its route with others, by arrow id. A tick is in none. */
export function bundlesOf(given: Scene): ReadonlyMap<string, string> {
  const { scene } = withColumns(given);
  const bundles = known.get(scene) ?? new Map([...ofTrunks(scene), ...ofArcs(scene)]);
  known.set(scene, bundles);
  return bundles;
}

function* ofTrunks(scene: Scene): Iterable<readonly [string, string]> {
  for (const { net, arrows } of trunksOf(scene)) for (const { arrow } of arrows) yield [arrow.id, net];
}

function* ofArcs(scene: Scene): Iterable<readonly [string, string]> {
  const arcs = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows) {
    const card = arrow.role === "arc" ? scene.items.get(arrow.from)?.parent : undefined;
    if (card !== undefined) arcs.set(card, [...(arcs.get(card) ?? []), arrow]);
  }
  for (const [card, group] of arcs) {
    const rows = (childrenOf(scene).get(card) ?? []).map(({ id }) => id);
    for (const { key, arrows } of arcNetsOf(group, rows))
      for (const { id } of arrows) yield [id, `${card} ${key}`];
  }
}
