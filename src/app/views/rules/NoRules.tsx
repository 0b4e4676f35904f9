import { useTranslation } from "react-i18next";
import { useGameName } from "#app/studio/useGameName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/NoRules.module.css";
import { filePath } from "#core/project/gameFiles.ts";

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

/** The files of a ruleset without a clause, for a machine that has none: what every later file of it refers to. */
function newRulesetFiles(
  { id, title }: { readonly id: string; readonly title: string },
  locale: string,
): { name: string; text: string }[] {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const head = (schema: string) => ({ $schema: `../../schemas/${schema}.schema.json`, format: 1 });
  return [
    {
      name: "ruleset",
      text: json({
        ...head("ruleset"),
        id,
        title: { [locale]: title },
        machine: filePath(id, "machine"),
        players: { min: 2, max: 2 },
        locales: [locale],
        sourceLocale: locale,
        sources: [],
      }),
    },
    { name: "clauses", text: json({ ...head("clauses"), clauses: [] }) },
    {
      name: `text/${locale}`,
      text: json({ $schema: "../../../schemas/text.schema.json", format: 1, locale, text: {} }),
    },
  ];
}
