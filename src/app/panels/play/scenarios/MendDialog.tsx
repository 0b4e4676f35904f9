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
import type { Made } from "#app/play/useSession.ts";
import type { ReplayedScenario } from "#app/play/sessionState.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { payloadText } from "#app/play/valueWords.ts";
import { useReplay } from "#app/play/useRunCommands.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/scenarios/scenarios.module.css";

/** A scenario that no longer fits: what differs, since what, and what can be done about it, each with the difference that it makes. */
export function MendDialog({
  made,
  replayed,
  onClose,
}: {
  made: Made;
  replayed: ReplayedScenario;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const project = useStudio((s) => s.project);
  const mends = useMends(made);
  const [at, setAt] = useState(0);
  const [isWanted, setWanted] = useState(false);
  const replay = useReplay(made);
  const now = useStudio((s) => s.loaded?.scenarios[replayed.file]);
  // What was written is looked at as soon as it is read: by then it is another scenario than the one that was replayed.
  const isWritten = isWanted && now !== undefined && now !== replayed.scenario;
  // One that goes as expected by now, since the machine was edited, is looked at whole.
  const isDone = isWritten || !replayed.divergence;
  useEffect(() => {
    if (!isDone) return;
    void replay(replayed.file);
    onClose();
  }, [isDone, replayed, replay, onClose]);
  // A mend of another text than that of the file would undo what was written there.
  const isOfFile = jsonEqual(now, replayed.scenario);
  const file = `scenarios/${replayed.file}`;
  const before = project?.text(file) ?? "";
  const mend = mends?.[at];
  const after = useMemo(
    () => (mend ? changeJson(before, mend.scenario as unknown as Json) : before),
    [before, mend],
  );
  const apply = () => {
    if (!project || !mend) return;
    project.write(file, after, { label: "scenario", origin: "rules", at: Date.now() });
    studio.notice("info", "mend.applied", { name: replayed.file });
    setWanted(true);
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
          <button type="button" className="btn" disabled={!mend || isWanted || !isOfFile} onClick={apply}>
            {t("mend.apply")}
          </button>
        </>
      }
    >
      <WhatCame made={made} replayed={replayed} />
      {!mends && <p role="status">{t("mend.looking")}</p>}
      {mends?.length === 0 && <p>{t("mend.none")}</p>}
      {mends && mends.length > 0 && (
        <ul className={css.mends} role="radiogroup" aria-label={t("mend.choose")}>
          {mends.map((one, i) => (
            <li key={one.kind} data-fits={one.left ? undefined : true}>
              <label>
                <input type="radio" name="mend" checked={i === at} onChange={() => setAt(i)} />
                <span>
                  <MendText mend={one} />
                  <small>
                    {one.left
                      ? t("mend.left", { step: stepNumber(one.scenario.steps, one.left.step) })
                      : t("mend.fits")}
                  </small>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {mend && <DiffText name={`${file}.json`} before={before} after={after} />}
    </DialogFrame>
  );
}

/** Worked out for the machine that is played: the dialog is there for as long as the scenario is the same. */
function useMends({ session, state: { playable } }: Made): readonly Repair[] | undefined {
  const graph = useStudio((s) => s.graph);
  const labels = useStudio((s) => s.loaded?.ruleset.labels);
  const renames = useStudio((s) => s.files?.files.get("renames"));
  const [mends, setMends] = useState<readonly Repair[]>();
  useEffect(() => {
    let gone = false;
    const chart = graph?.chart;
    const news = chart && {
      chart,
      renames: renamesIn(renames, graph.machine ?? "0"),
      ...(labels ? { labels } : {}),
    };
    void session.questions.mends(news, () => gone).then((found) => gone || setMends(found));
    return () => {
      gone = true;
      setMends(undefined);
    };
  }, [session, playable, graph, labels, renames]);
  return mends;
}

function WhatCame({ made, replayed }: { made: Made; replayed: ReplayedScenario }) {
  const { t } = useTranslation();
  const words = useValueWords();
  const stateName = useStateNames();
  const { divergence, scenario } = replayed;
  const hash = made.state.playable?.hash ?? "";
  const same = recordedOn(scenario, hash);
  if (!divergence) return null;
  const told = differenceWords(words, stateName, divergence);
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
          what: told.what,
        })}{" "}
        {since}
      </p>
      <dl className={css.came}>
        <dt>{t("mend.expected")}</dt>
        <dd>{told.expected}</dd>
        <dt>{t("mend.got")}</dt>
        <dd>{told.got}</dd>
      </dl>
    </>
  );
}

/** The first letters of a hash, as one tells versions apart. */
const short = (hash: string): string => hash.replace(/^sha256:/, "").slice(0, 8);

function MendText({ mend }: { mend: Repair }) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  if (mend.kind === "insert") {
    const { event } = mend;
    const name = [label(`event:${event.type}`) ?? event.type, payloadText(words, event, true)];
    return (
      <>
        {t("mend.kind.insert", {
          step: stepNumber(mend.scenario.steps, mend.at),
          event: name.filter(Boolean).join(" · "),
        })}
      </>
    );
  }
  if (mend.kind === "rename")
    return (
      <>
        {t("mend.kind.rename", {
          names: mend.names.map(({ from, to }) => `${from} → ${to}`).join(t("simulate.comma")),
        })}
      </>
    );
  return <>{t(`mend.kind.${mend.kind}`)}</>;
}
