import { number, object, readText, readValue, record, unknown } from "#core/text/schema.ts";
import { useCallback, useState } from "react";
import type { Look, Viewport } from "#adapters/flow/canvasProps.ts";
import { type Level, LEVELS, type Words, WORDS } from "#core/layout/level.ts";
import { usePanelMemory } from "#app/studio/usePanelState.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** How a person looks at a machine, and from where. Kept on this computer, never in the project. */
interface StoredLook {
  readonly look?: Look;
  readonly at?: Viewport | undefined;
  /** What was selected then: with something else selected, that is shown instead. */
  readonly chosen?: string;
}

/** The level, folds, page and place that one had here last, also before the page was reloaded. */
export function useLooks(area: string) {
  const game = useStudio((s) => s.project?.id ?? "");
  const machine = useStudio((s) => s.graph?.machine ?? "");
  const key = `turnwright.look.${game}.${machine}.${area}`;
  const memory = usePanelMemory<StoredLook>(`look-${area}`);
  const [first] = useState<StoredLook>(() => memory.last() ?? readLook(key));
  const [look, setLook] = useState(first.look);
  const { keep, last } = memory;
  const store = useCallback(
    (change: StoredLook) => {
      const next = { ...(last() ?? first), ...change };
      keep(next);
      writeLook(key, next);
    },
    [keep, last, first, key],
  );
  return {
    look,
    first,
    onLook: useCallback(
      (next: Look) => {
        setLook(next);
        store({ look: next });
      },
      [store],
    ),
    onView: useCallback(
      (at: Viewport | undefined, chosen: string | undefined) => store({ at, chosen: chosen ?? "" }),
      [store],
    ),
  };
}

/** As it is stored: sets and maps as lists. What cannot be read is as if nothing was stored. */
function readLook(key: string): StoredLook {
  try {
    const stored = readText(record(unknown), localStorage.getItem(key));
    if (!stored.ok) return {};
    const { level, pinned, folded, levels, words, jumps, page, at, chosen } = stored.value;
    const isLevel = (value: unknown): value is Level => LEVELS.includes(value as Level);
    const view = readValue(object({ x: number, y: number, zoom: number }), at);
    const levelOf = (entry: unknown) =>
      Array.isArray(entry) && typeof entry[0] === "string" && isLevel(entry[1])
        ? [[entry[0], entry[1]] as const]
        : [];
    return {
      ...(isLevel(level) && Array.isArray(folded)
        ? {
            look: {
              level,
              folded: new Set(folded.filter((id): id is string => typeof id === "string")),
              ...(isLevel(pinned) ? { pinned } : {}),
              ...(Array.isArray(levels) ? { levels: new Map(levels.flatMap(levelOf)) } : {}),
              ...(WORDS.includes(words as Words) ? { words: words as Words } : {}),
              ...(Array.isArray(jumps)
                ? { jumps: new Set(jumps.filter((way): way is string => typeof way === "string")) }
                : {}),
              ...(typeof page === "string" ? { page } : {}),
            },
          }
        : {}),
      ...(view.ok ? { at: view.value } : {}),
      ...(typeof chosen === "string" ? { chosen } : {}),
    };
  } catch {
    return {};
  }
}

function writeLook(key: string, { look, at, chosen }: StoredLook): void {
  const stored = {
    ...(look
      ? {
          ...look,
          folded: [...look.folded],
          levels: [...(look.levels ?? [])],
          ...(look.jumps ? { jumps: [...look.jumps] } : {}),
        }
      : {}),
    ...(at ? { at } : {}),
    ...(chosen === undefined ? {} : { chosen }),
  };
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    /* private mode or full: it lasts for this page */
  }
}
