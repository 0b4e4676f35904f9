/** Whether a text seems to import anything that lies beside it. Quick: it only looks for what such an import cannot do without. */
export const importsSiblings = (text: string): boolean =>
  /\b(?:from|import)\s*(?:\(\s*)?["'`]\.\.?(?:\/|["'`])/.test(text);
