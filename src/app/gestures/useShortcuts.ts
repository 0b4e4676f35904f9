import { useEffect } from "react";
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

/** What of a key press tells which keys they are. */
export type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * Whether these are the keys, written as in `Ctrl+Shift+Z`, `Alt+1-9` or `?`. Ctrl is also the Command key. A digit is recognised by the place
 * of its key: with Alt and Shift many keyboards write something else on it. For a sign such as `?` Shift is the keyboard's affair.
 * @returns the digit for keys that end in `1-9`, else 0; undefined when they are others
 */
export function pressed(event: Pressed, keys: string): number | undefined {
  const parts = keys.split("+");
  const last = parts.at(-1) ?? "";
  const has = (name: string) => parts.includes(name);
  if ((event.ctrlKey || event.metaKey) !== has("Ctrl") || event.altKey !== has("Alt")) return undefined;
  const range = /^(\d)-(\d)$/.exec(last);
  const isSign = !/^(?:[A-Za-z0-9]+|\d-\d)$/.test(last);
  if (!isSign && event.shiftKey !== has("Shift")) return undefined;
  if (!range) return event.key.toLowerCase() === last.toLowerCase() ? 0 : undefined;
  const digit = Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0);
  return digit >= Number(range[1]) && digit <= Number(range[2]) ? digit : undefined;
}
