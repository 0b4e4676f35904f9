import type { Studio } from "#app/studio/Studio.ts";
import { views } from "#app/studio/route.ts";

/** Keys of the whole window, and what they do. */
export interface WindowShortcut {
  /** As `pressed` reads them; any of these. */
  readonly keys: readonly string[];
  /** Key of its words. */
  readonly words: string;
  /** Also while one types in a field or in the code. */
  readonly inFields?: true;
  /** Not in the code editor, where these begin chords of its own. */
  readonly notInCode?: true;
  /** Goes before the keys of the code editor. */
  readonly first?: true;
  /** @returns false when there is nothing to do: the keys are then the browser's */
  readonly run: (studio: Studio, digit: number) => void | false;
}

function togglePalette(studio: Studio): void {
  const { palette } = studio.get();
  // Never over a dialog that waits for an answer.
  if (palette || !isDialogOpen(studio)) studio.window.set({ palette: !palette });
}

export const windowShortcuts: readonly WindowShortcut[] = [
  {
    keys: ["Ctrl+K"],
    words: "shortcuts.palette",
    inFields: true,
    notInCode: true,
    first: true,
    run: togglePalette,
  },
  {
    keys: ["Ctrl+Shift+P"],
    words: "shortcuts.palette-code",
    inFields: true,
    first: true,
    run: togglePalette,
  },
  { keys: ["Ctrl+S"], words: "palette.save", inFields: true, run: (studio) => void studio.editor.save() },
  { keys: ["Ctrl+Z"], words: "header.undo", run: (studio) => studio.editor.undo() },
  { keys: ["Ctrl+Y", "Ctrl+Shift+Z"], words: "header.redo", run: (studio) => studio.editor.redo() },
  {
    keys: [`Alt+1-${views.length}`],
    words: "shortcuts.views",
    inFields: true,
    run: (studio, digit) => {
      const view = views[digit - 1];
      if (!view || !studio.get().project) return false;
      return studio.navigation.go(view);
    },
  },
  {
    keys: ["Alt+Shift+1-9"],
    words: "shortcuts.games",
    inFields: true,
    run: (studio, digit) => studio.goToTab(digit - 1),
  },
  {
    keys: ["Escape"],
    words: "shortcuts.unmark",
    // Not first: what has the keyboard, as a proposal or a list, ends before the marks do.
    run: (studio) => {
      if (studio.get().marked === null || studio.get().route.view !== "design" || isDialogOpen(studio))
        return false;
      return studio.window.set({ marked: null });
    },
  },
  {
    keys: ["F4"],
    words: "shortcuts.side",
    inFields: true,
    first: true,
    run: (studio) => {
      if (studio.get().route.view !== "design" || isDialogOpen(studio)) return false;
      return studio.window.set({ sideTurn: {} });
    },
  },
  {
    keys: ["?"],
    words: "shortcuts.title",
    run: (studio) => {
      if (isDialogOpen(studio)) return false;
      return studio.window.set({ question: { kind: "shortcuts" }, palette: false });
    },
  },
];

const isDialogOpen = (studio: Studio): boolean =>
  studio.get().question !== null ||
  document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"], [role="menu"]') !== null;
