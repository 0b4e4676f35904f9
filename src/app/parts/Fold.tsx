import type { ReactNode } from "react";
import css from "#app/parts/Facts.module.css";

/** Text behind a line that says how much it is; a press of a key opens it, and the search of the page finds it. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={css.more}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
