import type { Plugin } from "vite";

const SYSTEM = /[\\/]node_modules[\\/]@xyflow[\\/]system[\\/]dist[\\/]esm[\\/]index\.js$/;

/**
 * While a node is dragged React Flow asks for one frame after the other, to see whether the pointer is near the border, where the canvas
 * goes along. Each such frame is worked out by the browser although nothing has changed. Here it asks for
 * the next one after the pointer has moved, and further while the canvas goes along; what one sees is the same. Fails when the file is
 * no longer built like that.
 */
export function stillDrag(): Plugin {
  return {
    name: "turnwright-still-drag",
    apply: "build",
    transform(code, id) {
      return SYSTEM.test(id.split("?")[0] ?? id) ? { code: withStillDrag(code), map: null } : null;
    },
  };
}

const BEGINS =
  /(if \(!autoPanStarted && autoPanOnNodeDrag && dragStarted\) \{\s*autoPanStarted = true;\s*)autoPan\(\);/;
const GOES_ON =
  /(if \(await panBy\(\{ x: xMovement, y: yMovement \}\)\) \{\s*updateNodes\(lastPos\);\s*\}\s*)\}(\s*)autoPanId = requestAnimationFrame\(autoPan\);/;

/** @throws Error when it does not drag as it did */
export function withStillDrag(code: string): string {
  if (!BEGINS.test(code) || !GOES_ON.test(code))
    throw new Error("@xyflow/system does not drag as it did: see scripts/stillDrag.ts");
  return code
    .replace(BEGINS, "$1autoPanId = requestAnimationFrame(autoPan);")
    .replace(GOES_ON, "$1autoPanId = requestAnimationFrame(autoPan);$2} else autoPanStarted = false;");
}
