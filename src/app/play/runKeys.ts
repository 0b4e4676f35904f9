/** Keys of a run, outside of fields, with the key of their words. */
export const RUN_KEYS = {
  ArrowLeft: "palette.view.run.back",
  ArrowRight: "palette.view.run.forward",
  Home: "palette.view.run.first",
  End: "palette.view.run.last",
  ".": "palette.view.run.into",
  ",": "palette.view.run.intoBack",
  o: "palette.view.run.out",
  d: "palette.view.run.toDecision",
  b: "palette.view.run.toBreakpoint",
  Escape: "palette.view.run.stop",
  "1-9": "shortcuts.send",
} as const;
export type RunKey = keyof typeof RUN_KEYS;
