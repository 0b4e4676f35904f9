import type { LabelContent } from "#core/layout/content/labelContent.ts";
import type { StateContent } from "#core/layout/content/stateContent.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { BoxPort } from "#core/layout/place/boxShape.ts";
import type { BoxShape, CellShape, PlacedNote } from "#core/layout/place/shapes.ts";
import type { Leg, LegEnd } from "#core/layout/place/legs.ts";
import type { FrameLines } from "#core/layout/place/sides.ts";
import type { Arrow, Item, Scene } from "#core/layout/scene/scene.ts";

/** The content of a cell, with the inside of a frame solved. Points are relative to the cell's upper left corner. */
export interface Solved {
  readonly cell: CellShape;
  readonly card?: BoxShape;
  /** Of a frame: corners of its cells, relative to its own corner, and the ways of its legs by trunk. */
  readonly corners?: ReadonlyMap<string, Point>;
  readonly ways?: ReadonlyMap<string, readonly Point[]>;
  /** Of a frame: notes in its head, relative to its corner. */
  readonly inHead?: ReadonlyMap<string, PlacedNote>;
}

/** All that a cell depends on: with the same needs it is solved in the same way. */
export interface Needs {
  readonly item: Item;
  /** The outermost drawn state. */
  readonly isRoot: boolean;
  readonly starts: boolean;
  readonly ports: readonly BoxPort[];
  /** Arrows that end where they begin, and those between the rows of a card. */
  readonly inner: readonly Arrow[];
  /** Of a card: its rows. */
  readonly rows: readonly Item[];
  /** On the state and its rows. */
  readonly notes: NonNullable<Scene["notes"]>;
  /** Of a frame: its lines, what stands in them, and the lines that lead through it. */
  readonly order: FrameLines | undefined;
  readonly cells: ReadonlyMap<string, Solved>;
  readonly legs: readonly Leg[];
}

/** What a cell without notes depends on, of no card: what is inside of it as a list. */
export interface Around extends Omit<Needs, "cells" | "rows" | "notes"> {
  readonly cells: readonly (readonly [string, Solved])[];
}
const isSameObject = (a: unknown, b: unknown): boolean => a === b;

interface CachedSolution {
  readonly needs: Needs;
  readonly solved: Solved;
}

/** Solutions that are cached for one state: the accepted one and the last alternatives that were tried. */
const MAX_SOLUTIONS_PER_STATE = 8;

/** The solutions of several pictures, by the content of the state. */
interface Generation {
  readonly solutions: WeakMap<StateContent, Map<string, readonly CachedSolution[]>>;
  readonly last: WeakMap<StateContent, { readonly around: Around; readonly solved: Solved }>;
}
const noGeneration = (): Generation => ({ solutions: new WeakMap(), last: new WeakMap() });

/** Pictures in one generation: a solution that none of them uses is forgotten with it. Opening a chart tries up to about twenty. */
const PICTURES_PER_GENERATION = 64;

/**
 * A cache of solved cells over many pictures: those of earlier readings, and of the layouts that are tried for one. The content of a state
 * keeps its identity while the state does (`contentsOf`), so solutions are stored by it and are collected with it. After an edit only what
 * is around the edited state is solved again, and what its lines reach.
 *
 * A solution is stored with what it depended on: objects of the chart as it was then, which have solutions of their own that hold older
 * charts. Nothing would ever be collected; therefore solutions are stored in generations, and what no picture of the last two used is
 * forgotten.
 */
export class Solutions {
  /** Compounds that were solved and not taken from the cache: the cost of an edit. */
  solvedCount = 0;
  readonly #picturesPerGeneration: number;
  #pictures = 0;
  #now = noGeneration();
  #before = noGeneration();

  constructor(picturesPerGeneration = PICTURES_PER_GENERATION) {
    this.#picturesPerGeneration = picturesPerGeneration;
  }

  /** Another picture is solved. */
  beginPicture(): void {
    if (++this.#pictures % this.#picturesPerGeneration !== 0) return;
    this.#before = this.#now;
    this.#now = noGeneration();
  }

  /**
   * The solution of a cell without notes that is no card, where all that it depends on is the same objects as last time: what an edit
   * leaves alone is known without a closer look.
   */
  unchanged(around: Around, solve: () => Solved): Solved {
    const { content } = around.item;
    const last = this.#now.last.get(content) ?? this.#before.last.get(content);
    const solved = last && isUnchanged(last.around, around) ? last.solved : solve();
    // What it depends on is kept as it is now, even where it is the same: the objects of an earlier chart are let go.
    this.#now.last.set(content, { around, solved });
    return solved;
  }

  /**
   * The solution for these needs.
   * @param owner what is written in the state, or in the one that a strip belongs to
   */
  of(owner: StateContent, needs: Needs, solve: () => Solved): Solved {
    let solutions = this.#now.solutions.get(owner);
    if (!solutions)
      this.#now.solutions.set(owner, (solutions = this.#before.solutions.get(owner) ?? new Map()));
    const known = solutions.get(needs.item.id) ?? [];
    const cached = known.find((solution) => isSame(solution.needs, needs));
    if (!cached && isCompound(needs)) this.solvedCount++;
    const solved = cached ? cached.solved : solve();
    const others = known.filter((solution) => solution !== cached);
    solutions.set(needs.item.id, [{ needs, solved }, ...others.slice(0, MAX_SOLUTIONS_PER_STATE - 1)]);
    return solved;
  }
}

const isUnchanged = (a: Around, b: Around): boolean =>
  a.item.id === b.item.id &&
  a.item.shape === b.item.shape &&
  a.item.level === b.item.level &&
  a.isRoot === b.isRoot &&
  a.starts === b.starts &&
  a.order === b.order &&
  areSame(a.ports, b.ports, isSameObject) &&
  areSame(a.inner, b.inner, isSameObject) &&
  areSame(a.cells, b.cells, (p, q) => p[1] === q[1] && p[0] === q[0]) &&
  areSame(a.legs, b.legs, isSameObject);

const isCompound = ({ order, rows }: Needs): boolean => order !== undefined || rows.length > 0;

const isSame = (a: Needs, b: Needs): boolean =>
  a.item.shape === b.item.shape &&
  a.item.level === b.item.level &&
  a.isRoot === b.isRoot &&
  a.starts === b.starts &&
  areSameNotes(a.notes, b.notes) &&
  isSameMap(a.cells, b.cells) &&
  areSame(a.ports, b.ports, isSamePort) &&
  areSame(a.inner, b.inner, isSameArrow) &&
  areSame(a.rows, b.rows, (p, q) => p.id === q.id && p.content === q.content) &&
  isSameOrder(a.order, b.order) &&
  areSame(a.legs, b.legs, isSameLeg);

function areSame<T>(a: readonly T[], b: readonly T[], same: (p: T, q: T) => boolean): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!same(a[i] as T, b[i] as T)) return false;
  return true;
}

function isSameMap<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [id, value] of a) if (b.get(id) !== value) return false;
  return true;
}

function areSameNotes(a: Needs["notes"], b: Needs["notes"]): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [id, entries] of a)
    if (
      !areSame(
        entries,
        b.get(id) ?? [],
        (p, q) => p.note === q.note && p.size.w === q.size.w && p.size.h === q.size.h,
      )
    )
      return false;
  return true;
}

const isSamePort = (a: BoxPort, b: BoxPort): boolean => {
  if (a === b) return true;
  const [value, other] = [a.trunk[a.end], b.trunk[b.end]];
  return (
    a.key === b.key &&
    a.side === b.side &&
    a.trunk.net === b.trunk.net &&
    value.leaves === other.leaves &&
    value.enters === other.enters &&
    areSame(value.anchors, other.anchors, (p, q) => p === q) &&
    areSame(
      a.trunk.arrows,
      b.trunk.arrows,
      (p, q) => p.forward === q.forward && isSameArrow(p.arrow, q.arrow),
    )
  );
};

/** Of the same state two arrows of one id are the same transition. */
const isSameArrow = (a: Arrow, b: Arrow): boolean =>
  a === b ||
  (a.id === b.id && a.from === b.from && a.to === b.to && a.role === b.role && isSameLabel(a.label, b.label));

const isSameLabel = (a: LabelContent, b: LabelContent): boolean =>
  a === b ||
  (a.size.w === b.size.w &&
    a.size.h === b.size.h &&
    areSame(a.rows, b.rows, (p, q) => areSame(p.chips, q.chips, (chip, other) => chip.text === other.text)));

const isSameOrder = (a: FrameLines | undefined, b: FrameLines | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.flow === b.flow &&
    areSame(a.lines, b.lines, (p, q) => areSame(p, q, (id, other) => id === other)));

const isSameLeg = (a: Leg, b: Leg): boolean =>
  a === b ||
  (a.trunk.id === b.trunk.id && a.trunk.net === b.trunk.net && isSameEnd(a.a, b.a) && isSameEnd(a.b, b.b));

const isSameEnd = (a: LegEnd, b: LegEnd): boolean =>
  "cell" in a
    ? "cell" in b && a.cell === b.cell && a.side === b.side && a.end === b.end
    : !("cell" in b) && a.gate === b.gate;
