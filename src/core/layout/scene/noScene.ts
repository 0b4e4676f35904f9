import { blankNode, NOWHERE } from "#core/chart/blankNode.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/** Nothing is drawn yet. */
export const NO_SCENE: Scene = {
  chart: { ref: { ordinal: 0 }, callAt: NOWHERE, root: blankNode("") },
  root: "",
  items: new Map(),
  arrows: [],
  initials: new Map(),
  account: () => new Map(),
};
