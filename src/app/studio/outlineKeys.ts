/** Keys of the outline with the key of their words. Letters and digits lead to the next state that begins with them. */
export const OUTLINE_KEYS = {
  ArrowDown: "shortcuts.along",
  ArrowUp: "shortcuts.along",
  Home: "shortcuts.ends",
  End: "shortcuts.ends",
  ArrowRight: "shortcuts.unfold",
  ArrowLeft: "shortcuts.fold",
  F2: "shortcuts.rename",
  Delete: "shortcuts.delete",
} as const;
export type OutlineKey = keyof typeof OUTLINE_KEYS;
