import { useCallback, useEffect, useState } from "react";
import type { InspectorCall, InspectorNews } from "#core/project/inspectWire.ts";
import { StoreError } from "#core/project/store.ts";
import { useStudioDoings } from "#app/studio/useStudio.ts";

/** What the studio's server says of its inspector, as it is now; null where none is served. And how to ask it for something. */
export function useInspectorNews(): {
  readonly news: InspectorNews | null;
  readonly ask: (call: InspectorCall) => Promise<void>;
} {
  const door = useStudioDoings().store.inspector;
  const [news, setNews] = useState<InspectorNews | null>(null);
  const ask = useCallback(
    async (call: InspectorCall) => {
      try {
        setNews((await door?.ask(call)) ?? null);
      } catch (error) {
        // The server is away: the page says so elsewhere, and hears again when it is back.
        if (!(error instanceof StoreError)) throw error;
      }
    },
    [door],
  );
  useEffect(() => {
    const look = () => void ask({ do: "look" });
    look();
    return door?.watch(look);
  }, [door, ask]);
  return { news, ask };
}
