import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import { keyOf, type Message, type Party } from "#core/run/timeline/messages.ts";
import { seatName } from "#app/play/words.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/messages/messages.module.css";

/** The height of a message and the width of a participant, in pixels. */
const ROW_HEIGHT_PX = 24;
const COLUMN_WIDTH_PX = 150;

/**
 * A sequence diagram: a column a party, a row a message, the first at the top. Only the rows in sight are there, however many
 * messages there are. The arrow keys walk through it, Enter goes to the step.
 */
export function MessageDiagram({
  messages,
  parties,
  current,
  onGo,
}: {
  messages: readonly Message[];
  parties: readonly Party[];
  /** The step that is shown. */
  current: number;
  onGo: (step: number) => void;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const list = useRef<HTMLDivElement>(null);
  const columns = new Map(parties.map((party, i) => [keyOf(party), i]));
  // Its functions, which must not be remembered, stay in here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT_PX,
    initialRect: { width: 900, height: 160 },
    overscan: 10,
  });
  const at = messages.findIndex(({ step }) => step === current);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [at, virtual]);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const from = Number((event.target as HTMLElement).dataset["index"]);
    const to = from + way;
    if (way === 0 || Number.isNaN(from) || to < 0 || to >= messages.length) return;
    event.preventDefault();
    virtual.scrollToIndex(to);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus());
  };
  const width = parties.length * COLUMN_WIDTH_PX;
  return (
    <div ref={list} className={css.diagram} role="group" aria-label={t("messages.title")}>
      <div className={css.heads} style={{ width }}>
        {parties.map((party) => (
          <span key={keyOf(party)} data-kind={party.kind} title={partyName(t, label, party)}>
            {partyName(t, label, party)}
          </span>
        ))}
      </div>
      <div
        className={css.rows}
        style={{ width, height: virtual.getTotalSize(), ...lines(parties.length) }}
        onKeyDown={walk}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const message = messages[index];
          if (!message) return null;
          const from = columns.get(keyOf(message.from)) ?? 0;
          const to = columns.get(keyOf(message.to)) ?? 0;
          const text = messageText(t, label, message);
          return (
            <button
              key={index}
              type="button"
              data-index={index}
              className={css.row}
              style={{ top: start, height: ROW_HEIGHT_PX, ...placeOf(from, to) }}
              data-what={message.what}
              data-way={from === to ? "self" : from < to ? "right" : "left"}
              aria-current={message.step === current ? "step" : undefined}
              title={`${partyName(t, label, message.from)} → ${partyName(t, label, message.to)}: ${text}`}
              aria-label={`${partyName(t, label, message.from)} → ${partyName(t, label, message.to)}: ${text}`}
              onClick={() => onGo(message.step)}
            >
              <span>{text}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** From the middle of one column to that of the other; what goes to its sender stands beside its line. */
const placeOf = (from: number, to: number): CSSProperties =>
  from === to
    ? { left: from * COLUMN_WIDTH_PX + COLUMN_WIDTH_PX / 2, width: COLUMN_WIDTH_PX - 10 }
    : {
        left: Math.min(from, to) * COLUMN_WIDTH_PX + COLUMN_WIDTH_PX / 2,
        width: Math.abs(to - from) * COLUMN_WIDTH_PX,
      };

/** A life line in the middle of every column. */
const lines = (count: number): CSSProperties => ({
  backgroundSize: `${COLUMN_WIDTH_PX}px 100%`,
  backgroundPosition: `${COLUMN_WIDTH_PX / 2}px 0`,
  minWidth: count * COLUMN_WIDTH_PX,
});

function partyName(t: TFunction, label: LabelOf, party: Party): string {
  if (party.kind === "outside")
    return party.name === "" ? t("messages.outside") : seatName(t, label, party.name);
  return party.kind === "actor" ? party.name : t(`messages.${party.kind}`);
}

/** What a message says, in words. */
function messageText(t: TFunction, label: LabelOf, { what: kind, name }: Message): string {
  const after = /^xstate\.after\.([^.]+)\./.exec(name);
  const shown = after ? t("actors.after", { delay: after[1] }) : (label(`event:${name}`) ?? name);
  return kind === "event" || kind === "raised" || kind === "sent"
    ? shown
    : t(`messages.what.${kind}`, { name: kind === "answer" ? answerText(t, label, name) : shown });
}

const answerText = (t: TFunction, label: LabelOf, answer: string): string =>
  answer === "done" || answer === "error" || answer === "next"
    ? t(`messages.said.${answer}`)
    : (label(`event:${answer}`) ?? answer);
