import { useEffect, useRef } from "react";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import styles from "#adapters/flow/RenameField.module.css";

/** The title of a state while it is edited in place. Enter takes the text, Tab too and goes on to what is to be said next, Escape and leaving it unchanged do nothing. */
export function RenameField({ text }: { text: string }) {
  const { gestures, words } = useCanvas();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  /** What was typed, when it is another name. */
  const typed = (value: string) => (value.trim() === "" || value === text ? undefined : value.trim());
  return (
    <input
      ref={field}
      className={`${styles["rename"]} nodrag nopan`}
      defaultValue={text}
      aria-label={words.rename}
      onBlur={(event) => gestures()?.name({ type: "blur", text: typed(event.currentTarget.value) })}
      onKeyDown={(event) => {
        event.stopPropagation();
        // Enter that ends an input method's composition belongs to the input method
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter")
          gestures()?.name({ type: "enter", text: typed(event.currentTarget.value) });
        if (event.key === "Tab" && !event.shiftKey) {
          event.preventDefault();
          gestures()?.name({ type: "tab", text: typed(event.currentTarget.value) });
        }
        if (event.key === "Escape") gestures()?.name({ type: "escape" });
      }}
    />
  );
}
