import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import { copyText } from "#app/kit/copyText.ts";
import { download } from "#app/kit/download.ts";
import { handedFile } from "#app/play/scenarios/handedScenario.ts";
import { usePlayCommand } from "#app/play/scenarios/usePlayCommand.ts";
import type { HandedScenario } from "#app/studio/StudioState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/scenarios/scenarios.module.css";

/** A trace that was handed over becomes a scenario of the open game. Then it says where that is, and what plays it without the studio. */
export function SaveHanded({ handed, scenario }: { handed: HandedScenario; scenario: Scenario }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const [saved, setSaved] = useState<string>();
  const byPath = project?.keeps("scenarios/trace") === false;
  const save = async () => {
    if (!project) return;
    const isAlone = (studio.get().files?.dirty.length ?? 0) === 0;
    const at = Date.now();
    // Asked now: since it was played, another may have got the name that was free then.
    const file = handedFile(scenario, studio.get().files?.files);
    if (byPath) download(`${file}.json`, handed.scenario, "application/json");
    else project.write(`scenarios/${file}`, handed.scenario, { label: "scenario", origin: "rules", at });
    setSaved(file);
    void studio.store.inspector?.ask({ do: "take", trace: handed.trace }).catch(() => undefined);
    // What else is unsaved stays so until the person saves it.
    if (isAlone && !byPath) await studio.editor.save();
  };
  if (saved !== undefined) return <SavedScenario name={saved} />;
  return (
    <button type="button" className="btn" disabled={!project} onClick={() => void save()}>
      {t(byPath ? "trace.download" : "trace.save")}
    </button>
  );
}

/** Where a scenario is, as far as it is on the disk, and the command that plays it. */
export function SavedScenario({ name }: { name: string }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const byPath = useStudio((s) => s.project?.keeps(`scenarios/${name}`) === false);
  const command = usePlayCommand(name);
  const isUnsaved = useStudio((s) => s.files?.dirty.includes(`scenarios/${name}`) === true);
  const isThere = useStudio((s) => s.files?.files.has(`scenarios/${name}`) === true);
  const [copied, setCopied] = useState(false);
  if (!isThere && !byPath) return null;
  if (isUnsaved)
    return (
      <span className={css.saved}>
        {t("trace.unsaved", { file: `scenarios/${name}.json` })}{" "}
        <button type="button" className="btn" onClick={() => void studio.editor.save()}>
          {t("trace.save-game")}
        </button>
      </span>
    );
  return (
    <span className={css.saved}>
      {byPath
        ? t("trace.downloaded", { file: `${name}.json` })
        : t("trace.saved", { file: `scenarios/${name}.json` })}{" "}
      <code>{command}</code>{" "}
      <button type="button" className="btn quiet" onClick={() => void copyText(command).then(setCopied)}>
        {t(copied ? "trace.copied" : "trace.copy")}
      </button>
    </span>
  );
}
