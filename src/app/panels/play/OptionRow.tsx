import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EventType } from "#core/chart/payload.ts";
import type { Option, PlayEvent, Reason } from "#core/run/play/play.ts";
import { FieldRow, withField } from "#app/panels/play/PayloadField.tsx";
import { thingName } from "#core/ruleset/labels.ts";
import { DrawByChance } from "#app/panels/play/DrawByChance.tsx";
import type { RunSession } from "#app/play/RunSession.ts";
import type { SessionState } from "#app/play/sessionState.ts";
import { Closes, closedFields } from "#app/panels/play/why/Closes.tsx";
import { useWhy } from "#app/play/why/useWhy.ts";
import { Why } from "#app/panels/play/Why.tsx";
import { SeatChip } from "#app/panels/play/seats/SeatChip.tsx";
import type { LabelOf } from "#app/studio/labels.ts";
import css from "#app/panels/play/NowView.module.css";

/** One event by one seat: its fields, filled with a payload that is (or would be) accepted. */
export function OptionRow({
  option,
  type,
  index,
  label,
  locked,
  expected,
  refusal,
  chart,
  step,
  session,
  onSend,
}: {
  option: Option;
  /** The game waits for this seat, or it is nobody's: its fields stand open. */
  expected: boolean;
  type: EventType | undefined;
  index?: number;
  label: LabelOf;
  locked: boolean;
  refusal: readonly Reason[] | undefined;
  chart: NonNullable<SessionState["chart"]> | undefined;
  /** Where it would be sent. */
  step: number;
  session: RunSession;
  onSend: (event: PlayEvent) => void;
}) {
  const { t } = useTranslation();
  const [event, setEvent] = useState<PlayEvent>(option.example);
  const [open, setOpen] = useState(option.accepted && expected);
  // What the values close is seen before they are sent; of those that were proposed it is known.
  const answer = useWhy(session, step, event === option.example ? null : event);
  const closed = answer ? closedFields(answer) : undefined;
  const fault = answer?.fault;
  const isOpen = answer ? fault?.code === "unanswered" : option.open !== undefined;
  const openGuard = (answer ? fault?.guard : option.open?.guard) ?? "";
  const accepted = answer ? answer.enabled || isOpen : option.accepted;
  const fields = fieldsToFill(type);
  return (
    <form
      className={css.row}
      data-accepted={accepted || undefined}
      aria-label={label(`event:${option.type}`) ?? option.type}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onSend(event);
      }}
    >
      <div className={css.title}>
        <SeatChip seat={option.by} />
        <button
          type="button"
          className={css.name}
          aria-expanded={open}
          title={`${label(`event:${option.type}`) ?? option.type} · ${option.type}`}
          onClick={() => setOpen(!open)}
        >
          {fields.length > 0 && <i data-open={open || undefined} />}
          <EventName type={option.type} label={label} />
        </button>
        {option.accepted && index !== undefined && index <= 9 && <kbd>{index}</kbd>}
        <button
          type="submit"
          className={accepted ? "btn" : "btn quiet"}
          disabled={locked}
          data-send={option.accepted ? index : undefined}
        >
          {t(accepted ? "simulate.send" : "simulate.try")}
        </button>
      </div>
      {open && fields.length > 0 && (
        <div className={css.fields}>
          {fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              label={label(`field:${option.type}.${field.name}`) ?? field.name}
              value={event[field.name]}
              valueLabel={(value) =>
                label(`value:${option.type}.${field.name}.${value}`) ?? thingName(label, value)
              }
              choices={option.choices[field.name]}
              closed={closed?.has(field.name) ?? false}
              onChange={(value) => setEvent(withField(event, field.name, value) as PlayEvent)}
            />
          ))}
        </div>
      )}
      {open && option.by === "chance" && (
        <DrawByChance draw={(seed) => session.questions.draw(option, seed)} onDrawn={setEvent} />
      )}
      {isOpen && (
        <p className={css.why}>{t("asked.hangs", { guard: label(`guard:${openGuard}`) ?? openGuard })}</p>
      )}
      {answer && !isOpen && <Closes answer={answer} label={label} />}
      {!answer &&
        refusal?.slice(0, 3).map((reason, i) => <Why key={i} reason={reason} label={label} chart={chart} />)}
    </form>
  );
}

const fieldsToFill = (type: EventType | undefined) =>
  (type?.fields ?? []).filter(({ name }) => name !== "by" && name !== "type");

/** With the code of the event beside its label. */
function EventName({ type, label }: { type: string; label: LabelOf }) {
  const name = label(`event:${type}`);
  return (
    <>
      <span>{name ?? type}</span>
      {name && <code>{type}</code>}
    </>
  );
}
