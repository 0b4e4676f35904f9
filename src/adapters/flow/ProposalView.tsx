import { ViewportPortal } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import type { Proposed } from "#adapters/flow/proposedOf.ts";
import type { useProposing } from "#adapters/flow/useProposing.ts";
import styles from "#adapters/flow/ProposalView.module.css";

/** Where states would stand, in outline. Stands in the picture. */
export function Ghosts({ proposed }: { proposed: Proposed | undefined }) {
  if (!proposed) return null;
  return (
    <ViewportPortal>
      {proposed.ghosts.map(({ id, box }) => (
        <div
          key={id}
          className={styles["ghost"]}
          data-ghost={id}
          data-aside
          aria-hidden="true"
          style={{ transform: `translate(${box.x}px, ${box.y}px)`, width: box.w, height: box.h }}
        />
      ))}
    </ViewportPortal>
  );
}

/** Asks whether it shall be so. Enter takes it, Escape does not. */
export function ProposalBar({
  proposing,
  words,
}: {
  proposing: ReturnType<typeof useProposing>;
  words: ControlWords;
}) {
  const { proposed, apply, cancel } = proposing;
  const first = useRef<HTMLButtonElement>(null);
  const isShown = proposed !== undefined;
  useEffect(() => {
    if (isShown) first.current?.focus({ preventScroll: true });
  }, [isShown]);
  if (!proposed) return null;
  const text = words.proposed
    .replace("{count}", String(proposed.ghosts.length))
    .replace("{lines}", String(proposed.lines));
  return (
    <div
      className={styles["proposal"]}
      role="group"
      aria-label={text}
      data-aside
      data-proposal
      onKeyDown={(event) => {
        const isOwnButton = event.target === first.current && event.key === "Enter";
        if (event.key === "Escape") cancel();
        else if (isOwnButton) apply();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <span role="status">{text}</span>
      <button ref={first} type="button" className={styles["primary"]} onClick={apply}>
        {words.apply} <kbd aria-hidden="true">Enter</kbd>
      </button>
      <button type="button" onClick={cancel}>
        {words.cancel} <kbd aria-hidden="true">Esc</kbd>
      </button>
    </div>
  );
}
