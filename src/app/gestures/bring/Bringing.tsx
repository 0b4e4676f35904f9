import { useEffect, useState } from "react";
import { capture, holdsFiles } from "#app/gestures/bring/capture.ts";
import { DropHint } from "#app/gestures/bring/DropHint.tsx";
import { isModule } from "#app/gestures/bring/isModule.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/**
 * Files that are dropped anywhere on the window, and modules that are pasted where nobody writes, become open machines. While
 * files are dragged over the window it says so.
 */
export function Bringing() {
  const studio = useStudioActions();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // Leaving one element for another inside the window is no leaving.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const captured = capture(event.dataTransfer);
      if (!captured || event.defaultPrevented) return;
      event.preventDefault();
      void studio.bring(async () => (await import("#app/gestures/bring/gather.ts")).gather(captured));
    };
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isField(event.target)) return;
      const captured = capture(event.clipboardData);
      if (captured) {
        event.preventDefault();
        return void studio.bring(async () =>
          (await import("#app/gestures/bring/gather.ts")).gather(captured),
        );
      }
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!isModule(text)) return;
      event.preventDefault();
      studio.window.set({ question: { kind: "paste", text } });
    };
    window.addEventListener("dragenter", onDrag);
    window.addEventListener("dragover", onDrag);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    window.addEventListener("paste", onPaste);
    return () => {
      window.removeEventListener("dragenter", onDrag);
      window.removeEventListener("dragover", onDrag);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
      window.removeEventListener("paste", onPaste);
    };
  }, [studio]);
  return over && <DropHint />;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable], .monaco-editor, [role=dialog]") !== null;
