import type { ComponentType } from "react";
import { CodePanel } from "#app/design/CodePanel.tsx";
import { ErrorBoundary } from "#app/shell/ErrorBoundary.tsx";
import { ActorsPanel } from "#app/simulate/actors/ActorsPanel.tsx";
import { ContextView } from "#app/simulate/ContextView.tsx";
import { MessagesPanel } from "#app/simulate/messages/MessagesPanel.tsx";
import { NowView } from "#app/simulate/NowView.tsx";
import { StartForm } from "#app/simulate/StartForm.tsx";
import { Timeline } from "#app/simulate/Timeline.tsx";
import type { Made } from "#app/simulate/made.ts";
import { WhyPanel } from "#app/simulate/why/WhyPanel.tsx";
import { useTranslation } from "react-i18next";

/** One of several panels that share a place beside the graph; which one is shown is the person's choice. */
export interface Panel {
  readonly id: string;
  /** Key of its title among the words of the interface. */
  readonly title: string;
  readonly Content: ComponentType<{ readonly made: Made }>;
}

function Play({ made }: { made: Made }) {
  const { t } = useTranslation();
  const run = made.session.shown();
  if (!run) return <StartForm made={made} />;
  return (
    <>
      <ErrorBoundary name={t("simulate.now")}>
        <NowView session={made.session} state={made.state} run={run} />
      </ErrorBoundary>
      <ErrorBoundary name={t("simulate.context")}>
        <ContextView run={run} />
      </ErrorBoundary>
    </>
  );
}

const Code = () => <CodePanel />;

/** At the right: what can happen, and what it is made of. */
export const RIGHT_PANELS: readonly Panel[] = [
  { id: "now", title: "simulate.play", Content: Play },
  { id: "why", title: "why.title", Content: WhyPanel },
  { id: "actors", title: "actors.tab", Content: ActorsPanel },
  { id: "code", title: "code.title", Content: Code },
];

/** At the bottom: the way that the play went. */
export const BOTTOM_PANELS: readonly Panel[] = [
  { id: "timeline", title: "simulate.timeline", Content: Timeline },
  { id: "messages", title: "messages.title", Content: MessagesPanel },
];
