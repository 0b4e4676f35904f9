import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { placeOf, pathOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import { useStudio } from "#app/studio/useStudio.ts";
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

/** The fields of what is selected; what only got another name keeps them. */
export function SelectedInspector() {
  const { t } = useTranslation();
  const selection = useStudio((s) => s.route.selection);
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
