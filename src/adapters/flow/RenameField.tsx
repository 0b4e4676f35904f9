import { useEffect, useRef } from "react";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import styles from "#adapters/flow/canvas.module.css";

/** The title of a state while it is edited in place. Enter takes the text, Escape and leaving it unchanged do nothing. */
export function RenameField({ id, text }: { id: string; text: string }) {
  const { gestures, words } = useCanvas();
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (value: string | undefined) => {
    if (ended.current) return;
    ended.current = true;
    gestures()?.endRename(
      id,
      value === undefined || value.trim() === "" || value === text ? undefined : value.trim(),
    );
  };
  return (
    <input
      ref={field}
      className={`${styles["rename"]} nodrag nopan`}
      defaultValue={text}
      aria-label={words.rename}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        // Enter that ends an input method's composition belongs to the input method
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") end(event.currentTarget.value);
        if (event.key === "Escape") end(undefined);
      }}
    />
  );
}
