import { lazy, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { placeOf, pathOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import { isThere, type Selection } from "#app/studio/route.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import { LostTexts } from "#app/panels/inspector/LostTexts.tsx";
import { renamedOutside } from "#app/panels/inspector/renamedOutside.ts";
import css from "#app/panels/inspector/Inspector.module.css";

const StateInspector = lazy(() =>
  import("#app/panels/inspector/StateInspector.tsx").then((m) => ({ default: m.StateInspector })),
);
const TransitionInspector = lazy(() =>
  import("#app/panels/inspector/TransitionInspector.tsx").then((m) => ({ default: m.TransitionInspector })),
);
const ManyInspector = lazy(() =>
  import("#app/panels/inspector/ManyInspector.tsx").then((m) => ({ default: m.ManyInspector })),
);

const SelectionProblems = lazy(() =>
  import("#app/panels/inspector/SelectionProblems.tsx").then((m) => ({ default: m.SelectionProblems })),
);

/** The fields of what is selected, and what was typed in those that are gone. */
export function SelectedInspector() {
  return (
    <LostTexts>
      <SelectedFields />
    </LostTexts>
  );
}

/** What only got another name keeps its fields. */
function SelectedFields() {
  const { t } = useTranslation();
  const selection = useFollowedSelection();
  const also = useStudio((s) => s.also);
  const graph = useStudio((s) => s.graph);
  const chart = graph?.chart;
  // What only got another name keeps its fields, and the one that is typed in.
  const [known, setKnown] = useState({ selection, key: selection?.id });
  if (known.selection !== selection) {
    const isRenamed = selection !== null && "renamed" in selection && selection.renamed === true;
    setKnown({ selection, key: isRenamed ? known.key : selection?.id });
  }
  if (!chart || !selection || selection.kind === "clause")
    return <p className={css.none}>{t("inspector.none")}</p>;
  const several =
    selection.kind === "state" ? [selection.id, ...also].filter((id) => placeOf(chart, pathOf(id))) : [];
  if (several.length > 1) return <ManyInspector ids={several} chart={chart} locked={graph.stale} />;
  if (selection.kind === "state") {
    const place = placeOf(chart, pathOf(selection.id));
    return place ? (
      <>
        <SelectionProblems place={place} />
        <StateInspector key={known.key} place={place} chart={chart} locked={graph.stale} />
      </>
    ) : (
      <p className={css.none}>{t("origin.gone")}</p>
    );
  }
  const ref = transitionRef(selection.id);
  const found = ref && transitionOf(chart, ref);
  return ref && found ? (
    <>
      <SelectionProblems place={found.place} transition={found.transition} />
      <TransitionInspector
        key={known.key}
        of={ref}
        place={found.place}
        transition={found.transition}
        chart={chart}
        locked={graph.stale}
      />
    </>
  ) : (
    <p className={css.none}>{t("origin.gone")}</p>
  );
}

/** What is selected. Where the text was changed past the studio's commands, as by another program, it goes along with a new name. */
function useFollowedSelection(): Selection {
  const studio = useStudioActions();
  const selection = useStudio((s) => s.route.selection);
  const chart = useStudio((s) => s.graph?.chart);
  /** The chart that had it last. */
  const [last, setLast] = useState({ selection, chart });
  const isHere = chart !== undefined && selection !== null && isThere(chart, selection);
  if (isHere && (last.selection !== selection || last.chart !== chart)) setLast({ selection, chart });
  const before = !isHere && last.selection === selection ? last.chart : undefined;
  const renamed = useMemo(
    () => (before && chart ? renamedOutside(before, chart, selection) : undefined),
    [before, chart, selection],
  );
  useEffect(() => {
    if (renamed) studio.navigation.select(renamed);
  }, [studio, renamed]);
  return renamed ?? selection;
}
