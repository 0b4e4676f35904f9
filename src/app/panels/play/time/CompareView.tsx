import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { compareWays, RESPECTS, type FirstDifference, type Respect } from "#core/run/timeline/compareWays.ts";
import { changes } from "#core/run/play/contextChange.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { stepOf } from "#core/run/timeline/timeline.ts";
import { Icon } from "#app/kit/icons.tsx";
import { pathName } from "#app/play/contextWords.ts";
import { depthsOf } from "#app/play/time/depths.ts";
import { choicesOf, type Pair } from "#app/play/time/pair.ts";
import type { StepWords } from "#app/play/time/useStepWords.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { valueText } from "#app/play/valueWords.ts";
import { seatName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/time/Compare.module.css";

/** Two ways beside one another: where they first part, and how the two steps differ. */
export function CompareView({
  run,
  pair,
  wordsOf,
  onPair,
  onGo,
}: {
  run: Run;
  pair: Pair;
  wordsOf: (step: Step) => StepWords;
  onPair: (pair: Pair | null) => void;
  onGo: (id: number) => void;
}) {
  const { t } = useTranslation();
  const stepText = useStepText(run, wordsOf);
  const compared = useMemo(() => compareWays(run, pair.a, pair.b), [run, pair]);
  const choices = choicesOf(run, pair);
  return (
    <aside className={css.compare} aria-label={t("time.compare.title")}>
      <div className={css.head}>
        {(["a", "b"] as const).map((side) => (
          <label key={side}>
            <span>{t(`time.compare.${side}`)}</span>
            <select
              className="field"
              value={pair[side]}
              onChange={(event) => onPair({ ...pair, [side]: Number(event.target.value) })}
            >
              {choices.map((id) => (
                <option key={id} value={id}>
                  {stepText(id)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button
          type="button"
          className="icon-btn"
          aria-label={t("time.compare.swap")}
          title={t("time.compare.swap")}
          onClick={() => onPair({ a: pair.b, b: pair.a })}
        >
          ⇄
        </button>
        <button type="button" className="icon-btn" aria-label={t("close")} onClick={() => onPair(null)}>
          <Icon name="close" size={14} />
        </button>
      </div>
      {pair.a === pair.b ? (
        <p className={css.none}>{t("time.compare.same")}</p>
      ) : (
        <>
          <p className={css.shared}>
            {t("time.compare.shared")}{" "}
            <button type="button" onClick={() => onGo(compared.shared)}>
              {stepText(compared.shared)}
            </button>
          </p>
          <h4>{t("time.compare.first")}</h4>
          <dl className={css.firsts}>
            {RESPECTS.map((respect) => (
              <First
                key={respect}
                run={run}
                respect={respect}
                first={compared.first[respect]}
                stepText={stepText}
                onGo={onGo}
              />
            ))}
          </dl>
          <h4>{t("time.compare.now")}</h4>
          <Moments run={run} pair={pair} now={compared.now} />
        </>
      )}
    </aside>
  );
}

/** The first place where the ways differ in one respect, with what is different there. */
function First({
  run,
  respect,
  first,
  stepText,
  onGo,
}: {
  run: Run;
  respect: Respect;
  first: FirstDifference | undefined;
  stepText: (id: number) => string;
  onGo: (id: number) => void;
}) {
  const { t } = useTranslation();
  const differs = useDifference(run);
  return (
    <div data-respect={respect}>
      <dt>{t(`time.compare.${respect}`)}</dt>
      <dd>
        {first ? (
          <>
            {(["a", "b"] as const).map((side) => {
              const id = first[side];
              return id === null ? (
                <i key={side}>{t("time.compare.over")}</i>
              ) : (
                <button key={side} type="button" onClick={() => onGo(id)}>
                  {stepText(id)}
                </button>
              );
            })}
            <small>{differs(respect, first)}</small>
          </>
        ) : (
          <span className={css.none}>{t("time.compare.nowhere")}</span>
        )}
      </dd>
    </div>
  );
}

/** What is different at a place, in a few words. */
function useDifference(run: Run): (respect: Respect, first: FirstDifference) => string {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  return (respect, { a, b }) => {
    const [one, other] = [a, b].map((id) => (id === null ? undefined : stepOf(run, id)?.outcome.view));
    if (!one || !other || respect === "event") return "";
    if (respect === "in") {
      const only = (ownView: typeof one, there: typeof one) =>
        ownView.in
          .filter((path) => !there.in.includes(path))
          .map((path) => label(`state:${path}`) ?? path)
          .join(t("simulate.comma"));
      return `${only(one, other)} ↔ ${only(other, one)}`;
    }
    const [change] = changes(one.context, other.context);
    if (!change) return "";
    const { at, before, after } = change;
    const textOf = (value: typeof before) => (value === undefined ? "—" : valueText(words, at, value));
    return `${pathName(label, at, one.context)} ${textOf(before)} ↔ ${textOf(after)}`;
  };
}

function Moments({ run, pair, now }: { run: Run; pair: Pair; now: ReturnType<typeof compareWays>["now"] }) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const context = stepOf(run, pair.a)?.outcome.view.context ?? {};
  const states = (paths: readonly string[]) =>
    paths.map((path) => label(`state:${path}`) ?? path).join(t("simulate.comma"));
  const rows: { key: string; name: string; title?: string; a: string; b: string }[] = [
    ...(now.onlyA.length + now.onlyB.length > 0
      ? [{ key: "in", name: t("time.compare.in"), a: states(now.onlyA), b: states(now.onlyB) }]
      : []),
    ...(now.status
      ? [{ key: "status", name: t("time.compare.status"), a: now.status[0], b: now.status[1] }]
      : []),
    ...(now.clock
      ? [{ key: "clock", name: t("time.compare.clock"), a: `${now.clock[0]} ms`, b: `${now.clock[1]} ms` }]
      : []),
    ...now.context.map(({ at, before, after }) => ({
      key: `context ${at}`,
      name: pathName(label, at, context),
      title: at,
      a: before === undefined ? "—" : valueText(words, at, before),
      b: after === undefined ? "—" : valueText(words, at, after),
    })),
  ];
  if (rows.length === 0) return <p className={css.none}>{t("time.compare.equal")}</p>;
  return (
    <table className={css.moments}>
      <thead>
        <tr>
          <td />
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, title, a, b }) => (
          <tr key={key} title={title}>
            <th scope="row">{name}</th>
            <td>{a || "—"}</td>
            <td>{b || "—"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A step in one line: its number, the name of its branch, who did what. */
function useStepText(run: Run, wordsOf: (step: Step) => StepWords): (id: number) => string {
  const { t } = useTranslation();
  const label = useLabels();
  const depths = depthsOf(run);
  return (id) => {
    const step = stepOf(run, id);
    if (!step) return "";
    const { name, seat } = wordsOf(step);
    const mark = run.marks?.[id];
    return [
      String((depths[id] ?? 0) + 1),
      ...(mark?.bookmark ? ["★"] : []),
      ...(mark?.name === undefined ? [] : [`${mark.name}:`]),
      name,
      ...(seat === undefined ? [] : [`· ${seatName(t, label, seat)}`]),
    ].join(" ");
  };
}
