/** Keys of the rules with the key of their words: letters are taken, since they lead to the next clause that begins with them. */
export const REVIEW_KEYS = {
  "Ctrl+Enter": "shortcuts.review-checked",
  "Ctrl+Shift+Enter": "shortcuts.review-doubt",
} as const;
