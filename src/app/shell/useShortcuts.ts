import { useEffect } from "react";
import { useStudioDoings } from "#app/studio/useStudio.ts";
import { views } from "#app/studio/route.ts";

/** Keys of the whole window: save, undo, redo, palette, views, open games. Inside the code editor and fields its own keys come first. */
export function useShortcuts(): void {
  const studio = useStudioDoings();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const ctrl = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const typing =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, [contenteditable], .monaco-editor") !== null;
      const act = (doing: () => void) => {
        event.preventDefault();
        doing();
      };
      if (ctrl && key === "s") return act(() => void studio.save());
      if (ctrl && key === "k" && !event.shiftKey)
        return act(() => studio.set({ palette: !studio.get().palette }));
      // By the place of the key: with Alt and Shift many keyboards write something else on it.
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (event.altKey && !ctrl && digit !== undefined) {
        const nth = Number(digit) - 1;
        if (event.shiftKey) return act(() => studio.goToTab(nth));
        const view = views[nth];
        if (view && studio.get().project) return act(() => studio.go(view));
      }
      if (typing) return;
      if (ctrl && key === "z") return act(() => (event.shiftKey ? studio.redo() : studio.undo()));
      if (ctrl && key === "y") return act(() => studio.redo());
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [studio]);
}
