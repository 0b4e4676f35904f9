import { transform } from "sucrase";

/** TypeScript without its types; imports, comments and line numbers stay. @throws SyntaxError of sucrase, with line and column. */
export const stripTypes = (text: string): string =>
  transform(text, { transforms: ["typescript"], disableESTransforms: true, keepUnusedImports: false }).code;

/** An ES module without types as the body of a function of CommonJS. @throws SyntaxError of sucrase */
export const toCommonJs = (text: string): string =>
  transform(text, { transforms: ["imports"], disableESTransforms: true }).code;
