import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { messagesOf, partiesOf } from "#core/run/timeline/messages.ts";
import { way } from "#core/run/timeline/timeline.ts";
import { MessageDiagram } from "#app/panels/play/messages/MessageDiagram.tsx";
import { useGoToStep } from "#app/play/stepping/useStepping.ts";
import type { SessionView } from "#app/play/useSession.ts";

/** The messages of the shown branch as a sequence diagram: sender, receiver and event. */
export function MessagesPanel({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const run = view.session.shown();
  const go = useGoToStep(view);
  const messages = useMemo(() => (run ? messagesOf(way(run)) : []), [run]);
  const parties = useMemo(() => partiesOf(messages), [messages]);
  if (!run || messages.length === 0)
    return <p className="none">{t(run ? "messages.none" : "simulate.no-run")}</p>;
  return <MessageDiagram messages={messages} parties={parties} current={run.cursor} onGo={go} />;
}
