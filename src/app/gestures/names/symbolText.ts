import type { TFunction } from "i18next";
import { typeText } from "#core/chart/payload.ts";
import type { SymbolFacts } from "#core/symbol/symbolFacts.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/** The words for what is known of a symbol. */
export interface SymbolWords {
  readonly t: TFunction;
  readonly labelOf: LabelOf;
  /** The wording of a clause in the language that labels are shown in. */
  readonly clauseText: (clause: string) => string | undefined;
}

/** Lines of code in a hover; the rest is cut, because a hover with more covers the code around it. */
const MAX_HOVER_LINES = 12;

/** What a hover or a suggestion says of a symbol, in Markdown: name and kind, then what it means. */
export function symbolMarkdown(facts: SymbolFacts, words: SymbolWords): string[] {
  const { t, labelOf, clauseText } = words;
  const label = facts.kind === "clause" ? undefined : labelOf(`${facts.kind}:${facts.name}`);
  const kind = facts.type ? t(`type.${facts.type}`) : t(`symbol.kind.${facts.kind}`);
  const head = `${label ? `**${plain(label)}** ` : ""}${code(facts.name)} · ${plain(kind)}`;
  const parts: string[] = [];
  if (facts.kind === "clause") parts.push(plain(clauseText(facts.name) ?? t("symbol.no-text")));
  if (facts.description) parts.push(plain(facts.description));
  if (facts.clauses)
    parts.push(
      facts.clauses.map((id) => `- **${plain(id)}** ${plain(clauseText(id) ?? "")}`.trimEnd()).join("\n"),
    );
  if (facts.structural) parts.push(plain(facts.structural));
  if (facts.fields)
    parts.push(
      facts.fields
        .map(({ name, type, optional, doc }) => {
          const called = name === "by" ? undefined : labelOf(`field:${facts.name}.${name}`);
          const paragraphs = [called, doc].filter((part) => part !== undefined).map(plain);
          return `- ${code(`${name}${optional ? "?" : ""}: ${typeText(type)}`)}${paragraphs.length > 0 ? ` ${paragraphs.join(" · ")}` : ""}`;
        })
        .join("\n"),
    );
  if (facts.formula) parts.push(code(facts.formula));
  if (facts.code) parts.push(block(facts.code));
  if (facts.typeText) parts.push(code(facts.typeText));
  if (facts.doc) parts.push(plain(facts.doc));
  return [head, ...parts.filter((part) => part !== "")];
}

/** Text that is no Markdown. */
const plain = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]()#+!|<>~&-]/g, "\\$&").replaceAll("\n", "  \n");

/** Code in a line, between more backticks than it holds. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

function block(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const shown = lines.length > MAX_HOVER_LINES ? [...lines.slice(0, MAX_HOVER_LINES), "…"] : lines;
  return ["```typescript", ...shown.map((line) => line.replaceAll("```", "`\u200b``")), "```"].join("\n");
}
