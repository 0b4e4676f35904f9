import { useTranslation } from "react-i18next";
import type { Run } from "#core/run/timeline/run.ts";
import type { RunSession } from "#app/play/RunSession.ts";
import { seatOf } from "#app/play/seats/SeatOrder.ts";
import { useSeatLook } from "#app/play/seats/seatLook.ts";
import { seatName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/seats/SeatFilter.module.css";

/** Has the steps of one seat stand out, in the timeline and in the tree. */
export function SeatFilter({ session, run }: { session: RunSession; run: Run }) {
  const { t } = useTranslation();
  const label = useLabels();
  const [look, change] = useSeatLook(session);
  const seats = [...new Set(run.steps.flatMap((step) => seatOf(step) ?? []))].toSorted();
  if (seats.length < 2 && look.filter === null) return null;
  return (
    <select
      className={`field ${css.filter}`}
      aria-label={t("time.seats.filter")}
      value={look.filter ?? ""}
      data-on={look.filter === null ? undefined : true}
      onChange={(event) => change({ filter: event.target.value === "" ? null : event.target.value })}
    >
      <option value="">{t("time.seats.all")}</option>
      {seats.map((seat) => (
        <option key={seat} value={seat}>
          {seatName(t, label, seat)}
        </option>
      ))}
    </select>
  );
}
