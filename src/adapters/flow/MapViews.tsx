import type { ReactNode } from "react";
import { Chips } from "#adapters/flow/Chips.tsx";
import { Marks } from "#adapters/flow/MarkView.tsx";
import { arrowFlag } from "#adapters/flow/liveFlags.ts";
import { useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { transitionId } from "#core/chart/places.ts";
import type { Transition } from "#core/chart/chart.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import type { Item } from "#core/layout/scene/scene.ts";
import styles from "#adapters/flow/canvas.module.css";

/** A step of a phase: a dot on the phase's rail, its name and its signs. */
export function RowBody({ item, title, starts }: { item: Item; title: ReactNode; starts: boolean }) {
  const { type, history } = item.node;
  const calls = item.content.marks.filter((mark) => mark.kind === "calls");
  const beside = item.content.marks.filter((mark) => mark.kind !== "calls");
  const kind = type === "final" || type === "history" ? type : starts ? "start" : undefined;
  return (
    <>
      {calls.length > 0 ? (
        <span className={styles["call"]} data-starts={starts || undefined}>
          <Marks marks={calls} />
        </span>
      ) : (
        <span className={styles["dot"]} data-kind={kind}>
          {type === "history" ? (history === "deep" ? "H*" : "H") : null}
        </span>
      )}
      {title}
      <span className={styles["marks"]}>
        <Marks marks={beside} />
      </span>
    </>
  );
}

/** What may happen anywhere in a phase, and where it leads by name. Each entry selects what it tells of. */
export function HeadChips({ item }: { item: Item }) {
  return item.content.rows.map((row, i) => (
    <div key={i} className={styles["headRow"]}>
      {row.chips.map((chip, n) =>
        chip.transition ? (
          <HeadChip key={n} item={item} chip={chip} transition={chip.transition} />
        ) : (
          <Chips key={n} chips={[chip]} />
        ),
      )}
    </div>
  ));
}

function HeadChip({ item, chip, transition }: { item: Item; chip: Chip; transition: Transition }) {
  const { gestures } = useCanvas();
  // A card's own entries belong to its states; the first state that has the transition is asked.
  const owner = [item.node, ...item.node.children].find((node) => node.transitions.includes(transition));
  const source = owner === undefined || owner === item.node ? item.path : [...item.path, owner.key];
  const id = transitionId({
    source,
    slot: transition.slot,
    ...(transition.event === undefined ? {} : { event: transition.event }),
    index: transition.index,
  });
  const selected = useOverlay((o) => o.selectedTransition === id);
  const flag = useOverlay((o) => arrowFlag(o, id, source.join("."), transition));
  const pointedAt = useOverlay((o) => o.emphasis?.transitions.has(id) ?? false);
  return (
    <span
      className={`${styles["inner"]} nodrag`}
      data-transition={id}
      data-selected={selected || undefined}
      data-live={flag || undefined}
      data-emphasis={pointedAt || undefined}
      onClick={(event) => {
        event.stopPropagation();
        gestures()?.selectTransition(id);
      }}
    >
      <Chips chips={[chip]} />
    </span>
  );
}
