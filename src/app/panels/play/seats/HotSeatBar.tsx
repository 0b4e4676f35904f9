import { useTranslation } from "react-i18next";
import type { RunSession } from "#app/play/RunSession.ts";
import type { HotSeat } from "#app/play/seats/hotSeat.ts";
import { SeatChip } from "#app/panels/play/seats/SeatChip.tsx";
import { useSeatLook } from "#app/play/seats/seatLook.ts";
import { seatName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/seats/HotSeat.module.css";

/** Whether several people share the screen, and who sits there. */
export function HotSeatBar({ session, hot }: { session: RunSession; hot: HotSeat | null }) {
  const { t } = useTranslation();
  const label = useLabels();
  const [look, change] = useSeatLook(session);
  return (
    <div className={css.bar}>
      <label title={t("time.seats.hot-hint")}>
        <input
          type="checkbox"
          checked={look.hotSeat}
          onChange={() => change({ hotSeat: !look.hotSeat, sits: null, requested: null })}
        />
        {t("time.seats.hot")}
      </label>
      {hot?.seat && !hot.handOver && (
        <span>
          <SeatChip seat={hot.seat} />
        </span>
      )}
      {hot?.others.map((seat) => (
        <button key={seat} type="button" className="btn quiet" onClick={() => change({ requested: seat })}>
          {t("time.seats.hand-over", { seat: seatName(t, label, seat) })}
        </button>
      ))}
    </div>
  );
}

/** Between two people: nothing of the play is shown until the next one is there. */
export function HandOver({ session, seat }: { session: RunSession; seat: string }) {
  const { t } = useTranslation();
  const label = useLabels();
  const [, change] = useSeatLook(session);
  const name = seatName(t, label, seat);
  return (
    <section className="empty" aria-label={t("time.seats.hand-over", { seat: name })}>
      <SeatChip seat={seat} />
      <h2>{t("time.seats.hand-over", { seat: name })}</h2>
      <p>{t("time.seats.hand-over-hint", { seat: name })}</p>
      <button type="button" className="btn" autoFocus onClick={() => change({ sits: seat, requested: null })}>
        {t("time.seats.take", { seat: name })}
      </button>
    </section>
  );
}
