import type { BoxPort } from "#core/layout/place/boxShape.ts";
import { type Leg, legsOf, type Orders, type Trunk, trunksOf } from "#core/layout/place/trunks.ts";
import type { Arrow, Scene } from "#core/layout/scene/scene.ts";

/** What a scene comes down to, with the order of its compounds: which lines meet which box, on which side, and lead through which frame. */
export interface Table {
  readonly scene: Scene;
  readonly orders: Orders;
  readonly trunks: readonly Trunk[];
  readonly legs: ReadonlyMap<string, readonly Leg[]>;
  /** Ports by the box that they belong to. */
  readonly ports: ReadonlyMap<string, readonly BoxPort[]>;
  readonly inner: ReadonlyMap<string, readonly Arrow[]>;
  readonly starts: ReadonlySet<string>;
}

/** What does not depend on how compounds are arranged. */
type SceneLines = Pick<Table, "trunks" | "inner" | "starts">;
const known = new WeakMap<Scene, SceneLines>();

/**
 * @param given the scene without strips: it is worked out once how lines run between its boxes, however often it is arranged
 * @param scene the same with strips
 */
export function tableOf(given: Scene, scene: Scene, orders: Orders): Table {
  let lines = known.get(given);
  if (!lines) known.set(given, (lines = sceneLines(given)));
  const legs = legsOf(scene, lines.trunks, orders);
  const ports = new Map<string, BoxPort[]>();
  for (const some of legs.values())
    for (const { trunk, a, b } of some)
      for (const end of [a, b]) {
        if (!("cell" in end) || end.end === undefined) continue;
        const port = { key: portKey(trunk, end.end), trunk, end: end.end, side: end.side };
        const list = ports.get(end.cell);
        if (list) list.push(port);
        else ports.set(end.cell, [port]);
      }
  return { ...lines, scene, orders, legs, ports };
}

function sceneLines(scene: Scene): SceneLines {
  const inner = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows) {
    const from = scene.items.get(arrow.from);
    const at =
      arrow.role === "tick" || arrow.role === "arc"
        ? from?.parent
        : arrow.role === "line" && arrow.from === arrow.to
          ? arrow.from
          : undefined;
    if (at === undefined) continue;
    const list = inner.get(at);
    if (list) list.push(arrow);
    else inner.set(at, [arrow]);
  }
  return { trunks: trunksOf(scene), inner, starts: new Set(scene.initials.values()) };
}

export const portKey = (trunk: Trunk, end: "a" | "b"): string => `${trunk.id}\t${end}`;
