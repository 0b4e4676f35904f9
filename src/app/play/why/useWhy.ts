import { useEffect, useState } from "react";
import { PlayError, type PlayEvent } from "#core/run/play/play.ts";
import type { WhyAnswer } from "#core/run/play/why.ts";
import type { RunSession } from "#app/play/RunSession.ts";

/**
 * Why an event would be taken at a step, or not: requested again with every change of the event, and a late answer is dropped. Null until
 * the first answer, and for no event. What is shown while the next answer is on its way is the last one.
 */
export function useWhy(session: RunSession, step: number, event: PlayEvent | null): WhyAnswer | null {
  const [answer, setAnswer] = useState<{ step: number; why: WhyAnswer } | null>(null);
  const eventKey = event && JSON.stringify(event);
  useEffect(() => {
    if (eventKey === null) return;
    let current = true;
    session.questions.why(JSON.parse(eventKey) as PlayEvent).then(
      (why) => {
        if (current) setAnswer(why && { step, why });
      },
      (error: unknown) => {
        // A worker that was ended answers nothing; the next question starts another.
        if (!(error instanceof PlayError)) throw error;
        if (current) setAnswer(null);
      },
    );
    return () => {
      current = false;
    };
  }, [session, step, eventKey]);
  return answer?.step === step && event?.type === answer.why.event.type ? answer.why : null;
}
