import { useReactFlow, useStore } from "@xyflow/react";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import type { StatePath } from "#core/chart/chart.ts";
import { type Level, LEVELS } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import { useLateViews } from "#adapters/flow/useLateViews.ts";
import type { Picture } from "#core/layout/picture.ts";
import styles from "#adapters/flow/CanvasControls.module.css";

/** Zoom, fit, fold and tidy-up, at the lower left of the canvas. */
export function CanvasControls(props: {
  words: ControlWords;
  fit: () => void;
  allFolded: boolean;
  onFoldAll: (() => void) | undefined;
  onTidyUp: (() => void) | undefined;
  level: Level;
  onLevel: (level: Level) => void;
  overview: boolean;
  onOverview: () => void;
  picture: Picture;
}) {
  const { words } = props;
  const [legend, setLegend] = useState(legendWasOpen);
  const [turned, setTurned] = useState(false);
  const turnLegend = () => {
    setTurned(true);
    storeLegend(!legend);
    setLegend(!legend);
  };
  // A first picture has room for a legend that was open before. One that is opened lies over the picture, which stays as it is.
  const makeRoom = useEffectEvent(() => props.fit());
  const late = useLateViews(legend);
  const hasLegend = late !== undefined && legend && props.picture.scene.items.size > 1;
  useLayoutEffect(() => {
    if (hasLegend && !turned) makeRoom();
  }, [hasLegend, turned]);
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const percent = useStore((s) => Math.round(s.transform[2] * 100));
  const levelWords = levelNames(words);
  return (
    <>
      {legend && late ? <late.Legend picture={props.picture} words={words} free={turned} /> : null}
      <div className={styles["controls"]} role="toolbar" aria-label={words.canvas} data-aside>
        <span className={styles["levels"]} role="group" aria-label={words.level}>
          {LEVELS.map((level) => (
            <button
              key={level}
              type="button"
              aria-pressed={props.level === level}
              onClick={() => props.onLevel(level)}
            >
              {levelWords[level]}
            </button>
          ))}
        </span>
        <button
          type="button"
          onClick={() => void zoomOut({ duration: 120 })}
          aria-label={words.zoomOut}
          title={words.zoomOut}
        >
          −
        </button>
        <button
          type="button"
          className={styles["percent"]}
          onClick={() => void zoomTo(1, { duration: 160 })}
          title="100 %"
        >
          {percent} %
        </button>
        <button
          type="button"
          onClick={() => void zoomIn({ duration: 120 })}
          aria-label={words.zoomIn}
          title={words.zoomIn}
        >
          +
        </button>
        <button type="button" onClick={props.fit}>
          {words.fit}
        </button>
        {props.onFoldAll ? (
          <button type="button" onClick={props.onFoldAll}>
            {props.allFolded ? words.unfoldAll : words.foldAll}
          </button>
        ) : null}
        {props.onTidyUp ? (
          <button type="button" onClick={props.onTidyUp}>
            {words.tidyUp}
          </button>
        ) : null}
        <button type="button" aria-pressed={legend} onClick={turnLegend} data-wide>
          {words.legend}
        </button>
        <button type="button" aria-pressed={props.overview} onClick={props.onOverview} data-wide>
          {words.overview}
        </button>
      </div>
    </>
  );
}

/** What the levels are called. */
export const levelNames = (words: ControlWords): Readonly<Record<Level, string>> => ({
  map: words.levelMap,
  flow: words.levelFlow,
  full: words.levelFull,
});

/** Where the selection stands, outermost first; each part selects its state. */
export function PathBar(props: {
  path: StatePath;
  keyAt: (path: StatePath) => string;
  names: ChartNames;
  label: string;
  /** The whole machine, where one looks at a part of it. */
  whole: string | undefined;
  onWhole: () => void;
  onSelect: (path: StatePath) => void;
  /** The text about the page behind its name. */
  remark: string | undefined;
}) {
  return (
    <nav className={styles["pathBar"]} aria-label={props.label} data-aside>
      {props.whole === undefined ? null : (
        <button type="button" onClick={props.onWhole}>
          {props.whole}
        </button>
      )}
      {props.path.map((_, i) => {
        const path = props.path.slice(0, i + 1);
        return (
          <button
            key={path.join(".")}
            type="button"
            aria-current={i === props.path.length - 1 || undefined}
            onClick={() => props.onSelect(path)}
          >
            {props.names.state(path, props.keyAt(path))}
          </button>
        );
      })}
      {props.remark === undefined ? null : <small>{props.remark}</small>}
    </nav>
  );
}

const LEGEND_STORAGE_KEY = "turnwright.legend";

/** Whether this person had the legend open. */
function legendWasOpen(): boolean {
  try {
    return localStorage.getItem(LEGEND_STORAGE_KEY) === "open";
  } catch {
    return false;
  }
}

function storeLegend(open: boolean): void {
  try {
    localStorage.setItem(LEGEND_STORAGE_KEY, open ? "open" : "closed");
  } catch {
    /* private mode: it lasts for this page */
  }
}
