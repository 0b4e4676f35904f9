/** The part of a heap snapshot's format (V8's) that is read here. */
interface SnapshotFile {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly (readonly string[] | string)[];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly (readonly string[] | string)[];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** DevTools' mark of a node that hangs in no document, in the field `detachedness`. */
const DETACHED = 2;

/** Who holds what in a heap snapshot: the way from a root to what should have been freed. */
export class HeapGraph {
  readonly #file: SnapshotFile;
  readonly #nodeSize: number;
  readonly #edgeSize: number;
  /** By node: where its edges begin. */
  readonly #firstEdge: Uint32Array;
  /** By node: the node that holds it on a shortest way from the root, and the edge by which it does; -1 where none does. */
  readonly #holder: Int32Array;
  readonly #byEdge: Int32Array;
  /** All nodes that are held, near ones first. */
  #order = new Uint32Array();
  readonly #fields: Readonly<Record<string, number>>;

  constructor(text: string) {
    this.#file = JSON.parse(text) as SnapshotFile;
    const { meta } = this.#file.snapshot;
    this.#nodeSize = meta.node_fields.length;
    this.#edgeSize = meta.edge_fields.length;
    this.#fields = Object.fromEntries(meta.node_fields.map((name, i) => [name, i]));
    const count = this.count;
    this.#firstEdge = new Uint32Array(count + 1);
    for (let node = 0, edge = 0; node < count; node++) {
      this.#firstEdge[node] = edge;
      edge += this.#field(node, "edge_count");
      this.#firstEdge[node + 1] = edge;
    }
    this.#holder = new Int32Array(count).fill(-1);
    this.#byEdge = new Int32Array(count).fill(-1);
    this.#spread();
  }

  get count(): number {
    return this.#file.nodes.length / this.#nodeSize;
  }
  #field(node: number, name: string): number {
    return this.#file.nodes[node * this.#nodeSize + (this.#fields[name] ?? 0)] ?? 0;
  }
  name(node: number): string {
    return this.#file.strings[this.#field(node, "name")] ?? "";
  }
  type(node: number): string {
    return (this.#file.snapshot.meta.node_types[0] as readonly string[])[this.#field(node, "type")] ?? "";
  }
  size(node: number): number {
    return this.#field(node, "self_size");
  }
  isDetached(node: number): boolean {
    return this.#field(node, "detachedness") === DETACHED || this.name(node).startsWith("Detached ");
  }
  #edge(edge: number): { readonly type: string; readonly name: string; readonly to: number } {
    const at = edge * this.#edgeSize;
    const [type = 0, name = 0, to = 0] = this.#file.edges.slice(at, at + 3);
    const kind = (this.#file.snapshot.meta.edge_types[0] as readonly string[])[type] ?? "";
    const isNumber = kind === "element" || kind === "hidden";
    return {
      type: kind,
      name: isNumber ? String(name) : (this.#file.strings[name] ?? ""),
      to: to / this.#nodeSize,
    };
  }
  /** Whether an edge is that from a weak map to what it knows of a key: only the key holds that. */
  #isOfWeakMap(node: number, edge: number): boolean {
    return this.type(node) === "array" && this.#edge(edge).name.includes("pair in WeakMap");
  }
  /** Who points at whom, weak references left out, breadth first from the root: near ways are told before far ones. */
  #spread(): void {
    const queue = new Uint32Array(this.count);
    let [head, tail] = [0, 1];
    const weak = (this.#file.snapshot.meta.edge_types[0] as readonly string[]).indexOf("weak");
    const { edges } = this.#file;
    while (head < tail) {
      const node = queue[head++] as number;
      for (let edge = this.#firstEdge[node] as number; edge < (this.#firstEdge[node + 1] as number); edge++) {
        const at = edge * this.#edgeSize;
        if (edges[at] === weak || this.#isOfWeakMap(node, edge)) continue;
        const to = (edges[at + 2] as number) / this.#nodeSize;
        if (to === 0 || this.#holder[to] !== -1) continue;
        this.#holder[to] = node;
        this.#byEdge[to] = edge;
        queue[tail++] = to;
      }
    }
    this.#order = queue.slice(0, tail);
  }

  /** The shortest way from the root to a node, as text, nearest holder first. */
  way(node: number, most = 25): string[] {
    const steps: string[] = [];
    for (let at = node; at > 0 && steps.length < most;) {
      const holder = this.#holder[at] as number;
      if (holder < 0) break;
      const { type, name } = this.#edge(this.#byEdge[at] as number);
      steps.push(
        `${type === "element" ? `[${name}]` : name} in ${this.type(holder)} ${this.name(holder).slice(0, 60)}`,
      );
      at = holder;
    }
    return steps;
  }
  holderOf(node: number): number {
    return this.#holder[node] ?? -1;
  }
  edgeTo(node: number): string {
    const edge = this.#byEdge[node] as number;
    return edge < 0 ? "" : this.#edge(edge).name;
  }

  /** Detached nodes, each with its way. Those that are held by another detached node are left out: they go with it. */
  detachedRoots(): number[] {
    const roots: number[] = [];
    for (let node = 0; node < this.count; node++)
      if (
        this.#holder[node] !== -1 &&
        this.isDetached(node) &&
        !this.isDetached(this.#holder[node] as number)
      )
        roots.push(node);
    return roots;
  }
  countDetached(): number {
    let count = 0;
    for (let node = 0; node < this.count; node++)
      if (this.#holder[node] !== -1 && this.isDetached(node)) count++;
    return count;
  }
  /** How many objects of each name there are, with their own size. */
  byName(): Map<string, { count: number; size: number }> {
    const all = new Map<string, { count: number; size: number }>();
    for (let node = 0; node < this.count; node++) {
      const key = `${this.type(node)} ${this.name(node).slice(0, 80)}`;
      const known = all.get(key) ?? { count: 0, size: 0 };
      known.count++;
      known.size += this.size(node);
      all.set(key, known);
    }
    return all;
  }
  /** What each node holds: its own size and that of all whose shortest way from the root leads over it. */
  heldSizes(): Float64Array {
    const sizes = new Float64Array(this.count);
    const depth = this.#order;
    for (let i = depth.length - 1; i >= 0; i--) {
      const node = depth[i] as number;
      sizes[node] = (sizes[node] ?? 0) + this.size(node);
      const holder = this.#holder[node] as number;
      if (holder >= 0) sizes[holder] = (sizes[holder] ?? 0) + (sizes[node] as number);
    }
    return sizes;
  }
  get order(): Uint32Array {
    return this.#order;
  }
  edgesOf(node: number): string[] {
    const all: string[] = [];
    for (let edge = this.#firstEdge[node] as number; edge < (this.#firstEdge[node + 1] as number); edge++) {
      const { name, to } = this.#edge(edge);
      all.push(`${name}: ${this.type(to)} ${this.name(to).slice(0, 80)}`);
    }
    return all;
  }
  find(name: string): number[] {
    const found: number[] = [];
    for (let node = 0; node < this.count; node++)
      if (this.#holder[node] !== -1 && this.name(node) === name) found.push(node);
    return found;
  }
}
