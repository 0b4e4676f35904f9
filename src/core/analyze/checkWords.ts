import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import { near, nearAmong } from "#core/diagnostic/near.ts";
import type { Diagnostic, Severity } from "#core/diagnostic/diagnostic.ts";
import { unlabelledKeys } from "#core/ruleset/formulaKeys.ts";
import { contextLabelKeys, innerContextPaths, labelKeys } from "#core/ruleset/labels.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { checkTerms } from "#core/analyze/checkTerms.ts";
import { sectionKeys } from "#core/ruleset/sections.ts";
import { renameFacts } from "#core/analyze/renamedStates.ts";
import { fewOf, inFile, knowsClauses, type GameSubject } from "#core/analyze/gameSubject.ts";

/**
 * Kinds of labels whose names are free: seats come from the input, names of cards from whoever plays, derived values and local names from the
 * module.
 */
const FREE = new Set(["seat", "name", "output", "derived", "local", "item"]);

/**
 * Texts, labels and terms: what a language still lacks, and words for things that do not exist.
 * @param consts those of the module of the machine
 */
export function checkWords(game: GameSubject, consts: readonly Const[]): Diagnostic[] {
  return [
    ...game.ruleset.info.locales.flatMap((locale) => [
      ...checkTexts(game, locale),
      ...checkLabels(game, locale),
      ...checkFormulaNames(game, locale, consts),
    ]),
    ...strayLocales(game),
    ...checkTerms(game),
  ];
}

/** Whether a file is there and is no JSON now: what it says is not known, and its fault is reported. */
const isUnread = ({ files, nodes }: GameSubject, file: string): boolean =>
  files.has(file) && !nodes.has(file);

function checkTexts(game: GameSubject, locale: string): Diagnostic[] {
  const file = `text/${locale}`;
  if (!knowsClauses(game) || isUnread(game, file)) return [];
  const ids = new Set(game.ruleset.clauses.map((clause) => clause.id));
  const nearId = nearAmong(ids);
  const text = game.ruleset.text[locale] ?? {};
  const missing = [...ids].filter((id) => !Object.hasOwn(text, id) || text[id]?.trim() === "");
  const diagnostics = Object.keys(text)
    .filter((id) => !ids.has(id))
    .map((id) =>
      inFile(
        game,
        file,
        ["text", id],
        "text-unknown-clause",
        "warning",
        { clause: id, locale, near: nearId(id) },
        "key",
      ),
    );
  return missing.length === 0
    ? diagnostics
    : [...diagnostics, lacking("text-missing", game, file, "text", locale, missing)];
}

function checkLabels(game: GameSubject, locale: string): Diagnostic[] {
  const file = `labels/${locale}`;
  if (isUnread(game, file)) return [];
  const keys = new Set(labelKeys(game.chart));
  // a section without one goes by its name in the document
  const sections = new Set(sectionKeys(game.ruleset.clauses));
  const inner = new Set(innerContextPaths(game.chart).flatMap(contextLabelKeys));
  const labels = game.ruleset.labels[locale] ?? {};
  const nearKey = nearAmong([...keys, ...sections]);
  const readable = {
    field: game.chart.events,
    value: game.chart.events,
    event: game.chart.events,
    context: game.chart.context,
    input: game.chart.input,
  };
  const diagnostics = Object.keys(labels)
    .filter((key) => {
      const kind = key.slice(0, key.indexOf(":"));
      // Types that could not be read leave it open which names exist; so do values of a plain string or number.
      if (FREE.has(kind) || kind === "value" || keys.has(key) || inner.has(key)) return false;
      if (kind === "section") return knowsClauses(game) && !sections.has(key);
      return !(kind in readable) || readable[kind as keyof typeof readable] !== undefined;
    })
    // Who does it is asked by every event: one name will do, and the studio has its own.
    .filter((key) => key !== "field:by" && (!key.startsWith("field:") || !key.endsWith(".by")))
    .map((key) =>
      inFile(
        game,
        file,
        ["labels", key],
        "label-unknown",
        "warning",
        { key, locale, ...(renamedLabel(game, key) ?? { near: nearKey(key) }) },
        "key",
      ),
    );
  const missing = [...keys].filter((key) => !Object.hasOwn(labels, key) || labels[key]?.trim() === "");
  return missing.length === 0
    ? diagnostics
    : [...diagnostics, lacking("label-missing", game, file, "labels", locale, missing)];
}

/** What stands in formulas by its name in the code: a reader of the rules meets it in another language. */
function checkFormulaNames(game: GameSubject, locale: string, consts: readonly Const[]): Diagnostic[] {
  const file = `labels/${locale}`;
  // A language without labels lacks all of them.
  if (!game.nodes.has(file)) return [];
  const keys = unlabelledKeys(game.chart, consts, game.ruleset.labels[locale] ?? {});
  return keys.length === 0
    ? []
    : [lacking("formula-label-missing", game, file, "labels", locale, keys, "info")];
}

/** What is said of the name of a state that was renamed. */
const renamedLabel = (game: GameSubject, key: string): Diagnostic["facts"] | undefined =>
  key.startsWith("state:") ? renameFacts(game, key.slice("state:".length)) : undefined;

/** One diagnostic for all that a language lacks: `keys` has every one, `first` those to show. */
function lacking(
  code: DiagnosticCode,
  game: GameSubject,
  file: string,
  part: string,
  locale: string,
  keys: readonly string[],
  severity: Severity = "warning",
): Diagnostic {
  const facts = { locale, count: keys.length, first: fewOf(keys), keys };
  return inFile(game, file, [part], code, severity, facts, "key");
}

/** Files of a language that ruleset.json does not name: they would never be shown. */
function strayLocales(game: GameSubject): Diagnostic[] {
  const { locales } = game.ruleset.info;
  if (locales.length === 0) return [];
  const diagnostics = [...game.nodes.keys()].flatMap((file) => {
    const [folder, locale] = file.split("/");
    if ((folder !== "text" && folder !== "labels") || locale === undefined || locales.includes(locale))
      return [];
    return [
      inFile(game, file, ["locale"], "locale-unlisted", "warning", { locale, near: near(locale, locales) }),
    ];
  });
  if (game.nodes.has("ruleset") && !locales.includes(game.ruleset.info.sourceLocale))
    diagnostics.push(
      inFile(game, "ruleset", ["sourceLocale"], "locale-unlisted", "warning", {
        locale: game.ruleset.info.sourceLocale,
        near: [],
      }),
    );
  return diagnostics;
}
