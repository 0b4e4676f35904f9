import { useDeferredValue, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { clauseSearch, untranslated } from "#core/find/clauseSearch.ts";
import { clauseLinks, type Coverage, coverage } from "#core/ruleset/links.ts";
import type { Clause, Ruleset } from "#core/ruleset/ruleset.ts";
import { ClauseFoot } from "#app/views/rules/ClauseFoot.tsx";
import type { ClauseState } from "#app/views/rules/ClauseRow.tsx";
import { ClauseRows } from "#app/views/rules/ClauseRows.tsx";
import { FaultyFiles } from "#app/views/rules/FaultyFiles.tsx";
import { filters, type Filter } from "#app/views/rules/filter.ts";
import { LocaleChoice, useColumns } from "#app/views/rules/LocaleChoice.tsx";
import { useWordingEdit } from "#app/views/rules/useWordingEdit.ts";
import { WordingBar } from "#app/views/rules/WordingBar.tsx";
import { ReviewBar } from "#app/views/rules/ReviewBar.tsx";
import { ReviewFilter, type StatusFilter } from "#app/views/rules/ReviewFilter.tsx";
import { TermSearch } from "#app/views/rules/TermSearch.tsx";
import { wordWarnings } from "#app/views/rules/wordWarnings.ts";
import { useReview } from "#app/views/rules/useReview.ts";
import { useScenarioRuns } from "#app/play/useScenarioRuns.ts";
import { usePanelState } from "#app/studio/usePanelState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/RulesView.module.css";

/** The clauses of the rules in two languages, to be searched, filtered and walked through. */
export function ClauseTable() {
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  return ruleset ? <Table ruleset={ruleset} /> : null;
}

function Table({ ruleset }: { ruleset: Ruleset }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const { locales, source, left, right, setLeft, setRight, addRight } = useColumns(ruleset);
  const [filter, setFilter] = usePanelState<Filter>("rules-filter", "all");
  const [search, setSearch] = usePanelState("rules-search", "");
  useScenarioRuns();
  const { links, covered, stateOf, marked } = useCarried(ruleset);
  const diagnostics = useStudio((s) => s.loaded?.diagnostics);
  const warned = useMemo(() => wordWarnings(diagnostics ?? []), [diagnostics]);
  const review = useReview();
  const [said, setSaid] = usePanelState<StatusFilter>("rules-review", "any");
  const rows = useFoundClauses(ruleset, { filter, search, said, warned, stateOf, review, locale: right });
  const list = useRef<HTMLDivElement>(null);
  const chosen = useStudio((s) => (s.route.selection?.kind === "clause" ? s.route.selection.id : undefined));
  const choose = (id: string) => studio.navigation.select({ kind: "clause", id });
  const { edit, setEdit, closeEdit, stepEdit } = useWordingEdit({ list, rows, ruleset, review, choose });
  return (
    <section className={css.rules} aria-label={t("rules.clauses")}>
      <h2 className="visually-hidden">{t("rules.clauses")}</h2>
      <div className={css.tools}>
        <SearchField
          value={search}
          onChange={setSearch}
          onDown={() => list.current?.querySelector<HTMLElement>('[role="option"][tabindex="0"]')?.focus()}
        />
        <Filters {...{ filter, covered, warned: warned.size }} onFilter={setFilter} />
        <ReviewFilter
          {...{ review, clauses: ruleset.clauses, locale: right }}
          value={said}
          onChange={setSaid}
        />
        <button
          type="button"
          className="btn quiet"
          onClick={() => studio.window.set({ question: { kind: "exchange" } })}
        >
          {t("exchange.open")}
        </button>
      </div>
      <FaultyFiles />
      <TermSearch
        ruleset={ruleset}
        shown={[left, right]}
        onSearch={(words) => {
          setFilter("all");
          setSaid("any");
          setSearch(words);
        }}
      />
      <div className={css.heads}>
        <span>{t("rules.clause")}</span>
        {(["left", "right"] as const).map((side) => (
          <LocaleChoice
            key={side}
            label={t(`rules.${side}`)}
            value={side === "left" ? left : right}
            locales={locales}
            onChange={side === "left" ? setLeft : setRight}
            onAdd={side === "right" ? addRight : undefined}
            note={(side === "left" ? left : right) === source ? t("rules.source") : undefined}
          />
        ))}
      </div>
      {rows.length === 0 ? (
        <NothingFound />
      ) : (
        <ClauseRows
          list={list}
          rows={rows}
          ruleset={ruleset}
          locales={[left, right]}
          stateOf={stateOf}
          carriersOf={({ id }) => links?.carriers.get(id)?.length ?? 0}
          marked={marked}
          review={review}
          onChoose={choose}
          onEdit={(clause, locale = right) => {
            choose(clause);
            setEdit({ clause, locale });
          }}
        />
      )}
      {edit && edit.clause === chosen && (
        <WordingBar edit={edit} ruleset={ruleset} onClose={closeEdit} onStep={stepEdit} />
      )}
      <ReviewBar review={review} locales={[left, right]} />
      {covered && (
        <ClauseFoot
          ruleset={ruleset}
          locales={locales}
          covered={covered}
          filter={filter}
          onFilter={setFilter}
        />
      )}
    </section>
  );
}

function NothingFound() {
  const { t } = useTranslation();
  return (
    <div className={css.list}>
      <p className={css.nothing} role="status">
        {t("rules.nothing")}
      </p>
    </div>
  );
}

/** What is searched for in the clauses. @param onDown leads from the field to the list */
function SearchField({
  value,
  onChange,
  onDown,
}: {
  value: string;
  onChange: (value: string) => void;
  onDown: () => void;
}) {
  const { t } = useTranslation();
  return (
    <input
      className="field"
      type="search"
      placeholder={t("rules.search")}
      aria-label={t("rules.search")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onDown();
      }}
    />
  );
}

/** The clauses that pass the filters and have the words that are searched for. `locale` is the one whose review is filtered. */
function useFoundClauses(
  ruleset: Ruleset,
  {
    filter,
    search,
    said,
    warned,
    stateOf,
    review,
    locale,
  }: {
    readonly filter: Filter;
    readonly search: string;
    readonly said: StatusFilter;
    readonly warned: ReadonlyMap<string, unknown>;
    readonly stateOf: ReturnType<typeof useCarried>["stateOf"];
    readonly review: ReturnType<typeof useReview>;
    readonly locale: string;
  },
): readonly Clause[] {
  const { t } = useTranslation();
  const find = useMemo(() => clauseSearch(ruleset, ({ kind }) => t(`rules.kind.${kind}`)), [ruleset, t]);
  const sought = useDeferredValue(search);
  return useMemo(() => {
    const isFound = find(sought);
    const lacking = filter.startsWith("untranslated:")
      ? untranslated(ruleset, filter.slice("untranslated:".length))
      : filter === "warned"
        ? warned
        : undefined;
    const passes = (clause: Clause) =>
      filter === "all" || (lacking ? lacking.has(clause.id) : stateOf(clause) === filter);
    const isSaid = ({ id }: Clause) => said === "any" || review.statusOf(id, locale) === said;
    return ruleset.clauses.filter((clause) => passes(clause) && isSaid(clause) && isFound(clause));
  }, [ruleset, find, sought, filter, warned, stateOf, said, review, locale]);
}

/** Which clauses are listed, by what the machine carries of them and by what the checks say of their words. */
function Filters({
  filter,
  covered,
  warned,
  onFilter,
}: {
  filter: Filter;
  covered: Coverage | undefined;
  /** How many clauses the checks say something of. */
  warned: number;
  onFilter: (filter: Filter) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={css.filters} role="group" aria-label={t("rules.show")}>
      {filters.map((filterOption) => (
        <button
          key={filterOption}
          type="button"
          aria-pressed={filter === filterOption}
          onClick={() => onFilter(filterOption)}
        >
          {t(`rules.filter.${filterOption}`)}
          <b>{filterOption === "all" ? covered?.clauses : covered?.[filterOption]}</b>
        </button>
      ))}
      {(warned > 0 || filter === "warned") && (
        <button type="button" aria-pressed={filter === "warned"} onClick={() => onFilter("warned")}>
          {t("rules.filter-warned")}
          <b>{warned}</b>
        </button>
      )}
    </div>
  );
}

/** What the machine carries of the clauses, and which are those of the selected state or transition. */
function useCarried(ruleset: Ruleset) {
  const chart = useStudio((s) => s.graph?.chart);
  const selection = useStudio((s) => s.route.selection);
  const links = useMemo(() => (chart ? clauseLinks(chart) : undefined), [chart]);
  const covered = useMemo(() => links && coverage(ruleset.clauses, links), [ruleset, links]);
  const marked = useMemo((): ReadonlySet<string> => {
    if (!links || !selection || selection.kind === "clause") return new Set();
    if (selection.kind === "transition") return new Set(links.ofTransition.get(selection.id) ?? []);
    const ids = [...(links.ofState.get(selection.id) ?? [])];
    for (const [edge, clauses] of links.ofTransition)
      if (edge.startsWith(`${selection.id}|`)) ids.push(...clauses);
    return new Set(ids);
  }, [links, selection]);
  const stateOf = useMemo(
    () =>
      ({ id, notModelled }: Clause): ClauseState =>
        links?.carriers.has(id) ? "carried" : notModelled === undefined ? "missing" : "notModelled",
    [links],
  );
  return { links, covered, marked, stateOf };
}
