/** Any text as plain words of a Markdown line: nothing in it is read as markup, and a line break is a space. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, " ")
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]|~$]/g, String.raw`\$&`)
    .replace(/^(#{1,6}|[-+]|\d+(?=[.)]))(?=[\s.)])/, (mark) =>
      /\d/.test(mark) ? `${mark}\u200b` : `\\${mark}`,
    );

/** An id or code as it is written. In a table a bar has to be escaped even in code. */
export function code(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  const ticks = flat.includes("`") ? "``" : "`";
  const space = ticks.length > 1 ? " " : "";
  return `${ticks}${space}${flat.replaceAll("|", String.raw`\|`)}${space}${ticks}`;
}

/** A table; the cells are Markdown already. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** A part that is opened by a click; Markdown inside needs the empty lines. */
export const details = (summary: string, body: string, open = false): string =>
  `<details${open ? " open" : ""}>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;

/** A fenced block. The fence is longer than any in the text. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** The anchor that GitHub gives to a heading made of letters, digits and hyphens. */
export const anchor = (heading: string): string => `#${heading.toLowerCase()}`;
