import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { BreakOn } from "#core/run/debugging/breakpoint.ts";
import type { FormulaFault } from "#core/run/debugging/contextFormula.ts";
import { breakText } from "#app/play/stepping/breakOffers.ts";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** Breakpoints in words. */
export function useBreakWords(): (breakOn: BreakOn) => ReturnType<typeof breakText> {
  const { t } = useTranslation();
  const label = useLabels();
  const chart = useStudio((s) => s.graph?.chart);
  const names = useChartNames();
  return (breakOn) => breakText(breakOn, { t, label, chart, names });
}

const FAULTS: ReadonlySet<string> = new Set(["unread", "cut", "unknown-name", "nothing", "budget"]);

/** Why a formula has no value, in words. */
export const faultText = (t: TFunction, { code, what: subject }: FormulaFault): string =>
  t(`breakpoints.fault.${FAULTS.has(code) ? code : "failed"}`, { what: subject });
