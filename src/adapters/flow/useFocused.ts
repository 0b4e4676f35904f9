import { type RefObject, useEffect, useState } from "react";
import { statePathId } from "#adapters/flow/flowGraph.ts";

/** The state that has the keyboard, by path id, until Escape is pressed. What was clicked has it for others than the eyes. */
export function useFocused(frame: RefObject<HTMLElement | null>): string | undefined {
  const [focused, setFocused] = useState<string | undefined>();
  useEffect(() => {
    const canvas = frame.current;
    if (!canvas) return undefined;
    const onFocus = ({ target }: FocusEvent) => {
      const node = target instanceof HTMLElement && target.matches(".react-flow__node:focus-visible");
      setFocused(node ? statePathId(target.dataset["id"] ?? "") || undefined : undefined);
    };
    const leave = () => setFocused(undefined);
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && leave();
    canvas.addEventListener("focusin", onFocus);
    canvas.addEventListener("focusout", leave);
    canvas.addEventListener("pointerdown", leave);
    canvas.addEventListener("keydown", onKey, true);
    return () => {
      canvas.removeEventListener("focusin", onFocus);
      canvas.removeEventListener("focusout", leave);
      canvas.removeEventListener("pointerdown", leave);
      canvas.removeEventListener("keydown", onKey, true);
    };
  }, [frame]);
  return focused;
}
