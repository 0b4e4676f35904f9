import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PlayEvent } from "#core/run/play/play.ts";
import css from "#app/panels/play/NowView.module.css";

/** What chance decides is chosen by hand in the fields, or drawn here by a seed: the same seed draws the same. */
export function DrawByChance({
  draw,
  onDrawn,
}: {
  draw: (seed: number) => Promise<PlayEvent | null>;
  onDrawn: (event: PlayEvent) => void;
}) {
  const { t } = useTranslation();
  const [seed, setSeed] = useState(1);
  return (
    <div className={css.draw}>
      <label>
        {t("actors.seed")}
        <input
          className="field mono"
          type="number"
          min={0}
          step={1}
          value={seed}
          onChange={(event) => setSeed(Math.max(0, Math.floor(Number(event.target.value))))}
        />
      </label>
      <button
        type="button"
        className="btn quiet"
        onClick={() => {
          void draw(seed).then((drawn) => drawn && onDrawn(drawn));
          setSeed(seed + 1);
        }}
      >
        {t("actors.draw")}
      </button>
    </div>
  );
}
