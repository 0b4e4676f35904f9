import type { Size } from "#core/layout/geometry.ts";
import { aimedLabels, isPlainLabel, NO_LABEL } from "#core/layout/content/labelContent.ts";
import { sizeScene } from "#core/layout/place/placeScene.ts";
import type { Solutions } from "#core/layout/place/solutions.ts";
import type { Tried } from "#core/layout/place/suitCanvas.ts";
import { unclearWords } from "#core/layout/place/unclearWords.ts";
import { type Arrow, blockOf, type Scene } from "#core/layout/scene/scene.ts";

/** What moves for longer labels may make others ambiguous, so the check is repeated this often; a bound on work. */
const RENAMING_ROUNDS = 4;
/** Forms of a label that are tried. */
const MAX_LABEL_FORMS = 4;
/** Among more states than this nobody reads the labels of single lines. */
const MAX_NAMED_ITEMS = 160;

/**
 * Words of which is not seen whose they are name where their line leads. Where there is no room for that they wait for what the picture
 * has free: better none than such as are taken for another line's.
 * @param fits whether a picture of that size can be read
 * @param fixed arrows, by id, that say what they say in any case
 */
export function withNamedWords(
  scene: Scene,
  placed: Tried,
  fits: (size: Size) => boolean,
  solutions?: Solutions,
  fixed: ReadonlySet<string> = NONE,
): { readonly scene: Scene; readonly placed: Tried } {
  let [now, at] = [scene, placed];
  if (scene.items.size > MAX_NAMED_ITEMS) return { scene, placed };
  const all = placed.boxes.get(scene.root);
  const isRead = all !== undefined && fits(all);
  for (let round = 0; round < RENAMING_ROUNDS; round++) {
    const unclear = unclearWords(now, at);
    if (unclear.length === 0) break;
    const groups = groupsOf(now, unclear);
    const before = new Map(now.arrows.map((arrow) => [arrow.id, arrow]));
    const silent = groups.reduce((labelled, group) => saying(labelled, group, waiting), now);
    const named = groups.reduce((labelled, group) => {
      for (let form = 0; form < MAX_LABEL_FORMS; form++) {
        const tried = saying(labelled, group, (arrow) => nameIt(arrow, form));
        if (isSilent(tried, group, fixed)) break;
        if (!isRead || fits(sizeScene(tried, at.orders, solutions).size)) return tried;
      }
      return saying(labelled, group, (arrow) =>
        fixed.has(arrow.id) ? (before.get(arrow.id) ?? arrow) : arrow,
      );
    }, silent);
    now = withoutMuteSteps(now, named, unclear);
    at = { orders: at.orders, ...sizeScene(now, at.orders, solutions).place() };
  }
  return { scene: now, placed: at };
}

const NONE: ReadonlySet<string> = new Set();

/** A step of which several ways would say nothing says what it said before. */
function withoutMuteSteps(before: Scene, after: Scene, unclear: readonly Arrow[]): Scene {
  const ids = new Set(unclear.map(({ id }) => id));
  const mute = after.arrows.filter(
    ({ id, label, via }) => ids.has(id) && label.size.w === 0 && via === undefined,
  );
  const steps = after.arrows.flatMap(({ from, label, role, via }) =>
    role === "line" && label.size.w === 0 && via === undefined ? from : [],
  );
  const several = new Set(steps.filter((from, i) => steps.indexOf(from) !== i));
  if (several.size === 0) return after;
  const arrows = new Map(before.arrows.map((arrow) => [arrow.id, arrow]));
  const isMute = new Set(mute.map(({ id }) => id));
  return {
    ...after,
    arrows: after.arrows.map((arrow) =>
      isMute.has(arrow.id) && several.has(arrow.from) ? (arrows.get(arrow.id) ?? arrow) : arrow,
    ),
  };
}

/** What stands once for several lines is said by each of them. */
function groupsOf(scene: Scene, unclear: readonly Arrow[]): ReadonlySet<string>[] {
  const key = ({ from, to, role, label }: Arrow) =>
    [
      blockOf(scene, from),
      to,
      role,
      ...label.rows.flatMap(({ chips }) => chips.map(({ text }) => text)),
    ].join("\n");
  const keys = new Set(unclear.map(key));
  return [...keys].map(
    (name) => new Set(scene.arrows.flatMap((arrow) => (key(arrow) === name ? arrow.id : []))),
  );
}

const saying = (scene: Scene, ids: ReadonlySet<string>, change: (arrow: Arrow) => Arrow): Scene => ({
  ...scene,
  arrows: scene.arrows.map((arrow) => (ids.has(arrow.id) ? change(arrow) : arrow)),
});

const isSilent = ({ arrows }: Scene, group: ReadonlySet<string>, fixed: ReadonlySet<string>): boolean =>
  arrows.some(({ id, label }) => label.size.w === 0 && group.has(id) && fixed.has(id));

/** What it says where there is room for that, with where it leads. */
function waiting({ toward, label, ...arrow }: Arrow): Arrow {
  if (toward === undefined) return { ...arrow, label };
  const spare = { forms: aimedLabels(toward, label), branches: true };
  return { ...arrow, label: { ...NO_LABEL, clauses: label.clauses }, spare };
}

/** In one of the forms that are as narrow and low as other words, the last one that there is. */
function nameIt({ spare, ...arrow }: Arrow, form: number): Arrow {
  const all = spare?.forms ?? [];
  const plain = all.length === 1 ? all : all.filter(isPlainLabel);
  const label = plain[form] ?? plain.at(-1);
  return label ? { ...arrow, label } : { ...arrow, ...(spare ? { spare } : {}) };
}
