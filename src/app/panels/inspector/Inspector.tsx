import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { placeOf, pathOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

// Nothing is selected in the first picture.
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

/** What is known of the selected state or transition, and the fields to change it. */
export function Inspector() {
  return (
    <Suspense fallback={null}>
      <Selected />
    </Suspense>
  );
}

function Selected() {
  const { t } = useTranslation();
  const selection = useStudio((s) => s.route.selection);
  const also = useStudio((s) => s.also);
  const graph = useStudio((s) => s.graph);
  const chart = graph?.chart;
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
        <StateInspector key={selection.id} place={place} chart={chart} locked={graph.stale} />
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
        key={selection.id}
        transitionRef={ref}
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
