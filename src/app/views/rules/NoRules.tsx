import { useTranslation } from "react-i18next";
import { newRulesetFiles } from "#app/studio/newRuleset.ts";
import { useGameName } from "#app/studio/useGameName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/NoRules.module.css";

/** What stands in the Rules view of a machine without a ruleset: what one gives, and how to get it. */
export function NoRules() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const project = useStudio((s) => s.project);
  const language = useStudio((s) => s.uiLanguage);
  const byPath = project?.keeps("ruleset") === false;
  const title = useGameName(project?.id);
  if (!project) return null;
  const make = () => {
    const note = { label: "ruleset", origin: "rules" as const, at: Date.now() };
    const files = newRulesetFiles({ id: project.id, title }, language);
    project.apply(
      files
        .filter(({ name }) => project.text(name) === undefined)
        .map(({ name, text }) => ({ kind: "create", file: name, text })),
      note,
    );
    studio.window.notice("info", "rules.made");
  };
  return (
    <div className="empty">
      <h2>{t("rules.no-ruleset")}</h2>
      <ul className={css.gives}>
        {(["clauses", "words", "play"] as const).map((kind) => (
          <li key={kind}>{t(`rules.gives.${kind}`)}</li>
        ))}
      </ul>
      {byPath ? (
        <p className={css.hint}>{t("rules.by-path")}</p>
      ) : (
        <button type="button" className="btn" onClick={make}>
          {t("rules.make")}
        </button>
      )}
    </div>
  );
}
