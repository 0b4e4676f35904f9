import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { clauseLinks, coverage } from "#core/ruleset/links.ts";
import type { Clause } from "#core/ruleset/ruleset.ts";
import { MachineSide } from "#app/rules/MachineSide.tsx";
import { NoRules } from "#app/rules/NoRules.tsx";
import { Readings } from "#app/rules/Readings.tsx";
import type { RunsState } from "#app/rules/ScenarioRuns.ts";
import { useScenarioResults, useScenarioRuns } from "#app/rules/useScenarioRuns.ts";
import { SoughtTerm } from "#app/rules/SoughtTerm.tsx";
import { TermText } from "#app/rules/TermText.tsx";
import { Frame } from "#app/shell/Frame.tsx";
import { readPreference, writePreference } from "#app/studio/preferences.ts";
import { useKept } from "#app/studio/useKept.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/rules/RulesView.module.css";

const filters = ["all", "carried", "missing", "notModelled"] as const;
type Filter = (typeof filters)[number];

/** Each clause of the rules in two languages beside what the machine does about it. */
export function RulesView() {
  const { t } = useTranslation();
  const loaded = useStudio((s) => s.loaded);
  const hasRules = useStudio((s) => s.files?.files.has("ruleset") === true);
  if (!loaded) return <div className="empty" role="status" aria-label={t("loading")} />;
  if (!hasRules) return <NoRules />;
  if (loaded.ruleset.clauses.length === 0)
    return (
      <div className="empty">
        <h2>{t("rules.empty")}</h2>
        <p>{t("rules.empty-hint")}</p>
      </div>
    );
  return (
    <Frame
      id="rules"
      right={{ title: t("rules.machine"), size: 500, min: 300, content: <MachineSide /> }}
      bottom={{ title: t("rules.readings"), size: 190, content: <Readings /> }}
    >
      <ClauseTable />
    </Frame>
  );
}

function ClauseTable() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const chart = useStudio((s) => s.graph?.chart);
  const selection = useStudio((s) => s.route.selection);
  const locales = ruleset?.info.locales.length ? ruleset.info.locales : Object.keys(ruleset?.text ?? {});
  const source = ruleset?.info.sourceLocale ?? "en";
  const [left, setLeft] = useLocale("source", locales, source);
  const [right, setRight] = useLocale(
    "translation",
    locales,
    locales.find((l) => l === studio.get().uiLanguage && l !== left) ??
      locales.find((l) => l !== left) ??
      left,
  );
  const [filter, setFilter] = useKept<Filter>("rules-filter", "all");
  const [search, setSearch] = useKept("rules-search", "");
  const list = useRef<HTMLDivElement>(null);
  useScenarioRuns();
  const { state: runs, byClause } = useScenarioResults();
  const links = useMemo(() => (chart ? clauseLinks(chart) : undefined), [chart]);
  const covered = useMemo(
    () => (ruleset && links ? coverage(ruleset.clauses, links) : undefined),
    [ruleset, links],
  );
  /** Clauses of the selected state or transition. */
  const carriedBySelection = useMemo(() => {
    if (!links || !selection || selection.kind === "clause") return undefined;
    if (selection.kind === "transition") return new Set(links.ofTransition.get(selection.id) ?? []);
    const ids = [...(links.ofState.get(selection.id) ?? [])];
    for (const [edge, clauses] of links.ofTransition)
      if (edge.startsWith(`${selection.id}|`)) ids.push(...clauses);
    return new Set(ids);
  }, [links, selection]);
  const kindOf = (clause: Clause): Filter =>
    links?.carriers.has(clause.id) ? "carried" : clause.notModelled === undefined ? "missing" : "notModelled";
  const needle = search.trim().toLowerCase();
  const rows = (ruleset?.clauses ?? []).filter(
    (clause) =>
      (filter === "all" || kindOf(clause) === filter) &&
      (needle === "" ||
        [clause.id, ruleset?.text[left]?.[clause.id], ruleset?.text[right]?.[clause.id]].some((s) =>
          s?.toLowerCase().includes(needle),
        )),
  );
  const firstMarked =
    selection?.kind === "clause" ? selection.id : rows.find((c) => carriedBySelection?.has(c.id))?.id;
  useEffect(() => {
    if (firstMarked)
      list.current
        ?.querySelector(`[data-clause="${CSS.escape(firstMarked)}"]`)
        ?.scrollIntoView({ block: "nearest" });
  }, [firstMarked]);
  if (!ruleset) return null;
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const at = rows.findIndex((c) => selection?.kind === "clause" && c.id === selection.id);
    const next = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    studio.select({ kind: "clause", id: next.id });
    list.current?.querySelector<HTMLElement>(`[data-clause="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <section className={css.rules} aria-label={t("rules.clauses")}>
      <div className={css.tools}>
        <input
          className="field"
          type="search"
          placeholder={t("rules.search")}
          aria-label={t("rules.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className={css.filters} role="group" aria-label={t("rules.show")}>
          {filters.map((one) => (
            <button key={one} type="button" aria-pressed={filter === one} onClick={() => setFilter(one)}>
              {t(`rules.filter.${one}`)}
              <b>{one === "all" ? covered?.clauses : covered?.[one]}</b>
            </button>
          ))}
        </div>
      </div>
      <SoughtTerm
        ruleset={ruleset}
        shown={[left, right]}
        onSearch={(words) => {
          setFilter("all");
          setSearch(words);
        }}
      />
      <div className={css.heads}>
        <span>{t("rules.clause")}</span>
        <LocaleChoice
          label={t("rules.left")}
          value={left}
          locales={locales}
          onChange={setLeft}
          note={left === source ? t("rules.source") : undefined}
        />
        <LocaleChoice
          label={t("rules.right")}
          value={right}
          locales={locales}
          onChange={setRight}
          note={right === source ? t("rules.source") : undefined}
        />
      </div>
      <div
        ref={list}
        className={css.list}
        role="listbox"
        aria-label={t("rules.clauses")}
        onKeyDown={onKeyDown}
      >
        {rows.map((clause, i) => {
          const chosen = selection?.kind === "clause" && selection.id === clause.id;
          const kind = kindOf(clause);
          const section = clause.place?.section;
          const carriers = links?.carriers.get(clause.id)?.length ?? 0;
          return (
            <div key={clause.id}>
              {section !== undefined && headed(clause) && section !== rows[i - 1]?.place?.section && (
                <h3 role="presentation" className={css.section}>
                  {t("rules.section", { section })}
                </h3>
              )}
              <div
                role="option"
                aria-selected={chosen}
                data-marked={carriedBySelection?.has(clause.id) || undefined}
                data-clause={clause.id}
                tabIndex={chosen || (selection?.kind !== "clause" && i === 0) ? 0 : -1}
                className={css.row}
                onClick={() => studio.select({ kind: "clause", id: clause.id })}
                onKeyDown={(event) => {
                  if (event.key === "Enter" || event.key === " ")
                    studio.select({ kind: "clause", id: clause.id });
                }}
              >
                <span className={css.id}>
                  {clause.id}
                  <small>{t(`rules.kind.${clause.kind}`)}</small>
                </span>
                {[left, right].map((locale, side) => {
                  const text = ruleset.text[locale]?.[clause.id];
                  return (
                    <p key={side} lang={locale}>
                      {text ? (
                        <TermText text={text} locale={locale} terms={ruleset.terms} />
                      ) : (
                        <em>{t("rules.no-text")}</em>
                      )}
                    </p>
                  );
                })}
                <span className={css.signs}>
                  <span className={css.state} data-kind={kind}>
                    {kind === "carried" ? t("rules.places", { count: carriers }) : t(`rules.filter.${kind}`)}
                  </span>
                  <FailureSign names={byClause.get(clause.id) ?? []} results={runs?.results} />
                </span>
                {kind === "notModelled" && (
                  <span className={css.note}>
                    {t("rules.why")} {clause.notModelled}
                  </span>
                )}
              </div>
            </div>
          );
        })}
        {rows.length === 0 && <p className={css.nothing}>{t("rules.nothing")}</p>}
      </div>
      {covered && (
        <div className={css.foot}>
          <progress
            max={covered.clauses}
            value={covered.clauses - covered.missing}
            aria-label={t("rules.coverage")}
          />
          <span>
            {t("rules.covered", {
              percent: Math.floor(((covered.clauses - covered.missing) / covered.clauses) * 100),
              carried: covered.carried,
              notModelled: covered.notModelled,
              missing: covered.missing,
            })}
          </span>
        </div>
      )}
    </section>
  );
}

/** How many of a clause's scenarios do not go as expected; nothing while all do. */
function FailureSign({
  names,
  results,
}: {
  names: readonly string[];
  results: RunsState["results"] | undefined;
}) {
  const { t } = useTranslation();
  const failing = names.filter((name) => results?.get(name)).length;
  if (failing === 0) return null;
  return (
    <span className={css.failing}>{t("rules.scenarios.failing", { count: failing, of: names.length })}</span>
  );
}

/** Whether a section's name says more than the clause's id does (FAB-4.3.1 stands in section 4.3.1). */
const headed = (clause: Clause): boolean => !clause.id.endsWith(clause.place?.section ?? "");

/** A chosen locale that is remembered; falls back when the game does not have it. */
function useLocale(
  name: "source" | "translation",
  locales: readonly string[],
  otherwise: string,
): [string, (locale: string) => void] {
  const [chosen, setChosen] = useState(() => readPreference(name));
  const locale = chosen !== null && locales.includes(chosen) ? chosen : otherwise;
  return [
    locale,
    (next) => {
      writePreference(name, next);
      setChosen(next);
    },
  ];
}

function LocaleChoice({
  label,
  value,
  locales,
  note,
  onChange,
}: {
  label: string;
  value: string;
  locales: readonly string[];
  note?: string | undefined;
  onChange: (locale: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className={css.locale}>
      <span className="visually-hidden">{label}</span>
      <select className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {t(`labels.${locale}`, { defaultValue: locale })}
          </option>
        ))}
      </select>
      {note && <small>{note}</small>}
    </label>
  );
}
