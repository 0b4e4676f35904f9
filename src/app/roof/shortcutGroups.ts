import { windowShortcuts } from "#app/gestures/shortcuts/windowShortcuts.ts";
import { OUTLINE_KEYS } from "#app/studio/outlineKeys.ts";
import { REVIEW_KEYS } from "#app/studio/reviewKeys.ts";
import { RUN_KEYS } from "#app/play/runKeys.ts";

/** Keys, any of which do the same, and the key of the words for it. */
export interface ShortcutRow {
  readonly keys: readonly string[];
  readonly words: string;
}

/** Keys of the graph as `adapters/flow/keyGesture.ts` takes them; a test holds them to it. */
export const graphKeys: readonly ShortcutRow[] = [
  { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], words: "shortcuts.walk" },
  { keys: ["Shift+ArrowUp", "Shift+ArrowDown"], words: "shortcuts.walk-transitions" },
  { keys: ["Alt+ArrowUp", "Alt+ArrowDown", "Alt+ArrowLeft", "Alt+ArrowRight"], words: "shortcuts.arrange" },
  { keys: ["Enter"], words: "shortcuts.near" },
  { keys: ["F2"], words: "shortcuts.rename" },
  { keys: ["N", "Insert"], words: "shortcuts.next" },
  { keys: ["Delete", "Backspace"], words: "shortcuts.delete" },
  { keys: ["Escape"], words: "shortcuts.unselect" },
];
/** Keys of `app/panels/canvas/ClipboardKeys.ts`. */
const clipboardKeys: readonly ShortcutRow[] = [
  { keys: ["Ctrl+C"], words: "command.state.copy" },
  { keys: ["Ctrl+X"], words: "command.state.cut" },
  { keys: ["Ctrl+V"], words: "command.state.paste" },
  { keys: ["Ctrl+D"], words: "command.state.duplicate" },
];

const rows = (table: Readonly<Record<string, string>>): ShortcutRow[] =>
  [...new Set(Object.values(table))].map((words) => ({
    words,
    keys: Object.keys(table).filter((key) => table[key] === words),
  }));

/** Every key that is bound, by where it is. The words of a group are `shortcuts.where.<id>`. */
export const shortcutGroups = [
  { id: "window", rows: windowShortcuts },
  { id: "graph", rows: graphKeys },
  { id: "clipboard", rows: clipboardKeys },
  { id: "outline", rows: rows(OUTLINE_KEYS) },
  { id: "run", rows: rows(RUN_KEYS) },
  { id: "rules", rows: rows(REVIEW_KEYS) },
] as const satisfies readonly { readonly id: string; readonly rows: readonly ShortcutRow[] }[];
