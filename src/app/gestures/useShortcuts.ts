import { useEffect } from "react";
import { pressed } from "#app/gestures/shortcuts/pressed.ts";
import { windowShortcuts } from "#app/gestures/shortcuts/windowShortcuts.ts";
import { takeTyped } from "#app/kit/takeTyped.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

const first = windowShortcuts.filter((windowShortcut) => windowShortcut.first);
const others = windowShortcuts.filter((windowShortcut) => !windowShortcut.first);

/** Keys of the whole window (`windowShortcuts`). Inside the code editor and fields its own keys come first, but for a few. */
export function useShortcuts(): void {
  const studio = useStudioActions();
  useEffect(() => {
    const take = (event: KeyboardEvent, shortcuts: typeof windowShortcuts) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isIn = (places: string) =>
        event.target instanceof HTMLElement && event.target.closest(places) !== null;
      const inCode = isIn(".monaco-editor");
      const typing = inCode || isIn("input, textarea, select, [contenteditable]");
      for (const { keys, inFields, notInCode, run } of shortcuts) {
        if ((typing && !inFields) || (inCode && notInCode)) continue;
        for (const key of keys) {
          const digit = pressed(event, key);
          if (digit === undefined) continue;
          // It may save, or lead away from where one types.
          if (inFields) takeTyped();
          if (run(studio, digit) === false) return;
          event.preventDefault();
          event.stopPropagation();
          return;
        }
      }
    };
    const onFirst = (event: KeyboardEvent) => take(event, first);
    const onKey = (event: KeyboardEvent) => take(event, others);
    window.addEventListener("keydown", onFirst, { capture: true });
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onFirst, { capture: true });
      window.removeEventListener("keydown", onKey);
    };
  }, [studio]);
}
