import { gameChart } from "#core/analyze/check.ts";
import type { Chart } from "#core/chart/chart.ts";
import { typeText } from "#core/chart/payload.ts";
import { transitionRef } from "#core/chart/places.ts";
import { toMermaid } from "#core/export/toMermaid.ts";
import { readModule } from "#core/read/readModule.ts";
import { anyTextIn, clauseText, labelOf, textIn } from "#core/ruleset/labels.ts";
import { clauseLinks, coverage, type Carrier, type ClauseLinks } from "#core/ruleset/links.ts";
import { loadRuleset, type LoadedRuleset } from "#core/ruleset/loadRuleset.ts";
import type { Clause, Reading, Ruleset } from "#core/ruleset/ruleset.ts";
import type { JsonObject } from "#core/text/json.ts";
import { anchor, code, details, fenced, plain, table } from "./markdown.ts";
import { countStates, outerChart } from "#core/export/outerChart.ts";

/** The languages of a page, with the names that they give themselves. */
const locales = [
  ["en", "English"],
  ["ja", "日本語"],
  ["zh-Hant", "繁體中文"],
] as const;
const languages = locales.map(([, name]) => name);

/** A chart of more states is shown by its outer two levels: a whole one would be too small to read. */
export const mostStates = 20;
/** The studio lists every carrier of a clause; a table cell names the first ones. */
const mostCarriers = 5;

/**
 * The page of a game as Markdown, worked out from its files alone: the same files give the same text.
 * @param files text by logical name, as `core/project/gameFiles.ts` has them
 * @throws Error when the files hold no machine
 */
export function gamePage(id: string, files: ReadonlyMap<string, string>): string {
  const chart = gameChart(readModule(files.get("machine") ?? ""));
  if (!chart) throw new Error(`The game ${id} holds no machine`);
  const loaded = loadRuleset(files);
  const links = clauseLinks(chart);
  const parts = [
    heading(id, loaded.ruleset),
    facts(chart, loaded, links),
    picture(id, chart, loaded.ruleset),
    inputs(chart, loaded.ruleset),
    clauses(loaded.ruleset, links),
    openPoints(loaded.ruleset),
    scenarios(loaded),
  ];
  return `${parts.join("\n\n")}\n`;
}

function heading(id: string, { info }: Ruleset): string {
  const titles = locales.map(([locale, name]) => `- ${name}: ${plain(textIn(info.title, locale))}`);
  return [
    "<!-- Written by `npm run game-docs` from the files of the game. -->",
    `# ${plain(textIn(info.title, "en") || id)}`,
    titles.join("\n"),
    `The game ${code(id)}: its [machine](../../machines/${id}.machine.ts) and its [rules](../../rulesets/${id}/). Its clauses are restated in the project's own words.`,
  ].join("\n\n");
}

function facts(chart: Chart, loaded: LoadedRuleset, links: ClauseLinks): string {
  const { info, clauses: all, readings } = loaded.ruleset;
  const { carried, notModelled, missing } = coverage(all, links);
  const { min, max } = info.players;
  const rows = [
    ["Players", min === max ? `${min}` : `${min} to ${max}`],
    ["States", `${countStates(chart.root)}`],
    ["Events", `${chart.events?.length ?? 0}`],
    [
      "Clauses",
      `${all.length}: ${carried} carried by the machine, ${notModelled} not modelled (with the reason)${missing > 0 ? `, ${missing} open` : ""}`,
    ],
    ["Open points of the rules", `${readings.length}`],
    ["Scenarios", `${Object.keys(loaded.scenarios).length}`],
  ];
  const sources = (info.sources ?? []).map((source) => {
    const { title, edition, note } = source as JsonObject;
    const named = [title, edition]
      .filter((word) => typeof word === "string")
      .map((word) => plain(word as string));
    return `- ${named.join(", ")}.${typeof note === "string" ? ` ${plain(note)}` : ""}`;
  });
  return [
    "## What it is",
    table(["", ""], rows),
    ...(sources.length > 0 ? [`Source:\n\n${sources.join("\n")}`] : []),
  ].join("\n\n");
}

function picture(id: string, chart: Chart, ruleset: Ruleset): string {
  const isWhole = countStates(chart.root) <= mostStates;
  const shown = isWhole ? chart : outerChart(chart, 2);
  const said = isWhole
    ? "The whole machine, as the studio opens it on a page; below it the same as a diagram."
    : "The map of the machine, as the studio opens it on a page. Below it, as a diagram, its outer two levels: an arrow from a deeper state starts at the one around it; what stays within a state is left out, and more than two arrows between the same states are one without words.";
  const pictures = locales.map(([locale, name], i) => {
    const file = `pictures/${id}.${locale}.svg`;
    return details(name, `[![${plain(textIn(ruleset.info.title, locale))}](${file})](${file})`, i === 0);
  });
  const diagrams = locales.map(([locale, name]) =>
    details(
      `Mermaid: ${name}`,
      fenced("mermaid", toMermaid(shown, { label: (key) => labelOf(ruleset, locale, key) })),
    ),
  );
  return ["## Chart", said, ...pictures, ...diagrams].join("\n\n");
}

function inputs(chart: Chart, ruleset: Ruleset): string {
  if (!chart.input || chart.input.length === 0)
    return "## How it is set up\n\nNothing is given to the machine.";
  const rows = chart.input.map((field) => {
    const readings = ruleset.readings.filter((reading) => reading.input === field.name);
    const switched = readings.map(
      (reading) => `[${plain(reading.id)}](${anchor(reading.id)}): ${code(reading.chosen)} unless given`,
    );
    return [
      code(field.name + (field.optional ? "?" : "")),
      code(typeText(field.type)),
      ...locales.map(([locale]) => plain(labelOf(ruleset, locale, `input:${field.name}`))),
      [...(field.doc ? [plain(field.doc)] : []), ...switched].join("<br>"),
    ];
  });
  return [
    "## How it is set up",
    "The input of the machine. A field that switches an open point says which reading holds without it.",
    table(["Field", "Type", ...languages, "Notes"], rows),
  ].join("\n\n");
}

function clauses(ruleset: Ruleset, links: ClauseLinks): string {
  const rows = ruleset.clauses.map((clause) => [
    plain(clause.id),
    clause.kind,
    ...locales.map(([locale]) => plain(clauseText(ruleset, locale, clause.id) ?? "")),
    whereCarried(clause, links.carriers.get(clause.id) ?? []),
  ]);
  return [
    "## Clauses",
    "Every statement of the rules, restated, and the states and transitions that carry it; or why none does.",
    table(["Clause", "Kind", ...languages, "Carried by"], rows),
  ].join("\n\n");
}

function whereCarried(clause: Clause, carriers: readonly Carrier[]): string {
  if (carriers.length === 0)
    return clause.notModelled === undefined
      ? "Open"
      : `Not modelled: ${plain(anyTextIn(clause.notModelled, "en"))}`;
  const names = [...new Set(carriers.map(carrierName))];
  const more = names.length - mostCarriers;
  return [...names.slice(0, mostCarriers), ...(more > 0 ? [`and ${more} more`] : [])].join("<br>");
}

function carrierName({ kind, id }: Carrier): string {
  if (kind === "state") return id === "" ? "the whole game" : code(id);
  const ref = transitionRef(id);
  if (!ref) return code(id);
  const source = ref.source.length === 0 ? "the whole game" : code(ref.source.join("."));
  return `${source} on ${code(ref.slot === "on" ? (ref.event ?? "") : ref.slot)}`;
}

function openPoints({ readings }: Ruleset): string {
  if (readings.length === 0) return "## Open points\n\nNone.";
  const intro = "What the rules leave open, how it could be read, and the reading that was chosen (✓).";
  return ["## Open points", intro, ...readings.map(openPoint)].join("\n\n");
}

function openPoint({ id, clauses: about, question, options, chosen, why, input }: Reading): string {
  const rows = options.map((option) => [
    option.id === chosen ? "✓" : "",
    code(option.id),
    ...locales.map(([locale]) => plain(textIn(option.text, locale))),
  ]);
  const reasons =
    typeof why === "string"
      ? ["", "Why", plain(why), "", ""]
      : ["", "Why", ...locales.map(([l]) => plain(textIn(why, l)))];
  const asked = ["", "Question", ...locales.map(([locale]) => plain(textIn(question, locale)))];
  const touches = about.length > 0 ? `Clauses: ${about.map(plain).join(", ")}. ` : "";
  return [
    `### ${id}`,
    `${touches}${input ? `Switched by the input ${code(input)}.` : "No input switches it."}`,
    table(["", "", ...languages], [asked, ...rows, ...(why ? [reasons] : [])]),
  ].join("\n\n");
}

function scenarios({ scenarios: all }: LoadedRuleset): string {
  // By code unit, so that every machine lists them alike.
  const slugs = Object.keys(all).sort((a, b) => (a < b ? -1 : 1));
  const rows = slugs.flatMap((slug) => {
    const scenario = all[slug];
    if (!scenario) return [];
    return [
      [
        code(slug),
        `${scenario.steps.length}`,
        ...locales.map(([locale]) => plain(textIn(scenario.title, locale))),
      ],
    ];
  });
  return [
    "## Scenarios",
    "Recorded plays with what is expected of them; `turnwright play ID --all` replays them.",
    table(["Scenario", "Steps", ...languages], rows),
  ].join("\n\n");
}
