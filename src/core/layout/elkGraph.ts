import type { Rect, Size } from "#core/layout/geometry.ts";
import { PAD } from "#core/layout/arrange.ts";

/** The part of ELK's JSON graph that is used here. Coordinates of children are relative to their parent. */
export interface ElkGraph {
  id: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  layoutOptions?: Record<string, string>;
  children?: ElkGraph[];
  edges?: ElkGraphEdge[];
}
export interface ElkGraphEdge {
  id: string;
  sources: string[];
  targets: string[];
  labels?: {
    id: string;
    text: string;
    width: number;
    height: number;
    layoutOptions: Record<string, string>;
  }[];
  layoutOptions?: Record<string, string>;
}

/** Whoever runs ELK: a worker on the page, the same thread in tests and on the command line. */
export interface LayoutEngine {
  layout(graph: ElkGraph): Promise<ElkGraph>;
}

/** A state as ELK sees it: a box of fixed size. */
export interface Block extends Size {
  readonly id: string;
  /** The compound starts here. */
  readonly first: boolean;
}
/** Something that leads from one block to another, with the label that needs room between them. */
export interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label?: Size;
}
/** One compound to be laid out in one direction. */
export interface Request {
  readonly id: string;
  readonly direction: "DOWN" | "RIGHT";
  readonly head: number;
  readonly blocks: readonly Block[];
  readonly links: readonly Link[];
}

/** The line runs through the middle of its label, as it is drawn; without this ELK keeps room beside the line. */
const INLINE = { "elk.edgeLabels.inline": "true" };

/** Ids must be unique in the whole graph, and the same state may be asked for twice. */
const elkId = (request: number, id: string) => `${request}:${id}`;

const SHARED: Record<string, string> = {
  "elk.algorithm": "layered",
  "elk.edgeRouting": "ORTHOGONAL",
  // the document's order is the order of play: it decides which arrows lead back
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.nodePlacement.favorStraightEdges": "true",
  "elk.layered.compaction.postCompaction.strategy": "NONE",
  "elk.edgeLabels.placement": "CENTER",
  "elk.spacing.nodeNode": "44",
  "elk.spacing.edgeNode": "20",
  "elk.spacing.edgeEdge": "12",
  "elk.spacing.edgeLabel": "8",
  "elk.spacing.labelLabel": "8",
  "elk.layered.spacing.nodeNodeBetweenLayers": "36",
  "elk.layered.spacing.edgeNodeBetweenLayers": "16",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "10",
  "elk.separateConnectedComponents": "true",
  "elk.spacing.componentComponent": "44",
  "elk.aspectRatio": "1.6",
};

/** One graph for many compounds: each is laid out for itself, in its own direction. */
export function toElk(requests: readonly Request[]): ElkGraph {
  return {
    id: "all",
    layoutOptions: { "elk.algorithm": "layered", "elk.hierarchyHandling": "SEPARATE_CHILDREN" },
    children: requests.map((request, i) => ({
      id: `r${i}`,
      layoutOptions: {
        ...SHARED,
        "elk.direction": request.direction,
        "elk.padding": `[top=${request.head + PAD.top},left=${PAD.left},bottom=${PAD.bottom},right=${PAD.right}]`,
      },
      children: request.blocks.map((block) => ({
        id: elkId(i, block.id),
        width: block.w,
        height: block.h,
        ...(block.first ? { layoutOptions: { "elk.layered.layering.layerConstraint": "FIRST" } } : {}),
      })),
      edges: request.links.map((link) => ({
        id: `${i}:${link.id}`,
        sources: [elkId(i, link.from)],
        targets: [elkId(i, link.to)],
        ...(link.label
          ? {
              labels: [
                {
                  id: `${i}:${link.id}#label`,
                  text: " ",
                  width: link.label.w,
                  height: link.label.h,
                  layoutOptions: INLINE,
                },
              ],
            }
          : {}),
      })),
    })),
    edges: [],
  };
}

/** For each request, in order: the compound's size and the places of its blocks in it, in whole pixels. */
export function fromElk(graph: ElkGraph): { size: Size; places: ReadonlyMap<string, Rect> }[] {
  return (graph.children ?? []).map((compound) => ({
    size: { w: Math.ceil(compound.width ?? 0), h: Math.ceil(compound.height ?? 0) },
    places: new Map(
      (compound.children ?? []).map((child) => [
        child.id.slice(child.id.indexOf(":") + 1),
        {
          x: Math.round(child.x ?? 0),
          y: Math.round(child.y ?? 0),
          w: child.width ?? 0,
          h: child.height ?? 0,
        },
      ]),
    ),
  }));
}
