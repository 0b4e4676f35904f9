import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import type { CanvasHandle, ChartCanvasProps, Look } from "#adapters/flow/canvasProps.ts";
import { ChartCanvas } from "#adapters/flow/ChartCanvas.tsx";
import { pathOf } from "#core/chart/places.ts";
import css from "#app/views/inspect/InspectPage.module.css";

/** What a person does on the chart: from then on they look at it as they like, until it is fitted again. */
const ACTS = ["pointerdown", "wheel", "keydown"] as const;
/** How long a pane keeps its size before the chart is fitted to it, in ms. */
const FIT_DELAY_MS = 120;

/**
 * A chart that follows its props: another chart or other names are fitted again, as is another size of the pane, until the
 * person has moved the view. The state that is active is brought into view each time.
 */
export function FollowedChart({
  ref,
  active,
  ...props
}: Omit<ChartCanvasProps, "look" | "onLook" | "onView"> & {
  /** Path id of the innermost active state. */
  readonly active: string | undefined;
  ref?: Ref<CanvasHandle>;
}) {
  const { chart, names } = props;
  const canvas = useRef<CanvasHandle>(null);
  useImperativeHandle(ref, () => canvas.current as CanvasHandle, []);
  const frame = useRef<HTMLDivElement>(null);
  const isTheirs = useRef(false);
  const [look, setLook] = useState<Look>();

  const shown = useRef({ chart, names });
  const fit = () => {
    if (!isTheirs.current) canvas.current?.fit();
  };
  useEffect(() => {
    if (shown.current.chart === chart && shown.current.names === names) return;
    shown.current = { chart, names };
    fit();
  }, [chart, names]);
  const onSize = useEffectEvent(fit);
  useEffect(() => {
    const pane = frame.current;
    if (!pane) return undefined;
    const act = () => (isTheirs.current = true);
    for (const eventName of ACTS) pane.addEventListener(eventName, act, { capture: true, passive: true });
    let rest: ReturnType<typeof setTimeout> | undefined;
    let size = `${pane.clientWidth} ${pane.clientHeight}`;
    const observer = new ResizeObserver(() => {
      const next = `${pane.clientWidth} ${pane.clientHeight}`;
      if (next === size) return;
      size = next;
      clearTimeout(rest);
      rest = setTimeout(onSize, FIT_DELAY_MS);
    });
    observer.observe(pane);
    return () => {
      for (const eventName of ACTS) pane.removeEventListener(eventName, act, true);
      observer.disconnect();
      clearTimeout(rest);
    };
  }, []);
  // After each fitting too: what is shown first is where the game starts when the whole has no room.
  useEffect(() => {
    if (active !== undefined) canvas.current?.reveal(pathOf(active));
  }, [active, chart, look]);

  return (
    <div className={css.chart} ref={frame}>
      <ChartCanvas
        {...props}
        ref={canvas}
        look={look}
        onLook={setLook}
        onView={(at) => {
          if (at === undefined) isTheirs.current = false;
        }}
      />
    </div>
  );
}
