import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import styles from "#adapters/flow/UnfoldingBar.module.css";

/**
 * That a picture of many states is being drawn, and a way to stop it: what is seen stays then. Where nothing was seen before, a way to go
 * on is what is left of it.
 */
export function UnfoldingBar({
  count,
  stop,
  again,
  words,
}: {
  /** How many states; undefined when nothing is being drawn. */
  count: number | undefined;
  stop: () => void;
  /** Begins what was stopped before anything was seen; undefined where nothing is missing. */
  again: (() => void) | undefined;
  words: ControlWords;
}) {
  if (count === undefined) return null;
  const text = words.unfolding[again ? "stopped" : "states"].replace("{count}", String(count));
  return (
    <div className={styles["bar"]} role="group" aria-label={text} data-aside>
      <span role="status">{text}</span>
      {again ? (
        <button type="button" onClick={again}>
          {words.unfolding.again}
        </button>
      ) : (
        <>
          <progress aria-label={text} />
          <button type="button" onClick={stop}>
            {words.unfolding.stop} <kbd aria-hidden="true">Esc</kbd>
          </button>
        </>
      )}
    </div>
  );
}
