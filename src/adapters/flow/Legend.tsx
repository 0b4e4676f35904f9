import type { ReactNode } from "react";
import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import { iconOf } from "#core/layout/icons.ts";
import type { Picture } from "#core/layout/picture.ts";
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

const text = (sign: string, title = sign): ReactNode => (
  <span className={styles["legendText"]} data-sign-text={title}>
    {sign}
  </span>
);
const dot = (kind: string, inside?: string): ReactNode => (
  <span className={styles["legendDot"]}>
    <span className={styles["dot"]} data-kind={kind}>
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
  letter: <span className={styles["letter"]}>A</span>,
  called: (
    <span className={styles["legendCalled"]} data-called>
      {icon("calls")}
    </span>
  ),
  via: <span data-via>{line("M1 6H12M9 3L12.500 6L9 9", "var(--accent)")}</span>,
  loop: (
    <span className={styles["legendLoop"]} data-loop>
      {line("M1 6H13", "var(--accent)")}
    </span>
  ),
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
  reenter: <span data-reenter>{line("M0 6H12M8.500 3L12.500 6L8.500 9M6.500 1V11", "var(--ink-2)")}</span>,
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

/** What the signs mean that occur in the present picture. */
export function Legend({ picture, words }: { picture: Picture; words: ControlWords }) {
  const signs = signsOf(picture);
  return (
    <ul className={styles["legend"]} aria-label={words.legend} data-aside data-legend>
      {signs.map((sign) => (
        <li key={sign} data-sign={sign}>
          {PICTURES[sign]}
          <span>{words.signs[sign]}</span>
        </li>
      ))}
    </ul>
  );
}
