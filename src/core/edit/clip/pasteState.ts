import type { TextEdit } from "#core/text/textEdit.ts";
import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf, places } from "#core/chart/places.ts";
import { splitStatePath } from "#core/chart/targets.ts";
import { bestTarget, isUnder, resolveAs, samePath } from "#core/chart/targetText.ts";
import { putChildren } from "#core/edit/gestures/addState.ts";
import { args, key, oneOf, statePath, string } from "#core/edit/argShape.ts";
import { indentOf, splitClips, type Clip, type ClipHead } from "#core/edit/clip/clip.ts";
import type { Expression } from "#core/syntax/ast.ts";
import { resolve, staticText } from "#core/syntax/resolve.ts";
import { warnOfCode } from "#core/edit/follow/followUnread.ts";
import { warnOfEventsIn } from "#core/edit/follow/declaredEvents.ts";
import { hiddenBy } from "#core/edit/pen/hiddenBy.ts";
import { pieceItem, pieceOf, type Piece } from "#core/edit/clip/clipPiece.ts";
import { shapeOf, shapes, type ShapedState, type ShapedTarget } from "#core/edit/clip/clipShape.ts";
import { keyLike, quoteLike, targetLike } from "#core/edit/pen/codeText.ts";
import { commaList, removeItems } from "#core/edit/pen/commaList.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { freshName } from "#core/edit/gestures/freshName.ts";
import { bareMembers, namesInScope } from "#core/edit/clip/clipNames.ts";
import { pasteNeeds } from "#core/edit/clip/pasteNeeds.ts";
import { child, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import { requireKey } from "#core/edit/gestures/stateKeys.ts";
import { exists, stateInArguments, stateInCode } from "#core/edit/follow/stateMentions.ts";
import { blankNode } from "#core/chart/blankNode.ts";
import { adoptedTree } from "#core/edit/follow/stateTree.ts";
import { addAll } from "#core/text/addAll.ts";

/** What becomes of targets that name no state here: kept as they are, left out, or a reason to refuse. */
type Policy = "keep" | "drop" | "refuse";

/**
 * Puts a copied state, or several that were copied together, into a parent, as last children. Its key and ids are made unique; what leads into it leads into the copy;
 * in the machine it comes from other targets name the same states as before, elsewhere those of the same name.
 */
export const pasteState = defineCommand(
  "state.paste",
  args({
    parent: statePath,
    clip: string("code", { description: "what state.copy gave, or a state as code" }),
    "key?": key,
    "policy?": oneOf("keep", "drop", "refuse"),
  }),
  (draft, { parent, clip: text, key: wanted, policy = "keep" }) => {
    const place = draft.state(parent);
    const keys = new Set(place.node.children.map((state) => state.key));
    const ids = new LocalIds(draft);
    const all = splitClips(text).map((clip, i) => {
      const piece = pieceOf(clip.body) ?? pieceOf(`newState: ${clip.body}`);
      const shape = piece && shapeOf(piece.property);
      if (!piece || !shape) refuse("clip-not-a-state", draft.nameSpan(place));
      const taken = (item: string) => keys.has(item);
      const name =
        (i === 0 ? wanted : undefined) ?? (taken(shape.key) ? freshName(shape.key, taken) : shape.key);
      if (i === 0 || !taken(name)) requireKey(place.node, name, draft.nameSpan(place));
      keys.add(name);
      return { clip, piece, shape, name, path: [...parent, name] };
    });
    const heads = all.flatMap(({ clip: { head }, path }) => (head ? [{ head, path }] : []));
    const pasted = all.map((entry) => {
      const paste = new Paste(draft, entry.clip, entry.piece, entry.path, policy, heads, ids);
      const written = child(entry.piece.property, "key");
      if (written && entry.name !== entry.shape.key)
        paste.replace(written, keyLike(paste.slice(written), entry.name, draft.style.quote));
      const node: StateNode = { ...nodeOf(entry.shape, paste.freshIds(entry.shape)), key: entry.name };
      return { ...entry, paste, node };
    });
    const root = pasted.reduce((tree, { node }) => adoptedTree(tree, parent, node), draft.chart.root);
    for (const { paste, shape } of pasted) {
      paste.targets(shape, root);
      paste.unread(shape);
      paste.stateIns();
      paste.namespace();
    }
    pasteNeeds(
      draft,
      pasted.map(({ clip, piece }) => ({ clip, piece, home: isHome(draft, clip) })),
    );
    for (const { piece } of pasted) warnOfEventsIn(draft, piece.property);
    putChildren(
      draft,
      place,
      pasted.map(({ name, node, piece, paste, clip }) => ({
        key: name,
        type: node.type,
        item: pieceItem(piece, paste.edits, indentOf(clip), draft.style),
        code: { node: piece.property },
      })),
    );
  },
);

/** The ids of a machine, and those that states which are pasted together bring. */
class LocalIds {
  readonly taken: Set<string>;
  /** Ids that copies could not keep, and what they have instead. */
  readonly renamed = new Map<string, string>();
  constructor(draft: Draft) {
    this.taken = new Set([...places(draft.chart).values()].flatMap(({ node }) => node.id ?? []));
  }
}

/** Is the clip from this very machine? */
function isHome({ chart: { id, ref } }: Draft, { head }: Clip): boolean {
  const from = head?.machine;
  return from !== undefined && from.id === id && (id !== undefined || from.name === ref.name);
}

const sameMachine = (head: ClipHead, other: ClipHead): boolean =>
  head.machine.id === other.machine.id && head.machine.name === other.machine.name;

function nodeOf(shape: ShapedState, ids: ReadonlyMap<ShapedState, string>): StateNode {
  const id = ids.get(shape);
  return blankNode(shape.key, {
    type: shape.type as StateNode["type"],
    ...(id === undefined ? {} : { id }),
    children: shape.children.map((state) => nodeOf(state, ids)),
  });
}

/** The changes to a piece of code on its way into a machine. */
class Paste {
  readonly edits: TextEdit[] = [];
  private readonly draft: Draft;
  private readonly clip: Clip;
  private readonly piece: Piece;
  private readonly path: StatePath;
  private readonly policy: Policy;
  /** Where each of the states is now that are pasted together. */
  private readonly heads: readonly { readonly head: ClipHead; readonly path: StatePath }[];
  private readonly ids: LocalIds;
  constructor(
    draft: Draft,
    clip: Clip,
    piece: Piece,
    path: StatePath,
    policy: Policy,
    heads: readonly { readonly head: ClipHead; readonly path: StatePath }[],
    ids: LocalIds,
  ) {
    this.draft = draft;
    this.clip = clip;
    this.piece = piece;
    this.path = path;
    this.policy = policy;
    this.heads = heads;
    this.ids = ids;
  }

  slice(node: Node): string {
    return this.piece.text.slice(node.start, node.end);
  }

  replace(node: Node, insert: string): void {
    this.edits.push({ ...spanOf(node), insert });
  }

  /** The ids in the piece as they will be: another one where the machine has it already, none that a target in it names. */
  freshIds(top: ShapedState): Map<ShapedState, string> {
    const { taken, renamed } = this.ids;
    const all = [...shapes(top)];
    const named = new Set(all.flatMap(({ targets }) => targets.map(({ text }) => splitStatePath(text)[0])));
    const ids = new Map<ShapedState, string>();
    for (const shape of all) {
      if (!shape.id) continue;
      const { text, node } = shape.id;
      const id = taken.has(text)
        ? freshName(text, (candidate) => taken.has(candidate) || named.has(`#${candidate}`))
        : text;
      taken.add(id);
      ids.set(shape, id);
      if (id === text) continue;
      renamed.set(text, id);
      this.replace(node, quoteLike(this.slice(node), id, this.draft.style));
      this.draft.warn("id-changed", undefined, { from: text, to: id });
    }
    return ids;
  }

  /** Where a path of the machine it was copied from is now: in the piece, or the same path if this is that machine. */
  private follow(path: StatePath): StatePath | undefined {
    const { head } = this.clip;
    if (!head) return undefined;
    const copy = isUnder(path, head.path) ? { head, path: this.path } : undefined;
    const there =
      copy ?? this.heads.find((entry) => sameMachine(entry.head, head) && isUnder(path, entry.head.path));
    if (there) return [...there.path, ...path.slice(there.head.path.length)];
    return isHome(this.draft, this.clip) && exists(this.draft.chart.root, path) ? path : undefined;
  }

  targets(top: ShapedState, root: StateNode): void {
    const lost: ShapedTarget[] = [];
    for (const shape of shapes(top))
      for (const target of shape.targets) {
        const source = [...this.path, ...shape.path];
        const resolve = resolveAs(target.history);
        const known = this.clip.head?.targets.find(
          ([from, text]) => samePath(from, shape.path) && text === target.text,
        )?.[2];
        const goal = known && this.follow(known);
        const resolved = resolve(root, source, target.text);
        if (goal ? samePath(resolved, goal) : resolved) continue;
        const next = goal ?? (known && placeOf(this.draft.chart, known)?.path);
        const text =
          next &&
          (this.byNewId(root, source, target, next) ?? bestTarget(root, source, next, target.history));
        if (text !== undefined)
          this.replace(target.node, targetLike(this.slice(target.node), text, this.draft.style));
        else if (goal) refuse("target-needs-id", undefined, { state: pathId(goal) });
        else lost.push(target);
      }
    const first = lost[0];
    if (first && this.policy === "refuse") refuse("target-not-found", undefined, { target: first.text });
    for (const target of lost) {
      if (this.policy === "drop") this.drop(target, lost);
      this.draft.warn(this.policy === "drop" ? "target-left-out" : "target-not-found", undefined, {
        target: target.text,
      });
    }
  }

  /** Warns of targets that cannot be read: what they lead to here is not known. */
  unread(top: ShapedState): void {
    const { scope } = this.draft;
    for (const shape of shapes(top))
      for (const node of shape.unread) {
        const value = resolve({ node: node as unknown as Expression, scope, shared: false });
        if (/^(?:Object|Array)Expression$/.test(value.node.type) || staticText(value)) continue;
        warnOfCode(this.draft, undefined, [...this.path, ...shape.path], this.slice(node));
      }
  }

  /** `#old.key` with the id that the copy has instead, where that leads to the state. */
  private byNewId(
    root: StateNode,
    source: StatePath,
    { text, history }: ShapedTarget,
    goal: StatePath,
  ): string | undefined {
    for (const [old, id] of this.ids.renamed) {
      const next = `#${id}${text.slice(old.length + 1)}`;
      if (text.startsWith(`#${old}`) && samePath(resolveAs(history)(root, source, next), goal)) return next;
    }
    return undefined;
  }

  /** Takes a target out; a list of which nothing stays goes as a whole. */
  private drop(target: ShapedTarget, lost: readonly ShapedTarget[]): void {
    const { within } = target;
    if (!within) return this.replace(target.node, "{}");
    // What a spread before it has would come back.
    const property = within.up?.item ?? within.item;
    const value = child(property, "value");
    if (value && hiddenBy(this.piece.tree, within.up?.list ?? within.list, property, () => undefined)) {
      const alone = !within.up || nodesOf(within.list["elements"]).length === 1;
      if (alone) return this.replace(value, "undefined");
    }
    const gone = new Set(
      lost.flatMap((item) => (item.within?.list === within.list ? [item.within.item] : [])),
    );
    const list = commaList(this.piece.text, within.list);
    if (!list) return refuse("cannot-edit-here");
    if (within.up && list.items.every(({ node }) => gone.has(node))) {
      const outer = commaList(this.piece.text, within.up.list);
      if (outer) addAll(this.edits, removeItems(this.piece.text, outer, new Set([within.up.item])));
    } else if ([...gone][0] === within.item) addAll(this.edits, removeItems(this.piece.text, list, gone));
  }

  /** `stateIn` inside the piece asks for the states of the copy; one that asks for a state outside of it gets a warning. */
  stateIns(): void {
    for (const node of stateInArguments(this.piece.property)) {
      const code = this.slice(node);
      const known = this.clip.head?.stateIn.find(([writtenCode]) => writtenCode === code)?.[1];
      if (!known) continue;
      const goal = this.follow(known);
      if (goal && !samePath(goal, known)) this.replace(node, stateInCode(goal, this.draft.style));
      else if (!goal) this.draft.warn("state-spelled", undefined, { state: known.join("."), code });
    }
  }

  /** `xstate.assign` of a module that imports all of it is `assign` where that has no such name. */
  namespace(): void {
    const name = this.clip.head?.namespace;
    if (name === undefined || namesInScope(this.draft).has(name)) return;
    addAll(this.edits, bareMembers(this.draft, this.piece.property, name));
  }
}
