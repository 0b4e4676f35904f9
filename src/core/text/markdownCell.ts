/** A text as a cell of a Markdown table: nothing in it is markup, its lines stay apart. */
export const markdownCell = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll(/[\\`*_[\]|]/g, "\\$&")
    .replaceAll("<", "&lt;")
    .replaceAll(/\r\n?|\n/g, "<br>");
