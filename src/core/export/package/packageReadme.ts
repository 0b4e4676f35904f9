import { pathId, places } from "#core/chart/places.ts";
import type { PackageParts } from "#core/export/package/packageSource.ts";
import { anyTextIn, clauseText, labelOf, textIn } from "#core/ruleset/labels.ts";

/** README.md: how the package is used, the map of the machine, every clause with the states that carry it, and the open points. */
export function packageReadme(parts: PackageParts, seats: readonly string[]): string {
  const { id, ruleset, reader, say, saves, scenarios } = parts;
  const title = textIn(ruleset.info.title, reader) || id;
  const word = (key: string, facts?: Readonly<Record<string, string>>) => say(`export.readme.${key}`, facts);
  const hasTests = Object.keys(scenarios).length > 0;
  const sections = [
    `# ${title}`,
    word("about", { id }),
    `## ${word("use")}`,
    `\`\`\`sh\nnpm pack\nnpm install xstate ./${id}-1.${parts.edition?.version ?? 0}.0.tgz\n\`\`\``,
    `\`\`\`js\n${example(parts, seats)}\`\`\``,
    word("kit"),
    ...(hasTests
      ? [`## ${word("tests")}`, word("tests-text"), `\`\`\`sh\nnpm test\nnpx vitest run\n\`\`\``]
      : []),
    ...(saves === undefined ? [] : [`## ${word("saves")}`, word("saves-text")]),
    `## ${word("map")}`,
    `![${title}](chart.svg)`,
    ...clauseTable(parts, word),
    ...readingTable(parts, word),
    `## ${word("licence")}`,
    licenceText(parts, word),
  ];
  return `${sections.join("\n\n")}\n`;
}

type Word = (key: string, facts?: Readonly<Record<string, string>>) => string;

function example({ id, chart, reader }: PackageParts, seats: readonly string[]): string {
  const input = chart.input ? ", { input: {} }" : "";
  const seat = seats[0] === undefined ? "" : ` // Seat: ${seats.join(", ")}`;
  return `import { createActor } from "xstate";
import { loadKit, machine } from ${JSON.stringify(id)};

const game = createActor(machine${input}).start();${seat}
console.log(game.getSnapshot().value);
const { labels, text } = await loadKit(${JSON.stringify(reader)});
`;
}

const licenceText = ({ licence }: PackageParts, word: Word): string =>
  licence?.text !== undefined
    ? word("licence-file")
    : licence?.name !== undefined
      ? word("licence-name", { name: licence.name })
      : word("licence-none");

/** Every clause with its wording and the states that carry it, or why none does. */
function clauseTable(parts: PackageParts, word: Word): string[] {
  const { ruleset, chart, reader } = parts;
  if (ruleset.clauses.length === 0) return [];
  const carriers = new Map<string, Set<string>>();
  for (const { node, path } of places(chart).values())
    for (const clause of [...node.meta.clauses, ...node.transitions.flatMap(({ meta }) => meta.clauses)])
      carriers.set(clause, (carriers.get(clause) ?? new Set<string>()).add(pathId(path)));
  const rows = ruleset.clauses.map(({ id, notModelled }) => {
    const states = [...(carriers.get(id) ?? [])].map((state) =>
      state === "" ? word("machine") : `\`${state}\``,
    );
    const wording =
      clauseText(ruleset, reader, id) ?? clauseText(ruleset, ruleset.info.sourceLocale, id) ?? "";
    return [id, wording, states.length > 0 ? states.join(", ") : anyTextIn(notModelled, reader)];
  });
  return [`## ${word("clauses")}`, table([word("clause"), word("wording"), word("states")], rows)];
}

/** The open points, and which reading the machine starts with. */
function readingTable({ ruleset, reader }: PackageParts, word: Word): string[] {
  if (ruleset.readings.length === 0) return [];
  const rows = ruleset.readings.map(({ id, question, options, chosen, input }) => {
    const option = options.find((one) => one.id === chosen);
    return [
      id,
      textIn(question, reader),
      textIn(option?.text, reader) || chosen,
      input === undefined ? "" : `\`${input}\` (${labelOf(ruleset, reader, `input:${input}`)})`,
    ];
  });
  return [
    `## ${word("readings")}`,
    table([word("point"), word("question"), word("chosen"), word("input")], rows),
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

/** Text within a cell of a Markdown table. */
const cell = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll(/\r?\n/g, "<br>");
