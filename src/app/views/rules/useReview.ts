import { useEffect, useMemo, useState } from "react";
import {
  changedParts,
  entriesByPlace,
  type ReviewedGame,
  ReviewGround,
  reviewPlace,
  type ReviewStatus,
} from "#core/ruleset/review.ts";
import type { ReviewBasis, ReviewEntry, ReviewPart } from "#core/ruleset/ruleset.ts";
import { useIsPlayed } from "#app/play/useScenarioRuns.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** Milliseconds of work at a time: between two of them a frame is drawn. */
const SLICE_MS = 8;

/** What was said of the clauses, and whether it is still about what stands there. */
export interface Review {
  readonly entryOf: (clause: string, locale: string) => ReviewEntry | undefined;
  /** Of an entry that was not compared yet what was said, as if nothing had changed. */
  readonly statusOf: (clause: string, locale: string) => ReviewStatus;
  /** The parts that differ from what was seen. */
  readonly changedOf: (clause: string, locale: string) => readonly ReviewPart[];
  /** What stands there now; undefined while there is no machine to look at. */
  readonly basisOf: ((clause: string, locale: string) => ReviewBasis) | undefined;
}

/** Compares what was said with what stands there, a slice at a time, whenever machine or rules change. */
export function useReview(): Review {
  const game = useReviewedGame();
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const ground = useMemo(() => game && new ReviewGround(game), [game]);
  const entries = useMemo(
    () => (ruleset ? entriesByPlace(ruleset) : new Map<string, ReviewEntry>()),
    [ruleset],
  );
  const [changed, setChanged] = useState<ReadonlyMap<string, readonly ReviewPart[]>>(new Map());
  useEffect(() => {
    if (!ground) return undefined;
    const found = new Map<string, readonly ReviewPart[]>();
    const queue = [...entries];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const slice = () => {
      const start = performance.now();
      while (queue.length > 0 && performance.now() - start < SLICE_MS) {
        const [place, entry] = queue.shift() ?? [];
        if (place === undefined || !entry) continue;
        const parts = changedParts(entry.basis, ground.basisOf(entry.clause, entry.locale));
        if (parts.length > 0) found.set(place, parts);
      }
      if (queue.length === 0) setChanged(found);
      else timer = setTimeout(slice);
    };
    timer = setTimeout(slice);
    return () => clearTimeout(timer);
  }, [ground, entries]);
  return useMemo((): Review => {
    const changedOf = (clause: string, locale: string) => changed.get(reviewPlace(clause, locale)) ?? [];
    const entryOf = (clause: string, locale: string) => entries.get(reviewPlace(clause, locale));
    return {
      entryOf,
      changedOf,
      statusOf: (clause, locale) =>
        changedOf(clause, locale).length > 0 ? "suspect" : (entryOf(clause, locale)?.state ?? "unseen"),
      basisOf: ground && ((clause, locale) => ground.basisOf(clause, locale)),
    };
  }, [changed, entries, ground]);
}

/** The open game with its main machine: the rules are about no other. */
function useReviewedGame(): ReviewedGame | undefined {
  const chart = useStudio((s) => s.graph?.chart);
  const consts = useStudio((s) => s.graph?.reading.consts);
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const isMain = useIsPlayed();
  return useMemo(
    () =>
      chart && isMain && ruleset && scenarios
        ? { chart, consts: consts ?? NONE, ruleset, scenarios }
        : undefined,
    [chart, consts, ruleset, scenarios, isMain],
  );
}

/** One list for all machines without constants: another one would be another machine. */
const NONE = [] as const;
