import { useTranslation } from "react-i18next";
import type { Chosen } from "#app/inspect/useChosen.ts";
import { useMachine } from "#app/inspect/useMachine.ts";
import css from "#app/inspect/StepDetail.module.css";

/** How the machine that runs differs from the one of the library. */
export function Findings({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const { match, known, definition } = useMachine(chosen.session);
  return (
    <section className={css.findings}>
      <h4>{t("inspect.machine")}</h4>
      <p>
        {known && match
          ? t("inspect.is-known", { game: known.game, percent: Math.round(match.score * 100) })
          : known
            ? t("inspect.is-named", { game: known.game })
            : t(definition ? "inspect.not-known" : "inspect.no-definition")}
        {match && match.seen < 1 && ` ${t("inspect.seen-part", { percent: Math.round(match.seen * 100) })}`}
      </p>
      {match && match.differences.length > 0 && (
        <ul className={css.differences}>
          {match.differences.slice(0, 50).map((one, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list is made anew as a whole
            <li key={i}>
              <code>{one.state || "(root)"}</code> {t(`inspect.difference.${one.is}`)}{" "}
              {t(`inspect.part.${one.what}`)}
              {one.event !== undefined && <code> {one.event}</code>}
              {(one.known !== undefined || one.app !== undefined) && (
                <small>
                  {" "}
                  {one.known ?? "-"} → {one.app ?? "-"}
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
