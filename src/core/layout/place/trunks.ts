import { cardOfColumn } from "#core/layout/place/columnIds.ts";
import { type Arrow, blockOf, type Scene } from "#core/layout/scene/scene.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";

/** One end of a line between boxes. */
export interface TrunkEnd {
  /** The box: a card, a state or a frame. */
  readonly block: string;
  /** Where it begins or ends: rows of the card, or the box itself. The first is where the line touches the border. */
  readonly anchors: readonly string[];
  readonly leaves: boolean;
  readonly enters: boolean;
}

/** One line between two boxes, and the arrows that run on it: in its direction, or against it. */
export interface Trunk {
  readonly id: string;
  /** Lines of one net may share segments. */
  readonly net: string;
  readonly a: TrunkEnd;
  readonly b: TrunkEnd;
  readonly arrows: readonly { readonly arrow: Arrow; readonly forward: boolean }[];
}

/**
 * On the map arrows between the same two boxes are one line, with heads where it goes both ways; elsewhere one line a direction. The
 * branches of a transition to several targets are lines of their own, which share their way up to where they part.
 */
export const trunksOf = (scene: Scene): Trunk[] => atOnce(trunksInSteps(scene));

/** The same in steps. */
export function* trunksInSteps(scene: Scene): Steps<Trunk[]> {
  if (scene.near) return nearTrunks(scene);
  const forks = new Map([
    ...columnFans(scene),
    ...forksOf(scene.arrows, (arrow) => blockOf(scene, arrow.from) === blockOf(scene, arrow.to)),
  ]);
  yield;
  const groups = new Map<string, { a: string; b: string; arrows: Arrow[]; fork?: string }>();
  for (const arrow of scene.arrows) {
    if (arrow.role !== "line") continue;
    const [from, to] = [blockOf(scene, arrow.from), blockOf(scene, arrow.to)];
    if (from === to) continue;
    const fork = forks.get(arrow);
    if (fork !== undefined) {
      groups.set(`${fork}\n${arrow.id}`, { a: from, b: to, arrows: [arrow], fork });
      continue;
    }
    if (arrow.hub !== undefined) {
      // the lines of a star part from one stem; what leads back from a spoke is a head on its line
      const spoke = from === arrow.hub ? to : from;
      const net = `${FAN}star ${arrow.hub}`;
      const rib = groups.get(`${net}\n${spoke}`);
      if (rib) rib.arrows.push(arrow);
      else groups.set(`${net}\n${spoke}`, { a: arrow.hub, b: spoke, arrows: [arrow], fork: net });
      continue;
    }
    const card = cardOfColumn(from);
    const onMap =
      scene.items.get(from)?.level === "map" &&
      scene.items.get(to)?.level === "map" &&
      // from column to column of a card each row has its own
      (card === undefined || card !== cardOfColumn(to));
    const both = groups.get(`${to}\n${from}`);
    if (onMap && both) {
      both.arrows.push(arrow);
      continue;
    }
    const key = onMap ? `${from}\n${to}` : `${arrow.from}\n${arrow.to}`;
    const known = groups.get(key);
    if (known) known.arrows.push(arrow);
    else groups.set(key, { a: from, b: to, arrows: [arrow] });
  }
  const place = new Map([...scene.items.keys()].map((id, i) => [id, i]));
  const isAhead = (from: string, to: string) => (place.get(to) ?? 0) > (place.get(from) ?? 0);
  const trunks: Trunk[] = [];
  for (const [id, { a, b, arrows, fork }] of groups) {
    yield;
    const ways = arrows.map((arrow) => ({ arrow, forward: blockOf(scene, arrow.from) === a }));
    const ends = {
      a: endOf(scene, a, ways, true, isAhead(a, b)),
      b: endOf(scene, b, ways, false, isAhead(b, a)),
    };
    const twoWay = ways.some((w) => w.forward) && ways.some((w) => !w.forward);
    const net = fork ?? (twoWay ? id : `>${ends.b.anchors[0]}`);
    trunks.push({ id, net, ...ends, arrows: ways });
  }
  return trunks;
}

/** Trunks by the first arrow of each. */
const knownTrunks = new WeakMap<Arrow, Trunk>();

/** At flow and full a line runs between two boxes in one direction; it stays the same object as long as its arrows do. */
function nearTrunks({ arrows }: Scene): Trunk[] {
  const trunks: Trunk[] = [];
  for (let at = 0; at < arrows.length;) {
    const { from } = arrows[at] as Arrow;
    const begin = at;
    while (arrows[at]?.from === from) at++;
    const leaving = arrows.slice(begin, at).filter(({ role, to }) => role === "line" && to !== from);
    const forks = forksOf(leaving, () => false);
    const groups: Arrow[][] = [];
    for (const arrow of leaving) {
      const beside = forks.has(arrow)
        ? undefined
        : groups.find(([other]) => other?.to === arrow.to && !forks.has(other));
      if (beside) beside.push(arrow);
      else groups.push([arrow]);
    }
    for (const group of groups) trunks.push(nearTrunk(group, forks.get(group[0] as Arrow)));
  }
  return trunks;
}

function nearTrunk(arrows: readonly Arrow[], fork: string | undefined): Trunk {
  const [first] = arrows as [Arrow];
  const { from, to } = first;
  const net = fork ?? `>${to}`;
  const known = knownTrunks.get(first);
  if (
    known?.net === net &&
    known.arrows.length === arrows.length &&
    known.arrows.every(({ arrow }, i) => arrow === arrows[i])
  )
    return known;
  const trunk: Trunk = {
    id: fork === undefined ? `${from}\n${to}` : `${fork}\n${first.id}`,
    net,
    a: { block: from, anchors: [from], leaves: true, enters: false },
    b: { block: to, anchors: [to], leaves: false, enters: true },
    arrows: arrows.map((arrow) => ({ arrow, forward: true })),
  };
  knownTrunks.set(first, trunk);
  return trunk;
}

/** Begins the net of the lines of one transition to several targets: they share their way up to where they part. */
const FORK = "<";
export const isFork = ({ net }: Pick<Trunk, "net">): boolean => net.startsWith(FORK);

/** Begins the net of the lines of one row to rows in another column of its card: they part like the arcs of a row. */
const FAN = `${FORK}${FORK}`;
/** Its lines part where each goes its own way, without the dot of one transition to several targets. */
export const isFan = ({ net }: Pick<Trunk, "net">): boolean => net.startsWith(FAN);
/** From this many lines on, the lines of one row to one other column share a route. */
const MIN_FAN_LINES = 4;

/** The net of each line from a row that leads to many in another column of its card. */
function columnFans(scene: Scene): ReadonlyMap<Arrow, string> {
  const fans = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows) {
    const [from, to] = [blockOf(scene, arrow.from), blockOf(scene, arrow.to)];
    const card = cardOfColumn(from);
    if (arrow.role !== "line" || from === to || card === undefined || card !== cardOfColumn(to)) continue;
    const key = `${FAN}${arrow.from}\n${to}`;
    const known = fans.get(key);
    if (known) known.push(arrow);
    else fans.set(key, [arrow]);
  }
  return new Map(
    [...fans].flatMap(([key, group]) =>
      group.length >= MIN_FAN_LINES ? group.map((arrow) => [arrow, key] as const) : [],
    ),
  );
}

/** The net of each branch of a transition to several boxes. What stands for several transitions, or stays in its box, is no branch. */
function forksOf(arrows: readonly Arrow[], stays: (arrow: Arrow) => boolean): ReadonlyMap<Arrow, string> {
  const branches = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const [part] = arrow.parts;
    const forks = part && arrow.parts.length === 1 && part.transition.targets.length > 1;
    if (!forks || arrow.role !== "line" || arrow.via !== undefined || stays(arrow)) continue;
    const known = branches.get(part.id);
    if (known) known.push(arrow);
    else branches.set(part.id, [arrow]);
  }
  return new Map(
    [...branches].flatMap(([id, group]) =>
      group.length > 1 ? group.map((arrow) => [arrow, `${FORK}${id}`] as const) : [],
    ),
  );
}

function endOf(
  scene: Scene,
  block: string,
  ways: readonly { arrow: Arrow; forward: boolean }[],
  isA: boolean,
  isAhead: boolean,
): TrunkEnd {
  const leaving = new Set<string>();
  const aims = new Set(ways.flatMap(({ arrow, forward }) => (forward === isA ? [] : [arrow.to])));
  // what leads to several rows leads to the first one as to the others: its row, not the card, has the head
  const rowsOnly = aims.size > 1 && !aims.has(block);
  const entering = new Set([...aims].map((to) => (rowsOnly ? to : startRow(scene, to))));
  for (const { arrow, forward } of ways) if (forward === isA) leaving.add(arrow.from);
  const order = (ids: Iterable<string>) => [...ids].sort((p, q) => rank(scene, p) - rank(scene, q));
  // what leads on is gathered downwards and leaves at the last row, as one reads; what leads back at the first
  const onward = isAhead && entering.size === 0;
  return {
    block,
    anchors: [...new Set([...(onward ? order(leaving).toReversed() : order(leaving)), ...order(entering)])],
    leaves: leaving.size > 0,
    enters: entering.size > 0,
  };
}

/** Who enters the first row of a card enters the card. */
function startRow(scene: Scene, to: string): string {
  const item = scene.items.get(to);
  return item?.shape === "row" && item.parent !== undefined && scene.initials.get(item.parent) === to
    ? item.parent
    : to;
}

const rank = (scene: Scene, id: string): number => {
  const item = scene.items.get(id);
  if (item?.shape !== "row" || item.parent === undefined) return -1;
  return scene.items.get(item.parent)?.node.children.indexOf(item.node) ?? 0;
};
