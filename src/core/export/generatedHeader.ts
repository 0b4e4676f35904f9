/** The end of the first line of an exported file: a file with it may be overwritten. */
export const GENERATED_NOTE = "changes here are lost.";

/** The first line of an exported file. */
export const generatedHeader = (id: string, subject: string): string =>
  `// ${id}: ${subject}. Made from the machine's module by \`turnwright export\`; ${GENERATED_NOTE}\n`;
