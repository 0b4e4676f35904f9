import type { Proposal } from "#adapters/flow/gestures/proposing.machine.ts";
import { type Arrangement, compoundIn } from "#core/layout/arrangement/arrangement.ts";
import { lineChanges } from "#core/layout/arrangement/lineChanges.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/** What an arrangement that is not taken yet would bring. */
export interface Proposed {
  /** States that would stand elsewhere, there. */
  readonly ghosts: readonly { readonly id: string; readonly box: Rect }[];
  /** Lines of the layout file that would be others. */
  readonly lines: number;
}

/** Places closer together than this, in pixels, are the same place. */
const MIN_MOVE_PX = 1;

/** @param then the picture with the proposal, undefined when there is none */
export function proposedOf(
  proposal: Proposal,
  arrangement: Arrangement,
  now: Picture,
  then: Picture | undefined,
): Proposed {
  const ghosts = then ? moved(now, then) : [];
  const changes = Object.entries(proposal).map(([id, lines]) =>
    lineChanges(compoundIn(arrangement, id), lines),
  );
  return { ghosts, lines: changes.reduce((sum, { gone, come }) => sum + gone.length + come.length, 0) };
}

/** What stands elsewhere in what it is in: the inside of a frame that moves as a whole comes along, and rows with their card. */
function moved(now: Picture, then: Picture): Proposed["ghosts"] {
  const within = ({ scene, boxes }: Picture, id: string) => {
    const [box, around] = [boxes.get(id), boxes.get(scene.items.get(id)?.parent ?? "")];
    return box && { x: box.x - (around?.x ?? 0), y: box.y - (around?.y ?? 0) };
  };
  return [...then.boxes].flatMap(([id, box]) => {
    const item = then.scene.items.get(id);
    if (!item || item.shape === "row" || item.parent === undefined) return [];
    const [a, b] = [within(now, id), within(then, id)];
    const isSame = a && b && Math.abs(a.x - b.x) < MIN_MOVE_PX && Math.abs(a.y - b.y) < MIN_MOVE_PX;
    return isSame ? [] : [{ id, box }];
  });
}
