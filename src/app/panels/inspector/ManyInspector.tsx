import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { pathOf } from "#core/chart/places.ts";
import { offersFor } from "#app/gestures/offersFor.ts";
import { beginOffer } from "#app/gestures/runOffer.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

/** Several selected states: which they are, and what can be done with all of them. */
export function ManyInspector({
  ids,
  chart,
  locked,
}: {
  ids: readonly string[];
  chart: Chart;
  locked: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const labelOf = useLabels();
  const [first = "", ...also] = ids;
  const offers = offersFor(chart, { kind: "state", id: first }, { also: also.map(pathOf) }).filter(
    ({ group }) => group !== "setup",
  );
  return (
    <section className={css.inspector} aria-label={t("inspector.state")}>
      <h4>{t("inspector.selected", { name: t("outline.count", { count: ids.length }) })}</h4>
      <div className={css.transitions}>
        {ids.map((id) => (
          <button key={id} type="button" onClick={() => studio.navigation.select({ kind: "state", id })}>
            {labelOf(`state:${id}`) ?? id.split(".").at(-1)}
            <span>{id}</span>
          </button>
        ))}
      </div>
      <div className={css.commandRow}>
        {offers.map((offer) => (
          <button
            key={offer.words}
            type="button"
            className="btn quiet"
            disabled={locked}
            onClick={() => beginOffer(studio, offer)}
          >
            {t(`command.${offer.words}`, offer.facts ?? {})}
            {offer.fields && "…"}
          </button>
        ))}
      </div>
    </section>
  );
}
