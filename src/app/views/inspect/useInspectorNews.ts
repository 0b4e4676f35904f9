import { useCallback, useEffect, useState } from "react";
import type { InspectorCall, InspectorNews } from "#core/project/inspectWire.ts";
import { StoreError } from "#core/project/store.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/**
 * What the studio's server says of its inspector, as it is now: null where none is served, undefined before it answered. `fault`: why it
 * gives no answer, as the words for it are called. And how to ask it for something.
 */
export function useInspectorNews(): {
  readonly news: InspectorNews | null | undefined;
  readonly fault: StoreError["code"] | undefined;
  readonly ask: (call: InspectorCall) => Promise<void>;
} {
  const door = useStudioActions().store.inspector;
  const [news, setNews] = useState<InspectorNews | null>();
  const [fault, setFault] = useState<StoreError["code"]>();
  const ask = useCallback(
    async (call: InspectorCall) => {
      try {
        setNews((await door?.ask(call)) ?? null);
        setFault(undefined);
      } catch (error) {
        // The server is away, or was restarted: the page receives news again when it is back.
        if (!(error instanceof StoreError)) throw error;
        setFault(error.code);
      }
    },
    [door],
  );
  useEffect(() => {
    // One look at a time, and one more for all news that came meanwhile.
    let looks = 0;
    const look = async () => {
      if (looks++ > 0) return;
      try {
        for (let looksDone = 0; looksDone < looks;) {
          looksDone = looks;
          await ask({ do: "look" });
        }
      } finally {
        looks = 0;
      }
    };
    void look();
    return door?.watch(() => void look());
  }, [door, ask]);
  return { news, fault, ask };
}
