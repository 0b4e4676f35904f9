import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { treeRows, treeStep, type TreeLook, type TreeRow } from "#core/run/timeline/runTree.ts";
import { depthsOf } from "#app/play/time/depths.ts";
import { TreeRowView } from "#app/panels/play/time/TreeRowView.tsx";
import type { StepWords } from "#app/play/time/useStepWords.ts";
import css from "#app/panels/play/time/Tree.module.css";

/** Height of a row in pixels, as the style sheet has it. */
const ROW_HEIGHT_PX = 24;

interface Props {
  readonly run: Run;
  readonly look: TreeLook;
  /** The step that the keyboard is at. */
  readonly at: number;
  /** The step whose branch is being named. */
  readonly naming: number | null;
  /** Steps that a search has found; null while nothing is searched. */
  readonly found: ReadonlySet<number> | null;
  readonly dims: (step: Step) => boolean;
  readonly wordsOf: (step: Step) => StepWords;
  readonly onFocus: (id: number) => void;
  readonly onGo: (id: number) => void;
  readonly onUnfold: (ids: readonly number[]) => void;
  readonly onName: (id: number) => void;
  /** @param text null when it was given up */
  readonly onNamed: (id: number, text: string | null) => void;
  readonly onRemove: (id: number) => void;
}

/** The rows of the tree; only those in sight are in the page. */
export function TreeList(props: Props) {
  const { run, look, at, naming, found, dims, wordsOf, onFocus, onGo, onUnfold, onNamed } = props;
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(run, look), [run, look]);
  const rowOf = useMemo(() => rowsByStep(run, rows), [run, rows]);
  const depths = depthsOf(run);
  // Its functions, which must not be remembered, stay in here.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
  });
  const current = rowOf(at);
  useEffect(() => {
    list.scrollToIndex(current, { align: "auto" });
  }, [list, current]);
  const onKeyDown = useTreeKeys(props, rows, current);
  return (
    <div
      ref={box}
      className={css.list}
      role="tree"
      tabIndex={0}
      aria-label={t("time.tree.title")}
      aria-description={t("time.tree.keys")}
      aria-activedescendant={`${id}-${rows[current]?.id ?? 0}`}
      onKeyDown={onKeyDown}
    >
      <div className={css.rows} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          const step = row && run.steps[row.id];
          if (!row || !step) return null;
          return (
            <TreeRowView
              key={row.id}
              domId={`${id}-${row.id}`}
              top={start}
              row={row}
              step={step}
              depth={depths[row.id] ?? 0}
              mark={run.marks?.[row.id]}
              words={wordsOf(step)}
              focused={index === current}
              current={row.id === run.cursor}
              found={found?.has(row.id)}
              dim={row.count === 1 && dims(step)}
              naming={naming === row.id}
              onFocus={() => onFocus(row.id)}
              onGo={() => (row.count > 1 ? onUnfold(stepsOf(run, row)) : onGo(row.id))}
              onNamed={(text) => {
                onNamed(row.id, text);
                box.current?.focus();
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Arrows walk along the steps, not along the rows: back, on, and to what was tried beside. */
function useTreeKeys(
  { run, at, onFocus, onGo, onUnfold, onName, onRemove }: Props,
  rows: readonly TreeRow[],
  current: number,
): (event: React.KeyboardEvent) => void {
  const row = rows[current];
  const actions: Readonly<Record<string, () => void>> = row
    ? {
        ArrowUp: () => onFocus(treeStep(run, row.id, "parent")),
        ArrowDown: () => onFocus(treeStep(run, row.last, "child")),
        ArrowLeft: () => onFocus(treeStep(run, row.id, "older")),
        ArrowRight: () => onFocus(treeStep(run, row.id, "younger")),
        Home: () => onFocus(0),
        End: () => onFocus(run.tip),
        Enter: () => (row.count > 1 ? onUnfold(stepsOf(run, row)) : onGo(at)),
        F2: () => onName(at),
        Delete: () => onRemove(row.id),
      }
    : {};
  return (event) => {
    const isField = event.target instanceof HTMLInputElement;
    if (isField || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(actions, event.key))
      return;
    event.preventDefault();
    actions[event.key]?.();
  };
}

/** The steps of a row, first to last. */
function stepsOf(run: Run, { id, last }: TreeRow): number[] {
  const steps = [last];
  for (let at = last; at !== id;) {
    at = run.steps[at]?.parent ?? id;
    steps.push(at);
  }
  return steps.toReversed();
}

/** In which row a step stands. */
function rowsByStep(run: Run, rows: readonly TreeRow[]): (id: number) => number {
  const places = new Map<number, number>();
  for (const [i, row] of rows.entries()) for (const id of stepsOf(run, row)) places.set(id, i);
  return (id) => places.get(id) ?? 0;
}
