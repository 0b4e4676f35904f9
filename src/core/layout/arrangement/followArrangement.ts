import {
  type Arrangement,
  childId,
  type CompoundLines,
  compoundIn,
  GAP,
  isGapLine,
  keepNames,
  lastKey,
  type Line,
  namesIn,
  namesOf,
  parentId,
} from "#core/layout/arrangement/arrangement.ts";

/** Old path id to new one, null for a state that is gone; what it does not name stays where it is in the state around it. */
export type PathMap = Readonly<Record<string, string | null>>;

/**
 * The arrangement after a command that renamed, moved, deleted or gathered states. Compounds, names in their lines and notes follow.
 * A state that came under another parent leaves its line, and stands there beside where it belongs (`linesOf`). A new state around
 * others stands where the first of them stood and takes over their lines; the children of a state that is dissolved stand where it
 * stood, in its lines. What the change does not name stays as it is, and the same arrangement comes back when nothing changes.
 * @param before path ids of the states before the command: any other state there is new
 */
export function followArrangement(
  arrangement: Arrangement,
  pathMap: PathMap,
  before: { has(id: string): boolean },
): Arrangement {
  if (Object.keys(pathMap).length === 0) return arrangement;
  const after = follower(pathMap);
  const images = new Set(Object.values(pathMap));
  /** A state that no state of before became. */
  const isNew = (id: string) => !images.has(id) && (!before.has(id) || Object.hasOwn(pathMap, id));
  const compounds = new Map<string, CompoundLines>();
  for (const [id, compound] of Object.entries(arrangement.compounds)) {
    const to = after(id);
    if (to === null) continue;
    const { lines, groups } = followLines(arrangement, id, { after, isNew, to });
    if (isSame(lines, compound.lines)) compounds.set(to, compound);
    else if (namesOf(lines).length > 0) compounds.set(to, { ...compound, lines });
    for (const [group, inner] of groups) compounds.set(group, { ...compound, lines: inner });
  }
  const notes = arrangement.notes.flatMap((note) => {
    // A remark about a state that the chart lacked is not lost when another state gets its name.
    const stays = images.has(note.at) && !Object.hasOwn(pathMap, note.at);
    const at = stays ? note.at : after(note.at);
    return at === null ? [] : at === note.at ? [note] : [{ ...note, at }];
  });
  return sameOr(arrangement, { compounds: Object.fromEntries(compounds), notes });
}

/**
 * Where a state is after the change. What the change does not name goes with the state around it; a name that the chart lacked is gone
 * when another state got it.
 */
export function follower(pathMap: PathMap): (id: string) => string | null {
  const images = new Set(Object.values(pathMap));
  const after = (id: string): string | null => {
    if (Object.hasOwn(pathMap, id)) return pathMap[id] ?? null;
    if (id === "") return id;
    const up = after(parentId(id));
    const to = up === null ? null : childId(up, lastKey(id));
    return images.has(to) ? null : to;
  };
  return after;
}

interface Change {
  readonly after: (id: string) => string | null;
  readonly isNew: (id: string) => boolean;
  /** Path id of the compound after the change. */
  readonly to: string;
}

/** The lines of one compound, and those of the new states that gather some of its children. */
function followLines(
  arrangement: Arrangement,
  id: string,
  { after, isNew, to }: Change,
): { readonly lines: Line[]; readonly groups: ReadonlyMap<string, Line[]> } {
  const old = compoundIn(arrangement, id)?.lines ?? [];
  const newId = (name: string) => after(childId(id, name));
  const groupOf = (name: string) => {
    const up = parentId(newId(name) ?? "");
    return up !== to && parentId(up) === to && isNew(up) ? up : undefined;
  };
  const ids = new Set<string>();
  const groups = new Map<string, Line[]>();
  /** What stands in place of a name: lines, most often one name in one. */
  const instead = (name: string): Line[] => {
    const now = newId(name);
    if (now === null) return dissolved(arrangement, childId(id, name), after, to);
    if (parentId(now) === to) return [[lastKey(now)]];
    const group = groupOf(name);
    if (group === undefined || ids.has(group)) return [];
    ids.add(group);
    const inner = keepNames(old, (other) => groupOf(other) === group);
    const renamed = inner.map((line) =>
      line.map((entry) => (entry === GAP ? entry : lastKey(newId(entry) ?? entry))),
    );
    groups.set(group, trimmed(renamed));
    return [[lastKey(group)]];
  };
  const lines = old.flatMap((line): Line[] => {
    if (isGapLine(line)) return [line];
    const [only, ...others] = namesIn(line);
    if (only !== undefined && others.length === 0 && line.length === 1) return instead(only);
    const next = line.flatMap((entry) => (entry === GAP ? [entry] : instead(entry).flat()));
    return isGapLine(next) ? [] : [next];
  });
  return { lines, groups };
}

/** The lines of a state that is gone, with those of its children that came out to where it stood. */
function dissolved(
  arrangement: Arrangement,
  id: string,
  after: (id: string) => string | null,
  to: string,
): Line[] {
  const comesOut = (name: string) => {
    const now = after(childId(id, name));
    return now !== null && parentId(now) === to;
  };
  const lines = trimmed(keepNames(compoundIn(arrangement, id)?.lines ?? [], comesOut));
  return lines.map((line) =>
    line.map((name) => (name === GAP ? name : lastKey(after(childId(id, name)) ?? name))),
  );
}

/** Without room before the first name and behind the last. */
function trimmed(lines: readonly Line[]): Line[] {
  const first = lines.findIndex((line) => !isGapLine(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isGapLine(line)) + 1);
}

const isSame = (a: readonly Line[], b: readonly Line[]): boolean =>
  a.length === b.length &&
  a.every((line, i) => line.length === b[i]?.length && line.every((entry, k) => entry === b[i]?.[k]));

/** The arrangement as it was when it says the same. */
function sameOr(before: Arrangement, after: Arrangement): Arrangement {
  const ids = Object.keys(after.compounds);
  const same =
    ids.length === Object.keys(before.compounds).length &&
    ids.every((id) => compoundIn(before, id) === compoundIn(after, id)) &&
    after.notes.length === before.notes.length &&
    after.notes.every((note, i) => note === before.notes[i]);
  return same ? before : after;
}
