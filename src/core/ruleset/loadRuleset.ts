import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { JsonNode } from "#core/ruleset/jsonText.ts";
import { schemaOf } from "#core/ruleset/format.ts";
import { forgetOtherFiles, loadFile, type FileLimits, type LoadedFile } from "#core/ruleset/loadFile.ts";
import type {
  Clause,
  Move,
  Reading,
  ReviewEntry,
  Ruleset,
  RulesetInfo,
  SeatView,
  Term,
  Texts,
} from "#core/ruleset/ruleset.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { JsonObject } from "#core/text/json.ts";

/** The rules files of a game, as far as they can be used. */
export interface LoadedRuleset {
  readonly ruleset: Ruleset;
  /** By slug. Scenarios with faults are left out. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** Faults of the files themselves; `analyze/check.ts` finds what they get wrong about the machine. */
  readonly diagnostics: readonly Diagnostic[];
  /** Places in the text of each file that is JSON, by logical name. */
  readonly nodes: ReadonlyMap<string, JsonNode>;
  /** Files of a newer format: shown, not written. */
  readonly readOnly: readonly string[];
}

/** The facts of a game that has no ruleset.json. */
const noInfo: RulesetInfo = {
  format: 1,
  id: "",
  title: {},
  machine: "",
  players: { min: 1, max: Number.MAX_SAFE_INTEGER },
  locales: [],
  sourceLocale: "",
};

/** Reads the rules files among `files` (logical name to text; others are passed over). What cannot be used is left out and reported. */
export function loadRuleset(files: ReadonlyMap<string, string>, limits: FileLimits = {}): LoadedRuleset {
  const loaded = new Map<string, LoadedFile>();
  for (const [name, text] of files) if (schemaOf(name)) loaded.set(name, loadFile(name, text, limits));
  forgetOtherFiles(files);
  const diagnostics = [...loaded.values()].flatMap((file) => file.diagnostics);

  const part = <T>(name: string): T | undefined =>
    (loaded.get(name)?.value as Readonly<Record<string, unknown>> | undefined)?.[name] as T | undefined;
  const byLocale = (folder: "text" | "labels"): Record<string, Texts> => {
    const locales: Record<string, Texts> = {};
    for (const [name, file] of loaded) {
      const locale = name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : undefined;
      const held = file.value?.[folder];
      if (locale === undefined || held === undefined) continue;
      locales[locale] = held as Texts;
      const declared = file.value?.["locale"];
      if (declared !== undefined && declared !== locale)
        diagnostics.push(localeFault(name, file, String(declared), locale));
    }
    return locales;
  };

  const basis: Record<string, Texts> = {};
  for (const [name, file] of loaded)
    if (name.startsWith("labels/") && file.value?.["basis"] !== undefined)
      basis[name.slice("labels/".length)] = file.value["basis"] as Texts;

  const scenarios: Record<string, Scenario> = {};
  for (const [name, file] of loaded)
    if (name.startsWith("scenarios/") && file.value)
      scenarios[name.slice("scenarios/".length)] = file.value as unknown as Scenario;

  const info = loaded.get("ruleset")?.value;
  if (!files.has("ruleset") && [...loaded.keys()].some(isOfRules))
    diagnostics.push({ code: "ruleset-missing", severity: "error", file: "ruleset", facts: {} });
  const moves = part<Readonly<Record<string, readonly Move[]>>>("moves");
  const view = loaded.get("view")?.value as SeatView | undefined;
  const review = part<readonly ReviewEntry[]>("review");

  return {
    ruleset: {
      info: { ...noInfo, ...(info as JsonObject | undefined) } as RulesetInfo,
      clauses: part<readonly Clause[]>("clauses") ?? [],
      text: byLocale("text"),
      labels: byLocale("labels"),
      basis,
      terms: part<readonly Term[]>("terms") ?? [],
      readings: part<readonly Reading[]>("readings") ?? [],
      ...(moves ? { moves: { format: 1 as const, moves } } : {}),
      ...(view?.view ? { view } : {}),
      ...(review ? { review } : {}),
    },
    scenarios,
    diagnostics,
    nodes: new Map([...loaded].flatMap(([name, file]) => (file.node ? [[name, file.node] as const] : []))),
    readOnly: [...loaded].filter(([, file]) => file.newer).map(([name]) => name),
  };
}

/**
 * Whether a file says something of rules, and so needs a ruleset.json. Plays of a machine and what is drawn, made or renamed of it do
 * not: any machine can be played.
 */
const isOfRules = (name: string): boolean =>
  !["layout", "moves", "renames", "view"].includes(name) && !name.startsWith("scenarios/");

function localeFault(name: string, file: LoadedFile, declared: string, locale: string): Diagnostic {
  const at = file.node?.entries?.find((entry) => entry.key === "locale")?.value.at;
  return {
    code: "locale-differs",
    severity: "error",
    file: name,
    ...(at ? { at } : {}),
    facts: { said: declared, expected: locale },
  };
}
