import { useTranslation } from "react-i18next";
import { useSeatTone } from "#app/play/seats/SeatOrder.ts";
import { seatName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/seats/SeatChip.module.css";

/** A seat by its name, in its colour. */
export function SeatChip({ seat }: { seat: string }) {
  const { t } = useTranslation();
  const label = useLabels();
  const tone = useSeatTone();
  return (
    <span className={css.seat} data-seat={seat} data-tone={tone(seat)}>
      {seatName(t, label, seat)}
    </span>
  );
}
