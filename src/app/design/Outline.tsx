import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { StateNode } from "#core/chart/chart.ts";
import { pathOf } from "#core/chart/places.ts";
import { MachineChooser } from "#app/design/MachineChooser.tsx";
import type { LabelOf } from "#app/studio/labels.ts";
import { useDiagnosticsHere } from "#app/studio/useDiagnostics.ts";
import { useKept } from "#app/studio/useKept.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/design/Outline.module.css";

interface Row {
  readonly id: string;
  readonly node: StateNode;
  readonly depth: number;
  readonly parent: string;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Every state as an indented tree: the chart for the keyboard, for a screen reader and for the quick eye.
 * `active` marks the states of a running play. Where it is `editable`, Delete takes the chosen state away.
 */
export function Outline({ active, editable }: { active?: ReadonlySet<string>; editable?: boolean }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const chart = useStudio((s) => s.graph?.chart);
  const selected = useStudio((s) =>
    s.route.selection?.kind === "state"
      ? s.route.selection.id
      : s.route.selection?.kind === "transition"
        ? s.route.selection.id.split("|")[0]
        : undefined,
  );
  const diagnostics = useDiagnosticsHere();
  const [closed, setClosed] = useKept<ReadonlySet<string>>("outline-closed", NOTHING);
  const tree = useRef<HTMLDivElement>(null);
  const labelOf = useLabels();
  const rows = useMemo(() => {
    const out: Row[] = [];
    const visit = (node: StateNode, id: string, depth: number, parent: string) => {
      if (id !== "") out.push({ id, node, depth, parent });
      if (!closed.has(id))
        for (const child of node.children)
          visit(child, id === "" ? child.key : `${id}.${child.key}`, id === "" ? 0 : depth + 1, id);
    };
    if (chart) visit(chart.root, "", 0, "");
    return out;
  }, [chart, closed]);
  const faults = useMemo(() => {
    const worst = new Map<string, "error" | "warning">();
    for (const d of diagnostics) {
      const id = d.path?.join(".");
      if (id !== undefined && d.severity !== "info" && worst.get(id) !== "error") worst.set(id, d.severity);
    }
    return worst;
  }, [diagnostics]);

  // What is chosen stays in view, also when the inspector below takes room.
  useEffect(() => {
    const box = tree.current;
    if (!box) return;
    const show = () => box.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
    show();
    const sized = new ResizeObserver(show);
    sized.observe(box);
    return () => sized.disconnect();
  }, [selected]);
  useEffect(() => {
    [...(tree.current?.querySelectorAll("[data-active]") ?? [])].at(-1)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const at = rows.findIndex((r) => r.id === selected);
  const choose = (id: string | undefined) => {
    if (id === undefined) return;
    studio.select({ kind: "state", id });
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
  const onKeyDown = (event: React.KeyboardEvent) => {
    // While nothing is selected the first row holds the focus.
    const here = Math.max(0, at);
    const row = rows[here];
    const keys: Record<string, () => void> = {
      ArrowDown: () => choose(rows[here + 1]?.id),
      ArrowUp: () => choose(rows[here - 1]?.id),
      Home: () => choose(rows[0]?.id),
      End: () => choose(rows.at(-1)?.id),
      ArrowRight: () =>
        row &&
        row.node.children.length > 0 &&
        (closed.has(row.id) ? fold(row.id, false) : choose(rows[here + 1]?.id)),
      ArrowLeft: () =>
        row &&
        (row.node.children.length > 0 && !closed.has(row.id)
          ? fold(row.id, true)
          : choose(row.parent || undefined)),
      ...(editable && row && at >= 0
        ? {
            F2: () =>
              studio.set({ question: { kind: "rename-symbol", symbol: { kind: "state", name: row.id } } }),
            Delete: () =>
              studio.whenReady(() => {
                if (studio.command("state.delete", { state: pathOf(row.id) }) !== undefined) return;
                const after = rows
                  .slice(here)
                  .find(({ id }) => id !== row.id && !id.startsWith(`${row.id}.`));
                choose((after ?? rows[here - 1])?.id);
              }),
          }
        : {}),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className={css.outline}>
      <div className={css.head}>
        <h4>{t("outline.title")}</h4>
        <span>{t("outline.count", { count: rows.length })}</span>
      </div>
      <MachineChooser />
      <div ref={tree} className={css.tree} role="tree" aria-label={t("outline.title")} onKeyDown={onKeyDown}>
        {rows.map(({ id, node, depth }) => (
          <div
            key={id}
            role="treeitem"
            aria-level={depth + 1}
            aria-selected={id === selected}
            aria-expanded={node.children.length > 0 ? !closed.has(id) : undefined}
            tabIndex={id === selected || (at < 0 && id === rows[0]?.id) ? 0 : -1}
            data-id={id}
            data-active={active?.has(id) || undefined}
            className={css.row}
            style={{ paddingLeft: 6 + depth * 14 }}
            onClick={() => studio.select({ kind: "state", id })}
          >
            <span
              className={css.fold}
              data-open={node.children.length > 0 ? !closed.has(id) : undefined}
              onClick={(event) => {
                if (node.children.length === 0) return;
                event.stopPropagation();
                fold(id, !closed.has(id));
              }}
            />
            <Name id={id} node={node} labelOf={labelOf} />
            {faults.has(id) && (
              <i
                className={css.fault}
                data-severity={faults.get(id)}
                title={t(`severity.${faults.get(id)}`)}
              />
            )}
          </div>
        ))}
      </div>
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
