import { PointerHint } from "#adapters/flow/PointerHint.tsx";
import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import type { Over } from "#adapters/flow/gestures/dragging.machine.ts";
import { useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import type { useDragging } from "#adapters/flow/useDragging.ts";
import { lineChanges } from "#core/layout/arrangement/lineChanges.ts";
import { type CompoundLines, namesIn } from "#core/layout/arrangement/arrangement.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Picture } from "#core/layout/picture.ts";
import { ViewportPortal } from "@xyflow/react";
import type { Rect } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/DropMark.module.css";

/** Changed lines of the file that are listed during a drag: the hint follows the pointer, and a longer one covers the picture. */
const MAX_CHANGED_LINES = 6;

/**
 * The hint beside the pointer during a drag. It alone renders again while the pointer moves, and only where the drop would be another one;
 * the words follow the pointer as they stand.
 */
export function DragSigns({
  dragging: { gesture, linesAfter },
  ...about
}: { dragging: ReturnType<typeof useDragging> } & Pick<
  Parameters<typeof DragHint>[0],
  "picture" | "names" | "words"
>) {
  const id = useGestureContext(gesture, (known) => known?.id);
  const place = useGestureContext(gesture, (known) => known?.over && placeOf(known.over));
  const over = gesture.context()?.over;
  if (id === undefined || place === undefined || !over) return null;
  return (
    <>
      <DropMark at={over.drop?.mark} />
      <DragHint id={id} over={over} lines={linesAfter(id, over)} gesture={gesture} {...about} />
    </>
  );
}

/** Where it would be dropped, as a text to compare. */
const placeOf = ({ into, drop }: Over): string => JSON.stringify([into, drop]);

/** Says where a dragged state would stand, and which lines of the layout file that changes. */
function DragHint({
  id,
  over,
  lines,
  gesture,
  picture,
  names,
  words,
}: {
  id: string;
  over: Over;
  lines: { readonly before: CompoundLines; readonly after: CompoundLines } | undefined;
  gesture: ReturnType<typeof useDragging>["gesture"];
  picture: Picture;
  names: ChartNames;
  words: ControlWords;
}) {
  const { into } = over;
  const item = picture.scene.items.get(id);
  const compound = picture.scene.items.get(into);
  const nameOf = (key: string | undefined) =>
    key !== undefined && compound && names.state([...compound.path, key], key);
  const say = (text: string, facts: Record<string, string | false | undefined>) =>
    text.replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] || "");
  const hints: string[] = [];
  if (into !== item?.parent && compound)
    hints.push(say(words.drop.into, { parent: names.state(compound.path, compound.node.key) }));
  if (lines) {
    const key = id.slice(id.lastIndexOf(".") + 1);
    const at = lines.after.lines.findIndex((line) => line.includes(key));
    const line = namesIn(lines.after.lines[at] ?? []);
    const place = line.indexOf(key);
    const [left, right] = [nameOf(line[place - 1]), nameOf(line[place + 1])];
    const above = nameOf(namesIn(lines.after.lines[at - 1] ?? [])[0]);
    const below = nameOf(namesIn(lines.after.lines[at + 1] ?? [])[0]);
    if (left) hints.push(say(words.drop.behind, { state: left }));
    else if (right) hints.push(say(words.drop.before, { state: right }));
    else if (above && below) hints.push(say(words.drop.between, { before: above, after: below }));
    else if (above) hints.push(say(words.drop.last, { state: above }));
    else if (below) hints.push(say(words.drop.first, { state: below }));
  } else if (hints.length === 0) hints.push(words.drop.same);
  const changes = lines && lineChanges(lines.before, lines.after);
  const short =
    changes && changes.gone.length + changes.come.length <= MAX_CHANGED_LINES ? changes : undefined;
  return (
    <PointerHint
      at={() => gesture.context()?.over?.at ?? over.at}
      follow={gesture.subscribe}
      lines={hints}
      {...(short ? { changes: short } : {})}
    />
  );
}

/** Where a dragged state will stand: between two lines, or in one. */
function DropMark({ at }: { at: Rect | undefined }) {
  if (!at) return null;
  return (
    <ViewportPortal>
      <div
        className={styles["dropMark"]}
        data-aside
        style={{ transform: `translate(${at.x}px, ${at.y}px)`, width: at.w, height: at.h }}
      />
    </ViewportPortal>
  );
}
