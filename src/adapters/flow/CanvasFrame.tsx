import { useStore } from "@xyflow/react";
import type { CSSProperties, KeyboardEvent, ReactNode, Ref } from "react";
import type { useMarquee } from "#adapters/flow/useMarquee.ts";
import styles from "#adapters/flow/CanvasFrame.module.css";

/**
 * The canvas' outer element. Tells the style sheet how near one looks: from farther away fewer words are drawn, and larger (`--k`).
 * Its children are not rendered again when the zoom changes.
 */
export function CanvasFrame({
  ref,
  label,
  lang,
  stale,
  leading,
  onKeyDown,
  marquee,
  onPointerMove,
  children,
}: {
  ref: Ref<HTMLDivElement>;
  label: string;
  lang: string | undefined;
  stale: boolean | undefined;
  /** The end of a transition is held. */
  leading: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  marquee: Pick<ReturnType<typeof useMarquee>, "start" | "still">;
  onPointerMove: () => void;
  children: ReactNode;
}) {
  const zoom = useStore((s) => Math.round(s.transform[2] * 25) / 25);
  const larger = Math.round(Math.min(6, Math.max(1, 0.8 / Math.max(zoom, 0.05))) * 100) / 100;
  return (
    <div
      ref={ref}
      className={styles["canvas"]}
      style={{ "--k": larger } as CSSProperties}
      data-canvas
      data-stale={stale || undefined}
      data-leading={leading || undefined}
      lang={lang}
      tabIndex={0}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerMoveCapture={onPointerMove}
      onPointerDownCapture={marquee.start}
      onMouseDownCapture={marquee.still}
      onClickCapture={marquee.still}
    >
      {children}
    </div>
  );
}
