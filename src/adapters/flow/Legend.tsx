import type { ReactNode } from "react";
import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import { iconOf } from "#core/layout/icons.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { type Sign, signsOf } from "#core/layout/scene/signs.ts";
import styles from "#adapters/flow/canvas.module.css";

const icon = (kind: string, who?: string): ReactNode => (
  <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" fill="var(--accent)">
    <path fillRule="evenodd" d={iconOf(who === undefined ? { kind } : { kind, who })} />
  </svg>
);
const line = (d: string, stroke: string): ReactNode => (
  <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" fill="none" stroke={stroke}>
    <path d={d} />
  </svg>
);

const PICTURES: Readonly<Record<Sign, ReactNode>> = {
  start: <span className={styles["dot"]} data-kind="start" />,
  next: line("M7 0V11M4.5 7.500L7 11L9.500 7.500", "var(--ink-2)"),
  arc: line("M1 2H10V10H2M5 7.500L2 10L5 12", "var(--arc)"),
  leaves: <span className={styles["legendLeaves"]}>→</span>,
  stays: (
    <>
      {icon("stays")} <span className={styles["legendAgain"]}>↺</span>
    </>
  ),
  "asks-turnPlayer": icon("asks", "turnPlayer"),
  "asks-opponent": icon("asks", "opponent"),
  "asks-anyone": icon("asks", "anyone"),
  "asks-everyone": icon("asks", "everyone"),
  "asks-context": icon("asks", "context"),
  "asks-chance": icon("asks", "chance"),
  "asks-table": icon("asks", "table"),
  calls: icon("calls"),
  via: line("M1 6H12M9 3L12.500 6L9 9", "var(--accent)"),
  loop: <span className={styles["legendLoop"]}>{line("M1 6H13", "var(--accent)")}</span>,
  ends: icon("ends"),
  final: <span className={styles["dot"]} data-kind="final" />,
  history: <span className={styles["legendHistory"]}>H</span>,
};

/** What the signs mean that occur in the present picture. */
export function Legend({ scene, words }: { scene: Scene; words: ControlWords }) {
  const signs = signsOf(scene);
  return (
    <ul className={styles["legend"]} aria-label={words.legend} data-aside data-legend>
      {signs.map((sign) => (
        <li key={sign}>
          {PICTURES[sign]}
          {words.signs[sign]}
        </li>
      ))}
    </ul>
  );
}
