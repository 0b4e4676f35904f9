/** Keys of a run, outside of fields, with the key of their words. */
export const RUN_KEYS = {
  ArrowLeft: "palette.view.run.back",
  ArrowRight: "palette.view.run.forward",
  Home: "palette.view.run.first",
  End: "palette.view.run.last",
  "1-9": "shortcuts.send",
} as const;
export type RunKey = keyof typeof RUN_KEYS;
