import { useEffect } from "react";
import { pressed } from "#app/shell/shortcuts/pressed.ts";
import { windowShortcuts } from "#app/shell/shortcuts/windowShortcuts.ts";
import { useStudioDoings } from "#app/studio/useStudio.ts";

/** Keys of the whole window (`windowShortcuts`). Inside the code editor and fields its own keys come first. */
export function useShortcuts(): void {
  const studio = useStudioDoings();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const typing =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, [contenteditable], .monaco-editor") !== null;
      for (const { keys, inFields, doing } of windowShortcuts) {
        if (typing && !inFields) continue;
        for (const one of keys) {
          const digit = pressed(event, one);
          if (digit === undefined) continue;
          if (doing(studio, digit) !== false) event.preventDefault();
          return;
        }
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [studio]);
}
