import type { ReactNode } from "react";
import css from "#app/panels/inspector/Inspector.module.css";

/** One row of the inspector: what it is called, and beside it the fields, with what is said of them below. */
export function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={css.row}>
      <span className={css.label}>{label}</span>
      <div className={css.body}>{children}</div>
    </div>
  );
}
