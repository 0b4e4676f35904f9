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

export function tableOf(scene: Scene, orders: Orders): Table {
  const trunks = trunksOf(scene);
  const legs = legsOf(scene, trunks, orders);
  const ports = new Map<string, BoxPort[]>();
  for (const some of legs.values())
    for (const { trunk, a, b } of some)
      for (const end of [a, b]) {
        if (!("cell" in end) || end.end === undefined) continue;
        const list = ports.get(end.cell) ?? [];
        list.push({ key: portKey(trunk, end.end), trunk, end: end.end, side: end.side });
        ports.set(end.cell, list);
      }
  const inner = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows) {
    const from = scene.items.get(arrow.from);
    const at =
      arrow.role === "tick" || arrow.role === "arc"
        ? from?.parent
        : arrow.role === "line" && arrow.from === arrow.to
          ? arrow.from
          : undefined;
    if (at !== undefined) inner.set(at, [...(inner.get(at) ?? []), arrow]);
  }
  return {
    scene,
    orders,
    trunks,
    legs,
    ports,
    inner,
    starts: new Set(scene.initials.values()),
  };
}

export const portKey = (trunk: Trunk, end: "a" | "b"): string => `${trunk.id}\t${end}`;
