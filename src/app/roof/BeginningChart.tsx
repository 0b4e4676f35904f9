import type { ReactNode, RefObject } from "react";
import css from "#app/roof/BeginningChart.module.css";

/** The chart of a game before it is created. */
export function BeginningChart({
  svg,
  room,
  words,
  isOld,
  caption,
}: {
  svg: string | undefined;
  /** What the chart has to fit into. */
  room: RefObject<HTMLDivElement | null>;
  /** `chart` names the picture, `instead` stands where there is none. */
  words: { readonly chart: string; readonly instead: string };
  isOld?: boolean;
  caption: ReactNode;
}) {
  return (
    <figure className={css.chart} data-old={isOld || undefined}>
      <div ref={room} className={css.picture}>
        {svg === undefined ? (
          <p>{words.instead}</p>
        ) : (
          <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={words.chart} />
        )}
      </div>
      {caption !== null && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
