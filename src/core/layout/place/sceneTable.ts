import type { BoxPort } from "#core/layout/place/boxShape.ts";
import { type Leg, legsOf } from "#core/layout/place/legs.ts";
import type { Orders } from "#core/layout/place/sides.ts";
import { type Trunk, trunksInSteps } from "#core/layout/place/trunks.ts";
import type { Arrow, Scene } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

/**
 * The geometry-free core of a scene with the order of its compounds: which lines meet which box, on which side, and lead through which
 * frame.
 */
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

/** The part that does not depend on how compounds are arranged. */
type SceneLines = Pick<Table, "trunks" | "inner" | "starts">;
const known = new WeakMap<Scene, SceneLines>();

/**
 * @param given the scene without strips: how lines run between its boxes is computed once, however often it is arranged
 * @param scene the same with strips
 */
export function* tableOf(given: Scene, scene: Scene, orders: Orders): Steps<Table> {
  let lines = known.get(given);
  if (!lines) known.set(given, (lines = yield* sceneLines(given)));
  const legs = yield* legsOf(scene, lines.trunks, orders);
  const ports = new Map<string, BoxPort[]>();
  for (const segments of legs.values())
    for (const leg of segments)
      for (const { cell, port } of portsOf(leg)) {
        const list = ports.get(cell);
        if (list) list.push(port);
        else ports.set(cell, [port]);
      }
  yield;
  return { ...lines, scene, orders, legs, ports };
}

interface CellPort {
  readonly cell: string;
  readonly port: BoxPort;
}
const knownPorts = new WeakMap<Leg, readonly CellPort[]>();

/** The ports at which a segment meets the boxes at its ends; the same objects for the same segment. */
function portsOf(leg: Leg): readonly CellPort[] {
  let ports = knownPorts.get(leg);
  if (ports) return ports;
  const { trunk } = leg;
  ports = [leg.a, leg.b].flatMap((at) => {
    if (!("cell" in at) || at.end === undefined) return [];
    const { cell, end, side } = at;
    return { cell, port: { key: portKey(trunk, end), trunk, end, side } };
  });
  knownPorts.set(leg, ports);
  return ports;
}

function* sceneLines(scene: Scene): Steps<SceneLines> {
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
  yield;
  return { trunks: yield* trunksInSteps(scene), inner, starts: new Set(scene.initials.values()) };
}

export const portKey = (trunk: Trunk, end: "a" | "b"): string => `${trunk.id}\t${end}`;
