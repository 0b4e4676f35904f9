import type { ReactNode } from "react";
import { Chips } from "#adapters/flow/Chips.tsx";
import { arrowFlag, coveredFlag } from "#adapters/flow/liveFlags.ts";
import { HeadChips } from "#adapters/flow/MapViews.tsx";
import { Marks } from "#adapters/flow/MarkView.tsx";
import { useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { transitionId, type TransitionRef } from "#core/chart/places.ts";
import type { Row } from "#core/layout/content/chips.ts";
import { headerHeight } from "#core/layout/content/stateContent.ts";
import { isFrame, type Item } from "#core/layout/scene/scene.ts";
import entries from "#adapters/flow/entries.module.css";
import signs from "#adapters/flow/signs.module.css";
import styles from "#adapters/flow/StateHead.module.css";

/** The head of a card, a frame or a box on the map. */
export function MapHead({ item, title }: { item: Item; title: ReactNode }) {
  const { shape, node, content } = item;
  const sign = shape === "final" ? "final" : shape === "history" ? "history" : undefined;
  return (
    <div className={`${styles["mapHead"]} ${isFrame(item) ? "drag" : ""}`}>
      <div className={styles["mapTitle"]}>
        <Fold item={item} />
        {sign ? (
          <span className={signs["dot"]} data-kind={sign}>
            {sign === "history" ? (node.history === "deep" ? "H*" : "H") : null}
          </span>
        ) : null}
        {title}
        <span className={styles["marks"]}>
          <Marks marks={content.marks} />
        </span>
      </div>
      <HeadChips item={item} />
    </div>
  );
}

/** The head of a box at flow and full: title, id and clauses, then its lines. */
export function BoxHead({ item, title }: { item: Item; title: ReactNode }) {
  const { content, node } = item;
  const open = isFrame(item);
  return (
    <>
      <div
        className={`${styles["head"]} ${open ? "drag" : ""}`}
        data-bare={(!open && content.rows.length === 0) || undefined}
        style={content.titleLines ? { height: headerHeight(content) - 1 } : undefined}
      >
        <Fold item={item} />
        {item.shape === "final" || item.shape === "history" ? (
          <span className={signs["dot"]} data-kind={item.shape}>
            {item.shape === "history" ? (node.history === "deep" ? "H*" : "H") : null}
          </span>
        ) : null}
        {title}
        {content.id ? <span className={styles["key"]}>{content.id}</span> : null}
        <Marks marks={content.marks} />
        <span className={styles["clauses"]}>
          {content.clauses.map((clause) => (
            <span key={clause} className={styles["clause"]} title={node.meta.clauses.join(" ")}>
              {clause}
            </span>
          ))}
        </span>
      </div>
      {content.rows.length > 0 ? (
        <div
          className={styles["rows"]}
          // its room stays
          style={open ? { height: content.head - headerHeight(content) } : undefined}
        >
          {content.rows.map((row, i) => (
            <StateRow key={i} row={row} item={item} />
          ))}
        </div>
      ) : null}
    </>
  );
}

function Fold({ item }: { item: Item }) {
  const { gestures, words } = useCanvas();
  if (item.node.children.length === 0 || item.parent === undefined) return null;
  const label = item.folded ? words.unfold : words.fold;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles["fold"]} nodrag`}
      aria-label={label}
      title={label}
      data-aside
      onClick={(event) => {
        event.stopPropagation();
        gestures()?.toggleFold(item.id);
      }}
    >
      {item.folded ? "▸" : "▾"}
    </button>
  );
}

/** A line of a state; when it tells of a transition it can be selected like an arrow. */
function StateRow({ row, item }: { row: Row; item: Item }) {
  const { gestures } = useCanvas();
  const t = row.transition;
  const ref: TransitionRef | undefined = t && {
    source: item.path,
    slot: t.slot,
    ...(t.event === undefined ? {} : { event: t.event }),
    index: t.index,
  };
  const id = ref ? transitionId(ref) : undefined;
  const selected = useOverlay((o) => id !== undefined && o.selectedTransition === id);
  const flag = useOverlay((o) => (id !== undefined && t ? arrowFlag(o, id, item.id, t) : ""));
  const covered = useOverlay((o) => (id === undefined ? "" : coveredFlag(o.live, [id])));
  const pointedAt = useOverlay((o) => id !== undefined && (o.emphasis?.transitions.has(id) ?? false));
  const breaks = useOverlay((o) => id !== undefined && (o.live?.breaks?.has(id) ?? false));
  if (id === undefined)
    return (
      <div className={styles["row"]}>
        <Chips chips={row.chips} />
      </div>
    );
  return (
    <div
      className={`${styles["row"]} ${entries["inner"]} nodrag`}
      data-transition={id}
      data-selected={selected || undefined}
      data-emphasis={pointedAt || undefined}
      data-live={flag || undefined}
      data-break={breaks || undefined}
      data-covered={covered || undefined}
      onClick={(event) => {
        event.stopPropagation();
        gestures()?.selectTransition(id);
      }}
    >
      <Chips chips={row.chips} />
    </div>
  );
}
