import type { StateNode, StatePath } from "#core/chart/chart.ts";
import type { PlacedState } from "#core/chart/places.ts";
import type { Draft } from "#core/edit/draft.ts";
import { keyLike, quoteLike } from "#core/edit/pen/codeText.ts";
import { isWrittenIn } from "#core/edit/follow/sharedCode.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { literalText, spanOf, walk, type Node } from "#core/syntax/node.ts";

/*
 * XState makes ids of other names: a state without one of its own is called by the machine's id and its path, an actor by its place among
 * those that its state invokes, and the events of both by these: `xstate.done.state.m.draw`, `xstate.done.actor.0.m.draw`,
 * `xstate.after.100.m.draw`. Where the machine says one of these words it means just that.
 */

/** The ids that states have, and those that they are to have; undefined for a state that is gone. */
export class ChangedIds {
  private readonly ids: ReadonlyMap<string, string | undefined>;
  constructor(before: StateNode, tree: NewTree) {
    const after = idsOf(tree.root);
    const ids = new Map<string, string | undefined>();
    for (const [path, id] of idsOf(before)) {
      const now = tree.follow(path ? path.split("\0") : []);
      const next = now === null ? undefined : after.get(now.join("\0"));
      if (next !== id) ids.set(id, next);
    }
    this.ids = ids;
  }

  /** Whether a text is the id of a state that is called otherwise now, or gone. */
  has(text: string): boolean {
    return this.ids.has(text);
  }

  /** What a text that XState makes of an id is now; undefined for other texts, `to` undefined where it is gone. */
  eventOf(text: string): { readonly to: string | undefined } | undefined {
    if (this.ids.size === 0 || !/^(?:xstate\.|\d+\.)/.test(text)) return undefined;
    for (let at = text.indexOf("."); at >= 0; at = text.indexOf(".", at + 1)) {
      const [head, id] = [text.slice(0, at + 1), text.slice(at + 1)];
      if (!MADE_OF_ID.test(head) || !this.ids.has(id)) continue;
      const now = this.ids.get(id);
      return { to: now === undefined ? undefined : head + now };
    }
    return undefined;
  }
}

/** What stands before the id of a state. */
const MADE_OF_ID = /^(?:xstate\.(?:done\.state|(?:done|error|snapshot)\.actor\.\d+|after\..+)\.|\d+\.)$/;

/** The id of every state, by its path. */
function idsOf(root: StateNode): Map<string, string> {
  const machine = root.id ?? "(machine)";
  const ids = new Map<string, string>();
  const visit = (node: StateNode, path: StatePath): void => {
    ids.set(path.join("\0"), node.id ?? [machine, ...path].join("."));
    for (const one of node.children) visit(one, [...path, one.key]);
  };
  visit(root, []);
  return ids;
}

/**
 * Has the words that XState makes of an actor's default id follow, when the actor is taken away, gets another place or an id of its own.
 * @param idAt the id that an actor is to have, by its place before; undefined where it goes
 */
export function followActorIds(
  draft: Draft,
  { path, node }: PlacedState,
  idAt: (index: number, id: string) => string | undefined,
): void {
  const own = node.id ?? [draft.chart.root.id ?? "(machine)", ...path].join(".");
  const ids = new Map<string, string | undefined>();
  for (const [index, { id }] of node.invoke.entries()) {
    const before = `${index}.${own}`;
    if (id === undefined && idAt(index, before) !== before) ids.set(before, idAt(index, before));
  }
  const after = (text: string) => {
    const [, head = "", id = ""] = /^(xstate\.(?:done|error|snapshot)\.actor\.)?(.*)$/s.exec(text) ?? [];
    const now = ids.get(id);
    return ids.has(id) ? { to: now === undefined ? undefined : head + now } : undefined;
  };
  if (ids.size > 0) followIds(draft, after, (at, name) => draft.warn("name-spelled", spanOf(at), { name }));
}

/**
 * Rewrites the words that a machine says of ids that XState makes; what is spelled in other code, or is gone, is told.
 * @param after what a text is now; undefined for texts that stay
 * @returns the nodes that were rewritten or told of
 */
export function followIds(
  draft: Draft,
  after: (text: string) => { readonly to: string | undefined } | undefined,
  tell: (node: Node, text: string) => void,
): ReadonlySet<Node> {
  const met = new Set<Node>();
  walk(draft.tree.program, (node) => {
    const text = /^(?:String|Template)Literal$/.test(node.type) ? literalText(node) : undefined;
    const next = text === undefined ? undefined : after(text);
    if (text === undefined || !next) return;
    met.add(node);
    const property = draft.tree.parentOf(node);
    const isKey = property?.["key"] === node && property["computed"] !== true;
    if (next.to === undefined || !isWrittenIn(draft, spanOf(node))) tell(node, text);
    else if (isKey) draft.replace(spanOf(node), keyLike(draft.slice(node), next.to, draft.style.quote));
    else draft.replace(spanOf(node), quoteLike(draft.slice(node), next.to, draft.style));
  });
  return met;
}
