import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { stateFlag, coveredState } from "#adapters/flow/liveFlags.ts";
import { RowBody } from "#adapters/flow/MapViews.tsx";
import { useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { RenameField } from "#adapters/flow/RenameField.tsx";
import type { StateFlowNode } from "#adapters/flow/flowGraph.ts";
import { BoxHead, MapHead } from "#adapters/flow/StateHead.tsx";
import { portOf } from "#core/layout/scene/ports.ts";
import { isFrame, type Item } from "#core/layout/scene/scene.ts";
import ends from "#adapters/flow/Ends.module.css";
import map from "#adapters/flow/MapViews.module.css";
import styles from "#adapters/flow/StateView.module.css";

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
    <Title item={item} />
  );
  const spoken = flag === "active" ? <span className={styles["unseen"]}>{words.activeNow}</span> : null;
  const badge =
    errors > 0 || warnings > 0 ? (
      <span
        className={styles[shape === "row" ? "unseen" : "badge"]}
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
      <div className={map["step"]} {...looks}>
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

function Title({ item: { id, node, content } }: { item: Item }) {
  return (
    <span
      className={styles["title"]}
      data-state-name={id}
      title={content.title === node.key ? node.key : `${content.title} · ${node.key}`}
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
}

const countOf = ({ content }: Item): string =>
  /\d+/.exec(content.marks.at(-1)?.text ?? content.rows[0]?.chips[0]?.text ?? "")?.[0] ?? "";

function holdsActive(active: ReadonlySet<string> | undefined, id: string): boolean {
  if (!active) return false;
  for (const activeId of active) if (activeId.startsWith(`${id}.`)) return true;
  return false;
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
        className={ends["end"]}
      />
      <Handle
        type="source"
        id="out"
        position={Position.Right}
        isConnectable={!readOnly}
        className={ends["grip"]}
      />
    </>
  );
}
