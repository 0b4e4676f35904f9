import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import type { NoteFlowNode } from "#adapters/flow/flowGraph.ts";
import { Sign } from "#adapters/flow/Sign.tsx";
import { useLateViews } from "#adapters/flow/useLateViews.ts";
import type { Mark } from "#core/layout/content/stateContent.ts";
import signs from "#adapters/flow/signs.module.css";

/** A remark beside the state that it is about. Few charts have any, so it comes after the first picture; its place is kept. */
export const NoteView = memo(function NoteView({ data }: NodeProps<NoteFlowNode>) {
  const { NoteCard } = useLateViews(true) ?? {};
  return NoteCard ? <NoteCard note={data.drawn.note} lines={data.drawn.lines} tip={data.tip} /> : null;
});

/** The sign of notes that have no room. It opens as soon as the cards have come. */
export function NoteMark({ mark }: { mark: Mark }) {
  const late = useLateViews(true);
  if (late) return <late.NoteMark mark={mark} />;
  return (
    <span className={signs["mark"]} data-mark="note">
      <Sign mark={mark} />
    </span>
  );
}
