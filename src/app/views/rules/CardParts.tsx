import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { triggerText } from "#core/layout/names.ts";
import type { CardAction, CardForm, CardGuard } from "#core/ruleset/clauseCards.ts";
import { elementName } from "#core/ruleset/clauseTold.ts";
import { ActionLines } from "#app/parts/ActionLines.tsx";
import { Fold } from "#app/parts/Fold.tsx";
import { GuardText } from "#app/parts/GuardText.tsx";
import { LabelAge } from "#app/parts/LabelAge.tsx";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import css from "#app/views/rules/CarrierRow.module.css";

/**
 * A condition at a card of a clause. It is written in full where the clause has it for the first time; elsewhere its name stands for it, and
 * a press on the name unfolds it.
 */
export function CardGuardText({ of: { guard, form, of }, chart }: { of: CardGuard; chart: Chart }) {
  const { t } = useTranslation();
  if (form.by !== "full")
    return (
      <Reference kind="guard" name={guard.name} form={form} chart={chart}>
        <GuardText guard={guard} />
      </Reference>
    );
  if (guard.sign === "formula") return <GuardText guard={guard} nameless />;
  return (
    <div className={css.part}>
      {guard.name !== undefined && <Age kind="guard" name={guard.name} />}
      <span className={css.sign}>{t(`behavior.${guard.sign}`)}</span>
      <ul className={css.parts}>
        {of.map((part, i) => (
          <li key={i}>
            <CardGuardText of={part} chart={chart} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A change at a card of a clause. What becomes only of a record is marked so. */
export function CardActionLines({
  of: { action, form, effects, records },
  chart,
}: {
  of: CardAction;
  chart: Chart;
}) {
  const { t } = useTranslation();
  if (form.by !== "full")
    return (
      <Reference kind="action" name={action.name} form={form} chart={chart}>
        <ActionLines action={action} nameless />
      </Reference>
    );
  return (
    <>
      {(effects.length > 0 || records.length === 0) && (
        <ActionLines action={{ ...action, lines: effects }} nameless />
      )}
      {records.length > 0 && (
        <div className={css.part}>
          <span className={css.sign}>{t("behavior.recorded")}</span>
          <ActionLines action={{ ...action, lines: records }} nameless />
        </div>
      )}
    </>
  );
}

/** A reference to a condition or change, by its name or by the card that has it in full; a press unfolds what it stands for. */
function Reference({
  kind,
  name,
  form,
  chart,
  children,
}: {
  kind: "guard" | "action";
  name: string | undefined;
  form: Exclude<CardForm, { by: "full" }>;
  chart: Chart;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const state = useStateNames();
  const names = useChartNames();
  const called = name === undefined ? undefined : (label(`${kind}:${name}`) ?? name);
  const trigger = (transition: Parameters<typeof triggerText>[0]) => triggerText(transition, names).text;
  const place = form.by === "earlier" ? elementName(chart, form.place, { state, trigger }) : "";
  const summary =
    form.by === "name"
      ? called
      : called === undefined
        ? t("behavior.earlier-place", { text: place })
        : t("behavior.earlier-name", { text: called });
  return (
    <div className={css.part}>
      <Fold summary={summary}>{children}</Fold>
      {name !== undefined && <LabelAge of={`${kind}:${name}`} />}
    </div>
  );
}

/** The mark of a label that is older than its code, with the label, which does not stand there otherwise. */
function Age({ kind, name }: { kind: "guard" | "action"; name: string }) {
  const label = useLabels();
  return <LabelAge of={`${kind}:${name}`} name={label(`${kind}:${name}`) ?? name} />;
}
