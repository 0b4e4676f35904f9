import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefusedEvent } from "#core/run/scenario/replay.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { useSeatLook } from "#app/play/seats/seatLook.ts";
import { seatOf, useSeatTone } from "#app/play/seats/SeatOrder.ts";
import type { Stepping } from "#app/play/stepping/Stepping.ts";
import { TimelineStep } from "#app/panels/play/TimelineStep.tsx";
import type { SessionView } from "#app/play/useSession.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { payloadText } from "#app/play/valueWords.ts";
import { reasonText } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/Timeline.module.css";

const ALONE: readonly Step[] = [];
/** The width of a step that has not been drawn yet, and the padding of the list, in pixels. */
const ESTIMATED_STEP_WIDTH_PX = 178;
const LIST_PADDING_PX = 14;
/** Up to this many steps, all are in the page; of a longer run, those in sight and a few beside them. */
const MAX_STEPS_WITHOUT_WINDOWING = 100;
const OVERSCAN_STEPS = 8;

interface Item {
  readonly key: string;
  /** Place on the way. */
  readonly i: number;
  readonly step: Step;
  readonly refused?: RefusedEvent;
}

/** The steps of the way in view and what was refused beside them. Only those in sight are there, however many there are. */
export function TimelineSteps({
  view,
  run,
  steps,
  at,
  refused,
  stepping,
}: {
  view: SessionView;
  run: Run;
  steps: readonly Step[];
  /** Where one stands among the steps. */
  at: number;
  refused: readonly RefusedEvent[];
  stepping: Stepping;
}) {
  const { session, state } = view;
  // Which step is open, beside the one that is looked into.
  const [opened, setOpened] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const tone = useSeatTone();
  const [look] = useSeatLook(session);
  const items = itemsOf(steps, refused);
  const branches = useMemo(() => branchesIn(run), [run]);
  const currentIndex = items.findIndex(({ i, refused: no }) => i === at && !no);
  // Its functions, which must not be remembered, stay in here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    horizontal: true,
    count: items.length,
    getScrollElement: () => list.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: () => ESTIMATED_STEP_WIDTH_PX,
    initialRect: { width: 900, height: 160 },
    paddingStart: LIST_PADDING_PX,
    paddingEnd: LIST_PADDING_PX,
    overscan: items.length <= MAX_STEPS_WITHOUT_WINDOWING ? MAX_STEPS_WITHOUT_WINDOWING : OVERSCAN_STEPS,
  });
  useEffect(() => {
    if (currentIndex >= 0) virtual.scrollToIndex(currentIndex, { align: "auto" });
    // In the next frame: by then the steps have their sizes.
    const frame = requestAnimationFrame(() => {
      const shown =
        list.current?.querySelector('[aria-current="true"]') ??
        list.current?.querySelector('[aria-current="step"]');
      shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [currentIndex, virtual, run.cursor, state.micro, state.refused]);
  const drawn = virtual.getVirtualItems();
  const before = (drawn[0]?.start ?? LIST_PADDING_PX) - LIST_PADDING_PX;
  const after = virtual.getTotalSize() - LIST_PADDING_PX - (drawn.at(-1)?.end ?? 0);
  return (
    <div ref={list} className={css.steps}>
      {/* not the part that scrolls: its own padding would make that as wide as the way is long */}
      <ol
        style={{
          paddingInlineStart: LIST_PADDING_PX + before,
          paddingInlineEnd: LIST_PADDING_PX + Math.max(0, after),
        }}
      >
        {drawn.map(({ index, key }) => {
          const item = items[index];
          if (!item) return null;
          const { step, i } = item;
          if (item.refused)
            return (
              <li key={key} ref={virtual.measureElement} data-index={index}>
                <Refusal refusal={item.refused} />
              </li>
            );
          const by = seatOf(step);
          return (
            <TimelineStep
              key={key}
              measure={virtual.measureElement}
              index={index}
              step={step}
              before={step.parent === null ? undefined : run.steps[step.parent]}
              branches={branches.get(step.parent) ?? ALONE}
              marks={run.marks}
              at={i === at ? "here" : i > at ? "later" : "earlier"}
              micro={i === at ? state.micro : null}
              opened={opened === step.id}
              tone={by === undefined ? undefined : tone(by)}
              dim={look.filter !== null && by !== look.filter}
              stepping={stepping}
              onOpen={setOpened}
            />
          );
        })}
      </ol>
    </div>
  );
}

function Refusal({ refusal: { event, outcome } }: { refusal: RefusedEvent }) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const [reason] = outcome.reasons;
  return (
    <span className={css.step} data-refused title={payloadText(words, event)}>
      <b>{label(`event:${event.type}`) ?? event.type}</b>
      <small>{t("simulate.refused")}</small>
      <small>{reason && reasonText(t, label, reason)}</small>
    </span>
  );
}

function itemsOf(steps: readonly Step[], refused: readonly RefusedEvent[]): readonly Item[] {
  const beside = new Map<number, RefusedEvent[]>();
  for (const refusal of refused) beside.set(refusal.after, [...(beside.get(refusal.after) ?? []), refusal]);
  return steps.flatMap((step, i): Item[] => [
    { key: String(step.id), i, step },
    ...(beside.get(step.id) ?? []).map((refusal, n) => ({
      key: `${step.id}-${n}`,
      i,
      step,
      refused: refusal,
    })),
  ]);
}

/** By the step before them, steps that were tried from one place and not deleted; those without others are left out. */
function branchesIn(run: Run): ReadonlyMap<number | null, readonly Step[]> {
  const found = new Map<number | null, Step[]>();
  for (const step of run.steps) {
    if (run.pruned?.includes(step.id)) continue;
    const known = found.get(step.parent);
    if (known) known.push(step);
    else found.set(step.parent, [step]);
  }
  for (const [parent, { length }] of found) if (length < 2 || parent === null) found.delete(parent);
  return found;
}
