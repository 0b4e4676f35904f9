import { wholeHead } from "#core/layout/content/mapContent.ts";
import type { Size } from "#core/layout/geometry.ts";
import { sizeScene } from "#core/layout/place/placeScene.ts";
import type { Solutions } from "#core/layout/place/solutions.ts";
import type { Tried } from "#core/layout/place/suitCanvas.ts";
import { isFrame, type Item, type Scene } from "#core/layout/scene/scene.ts";

/**
 * Heads of frames that had no room for all events that are possible anywhere in them list all of these where the frame turned out
 * wide enough, or the picture stays legible with one line more.
 * @param fits whether a picture of that size can be read
 */
export function withWholeHeads(
  scene: Scene,
  placed: Tried,
  fits: (size: Size) => boolean,
  solutions?: Solutions,
): { readonly scene: Scene; readonly placed: Tried } {
  let now = scene;
  for (const item of scene.items.values()) {
    const box = placed.boxes.get(item.id);
    if (item.level !== "map" || !isFrame(item) || !box) continue;
    const content = wholeHead(item.content, box.w);
    if (!content) continue;
    const withHead = withItem(now, { ...item, content });
    if (content.head <= item.content.head || fits(sizeScene(withHead, placed.orders, solutions).size))
      now = withHead;
  }
  if (now === scene) return { scene, placed };
  return {
    scene: now,
    placed: { orders: placed.orders, ...sizeScene(now, placed.orders, solutions).place() },
  };
}

const withItem = (scene: Scene, item: Item): Scene => ({
  ...scene,
  items: new Map([...scene.items].map(([id, other]) => [id, id === item.id ? item : other])),
});
