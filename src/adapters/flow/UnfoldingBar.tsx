import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import styles from "#adapters/flow/UnfoldingBar.module.css";

/** That a picture of many states is being drawn, and a way to stop it: what is seen stays then. */
export function UnfoldingBar({
  count,
  stop,
  words,
}: {
  /** How many states; undefined when nothing is being drawn. */
  count: number | undefined;
  stop: () => void;
  words: ControlWords;
}) {
  if (count === undefined) return null;
  const text = words.unfolding.states.replace("{count}", String(count));
  return (
    <div className={styles["bar"]} role="group" aria-label={text} data-aside>
      <span role="status">{text}</span>
      <progress aria-label={text} />
      <button type="button" onClick={stop}>
        {words.unfolding.stop} <kbd aria-hidden="true">Esc</kbd>
      </button>
    </div>
  );
}
