import { useState } from "react";
import { useTranslation } from "react-i18next";
import { optionOffers, type ExpectationOffer } from "#core/run/scenario/expectationOffers.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { ScenarioOffer } from "#core/run/scenario/toScenario.ts";
import { brief } from "#app/play/brief.ts";
import { partName } from "#app/play/contextWords.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { payloadText, valueText } from "#app/play/valueWords.ts";
import { seatName, stepName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/scenarios/scenarios.module.css";

const KINDS: readonly ExpectationOffer["kind"][] = ["refused", "in", "context", "end", "can", "cannot"];

/** A step, and with tick boxes what may be expected of it; unfolded on demand. */
export function OfferedStep({
  view,
  offer,
  expectations,
  onChoose,
}: {
  view: SessionView;
  offer: ScenarioOffer;
  expectations: readonly ExpectationOffer[];
  onChoose: (expectations: readonly ExpectationOffer[]) => void;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const [open, setOpen] = useState(false);
  const [more, setMore] = useState<readonly ExpectationOffer[]>();
  const { refused, step } = offer;
  const name = refused
    ? (label(`event:${refused.event.type}`) ?? refused.event.type)
    : stepName(t, label, step.do);
  const event = refused?.event ?? (step.do.kind === "send" ? step.do.event : undefined);
  const deedText = (sentEvent: PlayEvent) =>
    [
      typeof sentEvent["by"] === "string" && sentEvent["by"] !== ""
        ? seatName(t, label, sentEvent["by"])
        : "",
      payloadText(words, sentEvent, true),
    ]
      .filter(Boolean)
      .join(" · ");
  const ask = () =>
    void view.session.questions.optionsAt(step.id).then((options) => setMore(optionOffers(options)));
  const all = [...offer.offers, ...(more ?? [])];
  const keys = new Set(expectations.map(({ key }) => key));
  const toggle = (expectationOffer: ExpectationOffer) =>
    onChoose(
      keys.has(expectationOffer.key)
        ? expectations.filter(({ key }) => key !== expectationOffer.key)
        : [...expectations, expectationOffer],
    );
  return (
    <details open={open} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>
        <b>{name}</b>
        {event && <small>{deedText(event)}</small>}
        <span className={css.count}>
          {refused && expectations.length === 0
            ? t("scenario.left-out")
            : t("scenario.expects", { count: expectations.length })}
        </span>
      </summary>
      {open &&
        KINDS.map((kind) => {
          const offers = all.filter((expectation) => expectation.kind === kind);
          if (offers.length === 0) return null;
          return (
            <div key={kind} className={css.kind} role="group" aria-label={t(`scenario.kind.${kind}`)}>
              <span>{t(`scenario.kind.${kind}`)}</span>
              {offers.map((expectation) => (
                <label key={expectation.key}>
                  <input
                    type="checkbox"
                    checked={keys.has(expectation.key)}
                    onChange={() => toggle(expectation)}
                  />
                  <OfferText offer={expectation} />
                </label>
              ))}
            </div>
          );
        })}
      {open && !refused && !more && (
        <button type="button" className="btn quiet" onClick={ask} disabled={view.state.busy}>
          {t("scenario.what-is-possible")}
        </button>
      )}
    </details>
  );
}

function OfferText({ offer: { kind, part } }: { offer: ExpectationOffer }) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const eventText = (event: PlayEvent) =>
    [
      label(`event:${event.type}`) ?? event.type,
      typeof event["by"] === "string" && event["by"] !== "" ? seatName(t, label, event["by"]) : "",
      payloadText(words, event, true),
    ]
      .filter(Boolean)
      .join(" · ");
  switch (kind) {
    case "in": {
      const path = part.in?.[0] ?? "";
      return <span title={path}>{label(`state:${path}`) ?? path}</span>;
    }
    case "context": {
      const [name = "", value = null] = Object.entries(part.context ?? {})[0] ?? [];
      return (
        <span title={name}>
          {partName(label, name)} <b>{cut(valueText(words, name, value))}</b>
        </span>
      );
    }
    case "end":
      return (
        <span>
          {part.status} {part.output === undefined ? "" : brief(part.output)}
        </span>
      );
    case "refused": {
      const { refused } = part;
      if (typeof refused !== "object") return <span>{t("scenario.refused.any")}</span>;
      if (refused.guard !== undefined)
        return (
          <span>
            {t("scenario.refused.guard", { guard: label(`guard:${refused.guard}`) ?? refused.guard })}
          </span>
        );
      return <span>{t("scenario.refused.clause", { clause: refused.clause ?? "" })}</span>;
    }
    default:
      return <span>{eventText((part.can ?? part.cannot ?? [])[0] ?? { type: "" })}</span>;
  }
}

const cut = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
