import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { elementName } from "#core/ruleset/clauseTold.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import type { Behaviors } from "#core/semantics/behavior.ts";
import type { FieldUse } from "#core/semantics/fieldUses.ts";
import { triggerText } from "#core/layout/names.ts";
import { Facts } from "#app/parts/Facts.tsx";
import { Formula } from "#app/parts/Formula.tsx";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/FieldUses.module.css";

/** The fields that a clause writes or looks at, folded: where each is set, cleared and read in the whole machine. */
export function FieldUses({
  chart,
  behaviors,
  carriers,
}: {
  chart: Chart;
  behaviors: Behaviors;
  carriers: readonly Carrier[];
}) {
  const { t } = useTranslation();
  const uses = useMemo(() => behaviors.fields.of(carriers), [behaviors, carriers]);
  if (uses.length === 0) return null;
  const never = uses.filter(({ neverCleared }) => neverCleared);
  return (
    <details className={css.fields}>
      <summary>
        {t("behavior.fields", { count: uses.length })}
        {never.map(({ field }) => (
          <span key={field} className={css.never}>
            <Formula text={behaviors.fieldName(field)} /> {t("behavior.never-cleared")}
          </span>
        ))}
      </summary>
      {uses.map((use) => (
        <Field key={use.field} use={use} chart={chart} name={behaviors.fieldName(use.field)} />
      ))}
    </details>
  );
}

function Field({ use, chart, name }: { use: FieldUse; chart: Chart; name: string }) {
  const { t } = useTranslation();
  return (
    <section className={css.field}>
      <Formula text={name} />
      <Facts word={t("behavior.set-at")}>
        <Places chart={chart} places={use.set} />
      </Facts>
      <Facts word={t("behavior.cleared-at")}>
        <Places chart={chart} places={use.cleared} isFinding={use.neverCleared} />
      </Facts>
      <Facts word={t("behavior.read-at")}>
        <Places chart={chart} places={use.read} />
      </Facts>
      {use.unread.length > 0 && (
        <Facts word={t("behavior.not-read")}>
          <Places chart={chart} places={use.unread} />
        </Facts>
      )}
    </section>
  );
}

/** Places that are listed; the others are behind their number. */
const MAX_PLACES = 8;

/** Ways to states and transitions by what they are called. */
function Places({
  chart,
  places,
  isFinding = false,
}: {
  chart: Chart;
  places: readonly Carrier[];
  isFinding?: boolean;
}) {
  const { t } = useTranslation();
  if (places.length === 0)
    return <span className={isFinding ? css.never : css.nowhere}>{t("behavior.nowhere")}</span>;
  const rest = places.slice(MAX_PLACES);
  return (
    <>
      <PlaceLinks chart={chart} places={places.slice(0, MAX_PLACES)} />
      {rest.length > 0 && (
        <details>
          <summary>{t("behavior.things-more", { count: rest.length })}</summary>
          <PlaceLinks chart={chart} places={rest} />
        </details>
      )}
    </>
  );
}

function PlaceLinks({ chart, places }: { chart: Chart; places: readonly Carrier[] }) {
  const studio = useStudioActions();
  const state = useStateNames();
  const names = useChartNames();
  const called = { state, trigger: (way: Parameters<typeof triggerText>[0]) => triggerText(way, names).text };
  return (
    <ul className={css.places}>
      {places.map((place) => (
        <li key={`${place.kind} ${place.id}`}>
          <button
            type="button"
            title={place.id}
            onClick={() => {
              studio.navigation.go("design");
              studio.navigation.select(place);
            }}
          >
            {elementName(chart, place, called)}
          </button>
        </li>
      ))}
    </ul>
  );
}
