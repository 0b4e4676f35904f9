/** The part of a heap snapshot's format (V8's) that is read here. */
export interface SnapshotFile {
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

/** What a node of the DOM that hangs in no document has in the field `detachedness`. */
const DETACHED = 2;

/** Longest way that is told, in steps: what holds something is known by its nearest holders. */
const MAX_WAY = 30;

/**
 * Who holds what in a heap snapshot. Each object is counted to the one that comes first on a shortest way from the root: a short way is the
 * likeliest cause that it lives. What a weak map knows of a key is held by the key alone.
 */
export class HeapGraph {
  readonly #file: SnapshotFile;
  readonly #fields: Readonly<Record<string, number>>;
  readonly #nodeTypes: readonly string[];
  readonly #edgeTypes: readonly string[];
  /** By node: where its edges begin. */
  readonly #firstEdge: Uint32Array;
  /** By node: its holder, and the edge by which it is held; -1 where none does. */
  readonly #holder: Int32Array;
  readonly #byEdge: Int32Array;
  /** All nodes that are held, near ones first. */
  readonly #order: Uint32Array;

  constructor(file: SnapshotFile) {
    this.#file = file;
    const { meta } = file.snapshot;
    this.#fields = Object.fromEntries(meta.node_fields.map((name, i) => [name, i]));
    this.#nodeTypes = meta.node_types[0] as readonly string[];
    this.#edgeTypes = meta.edge_types[0] as readonly string[];
    const count = file.nodes.length / meta.node_fields.length;
    this.#firstEdge = new Uint32Array(count + 1);
    for (let node = 0; node < count; node++)
      this.#firstEdge[node + 1] = (this.#firstEdge[node] ?? 0) + this.#field(node, "edge_count");
    this.#holder = new Int32Array(count).fill(-1);
    this.#byEdge = new Int32Array(count).fill(-1);
    this.#order = this.#walk(count);
  }

  #field(node: number, name: string): number {
    const { node_fields } = this.#file.snapshot.meta;
    return this.#file.nodes[node * node_fields.length + (this.#fields[name] ?? 0)] ?? 0;
  }
  #name(node: number): string {
    return this.#file.strings[this.#field(node, "name")] ?? "";
  }
  #type(node: number): string {
    return this.#nodeTypes[this.#field(node, "type")] ?? "";
  }
  #edge(edge: number): { readonly type: string; readonly name: string; readonly to: number } {
    const { edge_fields, node_fields } = this.#file.snapshot.meta;
    const at = edge * edge_fields.length;
    const [type = 0, name = 0, to = 0] = this.#file.edges.slice(at, at + 3);
    const kind = this.#edgeTypes[type] ?? "";
    const isNumber = kind === "element" || kind === "hidden";
    return {
      type: kind,
      name: isNumber ? `[${name}]` : (this.#file.strings[name] ?? ""),
      to: to / node_fields.length,
    };
  }

  #walk(count: number): Uint32Array {
    const queue = new Uint32Array(count);
    let tail = 1;
    for (let head = 0; head < tail; head++) {
      const node = queue[head] ?? 0;
      const isTable = this.#type(node) === "array";
      for (let edge = this.#firstEdge[node] ?? 0; edge < (this.#firstEdge[node + 1] ?? 0); edge++) {
        const { type, name, to } = this.#edge(edge);
        if (type === "weak" || (isTable && name.includes("pair in WeakMap"))) continue;
        if (to === 0 || this.#holder[to] !== -1) continue;
        this.#holder[to] = node;
        this.#byEdge[to] = edge;
        queue[tail++] = to;
      }
    }
    return queue.slice(0, tail);
  }

  /** The way from an object to the root, nearest holder first. */
  way(node: number): string {
    const steps: string[] = [];
    for (let at = node; at > 0 && steps.length < MAX_WAY; at = this.#holder[at] ?? 0) {
      const { name } = this.#edge(this.#byEdge[at] ?? 0);
      const holder = this.#holder[at] ?? 0;
      steps.push(`${name} of ${this.#type(holder)} ${this.#name(holder).slice(0, 50)}`);
    }
    return `${this.#name(node).slice(0, 50)}: ${steps.join(" < ")}`;
  }

  /**
   * Nodes of the DOM that hang in no document, without those that another one of them holds: each is the cause that its tree lives. With how many
   * nodes its tree has, largest first.
   */
  detached(): { readonly node: number; readonly size: number }[] {
    const isDetached = (node: number) => this.#field(node, "detachedness") === DETACHED;
    const rootOf = new Map<number, number>();
    const sizes = new Map<number, number>();
    for (const node of this.#order) {
      if (!isDetached(node)) continue;
      const root = rootOf.get(this.#holder[node] ?? 0) ?? node;
      rootOf.set(node, root);
      sizes.set(root, (sizes.get(root) ?? 0) + 1);
    }
    return [...sizes].map(([node, size]) => ({ node, size })).toSorted((a, b) => b.size - a.size);
  }

  /** The objects that hold this share of the heap or more where nothing below them does, heaviest first, with their megabytes. */
  heaviest(share: number): { readonly node: number; readonly megabytes: number }[] {
    const sizes = new Float64Array(this.#holder.length);
    for (const node of this.#order.toReversed()) {
      sizes[node] = (sizes[node] ?? 0) + this.#field(node, "self_size");
      const holder = this.#holder[node] ?? -1;
      if (holder >= 0) sizes[holder] = (sizes[holder] ?? 0) + (sizes[node] ?? 0);
    }
    const least = share * (sizes[0] ?? 0);
    const heavy = [...this.#order].filter((node) => (sizes[node] ?? 0) >= least);
    const holders = new Set(heavy.map((node) => this.#holder[node]));
    return heavy
      .filter((node) => !holders.has(node))
      .map((node) => ({ node, megabytes: (sizes[node] ?? 0) / 1e6 }))
      .toSorted((a, b) => b.megabytes - a.megabytes);
  }
}

/** Of the heap, for an object that holds it to be told of. */
const SHARE = 0.01;
/** Of each kind so many are told. */
const MAX_TOLD = 12;

/** What a heap holds, in lines for whoever looks for a leak: detached nodes of the DOM by the ways that hold them, then the heaviest objects. */
export function holdersIn(snapshot: string): string[] {
  const graph = new HeapGraph(JSON.parse(snapshot) as SnapshotFile);
  const ways = new Map<string, { trees: number; nodes: number }>();
  for (const { node, size } of graph.detached()) {
    const { trees, nodes } = ways.get(graph.way(node)) ?? { trees: 0, nodes: 0 };
    ways.set(graph.way(node), { trees: trees + 1, nodes: nodes + size });
  }
  const detached = [...ways].toSorted(([, a], [, b]) => b.nodes - a.nodes).slice(0, MAX_TOLD);
  return [
    ...detached.map(([way, { trees, nodes }]) => `${nodes} nodes in ${trees} detached, ${way}`),
    ...graph
      .heaviest(SHARE)
      .slice(0, MAX_TOLD)
      .map(({ node, megabytes }) => `${megabytes.toFixed(1)} MB, ${graph.way(node)}`),
  ];
}
