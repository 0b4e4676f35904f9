import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StateNode } from "#core/chart/chart.ts";
import { pathId, pathOf, places } from "#core/chart/places.ts";
import type { MenuAt } from "#app/gestures/CanvasMenu.tsx";
import { MachineChooser } from "#app/gestures/MachineChooser.tsx";
import { OUTLINE_KEYS, type OutlineKey } from "#app/studio/outlineKeys.ts";
import { outlineRows, rowNamed, statesIn, type OutlineRow } from "#app/panels/outline/outlineRows.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import type { Selection } from "#app/studio/route.ts";
import { useMachineDiagnostics } from "#app/studio/useDiagnostics.ts";
import { usePanelState } from "#app/studio/usePanelState.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/outline/Outline.module.css";

// Few charts need it, so it is no part of the first picture.
const VirtualRows = lazy(() =>
  import("#app/parts/VirtualRows.tsx").then((m) => ({ default: m.VirtualRows })),
);

// The same menu as on the canvas, which comes when it is requested.
const CanvasMenu = lazy(() =>
  import("#app/gestures/CanvasMenu.tsx").then((m) => ({ default: m.CanvasMenu })),
);

/** Height of a row in pixels, as the style sheet has it. */
const ROW_HEIGHT_PX = 25;
/** Up to this many rows, all are in the page: the browser's search and a screen reader's list then know every one of them. */
const MAX_ROWS_WITHOUT_WINDOWING = 150;

const NOTHING: ReadonlySet<string> = new Set();
/** Letters typed within this time of each other are one search word, in milliseconds; list boxes of browsers do alike. */
const TYPEAHEAD_MS = 700;

/**
 * Every state as an indented tree: the chart for the keyboard, for a screen reader and for the quick eye. However many states there are,
 * only the rows around those in sight are in the page.
 * `active` marks the states of a running play. Where it is `editable`, Delete takes the chosen state away.
 */
export function Outline({ active, editable }: { active?: ReadonlySet<string>; editable?: boolean }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const chart = useStudio((s) => s.graph?.chart);
  const locked = useStudio((s) => s.graph?.stale === true);
  const selected = useStudio((s) => selectedState(s.route.selection));
  const [closed, setClosed] = usePanelState<ReadonlySet<string>>("outline-closed", NOTHING);
  const tree = useRef<HTMLDivElement>(null);
  const labelOf = useLabels();
  const rows = useMemo(() => (chart ? outlineRows(chart, closed) : []), [chart, closed]);
  const faults = useFaults();
  const at = rows.findIndex((r) => r.id === selected);
  // The innermost active one: it is followed.
  const live = active ? rows.findLastIndex(({ id }) => active.has(id)) : -1;
  const [windowed, setWindowed] = useState(false);
  const onShown = useCallback(() => setWindowed(true), []);
  useInView(tree, selected, active, windowed);

  const choose = (id: string | undefined) => {
    if (id === undefined) return;
    studio.navigation.select({ kind: "state", id });
    // Focus goes along, so that arrows go on from there.
    requestAnimationFrame(() =>
      tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus(),
    );
  };
  const fold = (id: string, shut: boolean) => {
    const next = new Set(closed);
    if (shut) next.add(id);
    else next.delete(id);
    setClosed(next);
  };
  const onKeyDown = useTreeKeys({ rows, at, closed, editable: editable === true, labelOf, choose, fold });

  const [menu, setMenu] = useState<MenuAt | null>(null);
  const openMenu = (event: React.MouseEvent, id: string) => {
    event.preventDefault();
    studio.navigation.select({ kind: "state", id });
    setMenu(menuAt(event, id));
  };
  const rowAt = (i: number) => {
    const row = rows[i];
    return row ? (
      <RowView
        key={row.id}
        row={row}
        top={i * ROW_HEIGHT_PX}
        selected={row.id === selected}
        tabbable={i === Math.max(0, at)}
        active={active?.has(row.id) === true}
        open={row.node.children.length > 0 ? !closed.has(row.id) : undefined}
        fault={faults.get(row.id)}
        labelOf={labelOf}
        onSelect={() => studio.navigation.select({ kind: "state", id: row.id })}
        onFold={() => fold(row.id, !closed.has(row.id))}
        onMenu={editable ? (event) => openMenu(event, row.id) : undefined}
      />
    ) : null;
  };

  return (
    <div className={css.outline}>
      <Head />
      <MachineChooser />
      <div ref={tree} className={css.tree} role="tree" aria-label={t("outline.title")} onKeyDown={onKeyDown}>
        <div className={css.rows} style={{ height: rows.length * ROW_HEIGHT_PX }}>
          {rows.length <= MAX_ROWS_WITHOUT_WINDOWING ? (
            rows.map((_, i) => rowAt(i))
          ) : (
            <Suspense fallback={rows.slice(0, MAX_ROWS_WITHOUT_WINDOWING).map((_, i) => rowAt(i))}>
              <VirtualRows
                list={tree}
                count={rows.length}
                height={ROW_HEIGHT_PX}
                pinned={[Math.max(0, at), live]}
                row={rowAt}
                onShown={onShown}
              />
            </Suspense>
          )}
        </div>
      </div>
      {menu && (
        <Suspense fallback={null}>
          <CanvasMenu
            menu={menu}
            locked={locked}
            playing={false}
            onRename={(path) =>
              studio.window.set({
                question: { kind: "rename-symbol", symbol: { kind: "state", name: pathId(path) } },
              })
            }
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The state that is selected, or that the selected transition leaves. */
const selectedState = (selection: Selection): string | undefined =>
  selection?.kind === "state"
    ? selection.id
    : selection?.kind === "transition"
      ? selection.id.split("|")[0]
      : undefined;

/** The menu of a state: a key opens it beside its row; the pointer where that is. */
function menuAt(event: React.MouseEvent, id: string): MenuAt {
  const row = event.currentTarget.getBoundingClientRect();
  const at =
    event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: row.left + 40, y: row.bottom };
  return { what: { kind: "state", path: pathOf(id) }, at, place: at };
}

function Head() {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  return (
    <div className={css.head}>
      <h4>{t("outline.title")}</h4>
      <span>{t("outline.count", { count: chart ? places(chart).size - 1 : 0 })}</span>
    </div>
  );
}

/** The worst that is wrong with each state. */
function useFaults(): ReadonlyMap<string, "error" | "warning"> {
  const diagnostics = useMachineDiagnostics();
  return useMemo(() => {
    const worst = new Map<string, "error" | "warning">();
    for (const d of diagnostics) {
      const id = d.path?.join(".");
      if (id !== undefined && d.severity !== "info" && worst.get(id) !== "error") worst.set(id, d.severity);
    }
    return worst;
  }, [diagnostics]);
}

/** What is chosen stays in view, also when the inspector below takes room; and where a play stands comes into view. */
function useInView(
  tree: React.RefObject<HTMLElement | null>,
  selected: string | undefined,
  active: ReadonlySet<string> | undefined,
  /** Becomes true when rows far off are there. */
  windowed: boolean,
): void {
  useEffect(() => {
    const box = tree.current;
    if (!box) return;
    const show = () => box.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    show();
    const sized = new ResizeObserver(show);
    sized.observe(box);
    return () => sized.disconnect();
  }, [tree, selected, windowed]);
  useEffect(() => {
    [...(tree.current?.querySelectorAll("[data-active]") ?? [])].at(-1)?.scrollIntoView({ block: "nearest" });
  }, [tree, active, windowed]);
}

/** The keys of the tree (`OUTLINE_KEYS`), and letters that lead to a state by its name. */
function useTreeKeys({
  rows,
  at,
  closed,
  editable,
  labelOf,
  choose,
  fold,
}: {
  rows: readonly OutlineRow[];
  at: number;
  closed: ReadonlySet<string>;
  editable: boolean;
  labelOf: LabelOf;
  choose: (id: string | undefined) => void;
  fold: (id: string, shut: boolean) => void;
}): (event: React.KeyboardEvent) => void {
  const studio = useStudioActions();
  const typed = useRef({ text: "", at: 0 });
  // While nothing is selected the first row holds the focus.
  const current = Math.max(0, at);
  const row = rows[current];
  const holds = row !== undefined && row.node.children.length > 0;
  const changes = editable && row !== undefined && at >= 0;
  const actions: Record<OutlineKey, (() => void) | undefined> = {
    ArrowDown: () => choose(rows[current + 1]?.id),
    ArrowUp: () => choose(rows[current - 1]?.id),
    Home: () => choose(rows[0]?.id),
    End: () => choose(rows.at(-1)?.id),
    ArrowRight: () => holds && (closed.has(row.id) ? fold(row.id, false) : choose(rows[current + 1]?.id)),
    ArrowLeft: () => (holds && !closed.has(row.id) ? fold(row.id, true) : choose(row?.parent || undefined)),
    F2: changes
      ? () =>
          studio.window.set({ question: { kind: "rename-symbol", symbol: { kind: "state", name: row.id } } })
      : undefined,
    Delete: changes
      ? () =>
          studio.editor.whenReady(() => {
            if (studio.editor.command("state.delete", { state: pathOf(row.id) }) !== undefined) return;
            const after = rows.slice(current).find(({ id }) => id !== row.id && !id.startsWith(`${row.id}.`));
            choose((after ?? rows[current - 1])?.id);
          })
      : undefined,
  };
  return (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing;
    if (isPlain && /^[\p{L}\p{N}]$/u.test(event.key)) {
      const { text, at: last } = typed.current;
      const now = event.timeStamp - last < TYPEAHEAD_MS ? text + event.key : event.key;
      typed.current = { text: now, at: event.timeStamp };
      choose(rowNamed(rows, current, now, ({ id, node }) => labelOf(`state:${id}`) ?? node.key)?.id);
      return event.preventDefault();
    }
    const action = Object.hasOwn(OUTLINE_KEYS, event.key) ? actions[event.key as OutlineKey] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  };
}

function RowView({
  row: { id, node, depth, place, of },
  top,
  selected,
  tabbable,
  active,
  open,
  fault,
  labelOf,
  onSelect,
  onFold,
  onMenu,
}: {
  row: OutlineRow;
  top: number;
  selected: boolean;
  tabbable: boolean;
  active: boolean;
  /** Undefined for a state without others in it. */
  open: boolean | undefined;
  fault: "error" | "warning" | undefined;
  labelOf: LabelOf;
  onSelect: () => void;
  onFold: () => void;
  onMenu: ((event: React.MouseEvent) => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={of}
      aria-posinset={place}
      aria-selected={selected}
      aria-expanded={open}
      tabIndex={tabbable ? 0 : -1}
      data-id={id}
      data-active={active || undefined}
      className={css.row}
      style={{ top, paddingLeft: 6 + depth * 14 }}
      onClick={onSelect}
      onContextMenu={onMenu}
    >
      <span
        className={css.fold}
        data-open={open}
        onClick={(event) => {
          if (open === undefined) return;
          event.stopPropagation();
          onFold();
        }}
      />
      <Name id={id} node={node} labelOf={labelOf} />
      {open === false && <span className={css.inside}>{statesIn(node)}</span>}
      {fault && <i className={css.fault} data-severity={fault} title={t(`severity.${fault}`)} />}
    </div>
  );
}

function Name({ id, node, labelOf }: { id: string; node: StateNode; labelOf: LabelOf }) {
  const label = labelOf(`state:${id}`);
  return (
    <span className={css.name}>
      <span>{label ?? node.key}</span>
      {label && <small>{node.key}</small>}
      {node.type === "final" && <i className={css.kind}>◎</i>}
      {node.type === "parallel" && <i className={css.kind}>∥</i>}
      {node.type === "history" && <i className={css.kind}>{node.history === "deep" ? "H*" : "H"}</i>}
    </span>
  );
}
