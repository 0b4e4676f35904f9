import type { ComponentType } from "react";
import { CodePanel } from "#app/panels/code/CodePanel.tsx";
import { ActorsPanel } from "#app/panels/play/actors/ActorsPanel.tsx";
import { CoveragePanel } from "#app/panels/play/coverage/CoveragePanel.tsx";
import { MessagesPanel } from "#app/panels/play/messages/MessagesPanel.tsx";
import { PlayPanel } from "#app/panels/play/PlayPanel.tsx";
import { BreakpointsPanel } from "#app/panels/play/stepping/BreakpointsPanel.tsx";
import { Timeline } from "#app/panels/play/Timeline.tsx";
import { TreePanel } from "#app/panels/play/time/TreePanel.tsx";
import type { SessionView } from "#app/play/useSession.ts";
import { WhyPanel } from "#app/panels/play/why/WhyPanel.tsx";

/** One of several panels that share a place beside the graph; which one is shown is the person's choice. */
export interface Panel {
  readonly id: string;
  /** Key of its title among the words of the interface. */
  readonly title: string;
  readonly Content: ComponentType<{ readonly view: SessionView }>;
}

const Code = () => <CodePanel />;

/** The panels at the right: possible events, and the state that they follow from. */
export const RIGHT_PANELS: readonly Panel[] = [
  { id: "now", title: "simulate.play", Content: PlayPanel },
  { id: "why", title: "why.title", Content: WhyPanel },
  { id: "actors", title: "actors.tab", Content: ActorsPanel },
  { id: "breakpoints", title: "breakpoints.title", Content: BreakpointsPanel },
  { id: "code", title: "code.title", Content: Code },
];

/** At the bottom: the way that the play went. */
export const BOTTOM_PANELS: readonly Panel[] = [
  { id: "timeline", title: "simulate.timeline", Content: Timeline },
  { id: "tree", title: "time.tree.title", Content: TreePanel },
  { id: "coverage", title: "coverage.title", Content: CoveragePanel },
  { id: "messages", title: "messages.title", Content: MessagesPanel },
];
