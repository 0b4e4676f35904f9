import { useTranslation } from "react-i18next";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { isOfReplay } from "#core/run/scenario/scenarioDiagnostics.ts";
import { Icon } from "#app/kit/icons.tsx";
import fixCss from "#app/parts/FixButtons.module.css";
import { ReplayButtons } from "#app/parts/ReplayButtons.tsx";
import { SeverityMark } from "#app/parts/SeverityMark.tsx";
import { useFixes, useFixText } from "#app/parts/useFixes.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/problems/Problems.module.css";

/** A finding at several places as one row: how often it comes, the first of its sentences, and one button that fixes all as one undo. */
export function FindingRow({
  all,
  text,
  isOpen,
  active,
  onFocus,
  onOpen,
  onFixed,
}: {
  all: readonly Diagnostic[];
  /** What is said of the first. */
  text: string;
  isOpen: boolean;
  active: boolean;
  onFocus: () => void;
  onOpen: () => void;
  onFixed: () => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const sayFix = useFixText();
  const [first] = all;
  const { fixes } = useFixes(first as Diagnostic);
  const [fix] = fixes;
  const severity = first?.severity ?? "info";
  return (
    <div className={css.item} onFocus={onFocus}>
      <button
        type="button"
        data-problem-row
        className={css.row}
        tabIndex={active ? 0 : -1}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <SeverityMark severity={severity} label={t(`severity.${severity}`)} />
        <span className={css.count} aria-label={t("findings.count", { count: all.length })}>
          <i className={css.open} data-open={isOpen || undefined}>
            <Icon name="chevron" size={11} />
          </i>
          ×{all.length}
        </span>
        <span>{text}</span>
      </button>
      {first && isOfReplay(first) && <ReplayButtons problem={first} tabbable={active} />}
      {fix && (
        <span className={fixCss.fixes}>
          <button
            type="button"
            className={fixCss.fix}
            tabIndex={active ? 0 : -1}
            title={sayFix(fix)}
            onClick={() => {
              onFixed();
              void studio.editor.applyFixes(all, fix.id);
            }}
          >
            <Icon name="check" size={13} />
            <span>{t("findings.fix-all", { count: all.length, fix: sayFix(fix) })}</span>
          </button>
        </span>
      )}
    </div>
  );
}
