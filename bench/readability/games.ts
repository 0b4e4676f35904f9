import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Chart } from "#core/chart/chart.ts";
import { readModule } from "#core/read/readModule.ts";
import { gallery, galleryLabels } from "#test/charts/gallery.ts";
import { generatedCharts } from "#test/charts/generated.ts";
import { labelLocales, type LabelTables } from "#test/charts/generated/labelTables.ts";
import { corpusModules } from "#test/corpus/corpus.ts";

/** A chart that is opened in the studio and judged. */
export interface JudgedGame {
  readonly id: string;
  /** `game`: held to the goals in every language and size; the others to zeros, in one language each. */
  readonly kind: "game" | "generated" | "corpus";
  readonly chart: Chart;
  readonly labels: LabelTables;
}

const shipped = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"];
/** Foreign modules that are taken, evenly from the list: all would take an hour. */
const FOREIGN = 12;
const UNNAMED: LabelTables = { en: {}, ja: {}, "zh-Hant": {} };

/** Everything that can be judged; what is not shipped is written into the folder of games first. */
export async function judgedGames(root: string, wanted: readonly string[]): Promise<JudgedGame[]> {
  const made = [
    { id: "gallery", kind: "game" as const, text: gallery, labels: galleryLabels },
    ...generatedCharts().map(({ name, text, labels }) => ({
      id: name,
      kind: "generated" as const,
      text,
      labels,
    })),
    ...foreign().map((text, i) => ({
      id: `corpus-${i + 1}`,
      kind: "corpus" as const,
      text,
      labels: UNNAMED,
    })),
  ];
  const ids = [...shipped, ...made.map(({ id }) => id)];
  const unknown = wanted.filter((id) => !ids.some((one) => isMeant(one, id)));
  if (unknown.length > 0)
    throw new Error(`There is no game ${unknown.join(", ")}; there is ${ids.join(", ")}`);
  const chosen = (id: string) => wanted.length === 0 || wanted.some((one) => isMeant(id, one));
  const games = await Promise.all(shipped.filter(chosen).map((id) => ofRepository(root, id)));
  for (const { id, kind, text, labels } of made.filter((one) => chosen(one.id))) {
    await writeGame(root, id, text, labels);
    games.push({ id, kind, chart: chartOf(id, text), labels });
  }
  return games;
}

/** `generated` means all of them. */
const isMeant = (id: string, wanted: string): boolean => id === wanted || id.startsWith(`${wanted}-`);

function chartOf(id: string, text: string): Chart {
  const [chart] = readModule(text).charts;
  if (!chart) throw new Error(`${id} has no machine`);
  return chart;
}

async function ofRepository(root: string, id: string): Promise<JudgedGame> {
  const tables = labelLocales.map(async (locale) => {
    const file = await readFile(join(root, "rulesets", id, "labels", `${locale}.json`), "utf8");
    return [locale, (JSON.parse(file) as { labels: Record<string, string> }).labels] as const;
  });
  const labels = Object.fromEntries(await Promise.all(tables)) as LabelTables;
  const text = await readFile(join(root, "machines", `${id}.machine.ts`), "utf8");
  return { id, kind: "game", chart: chartOf(id, text), labels };
}

export async function writeGame(root: string, id: string, text: string, labels: LabelTables): Promise<void> {
  const rules = join(root, "rulesets", id);
  await mkdir(join(rules, "labels"), { recursive: true });
  const machine = `machines/${id}.machine.ts`;
  await writeFile(join(root, machine), text);
  const json = (path: string, value: object) =>
    writeFile(join(rules, path), `${JSON.stringify(value, null, 2)}\n`);
  const title = { en: id, ja: id, "zh-Hant": id };
  const about = { title, machine, players: { min: 1, max: 4 }, locales: labelLocales, sourceLocale: "en" };
  await json("ruleset.json", { format: 1, id, ...about });
  for (const locale of labelLocales)
    await json(`labels/${locale}.json`, { format: 1, locale, labels: labels[locale] });
}

/** Foreign modules of one machine that need no other file; none where the corpus was not brought. */
function foreign(): string[] {
  const alone = corpusModules().filter(({ lang, text }) => {
    if (lang !== "ts" || /from\s+["']\./.test(text)) return false;
    const { charts } = readModule(text);
    return charts.length === 1 && (charts[0]?.root.children.length ?? 0) > 2;
  });
  const step = Math.max(1, alone.length / FOREIGN);
  return Array.from(
    { length: Math.min(FOREIGN, alone.length) },
    (_, i) => alone[Math.floor(i * step)]?.text ?? "",
  );
}
