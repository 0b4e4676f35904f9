import type { CheckedFile } from "#adapters/monaco/language/checkUnseen.ts";
import { loadMonaco, type EditorLocale } from "#adapters/monaco/loadMonaco.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";

/**
 * What the type checker says of a file that no editor shows.
 * @param locale of the editor, used when this call is the first one that needs Monaco
 */
export async function checkTypes(locale: EditorLocale, file: CheckedFile): Promise<readonly TypeError[]> {
  await loadMonaco(locale);
  const { checkUnseen } = await import("./monaco.ts");
  return checkUnseen(file);
}
