import type { Size } from "#core/layout/geometry.ts";
import { sizeScene } from "#core/layout/place/placeScene.ts";
import type { Solutions } from "#core/layout/place/solutions.ts";
import type { Tried } from "#core/layout/place/suitCanvas.ts";
import type { Arrow, Scene } from "#core/layout/scene/scene.ts";

/** How many ways of making room are tried; each is a layout of its own. */
const MAX_ROOM_TRIALS = 40;
/** Forms of a label that are tried. */
const MAX_LABEL_FORMS = 5;
/** Among more states than this nobody reads the labels of single lines. */
const MAX_ROOM_ITEMS = 160;

/**
 * A view shows the same kinds of labels everywhere on the map, or nowhere. Where the whole picture stays legible with more, single states get
 * room for theirs too: first those whose transitions leave their phase, then those inside. Flow and wrapping stay as they are.
 * @param fits whether a picture of that size can be read
 * @param within the same as a text
 */
export function withRoomForWords(
  scene: Scene,
  placed: Tried,
  fits: (size: Size) => boolean,
  within: string,
  solutions?: Solutions,
): { readonly scene: Scene; readonly placed: Tried } {
  const all = placed.boxes.get(scene.root);
  const mute = scene.items.size > MAX_ROOM_ITEMS || !all || !fits(all) ? [] : muteStates(scene);
  if (mute.length === 0) return { scene, placed };
  const { orders } = placed;
  const signature = signatureOf(scene, placed, within);
  const before = known.find((entry) => entry.signature === signature);
  let [best, left] = [before ? given(scene, before.room) : scene, MAX_ROOM_TRIALS];
  const room: Room[] = [];
  const tried = (ids: readonly string[], form: number): boolean => {
    if (left-- <= 0) return false;
    const labelled = saying(best, new Set(ids), form);
    const does = labelled !== best && fits(sizeScene(labelled, orders, solutions).size);
    if (!does) return false;
    best = labelled;
    room.push({ from: new Set(ids), form });
    return true;
  };
  /** Tries all of them, else one half and then the other; a single one also in another form. */
  const give = (ids: readonly string[]) => {
    if (tried(ids, 0)) return;
    const half = Math.ceil(ids.length / 2);
    if (ids.length === 1) for (let form = 1; form < MAX_LABEL_FORMS; form++) if (tried(ids, form)) return;
    if (ids.length === 1) return;
    give(ids.slice(0, half));
    give(ids.slice(half));
  };
  if (!before) {
    give(mute);
    known.unshift({ signature, room });
    known.length = Math.min(known.length, MAX_CACHED_RESULTS);
  }
  return best === scene
    ? { scene, placed }
    : { scene: best, placed: { orders, ...sizeScene(best, orders, solutions).place() } };
}

/** States whose words got room, in one of their forms. */
interface Room {
  readonly from: ReadonlySet<string>;
  readonly form: number;
}

/** Results for the latest pictures: most edits change no size, and then the same labels have room. */
const known: { readonly signature: string; readonly room: readonly Room[] }[] = [];
/** Results that are cached. */
const MAX_CACHED_RESULTS = 12;

/** All that the sizes of a picture depend on: the arrangement, the sizes of states, and the labels. */
function signatureOf({ items, arrows }: Scene, { orders, boxes }: Tried, within: string): string {
  const sizes = ({ size }: { readonly size: Size }) => `${size.w} ${size.h}`;
  const states = [...items.values()].map(({ id, shape, node, content }) => {
    const box = boxes.get(id);
    const marks = content.marks.map(({ kind }) => kind).join();
    return [id, shape, node.type, marks, content.head, sizes(content), box ? Object.values(box) : ""].join(
      " ",
    );
  });
  const lines = arrows.map(({ id, from, to, role, label, spare }) =>
    [id, from, to, role, sizes(label), spare?.branches, spare?.forms.map(sizes).join()].join(" "),
  );
  return [within, ...states, ...lines, JSON.stringify([...orders])].join("\n");
}

const given = (scene: Scene, room: readonly Room[]): Scene =>
  room.reduce((labelled, { from, form }) => saying(labelled, from, form), scene);

/** States with several outgoing transitions that have no labels, those with transitions out of their phase first. */
function muteStates({ arrows }: Scene): string[] {
  const mute = arrows.filter(isMute);
  const of = (isLine: boolean) =>
    mute.filter(({ role }) => (role === "line") === isLine).map(({ from }) => from);
  return [...new Set([...of(true), ...of(false)])];
}

const isMute = ({ spare }: Arrow): boolean => spare?.branches === true && spare.forms.length > 0;

/** The same scene with labels on the transitions that leave these states, in a form that all have, or in their last one. */
function saying(scene: Scene, from: ReadonlySet<string>, form: number): Scene {
  let changed = false;
  const arrows = scene.arrows.map((arrow) => {
    if (!isMute(arrow) || !from.has(arrow.from)) return arrow;
    const { spare, ...labelled } = arrow;
    const label = spare?.forms[form];
    if (!label) return arrow;
    changed = true;
    return { ...labelled, label };
  });
  return changed ? { ...scene, arrows } : scene;
}
