import { Popover, RadioGroup } from "radix-ui";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { textIn } from "#core/ruleset/labels.ts";
import { COVERAGE_KINDS, type CoverageKind } from "#core/run/debugging/coverage.ts";
import { isWorkStop } from "#core/run/scenario/scenario.ts";
import { PopoverPanel } from "#app/kit/PopoverPanel.tsx";
import { usePlayScenarios } from "#app/play/useScenarioRuns.ts";
import { CoverageList } from "#app/panels/play/coverage/CoverageList.tsx";
import { useShowOnMap } from "#app/play/coverage/shownCoverage.ts";
import { useCoverage } from "#app/play/coverage/useCoverage.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/coverage/coverage.module.css";

const SHOWN = ["missing", "covered", "both"] as const;

/** What of the machine the scenarios, or the run, have played: in numbers, as a list, and on the map. */
export function CoveragePanel({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const coverage = useCoverage(view);
  const { totals, all, covered, onMap, names, run } = coverage;
  const [kind, setKind] = useState<CoverageKind>("transitions");
  const [listed, setListed] = useState<(typeof SHOWN)[number]>("missing");
  useShowOnMap(onMap);
  const list = useMemo(
    () =>
      all.filter(
        (item) =>
          item.kind === kind && (listed === "both" || covered[kind].has(item.id) === (listed === "covered")),
      ),
    [all, covered, kind, listed],
  );
  return (
    <section className={css.coverage} aria-label={t("coverage.title")}>
      <div className={css.bar}>
        <Choice coverage={coverage} />
        <Playing coverage={coverage} />
        <select
          className="field"
          value={listed}
          aria-label={t("coverage.show")}
          onChange={(event) => setListed(event.target.value as (typeof SHOWN)[number])}
        >
          {SHOWN.map((listKind) => (
            <option key={listKind} value={listKind}>
              {t(`coverage.${listKind}`)}
            </option>
          ))}
        </select>
      </div>
      {names.length === 0 && !run ? (
        <p className="none">{t("coverage.none")}</p>
      ) : (
        <div className={css.body}>
          <RadioGroup.Root
            className={css.kinds}
            aria-label={t("coverage.title")}
            value={kind}
            onValueChange={(next) => setKind(next as CoverageKind)}
          >
            {COVERAGE_KINDS.map((kindName) => (
              <RadioGroup.Item
                key={kindName}
                value={kindName}
                data-kind={kindName}
                title={t("coverage.on-map")}
                // Where the arrows lead is chosen, however short the key was pressed.
                onFocus={() => setKind(kindName)}
              >
                <span>{t(`coverage.kind.${kindName}`)}</span>
                <b>{t("coverage.count", { ...totals[kindName] })}</b>
                <meter min={0} max={Math.max(1, totals[kindName].of)} value={totals[kindName].covered} />
              </RadioGroup.Item>
            ))}
          </RadioGroup.Root>
          {list.length === 0 ? (
            <p className="none">
              {t(listed === "covered" ? "coverage.nothing-covered" : "coverage.nothing-missing")}
            </p>
          ) : (
            <CoverageList key={`${kind} ${listed}`} list={list} covered={covered[kind]} />
          )}
        </div>
      )}
    </section>
  );
}

type CoverageView = ReturnType<typeof useCoverage>;

/** Which plays count. */
function Choice({ coverage: { names, choice, choose, run, withRun } }: { coverage: CoverageView }) {
  const { t } = useTranslation();
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const language = useStudio((s) => s.uiLanguage);
  const chosenCount = names.filter((name) => !choice.left.has(name)).length;
  const parts = [
    ...(names.length === 0
      ? []
      : [chosenCount === names.length ? t("coverage.all") : t("coverage.chosen", { count: chosenCount })]),
    ...(withRun && run ? [t("coverage.run")] : []),
  ];
  const toggle = (name: string) => {
    const left = new Set(choice.left);
    if (!left.delete(name)) left.add(name);
    choose({ ...choice, left });
  };
  return (
    <Popover.Root>
      <Popover.Trigger className="btn quiet" title={t("coverage.choose")}>
        {t("coverage.of")}: {parts.join(" + ") || "—"} ▾
      </Popover.Trigger>
        <PopoverPanel className={css.choice ?? ""} side="top" align="start">
          <label>
            <input
              type="checkbox"
              checked={withRun}
              disabled={names.length === 0}
              onChange={() => choose({ ...choice, run: !choice.run })}
            />
            {t("coverage.run")}
          </label>
          {names.length > 0 && (
            <label>
              <input
                type="checkbox"
                checked={chosenCount === names.length}
                onChange={() =>
                  choose({ ...choice, left: new Set(chosenCount === names.length ? names : []) })
                }
              />
              {t("coverage.all")}
            </label>
          )}
          <ul>
            {names.map((name) => (
              <li key={name}>
                <label>
                  <input type="checkbox" checked={!choice.left.has(name)} onChange={() => toggle(name)} />
                  {textIn(scenarios?.[name]?.title, language) || name}
                </label>
              </li>
            ))}
          </ul>
        </PopoverPanel>
    </Popover.Root>
  );
}

/** How far the scenarios are played, and a way to stop that. */
function Playing({ coverage: { runs, names } }: { coverage: CoverageView }) {
  const { t } = useTranslation();
  const player = usePlayScenarios();
  if (!runs || names.length === 0 || !player) return null;
  const done = names.filter((name) => runs.results.has(name)).length;
  const results = [...runs.results.values()].filter((result) => result !== null);
  const stopCount = results.filter(isWorkStop).length;
  const failing = results.length - stopCount;
  if (runs.playing)
    return (
      <>
        <progress
          max={names.length}
          value={done}
          aria-label={t("coverage.playing", { done, of: names.length })}
        />
        <span role="status">{t("coverage.playing", { done, of: names.length })}</span>
        <button type="button" className="btn quiet" onClick={player.stop}>
          {t("coverage.stop")}
        </button>
      </>
    );
  return (
    <>
      {runs.fault && <span data-tone="fails">{t("rules.scenarios.fault", { message: runs.fault })}</span>}
      {failing > 0 && <span data-tone="fails">{t("coverage.failing", { count: failing })}</span>}
      {stopCount > 0 && <span data-tone="stopped">{t("coverage.over-budget", { count: stopCount })}</span>}
      {done < names.length && (
        <>
          {done > 0 && <span role="status">{t("coverage.stopped", { done, of: names.length })}</span>}
          <button type="button" className="btn quiet" onClick={player.play}>
            {t("coverage.play")}
          </button>
        </>
      )}
    </>
  );
}
