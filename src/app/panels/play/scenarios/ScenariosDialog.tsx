import { useState } from "react";
import { useTranslation } from "react-i18next";
import { changeJson } from "#core/ruleset/changeJson.ts";
import { textIn } from "#core/ruleset/labels.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Json } from "#core/text/json.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/scenarios/scenarios.module.css";

/** The scenarios of the open game: what each is called, and that it goes. Both are undone like any other change. */
export function ScenariosDialog() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const files = useStudio((s) => s.files?.files);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const names = [...(files?.keys() ?? [])]
    .filter((file) => file.startsWith(FOLDER))
    .map((file) => file.slice(FOLDER.length))
    .toSorted();
  const close = () => studio.window.set({ question: null });
  return (
    <DialogFrame title={t("scenarios.title")} wide onClose={close}>
      {names.length === 0 ? (
        <p>{t("scenarios.none")}</p>
      ) : (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <ScenarioRow name={name} scenario={scenarios?.[name]} />
            </li>
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}

const FOLDER = "scenarios/";

/** @param scenario undefined for a file that has faults: it can go, and is not renamed here */
function ScenarioRow({ name, scenario }: { name: string; scenario: Scenario | undefined }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const language = useStudio((s) => s.uiLanguage);
  const title = textIn(scenario?.title, language);
  const [typed, setTyped] = useState<string>();
  const file = FOLDER + name;
  const rename = () => {
    const newName = typed?.trim() ?? "";
    setTyped(undefined);
    if (!project || !scenario || newName === "" || newName === title) return;
    const next = { ...scenario, title: { ...scenario.title, [language]: newName } };
    const text = changeJson(project.text(file) ?? "", next as unknown as Json);
    project.write(file, text, { label: "scenario-renamed", origin: "rules", at: Date.now() });
  };
  const remove = () => {
    if (project?.text(file) === undefined) return;
    const note = { label: "scenario-deleted", origin: "rules" as const, at: Date.now() };
    project.apply([{ kind: "remove", file }], note);
    studio.window.notice("info", "scenarios.deleted", { name: title || name });
  };
  return (
    <form
      className={css.one}
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <input
        className="field"
        aria-label={t("scenarios.title-of", { name })}
        value={typed ?? (title || name)}
        disabled={!scenario}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={rename}
      />
      <code>{name}.json</code>
      <button
        type="button"
        className="btn quiet"
        aria-label={t("scenarios.delete-one", { name: title || name })}
        onClick={remove}
      >
        {t("scenarios.delete")}
      </button>
    </form>
  );
}
