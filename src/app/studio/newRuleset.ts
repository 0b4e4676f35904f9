import { filePath } from "#core/project/gameFiles.ts";

/** The files of a ruleset without a clause, for a machine that has none: what every later file of it refers to. */
export function newRulesetFiles(
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
