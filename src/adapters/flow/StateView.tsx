import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo, type ReactNode } from "react";
import { Chips } from "#adapters/flow/Chips.tsx";
import { arrowFlag, stateFlag, coveredFlag, coveredState } from "#adapters/flow/liveFlags.ts";
import { HeadChips, RowBody } from "#adapters/flow/MapViews.tsx";
import { Marks } from "#adapters/flow/MarkView.tsx";
import { useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { RenameField } from "#adapters/flow/RenameField.tsx";
import type { StateFlowNode } from "#adapters/flow/flowGraph.ts";
import type { Row } from "#core/layout/content/chips.ts";
import { headerHeight } from "#core/layout/content/stateContent.ts";
import { transitionId, type TransitionRef } from "#core/chart/places.ts";
import { portOf } from "#core/layout/scene/ports.ts";
import { isFrame, type Item } from "#core/layout/scene/scene.ts";
import styles from "#adapters/flow/canvas.module.css";

/** One state: a row of a card, a card, a box, or a frame around others. */
export const StateView = memo(function StateView({ data }: NodeProps<StateFlowNode>) {
  const { item, starts } = data;
  const { names, words } = useCanvas();
  const flag = useOverlay((o) => stateFlag(o.live, item.id));
  const covered = useOverlay((o) => coveredState(o.live, item.id, item.folded));
  // What is closed, or shown as a card, tells that it holds where the game stands.
  const holds = useOverlay((o) => item.folded && holdsActive(o.live?.active, item.id));
  const playing = useOverlay((o) => o.live !== undefined);
  const breaks = useOverlay((o) => o.live?.breaks?.has(item.id) ?? false);
  const selected = useOverlay((o) => o.selectedState === item.id || o.alsoSelected.has(item.id));
  const renaming = useOverlay((o) => o.renaming === item.id);
  const dropInto = useOverlay((o) => o.dropInto === item.id);
  const pointedAt = useOverlay(
    (o) => o.emphasis?.states.has(item.id) || o.entry?.targets.has(item.id) || false,
  );
  const errors = useOverlay((o) => o.badges.get(item.id)?.errors ?? 0);
  const warnings = useOverlay((o) => o.badges.get(item.id)?.warnings ?? 0);
  const { content, shape } = item;
  const looks = {
    "data-shape": shape,
    "data-level": item.level,
    "data-root": item.parent === undefined || undefined,
    "data-region": item.region || undefined,
    "data-called": item.called || undefined,
    "data-apart": item.apart,
    "data-folded": item.folded || undefined,
    "data-live": holds ? "holds" : flag || undefined,
    "data-covered": covered || undefined,
    "data-playing": playing || undefined,
    "data-break": breaks || undefined,
    "data-selected": selected || undefined,
    "data-drop": dropInto || undefined,
    "data-emphasis": pointedAt || undefined,
    "data-waits": content.marks.some((mark) => mark.kind === "asks") || undefined,
    "data-problem": errors > 0 ? "error" : warnings > 0 ? "warning" : undefined,
    "data-shared": item.node.origin === "shared" || undefined,
    ...(isFrame(item) ? { "data-frame": item.id } : { "data-state": item.id }),
    ...(item.folded ? { "data-fold": item.id, "data-count": countOf(item) } : {}),
  };
  const title = renaming ? (
    <RenameField text={names.showIds ? names.state(item.path, item.node.key) : item.node.key} />
  ) : (
    <span
      className={styles["title"]}
      data-state-name={item.id}
      title={content.title === item.node.key ? item.node.key : `${content.title} · ${item.node.key}`}
    >
      {content.titleLines
        ? content.titleLines.map((line) => (
            <span key={line} className={styles["titleLine"]}>
              {line}
            </span>
          ))
        : content.title}
    </span>
  );
  const spoken = flag === "active" ? <span className={styles["unseen"]}>{words.activeNow}</span> : null;
  const badge =
    errors > 0 || warnings > 0 ? (
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
    ) : null;
  if (shape === "row")
    return (
      <div className={styles["step"]} {...looks}>
        {spoken}
        <RowBody item={item} title={title} starts={starts} />
        {badge}
        <Ends />
      </div>
    );
  if (shape === "port")
    return (
      <div className={styles["port"]} {...looks}>
        {portOf(item.id)?.way === "from" ? "→ " : ""}
        {content.title}
        {portOf(item.id)?.way === "to" ? " →" : ""}
        <Ends />
      </div>
    );
  return (
    <div className={styles["state"]} {...looks}>
      {spoken}
      {item.parent === undefined && item.id === "" && content.rows.length === 0 ? null : item.level ===
        "map" ? (
        <MapHead item={item} title={title} />
      ) : (
        <BoxHead item={item} title={title} />
      )}
      {badge}
      <Ends />
    </div>
  );
});

const countOf = ({ content }: Item): string =>
  /\d+/.exec(content.marks.at(-1)?.text ?? content.rows[0]?.chips[0]?.text ?? "")?.[0] ?? "";

function holdsActive(active: ReadonlySet<string> | undefined, id: string): boolean {
  if (!active) return false;
  for (const activeId of active) if (activeId.startsWith(`${id}.`)) return true;
  return false;
}

/** The head of a card, a frame or a box on the map. */
function MapHead({ item, title }: { item: Item; title: ReactNode }) {
  const { shape, node, content } = item;
  const sign = shape === "final" ? "final" : shape === "history" ? "history" : undefined;
  return (
    <div className={`${styles["mapHead"]} ${isFrame(item) ? "drag" : ""}`}>
      <div className={styles["mapTitle"]}>
        <Fold item={item} />
        {sign ? (
          <span className={styles["dot"]} data-kind={sign}>
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
function BoxHead({ item, title }: { item: Item; title: ReactNode }) {
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
          <span className={styles["dot"]} data-kind={item.shape}>
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
      className={`${styles["row"]} ${styles["inner"]} nodrag`}
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
