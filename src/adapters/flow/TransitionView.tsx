import { EdgeLabelRenderer, type EdgeProps, useReactFlow } from "@xyflow/react";
import { memo } from "react";
import { Chips } from "#adapters/flow/Chips.tsx";
import type { TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { type ArrowFlag, arrowFlag, coveredFlag } from "#adapters/flow/liveFlags.ts";
import { type Overlay, useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { useLateViews } from "#adapters/flow/useLateViews.ts";
import { usePointed } from "#adapters/flow/usePointed.ts";
import { isLineOf } from "#adapters/flow/isLineOf.ts";
import { Ways } from "#adapters/flow/Ways.tsx";
import type { Point } from "#core/layout/geometry.ts";
import { pathText, tipOf } from "#core/layout/pathText.ts";
import { pathId, pathOf } from "#core/chart/places.ts";
import { FORK_R, type Route } from "#core/layout/picture.ts";
import type { Arrow } from "#core/layout/scene/scene.ts";
import styles from "#adapters/flow/TransitionView.module.css";

const FLAGS: readonly ArrowFlag[] = ["taken", "can", "cannot"];

/** How the transitions of an arrow stand in a play: the strongest of what they say. */
function flagOf(overlay: Overlay, { parts }: Arrow): ArrowFlag {
  if (!overlay.live) return "";
  const flags = parts.map((part) => arrowFlag(overlay, part.id, pathId(part.ref.source), part.transition));
  return FLAGS.find((flag) => flags.includes(flag)) ?? "";
}

/** Where a list stands while no pointer is there: below the words of the line, or at its middle. */
function besideLine({ label, points }: Route): Point {
  if (label) return { x: label.x, y: label.y + label.h };
  return points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
}

/** The middle of the longest stretch of a line. */
function middleOf(points: readonly Point[]): Point {
  const stretches = points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    const at = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return { at, length: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  return stretches.reduce((a, b) => (b.length > a.length ? b : a), { at: { x: 0, y: 0 }, length: -1 }).at;
}

const partsOf = (arrow: Arrow): string[] => arrow.parts.map(({ id }) => id);

/** Before the head of what leaves its state and enters it again. */
const ReenterBar = ({ at, angle }: ReturnType<typeof tipOf>) => (
  <path className={styles["bar"]} d="M-11 -6V6" transform={`translate(${at.x} ${at.y}) rotate(${angle})`} />
);

const Tip = ({ tip: { at, angle }, isLarge }: { tip: ReturnType<typeof tipOf>; isLarge: boolean }) => (
  <path
    className={styles["tip"]}
    d={isLarge ? "M0 0L-8 -4L-8 4z" : "M0 0L-6 -3L-6 3z"}
    transform={`translate(${at.x} ${at.y}) rotate(${angle})`}
  />
);

const LabelRows = ({ rows }: { rows: Arrow["label"]["rows"] }) =>
  rows.map((row, i) => (
    <div key={i} className={styles["labelRow"]}>
      <Chips chips={row.chips} />
    </div>
  ));

/** Where the branches of one transition part. */
const ForkDot = ({ at }: { at: Point | undefined }) =>
  at ? <circle className={styles["tip"]} data-fork cx={at.x} cy={at.y} r={FORK_R} /> : null;

/** Takes hold of the head of an arrow, to lead it elsewhere. */
function RetargetGrip({ id, at }: { id: string; at: Point }) {
  const { gestures, words } = useCanvas();
  return (
    <div
      className={`${styles["retarget"]} nodrag nopan`}
      title={words.retarget}
      style={{ transform: `translate(${at.x - 8}px, ${at.y - 8}px)` }}
      onPointerDown={(event) => gestures()?.startRetarget(id, event)}
    />
  );
}

/** Whether it belongs to what is looked at. */
function isNear({ entry, selectedState, hovered }: Overlay, arrow: Arrow): boolean {
  if (entry) return arrow.parts.some(({ id }) => entry.transitions.has(id));
  const at = selectedState ?? hovered;
  return at !== undefined && isLineOf(at, arrow);
}

/** One arrow with its label. A named jump has a line only while one of its ends is looked at, or when it was just taken. */
export const TransitionView = memo(function TransitionView({ data }: EdgeProps<TransitionFlowEdge>) {
  const { gestures } = useCanvas();
  const { screenToFlowPosition } = useReactFlow();
  const { pointed, point, leave } = usePointed<Point>();
  const { arrow, route, picture, bundle, loop } = data as NonNullable<typeof data>;
  const first = arrow.parts[0]?.id ?? arrow.id;
  const selected = useOverlay((o) => arrow.parts.some((part) => o.selectedTransition === part.id));
  const near = useOverlay((o) => isNear(o, arrow));
  const flag = useOverlay((o) => flagOf(o, arrow));
  const covered = useOverlay((o) => coveredFlag(o.live, partsOf(arrow)));
  const pointedAt = useOverlay((o) =>
    arrow.parts.some((part) => o.emphasis?.transitions.has(part.id) ?? false),
  );
  const breaks = useOverlay((o) => arrow.parts.some((part) => o.live?.breaks?.has(part.id) ?? false));
  const readOnly = useOverlay((o) => o.readOnly);
  const isVisible = route !== undefined || selected || near || flag === "taken" || pointedAt || breaks;
  const late = useLateViews(isVisible && route === undefined);
  if (!isVisible) return null;
  const drawn: Route | undefined = route ?? (picture ? late?.fullRoute(picture, arrow) : undefined);
  if (!drawn || drawn.points.length < 2) return null;
  const tip = tipOf(drawn.points);
  const d = pathText(drawn.points);
  const { label, words: { rows } = arrow.label } = drawn;
  const middle = middleOf(drawn.points);
  const looks = {
    "data-transition": first,
    "data-slot": arrow.transition.slot,
    "data-role": arrow.role,
    "data-live": flag || undefined,
    "data-covered": covered || undefined,
    "data-selected": selected || undefined,
    "data-near": near || undefined,
    "data-emphasis": pointedAt || undefined,
    "data-loop": loop || undefined,
    "data-via": arrow.via === undefined ? undefined : true,
  };
  return (
    <>
      <g
        className={styles["arrow"]}
        // what is drawn while one looks at a state comes and goes under the pointer, over names of others
        data-passing={!(route || selected) || undefined}
        data-line={route ? arrow.id : undefined}
        data-from={arrow.from}
        data-to={arrow.to}
        data-bundle={bundle}
        {...looks}
      >
        {loop ? <path className={styles["halo"]} d={d} /> : null}
        <path className={styles["line"]} d={d} />
        {route || selected ? (
          <path
            className={styles["hit"]}
            d={d}
            onMouseEnter={({ clientX: x, clientY: y }) => point(screenToFlowPosition({ x, y }))}
            onMouseLeave={leave}
          />
        ) : null}
        <Tip tip={tip} isLarge={arrow.role === "line" || arrow.role === "far"} />
        <ForkDot at={drawn.fork} />
        {breaks ? <circle className={styles["breakDot"]} cx={middle.x} cy={middle.y} r={5} /> : null}
        {arrow.transition.reenter ? <ReenterBar {...tip} /> : null}
      </g>
      {pointed || selected ? (
        <Ways
          of={arrow.parts.map((part) => ({ ...part, path: part.ref.source }))}
          drawn={pathOf(arrow.from)}
          place={{ arrow, at: pointed ?? besideLine(drawn) }}
        />
      ) : null}
      {label || (selected && !readOnly) ? (
        <EdgeLabelRenderer>
          {label ? (
            <div
              className={`${styles["label"]} nodrag nopan`}
              aria-hidden="true"
              data-label-of={arrow.id}
              data-words={rows[0]?.chips[0]?.kind === "word" || undefined}
              style={{
                transform: `translate(${label.x}px, ${label.y}px)`,
                width: label.w,
                height: label.h,
              }}
              onClick={(event) => {
                event.stopPropagation();
                gestures()?.selectTransition(first);
              }}
              onMouseEnter={() => point({ x: label.x, y: label.y + label.h })}
              onMouseLeave={leave}
              {...looks}
            >
              <LabelRows rows={rows} />
            </div>
          ) : null}
          {selected && !readOnly ? <RetargetGrip id={arrow.id} at={tip.at} /> : null}
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
});
