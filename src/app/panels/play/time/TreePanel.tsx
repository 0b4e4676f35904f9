import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { branchStart, searchSteps } from "#core/run/timeline/runTree.ts";
import { goneSteps } from "#core/run/timeline/timeline.ts";
import { SeatFilter } from "#app/panels/play/seats/SeatFilter.tsx";
import { seatOf } from "#app/play/seats/SeatOrder.ts";
import { useSeatLook } from "#app/play/seats/seatLook.ts";
import { useGoToStep } from "#app/play/stepping/useStepping.ts";
import { CompareView } from "#app/panels/play/time/CompareView.tsx";
import { StepDetails } from "#app/panels/play/time/StepDetails.tsx";
import { firstPair, type Pair } from "#app/play/time/pair.ts";
import { TreeList } from "#app/panels/play/time/TreeList.tsx";
import type { useSession } from "#app/play/useSession.ts";
import { useStepWords, type StepWords } from "#app/play/time/useStepWords.ts";
import css from "#app/panels/play/time/Tree.module.css";

/** All that was tried in this run, as a tree: walked, searched, named, compared. */
export function TreePanel({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const run = view.session.shown();
  return (
    <section className={css.panel} aria-label={t("time.tree.title")}>
      {run ? <Tree view={view} run={run} /> : <p className="none">{t("time.tree.empty")}</p>}
    </section>
  );
}

type SessionView = NonNullable<ReturnType<typeof useSession>>;

const NOTHING: ReadonlySet<number> = new Set();

function Tree({ view, run }: { view: SessionView; run: Run }) {
  const { t } = useTranslation();
  const { session, state } = view;
  const go = useGoToStep(view);
  const wordsOf = useStepWords();
  const [look] = useSeatLook(session);
  const [query, setQuery] = useState("");
  const [compact, setCompact] = useState(true);
  const [shown, setShown] = useState(NOTHING);
  const [naming, setNaming] = useState<number | null>(null);
  const [pair, setPair] = useState<Pair | null>(null);
  const [at, setAt] = useFocus(run);
  const found = useSearchResults(run, query, wordsOf);
  // What is found or named stands out of its stretch.
  const open = useMemo(() => {
    const all = new Set([...shown, ...(found ?? [])]);
    if (naming !== null) all.add(naming);
    return all;
  }, [shown, found, naming]);
  const locked = state.showBefore || state.busy;
  const name = (id: number) => {
    const start = branchStart(run, id);
    setAt(start);
    setNaming(start);
  };
  const remove = (id: number) => {
    const parent = run.steps[id]?.parent;
    if (locked || parent === null || parent === undefined) return;
    session.prune(id);
    setAt(parent);
  };
  const next = () => {
    const all = [...(found ?? [])];
    const later = all.find((id) => id > at) ?? all[0];
    if (later !== undefined) setAt(later);
  };
  return (
    <>
      <div className={css.bar}>
        <SearchField query={query} onQuery={setQuery} count={found?.size} onNext={next} />
        <label className={css.check}>
          <input type="checkbox" checked={compact} onChange={() => setCompact(!compact)} />
          {t("time.tree.compact")}
        </label>
        <SeatFilter session={session} run={run} />
        <Deleted run={run} onUndo={(id) => session.unprune(id)} locked={locked} />
      </div>
      <div className={css.body} data-compare={pair ? true : undefined}>
        <TreeList
          run={run}
          look={{ compact, shown: open }}
          at={at}
          naming={naming}
          found={found}
          dims={(step) => look.filter !== null && seatOf(step) !== look.filter}
          wordsOf={wordsOf}
          onFocus={setAt}
          onGo={go}
          onUnfold={(ids) => setShown(new Set([...shown, ...ids]))}
          onName={name}
          onNamed={(id, text) => {
            if (text !== null) session.mark(id, { name: text });
            setNaming(null);
          }}
          onRemove={remove}
        />
        {pair ? (
          <CompareView run={run} pair={pair} wordsOf={wordsOf} onPair={setPair} onGo={go} />
        ) : (
          <StepDetails
            key={at}
            run={run}
            id={at}
            locked={locked}
            onMark={(change) => session.mark(at, change)}
            onGo={() => go(at)}
            onName={() => name(at)}
            onCompare={() => setPair(firstPair(run, at))}
            onRemove={() => remove(at)}
          />
        )}
      </div>
    </>
  );
}

function SearchField({
  query,
  onQuery,
  count,
  onNext,
}: {
  query: string;
  onQuery: (query: string) => void;
  /** Of the steps that are found; undefined while nothing is searched. */
  count: number | undefined;
  onNext: () => void;
}) {
  const { t } = useTranslation();
  return (
    <form
      className={css.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <input
        className="field"
        type="search"
        value={query}
        placeholder={t("time.tree.search")}
        aria-label={t("time.tree.search")}
        onChange={(event) => onQuery(event.target.value)}
      />
      <output>{count !== undefined && t("time.tree.found", { count })}</output>
    </form>
  );
}

/** The steps that a search finds, by events, seats, payloads, names and notes; null while nothing is searched. */
function useSearchResults(
  run: Run,
  query: string,
  wordsOf: (step: Step) => StepWords,
): ReadonlySet<number> | null {
  const sought = useDeferredValue(query).trim();
  return useMemo(() => {
    if (sought === "") return null;
    const textsOf = (id: number) => {
      const step = run.steps[id];
      const mark = run.marks?.[id];
      return step ? [...wordsOf(step).texts, mark?.name ?? "", mark?.note ?? ""] : [];
    };
    return new Set(searchSteps(run, sought, textsOf));
  }, [run, sought, wordsOf]);
}

/** The step that the keyboard is at: where the run goes, it goes along. */
function useFocus(run: Run): [number, (id: number) => void] {
  const [focus, setFocus] = useState({ at: run.cursor, cursor: run.cursor });
  const moved = focus.cursor !== run.cursor;
  if (moved) setFocus({ at: run.cursor, cursor: run.cursor });
  const at = moved || !run.steps[focus.at] || goneSteps(run).has(focus.at) ? run.cursor : focus.at;
  return [at, (id) => setFocus({ at: id, cursor: run.cursor })];
}

/** What was deleted last, and the way back. */
function Deleted({ run, locked, onUndo }: { run: Run; locked: boolean; onUndo: (id: number) => void }) {
  const { t } = useTranslation();
  const last = run.pruned?.at(-1);
  if (last === undefined) return null;
  const prunedCount =
    goneSteps(run).size - goneSteps({ ...run, pruned: run.pruned?.slice(0, -1) ?? [] }).size;
  return (
    <span className={css.deleted} role="status">
      {t("time.tree.deleted", { count: prunedCount })}
      <button type="button" className="btn quiet" disabled={locked} onClick={() => onUndo(last)}>
        {t("time.tree.undo")}
      </button>
    </span>
  );
}
