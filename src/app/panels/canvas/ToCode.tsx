import { useTranslation } from "react-i18next";
import type { Span } from "#core/text/textEdit.ts";
import { goTo } from "#app/gestures/names/goTo.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

/** Leads to a place of the machine's code, which it names by its line. */
export function ToCode({ at }: { readonly at: Span }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const line = useStudio((s) => (s.graph?.text.slice(0, at.from).split("\n").length ?? 0).toString());
  return (
    <button type="button" className="btn" onClick={() => goTo(studio, { file: "machine", at }, true)}>
      {t("noChart.to-code", { line })}
    </button>
  );
}
