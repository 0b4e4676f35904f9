import type { Severity } from "#core/diagnostic/diagnostic.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { Finding } from "#cli/check/findings.ts";
import { pathInside } from "#cli/pathInside.ts";
import type { Language } from "#cli/words.ts";

export interface SarifOptions {
  /** The checkout: a file inside is named from there. Absolute. */
  readonly folder: string;
  /** Of this program. */
  readonly version: string;
  readonly language: Language;
  /** What a rule says in general. */
  readonly ruleWords: (code: string) => string | undefined;
}

/**
 * Findings as a log of SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning and editors. Lines and columns
 * count from 1, columns in UTF-16 code units; a region ends before its `endColumn`.
 */
export function toSarif(
  findings: readonly Finding[],
  { folder, version, language, ruleWords }: SarifOptions,
): JsonObject {
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted();
  const rules = codes.map((id) => {
    const words = ruleWords(id);
    return words === undefined ? { id } : { id, shortDescription: { text: words } };
  });
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Turnwright", version, language: CULTURES[language], rules } },
        originalUriBaseIds: { [BASE]: { description: { text: "The folder in which the check was run" } } },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: codes.indexOf(finding.code),
          level: LEVELS[finding.severity],
          message: { text: finding.message },
          locations: [{ physicalLocation: placeOf(finding, folder) }],
        })),
      },
    ],
  };
}

const addressOf = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** Stands for the checkout, wherever the log is read. */
const BASE = "SRCROOT";
/** SARIF names a language with a country, not with a script. */
const CULTURES: Readonly<Record<Language, string>> = { en: "en", ja: "ja", "zh-Hant": "zh-TW" };
const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

function placeOf({ file, at }: Finding, folder: string): JsonObject {
  const inside = pathInside(file, folder);
  const artifactLocation =
    inside === undefined ? { uri: `file://${addressOf(file)}` } : { uri: addressOf(inside), uriBaseId: BASE };
  if (!at) return { artifactLocation };
  const { from, to } = at;
  const region = {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
  return { artifactLocation, region };
}
