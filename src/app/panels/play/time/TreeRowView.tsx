import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Mark, Step } from "#core/run/timeline/run.ts";
import type { TreeRow } from "#core/run/timeline/runTree.ts";
import { MAX_NAME_CHARACTERS } from "#core/run/timeline/marks.ts";
import { Icon } from "#app/kit/icons.tsx";
import { SeatChip } from "#app/panels/play/seats/SeatChip.tsx";
import { useSeatTone } from "#app/play/seats/SeatOrder.ts";
import type { StepWords } from "#app/play/time/useStepWords.ts";
import css from "#app/panels/play/time/Tree.module.css";

/** The distance between two lanes, in pixels. Branches nested deeper than the last lane are drawn on it, so that the names keep their room. */
const LANE_WIDTH_PX = 12;
const MAX_LANES = 12;
const ROW_HEIGHT_PX = 24;

/** One row: the lanes, the step, and what a person wrote to it. */
export function TreeRowView({
  domId,
  top,
  row,
  step,
  depth,
  mark,
  words,
  focused,
  current,
  found,
  dim,
  naming,
  onFocus,
  onGo,
  onNamed,
}: {
  domId: string;
  top: number;
  row: TreeRow;
  step: Step;
  depth: number;
  mark: Mark | undefined;
  words: StepWords;
  focused: boolean;
  current: boolean;
  found: boolean | undefined;
  dim: boolean;
  naming: boolean;
  onFocus: () => void;
  onGo: () => void;
  onNamed: (text: string | null) => void;
}) {
  const { t } = useTranslation();
  const byHand = step.do.kind === "edit";
  return (
    <div
      id={domId}
      className={css.row}
      role="treeitem"
      style={{ top }}
      aria-level={row.lane + 1}
      aria-selected={focused}
      aria-current={current ? "step" : undefined}
      data-step={row.id}
      data-found={found}
      data-dim={dim || undefined}
      onClick={() => {
        onFocus();
        if (row.count > 1) onGo();
      }}
      onDoubleClick={onGo}
    >
      <Lanes row={row} seat={words.seat} byHand={byHand} current={current} />
      {row.count > 1 ? (
        <span className={css.stretch} title={t("time.tree.unfold")}>
          {t("time.tree.stretch", { count: row.count })}
        </span>
      ) : (
        <>
          <span className={css.number} title={t("time.tree.step", { n: depth + 1 })}>
            {depth + 1}
          </span>
          {mark?.bookmark && (
            <span className={css.star} role="img" aria-label={t("time.tree.bookmarked")}>
              ★
            </span>
          )}
          {naming ? (
            <NameField name={mark?.name ?? ""} onNamed={onNamed} />
          ) : (
            mark?.name !== undefined && <b className={css.branch}>{mark.name}</b>
          )}
          <span className={css.name}>{words.name}</span>
          {byHand && <em className={css.hand}>{t("time.tree.by-hand")}</em>}
          {words.seat !== undefined && <SeatChip seat={words.seat} />}
          <span className={css.payload}>{words.payload}</span>
          {mark?.note !== undefined && (
            <span className={css.note} title={mark.note}>
              {mark.note}
            </span>
          )}
          {current && (
            <span className={css.here}>
              <Icon name="back" size={10} />
              {t("time.tree.here")}
            </span>
          )}
        </>
      )}
    </div>
  );
}

/** The lines that pass by, and the step on its own: a square where it was made by hand, a ring where the run stands. */
function Lanes({
  row,
  seat,
  byHand,
  current,
}: {
  row: TreeRow;
  seat: string | undefined;
  byHand: boolean;
  current: boolean;
}) {
  const tone = useSeatTone();
  const x = (lane: number) => 8 + Math.min(lane, MAX_LANES) * LANE_WIDTH_PX;
  const [laneX, middle] = [x(row.lane), ROW_HEIGHT_PX / 2];
  const isStart = row.id === 0;
  return (
    <svg className={css.lanes} width={laneX + 10} height={ROW_HEIGHT_PX} aria-hidden="true">
      {[...new Set(row.passing.map(x))].map((at) => (
        <path key={at} d={`M${at} 0V${ROW_HEIGHT_PX}`} />
      ))}
      {row.turnsOff ? (
        <path d={`M${x(row.lane - 1)} 0C${x(row.lane - 1)} ${middle} ${laneX} 2 ${laneX} ${middle}`} />
      ) : (
        !isStart && <path d={`M${laneX} 0V${middle}`} />
      )}
      {row.goesOn && <path d={`M${laneX} ${middle}V${ROW_HEIGHT_PX}`} />}
      {row.count > 1 ? (
        <path className={css.gap} d={`M${laneX} 5V${ROW_HEIGHT_PX - 5}`} />
      ) : byHand ? (
        <rect x={laneX - 4} y={middle - 4} width={8} height={8} data-current={current || undefined} />
      ) : (
        <circle
          cx={laneX}
          cy={middle}
          r={current ? 4.5 : 3.5}
          data-current={current || undefined}
          data-tone={seat === undefined ? 0 : tone(seat)}
        />
      )}
    </svg>
  );
}

function NameField({ name, onNamed }: { name: string; onNamed: (text: string | null) => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => field.current?.select(), []);
  const end = (text: string | null) => {
    if (done.current) return;
    done.current = true;
    onNamed(text);
  };
  return (
    <input
      ref={field}
      className={css.naming}
      defaultValue={name}
      maxLength={MAX_NAME_CHARACTERS}
      autoFocus
      spellCheck={false}
      aria-label={t("time.tree.name")}
      placeholder={t("time.tree.name-hint")}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") end(event.currentTarget.value);
        if (event.key === "Escape") end(null);
        event.stopPropagation();
      }}
    />
  );
}
