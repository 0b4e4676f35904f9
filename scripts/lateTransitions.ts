import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** Stands for d3-transition until that is there. */
const STAND_IN = "\0turnwright-no-transitions";
const LATE = "?late";
const of = (name: string, id: string | undefined): boolean =>
  id !== undefined && new RegExp(`[\\\\/]node_modules[\\\\/]${name}[\\\\/]`).test(id);

/**
 * React Flow moves its camera with d3-zoom, which brings d3-transition, which brings everything that can be between two colours,
 * texts and CSS transforms: 8 KiB of what the first picture waits for, although the camera does not glide before that. So d3-zoom is
 * given a stand-in, with which it moves at once; where the canvas imports d3-transition later, that takes its place. What only
 * transitions need of d3-interpolate stands in their chunk. Fails when one of these packages is no longer built like that.
 */
export function lateTransitions(): Plugin {
  return {
    name: "turnwright-late-transitions",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (source === "d3-transition" && of("d3-zoom", importer)) return STAND_IN;
      const late = importer?.endsWith(LATE) === true || of("d3-transition", importer);
      if (!late || (source !== "d3-interpolate" && source !== "d3-color")) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id + LATE };
    },
    async load(id) {
      if (id === STAND_IN) return { code: standIn, moduleSideEffects: true };
      return id.endsWith(LATE) ? readFile(id.slice(0, -LATE.length), "utf8") : null;
    },
    transform(code, id) {
      if (of("@xyflow[\\\\/]system", id) && code.includes("interpolateZoom"))
        return { code: withZoomOnly(code), map: null };
      return of("d3-interpolate", id) ? { code: withPureCalls(code), map: null } : null;
    },
  };
}

/**
 * React Flow without the camera that goes straight, which nobody here asks for: it needs all of d3-interpolate.
 * @throws Error when it does not choose as it did
 */
export function withZoomOnly(code: string): string {
  const choice = "options?.interpolate === 'linear' ? interpolate : interpolateZoom";
  if (!code.includes(choice))
    throw new Error(
      "@xyflow/system has no choice of interpolations to leave out: see scripts/lateTransitions.ts",
    );
  return code.replaceAll(choice, "interpolateZoom");
}

/** Interpolators that are made by calling others at once, marked as what may be left out when nobody uses them. */
export const withPureCalls = (code: string): string =>
  code.replace(/^(var \w+ = )(?=\(function |\w+\()/gm, "$1/* @__PURE__ */ ");

const standIn = `
import { select, selection } from "d3-selection";
selection.prototype.interrupt = function () { return this; };
selection.prototype.transition = function () {
  const all = this;
  const none = { duration: () => none, ease: () => none, on: (_, end) => (end(), all) };
  return none;
};
export const interrupt = (node) => void select(node).interrupt();
`;
