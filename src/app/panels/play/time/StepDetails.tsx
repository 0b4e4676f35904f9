import { useTranslation } from "react-i18next";
import type { Run } from "#core/run/timeline/run.ts";
import { MAX_NOTE_CHARACTERS, type MarkChange } from "#core/run/timeline/marks.ts";
import { branchStart } from "#core/run/timeline/runTree.ts";
import { Icon } from "#app/kit/icons.tsx";
import { depthsOf } from "#app/play/time/depths.ts";
import css from "#app/panels/play/time/Tree.module.css";

/** What can be done with the step that the keyboard is at, and what a person wrote to it. */
export function StepDetails({
  run,
  id,
  locked,
  onMark,
  onGo,
  onName,
  onCompare,
  onRemove,
}: {
  run: Run;
  id: number;
  locked: boolean;
  onMark: (change: Partial<MarkChange>) => void;
  onGo: () => void;
  onName: () => void;
  onCompare: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const mark = run.marks?.[id];
  const branch = run.marks?.[branchStart(run, id)]?.name;
  return (
    <aside className={css.details}>
      <p className={css.what}>
        <b>{t("time.tree.step", { n: (depthsOf(run)[id] ?? 0) + 1 })}</b>
        {branch !== undefined && <span>{t("time.tree.of-branch", { name: branch })}</span>}
      </p>
      <div className={css.commandRow}>
        <button type="button" className="btn quiet" disabled={id === run.cursor} onClick={onGo}>
          {t("time.tree.go")}
        </button>
        <button
          type="button"
          className="btn quiet"
          aria-pressed={mark?.bookmark === true}
          disabled={locked}
          onClick={() => onMark({ bookmark: mark?.bookmark ? undefined : true })}
        >
          {mark?.bookmark ? "★" : "☆"} {t("time.tree.bookmark")}
        </button>
        <button type="button" className="btn quiet" disabled={locked} onClick={onName}>
          {t("time.tree.name")}
        </button>
        <button type="button" className="btn quiet" disabled={run.steps.length < 2} onClick={onCompare}>
          {t("time.tree.compare")}
        </button>
        <button type="button" className="btn quiet" disabled={locked || id === 0} onClick={onRemove}>
          <Icon name="trash" size={12} /> {t("time.tree.delete")}
        </button>
      </div>
      <textarea
        className="field"
        rows={2}
        maxLength={MAX_NOTE_CHARACTERS}
        defaultValue={mark?.note ?? ""}
        disabled={locked}
        placeholder={t("time.tree.note-hint")}
        aria-label={t("time.tree.note")}
        onBlur={(event) => onMark({ note: event.currentTarget.value })}
      />
    </aside>
  );
}
