import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ExpectationOffer } from "#core/run/scenario/expectationOffers.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { scenarioFileName } from "#core/project/scenarioFile.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import {
  chosenScenario,
  scenarioOffers,
  usualOffers,
  type UsualChoice,
} from "#core/run/scenario/toScenario.ts";
import { DialogFrame, FormFoot } from "#app/kit/DialogFrame.tsx";
import { download } from "#app/kit/download.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { OfferedStep } from "#app/panels/play/scenarios/OfferedStep.tsx";
import { usePlayCommand } from "#app/play/scenarios/usePlayCommand.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/scenarios/scenarios.module.css";

const USUAL: readonly UsualChoice[] = ["all", "ends", "none"];
const FORM = "save-scenario";

/** A run becomes a scenario: what it is called, and what of each step is expected of a replay. */
export function SaveDialog({ view, run, onClose }: { view: SessionView; run: Run; onClose: () => void }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const files = useStudio((s) => s.files?.files);
  const language = useStudio((s) => s.uiLanguage);
  const [title, setTitle] = useState("");
  const [note, setNote] = useState("");
  const expectations = useExpectations(view, run);
  const file = useMemo(
    () =>
      scenarioFileName(
        title,
        [...(files?.keys() ?? [])].map((name) => name.replace(/^scenarios\//, "")),
      ),
    [title, files],
  );
  const byPath = project?.keeps(`scenarios/${file}`) === false;
  const save = () => {
    if (!project || title.trim() === "") return;
    const scenario = withNote(
      chosenScenario(run, { [language]: title.trim() }, expectations.offers, expectations.chosen),
      note.trim() === "" ? undefined : { [language]: note.trim() },
    );
    if (byPath) {
      download(`${file}.json`, `${JSON.stringify(scenario, null, 2)}\n`, "application/json");
      studio.window.notice("info", "scenario.downloaded", { file: `${file}.json` });
      return onClose();
    }
    const text = JSON.stringify({ $schema: "../../../schemas/scenario.schema.json", ...scenario }, null, 2);
    project.write(`scenarios/${file}`, `${text}\n`, { label: "scenario", origin: "rules", at: Date.now() });
    studio.window.notice("info", "simulate.scenario-saved", { name: file });
    onClose();
  };
  return (
    <DialogFrame
      title={t("scenario.save")}
      wide
      onClose={onClose}
      foot={
        <FormFoot
          form={FORM}
          words={t(byPath ? "scenario.download" : "palette.save")}
          disabled={title.trim() === ""}
          onCancel={onClose}
        />
      }
    >
      <form
        id={FORM}
        className={css.save}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label>
          {t("scenario.title")}
          <input
            className="field"
            value={title}
            autoFocus
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
        </label>
        <label>
          {t("scenario.note")}
          <input
            className="field"
            value={note}
            autoComplete="off"
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        {byPath ? (
          <PlayedByPath name={file} />
        ) : (
          <p className={css.file}>{t("scenario.file", { file: `scenarios/${file}.json` })}</p>
        )}
        <Expected view={view} expectations={expectations} />
      </form>
    </DialogFrame>
  );
}

/** Beside a module that was opened by path no scenarios are kept: what becomes of this one, and what plays it. */
function PlayedByPath({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <p className={css.file}>
      {t("scenario.by-path", { file: `${name}.json` })} <code>{usePlayCommand(name)}</code>
    </p>
  );
}

type Expectations = ReturnType<typeof useExpectations>;

/** What may be expected of the steps of a run, and what of it is chosen. */
function useExpectations({ state }: SessionView, run: Run) {
  const [usual, setUsual] = useState<UsualChoice>("all");
  const [keep, setKeep] = useState(true);
  const [ownChoices, setOwnChoices] = useState<ReadonlyMap<number, readonly ExpectationOffer[]>>(new Map());
  const offers = useMemo(() => scenarioOffers(run, state.refusals), [run, state.refusals]);
  const chosen = useMemo(
    () => usualOffers(offers, usual, keep).map((offersOfStep, i) => ownChoices.get(i) ?? offersOfStep),
    [offers, usual, keep, ownChoices],
  );
  const start = (next: { usual?: UsualChoice; keep?: boolean }) => {
    if (next.usual !== undefined) setUsual(next.usual);
    if (next.keep !== undefined) setKeep(next.keep);
    setOwnChoices(new Map());
  };
  const choose = (i: number, offersOfStep: readonly ExpectationOffer[]) =>
    setOwnChoices(new Map(ownChoices).set(i, offersOfStep));
  return { offers, chosen, usual, keep, start, choose };
}

function Expected({ view, expectations }: { view: SessionView; expectations: Expectations }) {
  const { t } = useTranslation();
  const { offers, chosen, usual, keep, start, choose } = expectations;
  const refused = offers.filter((offer) => offer.refused).length;
  return (
    <fieldset className={css.expected}>
      <legend>{t("scenario.expected")}</legend>
      <div className={css.usual}>
        {USUAL.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="usual"
              checked={usual === choice}
              onChange={() => start({ usual: choice })}
            />
            {t(`scenario.usual.${choice}`)}
          </label>
        ))}
        {refused > 0 && (
          <label>
            <input type="checkbox" checked={keep} onChange={() => start({ keep: !keep })} />
            {t("scenario.keep-refused", { count: refused })}
          </label>
        )}
      </div>
      <ol className={css.steps}>
        {offers.map((offer, i) => (
          <li key={i} data-refused={offer.refused ? true : undefined}>
            <OfferedStep
              view={view}
              offer={offer}
              expectations={chosen[i] ?? []}
              onChoose={(offersOfStep) => choose(i, offersOfStep)}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

/** The note stands at the first step: it is what a reader of the scenario meets first. */
function withNote(scenario: Scenario, note: Readonly<Record<string, string>> | undefined): Scenario {
  const [first = {}, ...rest] = scenario.steps;
  if (!note) return scenario;
  return {
    ...scenario,
    steps: [{ ...first, note, ...(scenario.steps.length > 0 ? {} : { expect: {} }) }, ...rest],
  };
}
