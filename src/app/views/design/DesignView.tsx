import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pathId, transitionRef } from "#core/chart/places.ts";
import type { Users } from "#core/symbol/usersOf.ts";
import { StudioCanvas } from "#app/panels/canvas/StudioCanvas.tsx";
import { ErrorBoundary } from "#app/kit/ErrorBoundary.tsx";
import { MarkedStatus } from "#app/gestures/names/MarkedStatus.tsx";
import { useHasProblems } from "#app/panels/problems/useHasProblems.ts";
import { Frame } from "#app/panels/frame/Frame.tsx";
import type { BottomTab } from "#app/views/design/DesignBottom.tsx";
import { useStudio } from "#app/studio/useStudio.ts";

const MarkedBar = lazy(() =>
  import("#app/gestures/names/MarkedBar.tsx").then((m) => ({ default: m.MarkedBar })),
);
const DesignBottom = lazy(() =>
  import("#app/views/design/DesignBottom.tsx").then((m) => ({ default: m.DesignBottom })),
);
// What stands beside the graph is shown after the first picture, and comes after it.
const Outline = lazy(() => import("#app/panels/outline/Outline.tsx").then((m) => ({ default: m.Outline })));
const DesignSide = lazy(() =>
  import("#app/views/design/DesignSide.tsx").then((m) => ({ default: m.DesignSide })),
);

/** Graph and code of the game, side by side and in step; outline and problems around them, the inspector in the place of the code. */
export function DesignView() {
  const { t } = useTranslation();
  const pictured = useStudio((s) => s.pictured);
  const drawn = useStudio((s) => s.pictured && s.graph !== null);
  const hasProblems = useHasProblems();
  const openKeys = [
    useStudio((s) => (s.jump?.isQuiet ? null : s.jump)),
    useStudio((s) => s.listed),
    useStudio((s) => s.requested),
    useStudio((s) => s.sideTurn),
  ];
  const selection = useStudio((s) => s.route.selection);
  const [tab, setTab] = useState<BottomTab>("problems");
  const isTable = tab !== "problems";
  return (
    <Frame
      id="design"
      left={{
        title: t("outline.title"),
        size: 236,
        content: <Suspense fallback={null}>{pictured && <Outline editable />}</Suspense>,
      }}
      right={{
        title: t("side.title"),
        size: 480,
        dispensable: true,
        min: 280,
        openKeys,
        wish: selection,
        content: drawn ? (
          <Suspense fallback={<div className="empty">{t("code.loading")}</div>}>
            <DesignSide />
          </Suspense>
        ) : null,
      }}
      bottom={{
        title: t("problems.title"),
        size: isTable ? 300 : 132,
        line: !hasProblems && !isTable,
        content: <Suspense fallback={null}>{pictured && <DesignBottom tab={tab} onTab={setTab} />}</Suspense>,
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
