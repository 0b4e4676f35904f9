/** What a canvas or a run offers to whoever asks by name, such as the palette. Their words are `palette.view.<id>`. */
export const VIEW_COMMANDS = [
  "fit",
  "level.map",
  "level.flow",
  "level.full",
  "foldAll",
  "unfoldAll",
  "overview",
  "tidy",
  "run.start",
  "run.back",
  "run.forward",
  "run.first",
  "run.last",
  "run.random",
  "run.randomMany",
  "run.randomThousand",
  "run.stop",
  "run.into",
  "run.intoBack",
  "run.out",
  "run.toDecision",
  "run.backToDecision",
  "run.toBreakpoint",
  "run.backToBreakpoint",
  "run.breakHere",
  "run.breakNone",
  "run.restart",
] as const;
export type ViewCommand = (typeof VIEW_COMMANDS)[number];

/** What can be done in the views that are mounted now. What is absent does not apply. */
export type ViewActions = Readonly<Partial<Record<ViewCommand, () => void>>>;
