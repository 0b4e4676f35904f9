import type { Mark } from "#core/layout/content/stateContent.ts";
import { iconOf } from "#core/layout/icons.ts";
import styles from "#adapters/flow/canvas.module.css";

/** Signs beside a name: who decides, what stays, how much is closed. Their words come on hover, and are read aloud. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  return (
    <>
      {marks.map((mark) => (
        <span key={mark.kind} className={styles["mark"]} data-mark={mark.kind} title={mark.title}>
          <svg viewBox="0 0 12 12" width="12" height="12" role="img" aria-label={mark.title}>
            <path fillRule="evenodd" d={iconOf(mark)} />
          </svg>
          {mark.text === "" ? null : <span aria-hidden="true">{mark.text}</span>}
        </span>
      ))}
    </>
  );
}
