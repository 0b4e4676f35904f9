import { expect, test } from "vitest";
import { HeapGraph, type SnapshotFile } from "#test/support/soak/HeapGraph.ts";

type Edge = readonly [type: "property" | "element" | "internal" | "weak", name: string | number, to: number];
interface Node {
  readonly name: string;
  readonly type?: "object" | "array";
  readonly size?: number;
  readonly isDetached?: true;
  readonly edges?: readonly Edge[];
}

/** A heap as V8 writes it; the first node is the root. */
function heap(...nodes: readonly Node[]): HeapGraph {
  const strings: string[] = [];
  const text = (value: string) => strings.push(value) - 1;
  const nodeTypes = ["object", "array"] as const;
  const edgeTypes = ["property", "element", "internal", "weak"] as const;
  const meta = {
    node_fields: ["type", "name", "self_size", "edge_count", "detachedness"],
    node_types: [nodeTypes],
    edge_fields: ["type", "name_or_index", "to_node"],
    edge_types: [edgeTypes],
  };
  const file: SnapshotFile = {
    snapshot: { meta },
    nodes: nodes.flatMap(({ name, type = "object", size = 1, isDetached, edges = [] }) => [
      nodeTypes.indexOf(type),
      text(name),
      size,
      edges.length,
      isDetached ? 2 : 1,
    ]),
    edges: nodes
      .flatMap(({ edges = [] }) => edges)
      .flatMap(([type, name, to]) => [
        edgeTypes.indexOf(type),
        typeof name === "number" ? name : text(name),
        to * meta.node_fields.length,
      ]),
    strings,
  };
  return new HeapGraph(file);
}

test("a detached tree is told once, with the way that holds it", () => {
  const graph = heap(
    { name: "root", edges: [["property", "window", 1]] },
    { name: "Window", edges: [["element", 7, 2]] },
    { name: "<form>", isDetached: true, edges: [["property", "firstChild", 3]] },
    { name: "<input>", isDetached: true },
  );

  expect(graph.detached().map(({ node, size }) => [size, graph.way(node)])).toEqual([
    [2, "<form>: [7] of object Window < window of object root"],
  ]);
});

test("what a weak map knows of a key is held by the key, and what is held weakly by nothing", () => {
  const graph = heap(
    {
      name: "root",
      edges: [
        ["property", "map", 1],
        ["weak", "w", 4],
        ["property", "far", 5],
      ],
    },
    { name: "table", type: "array", edges: [["internal", "1 / part of key -> value pair in WeakMap", 3]] },
    { name: "key", edges: [["internal", "1 / part of key -> value pair in WeakMap", 3]] },
    { name: "value", size: 50 },
    { name: "weakly", size: 50, isDetached: true },
    { name: "far", edges: [["property", "key", 2]] },
  );

  expect(graph.detached()).toEqual([]);
  const [heaviest] = graph.heaviest(0.5);
  expect(graph.way(heaviest?.node ?? 0)).toContain("of object key < key of object far");
});

test("of objects that hold much the innermost are told, heaviest first", () => {
  const graph = heap(
    {
      name: "root",
      edges: [
        ["property", "a", 1],
        ["property", "b", 2],
      ],
    },
    { name: "A", size: 2_000_000 },
    { name: "B", edges: [["property", "list", 3]] },
    { name: "list", size: 3_000_000 },
  );

  expect(graph.heaviest(0.1).map(({ node, megabytes }) => [node, Math.round(megabytes)])).toEqual([
    [3, 3],
    [1, 2],
  ]);
});
