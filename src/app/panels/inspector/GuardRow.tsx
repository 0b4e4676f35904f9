import { useId } from "react";
import { useTranslation } from "react-i18next";
import { typedGuard } from "#core/expr/typedFormula.ts";
import type { Chart, Transition } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import { behaviorOf, behaviorText } from "#app/gestures/behaviorText.ts";
import { commandForField } from "#app/panels/inspector/commandForField.ts";
import { FormulaField } from "#app/panels/inspector/FormulaField.tsx";
import { Row } from "#app/panels/inspector/Row.tsx";
import type { FieldChain } from "#app/panels/inspector/useRequestedFields.ts";
import { GuardText } from "#app/parts/GuardText.tsx";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/** When a transition is taken: its guard as a formula to be typed, and in the reader's words below. */
export function GuardRow({
  transitionRef: ref,
  transition: { guard, slot, event },
  chart,
  disabled,
  chain,
  onLeave,
}: {
  transitionRef: TransitionRef;
  transition: Transition;
  chart: Chart;
  disabled: boolean;
  chain: FieldChain;
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const behaviors = useBehaviors();
  const guards = useId();
  const code = guard ? behaviorText(guard) : "";
  const formula = guard?.kind === "code" ? typedGuard(guard.text) : undefined;
  const commit = (text: string) => {
    const value = text.trim();
    const changed = value === "" ? null : behaviorOf(value, chart.setup?.guards, chart.context);
    return commandForField(studio, "transition.guard", { transition: ref, guard: changed });
  };
  const read = guard && behaviors?.guard(guard, slot === "on" ? event : undefined);
  return (
    <Row label={t("inspector.guard")}>
      <FormulaField
        formula={formula}
        code={code}
        label={t("inspector.guard")}
        list={guards}
        disabled={disabled}
        placeholder={t("inspector.no-guard")}
        onCommit={commit}
        onLeave={onLeave}
        {...chain}
      >
        {read && (read.text !== formula || formula === undefined) ? <GuardText guard={read} /> : undefined}
      </FormulaField>
      <datalist id={guards}>
        {chart.setup?.guards.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Row>
  );
}
