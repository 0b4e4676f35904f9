import type { Change, ChangedPart } from "#core/analyze/compare/change.ts";
import { cliWords, filled, type Language } from "#cli/words.ts";

/** The changes of one game. */
export interface GameChanges {
  readonly id: string;
  readonly changes: readonly Change[];
}

const SIGNS: Readonly<Record<Change["kind"], string>> = {
  added: "+",
  removed: "-",
  changed: "~",
  renamed: "~",
  moved: "~",
};

/** Longer values are cut in lines and tables; JSON has them whole. In UTF-16 code units. */
const MAX_VALUE_CHARACTERS = 160;

/** The changes for people: a line for each, and one for each part that differs. */
export function diffLines(games: readonly GameChanges[], language: Language): string {
  const { same, total } = cliWords[language].diff;
  const count = games.reduce((sum, { changes }) => sum + changes.length, 0);
  if (count === 0) return `${same}\n`;
  const lines = games
    .filter(({ changes }) => changes.length > 0)
    .flatMap(({ id, changes }) => [
      id,
      ...changes.flatMap((change) => [
        `  ${SIGNS[change.kind]} ${subjectOf(change, language)} ${placeOf(change, language)}${noteOf(change, language)}`,
        ...(change.parts ?? []).map((part) => `      ${partLine(part, language)}`),
      ]),
    ]);
  return [...lines, filled(total, { count }), ""].join("\n");
}

/** The same as tables of GitHub's Markdown, a heading for each game, for a comment on a pull request. */
export function diffMarkdown(games: readonly GameChanges[], language: Language): string {
  const { same, total, column } = cliWords[language].diff;
  const count = games.reduce((sum, { changes }) => sum + changes.length, 0);
  if (count === 0) return `${same}\n`;
  const { what, where, change: way, before, after } = column;
  const tables = games
    .filter(({ changes }) => changes.length > 0)
    .map(({ id, changes }) =>
      [
        `### ${escaped(id)}`,
        "",
        `| ${[what, where, way, before, after].join(" | ")} |`,
        "| --- | --- | --- | --- | --- |",
        ...changes.flatMap((change) => rowsOf(change, language)),
        "",
      ].join("\n"),
    );
  return [...tables, `${filled(total, { count })}\n`].join("\n");
}

function rowsOf(change: Change, language: Language): string[] {
  const { part: partWords } = cliWords[language].diff;
  const first = [subjectOf(change, language), placeOf(change, language, code)];
  const parts = change.parts ?? [];
  const own = kindOf(change, language, code);
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const isWhole = change.kind === "renamed" || change.kind === "moved" || parts.length === 0;
  return [
    ...(isWhole ? [row([...first, own, "", ""])] : []),
    ...parts.map(({ part, before, after }, i) =>
      row([
        ...(i === 0 && !isWhole ? first : ["", ""]),
        i === 0 && change.kind !== "changed" && !isWhole ? `${own}: ${partWords[part]}` : partWords[part],
        before === undefined ? "" : code(before),
        after === undefined ? "" : code(after),
      ]),
    ),
  ];
}

const subjectOf = ({ subject }: Change, language: Language): string =>
  cliWords[language].diff.subject[subject];

type Show = (text: string) => string;
const asIs: Show = (text) => text;

/** What changed, where: `GO in turn.main`, `ja T-4`. The root is called by its sign. */
function placeOf({ name, state, locale, machine }: Change, language: Language, show: Show = asIs): string {
  const { in: within, machine: ofMachine } = cliWords[language].diff;
  const named = show(oneLine(name || "(machine)"));
  const place =
    state === undefined ? named : filled(within, { name: named, state: show(oneLine(state || "(machine)")) });
  const full = locale === undefined ? place : `${locale} ${place}`;
  return machine === undefined ? full : `${filled(ofMachine, { machine: show(machine) })}: ${full}`;
}

function kindOf({ kind, was = "", inside }: Change, language: Language, show: Show = asIs): string {
  const { kind: kinds, inside: withInside } = cliWords[language].diff;
  const words = filled(kinds[kind], { was: show(oneLine(was)) });
  return inside === undefined ? words : `${words}, ${filled(withInside, { inside })}`;
}

/** The sign says what was added, removed or changed; what else there is to say stands behind the name. */
function noteOf(change: Change, language: Language): string {
  const { kind, inside } = change;
  if (kind !== "renamed" && kind !== "moved" && inside === undefined) return "";
  return `: ${kindOf(change, language)}`;
}

function partLine({ part, before, after }: ChangedPart, language: Language): string {
  const { part: partWords, none } = cliWords[language].diff;
  if (before === undefined) return `${partWords[part]}: ${cut(after ?? none)}`;
  return `${partWords[part]}: ${cut(before)} → ${after === undefined ? none : cut(after)}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
function cut(text: string): string {
  const line = oneLine(text);
  if (line.length <= MAX_VALUE_CHARACTERS) return line;
  return `${line.slice(0, MAX_VALUE_CHARACTERS).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** As code in a table: longer fences than the text has, and a bar that ends no cell. */
const code = (text: string): string => {
  const line = cut(text).replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line.trim() === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
};

const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|]/g, "\\$&");
