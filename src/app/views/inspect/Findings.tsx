import { useTranslation } from "react-i18next";
import { FindingText } from "#app/views/inspect/FindingText.tsx";
import { lastNumber } from "#app/views/inspect/shownSteps.ts";
import { StepNumber } from "#app/views/inspect/StepNumber.tsx";
import type { WatchedStep } from "#app/views/inspect/useWatchedStep.ts";
import { useInspecting } from "#app/views/inspect/useHub.ts";
import { useMachine } from "#app/views/inspect/useMachine.ts";
import { useRecomputed } from "#app/views/inspect/useRecomputed.ts";
import css from "#app/views/inspect/StepDetail.module.css";

/** Which machine of the library runs, how it differs, and where what it did differs from what ours does. */
export function Findings({ watched }: { watched: WatchedStep }) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const machine = useMachine(watched.session);
  const copy = useRecomputed(watched.session, machine);
  const { match, known, definition } = machine;
  return (
    <section className={css.findings}>
      <h4>{t("inspect.machine")}</h4>
      <p>
        {known && match
          ? t("inspect.is-known", { game: known.game, percent: Math.round(match.score * 100) })
          : known
            ? t("inspect.is-named", { game: known.game })
            : t(
                machine.looking
                  ? "inspect.looking"
                  : definition
                    ? "inspect.not-known"
                    : "inspect.no-definition",
              )}
        {match &&
          match.visibleShare < 1 &&
          ` ${t("inspect.seen-part", { percent: Math.round(match.visibleShare * 100) })}`}
      </p>
      {match && match.differences.length > 0 && (
        <ul className={css.differences}>
          {match.differences.slice(0, 50).map((difference, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list is made again as a whole
            <li key={i}>
              <code>{difference.state || "(root)"}</code> {t(`inspect.difference.${difference.is}`)}{" "}
              {t(`inspect.part.${difference.what}`)}
              {difference.event !== undefined && <code> {difference.event}</code>}
              {(difference.known !== undefined || difference.app !== undefined) && (
                <small>
                  {" "}
                  {difference.known ?? "-"} → {difference.app ?? "-"}
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
      {copy && (
        <>
          <h4>{t("inspect.findings")}</h4>
          {copy.findings.length === 0 ? (
            <p role="status">{t("inspect.no-findings", { count: lastNumber(watched.session) })}</p>
          ) : (
            <ul className={css.differences}>
              {copy.findings.slice(0, 100).map((finding) => (
                <li key={`${finding.step}/${finding.what}/${finding.at ?? ""}`}>
                  <button
                    type="button"
                    className="link"
                    onClick={() => hub.watching.send({ type: "hold", step: finding.step })}
                  >
                    <StepNumber session={watched.session} step={{ id: finding.step }} />
                  </button>{" "}
                  <FindingText finding={finding} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
