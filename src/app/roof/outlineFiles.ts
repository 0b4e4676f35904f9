import type { OutlineFault } from "#core/outline/outlineFault.ts";
import { languageOfOutline } from "#core/project/outlineGame.ts";
import { readOutline } from "#core/outline/readOutline.ts";
import { outlineGameFiles } from "#core/project/outlineGame.ts";
import type { NewFile } from "#core/project/store.ts";
import type { UiLanguage } from "#app/i18n.ts";

/** The outline of a new game as it stands in the dialog. */
export interface OutlineText {
  readonly text: string;
  /** The language of its words; the one that the text seems to be in when left out. */
  readonly language?: UiLanguage;
}

export type OutlineResult =
  | { readonly files: readonly NewFile[]; readonly fault?: undefined }
  | { readonly files?: undefined; readonly fault: OutlineFault };

export const languageOf = ({ text, language }: OutlineText): UiLanguage =>
  language ?? languageOfOutline(text);

/** The files of a game from a text, as `new --from-text` writes them, or what is wrong with the text. */
export function filesFromText(id: string, given: OutlineText, title: string): OutlineResult {
  const { outline, fault } = readOutline(given.text);
  if (fault) return { fault };
  const words = { language: languageOf(given), ...(title === "" ? {} : { title }) };
  return { files: outlineGameFiles(id, outline, words) };
}
