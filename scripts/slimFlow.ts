import type { Plugin } from "vite";
import { type Cut, withCuts } from "./cuts.ts";

const FLOW = /[\\/]node_modules[\\/]@xyflow[\\/]react[\\/]dist[\\/]esm[\\/]index\.js$/;

/**
 * React Flow comes with five kinds of edges and four of nodes of its own, which stand in a table each and so in every bundle. The canvas
 * names its own for all that it shows, draws new edges with the line that React Flow chooses by itself, and lets nobody take an edge
 * off its state there. What is taken out of the tables is dropped by the bundler. Fails when the file is no longer built like that.
 */
export function slimFlow(): Plugin {
  return {
    name: "turnwright-slim-flow",
    apply: "build",
    transform(code, id) {
      const path = id.split("?")[0] ?? id;
      if (FLOW.test(path)) return { code: withoutOwnKinds(code), map: null };
      return SELECTION.test(path) ? { code: withoutDrawing(code), map: null } : null;
    },
  };
}

const SELECTION = /[\\/]node_modules[\\/]d3-selection[\\/]dist[\\/]d3-selection\.mjs$/;

/** What draws documents from data: React Flow's camera, drags and transitions select one element and listen to it. */
const DRAWING =
  /^ {2}(?:selectChild|selectChildren|data|enter|exit|join|merge|order|sort|attr|classed|text|html|raise|lower|append|insert|remove|clone): selection_\w+,\n/gm;

/** @throws Error when the table of methods is not where it was */
export const withoutDrawing = (code: string): string =>
  withCuts(code, { of: "d3-selection", script: "slimFlow.ts" }, [["methods that draw", DRAWING, ""]]);

const CUTS: readonly Cut[] = [
  ["table of nodes", /(const builtinNodeTypes = \{)[^{}]*(\};)/, "$1$2"],
  ["table of edges", /(const builtinEdgeTypes = \{)[^{}]*(\};)/, "$1$2"],
  ["edges", /^(const \w*Edge(?:Internal)? = )(?=create\w+Edge\()/gm, "$1/* @__PURE__ */ "],
  ["names of edges", /^\w+Edge(?:Internal)?\.displayName = '\w+';\n/gm, ""],
  [
    "lines of new edges",
    /case ConnectionLineType\.SimpleBezier:\n[^}]*\}\);\s*break;\s*case ConnectionLineType\.SmoothStep:[^;]*;\s*break;\s*(?=default:)/,
    "",
  ],
  ["grips of edges", /isReconnectable && \(jsx\(EdgeUpdateAnchors,/, "false && (jsx(EdgeUpdateAnchors,"],
  ["states on its minimap", /^(var MiniMapNodes\$1 = )(?=memo\()/m, "$1/* @__PURE__ */ "],
];

/** @throws Error when something of it is not where it was */
export const withoutOwnKinds = (code: string): string =>
  withCuts(code, { of: "@xyflow/react", script: "slimFlow.ts" }, CUTS);
