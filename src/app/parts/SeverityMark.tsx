import type { Severity } from "#core/diagnostic/diagnostic.ts";
import css from "#app/parts/SeverityMark.module.css";

const marks: Readonly<Record<Severity, string>> = { error: "✕", warning: "▲", info: "i" };

/** How bad something is, as a sign in its colour. @param label read for it; absent where words stand beside it */
export function SeverityMark({ severity, label }: { severity: Severity; label?: string }) {
  const spoken = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <b className={css.mark} data-severity={severity} {...spoken}>
      {marks[severity]}
    </b>
  );
}
