import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { changeJson } from "#core/ruleset/changeJson.ts";
import { recordedOn, type Repair } from "#core/run/scenario/findRepairs.ts";
import { renamesIn } from "#core/run/scenario/renames.ts";
import { stepNumber } from "#core/run/scenario/scenario.ts";
import { jsonEqual, type Json } from "#core/text/json.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { DiffText } from "#app/kit/DiffText.tsx";
import { differenceWords } from "#app/play/differenceWords.ts";
import type { SessionView } from "#app/play/useSession.ts";
import type { ReplayedScenario } from "#app/play/sessionState.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { payloadText } from "#app/play/valueWords.ts";
import { useReplay } from "#app/play/useRunCommands.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/scenarios/scenarios.module.css";

/** A scenario that no longer fits: what differs, since what, and what can be done about it, each with the difference that it makes. */
export function RepairDialog({
  view,
  replayed,
  onClose,
}: {
  view: SessionView;
  replayed: ReplayedScenario;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const repairs = useRepairs(view);
  const [at, setAt] = useState(0);
  const [isApplying, setApplying] = useState(false);
  const replay = useReplay(view);
  const now = useStudio((s) => s.loaded?.scenarios[replayed.file]);
  // What was written is looked at as soon as it is read: by then it is another scenario than the one that was replayed.
  const isWritten = isApplying && now !== undefined && now !== replayed.scenario;
  // One that goes as expected by now, since the machine was edited, is looked at whole.
  const isDone = isWritten || !replayed.divergence;
  useEffect(() => {
    if (!isDone) return;
    void replay(replayed.file);
    onClose();
  }, [isDone, replayed, replay, onClose]);
  // A fix of another text than that of the file would undo what was written there.
  const isOfFile = jsonEqual(now, replayed.scenario);
  const file = `scenarios/${replayed.file}`;
  const before = project?.text(file) ?? "";
  const repair = repairs?.[at];
  const after = useMemo(
    () => (repair ? changeJson(before, repair.scenario as unknown as Json) : before),
    [before, repair],
  );
  const apply = () => {
    if (!project || !repair) return;
    project.write(file, after, { label: "scenario", origin: "rules", at: Date.now() });
    studio.window.notice("info", "mend.applied", { name: replayed.file });
    setApplying(true);
  };
  return (
    <DialogFrame
      title={t("mend.title", { name: replayed.name })}
      wide
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="button" className="btn" disabled={!repair || isApplying || !isOfFile} onClick={apply}>
            {t("mend.apply")}
          </button>
        </>
      }
    >
      <DivergenceText view={view} replayed={replayed} />
      {!repairs && <p role="status">{t("mend.looking")}</p>}
      {repairs?.length === 0 && <p>{t("mend.none")}</p>}
      {repairs && repairs.length > 0 && (
        <ul className={css.mends} role="radiogroup" aria-label={t("mend.choose")}>
          {repairs.map((candidate, i) => (
            <li key={candidate.kind} data-fits={candidate.left ? undefined : true}>
              <label>
                <input type="radio" name="mend" checked={i === at} onChange={() => setAt(i)} />
                <span>
                  <RepairText repair={candidate} />
                  <small>
                    {candidate.left
                      ? t("mend.left", { step: stepNumber(candidate.scenario.steps, candidate.left.step) })
                      : t("mend.fits")}
                  </small>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {repair && <DiffText name={`${file}.json`} before={before} after={after} />}
    </DialogFrame>
  );
}

/** Worked out for the machine that is played: the dialog is there for as long as the scenario is the same. */
function useRepairs({ session, state: { playable } }: SessionView): readonly Repair[] | undefined {
  const graph = useStudio((s) => s.graph);
  const labels = useStudio((s) => s.loaded?.ruleset.labels);
  const renames = useStudio((s) => s.files?.files.get("renames"));
  const [repairs, setRepairs] = useState<readonly Repair[]>();
  useEffect(() => {
    let isStale = false;
    const chart = graph?.chart;
    const news = chart && {
      chart,
      renames: renamesIn(renames, graph.machine ?? "0"),
      ...(labels ? { labels } : {}),
    };
    void session.questions.repairs(news, () => isStale).then((found) => isStale || setRepairs(found));
    return () => {
      isStale = true;
      setRepairs(undefined);
    };
  }, [session, playable, graph, labels, renames]);
  return repairs;
}

function DivergenceText({ view, replayed }: { view: SessionView; replayed: ReplayedScenario }) {
  const { t } = useTranslation();
  const words = useValueWords();
  const stateName = useStateNames();
  const { divergence, scenario } = replayed;
  const hash = view.state.playable?.hash ?? "";
  const same = recordedOn(scenario, hash);
  if (!divergence) return null;
  const texts = differenceWords(words, stateName, divergence);
  const since =
    same === undefined
      ? t("mend.since-unknown")
      : same
        ? t("mend.since-same")
        : t("mend.since-changed", {
            was: short(scenario.machine ?? ""),
            is: short(hash),
          });
  return (
    <>
      <p>
        {t("mend.differs", {
          step: stepNumber(scenario.steps, divergence.step),
          what: texts.what,
        })}{" "}
        {since}
      </p>
      <dl className={css.came}>
        <dt>{t("mend.expected")}</dt>
        <dd>{texts.expected}</dd>
        <dt>{t("mend.got")}</dt>
        <dd>{texts.got}</dd>
      </dl>
    </>
  );
}

/** The first letters of a hash, as one tells versions apart. */
const short = (hash: string): string => hash.replace(/^sha256:/, "").slice(0, 8);

function RepairText({ repair }: { repair: Repair }) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  if (repair.kind === "insert") {
    const { event } = repair;
    const name = [label(`event:${event.type}`) ?? event.type, payloadText(words, event, true)];
    return (
      <>
        {t("mend.kind.insert", {
          step: stepNumber(repair.scenario.steps, repair.at),
          event: name.filter(Boolean).join(" · "),
        })}
      </>
    );
  }
  if (repair.kind === "rename")
    return (
      <>
        {t("mend.kind.rename", {
          names: repair.names.map(({ from, to }) => `${from} → ${to}`).join(t("simulate.comma")),
        })}
      </>
    );
  return <>{t(`mend.kind.${repair.kind}`)}</>;
}
