import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pathId, transitionRef } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Users } from "#core/symbol/usersOf.ts";
import type { Span } from "#core/text/textEdit.ts";
import { StudioCanvas } from "#app/panels/canvas/StudioCanvas.tsx";
import { Inspector } from "#app/panels/inspector/Inspector.tsx";
import { Problems } from "#app/panels/problems/Problems.tsx";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { MarkedStatus } from "#app/gestures/names/MarkedStatus.tsx";
import { useHasProblems } from "#app/panels/problems/useHasProblems.ts";
import { Frame } from "#app/panels/frame/Frame.tsx";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/views/design/DesignView.module.css";

const MarkedBar = lazy(() =>
  import("#app/gestures/names/MarkedBar.tsx").then((m) => ({ default: m.MarkedBar })),
);
// The outline and the code are shown after the first picture, and come after it.
const Outline = lazy(() => import("#app/panels/outline/Outline.tsx").then((m) => ({ default: m.Outline })));
const CodePanel = lazy(() =>
  import("#app/panels/code/CodePanel.tsx").then((m) => ({ default: m.CodePanel })),
);

/** Graph and code of the game, side by side and in step; outline, inspector and problems around them. */
export function DesignView() {
  const { t } = useTranslation();
  const pictured = useStudio((s) => s.pictured);
  const drawn = useStudio((s) => s.pictured && s.graph !== null);
  const hasProblems = useHasProblems();
  const revealRequest = useStudio((s) => s.jump ?? s.listed);
  const requested = useStudio((s) => s.requested);
  const [reveal, setReveal] = useState<{ file: string; at: Span; key: number }>();
  const onReveal = useCallback((d: Diagnostic) => {
    if (d.at) setReveal({ file: d.file, at: d.at, key: Date.now() });
  }, []);
  return (
    <Frame
      id="design"
      left={{
        title: t("outline.title"),
        size: 236,
        openKey: requested,
        content: (
          <div className={css.left}>
            <Suspense fallback={<div className={css.outline} />}>
              {pictured ? <Outline editable /> : <div className={css.outline} />}
            </Suspense>
            <div className={css.inspector}>
              <Inspector />
            </div>
          </div>
        ),
      }}
      right={{
        title: t("code.title"),
        size: 520,
        dispensable: true,
        min: 260,
        openKey: revealRequest,
        content: drawn ? (
          <Suspense fallback={<div className="empty">{t("code.loading")}</div>}>
            <CodePanel reveal={reveal} />
          </Suspense>
        ) : null,
      }}
      bottom={{
        title: t("problems.title"),
        size: 132,
        line: !hasProblems,
        content: <Problems onReveal={onReveal} />,
      }}
    >
      <ErrorBoundary name={t("canvas.title")}>
        <DesignCanvas />
      </ErrorBoundary>
    </Frame>
  );
}

const sourceOf = (transition: string): string => pathId(transitionRef(transition)?.source ?? []);

/** The graph, with what uses a name that was looked for marked on it. */
function DesignCanvas() {
  const marked = useStudio((s) => s.marked);
  const [users, setUsers] = useState<Users>();
  const emphasis = useMemo(
    () =>
      users && [
        // What leads nowhere else has no line on the map: the step that it is of is seen there.
        ...[...users.states, ...users.transitions.map(sourceOf)].map((id) => ({ kind: "state", id })),
        ...users.transitions.map((id) => ({ kind: "transition", id })),
      ],
    [users],
  );
  return (
    <>
      <StudioCanvas {...(emphasis ? { emphasis } : {})} />
      <MarkedStatus symbol={marked} users={users} />
      {marked && (
        <Suspense fallback={null}>
          <MarkedBar symbol={marked} onUsers={setUsers} />
        </Suspense>
      )}
    </>
  );
}
