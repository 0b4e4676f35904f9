import { Popover } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isFileName } from "#core/project/gameFiles.ts";
import type { Run } from "#core/run/run.ts";
import { toScenario } from "#core/run/toScenario.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/simulate/SaveScenario.module.css";

/** Keeps the way to the cursor's branch as a scenario of the game: a test and a replay in one. */
export function SaveScenario({ run }: { run: Run }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const project = useStudio((s) => s.project);
  const language = useStudio((s) => s.uiLanguage);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const file = `scenarios/${name}`;
  const bad =
    name === ""
      ? null
      : !isFileName(file)
        ? t("simulate.scenario-bad-name")
        : project?.text(file) !== undefined
          ? t("simulate.scenario-taken")
          : null;
  const save = () => {
    if (!project || name === "" || bad) return;
    const title = name.replaceAll("-", " ").replace(/^./, (c) => c.toUpperCase());
    const scenario = {
      $schema: "../../../schemas/scenario.schema.json",
      ...toScenario(run, { [language]: title }),
    };
    project.write(file, `${JSON.stringify(scenario, null, 2)}\n`, {
      label: "scenario",
      origin: "rules",
      at: Date.now(),
    });
    studio.notice("info", "simulate.scenario-saved", { name });
    setOpen(false);
    setName("");
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn quiet">{t("simulate.save-scenario")}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={css.popover} side="top" sideOffset={6} collisionPadding={8}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <label>
              {t("simulate.scenario-name")}
              <input
                className="field mono"
                value={name}
                autoFocus
                spellCheck={false}
                autoComplete="off"
                aria-invalid={bad !== null}
                onChange={(event) => setName(event.target.value)}
              />
            </label>
            <p data-bad={bad ? true : undefined}>{bad ?? t("simulate.scenario-bad-name")}</p>
            <button type="submit" className="btn" disabled={name === "" || bad !== null}>
              {t("palette.save")}
            </button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
