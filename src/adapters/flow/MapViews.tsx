import { useReactFlow } from "@xyflow/react";
import { type ReactNode, useEffect, useMemo } from "react";
import { Chips } from "#adapters/flow/Chips.tsx";
import { Marks } from "#adapters/flow/MarkView.tsx";
import { arrowFlag, coveredFlag, stateFlag } from "#adapters/flow/liveFlags.ts";
import { type Entry, useCanvas, useOverlay } from "#adapters/flow/overlayStore.ts";
import { usePointed } from "#adapters/flow/usePointed.ts";
import { pathId, transitionId } from "#core/chart/places.ts";
import type { StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { Ways } from "#adapters/flow/Ways.tsx";
import type { Sourced } from "#core/layout/content/transitionText.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import type { Item } from "#core/layout/scene/scene.ts";
import entries from "#adapters/flow/entries.module.css";
import styles from "#adapters/flow/MapViews.module.css";
import signs from "#adapters/flow/signs.module.css";

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
          {calls[0]?.text ? (
            <span className={signs["letter"]} role="img" aria-label={calls[0].title} title={calls[0].title}>
              {calls[0].text}
            </span>
          ) : (
            <Marks marks={calls} />
          )}
        </span>
      ) : (
        <span className={`${signs["dot"]} ${styles["onRail"]}`} data-kind={kind}>
          {type === "history" ? (history === "deep" ? "H*" : "H") : null}
        </span>
      )}
      {title}
      <span className={styles["marks"]}>
        <Marks marks={beside} />
      </span>
      {item.content.below === undefined ? null : (
        <span className={styles["asked"]}>{item.content.below}</span>
      )}
    </>
  );
}

/** What may happen anywhere in a phase, and where it leads by name. Each entry selects the transition it names. */
export function HeadChips({ item }: { item: Item }) {
  return item.content.rows.map((row, i) => (
    <div key={i} className={styles["headRow"]}>
      {row.chips.map((chip, n) =>
        chip.transition ? (
          <HeadChip key={n} item={item} chip={chip} transition={chip.transition} />
        ) : chip.state === undefined ? (
          <Listed key={n} item={item} chip={chip} />
        ) : (
          <HeldStep key={n} chip={chip} state={chip.state} />
        ),
      )}
    </div>
  ));
}

/** The state whose transition stands in a head: what it is the head of, or one inside. */
function ownerOf(node: StateNode, path: StatePath, transition: Transition): Owner | undefined {
  if (node.transitions.includes(transition)) return { source: node, path };
  for (const child of node.children) {
    const found = ownerOf(child, [...path, child.key], transition);
    if (found) return found;
  }
  return undefined;
}
interface Owner {
  readonly source: StateNode;
  readonly path: StatePath;
}

const idOf = ({ slot, event, index }: Transition, source: StatePath): string =>
  transitionId({ source, slot, ...(event === undefined ? {} : { event }), index });

/** What a chip stands for: the transitions, and where they lead. */
function chipTargets(
  { node, path }: Item,
  { transition, transitions = transition ? [transition] : [] }: Chip,
): { readonly ways: readonly Sourced[]; readonly targets: readonly string[]; readonly lit: Entry } {
  const ways = transitions.map((candidate): Sourced => {
    const owner = ownerOf(node, path, candidate) ?? { source: node, path };
    return { id: idOf(candidate, owner.path), transition: candidate, ...owner };
  });
  const targets = transitions.flatMap((candidate) =>
    candidate.targets.flatMap(({ resolved }) => (resolved ? [pathId(resolved)] : [])),
  );
  const lit = { transitions: new Set(ways.map(({ id }) => id)), targets: new Set(targets) };
  return { ways, targets, lit };
}

/** Shows what a chip stands for while it is pointed at or has the keyboard. */
function useWays(item: Item, chip: Chip) {
  const { overlay } = useCanvas();
  const { screenToFlowPosition } = useReactFlow();
  const { pointed: entry, setPointed, point, leave } = usePointed<Rect>();
  const rectOf = ({ currentTarget }: { currentTarget: HTMLElement }): Rect => {
    const { left, top, right, bottom } = currentTarget.getBoundingClientRect();
    const { x, y } = screenToFlowPosition({ x: left, y: top });
    const end = screenToFlowPosition({ x: right, y: bottom });
    return { x, y, w: end.x - x, h: end.y - y };
  };
  const isOpen = entry !== undefined;
  const chipTarget = useMemo(() => (isOpen ? chipTargets(item, chip) : undefined), [isOpen, item, chip]);
  useEffect(() => {
    if (!chipTarget || chipTarget.ways.length === 0) return undefined;
    overlay.point(chipTarget.lit);
    return () => overlay.point(undefined);
  }, [overlay, chipTarget]);
  const card =
    entry && chipTarget && chipTarget.ways.length > 0 ? (
      <Ways of={chipTarget.ways} drawn={item.path} place={{ entry, targets: chipTarget.targets }} />
    ) : null;
  const pointing = {
    onMouseEnter: (event: { currentTarget: HTMLElement }) => point(rectOf(event)),
    onFocus: (event: { currentTarget: HTMLElement }) => setPointed(rectOf(event)),
    onMouseLeave: leave,
    onBlur: leave,
  };
  return { card, pointing };
}

/** A state that a closed phase holds, by its name; it tells whether the game stands in it. */
function HeldStep({ chip, state }: { chip: Chip; state: string }) {
  const flag = useOverlay((o) => stateFlag(o.live, state));
  const pointedAt = useOverlay((o) => o.emphasis?.states.has(state) || o.entry?.targets.has(state) || false);
  return (
    <span
      className={styles["held"]}
      data-state-name={state}
      data-live={flag || undefined}
      data-emphasis={pointedAt || undefined}
    >
      <Chips chips={[chip]} />
    </span>
  );
}

/** A chip that selects nothing: what it counts is listed. */
function Listed({ item, chip }: { item: Item; chip: Chip }) {
  const { card, pointing } = useWays(item, chip);
  if (chip.transitions === undefined) return <Chips chips={[chip]} />;
  return (
    <span className={`${entries["inner"]} nodrag`} tabIndex={0} role="note" {...pointing}>
      <Chips chips={[chip]} />
      {card}
    </span>
  );
}

function HeadChip({ item, chip, transition }: { item: Item; chip: Chip; transition: Transition }) {
  const { gestures } = useCanvas();
  // A card's own entries belong to its states; the first state that has the transition counts as its source.
  const source = ownerOf(item.node, item.path, transition)?.path ?? item.path;
  const id = idOf(transition, source);
  const { card, pointing } = useWays(item, chip);
  const selected = useOverlay((o) => o.selectedTransition === id);
  const flag = useOverlay((o) => arrowFlag(o, id, source.join("."), transition));
  const covered = useOverlay((o) => coveredFlag(o.live, [id]));
  const pointedAt = useOverlay((o) => o.emphasis?.transitions.has(id) ?? false);
  return (
    <span
      className={`${entries["inner"]} nodrag`}
      data-transition={id}
      data-selected={selected || undefined}
      data-live={flag || undefined}
      data-covered={covered || undefined}
      data-emphasis={pointedAt || undefined}
      tabIndex={-1}
      {...pointing}
      onClick={(event) => {
        event.stopPropagation();
        gestures()?.selectTransition(id);
      }}
    >
      <Chips chips={[chip]} />
      {card}
    </span>
  );
}
