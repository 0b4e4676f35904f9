import { useReactFlow, useStore } from "@xyflow/react";
import { type ReactNode, type SVGProps, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import { leastCovering } from "#adapters/flow/leastCovered.ts";
import type { Rect } from "#core/layout/geometry.ts";
import { iconOf } from "#core/layout/icons.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Sign } from "#core/layout/scene/signNames.ts";
import { signsOf } from "#core/layout/scene/signs.ts";
import { wordPlaces } from "#core/layout/wordPlaces.ts";
import styles from "#adapters/flow/Legend.module.css";
import signs from "#adapters/flow/signs.module.css";

/** In the colour that it has in the picture. */
const icon = (kind: string, who?: string): ReactNode => (
  <span className={signs["mark"]} data-mark={kind}>
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path fillRule="evenodd" d={iconOf(who === undefined ? { kind } : { kind, who })} />
    </svg>
  </span>
);
const line = (d: string, stroke: string, more: SVGProps<SVGPathElement> = {}, w = 14): ReactNode => (
  <svg viewBox={`0 0 ${w} 12`} width={w} height="12" aria-hidden="true" fill="none" stroke={stroke}>
    <path d={d} {...more} />
  </svg>
);
/** The width of a symbol in pixels, as drawn in the list. */
const SYMBOL_WIDTH_PX = 24;

const text = (sign: string, title = sign): ReactNode => (
  <span className={styles["legendText"]} data-sign-text={title}>
    {sign}
  </span>
);
const dot = (kind: string, inside?: string): ReactNode => (
  <span className={styles["legendDot"]}>
    <span className={signs["dot"]} data-kind={kind}>
      {inside}
    </span>
  </span>
);

const PICTURES: Readonly<Record<Sign, ReactNode>> = {
  start: dot("start"),
  next: line("M7 0V11M4.5 7.500L7 11L9.500 7.500", "var(--ink-2)"),
  apart: <span className={styles["legendApart"]} data-apart />,
  arc: line("M1 2H10V10H2M5 7.500L2 10L5 12", "var(--arc)"),
  fork: (
    <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" fill="none" stroke="var(--ink-2)">
      <path d="M0 6H6M6 6V2H13M6 6V10H13" />
      <circle cx="6" cy="6" r="2.500" fill="var(--ink-2)" stroke="none" data-fork />
    </svg>
  ),
  leaves: <span className={styles["legendLeaves"]}>→</span>,
  aim: text("→"),
  stays: icon("stays"),
  again: text("↺"),
  more: text("+5"),
  "asks-turnPlayer": icon("asks", "turnPlayer"),
  "asks-opponent": icon("asks", "opponent"),
  "asks-anyone": icon("asks", "anyone"),
  "asks-everyone": icon("asks", "everyone"),
  "asks-context": icon("asks", "context"),
  "asks-chance": icon("asks", "chance"),
  "asks-table": icon("asks", "table"),
  calls: (
    <>
      {icon("calls")} {text("⟳")}
    </>
  ),
  letter: <span className={signs["letter"]}>A</span>,
  called: (
    <span className={styles["legendCalled"]} data-called>
      {icon("calls")}
    </span>
  ),
  via: (
    <span data-via>
      {line(
        "M2 6H22",
        "var(--ink-2)",
        { strokeWidth: 2, strokeDasharray: "0.1 3.4", strokeLinecap: "round" },
        SYMBOL_WIDTH_PX,
      )}
    </span>
  ),
  loop: (
    <span className={styles["legendLoop"]} data-loop>
      {line("M0 6H24", "var(--accent)", { strokeWidth: 2 }, SYMBOL_WIDTH_PX)}
    </span>
  ),
  lit: line("M0 6H24", "var(--accent)", { strokeWidth: 2.4 }, SYMBOL_WIDTH_PX),
  after: (
    <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" fill="none" stroke="var(--ink-2)">
      <path d="M0 6H14" strokeDasharray="4 2" data-slot="after" />
    </svg>
  ),
  done: (
    <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" fill="none" stroke="var(--ink-2)">
      <path d="M0 6H14" strokeWidth="2.400" data-slot="onDone" />
    </svg>
  ),
  failed: <span data-slot="invoke.onError">{line("M0 6H14", "var(--stop)")}</span>,
  reenter: (
    <svg viewBox="0 0 24 12" width={SYMBOL_WIDTH_PX} height="12" aria-hidden="true" data-reenter>
      <path d="M0 6H15" stroke="var(--edge)" strokeWidth="1.5" />
      <path d="M23 6L15 2V10z" fill="var(--edge)" />
      <path d="M12 0V12" stroke="var(--ink-2)" strokeWidth="2.4" />
    </svg>
  ),
  either: text("A / B"),
  times: text("×2"),
  port: text("→ ▯ →", "→"),
  closed: (
    <>
      {text("▸")} {icon("ways")}
    </>
  ),
  ends: icon("ends"),
  final: dot("final"),
  history: dot("history", "H"),
  historyDeep: dot("history", "H*"),
  order: text("1"),
  not: text("¬"),
  and: text("∧"),
  or: text("∨"),
  actions: text("▸ 2", "▸"),
  entry: text("▸"),
  exit: text("◂"),
  invoke: text("⚙"),
  tag: text("#"),
  note: icon("note"),
};

/** Where it may stand, the best first. */
const SIDES = ["bottom", "right", "left", "top"] as const;

/**
 * What the signs mean that occur in the present picture. It lies over the picture, which stays as it is: what one wants to know of was
 * seen there.
 * @param free whether it stands where it covers least; else below the picture, which was fitted to the room above it
 */
export function Legend({ picture, words, free }: { picture: Picture; words: ControlWords; free: boolean }) {
  const signs = signsOf(picture);
  const flow = useReactFlow();
  const list = useRef<HTMLUListElement>(null);
  const [width, height] = [useStore((s) => s.width), useStore((s) => s.height)];
  const settle = useEffectEvent(() => {
    const legend = list.current;
    const frame = legend?.closest("[data-canvas]");
    if (!legend || !frame) return;
    const { x, y, zoom } = flow.getViewport();
    const drawn = wordPlaces(picture).map((wordPlace) => ({
      x: wordPlace.x * zoom + x,
      y: wordPlace.y * zoom + y,
      w: wordPlace.w * zoom,
      h: wordPlace.h * zoom,
    }));
    const { left, top } = frame.getBoundingClientRect();
    const inFrame = (element: Element): Rect => {
      const box = element.getBoundingClientRect();
      return { x: box.left - left, y: box.top - top, w: box.width, h: box.height };
    };
    const tools = [...frame.querySelectorAll("nav[data-aside], [role=toolbar], .react-flow__panel")].map(
      inFrame,
    );
    const places = (free ? SIDES : SIDES.slice(0, 1)).map((side) => {
      legend.dataset["side"] = side;
      return { side, at: inFrame(legend) };
    });
    const best = leastCovering(
      places.map(({ at }) => at),
      [...drawn, ...tools],
    );
    legend.dataset["side"] = places.find(({ at }) => at === best)?.side ?? SIDES[0];
  });
  useLayoutEffect(() => settle(), [width, height]);
  return (
    <ul ref={list} className={styles["legend"]} aria-label={words.legend} data-aside data-legend>
      {signs.map((sign) => (
        <li key={sign} data-sign={sign}>
          {PICTURES[sign]}
          <span>{words.signs[sign]}</span>
        </li>
      ))}
    </ul>
  );
}
