import type { StateNode } from "#core/chart/chart.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

const nowhere = { from: 0, to: 0 };
const root: StateNode = {
  key: "",
  at: nowhere,
  valueAt: nowhere,
  type: "atomic",
  tags: [],
  meta: { clauses: [] },
  entry: [],
  exit: [],
  invoke: [],
  transitions: [],
  children: [],
  props: [],
  opaque: [],
  origin: "here",
};

/** Nothing is drawn yet. */
export const NO_SCENE: Scene = {
  chart: { ref: { ordinal: 0 }, callAt: nowhere, root },
  root: "",
  items: new Map(),
  arrows: [],
  initials: new Map(),
  account: () => new Map(),
};
