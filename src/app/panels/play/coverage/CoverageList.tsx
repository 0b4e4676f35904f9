import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import type { Chart } from "#core/chart/chart.ts";
import { transitionOf, transitionRef, pathId } from "#core/chart/places.ts";
import type { Coverable } from "#core/run/debugging/coverable.ts";
import { guardFormula } from "#app/parts/ActionText.tsx";
import { VirtualRows } from "#app/parts/VirtualRows.tsx";
import type { LabelOf } from "#app/studio/labels.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/coverage/coverage.module.css";

/** The height of a row in pixels, as the style sheet has it. */
const ROW_HEIGHT_PX = 26;

/** What is covered or not, one a row; pressing one shows where it is. */
export function CoverageList({
  list,
  covered,
}: {
  list: readonly Coverable[];
  covered: ReadonlySet<string>;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const label = useLabels();
  const chart = useStudio((s) => s.graph?.chart);
  const texts = useStudio((s) => s.loaded?.ruleset.text[s.uiLanguage]);
  const chosen = useStudio((s) => s.route.selection);
  const box = useRef<HTMLDivElement>(null);
  const noop = useCallback(() => undefined, []);
  const row = (i: number) => {
    const item = list[i];
    if (!item) return null;
    const is = covered.has(item.id);
    const { name, note } = rowText(t, label, chart, item, texts);
    return (
      <li key={item.id} style={{ top: i * ROW_HEIGHT_PX }}>
        <button
          type="button"
          data-covered={is ? "yes" : "no"}
          aria-current={chosen?.id === item.at.id || undefined}
          title={item.id}
          onClick={() => studio.navigation.select(item.at)}
        >
          <i aria-hidden="true">{is ? "✓" : "○"}</i>
          <span>{name}</span>
          {item.verdict !== undefined && (
            <em>{t(`coverage.${is ? "was" : "never"}-${item.verdict ? "true" : "false"}`)}</em>
          )}
          {note && <small>{note}</small>}
        </button>
      </li>
    );
  };
  return (
    <div ref={box} className={css.list} tabIndex={-1}>
      <ul aria-label={t("coverage.list")} style={{ height: list.length * ROW_HEIGHT_PX }}>
        <VirtualRows
          list={box}
          count={list.length}
          height={ROW_HEIGHT_PX}
          pinned={[]}
          row={row}
          onShown={noop}
        />
      </ul>
    </div>
  );
}

function rowText(
  t: TFunction,
  label: LabelOf,
  chart: Chart | undefined,
  coverable: Coverable,
  texts: Readonly<Record<string, string>> | undefined,
): { readonly name: string; readonly note?: string } {
  const state = (path: string) => label(`state:${path}`) ?? path;
  if (coverable.kind === "states") return { name: state(coverable.id), note: around(coverable.id, state) };
  if (coverable.kind === "events") return { name: label(`event:${coverable.id}`) ?? coverable.id };
  if (coverable.kind === "clauses") return { name: coverable.id, note: texts?.[coverable.id] ?? "" };
  const ref = transitionRef(coverable.at.id);
  if (!ref || !chart) return { name: coverable.id };
  const slotText =
    ref.event === undefined || ref.slot.startsWith("invoke")
      ? t(`slot.${ref.slot}`)
      : (label(`event:${ref.event}`) ?? ref.event);
  const way = `${state(pathId(ref.source))} · ${slotText}${ref.index > 0 ? ` (${ref.index + 1})` : ""}`;
  const transition = transitionOf(chart, ref)?.transition;
  if (coverable.kind === "transitions") {
    const to =
      transition?.targets.map(({ resolved, text }) => (resolved ? state(pathId(resolved)) : text)) ?? [];
    return { name: way, note: to.length > 0 ? `→ ${to.join(t("simulate.comma"))}` : "" };
  }
  const guard = transition?.guard;
  const whole =
    guard && ((guard.name && label(`guard:${guard.name}`)) ?? guardFormula(chart, guard) ?? guard.text);
  const part = coverable.part && (label(`guard:${coverable.part.text}`) ?? coverable.part.text);
  return { name: part ?? whole ?? coverable.id, note: way };
}

/** The states around one. */
function around(path: string, state: (path: string) => string): string {
  const keys = path.split(".");
  return keys
    .slice(0, -1)
    .map((_, i) => state(keys.slice(0, i + 1).join(".")))
    .join(" › ");
}
