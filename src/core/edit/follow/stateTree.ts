import type { StateNode, StatePath } from "#core/chart/chart.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { isUnder, samePath } from "#core/chart/targetText.ts";

/** The tree with one state renamed. */
export function renamedTree(root: StateNode, path: StatePath, to: string): NewTree {
  const renamed = [...path.slice(0, -1), to];
  return {
    root: withNode(root, path, (node) => ({ ...node, key: to })),
    follow: (old) => (isUnder(old, path) ? [...renamed, ...old.slice(path.length)] : old),
  };
}

/** The tree with one state, and all below it, as last child of another parent. */
export function movedTree(root: StateNode, path: StatePath, parent: StatePath): NewTree {
  const key = path.at(-1) ?? "";
  const moved = nodeAt(root, path);
  const without = withoutNode(root, path);
  return {
    root: moved
      ? withNode(without, parent, (node) => ({ ...node, children: [...node.children, moved] }))
      : without,
    follow: (old) => (isUnder(old, path) ? [...parent, key, ...old.slice(path.length)] : old),
  };
}

/** The tree with a copy of a state after it; paths of the state and of what is inside lead into the copy. */
export function copiedTree(root: StateNode, path: StatePath, copy: StateNode): NewTree {
  const key = path.at(-1);
  return {
    root: withNode(root, path.slice(0, -1), (node) => ({
      ...node,
      children: node.children.flatMap((child) => (child.key === key ? [child, copy] : [child])),
    })),
    follow: (old) => (isUnder(old, path) ? [...path.slice(0, -1), copy.key, ...old.slice(path.length)] : old),
  };
}

/** The tree with some children of a state inside a new one, which stands where the first of them stood. */
export function gatheredTree(
  root: StateNode,
  parent: StatePath,
  keys: readonly string[],
  name: string,
): NewTree {
  const inner = [...parent, name];
  const change = (node: StateNode): StateNode => {
    const gathered = node.children.filter((child) => keys.includes(child.key));
    const { id: _, ...bare } = node;
    const around: StateNode = { ...bare, key: name, children: gathered };
    const children = node.children.flatMap((child) =>
      child === gathered[0] ? [around] : gathered.includes(child) ? [] : [child],
    );
    return { ...node, children };
  };
  const follow = (old: StatePath) =>
    old.length > parent.length && isUnder(old, parent) && keys.includes(old[parent.length] as string)
      ? [...inner, ...old.slice(parent.length)]
      : old;
  return { root: withNode(root, parent, change), follow };
}

/** The tree with one more child of a state. */
export const adoptedTree = (root: StateNode, parent: StatePath, child: StateNode): StateNode =>
  withNode(root, parent, (node) => ({ ...node, children: [...node.children, child] }));

/** The tree without a state. */
export const prunedTree = (root: StateNode, path: StatePath): NewTree => ({
  root: withoutNode(root, path),
  follow: (old) => (isUnder(old, path) ? null : old),
});

/** The tree with another id on one state. */
export function withId(root: StateNode, path: StatePath, id: string | undefined): NewTree {
  const set = ({ id: _, ...node }: StateNode): StateNode =>
    id === undefined ? { ...node, props: node.props.filter(({ name }) => name !== "id") } : { ...node, id };
  return { root: withNode(root, path, set), follow: (old) => old };
}

function nodeAt(root: StateNode, path: StatePath): StateNode | undefined {
  let node: StateNode | undefined = root;
  for (const key of path) node = node?.children.find((child) => child.key === key);
  return node;
}

function withNode(
  root: StateNode,
  path: StatePath,
  change: (node: StateNode) => StateNode,
  at: StatePath = [],
): StateNode {
  if (samePath(at, path)) return change(root);
  if (!isUnder(path, at)) return root;
  return {
    ...root,
    children: root.children.map((child) => withNode(child, path, change, [...at, child.key])),
  };
}

function withoutNode(root: StateNode, path: StatePath): StateNode {
  const key = path.at(-1);
  return withNode(root, path.slice(0, -1), (node) => ({
    ...node,
    children: node.children.filter((child) => child.key !== key),
  }));
}
