/** The first line of a file that is created with an export ends so: such a file may be rewritten. */
export const GENERATED_NOTE = "changes here are lost.";

/** The first line of such a file. */
export const generatedHeader = (id: string, subject: string): string =>
  `// ${id}: ${subject}. Made from the machine's module by \`turnwright export\`; ${GENERATED_NOTE}\n`;
