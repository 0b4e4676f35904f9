import { Handle, type NodeProps, Position } from "@xyflow/react";
import { type CSSProperties, memo } from "react";
import { Chips } from "#adapters/flow/Chips.tsx";
import { arrowFlag, stateFlag } from "#adapters/flow/liveFlags.ts";
import { useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { RenameField } from "#adapters/flow/RenameField.tsx";
import { textRoom } from "#adapters/flow/textRoom.ts";
import type { StateFlowNode } from "#adapters/flow/flowGraph.ts";
import { HEADER_H, type Row } from "#core/layout/content.ts";
import { transitionId, type TransitionRef } from "#core/chart/places.ts";
import type { Item } from "#core/layout/scene.ts";
import styles from "#adapters/flow/canvas.module.css";

/** One state: title, id and clauses, then its lines. Compounds and parallel states hold their children below that. */
export const StateView = memo(function StateView({ data, width, height }: NodeProps<StateFlowNode>) {
  const { item } = data;
  const { gestures, names, words } = useCanvas();
  const flag = useOverlay((o) => stateFlag(o.live, item.id));
  const playing = useOverlay((o) => o.live !== undefined);
  const selected = useOverlay((o) => o.selectedState === item.id || o.alsoSelected.has(item.id));
  const renaming = useOverlay((o) => o.renaming === item.id);
  const dropInto = useOverlay((o) => o.dropInto === item.id);
  const pointedAt = useOverlay((o) => o.emphasis?.states.has(item.id) ?? false);
  const errors = useOverlay((o) => o.badges.get(item.id)?.errors ?? 0);
  const warnings = useOverlay((o) => o.badges.get(item.id)?.warnings ?? 0);
  const { content, shape } = item;
  const open = shape === "compound" || shape === "parallel";
  if (shape === "history")
    return (
      <div className={styles["history"]} data-selected={selected} data-live={flag}>
        {item.node.history === "deep" ? "H*" : "H"}
        <Ends />
      </div>
    );
  return (
    <div
      className={styles["state"]}
      data-shape={shape}
      data-root={item.id === "" ? (item.node.transitions.length > 0 ? "framed" : "plain") : undefined}
      data-bare={(!open && content.rows.length === 0) || undefined}
      data-region={item.region || undefined}
      data-between={
        (item.depth > 1 && item.node.children.some((child) => child.children.length > 0)) || undefined
      }
      data-live={flag}
      data-playing={playing || undefined}
      data-selected={selected || undefined}
      data-drop={dropInto || undefined}
      data-emphasis={pointedAt || undefined}
      data-problem={errors > 0 ? "error" : warnings > 0 ? "warning" : undefined}
      data-shared={item.node.origin === "shared" || undefined}
    >
      {flag === "active" ? <span className={styles["unseen"]}>{words.activeNow}</span> : null}
      <div className={`${styles["head"]} ${open ? "drag" : ""}`}>
        {item.node.children.length > 0 && item.id !== "" ? (
          <button
            type="button"
            tabIndex={-1}
            className={`${styles["fold"]} nodrag`}
            aria-label={item.folded ? words.unfold : words.fold}
            title={item.folded ? words.unfold : words.fold}
            onClick={(event) => {
              event.stopPropagation();
              gestures()?.toggleFold(item.id);
            }}
          >
            {item.folded ? "▸" : "▾"}
          </button>
        ) : null}
        {renaming ? (
          <RenameField
            id={item.id}
            text={names.showIds ? names.state(item.path, item.node.key) : item.node.key}
          />
        ) : (
          <span
            className={styles["title"]}
            {...(open
              ? {}
              : {
                  style: room(content.title, {
                    w: (width ?? content.size.w) - 18,
                    h: (height ?? content.size.h) - 10,
                  }),
                })}
            title={content.id ? `${content.title} · ${item.node.key}` : item.node.key}
          >
            {content.title}
          </span>
        )}
        {content.id && !renaming ? <span className={styles["key"]}>{content.id}</span> : null}
        <span className={styles["clauses"]}>
          {content.clauses.map((clause) => (
            <span key={clause} className={styles["clause"]} title={item.node.meta.clauses.join(" ")}>
              {clause}
            </span>
          ))}
        </span>
      </div>
      {content.rows.length > 0 ? (
        <div
          className={styles["rows"]}
          // its room stays, however near one looks
          style={open ? { height: content.head - HEADER_H } : undefined}
        >
          {content.rows.map((row, i) => (
            <StateRow key={i} row={row} item={item} />
          ))}
        </div>
      ) : null}
      {errors > 0 || warnings > 0 ? (
        <span
          className={styles["badge"]}
          role="img"
          aria-label={(errors > 0 ? words.errors : words.warnings).replace(
            "{count}",
            String(errors || warnings),
          )}
        >
          {errors || warnings}
        </span>
      ) : null}
      <Ends />
    </div>
  );
});

/** How large the title may be where one looks from far away. */
const room = (title: string, box: { w: number; h: number }): CSSProperties =>
  ({ "--room": `${textRoom(title, box, 1.15, "strong")}px` }) as CSSProperties;

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
  const pointedAt = useOverlay((o) => id !== undefined && (o.emphasis?.transitions.has(id) ?? false));
  if (id === undefined)
    return (
      <div className={styles["row"]}>
        <Chips chips={row.chips} />
      </div>
    );
  return (
    <div
      className={`${styles["row"]} ${styles["inner"]} nodrag`}
      data-transition={id}
      data-selected={selected || undefined}
      data-emphasis={pointedAt || undefined}
      data-live={flag || undefined}
      onClick={(event) => {
        event.stopPropagation();
        gestures()?.selectTransition(id);
      }}
    >
      <Chips chips={row.chips} />
    </div>
  );
}

/** Where transitions are drawn from. Lines follow their own routes; these are only to take hold of. */
function Ends() {
  const readOnly = useOverlay((o) => o.readOnly);
  return (
    <>
      <Handle
        type="target"
        id="in"
        position={Position.Left}
        isConnectable={!readOnly}
        className={styles["end"]}
      />
      <Handle
        type="source"
        id="out"
        position={Position.Right}
        isConnectable={!readOnly}
        className={styles["grip"]}
      />
    </>
  );
}
