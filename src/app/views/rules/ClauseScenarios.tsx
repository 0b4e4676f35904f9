import { useTranslation } from "react-i18next";
import { isWorkStop, stepNumber } from "#core/run/scenario/scenario.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { useScenarioResults } from "#app/play/useScenarioRuns.ts";
import { differenceWords } from "#app/play/differenceWords.ts";
import { stopWords } from "#app/play/words.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { ReplayButtons, useShowReplay } from "#app/parts/ReplayButtons.tsx";
import { Icon } from "#app/kit/icons.tsx";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/ClauseScenarios.module.css";

/** The scenarios that play a clause, and how each goes on the machine as it is now. */
export function ClauseScenarios({ clause }: { clause: string }) {
  const { t } = useTranslation();
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const language = useStudio((s) => s.uiLanguage);
  const { state, byClause } = useScenarioResults();
  const show = useShowReplay();
  const words = useValueWords();
  const stateName = useStateNames();
  const names = byClause.get(clause) ?? [];
  const bad = names.flatMap((name) => state?.results.get(name) ?? []);
  const stopCount = bad.filter(isWorkStop).length;
  const failing = bad.length - stopCount;
  const summary = failing > 0 ? "fails" : stopCount > 0 ? "stopped" : "passes";
  const played = names.filter((name) => state?.results.has(name)).length;
  if (names.length === 0 && !state?.fault)
    return (
      <section className={css.scenarios}>
        <p>{t("rules.scenarios.none")}</p>
      </section>
    );
  // what fails is in sight; what goes as expected can be unfolded
  return (
    <details className={css.scenarios} key={summary} open={summary !== "passes"}>
      <summary>
        <b>{t("rules.scenarios.title")}</b>
        {played === names.length ? (
          <span data-tone={summary}>
            {failing > 0
              ? t("rules.scenarios.failing", { count: failing, of: names.length })
              : stopCount > 0
                ? t("rules.scenarios.stopped-count", { count: stopCount, of: names.length })
                : t("rules.scenarios.fine", { count: names.length })}
          </span>
        ) : (
          <span role="status">
            {t(state?.playing ? "rules.scenarios.playing" : "rules.scenarios.waiting", {
              done: state?.results.size ?? 0,
              of: state?.of ?? 0,
            })}
          </span>
        )}
      </summary>
      {state?.fault && <p className={css.fault}>{t("rules.scenarios.fault", { message: state.fault })}</p>}
      <ul>
        {names.map((name) => {
          const scenario = scenarios?.[name];
          const result = state?.results.get(name);
          const stop = result && isWorkStop(result) ? result : undefined;
          const difference = result && !isWorkStop(result) && differenceWords(words, stateName, result);
          const tone =
            result === undefined ? "waiting" : result === null ? "passes" : stop ? "stopped" : "fails";
          return (
            <li key={name} data-tone={tone}>
              <button
                type="button"
                className={css.here}
                title={t("rules.scenarios.here")}
                aria-label={t("rules.scenarios.here-of", {
                  name: (scenario && textIn(scenario.title, language)) || name,
                })}
                onClick={() => show(name, { clause })}
              >
                <Icon name="play" size={13} />
              </button>
              <button type="button" className={css.title} onClick={() => show(name)}>
                {(scenario && textIn(scenario.title, language)) || name}
              </button>
              <span className={css.result}>
                {t(`rules.scenarios.${tone}`, {
                  step: result ? stepNumber(scenario?.steps ?? [], result.step) : 0,
                })}
              </span>
              {stop && <small>{stopWords(t, language, stop.fault)}</small>}
              {difference && (
                <>
                  <small>
                    {difference.what}: {t("rules.scenarios.expected", { ...difference })}
                  </small>
                  <ReplayButtons problem={{ code: "scenario-differs", facts: { file: name } }} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
