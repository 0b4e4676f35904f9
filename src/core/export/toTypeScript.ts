/** The module as it is: a machine file imports xstate alone, so it is its own export. */
export const toTypeScript = (text: string): string => text;
