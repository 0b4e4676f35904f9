import { structuredPatch } from "diff";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { beginning } from "#core/text/beginning.ts";
import css from "#app/kit/DiffText.module.css";

/** Characters of a line that are shown. Only generated lines are longer, and megabytes of one line would stall the browser's layout. */
const MAX_LINE_CHARACTERS = 20_000;

/** Lines that differ between two texts, with three lines around them. */
export function DiffText({ name, before, after }: { name: string; before: string; after: string }) {
  const { t } = useTranslation();
  const patch = useMemo(
    () => structuredPatch(name, name, before, after, "", "", { context: 3 }),
    [name, before, after],
  );
  return (
    <figure className={css.diff}>
      <figcaption>
        <span className="mono">{name}</span>
        {patch.hunks.length === 0 && <span>{t("diff.same")}</span>}
      </figcaption>
      {patch.hunks.map((hunk) => (
        <pre key={`${hunk.oldStart}-${hunk.newStart}`} tabIndex={0}>
          {hunk.lines.map((line, i) => (
            <span key={i} data-kind={line[0] === "+" ? "add" : line[0] === "-" ? "del" : undefined}>
              {beginning(line, MAX_LINE_CHARACTERS)}
              {"\n"}
            </span>
          ))}
        </pre>
      ))}
    </figure>
  );
}
