import type { Severity } from "#core/diagnostic/diagnostic.ts";
import css from "#app/design/SeverityMark.module.css";

const marks: Readonly<Record<Severity, string>> = { error: "✕", warning: "▲", info: "i" };

/** How bad something is, as a sign in its colour; words stand beside it. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <b className={css.mark} data-severity={severity} aria-hidden="true">
      {marks[severity]}
    </b>
  );
}
