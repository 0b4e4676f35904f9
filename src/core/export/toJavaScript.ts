/** Takes the types out of TypeScript and leaves the rest, imports and line numbers as they are. Sucrase, in practice. */
export type StripTypes = (text: string) => string;

/** The module without its types: an ES module that plain Node or a browser with an import map runs. */
export function toJavaScript(text: string, strip: StripTypes): string {
  const stripped = strip(text);
  return stripped.endsWith("\n") ? stripped : `${stripped}\n`;
}
