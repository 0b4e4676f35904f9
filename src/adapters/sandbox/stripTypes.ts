import { transform } from "sucrase";

/** TypeScript without its types; imports, comments and line numbers stay. @throws SyntaxError of sucrase, with line and column. */
export const stripTypes = (text: string): string =>
  transform(text, { transforms: ["typescript"], disableESTransforms: true, keepUnusedImports: false }).code;
