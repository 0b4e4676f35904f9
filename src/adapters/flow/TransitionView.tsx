import { EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { type CSSProperties, memo } from "react";
import { Chips } from "#adapters/flow/Chips.tsx";
import type { TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { arrowFlag } from "#adapters/flow/liveFlags.ts";
import { useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { textRoom } from "#adapters/flow/textRoom.ts";
import { pathText, tipOf } from "#core/layout/pathText.ts";
import { pathId, transitionId } from "#core/chart/places.ts";
import { fullRoute } from "#core/layout/picture.ts";
import type { Route } from "#core/layout/route.ts";
import type { Arrow } from "#core/layout/scene.ts";
import styles from "#adapters/flow/canvas.module.css";

/** One arrow with its label. A jump is a stub until one of its ends is selected or it was just taken. */
export const TransitionView = memo(function TransitionView({ data }: EdgeProps<TransitionFlowEdge>) {
  const { gestures, words } = useCanvas();
  const { arrow, route } = data as NonNullable<typeof data>;
  const id = transitionId(arrow.ref);
  const sourceId = pathId(arrow.ref.source);
  const selected = useOverlay((o) => o.selectedTransition === id);
  const near = useOverlay(
    (o) => o.selectedState !== undefined && (o.selectedState === arrow.from || o.selectedState === arrow.to),
  );
  const flag = useOverlay((o) => arrowFlag(o, id, sourceId, arrow.transition));
  const pointedAt = useOverlay((o) => o.emphasis?.transitions.has(id) ?? false);
  const readOnly = useOverlay((o) => o.readOnly);
  const whole = arrow.jump && (selected || near || flag === "taken" || pointedAt);
  const drawn: Route = whole && data?.picture ? fullRoute(data.picture, arrow) : route;
  const tip = tipOf(drawn.points);
  const d = pathText(drawn.points);
  const slot = arrow.transition.slot;
  const label = arrow.jump ? undefined : drawn.label;
  const looks = {
    "data-transition": id,
    "data-slot": slot,
    "data-live": flag || undefined,
    "data-selected": selected || undefined,
    "data-near": near || undefined,
    "data-emphasis": pointedAt || undefined,
    "data-jump": arrow.jump || undefined,
  };
  return (
    <>
      <g className={styles["arrow"]} {...looks}>
        <path className={styles["hit"]} d={d} />
        <path className={styles["line"]} d={d} />
        <path
          className={styles["tip"]}
          d="M0 0L-8 -4L-8 4z"
          transform={`translate(${tip.at.x} ${tip.at.y}) rotate(${tip.angle})`}
        />
      </g>
      {label || (selected && !readOnly) ? (
        <EdgeLabelRenderer>
          {label ? (
            <div
              className={`${styles["label"]} nodrag nopan`}
              aria-hidden="true"
              style={
                {
                  transform: `translate(${label.x}px, ${label.y}px)`,
                  width: label.w,
                  height: label.h,
                  "--room": room(arrow, label),
                } as CSSProperties
              }
              onClick={(event) => {
                event.stopPropagation();
                gestures()?.selectTransition(id);
              }}
              {...looks}
            >
              {arrow.label.rows.map((row, i) => (
                <div key={i} className={styles["labelRow"]}>
                  <Chips chips={row.chips} />
                </div>
              ))}
            </div>
          ) : null}
          {selected && !readOnly ? (
            <div
              className={`${styles["retarget"]} nodrag nopan`}
              title={words.retarget}
              style={{ transform: `translate(${tip.at.x - 8}px, ${tip.at.y - 8}px)` }}
              onPointerDown={(event) => gestures()?.startRetarget(arrow.id, event)}
            />
          ) : null}
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
});

/** How large the event may be, which is what is left of a label where one looks from far away. */
function room({ label }: Arrow, { w, h }: { readonly w: number; readonly h: number }): string {
  const chip = label.rows[0]?.chips.find(({ kind }) => kind === "event");
  const face = chip?.mono === true ? "mono" : "text";
  return `${textRoom(chip?.text ?? "", { w: w - 16, h: h - 4 }, 1.1, face)}px`;
}
