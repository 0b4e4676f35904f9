import type { Size } from "#core/layout/geometry.ts";
import { sizeScene } from "#core/layout/place/placeScene.ts";
import type { Solutions } from "#core/layout/place/solutions.ts";
import type { Tried } from "#core/layout/place/suitCanvas.ts";
import type { Arrow, Scene } from "#core/layout/scene/scene.ts";

/** So many ways of giving room are tried. */
const TRIES = 40;
/** So many forms of words. */
const FORMS = 5;
/** Among more states than so nobody reads the words of single lines. */
const FEW = 160;

/**
 * A view says the same kinds of words everywhere on the map, or nowhere. Where the whole picture can be read with more, single states get
 * room for theirs too: those first whose ways lead out of their phase, then those inside. Nothing flows or wraps otherwise for it.
 * @param fits whether a picture of that size can be read
 */
export function withRoomForWords(
  scene: Scene,
  placed: Tried,
  fits: (size: Size) => boolean,
  solutions?: Solutions,
): { readonly scene: Scene; readonly placed: Tried } {
  const all = placed.boxes.get(scene.root);
  const mute = scene.items.size > FEW || !all || !fits(all) ? [] : muteStates(scene);
  if (mute.length === 0) return { scene, placed };
  const { orders } = placed;
  let [best, left] = [scene, TRIES];
  const tried = (some: readonly string[], form: number): boolean => {
    if (left-- <= 0) return false;
    const said = saying(best, new Set(some), form);
    const does = said !== best && fits(sizeScene(said, orders, solutions).size);
    if (does) best = said;
    return does;
  };
  /** All of them, else the one half and then the other; one alone also in another form. */
  const give = (some: readonly string[]) => {
    if (tried(some, 0)) return;
    const half = Math.ceil(some.length / 2);
    if (some.length === 1) for (let form = 1; form < FORMS; form++) if (tried(some, form)) return;
    if (some.length === 1) return;
    give(some.slice(0, half));
    give(some.slice(half));
  };
  give(mute);
  return best === scene
    ? { scene, placed }
    : { scene: best, placed: { orders, ...sizeScene(best, orders, solutions).place() } };
}

/** States that lead on in several ways and do not say on what, those with ways out of their phase first. */
function muteStates({ arrows }: Scene): string[] {
  const mute = arrows.filter(isMute);
  const of = (isLine: boolean) =>
    mute.filter(({ role }) => (role === "line") === isLine).map(({ from }) => from);
  return [...new Set([...of(true), ...of(false)])];
}

const isMute = ({ spare }: Arrow): boolean => spare?.branches === true && spare.forms.length > 0;

/** The same with words that have room, of what leaves these states; in a form that all have, or the last one that they have. */
function saying(scene: Scene, from: ReadonlySet<string>, form: number): Scene {
  let changed = false;
  const arrows = scene.arrows.map((arrow) => {
    if (!isMute(arrow) || !from.has(arrow.from)) return arrow;
    const { spare, ...said } = arrow;
    const label = spare?.forms[form];
    if (!label) return arrow;
    changed = true;
    return { ...said, label };
  });
  return changed ? { ...scene, arrows } : scene;
}
