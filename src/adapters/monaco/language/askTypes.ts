import type * as Monaco from "monaco-editor/editor";
import type { Diagnostic } from "monaco-editor/languages/features/typescript/register";
import type { AskWorker } from "monaco-editor/languages/features/typescript/tsMode";
import type { EolMap } from "#adapters/monaco/eolMap.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";

/** Which checks are switched off, and when that changes. */
export interface Defaults {
  getDiagnosticsOptions(): { readonly noSemanticValidation?: boolean };
  readonly onDidChange: Monaco.IEvent<void>;
  readonly onDidExtraLibsChange: Monaco.IEvent<void>;
}

/** Everything that TypeScript says of a model, its advice too; nothing of one that is gone meanwhile. */
export async function typeDiagnostics(
  model: Monaco.editor.ITextModel,
  defaults: Defaults,
  worker: AskWorker,
): Promise<readonly Diagnostic[]> {
  const uri = model.uri.toString();
  const client = await worker(model.uri);
  if (model.isDisposed()) return [];
  const lists = await Promise.all([
    client.getSyntacticDiagnostics(uri),
    defaults.getDiagnosticsOptions().noSemanticValidation ? [] : client.getSemanticDiagnostics(uri),
    client.getSuggestionDiagnostics(uri),
  ]);
  return lists.flat();
}

/** The same in offsets of the project's text, with the message as its parts. */
export const typeErrorOf = (
  { code, start = 0, length = 1, messageText }: Diagnostic,
  map?: Pick<EolMap, "toProject">,
): TypeError => {
  const place = (offset: number) => map?.toProject(offset) ?? offset;
  return {
    code,
    at: { from: place(start), to: place(start + length) },
    chain: chainOf(messageText, code),
  };
};

/** The errors among what TypeScript says, without warnings and advice. */
export const errorsIn = (diagnostics: readonly Diagnostic[], map: EolMap): TypeError[] =>
  diagnostics.filter(({ category }) => category === ERROR).map((diagnostic) => typeErrorOf(diagnostic, map));

const ERROR = 1;

/** The message and what stands indented below it; of several reasons side by side the first. */
function chainOf(message: Diagnostic["messageText"], code: number): { code: number; text: string }[] {
  if (typeof message === "string") return [{ code, text: message }];
  const below = message.next?.[0];
  return [{ code: message.code, text: message.messageText }, ...(below ? chainOf(below, below.code) : [])];
}
