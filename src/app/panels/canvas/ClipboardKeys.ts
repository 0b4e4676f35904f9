import { useEffect } from "react";
import type { StatePath } from "#core/chart/chart.ts";
import { pathOf } from "#core/chart/places.ts";
import { isModule } from "#app/gestures/bring/isModule.ts";
import { cut, duplicate, paste, pasteParent } from "#app/studio/stateActions.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/**
 * Copy, cut, paste and duplicate by keys for the selected state; those selected beside it are copied and cut with it. The clipboard's own events carry the text, so no permission is
 * requested; fields, the code editor and selected text of the page keep their own keys. It draws nothing: as a component it is loaded after
 * the first picture.
 */
export function ClipboardKeys({
  selected,
  locked,
}: {
  readonly selected: StatePath | undefined;
  readonly locked: boolean;
}): null {
  const studio = useStudioActions();
  useEffect(() => {
    const state = selected && selected.length > 0 ? selected : undefined;
    const others = () => studio.get().also.map(pathOf);
    const take = (event: ClipboardEvent, how: () => string | undefined) => {
      const clip = how();
      if (clip === undefined) return;
      event.clipboardData?.setData("text/plain", clip);
      event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent) =>
      state && !isElsewhere(event) && take(event, () => studio.editor.copy(state, others()));
    const onCut = (event: ClipboardEvent) =>
      state && !locked && !isElsewhere(event) && take(event, () => cut(studio, state, others()));
    const onPaste = (event: ClipboardEvent) => {
      const clip = event.clipboardData?.getData("text/plain") ?? "";
      // A whole module is no state: the window opens it.
      if (locked || clip.trim() === "" || isElsewhere(event) || isModule(clip)) return;
      event.preventDefault();
      paste(studio, pasteParent(studio, selected, clip), clip);
    };
    const onKey = (event: KeyboardEvent) => {
      const isD = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "d";
      if (!isD || !state || locked || event.defaultPrevented || isElsewhere(event)) return;
      event.preventDefault();
      duplicate(studio, state);
    };
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCut);
    document.addEventListener("paste", onPaste);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCut);
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("keydown", onKey);
    };
  }, [studio, selected, locked]);
  return null;
}

/** Is the gesture meant for a field, the code, a dialog, or for text of the page that is selected? */
function isElsewhere(event: Event): boolean {
  const { target } = event;
  const otherFields = "input, textarea, select, [contenteditable], .monaco-editor, [role=dialog]";
  if (target instanceof Element && target.closest(otherFields)) return true;
  return event.type !== "paste" && event.type !== "keydown" && window.getSelection()?.isCollapsed === false;
}
