/** The first line of a file that is made with an export ends so: such a file may be written anew. */
export const MADE = "changes here are lost.";

/** The first line of such a file. */
export const madeLine = (id: string, subject: string): string =>
  `// ${id}: ${subject}. Made from the machine's module by \`turnwright export\`; ${MADE}\n`;
